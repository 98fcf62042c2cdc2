"""Which AprilTag belongs to which card: nothing shared, nothing beyond the family, nothing ever moved."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest

from companion import deck, games, symbols
from companion.deck import Card, Marker
from companion.games.fiducials import IDS, RANGES, RESERVED
from companion.symbols import fiducial_of, id_of, meaning_of_id
from recognizers import fiducials
from scorers.refusal import Refusal


def every_card() -> list[Card]:
    rooms = {one.deck: dict(one.blocks) for one in RANGES}
    return [
        Card(game.key, kind.key, copy)
        for game in games.built_in()
        for kind in game.kinds
        for copy in range(1, (kind.copies or rooms[game.deck][kind.code]) + 1)
    ]


def test_ranges_lie_one_after_the_other_within_the_family() -> None:
    places = list(chain.from_iterable(range(one.first, one.first + one.size) for one in RANGES))
    assert places == list(range(RESERVED.start))
    assert RESERVED.stop == IDS == fiducials.IDS
    assert all(sum(room for _, room in one.blocks) <= one.size for one in RANGES)


def test_every_card_and_marker_has_an_id_of_its_own_and_is_found_by_it() -> None:
    everything = [*every_card(), *(Marker(seat) for seat in range(1, deck.MOST_SEATS + 1))]
    ids = [id_of(one) for one in everything]
    assert len(set(ids)) == len(ids) == 87 + 28 + 54 + 280 + 10
    assert [meaning_of_id(number) for number in ids] == everything
    assert all(deck.meaning(fiducial_of(one)) == one for one in everything)
    others = set(range(-2, IDS + 50)) - set(ids)
    assert all(meaning_of_id(number) is None for number in others)


def test_every_kind_of_every_deck_has_a_block_as_large_as_the_deck_needs() -> None:
    for one in RANGES[1:]:
        game = games.with_deck(one.deck)
        assert game is not None
        rooms = dict(one.blocks)
        assert rooms.keys() == {kind.code for kind in game.kinds}
        assert all(rooms[kind.code] == kind.copies for kind in game.kinds if kind.copies is not None)


@pytest.mark.parametrize(
    ("game", "kind", "copy", "number"),
    [
        ("archaeology", "pot-shard", 1, 16),
        ("archaeology", "parchment", 1, 34),
        ("archaeology", "coin", 14, 63),
        ("archaeology", "thief", 1, 88),
        ("archaeology", "pyramid", 1, 102),
        ("saboteur", "gold-1", 1, 112),
        ("saboteur", "gold-3", 4, 139),
        ("treasure-hunt", "HA", 1, 144),
        ("treasure-hunt", "DA", 1, 157),
        ("treasure-hunt", "S10", 1, 179),
        ("treasure-hunt", "CK", 1, 195),
        ("treasure-hunt", "joker", 2, 197),
        ("caravan", "craft-2", 1, 208),
        ("caravan", "craft-7", 30, 387),
        ("caravan", "princess", 1, 388),
        ("caravan", "lamp", 20, 487),
    ],
)
def test_ids_stay_what_they_were_when_the_first_sheet_was_printed(
    game: str, kind: str, copy: int, number: int
) -> None:
    assert id_of(Card(game, kind, copy)) == number


def test_marker_n_is_id_n() -> None:
    assert [id_of(Marker(seat)) for seat in range(1, 11)] == list(range(1, 11))


def test_the_table_in_the_documentation_is_the_one_in_force() -> None:
    from pathlib import Path

    page = (Path(__file__).resolve().parents[1] / "docs" / "tags.md").read_text(encoding="utf-8")
    for one in RANGES:
        assert f"| `{one.deck}` | {one.first}-{one.first + one.size - 1} |" in page
        for code, (first, room) in one.firsts.items():
            if one.deck not in ("PL", "TH"):
                last = first + room - 1
                assert f"`{code}` {first if first == last else f'{first}-{last}'}" in page
    assert f"{RESERVED.start}-{RESERVED.stop - 1}" in page


@pytest.mark.parametrize(
    "text", ["36h11:", "36h11:-1", "36h11:022", "36h11:1000", "36H11:22", "16h5:22", "36h11:22 "]
)
def test_what_is_not_quite_an_april_tag_means_nothing(text: str) -> None:
    assert deck.meaning(text) is None


def test_more_copies_than_there_are_ids_for_are_refused_with_the_number_that_is_accepted() -> None:
    with pytest.raises(Refusal, match="30 copies of Craft 2, none for number 31") as refused:
        id_of(Card("caravan", "craft-2", 31))
    assert refused.value.kind == "no-fiducial"
    assert symbols.fiducial_if_any(Card("caravan", "craft-2", 31)) is None


def test_a_deck_without_ids_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbols, "RANGES", tuple(replace(one, deck="ZZ") for one in RANGES))
    with pytest.raises(Refusal, match=r"Archaeology has no AprilTags.*--symbol qr"):
        id_of(Card("archaeology", "coin", 1))
