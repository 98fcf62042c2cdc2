"""Every reader gives a symbol's corners in the symbol's own order, however it is turned and in a mirror."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest
import segno

from recognizers import closed_set, readers
from recognizers.candidates import Candidate
from recognizers.fiducials import codes, fiducials
from recognizers.load import Pixels
from recognizers.sampling import Pyramid
from recognizers.sighting import Corners, area

TEXT = "AR:POT:07"
MODULE = 4
LEFT, TOP = 60, 88
"""Pixels of the symbol's top-left in the picture as it was drawn; nothing about it is symmetric."""


def closed(grey: Pixels, mirrored: bool) -> list[Corners]:
    rows, columns = np.nonzero(grey < 128)
    x, y, side = int(columns.min()), int(rows.min()), len(qr()) * MODULE
    white = side // 7  # boxes are wider than the codes in them
    box = Candidate(x - white, y - white, side + 2 * white, side + 2 * white, 1.0)
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.uint8)  # as lenses make it
    found = closed_set.compare(Pyramid(soft), [box], [TEXT, "AR:POT:08"], mirrored=mirrored)
    return [sighting.corners for sighting in found.sightings()] if found else []


def decoded(name: str) -> Callable[[Pixels, bool], list[Corners]]:
    def look(grey: Pixels, mirrored: bool) -> list[Corners]:
        if not readers.available()[name][0]:
            pytest.skip(f"{name} is not installed")
        return [decode.corners for decode in readers.READERS[name](grey) if decode.text]

    return look


def april(grey: Pixels, mirrored: bool) -> list[Corners]:
    return [sighting.corners for sighting in fiducials(grey)]


LOOKS = {
    "zxing": decoded("zxing"),
    "zbar": decoded("zbar"),
    "opencv": decoded("opencv"),
    "closed-set": closed,
    "apriltag": april,
}


def qr(text: str = TEXT, **options: object) -> np.ndarray:
    """The modules of a code, 1 for black."""
    made = segno.make(text, **{"error": "h", "boost_error": False, "micro": False, **options})
    return np.array(made.matrix, np.uint8)


def drawn(modules: np.ndarray, turns: int, mirrored: bool) -> tuple[Pixels, np.ndarray]:
    """A picture with a symbol, mirrored and then turned anticlockwise, and the symbol's own corners in it."""
    side = len(modules) * MODULE
    picture = np.full((240 + side, 200 + side), 255, np.uint8)
    picture[TOP : TOP + side, LEFT : LEFT + side][np.kron(modules, np.ones((MODULE, MODULE))) > 0] = 0
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], float) + np.array([LEFT, TOP])
    if mirrored:
        corners[:, 0] = picture.shape[1] - corners[:, 0]
        picture = picture[:, ::-1]
    for _ in range(turns):
        corners = np.column_stack([corners[:, 1], picture.shape[1] - corners[:, 0]])
        picture = np.rot90(picture)
    return np.ascontiguousarray(picture), corners


def assert_in_order(found: Sequence[Corners], expected: np.ndarray, mirrored: bool) -> None:
    assert len(found) == 1
    assert np.abs(np.array(found[0]) - expected).max() <= 2
    assert (area(found[0]) < 0) == mirrored


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("reader", LOOKS)
def test_corners_follow_the_symbols_own_order(reader: str, turns: int, mirrored: bool) -> None:
    modules = 1 - codes()[7] if reader == "apriltag" else qr()
    picture, corners = drawn(modules, turns, mirrored)
    assert_in_order(LOOKS[reader](picture, mirrored), corners, mirrored)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("text", "options"),
    [
        (TEXT, {"error": "l"}),
        (TEXT, {"error": "m", "version": 2}),
        ("https://example.org/a", {"error": "q"}),
        ("a", {"error": "m", "version": 7}),
    ],
)
def test_zxing_tells_mirrored_codes_of_any_version_and_level(
    text: str, options: dict[str, object], mirrored: bool
) -> None:
    for mask in range(8):
        picture, corners = drawn(qr(text, mask=mask, **options), 1, mirrored)
        assert_in_order(LOOKS["zxing"](picture, mirrored), corners, mirrored)


@pytest.mark.parametrize("mirrored", [False, True])
def test_zxing_tells_mirrored_codes_that_are_white_on_black(mirrored: bool) -> None:
    picture, corners = drawn(qr(), 3, mirrored)
    assert_in_order(LOOKS["zxing"](255 - picture, mirrored), corners, mirrored)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("reader", ["zxing", "zbar", "opencv"])
def test_small_soft_codes_seen_from_aside_are_in_order_too(reader: str, mirrored: bool) -> None:
    for seed in range(12):
        rng = np.random.default_rng(seed)
        picture, corners = drawn(qr(f"AR:POT:{seed:02}"), seed % 4, mirrored)
        moved = 0.6 * corners + rng.uniform(-5, 5, (4, 2))
        lens = cv2.getPerspectiveTransform(corners.astype(np.float32), moved.astype(np.float32))
        size = picture.shape[::-1]
        seen = cv2.warpPerspective(picture, lens, size, flags=cv2.INTER_AREA, borderValue=255)
        soft = cv2.GaussianBlur(seen, (0, 0), 0.7).astype(float) * 0.6 + rng.normal(20, 4, seen.shape)
        for found in LOOKS[reader](np.clip(soft, 0, 255).astype(np.uint8), mirrored):
            assert np.abs(np.array(found) - moved).max() <= 4


@pytest.mark.parametrize("reader", ["zbar", "opencv"])
def test_a_code_whose_modules_are_not_known_is_taken_for_unmirrored(reader: str) -> None:
    picture, corners = drawn(qr("https://example.org/a"), 1, False)
    assert_in_order(LOOKS[reader](picture, False), corners, False)
