"""AprilTags that something covers in part are told where their deck is known, and nothing else is."""

import cv2
import numpy as np
import pytest

from benchmarks.distractors import DRAWN, deck, distractor, every_deck
from recognizers.fiducials import IDS, codes
from recognizers.load import Pixels
from recognizers.read import read

SIDE = 48
PLACES = [(x, y) for y in (80, 230, 380) for x in (100, 250, 400, 550, 700)]
EVERY_ID = frozenset(f"36h11:{number}" for number in range(IDS))

Cover = tuple[int, float, float, int]
"""Number of the place, direction in degrees in which more is covered, from how many sides off its middle, and
how bright what covers it is."""


def table(tags: list[Pixels], covers: list[Cover], tilt: float = 0.0) -> Pixels:
    """Tags (8 x 8 modules, 1 for white) on white cards, seen from above or aslant, and what covers them."""
    picture = np.full((520, 840), 110, np.uint8)
    for (x, y), tag in zip(PLACES, tags, strict=True):
        picture[y - 20 : y + SIDE + 30, x - 30 : x + SIDE + 30] = 235
        picture[y : y + SIDE, x : x + SIDE] = 15 + 220 * np.kron(tag, np.ones((SIDE // 8,) * 2, np.uint8))
    for number, angle, away, bright in covers:
        middle = np.array(PLACES[number]) + SIDE / 2
        out = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        along, start = np.array([-out[1], out[0]]), middle + out * away * SIDE
        card = [
            start - along * 60,
            start + along * 60,
            start + along * 60 + out * 70,
            start - along * 60 + out * 70,
        ]
        cv2.fillConvexPoly(picture, np.rint(card).astype(np.int32), bright)
    height, width = picture.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    narrower = np.array(
        [[tilt * width, 0], [(1 - tilt) * width, 0], [width, height], [0, height]], np.float32
    )
    aslant = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, narrower), (width, height))
    noise = np.random.default_rng(1).normal(0, 3, aslant.shape)
    return np.clip(cv2.GaussianBlur(aslant, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)


def tags(*numbers: int) -> list[Pixels]:
    return [np.asarray(codes()[number], np.uint8) for number in numbers]


COVERED: list[Cover] = [(2, 0, 0.3, 235), (6, 90, 0.25, 230), (8, 45, 0.35, 60), (12, 200, 0.3, 150)]
NUMBERS = list(range(40, 40 + len(PLACES)))


@pytest.mark.parametrize("tilt", [0, 0.15])
def test_what_shows_of_a_known_tag_is_enough(tilt: float) -> None:
    whole = {s.text: s for s in read(table(tags(*NUMBERS), [], tilt), effort="thorough", known=EVERY_ID)}
    picture = table(tags(*NUMBERS), COVERED, tilt)
    found = {s.text: s for s in read(picture, effort="thorough", known=EVERY_ID)}
    assert whole.keys() == found.keys() == {f"36h11:{number}" for number in NUMBERS}
    for number, *_ in COVERED:
        text = f"36h11:{NUMBERS[number]}"
        assert np.abs(np.array(found[text].corners) - whole[text].corners).max() < SIDE / 8
        assert 0.5 <= found[text].confidence <= 0.9


def test_only_known_tags_are_told_by_a_part_and_only_at_thorough() -> None:
    picture = table(tags(*NUMBERS), COVERED)
    shown = {f"36h11:{number}" for n, number in enumerate(NUMBERS) if n not in {n for n, *_ in COVERED}}
    for effort, known in (("normal", EVERY_ID), ("thorough", shown), ("thorough", frozenset())):
        assert {s.text for s in read(picture, effort=effort, known=known)} == shown  # type: ignore[arg-type]
    use = {"fiducials", "zxing"}
    assert {s.text for s in read(picture, effort="thorough", known=EVERY_ID, use=use)} == shown


def test_what_is_covered_too_far_is_not_told() -> None:
    picture = table(tags(*NUMBERS), [(n, 30 * n, -0.1, 200) for n in (2, 6, 8, 12)])
    found = {s.text for s in read(picture, effort="thorough", known=EVERY_ID)}
    assert found == {f"36h11:{number}" for n, number in enumerate(NUMBERS) if n not in (2, 6, 8, 12)}


def test_random_bits_in_a_covered_frame_are_no_tag() -> None:
    rng = np.random.default_rng(4)
    drawn = tags(*NUMBERS)
    for n in range(0, len(drawn), 2):
        drawn[n] = np.pad(rng.integers(0, 2, (6, 6)), 1).astype(np.uint8)
    picture = table(drawn, [(n, 47 * n, 0.3, 235) for n in range(0, len(drawn), 2)])
    found = {s.text for s in read(picture, effort="thorough", known=EVERY_ID)}
    assert found == {f"36h11:{number}" for number in NUMBERS[1::2]}


def test_nothing_is_told_of_a_deck_that_is_not_there() -> None:
    one = distractor(list(DRAWN).index("fiducials"))
    found = read(one.pixels, effort="thorough", known=deck(), others=every_deck())
    assert found
    assert {sighting.text for sighting in found} <= one.texts
