"""Whose cards are whose, by the markers and how the cards lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion import games
from companion.deck import Marker
from companion.tally.layout import lay_out
from companion.tally.owners import Owned, owners
from companion.tally.tags import sort
from tests.pictures import Lying, camera, marker, row, sightings

POTS = [f"AR:POT:{n:02}" for n in range(1, 19)]
COINS = [f"AR:COIN:{n:02}" for n in range(1, 15)]


def owned(cards: Sequence[Lying], tilt: float = 20, roll: float = 5) -> dict[str, Owned]:
    """The owner of every card by payload, seen by a tilted camera with corners half a pixel off."""
    found = sort(sightings(cards, camera(cards, tilt, roll, 4000), 0.5), games.load("archaeology"))
    layout = lay_out(found.cards, found.markers)
    seats = [m.what.seat for m in found.markers if isinstance(m.what, Marker)]
    return dict(zip([c.sighting.text for c in found.cards], owners(layout, seats), strict=True))


def seats(cards: Sequence[Lying], tilt: float = 20, roll: float = 5) -> dict[int | None, set[str]]:
    """The cards of every seat; fails where an owner is unsure."""
    found: dict[int | None, set[str]] = {}
    for payload, result in owned(cards, tilt, roll).items():
        assert result.rivals == (), (payload, result)
        found.setdefault(result.seat, set()).add(payload)
    return found


def turned(cards: Sequence[Lying], degrees: float) -> list[Lying]:
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return [Lying(c.payload, *(turn @ (c.x, c.y)), c.turn + degrees, c.tag, c.bare) for c in cards]


@pytest.mark.parametrize("tilt", [0, 25, 45])
@pytest.mark.parametrize("roll", [0, 90, 170])
@pytest.mark.parametrize("apart", [110, 130])
@pytest.mark.parametrize("end", [0, 425])
def test_two_neighbouring_rows_with_markers_at_their_ends(
    tilt: float, roll: float, apart: float, end: float
) -> None:
    cards = [*row(POTS[:5], 60, 0), marker(1, 0, 0), *row(COINS[:5], 60, apart), marker(2, end, apart)]
    assert seats(cards, tilt, roll) == {1: set(POTS[:5]), 2: set(COINS[:5])}


def test_columns_with_markers_at_their_heads() -> None:
    first = [Lying(p, 0, 60 + 100 * n) for n, p in enumerate(POTS[:4])]
    second = [Lying(p, 90, 60 + 100 * n) for n, p in enumerate(COINS[:4])]
    assert seats([*first, marker(1, 0, -5), *second, marker(3, 90, -5)]) == {
        1: set(POTS[:4]),
        3: set(COINS[:4]),
    }


def test_people_who_sit_around_the_table_read_their_cards_their_own_way_up() -> None:
    mine = [*row(POTS[:4], -114, 300), marker(1, -170, 300)]
    sides = [turned([Lying(p.payload.replace("POT", kind), p.x, p.y, 0, 12, p.bare) for p in mine], a)
             for kind, a in (("PAR", 90), ("COIN", 180), ("TAL", 270))]  # fmt: skip
    cards = list(mine)
    for seat, side in enumerate(sides, start=2):
        cards += [c if not c.bare else Lying(f"PL:{seat}", c.x, c.y, c.turn, 12, True) for c in side]
    found = seats(cards)
    assert {seat: {p[3:5] for p in payloads} for seat, payloads in found.items()} == {
        1: {"PO"},
        2: {"PA"},
        3: {"CO"},
        4: {"TA"},
    }
    assert {len(payloads) for payloads in found.values()} == {4}


def test_fans_in_a_row_go_with_the_marker_of_the_row() -> None:
    fan = [Lying(p, 70 + 22 * n, 0) for n, p in enumerate(POTS[:5])]
    second = [Lying(p, 245 + 22 * n, 0) for n, p in enumerate(COINS[:3])]
    other = [Lying(p, 70 + 22 * n, 125) for n, p in enumerate(COINS[5:9])]
    cards = [*fan, *second, marker(1, 10, 0), *other, marker(2, 10, 125)]
    assert seats(cards) == {1: {*POTS[:5], *COINS[:3]}, 2: set(COINS[5:9])}


def test_a_marker_in_the_middle_of_a_row_or_on_a_card_owns_it() -> None:
    cards = [*row(POTS[:2], 0, 0), marker(1, 130, 0), *row(POTS[2:4], 184, 0)]
    assert seats(cards) == {1: set(POTS[:4])}
    cards = [*row(COINS[:4], 0, 0), marker(2, 85, 20)]
    assert seats(cards) == {2: set(COINS[:4])}


def test_a_marker_printed_larger_than_the_tags() -> None:
    cards = [
        *row(POTS[:5], 70, 0),
        marker(1, 0, 0, tag=24),
        *row(COINS[:5], 70, 125),
        marker(2, 0, 125, tag=24),
    ]
    assert seats(cards) == {1: set(POTS[:5]), 2: set(COINS[:5])}


def test_a_second_row_of_one_player_goes_with_the_first() -> None:
    cards = [
        *row(POTS[:4], 60, 0),
        *row(POTS[4:8], 60, 98),
        marker(1, 0, 0),
        *row(COINS[:4], 60, 98 + 140),
        marker(2, 0, 98 + 140),
    ]
    assert seats(cards) == {1: set(POTS[:8]), 2: set(COINS[:4])}


def test_cards_far_from_every_marker_are_nobodys() -> None:
    cards = [*row(POTS[:3], 60, 0), marker(1, 0, 0), *row(COINS[:2], 60, 400)]
    assert seats(cards) == {1: set(POTS[:3]), None: set(COINS[:2])}


def test_without_a_marker_nobody_has_anything() -> None:
    assert seats(row(POTS[:3], 0, 0)) == {None: set(POTS[:3])}


def test_a_row_between_two_markers_is_cut_at_its_wide_gap() -> None:
    cards = [marker(1, -55, 0), *row(POTS[:3], 0, 0), *row(COINS[:3], 3 * 76 + 40, 0), marker(2, 475, 0)]
    assert seats(cards) == {1: set(POTS[:3]), 2: set(COINS[:3])}


def test_an_even_row_between_two_markers_is_unsure() -> None:
    cards = [marker(1, -50, 0), *row(POTS[:4], 0, 0), marker(2, 3 * 76 + 50, 0)]
    found = owned(cards, 0, 0)
    assert all({result.seat, *result.rivals} == {1, 2} for result in found.values())


def test_two_prints_of_one_players_marker_are_no_rivals() -> None:
    cards = [marker(1, -50, 0), *row(POTS[:4], 0, 0), marker(1, 3 * 76 + 50, 0)]
    assert seats(cards) == {1: set(POTS[:4])}


def fan(payloads: Sequence[str], x: float, y: float) -> list[Lying]:
    return [Lying(payload, x + 22 * n, y) for n, payload in enumerate(payloads)]


def of_or_between(found: dict[str, Owned], mine: Sequence[str], seat: int) -> bool:
    """Whether these cards are the seat's, or it is said that they may be."""
    return all(seat in (found[payload].seat, *found[payload].rivals) for payload in mine)


@pytest.mark.parametrize("tilt", [0, 25])
@pytest.mark.parametrize("apart", [6, 15, 40, 66])
@pytest.mark.parametrize("at", [8, 60])
def test_cards_behind_a_set_that_cannot_be_read_are_not_the_neighbours_unseen(
    tilt: float, apart: float, at: float
) -> None:
    """`at` 8 has the markers beside the rows, 60 on their first cards."""
    bobs = [*fan(POTS[:3], 60, 88 + apart), *fan(POTS[3:5], 187, 88 + apart), marker(2, at, 88 + apart)]
    found = owned([marker(1, at, 0), *fan(COINS[:2], 187, 0), *bobs], tilt)
    assert of_or_between(found, COINS[:2], 1)
    assert {(found[payload].seat, found[payload].rivals) for payload in POTS[:5]} == {(2, ())}


@pytest.mark.parametrize("tilt", [0, 25])
@pytest.mark.parametrize("apart", [15, 40, 66])
@pytest.mark.parametrize("at", [8, 60])
def test_cards_behind_an_unreadable_set_between_readable_ones_are_not_the_neighbours_unseen(
    tilt: float, apart: float, at: float
) -> None:
    anns = [marker(1, at, 0), *fan(COINS[:2], 60, 0), *fan(COINS[2:4], 260, 0)]
    bobs = [*fan(POTS[:3], 60, 88 + apart), *fan(POTS[3:6], 187, 88 + apart), marker(2, at, 88 + apart)]
    found = owned([*anns, *bobs], tilt)
    assert of_or_between(found, COINS[:4], 1)
    assert of_or_between(found, POTS[:6], 2)


@pytest.mark.parametrize("gaps", [(63, 63, 63), (65, 61, 65), (61, 66, 61)])
@pytest.mark.parametrize("apart", [30, 42, 66])
def test_sets_a_cards_width_apart_are_not_the_neighbours_unseen(gaps: Sequence[float], apart: float) -> None:
    def display(seat: int, first: Sequence[str], second: Sequence[str], y: float) -> list[Lying]:
        after = 60 + 22 * (len(first) - 1) + 63 + gaps[seat - 1]
        return [marker(seat, 5, y), *fan(first, 60, y), *fan(second, after, y)]

    rows = {1: (COINS[:3], POTS[:2]), 2: (COINS[3:6], POTS[2:6]), 3: (POTS[6:9], COINS[6:8])}
    found = owned([c for seat, sets in rows.items() for c in display(seat, *sets, (88 + apart) * seat)], 12)
    for seat, sets in rows.items():
        its = [payload for cards in sets for payload in cards if found[payload].seat is not None]
        assert of_or_between(found, its, seat)


@pytest.mark.parametrize("apart", [3, 10, 20])
def test_a_second_row_is_certain_though_a_far_marker_stands_in_line_with_it(apart: float) -> None:
    y = 88 + apart
    mine = [marker(1, 0, 0), *row(POTS[:3], 60, 0), *row(POTS[3:6], 60, y)]
    theirs = [marker(2, 500, y), *row(COINS[:3], 555, y)]
    assert seats([*mine, *theirs]) == {1: set(POTS[:6]), 2: set(COINS[:3])}


def test_a_marker_that_has_nothing_is_a_rival_for_the_pile_beside_it() -> None:
    pile = fan(POTS[:2], 60, 0)
    found = owned([marker(1, 0, 0), marker(2, 0, 45), *pile])
    assert {(result.seat, result.rivals) for result in found.values()} == {(1, (2,))}
    assert seats([marker(1, 0, 0), marker(2, -20, 90), *pile]) == {1: set(POTS[:2])}


def test_touching_rows_are_not_all_the_nearer_markers_unseen() -> None:
    cards = [marker(1, -20, 0), *fan(POTS[:3], 60, 0), marker(2, 10, 90), *fan(COINS[:3], 60, 90)]
    found = owned(cards)
    assert of_or_between(found, POTS[:3], 1)
    assert of_or_between(found, COINS[:3], 2)
