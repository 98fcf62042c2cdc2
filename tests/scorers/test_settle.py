"""Settling bare scores: which numbers break a tie, and what happens without them."""

import random

import pytest

from scorers.refusal import Refusal
from scorers.settle import settle
from scorers.tiebreaks import SETTLE_KEYS, TIEBREAKS


@pytest.mark.parametrize(
    ("tiebreak", "key", "winner"),
    [
        ("fewest-cards-sold", "cards-sold", "Bob"),
        ("most-cards-sold", "cards-sold", "Ann"),
        ("most-cards", "asset-cards", "Ann"),
        ("pip-sum", "pip-sum", "Ann"),
    ],
)
def test_every_tiebreak_has_its_key(tiebreak, key, winner):
    found = settle({"Ann": 42, "Bob": 42}, {"Ann": {key: 12}, "Bob": {key: 9}}, tiebreak=tiebreak)
    assert (found.standings[0].player, found.standings[0].decided_by) == (winner, tiebreak)
    assert found.scoresheets == ()
    named = f"house rule tiebreak = {tiebreak}" in str(found.explanation)
    assert named == (tiebreak != "fewest-cards-sold")  # that one is printed


def test_the_table_of_tiebreaks():
    assert set(TIEBREAKS) == {"fewest-cards-sold", "most-cards-sold", "most-cards", "pip-sum"}
    assert SETTLE_KEYS == ("cards-sold", "asset-cards", "pip-sum")


def test_the_tie_of_the_rules_page():
    found = settle(
        {"Ann": 42, "Bob": 42},
        {"Ann": {"cards-sold": 12}, "Bob": {"cards-sold": 9}},
        tiebreak="fewest-cards-sold",
    )
    assert str(found.explanation) == "Bob wins: tied on 42; sold fewer cards: 9 against 12."


def test_still_level_they_share_and_the_next_is_third():
    nine = {"cards-sold": 9}
    found = settle({"Ann": 42, "Bob": 42, "Cem": 3}, {"Ann": nine, "Bob": nine}, tiebreak="fewest-cards-sold")
    assert [(s.place, s.decided_by) for s in found.standings] == [(1, "shared"), (1, "shared"), (3, "total")]


def test_without_anyone_s_key_they_share_and_it_is_said_which_would_decide():
    found = settle({"Ann": 42, "Bob": 42}, {}, tiebreak="fewest-cards-sold")
    assert [s.place for s in found.standings] == [1, 1]
    assert str(found.explanation) == (
        "Ann and Bob share first place: tied on 42; their cards-sold would decide it."
    )


def test_only_those_tied_need_the_key():
    found = settle(
        {"Ann": 42, "Bob": 42, "Cem": 3},
        {"Ann": {"cards-sold": 1}, "Bob": {"cards-sold": 2}},
        tiebreak="fewest-cards-sold",
    )
    assert found.standings[0].player == "Ann"


def test_half_given_keys_are_refused_with_whose_is_missing():
    with pytest.raises(Refusal) as refused:
        settle(
            {"Ann": 4, "Bob": 4, "Cem": 1, "Dee": 1},
            {"Ann": {"cards-sold": 1}, "Dee": {"cards-sold": 1}},
            tiebreak="fewest-cards-sold",
        )
    assert refused.value.kind == "missing-key"
    assert "missing for Bob" in str(refused.value)
    assert "missing for Cem" in str(refused.value)


def test_lots_are_drawn_only_among_those_still_level():
    found = settle({"Ann": 6, "Bob": 6, "Cem": 4}, {}, tiebreak="shared", printed=True, lots=random.Random(3))
    assert [s.place for s in found.standings] == [1, 2, 3]
    assert [s.decided_by for s in found.standings] == ["lot", "lot", "total"]
    assert "by lot" in str(found.explanation)


@pytest.mark.parametrize(("printed", "named"), [(True, False), (False, True), (None, True)])
def test_shared_is_a_house_rule_unless_printed(printed, named):
    found = settle({"Ann": 6, "Bob": 6}, {}, tiebreak="shared", printed=printed)
    assert ("(house rule tiebreak = shared)" in str(found.explanation)) == named


def test_a_number_that_is_not_asked_for_is_said_to_be_unused():
    found = settle({"Ann": 6, "Bob": 6}, {"Ann": {"pip-sum": 3}}, tiebreak="shared", printed=True)
    assert str(found.explanation).endswith("Not asked for by tiebreak = shared: pip-sum.")


@pytest.mark.parametrize(
    ("scores", "keys", "tiebreak", "kind", "said"),
    [
        ({"Ann": 1}, {"Ann": {"card-sold": 1}}, "most-cards-sold", "unknown-key", "mean cards-sold?"),
        ({"Ann": 1}, {"Ann": {"zzz": 1}}, "pip-sum", "unknown-key", "there are pip-sum"),
        ({"Ann": 1}, {"Ann": {"zzz": 1}}, "shared", "unknown-key", "there are cards-sold, asset-cards"),
        ({"Ann": 1}, {"Ann": {"pip-sum": -1}}, "pip-sum", "bad-number", "pip-sum of Ann is 0 or more"),
        ({"Ann": -1}, {}, "pip-sum", "bad-number", "the score of Ann is 0 or more, not -1"),
        ({"Ann": 1}, {"Anne": {}}, "pip-sum", "unknown-player", "did you mean Ann?"),
        ({"Ann": 1}, {}, "pip-sums", "unknown-option", "did you mean pip-sum?"),
    ],
)
def test_what_cannot_be_settled(scores, keys, tiebreak, kind, said):
    with pytest.raises(Refusal) as refused:
        settle(scores, keys, tiebreak=tiebreak)
    assert refused.value.kind == kind
    assert said in str(refused.value)
