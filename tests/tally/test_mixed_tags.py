"""Tables on which some tags are AprilTags: other sides, other texts, the same cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import deck, symbols
from companion.tally.bring_together import bring_together
from tests.pictures import Lying, row
from tests.tally.test_bring_together import ALONE, COINS, POTS, TABLE, fan, held, photo


def with_april_tag(lying: Lying, tag: float = 8.0) -> Lying:
    """The same card or marker with an AprilTag in its corner."""
    what = deck.meaning(lying.payload)
    assert what is not None
    return replace(lying, payload=symbols.fiducial_of(what), tag=tag)


def every_second(cards: list[Lying]) -> list[Lying]:
    return [with_april_tag(card) if n % 2 else card for n, card in enumerate(cards)]


@pytest.mark.parametrize("tilt", [0, 20, 40])
@pytest.mark.parametrize("change", [every_second, lambda cards: [with_april_tag(card) for card in cards]])
def test_sets_lie_together_whatever_symbols_their_cards_have(change: object, tilt: float) -> None:
    cards = change([*fan(POTS[:4], 0, 0), *fan(COINS[:3], 200, 0), *row(COINS[3:6], 0, 120)])  # type: ignore[operator]
    tally = bring_together([photo("a.jpg", *cards, tilt=tilt)], ALONE)
    (share,) = tally.shares
    assert sorted(share.sets) == [("coin", 1), ("coin", 1), ("coin", 1), ("coin", 3), ("pot-shard", 4)]
    assert tally.problems == ()
    assert [found.card.payload for found in share.cards] == [*POTS[:4], *COINS[:6]]


def test_markers_of_either_symbol_say_whose_row_it_is() -> None:
    first, second = row(POTS[:3], 60, 0), row(COINS[:3], 60, 130)
    markers = [with_april_tag(Lying("PL:1", 0, 0, bare=True)), Lying("PL:2", 0, 130, bare=True)]
    tally = bring_together([photo("a.jpg", *every_second([*first, *second]), *markers)], TABLE)
    assert held(tally) == {"Ann": {"pot-shard": 3}, "Bob": {"coin": 3}}
    assert tally.problems == ()


def test_a_card_seen_by_each_of_two_symbols_in_two_pictures_counts_once() -> None:
    cards = row(POTS[:2], 0, 0)
    tally = bring_together(
        [photo("a.jpg", *cards), photo("b.jpg", *(with_april_tag(card) for card in cards))], ALONE
    )
    assert held(tally) == {"-": {"pot-shard": 2}}


def test_a_side_that_was_said_holds_for_april_tags_too() -> None:
    cards = [with_april_tag(card, 15.0) for card in [*fan(POTS[:3], 0, 0), *row(COINS[:2], 0, 120)]]
    (share,) = bring_together([photo("a.jpg", *cards)], replace(ALONE, tag_mm=15.0)).shares
    assert sorted(share.sets) == [("coin", 1), ("coin", 1), ("pot-shard", 3)]
