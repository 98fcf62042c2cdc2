"""Putting a tally on record: one event for every player with cards, all of them or none."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion import games
from companion.deals import Dealer
from companion.games.base import Cards
from companion.games.holdings import recorded
from companion.setup import occasion, open_table, seated
from companion.store import Store
from companion.tally.proposal import builds, state_with
from scorers.refusal import Refusal

AT = "2026-11-29T20:15:00Z"
DEALER = Dealer(random.Random(1))
GAME = games.load("archaeology")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with an archaeology table of Ann and Bob."""
    kept = Store(tmp_path, games.load)
    rules = {"tiebreak": "fewest-cards-sold"}
    open_table(kept, GAME, occasion(seated(GAME, ("Ann", "Bob"), None), rules, {}, None), DEALER, AT)
    return kept


def record(store: Store, **proposed: Cards) -> None:
    store.append_all("archaeology-1", builds(proposed, DEALER, AT))


def held(store: Store) -> dict[str, Cards]:
    return dict(recorded(store.journal("archaeology-1").state))


def test_every_player_is_one_event(store: Store) -> None:
    record(store, Ann=(("coin", 5), ("coin", 2)), Bob=(("map", 1),))
    journal = store.journal("archaeology-1")
    assert [event.action for event in journal.events] == ["setup", "holdings", "holdings"]
    assert held(store) == {"Ann": (("coin", 5), ("coin", 2)), "Bob": (("map", 1),)}


def test_what_is_refused_for_one_is_recorded_for_nobody(store: Store) -> None:
    with pytest.raises(Refusal) as refused:
        record(store, Ann=(("coin", 5),), Bob=(("map", 2),))
    assert refused.value.kind == "over-limit"
    assert len(store.journal("archaeology-1").events) == 1


def test_players_may_have_swapped_everything_since(store: Store) -> None:
    pots, coins = (("pot-shard", 5),) * 3, (("coin", 5), ("coin", 5))
    record(store, Ann=pots, Bob=coins)
    record(store, Ann=coins, Bob=pots)
    assert held(store) == {"Ann": coins, "Bob": pots}


def test_who_is_not_in_the_pictures_keeps_what_was_recorded(store: Store) -> None:
    record(store, Ann=(("coin", 5), ("coin", 5)))
    with pytest.raises(Refusal):
        record(store, Bob=(("coin", 5),))
    record(store, Bob=(("coin", 4),))
    assert held(store) == {"Ann": (("coin", 5), ("coin", 5)), "Bob": (("coin", 4),)}


def test_looking_at_what_a_proposal_would_make_records_nothing(store: Store) -> None:
    journal = store.journal("archaeology-1")
    state = state_with(journal, {"Ann": (("coin", 5),)}, DEALER, AT)
    assert recorded(state)["Ann"] == (("coin", 5),)
    assert len(store.journal("archaeology-1").events) == 1
