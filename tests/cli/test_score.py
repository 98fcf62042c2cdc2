"""`companion score` and `companion best`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import Run

Told = Callable[..., Any]


def check_shape(shown: Any) -> None:
    """The keys that json.md fixes for score and settle, of the right types."""
    assert shown.keys() >= {"table", "game", "final", "scoresheets", "standings", "explanation"}
    assert isinstance(shown["final"], bool)
    assert isinstance(shown["explanation"], str)
    for sheet in shown["scoresheets"]:
        assert sheet.keys() >= {"player", "total", "lines"}
        for line in sheet["lines"]:
            assert line.keys() >= {"item", "points", "detail"}
        if sheet["total"] is not None:
            assert sheet["total"] == sum(line["points"] for line in sheet["lines"])
    for standing in shown["standings"]:
        assert standing.keys() >= {"place", "player", "total", "shared", "decided_by"}


def test_archaeology_tie_is_decided_by_cards_sold(told: Told, run: Run) -> None:
    told("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    told("do", "sell", "Ann", "pot-shard=5", "pot-shard=5")
    told("do", "sell", "Bob", "coin=5")
    shown = told("score")
    check_shape(shown)
    assert [(s["player"], s["total"]) for s in shown["scoresheets"]] == [("Ann", 30), ("Bob", 30)]
    assert shown["standings"] == [
        {"place": 1, "player": "Bob", "total": 30, "shared": False, "decided_by": "fewest-cards-sold"},
        {"place": 2, "player": "Ann", "total": 30, "shared": False, "decided_by": "fewest-cards-sold"},
    ]
    assert "5 against 10" in shown["explanation"]
    assert shown["final"] is False
    plain = run("score")
    assert plain.status == 0
    assert "Not final" in plain.out
    assert "5 against 10" in plain.out
    told("close")
    assert told("score")["final"] is True
    assert "Not final" not in run("score").out


def test_caravan_vector_has_a_line_and_a_reason_for_each_part(told: Told) -> None:
    told("setup", "caravan", "--player", "Ann", "--player", "Bob")
    told("do", "holdings", "Ann", "craft-2=3", "craft-5=4", "craft-7=1", "princess=3", "merchant=2", "lamp=4")
    told("do", "holdings", "Bob", "merchant=2")
    shown = told("score")
    check_shape(shown)
    ann = shown["scoresheets"][0]
    assert ann["total"] == 73
    points = {line["item"]: line["points"] for line in ann["lines"]}
    assert (points["princess"], points["merchant"], points["lamp"]) == (12, 12, 16)
    assert all(line["detail"] for line in ann["lines"])


def test_treasure_hunt_shares_a_tie_unless_the_pip_sum_decides(told: Told) -> None:
    for rule, decided, shared in (("shared", "shared", True), ("pip-sum", "pip-sum", False)):
        told("setup", "treasure-hunt", "--player", "Ann", "--player", "Bob", "--rule", f"tiebreak={rule}")
        told("do", "holdings", "Ann", "D2=1", "D3=1")
        told("do", "holdings", "Bob", "D9=1", "D10=1")
        shown = told("score")
        check_shape(shown)
        assert {s["decided_by"] for s in shown["standings"]} == {decided}
        assert {s["shared"] for s in shown["standings"]} == {shared}
        if not shared:
            assert [s["player"] for s in shown["standings"]] == ["Bob", "Ann"]


def test_saboteurs_gold_is_secret_to_the_last_rounds_end(told: Told, run: Run) -> None:
    told("setup", "saboteur", "--player", "Ann", "--player", "Bob", "--player", "Cem", "--rule", "rounds=1")
    told("do", "holdings", "Ann", "gold-3=2")
    hidden = told("score")
    check_shape(hidden)
    assert hidden["scoresheets"] == [{"player": n, "total": None, "lines": []} for n in ("Ann", "Bob", "Cem")]
    assert hidden["standings"] == []
    assert "6" not in run("score").out
    shown = told("score", "--reveal")
    check_shape(shown)
    assert shown["scoresheets"][0]["total"] == 6
    told("do", "finish", "--winner", "diggers", "--connector", "Ann")
    final = told("score")
    assert final["final"] is True
    assert final["scoresheets"][0]["total"] == 6
    assert final["standings"][0]["player"] == "Ann"


def test_a_shared_place_leaves_the_next_one_empty(told: Told, run: Run) -> None:
    told("setup", "saboteur", "--player", "Ann", "--player", "Bob", "--player", "Cem")
    for name, cards in (("Ann", ("gold-1=1", "gold-2=1", "gold-3=1")), ("Bob", ("gold-3=2",)),
                        ("Cem", ("gold-2=2",))):  # fmt: skip
        told("do", "holdings", name, *cards)
    told("close")
    places = [(s["place"], s["player"], s["shared"]) for s in told("score")["standings"]]
    assert places == [(1, "Ann", True), (1, "Bob", True), (3, "Cem", False)]
    assert "1=" in run("score").out


def test_best_gives_the_best_sets_of_a_hand(told: Told, run: Run) -> None:
    assert told("best", "archaeology", "coin=8") == {
        "sets": [{"card": "coin", "count": 5, "points": 30}, {"card": "coin", "count": 3, "points": 10}],
        "total": 40,
    }
    assert told("best", "arch", "talisman=8")["total"] == 54
    assert told("best", "archaeology", "pot=9")["total"] == 19
    assert told("best", "archaeology", "coin=4", "coin=4")["total"] == 40
    everything = ("pot=18", "parch=16", "coin=14", "tal=8", "cup=6", "map=6", "mask=4")
    assert told("best", "archaeology", *everything)["total"] == 333
    plain = run("best", "archaeology", "coin=8")
    assert (plain.status, plain.err) == (0, "")
    assert "40" in plain.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        (("archaeology", "coin=15"), (1, "over-limit"), "14"),
        (("archaeology", "cion=2"), (1, "unknown-card"), "coin"),
        (("archaeology", "p=2"), (1, "unknown-card"), "pot-shard"),
        (("archaeology", "coin"), (2, "bad-argument"), "CARD=N"),
        (("archaeology", "coin=x"), (2, "bad-argument"), "coin=x"),
        (("archaeology", "coin=-1"), (2, "bad-argument"), "coin=-1"),
        (("archaeology", "thief=1"), (1, "unknown-card"), "pot-shard"),
        (("archaeology",), (2, "usage"), "CARD"),
        (("saboteur", "gold-1=2"), (1, "no-sets"), "Saboteur"),
        (("arceology", "coin=2"), (1, "unknown-game"), "archaeology"),
    ],
)
def test_best_refuses_what_no_hand_can_be(
    run: Run, words: tuple[str, ...], error: tuple[int, str], near: str
) -> None:
    ran = run("best", *words, "--json")
    assert ran.error == error
    assert near in ran.json["error"]["message"]


def test_what_decided_is_said_in_words_to_people_and_by_its_key_to_programs(run: Run) -> None:
    words = ("settle", "archaeology", "Ann=42,cards-sold=12", "Bob=42,cards-sold=9", "Cem=50")
    assert [s["decided_by"] for s in run(*words, "--json").json["standings"]] == [
        "total",
        "fewest-cards-sold",
        "fewest-cards-sold",
    ]
    assert "fewer cards sold" in run(*words).out
    assert "fewest-cards-sold" not in run(*words).out
    tied = run("settle", "saboteur", "Ann=4", "Bob=4").out
    assert "nothing: shared" in tied


def test_an_open_table_has_a_leader_and_no_winner(run: Run) -> None:
    run("setup", "archaeology", "--player", "Ann", "--player", "Bob", "--player", "Cem")
    run("do", "sell", "Ann", "coin=3")
    run("do", "sell", "Bob", "coin=2")
    open_ = run("score")
    assert open_.out.splitlines()[2] == "Not final: the table is still open."
    assert "Ann leads: 10 against 5." in open_.out
    assert "wins" not in open_.out
    assert open_.err == "Nothing is on record of Cem.\n"
    assert run("score", "--json").json["explanation"] == "Ann wins: 10 against 5."
    closed = run("close")
    assert (closed.out, closed.err) == ("The table is closed\n", "Nothing is on record of Cem.\n")
    final = run("score")
    assert "Ann wins: 10 against 5." in final.out
    assert "Not final" not in final.out
    assert final.err == ""


def test_nothing_is_missing_where_everybody_has_something_or_nobody(run: Run) -> None:
    run("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    assert run("score").err == ""
    run("do", "sell", "Ann", "coin=3")
    run("do", "sell", "Bob", "coin=2")
    assert run("score").err == run("close").err == ""
