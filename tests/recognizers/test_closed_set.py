"""Tags that no decoder reads are told by comparing with the known deck, and nothing else is."""

import time

import cv2
import numpy as np
import pytest
import segno

from recognizers import candidates, closed_set, matching
from recognizers.candidates import Candidate
from recognizers.load import Pixels
from recognizers.read import EVERY, read
from recognizers.readers import zxing
from recognizers.sampling import Pyramid
from recognizers.sighting import area

DECK = [f"AR:POT:{copy:02d}" for copy in range(1, 41)]
OTHERS = [f"CA:CR2:{copy:02d}" for copy in range(1, 41)]


def code(text: str) -> np.ndarray:
    made = segno.make(text, version=1, error="h", mode="alphanumeric", boost_error=False, micro=False)
    return np.pad(np.array(made.matrix, np.uint8), 4)


def laid(picture: Pixels, text: str, x: float, y: float, module: float, angle: float) -> np.ndarray:
    """Draws a tag, turned, with its middle at (x, y); gives its corners."""
    fine = 16
    drawn = np.kron(np.where(code(text) > 0, 30, 235), np.ones((fine, fine))).astype(np.float32)
    drawn = cv2.GaussianBlur(drawn, (0, 0), 0.45 * fine / module)  # as the lens does, and no aliasing
    cos, sin = np.cos(np.radians(angle)) * module, np.sin(np.radians(angle)) * module
    turn = np.array([[cos, -sin], [sin, cos]])
    to_picture = np.column_stack([turn / fine, np.array([x, y]) - turn @ [14.5, 14.5]])
    where = np.full(picture.shape, 255, np.uint8)
    size = picture.shape[::-1]
    seen = cv2.warpAffine(drawn, to_picture, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(np.full(drawn.shape, 255, np.uint8), to_picture, size)
    picture[mask > 128] = np.clip(seen, 0, 255).astype(np.uint8)[mask > 128]
    assert where.shape == mask.shape
    return np.array([[4, 4], [25, 4], [25, 25], [4, 25]]) @ turn.T + np.array([x, y]) - turn @ [14.5, 14.5]


def table(texts: list[str], module: float, blur: float = 0.9, seed: int = 1) -> tuple[Pixels, dict]:
    """Tags at all turns on a grey table, so small and soft that zxing reads few."""
    rng = np.random.default_rng(seed)
    picture = np.full((600, 900), 120, np.uint8)
    corners = {}
    for number, text in enumerate(texts):
        x, y = 80 + 105 * (number % 8), 80 + 110 * (number // 8)
        corners[text] = laid(picture, text, x, y, module, float(rng.uniform(0, 360)))
    soft = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), blur)
    return np.clip(soft + rng.normal(0, 3, soft.shape), 0, 255).astype(np.uint8), corners


def test_tags_too_small_for_the_decoder_are_told_apart() -> None:
    picture, corners = table(DECK[:30], 1.7)
    decoded = {decode.text for decode in zxing(picture) if decode.text}
    found = read(picture, known=[*DECK, *OTHERS])
    by_text = {sighting.text: sighting for sighting in found}
    assert len(decoded) < 15
    assert len(by_text) >= 27
    assert len(found) == len(by_text)
    assert set(by_text) <= set(corners)
    told = [sighting for sighting in found if sighting.reader == "closed-set"]
    assert len(told) > 10
    for sighting in told:
        assert 0.5 <= sighting.confidence <= 0.99
        assert np.abs(np.array(sighting.corners) - corners[sighting.text]).max() < 1.5


def test_without_a_known_deck_nothing_is_told() -> None:
    picture, _ = table(DECK[:12], 1.9)
    assert all(sighting.reader != "closed-set" for sighting in read(picture, effort="thorough"))


def test_it_can_be_switched_off_and_is_no_part_of_fast() -> None:
    picture, _ = table(DECK[:12], 1.9)
    for effort, use in (("normal", EVERY - {"closed set"}), ("fast", EVERY)):
        found = read(picture, effort=effort, known=DECK, use=use)
        assert all(sighting.reader != "closed-set" for sighting in found)


def test_tags_of_another_deck_are_not_taken_for_known_ones() -> None:
    for module in (1.6, 2.0, 2.6, 4.0):
        picture, corners = table(OTHERS[:40], module)
        texts = {sighting.text for sighting in read(picture, effort="thorough", known=DECK)}
        assert texts <= set(corners)


def test_tags_of_another_deck_are_reported_where_they_are_given_as_possible() -> None:
    picture, corners = table(OTHERS[:24], 1.9)
    texts = {sighting.text for sighting in read(picture, known=DECK, others=OTHERS)}
    assert len(texts & set(corners)) >= 20
    assert texts <= set(corners)


@pytest.mark.parametrize("effort", ["normal", "thorough"])
def test_nothing_is_told_of_what_is_no_code(effort: str) -> None:
    rng = np.random.default_rng(3)
    picture = np.full((600, 900), 200, np.uint8)
    for number in range(40):
        x, y = 30 + 105 * (number % 8), 30 + 110 * (number // 8)
        modules = rng.integers(0, 2, (21, 21))
        picture[y : y + 63, x : x + 63] = np.kron(np.where(modules, 30, 235), np.ones((3, 3)))
    picture = cv2.GaussianBlur(picture, (0, 0), 1.0)
    assert read(picture, effort=effort, known=DECK) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("seen", ["mirrored", "inverted"])
def test_thorough_reads_small_tags_in_a_mirror_and_white_on_black(seen: str) -> None:
    picture, _ = table(DECK[:16], 1.9)
    picture = np.ascontiguousarray(picture[:, ::-1]) if seen == "mirrored" else 255 - picture
    found = read(picture, effort="thorough", known=DECK, use={"zxing", "candidates", seen})
    told = [sighting for sighting in found if sighting.reader == "closed-set"]
    assert {sighting.text for sighting in found} <= set(DECK[:16])
    assert len(found) >= 13
    assert len(told) >= 5
    assert all((area(sighting.corners) < 0) == (seen == "mirrored") for sighting in told)


def test_a_tag_with_a_corner_covered_is_told() -> None:
    picture, corners = table(DECK[:24], 3.0, blur=0.6)
    for four in corners.values():
        a, b, d = four[1], four[0], four[2]
        covered = np.array([a, a + 0.5 * (b - a), a + 0.5 * (d - a)])  # the top right finder pattern
        cv2.fillConvexPoly(picture, covered.astype(np.int32), 90)
    decoded = {decode.text for decode in zxing(picture) if decode.text}
    texts = {sighting.text for sighting in read(picture, effort="thorough", known=[*DECK, *OTHERS])}
    assert texts <= set(corners)
    assert len(texts) >= len(decoded) + 8


def test_sixty_candidates_take_a_fraction_of_a_second() -> None:
    picture, _ = table(DECK[:40], 1.9)
    places = candidates.find(Pyramid(picture))
    many = [places[n % len(places)] for n in range(60)]
    known = [*DECK, *OTHERS]
    matching.book(frozenset(known))
    closed_set.compare(Pyramid(picture), many, known)
    best = 9.0
    for _ in range(3):
        start = time.thread_time()
        closed_set.compare(Pyramid(picture), many, known)
        best = min(best, time.thread_time() - start)
    assert best < 0.5


@pytest.mark.parametrize("places", [[], [Candidate(0, 0, 5, 5, 0.3)], [Candidate(-50, 590, 80, 80, 0.3)]])
def test_places_at_the_edge_or_too_small_are_no_trouble(places: list[Candidate]) -> None:
    compared = closed_set.compare(Pyramid(np.full((600, 900), 120, np.uint8)), places, DECK)
    assert compared is None or compared.sightings() == []
