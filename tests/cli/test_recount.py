"""`companion recount`: a count held against the record, on the command line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli.recount import recount_command
from companion.cli.scan import scan_command
from tests.cli.conftest import Run
from tests.cli.terminal import Terminal
from tests.pictures import Lying, marker, photograph

on_posix = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
ASKED = "(c)orrect, (k)eep"


def cards(payload: str, numbers: range, x: float, y: float = 0, tag: float = 12) -> list[Lying]:
    """A fan of cards of one kind."""
    return [Lying(f"{payload}:{n:02}", x + i * 24, y, tag=tag) for i, n in enumerate(numbers)]


def pots(first: int, last: int, x: float = 60, y: float = 0) -> list[Lying]:
    return cards("AR:POT", range(first, last + 1), x, y)


def coins(first: int, last: int, x: float = 60, y: float = 0) -> list[Lying]:
    return cards("AR:COIN", range(first, last + 1), x, y)


@pytest.fixture
def ann(tmp_path: Path) -> Path:
    """Ann's marker and beside it two pot shards and two coins."""
    lying = [marker(1, 0, 0), *pots(1, 2), *coins(1, 2, 180)]
    return photograph(tmp_path / "ann.jpg", lying)


@pytest.fixture
def gap(tmp_path: Path) -> Path:
    """The same, but the coins lie too far away to be hers."""
    lying = [marker(1, 0, 0), *pots(1, 2), *coins(1, 2, 300)]
    return photograph(tmp_path / "gap.jpg", lying)


@pytest.fixture
def table(told: Callable[..., Any], run: Run) -> Callable[[], dict[str, Any]]:
    """A table where Ann has two coins and two pot shards and Bob four coins; gives what is on record."""
    told("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    run("do", "sell", "Ann", "coin=2")
    run("do", "sell", "Ann", "pot-shard=2")
    run("do", "sell", "Bob", "coin=4")
    return lambda: {s["player"]: s["total"] for s in told("score")["scoresheets"]}


AS_SOLD = {"Ann": 7, "Bob": 18}
Table = Callable[[], dict[str, Any]]


def test_cards_are_called_by_their_names(run: Run) -> None:
    run("setup", "caravan", "--player", "Ann", "--player", "Bob")
    run("do", "holdings", "Ann", "craft-2=3")
    said = run("recount", "--hand", "Ann", "craft-2=2", "lamp=1").out
    assert "Craft 2" in said
    assert "Lamp" in said
    assert "craft-2" not in said


def test_cards_without_a_name_are_asked_whose_they_are(run: Run) -> None:
    run("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    ran = run("recount", "coin=3", "map=1")
    assert ran.status == 2
    assert ran.err == "companion: coin=3, map=1: whose cards were counted? Add --hand NAME.\n"
    assert run("recount", "nowhere.jpg").status == 1


def test_secret_gold_is_no_oracle(run: Run) -> None:
    run("setup", "saboteur", "--players", "3")
    run("do", "gold", "P1", "3", "1")
    right = run("recount", "--hand", "P1", "gold-3=1", "gold-1=1", "--json")
    wrong = run("recount", "--hand", "P1", "gold-2=1", "--json")
    assert right.error == wrong.error == (1, "secret")
    assert right.out == wrong.out


def test_cards_that_are_nobodys_are_not_taken_off_a_record(
    run: Run, told: Callable[..., Any], table: Table, gap: Path
) -> None:
    looked = run("recount", gap)
    assert looked.status == 1
    assert "- 2 cards are given to nobody" in looked.out
    assert "! Fewer cards than on record were counted for Ann" in looked.out

    refused = run("recount", gap, "--correct")
    assert refused.status == 1
    assert "--despite-problems" in refused.err
    assert all(way in refused.out for way in ("nearer", "--player", "--hand"))
    assert run("recount", gap, "--correct", "--json").error == (1, "unclear-photo")
    assert table() == AS_SOLD

    shown = run("recount", gap, "--json")
    assert (shown.status, shown.json["corrected"]) == (1, False)
    assert [problem["kind"] for problem in shown.json["problems"]] == ["no-owner"]
    assert [note["kind"] for note in shown.json["notes"]] == ["unassigned"]

    corrected = run("recount", gap, "--correct", "--despite-problems")
    assert (corrected.status, table()) == (0, {"Ann": 2, "Bob": 18})


def test_more_cards_than_on_record_are_taken_on_though_others_are_nobodys(
    run: Run, table: Table, gap: Path
) -> None:
    run("recount", "--hand", "Ann", "pot-shard=1", "--correct")
    assert run("recount", gap, "--correct").status == 0
    assert table() == {"Ann": 2, "Bob": 18}


def test_with_problems_nothing_is_corrected_unseen(run: Run, table: Table, ann: Path) -> None:
    ran = run("recount", ann, "nowhere.jpg", "--correct")
    assert (ran.status, "Ann: the same." in ran.out) == (1, True)
    run("recount", "--hand", "Ann", "coin=1", "--correct")
    ran = run("recount", ann, "nowhere.jpg", "--correct")
    assert (ran.status, table()["Ann"]) == (1, 2)
    assert "! There is no file nowhere.jpg." in ran.out
    assert run("recount", ann, "nowhere.jpg", "--correct", "--despite-problems").status == 0
    assert table() == AS_SOLD


def test_a_card_that_is_on_record_with_somebody_else_is_found_out(
    run: Run, table: Table, tmp_path: Path, ann: Path
) -> None:
    bob = photograph(tmp_path / "bob.jpg", coins(1, 4))
    run("scan", bob, "--player", "Bob", "--yes")
    ran = run("recount", ann, "--json")
    assert [problem["kind"] for problem in ran.json["problems"]] == ["same-card-twice"] * 2


def test_each_player_is_spoken_of_and_who_was_not_counted_stays(run: Run, table: Table, ann: Path) -> None:
    ran = run("recount", ann)
    assert ran.status == 0
    assert ran.out == "Ann: the same.\nBob: no cards in the pictures, left as recorded.\n"
    assert ran.err == ""

    run("recount", "--hand", "Ann", "coin=1", "--correct")
    ran = run("recount", ann, "--correct")
    assert "Ann: the same" not in ran.out
    assert "Bob: no cards in the pictures, left as recorded." in ran.out
    assert table() == AS_SOLD
    assert run("recount", "--hand", "Bob", "coin=4").out == "Bob: the same.\n"

    shown = run("recount", ann, "--json").json
    assert (shown["counted"], shown["differences"]) == (["Ann"], [])


def test_no_card_read_is_no_count(run: Run, table: Table, tmp_path: Path) -> None:
    empty = photograph(tmp_path / "table.jpg", [Lying("", 0, 0)])
    ran = run("recount", empty, "--player", "Ann", "--correct")
    assert (ran.status, table()) == (1, AS_SOLD)
    assert ran.err.startswith("companion: No card of Ann was read in the pictures")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.jpg", "--correct", "--keep"], "Give either --correct or --keep, not both."),
        (["a.jpg", "--despite-problems"], "--despite-problems goes with --correct."),
        (["coin=2", "--hand", "Ann", "--player", "Ann"], "--player goes with pictures, not with --hand."),
        (["coin=2", "--hand", "Ann", "--size", "20"], "--size goes with pictures, not with --hand."),
        (["coin=2", "--hand", "Ann", "--effort", "fast"], "--effort goes with pictures, not with --hand."),
    ],
)
def test_options_that_do_not_go_together(run: Run, table: Table, words: list[str], said: str) -> None:
    ran = run("recount", *words)
    assert ran.status == 2
    assert ran.err.startswith(f"companion: {said}")


def test_without_a_terminal_it_is_said_what_corrects(run: Run, table: Table) -> None:
    ran = run("recount", "--hand", "Ann", "coin=1")
    assert (ran.status, ran.err) == (0, "The record stays as it is; --correct corrects it.\n")
    assert run("recount", "--hand", "Ann", "coin=1", "--keep").err == ""


@on_posix
@pytest.mark.parametrize(("answer", "has"), [("c", 2), ("Correct", 2), ("k", 7), ("keep", 7)])
def test_on_a_terminal_a_letter_is_enough(folder: Path, table: Table, answer: str, has: int) -> None:
    with Terminal(folder, "recount", "--hand", "Ann", "pot-shard=2") as terminal:
        terminal.wait(ASKED)
        terminal.press(answer + "\n")
        assert terminal.end() == 0
    assert table()["Ann"] == has


@on_posix
@pytest.mark.parametrize(("answer", "has"), [("c", 2), ("", 7)])
def test_a_person_who_has_read_the_notes_decides(
    folder: Path, table: Table, gap: Path, answer: str, has: int
) -> None:
    with Terminal(folder, "recount", gap) as terminal:
        terminal.wait(ASKED)
        assert "given to nobody" in terminal.text
        terminal.press(answer + "\n")
        assert terminal.end() == 0
    assert table()["Ann"] == has


def test_tags_of_an_unusual_size_can_be_recounted(run: Run, told: Callable[..., Any], tmp_path: Path) -> None:
    told("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    big = photograph(tmp_path / "big.jpg", cards("AR:COIN", range(1, 4), 0, tag=20))
    ran = run("recount", big, "--player", "Ann", "--size", "20", "--effort", "fast", "--correct", "--json")
    assert (ran.status, ran.json["corrected"]) == (0, True)
    assert run("recount", big, "--player", "Ann", "--size", "30").status == 2


@pytest.mark.parametrize("name", ["size", "effort"])
def test_size_and_effort_mean_what_they_mean_in_a_scan(name: str) -> None:
    here, there = (
        next(p.to_info_dict() for p in command.params if p.name == name)
        for command in (recount_command, scan_command)
    )
    assert here == there
