"""From the corners of tags to rectangles on the table, and how those lie to each other."""

from __future__ import annotations

import numpy as np
import pytest

from companion import games
from companion.tally.layout import Rect, beside, distance, lay_out, marks, touching
from companion.tally.plane import place
from companion.tally.tags import sort
from tests.pictures import Lying, camera, marker, row, sightings

POTS = [f"AR:POT:{n:02}" for n in range(1, 19)]
CARDS = [
    *row(POTS[:6], 0, 0),
    *row(POTS[6:12], 10, 110, turn=20),
    Lying(POTS[12], 0, 260, 90),
    Lying(POTS[13], 120, 250, 180),
    Lying(POTS[14], 320, 240, -35),
]


def rects(cards: list[Lying], tilt: float, noise: float = 0.0, roll: float = 0.0) -> list[Rect]:
    found = sort(sightings(cards, camera(cards, tilt, roll, 4000), noise), games.load("archaeology"))
    return list(lay_out(found.cards, found.markers).card_rects)


def upright(centre: complex, width: float = 63, height: float = 88) -> Rect:
    return Rect(centre, 1 + 0j, width / 2, height / 2)


@pytest.mark.parametrize("tilt", [0, 20, 45])
@pytest.mark.parametrize("roll", [0, 35, 180])
def test_distances_on_the_table_come_out_in_millimetres(tilt: float, roll: float) -> None:
    found = rects(CARDS, tilt, roll=roll)
    for i, a in enumerate(CARDS):
        for j, b in enumerate(CARDS):
            true = np.hypot(a.x - b.x, a.y - b.y)
            assert abs(abs(found[i].centre - found[j].centre) - true) < 0.5


def test_corners_that_are_off_by_a_pixel_shift_cards_by_little() -> None:
    found = rects(CARDS, 40, noise=1.0)
    near = [(i, i + 1) for i in range(5)]
    assert max(abs(abs(found[i].centre - found[j].centre) - 76) for i, j in near) < 5


def test_a_marker_of_another_size_does_not_bend_the_plane() -> None:
    cards = [*row(POTS[:5], 60, 0), marker(1, 0, 0, tag=24)]
    found = rects(cards, 40)
    assert abs(abs(found[0].centre - found[4].centre) - 4 * 76) < 0.5


def test_a_tag_that_is_nearer_than_the_others_is_a_card_of_its_own_scale() -> None:
    cards = [*CARDS, Lying(POTS[15], 420, 260, tag=18)]
    placed = place([s.corners for s in sightings(cards, camera(cards, 30))], [12.0] * len(cards))
    assert [round(p.side) for p in placed] == [12] * len(CARDS) + [18]


def test_one_tag_alone_is_enough_for_a_card() -> None:
    (rect,) = rects([Lying(POTS[0], 0, 0, 30)], 30)
    assert (rect.half_width, rect.half_height) == (31.5, 44)


def test_no_tag_at_all() -> None:
    assert place([], []) == []


def test_degenerate_corners_do_no_harm() -> None:
    flat = ((5.0, 5.0), (5.0, 5.0), (5.0, 5.0), (5.0, 5.0))
    line = ((0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0))
    assert len(place([flat, line], [12.0, 12.0])) == 2


def test_overlapping_and_touching_cards_are_found() -> None:
    cards = [upright(0j), upright(40 + 0j), upright(40 + 63 + 2 + 0j), upright(300 + 0j)]
    assert touching(cards) == {(0, 1): 0.0, (1, 2): 2.0}


def test_a_card_across_another_overlaps_though_no_corner_is_inside() -> None:
    assert distance(upright(0j), Rect(0j, 1j, 10, 200)) == 0.0


def test_cards_side_by_side_are_a_row_and_tell_the_way() -> None:
    link = beside(upright(0j), upright(76 + 5j))
    assert link is not None
    assert link.gap == pytest.approx(13)
    assert link.way == 1


def test_cards_below_each_other_are_a_column() -> None:
    link = beside(upright(0j), upright(-6 + 100j))
    assert link is not None
    assert link.gap == pytest.approx(12)
    assert link.way == 1j


def test_a_card_lying_sideways_stands_in_a_row_too() -> None:
    link = beside(upright(0j), Rect(90 + 0j, 1j, 31.5, 44))
    assert link is not None
    assert link.gap == pytest.approx(90 - 31.5 - 44)


@pytest.mark.parametrize("apart", [63 + 70 + 0j, 88j + 95j, 70 + 60j])
def test_cards_too_far_apart_or_not_aligned_are_not_linked(apart: complex) -> None:
    assert beside(upright(0j), upright(apart)) is None


def test_a_marker_at_the_end_of_a_row_is_linked_and_one_on_a_card_lies_there() -> None:
    small = Rect(-50 + 10j, 1 + 0j, 6, 6)
    link = marks(small, upright(0j))
    assert link is not None
    assert link.way == 1
    on_top = marks(Rect(10 + 10j, 1 + 0j, 6, 6), upright(0j))
    assert on_top is not None
    assert on_top.way is None
    assert marks(Rect(-200 + 0j, 1 + 0j, 6, 6), upright(0j)) is None
