"""A recount lists where record and count differ, and corrects the record in one event."""

import random

import pytest

from companion import games, words
from companion.deals import Dealer
from companion.games.holdings import recorded
from companion.journal import Journal, act, extend, fold, sentence, setup_outcome, undo
from companion.recount import Difference, differences, fewer
from companion.setup import occasion, seated
from companion.table import Event
from scorers.refusal import Refusal

AT = "2026-11-30T20:00:00Z"
DEALER = Dealer(random.Random(1))


def table(game_key: str, *names: str) -> Journal:
    game = games.load(game_key)
    what = occasion(seated(game, names, None), words.house_rules(game, ()), {}, names[0])
    outcome = setup_outcome(game, "t", what, DEALER)
    return fold([Event(1, AT, "setup", outcome.data, outcome.secret)], games.load)


def do(journal: Journal, name: str, **args: object) -> Journal:
    return extend(journal, act(journal, name, args, DEALER, AT))


def sold() -> Journal:
    journal = table("archaeology", "Ann", "Bob")
    journal = do(journal, "sell", player="p1", cards=(("coin", 5), ("coin", 3)))
    return do(journal, "sell", player="p2", cards=(("pot-shard", 5),))


def test_the_same_count_differs_nowhere_whatever_its_order():
    counted = {"Ann": (("coin", 3), ("coin", 5)), "Bob": (("pot-shard", 5),)}
    assert differences(sold().state, counted) == ()


def test_differences_are_told_per_player_and_card_with_the_sets():
    counted = {"Ann": (("coin", 4), ("coin", 4)), "Bob": (("map", 1),)}
    assert differences(sold().state, counted) == (
        Difference("Ann", "coin", (5, 3), (4, 4)),
        Difference("Bob", "pot-shard", (5,), ()),
        Difference("Bob", "map", (), (1,)),
    )


def test_who_was_not_counted_is_not_compared():
    assert differences(sold().state, {"Bob": (("pot-shard", 5),)}) == ()


def test_other_sets_of_as_many_cards_are_not_fewer():
    assert fewer(differences(sold().state, {"Ann": (("coin", 4), ("coin", 4))})) == ()
    counted = {"Ann": (("coin", 7), ("map", 1)), "Bob": (("map", 9),)}
    assert fewer(differences(sold().state, counted)) == ("Ann", "Bob")


def test_a_correction_is_one_event_that_says_recount_and_can_be_undone():
    before = sold()
    counted = {"p1": (("coin", 4), ("coin", 4)), "p2": ()}
    event = act(before, "recount", {"counted": counted}, DEALER, AT)
    after = extend(before, event)
    assert len(after.events) == len(before.events) + 1
    assert recorded(after.state) == {"Ann": (("coin", 4), ("coin", 4)), "Bob": ()}
    assert str(sentence(before, event)) == "Recount: Ann has Coin x 4, Coin x 4; Bob has no cards"
    assert extend(after, undo(after, AT)).state == before.state


def test_cards_that_change_hands_in_a_recount_are_not_counted_twice():
    journal = do(table("archaeology", "Ann", "Bob"), "sell", player="p1", cards=(("pharaohs-mask", 4),))
    journal = do(journal, "recount", counted={"p1": (), "p2": (("pharaohs-mask", 4),)})
    assert recorded(journal.state)["Bob"] == (("pharaohs-mask", 4),)


def test_a_count_that_can_not_be_is_refused_and_changes_nothing():
    before = sold()
    with pytest.raises(Refusal, match="9") as refused:
        act(before, "recount", {"counted": {"p1": (("broken-cup", 9),)}}, DEALER, AT)
    assert refused.value.kind == "over-limit"


def test_a_recount_of_gold_says_nothing_of_what_was_counted():
    before = table("saboteur", "Ann", "Bob", "Cem")
    event = act(before, "recount", {"counted": {"p1": (("gold-3", 2),)}}, DEALER, AT)
    assert "gold-3" not in str(event.data)
    assert "3" not in str(sentence(before, event))
    assert recorded(extend(before, event).state)["Ann"] == (("gold-3", 2),)
