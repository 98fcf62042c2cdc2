"""`companion settle`: a tie settled from what people say at the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.test_score import check_shape

Told = Callable[..., Any]


def test_archaeology_counts_the_cards_sold(told: Told, run: Run, folder: Path) -> None:
    words = ("settle", "archaeology", "Ann=42,cards-sold=12", "Bob=42,cards-sold=9", "Cem=40")
    shown = told(*words)
    check_shape(shown)
    assert shown["scoresheets"] == []
    assert shown["table"] is None
    assert shown["game"] == "archaeology"
    assert [(s["place"], s["player"], s["shared"], s["decided_by"]) for s in shown["standings"]] == [
        (1, "Bob", False, "fewest-cards-sold"),
        (2, "Ann", False, "fewest-cards-sold"),
        (3, "Cem", False, "total"),
    ]
    assert "tied on 42; sold fewer cards: 9 against 12" in shown["explanation"]
    assert shown["explanation"] in run(*words).out
    assert not folder.exists()


def test_a_house_rule_turns_the_tie_round_and_is_named(told: Told) -> None:
    shown = told(
        "settle", "archaeology", "Ann=42,cards-sold=12", "Bob=42,cards-sold=9",
        "--rule", "tiebreak=most-cards-sold",
    )  # fmt: skip
    assert shown["standings"][0]["player"] == "Ann"
    assert "most-cards-sold" in shown["explanation"]


def test_saboteur_shares(told: Told) -> None:
    shown = told("settle", "saboteur", "Ann=6", "Bob=6", "Cem=4")
    assert [(s["place"], s["shared"], s["decided_by"]) for s in shown["standings"]] == [
        (1, True, "shared"),
        (1, True, "shared"),
        (3, False, "total"),
    ]


def test_caravan_and_treasure_hunt_rank_by_their_own_numbers(told: Told) -> None:
    by_cards = ("Ann=9,asset-cards=3", "Bob=9,asset-cards=5", "--rule", "tiebreak=most-cards")
    assert told("settle", "caravan", *by_cards)["standings"][0]["player"] == "Bob"
    by_pips = ("Ann=2,pip-sum=5", "Bob=2,pip-sum=19", "--rule", "tiebreak=pip-sum")
    shown = told("settle", "treasure-hunt", *by_pips)
    assert (shown["standings"][0]["player"], shown["standings"][0]["decided_by"]) == ("Bob", "pip-sum")


def test_lots_are_labelled_as_lots_and_either_can_win(told: Told, run: Run) -> None:
    winners = set()
    for _ in range(40):
        shown = told("settle", "saboteur", "Ann=6", "Bob=6", "Cem=4", "--draw-lots")
        first, second, third = shown["standings"]
        assert (first["decided_by"], second["decided_by"], third["decided_by"]) == ("lot", "lot", "total")
        assert not first["shared"]
        assert "lot" in shown["explanation"].casefold()
        winners.add(first["player"])
    assert winners == {"Ann", "Bob"}
    assert "lot" in run("settle", "saboteur", "Ann=6", "Bob=6", "--draw-lots").out


@pytest.mark.parametrize(
    ("word", "name", "total"),
    [
        ("a=b=5", "a=b", 5),
        ("C,D=7", "C,D", 7),
        ("Ann Marie=3", "Ann Marie", 3),
        ("x=1=2", "x=1", 2),
        ("x=1,y=2=3", "x=1,y=2", 3),
        ("花子=４", "花子", 4),
        ("👨‍👩‍👧=0", "👨‍👩‍👧", 0),
        (" Ann = 8 ", "Ann", 8),
        ("Ann=8, cards-sold = 3", "Ann", 8),
        (f"{'x' * 64}=1", "x" * 64, 1),
    ],
)
def test_the_shortest_name_is_taken_for_which_the_rest_can_be_read(
    told: Told, word: str, name: str, total: int
) -> None:
    (standing,) = told("settle", "archaeology", word)["standings"]
    assert (standing["player"], standing["total"]) == (name, total)


def test_a_leading_dash_is_a_name_after_two_dashes(told: Told) -> None:
    assert told("settle", "saboteur", "--", "-Ann=5")["standings"][0]["player"] == "-Ann"


@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        (("saboteur",), (2, "usage"), "NAME=SCORE"),
        (("saboteur", "Ann"), (2, "bad-argument"), "NAME=SCORE"),
        (("saboteur", "Ann="), (2, "bad-argument"), "NAME=SCORE"),
        (("saboteur", "=5"), (2, "bad-argument"), "NAME=SCORE"),
        (("saboteur", " =5"), (2, "bad-argument"), "NAME=SCORE"),
        (("saboteur", "Ann=-5"), (2, "bad-argument"), "NAME=SCORE"),
        (("saboteur", "Ann=5,5"), (2, "bad-argument"), "NAME=SCORE"),
        (("saboteur", "Ann=5", "ann=6"), (1, "same-name"), "ann"),
        (("saboteur", "A\x07=5"), (1, "bad-name"), "U+0007"),
        (("saboteur", f"{'x' * 65}=5"), (1, "bad-name"), "64"),
        (("archaeology", "Ann=5,cards-slod=3"), (1, "unknown-key"), "cards-sold"),
        (("archaeology", "Ann=5,cards-sold=3,cards-sold=4"), (2, "bad-argument"), "twice"),
        (("archaeology", "Ann=5,cards-sold=3", "Bob=5"), (1, "missing-key"), "Bob"),
        (("archaeology", "Ann=5", "--rule", "tiebreak=coin"), (1, "unknown-value"), "shared"),
        (("saboteur", "Ann=5", "--rule", "tiebreak=shared"), (1, "unknown-rule"), "rounds"),
        (("poker", "Ann=5"), (1, "unknown-game"), "saboteur"),
    ],
)
def test_what_can_not_be_read_is_refused(
    run: Run, words: tuple[str, ...], error: tuple[int, str], near: str
) -> None:
    ran = run("settle", *words, "--json")
    assert ran.error == error
    assert near in ran.json["error"]["message"]


def test_an_unknown_key_is_named_once_with_what_the_tiebreak_asks_for(run: Run) -> None:
    ran = run("settle", "caravan", "A=2,cards=5", "B=2,cards=9", "--rule", "tiebreak=most-cards", "--json")
    assert ran.error == (1, "unknown-key")
    assert ran.json["error"]["message"].count("cards'") == 1
    assert "asset-cards" in ran.json["error"]["message"]
