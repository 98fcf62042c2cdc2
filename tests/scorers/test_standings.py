"""Places, what decided them, and that the order of the players decides nothing."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.refusal import Refusal
from scorers.standings import Criterion, rank
from scorers.text import T, Text


def criterion(values, key="most-cards", higher_wins=True, rule=None):
    return Criterion(
        key,
        "cards",
        values,
        higher_wins,
        lambda mine, theirs: T("more cards: {mine} against {theirs}", mine=mine, theirs=theirs),
        lambda n: T("{n} cards each", n=n),
        rule,
    )


def rows(standings):
    return [(s.place, s.player, s.shared, s.decided_by) for s in standings]


def test_totals_alone():
    standings, explanation = rank({"Ann": 61, "Bob": 73, "Cem": 12})
    assert rows(standings) == [
        (1, "Bob", False, "total"),
        (2, "Ann", False, "total"),
        (3, "Cem", False, "total"),
    ]
    assert str(explanation) == "Bob wins: 73 against 61."


def test_one_player_and_nobody():
    assert str(rank({"Ann": 5})[1]) == "Ann has 5."
    standings, explanation = rank({})
    assert standings == ()
    assert str(explanation) == "There is nobody to rank."


def test_shared_places_below_the_first_are_told_too():
    standings, explanation = rank({"Ann": 1, "Bob": 9, "Cem": 1, "Dee": 0})
    assert [s.place for s in standings] == [1, 2, 2, 4]
    assert str(explanation) == "Bob wins: 9 against 1. Ann and Cem share place 2: tied on 1."


def test_a_criterion_separates_some_and_the_rest_share():
    standings, explanation = rank(
        {"Ann": 5, "Bob": 5, "Cem": 5, "Dee": 5},
        criteria=[criterion({"Ann": 1, "Bob": 3, "Cem": 3, "Dee": 2}, rule=T("house rule x = y"))],
    )
    assert rows(standings) == [
        (1, "Bob", True, "shared"),
        (1, "Cem", True, "shared"),
        (3, "Dee", False, "most-cards"),
        (4, "Ann", False, "most-cards"),
    ]
    assert str(explanation) == (
        "Bob and Cem share first place: tied on 5; more cards: 3 against 2, 1 (house rule x = y). "
        "Dee takes place 3: tied on 5; more cards: 2 against 1 (house rule x = y)."
    )


def test_the_lower_value_may_win():
    standings, _ = rank(
        {"Ann": 5, "Bob": 5}, criteria=[criterion({"Ann": 1, "Bob": 3}, "fewest", higher_wins=False)]
    )
    assert rows(standings) == [(1, "Ann", False, "fewest"), (2, "Bob", False, "fewest")]


def test_a_second_criterion_is_asked_where_the_first_is_level():
    first = criterion({"Ann": 1, "Bob": 2, "Cem": 2}, "one")
    second = criterion({"Ann": 9, "Bob": 3, "Cem": 4}, "two")
    standings, _ = rank(dict.fromkeys(["Ann", "Bob", "Cem"], 5), criteria=[first, second])
    assert rows(standings) == [
        (1, "Cem", False, "two"),
        (2, "Bob", False, "two"),
        (3, "Ann", False, "one"),
    ]


def test_the_house_rule_that_shares_is_named():
    _, explanation = rank({"Ann": 5, "Bob": 5}, shared_rule=T("house rule tiebreak = shared"))
    assert str(explanation) == "Ann and Bob share first place: tied on 5 (house rule tiebreak = shared)."


def test_only_those_still_level_draw_lots_and_lots_are_called_lots():
    totals = {"Ann": 5, "Bob": 5, "Cem": 5, "Dee": 2}
    values = criterion({"Ann": 3, "Bob": 3, "Cem": 1})
    firsts = set()
    for seed in range(20):
        standings, explanation = rank(totals, criteria=[values], lots=random.Random(seed))
        assert [s.place for s in standings] == [1, 2, 3, 4]
        assert {s.player for s in standings[:2]} == {"Ann", "Bob"}
        assert [s.decided_by for s in standings] == ["lot", "lot", "most-cards", "total"]
        assert not any(s.shared for s in standings)
        winner = standings[0].player
        assert str(explanation).startswith(f"{winner} wins by lot: Ann and Bob are tied on 5")
        firsts.add(winner)
    assert firsts == {"Ann", "Bob"}


def test_lots_below_the_first_place():
    _, explanation = rank({"Ann": 9, "Bob": 5, "Cem": 5}, lots=random.Random(1))
    assert "Places from 2 on by lot: Bob and Cem are tied on 5; lots drawn: " in str(explanation)


def test_a_criterion_nobody_has_is_passed_over_and_one_some_have_is_refused():
    totals = {"Ann": 5, "Bob": 5, "Cem": 1}
    standings, explanation = rank(totals, criteria=[criterion({"Cem": 4})])
    assert [s.place for s in standings] == [1, 1, 3]
    assert "their cards would decide it" in str(explanation)
    with pytest.raises(Refusal) as refused:
        rank(totals, criteria=[criterion({"Ann": 4})])
    assert refused.value.kind == "missing-key"
    assert "Ann and Bob are tied on 5 and cards decides, but it is missing for Bob" in str(refused.value)


def test_names_are_only_handed_back():
    names = ["{odd}", "C,D", "a=b", "壺 😀"]
    standings, explanation = rank(dict.fromkeys(names, 1))
    assert [s.player for s in standings] == names
    assert str(explanation) == "{odd}, C,D, a=b and 壺 😀 share first place: tied on 1."


def test_the_explanation_can_be_told_in_another_language():
    def lookup(singular: str, plural: str | None, count: int) -> str:
        return {"{player} wins: {total} against {next}.": "{player}の勝ち（{total}対{next}）"}.get(
            singular, singular
        )

    _, explanation = rank({"Ann": 2, "Bob": 1})
    assert isinstance(explanation, Text)
    assert explanation.render(lookup) == "Annの勝ち（2対1）"


PLAYERS = ["Ann", "Bob", "Cem", "Dee", "Eve"]
NUMBERS = st.lists(st.integers(0, 3), min_size=5, max_size=5)


@given(NUMBERS, NUMBERS, st.booleans())
def test_places_follow_from_totals_and_the_criterion(totals, values, higher_wins):
    totals, values = dict(zip(PLAYERS, totals, strict=True)), dict(zip(PLAYERS, values, strict=True))
    standings, _ = rank(totals, criteria=[criterion(values, higher_wins=higher_wins)])

    def key(player):
        return totals[player], values[player] if higher_wins else -values[player]

    assert sorted(s.player for s in standings) == PLAYERS
    for s in standings:
        assert s.place == 1 + sum(key(other) > key(s.player) for other in PLAYERS)
        assert s.shared == (sum(key(other) == key(s.player) for other in PLAYERS) > 1)
        same_total = sum(totals[other] == totals[s.player] for other in PLAYERS) > 1
        assert s.decided_by == ("shared" if s.shared else "most-cards" if same_total else "total")
    assert [s.place for s in standings] == sorted(s.place for s in standings)


@given(NUMBERS, NUMBERS, st.permutations(PLAYERS))
def test_the_order_of_the_players_decides_nothing(totals, values, order):
    totals, values = dict(zip(PLAYERS, totals, strict=True)), dict(zip(PLAYERS, values, strict=True))
    here, _ = rank(totals, criteria=[criterion(values)])
    there, _ = rank({player: totals[player] for player in order}, criteria=[criterion(values)])
    assert set(here) == set(there)
    for s in there:  # those of one place stay in the order given
        level = [t.player for t in there if t.place == s.place]
        assert level == [player for player in order if player in level]


@given(NUMBERS, st.integers(0, 1000))
def test_lots_leave_no_shared_place_and_overturn_no_total(totals, seed):
    totals = dict(zip(PLAYERS, totals, strict=True))
    standings, _ = rank(totals, lots=random.Random(seed))
    assert [s.place for s in standings] == [1, 2, 3, 4, 5]
    assert [s.total for s in standings] == sorted(totals.values(), reverse=True)
    for s in standings:
        alone = list(totals.values()).count(s.total) == 1
        assert s.decided_by == ("total" if alone else "lot")
