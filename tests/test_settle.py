"""Reading NAME=SCORE[,KEY=NUMBER...]: the shortest name for which the rest can be read."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion import games
from companion.settle import Entry, entries, entry, outcome
from companion.words import house_rules
from scorers.refusal import Refusal


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("Ann=42", Entry("Ann", 42)),
        ("Ann=42,cards-sold=9", Entry("Ann", 42, {"cards-sold": 9})),
        ("Ann = 42 , cards-sold = 9 , pip-sum = 3 ", Entry("Ann", 42, {"cards-sold": 9, "pip-sum": 3})),
        ("a=b=5", Entry("a=b", 5)),
        ("a=1=5", Entry("a=1", 5)),
        ("C,D=5", Entry("C,D", 5)),
        ("C,D=5,cards-sold=1", Entry("C,D", 5, {"cards-sold": 1})),
        ("x=1,y=2", Entry("x", 1, {"y": 2})),
        ("x=1,y=2=3", Entry("x=1,y=2", 3)),
        ("x=1,2=3", Entry("x=1,2", 3)),
        ("==5", Entry("=", 5)),
        ("-x=0", Entry("-x", 0)),
        ("花子=１０", Entry("花子", 10)),
        ("Ann=7,CARDS-SOLD=2", Entry("Ann", 7, {"cards-sold": 2})),
    ],
)
def test_the_shortest_name_for_which_the_rest_can_be_read(word: str, found: Entry) -> None:
    assert entry(word) == found


@pytest.mark.parametrize(
    "word",
    [
        "",
        "Ann",
        "Ann=",
        "=5",
        " =5",
        "Ann=x",
        "Ann=-1",
        "Ann=1.5",
        "Ann=5,",
        "Ann=5,x",
        "Ann=5,x=",
        "Ann=1234567",
        "Ann=5 6",
    ],
)
def test_what_can_not_be_read_is_a_bad_argument(word: str) -> None:
    with pytest.raises(Refusal, match="NAME=SCORE") as found:
        entry(word)
    assert found.value.kind == "bad-argument"


def test_a_key_twice_is_refused() -> None:
    with pytest.raises(Refusal, match="twice"):
        entry("Ann=5,x=1,X=2")


def test_the_same_name_twice_is_refused() -> None:
    with pytest.raises(Refusal) as found:
        entries(["Ann=5", "Ｂob=3", "bob=4"])
    assert found.value.kind == "same-name"


@given(st.text(alphabet="ab=,1 -", min_size=1, max_size=12), st.integers(0, 999999))
def test_no_shorter_name_would_do(name: str, score: int) -> None:
    assume(name.strip())
    word = f"{name}={score}"
    found = entry(word)
    assert word.startswith(found.name) or word.strip().startswith(found.name)
    assert len(found.name) <= len(name.strip())
    if "=" not in name:
        assert (found.name, found.score, found.keys) == (name.strip(), score, {})


def test_each_game_settles_by_its_own_tiebreak() -> None:
    cases = {
        "saboteur": (["A=6", "B=6"], [], [("A", 1, True, "shared"), ("B", 1, True, "shared")]),
        "archaeology": (
            ["A=6,cards-sold=3", "B=6,cards-sold=2"],
            [],
            [("B", 1, False, "fewest-cards-sold"), ("A", 2, False, "fewest-cards-sold")],
        ),
        "caravan": (
            ["A=6,asset-cards=3", "B=6,asset-cards=2"],
            ["tiebreak=most-cards"],
            [("A", 1, False, "most-cards"), ("B", 2, False, "most-cards")],
        ),
        "treasure-hunt": (
            ["A=2,pip-sum=5", "B=2,pip-sum=19"],
            ["tiebreak=pip-sum"],
            [("B", 1, False, "pip-sum"), ("A", 2, False, "pip-sum")],
        ),
    }
    for key, (words, rules, standings) in cases.items():
        game = games.load(key)
        result = outcome(game, entries(words), house_rules(game, rules), None)
        assert [(s.player, s.place, s.shared, s.decided_by) for s in result.standings] == standings


def test_lots_are_even_and_only_among_those_who_are_level() -> None:
    game = games.load("saboteur")
    chance = random.Random(11)
    first = {"A": 0, "B": 0, "C": 0}
    for _ in range(600):
        result = outcome(game, entries(["A=6", "B=6", "C=6", "D=9"]), house_rules(game, []), chance)
        assert (result.standings[0].player, result.standings[0].decided_by) == ("D", "total")
        assert [s.decided_by for s in result.standings[1:]] == ["lot"] * 3
        first[result.standings[1].player] += 1
    assert all(abs(n - 200) < 60 for n in first.values())
