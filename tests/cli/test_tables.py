"""Several tables, the current one, what they hold, and taking back."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Told = Callable[..., Any]
MOMENT = "2026-11-29T20:15:00Z"


@pytest.fixture
def dig(told: Told) -> Any:
    """An open table of Archaeology with Ann and Bob."""
    return told("setup", "archaeology", "--player", "Ann", "--player", "Bob", "--start", "Ann")


@pytest.mark.usefixtures("dig")
def test_tables_have_the_keys_of_the_contract(told: Told) -> None:
    told("setup", "saboteur", "--players", 3)
    told("close")
    assert told("tables") == {
        "tables": [
            {
                "table": "archaeology-1",
                "game": "archaeology",
                "players": ["Ann", "Bob"],
                "opened": MOMENT,
                "open": True,
                "current": False,
            },
            {
                "table": "saboteur-1",
                "game": "saboteur",
                "players": ["P1", "P2", "P3"],
                "opened": MOMENT,
                "open": False,
                "current": True,
            },
        ]
    }


def test_tables_are_listed_in_the_order_they_were_opened(told: Told) -> None:
    for game in ("saboteur", "archaeology", "saboteur", "caravan"):
        told("setup", game, "--players", 3)
    names = ["saboteur-1", "archaeology-1", "saboteur-2", "caravan-1"]
    assert [row["table"] for row in told("tables")["tables"]] == names


def test_without_a_table_reading_says_how_to_open_one(run: Run, folder: Path) -> None:
    assert run("tables").out.strip() == "There is no table yet. `companion setup GAME` opens one."
    for command in ("status", "log", "undo", "redo", "close", "score", "verify"):
        ran = run(command, "--json")
        assert ran.error == (1, "no-table"), command
        assert "setup" in ran.json["error"]["message"]
    assert run("use", "x", "--json").error == (1, "no-table")
    assert run("status", "--table", "saboteur-1", "--json").error == (1, "no-table")


def test_use_changes_the_current_table(told: Told, run: Run) -> None:
    told("setup", "saboteur", "--players", 3)
    told("setup", "caravan", "--players", 2)
    assert told("use", "saboteur-1")["table"] == "saboteur-1"
    assert told("status")["table"] == "saboteur-1"
    assert run("use", "caravan-1").out == "Table caravan-1 is the current one.\n"
    ran = run("use", "caravan-7", "--json")
    assert ran.error == (1, "unknown-table")
    assert "caravan-1" in ran.json["error"]["message"]
    assert told("status")["table"] == "caravan-1"


@pytest.mark.usefixtures("dig")
def test_table_names_another_table_on_any_command_before_and_after_it(told: Told, run: Run) -> None:
    told("setup", "saboteur", "--players", 3)
    for command in ("status", "log", "score", "verify"):
        assert told(command, "--table", "archaeology-1")["table"] == "archaeology-1"
        assert told("--table", "archaeology-1", command)["table"] == "archaeology-1"
        assert told(command)["table"] == "saboteur-1"
    for words in (
        ("do", "sell", "Ann", "coin=1", "--table", "archaeology-1"),
        ("do", "sell", "--table=archaeology-1", "Ann", "coin=1"),
        ("do", "--table", "archaeology-1", "sell", "Ann", "coin=1"),
        ("--table", "archaeology-1", "do", "sell", "Ann", "coin=1"),
        ("undo", "--table", "archaeology-1"),
        ("redo", "--table", "archaeology-1"),
        ("rename", "--table", "archaeology-1", "Bob", "Rob"),
        ("close", "--table", "archaeology-1"),
    ):
        assert told(*words)["table"] == "archaeology-1", words
    assert len(told("log", "--table", "archaeology-1")["events"]) == 9
    assert len(told("log")["events"]) == 1
    assert run("do", "sell", "Ann", "coin=1", "--table", "none-1", "--json").error == (1, "unknown-table")


def test_data_names_the_folder_before_and_after_any_command(run: Run, tmp_path: Path, folder: Path) -> None:
    other = str(tmp_path / "other place#1")
    assert run("setup", "archaeology", "--player", "Ann", "--data", other).status == 0
    assert not folder.exists()
    for words in (
        ("do", "sell", "Ann", "coin=1", "--data", other),
        ("do", "--data", other, "sell", "Ann", "coin=2"),
        ("--data", other, "do", "sell", "Ann", "coin=3"),
    ):
        assert run(*words).status == 0, words
    assert len(run("log", "--data", other, "--json").json["events"]) == 4
    assert len(run("log", "--json", env={"COMPANION_DATA": other}).json["events"]) == 4
    assert run("--data", str(tmp_path), "log", "--json", env={"COMPANION_DATA": other}).status == 1
    assert not folder.exists()


@pytest.mark.usefixtures("dig")
def test_status_has_the_keys_of_the_contract(told: Told, run: Run) -> None:
    shown = told("status")
    assert shown.keys() >= {"table", "game", "players", "state", "open"}
    assert (shown["table"], shown["game"], shown["open"]) == ("archaeology-1", "archaeology", True)
    assert shown["players"] == [{"seat": 1, "name": "Ann"}, {"seat": 2, "name": "Bob"}]
    plain = run("status")
    assert (plain.status, plain.err) == (0, "")
    assert plain.out.startswith("archaeology-1: Archaeology\n")
    told("close")
    assert told("status")["open"] is False


@pytest.mark.usefixtures("dig")
def test_log_has_the_keys_of_the_contract(told: Told, run: Run) -> None:
    told("do", "sell", "ann", "coin=3")
    told("undo", "--by", "Bob")
    told("redo")
    told("rename", "Bob", "Robert")
    told("close")
    events = told("log")["events"]
    assert all(e.keys() == {"number", "at", "player", "action", "text"} for e in events)
    assert [e["number"] for e in events] == [1, 2, 3, 4, 5, 6]
    assert {e["at"] for e in events} == {MOMENT}
    assert [(e["action"], e["player"], e["text"]) for e in events] == [
        ("setup", None, "Archaeology with Ann, Bob"),
        ("sell", "Ann", "Ann sells 3 coins for 10"),
        ("undo", "Robert", "Undone by Bob: Ann sells 3 coins for 10"),
        ("redo", None, "Done again: Ann sells 3 coins for 10"),
        ("rename", "Robert", "Bob is now called Robert"),
        ("close", None, "The table is closed"),
    ]
    lines = run("log").out.splitlines()
    assert len(lines) == 6
    assert re.fullmatch(r" +2  2026-11-\d\d \d\d:15  Ann sells 3 coins for 10", lines[1])
    assert [e["action"] for e in told("log", "--player", "Ann")["events"]] == ["sell"]
    assert run("log", "--player", "Anna", "--json").error == (1, "unknown-player")


@pytest.mark.usefixtures("dig")
def test_undo_and_redo_go_to_any_depth(told: Told, run: Run) -> None:
    states = [told("status")["state"]]
    for n in (1, 2, 3, 4):
        states.append(told("do", "sell", "Ann", f"coin={n}")["state"])
    for state in reversed(states[:-1]):
        assert told("undo")["state"] == state
    assert run("undo", "--json").error == (1, "nothing-to-undo")
    for state in states[1:]:
        assert told("redo")["state"] == state
    assert run("redo", "--json").error == (1, "nothing-to-redo")
    assert len(told("log")["events"]) == 13


@pytest.mark.usefixtures("dig")
def test_a_new_action_ends_what_can_be_redone(told: Told, run: Run) -> None:
    told("do", "sell", "Ann", "coin=1")
    told("undo")
    told("do", "sell", "Ann", "map=1")
    assert run("redo", "--json").error == (1, "nothing-to-redo")
    state = told("undo")["state"]
    assert all(not row["sets"] for row in state["sold"])
    assert run("undo", "--json").error == (1, "nothing-to-undo")


@pytest.mark.usefixtures("dig")
def test_undo_answers_with_the_shape_of_do(told: Told, run: Run) -> None:
    told("do", "sell", "Ann", "coin=1")
    shown = told("undo", "--by", "Ann")
    assert shown.keys() >= {"table", "event", "state", "said"}
    assert shown["event"]["action"] == "undo"
    assert shown["event"]["player"] == "Ann"
    assert shown["said"] == shown["event"]["text"]
    assert run("redo").out == "Done again: Ann sells 1 coin for 2\n"
    assert run("undo", "--by", "Nobody", "--json").error == (1, "unknown-player")
    assert len(told("log")["events"]) == 4


@pytest.mark.usefixtures("dig")
def test_a_closed_table_takes_no_action_until_the_closing_is_undone(told: Told, run: Run) -> None:
    assert told("close")["state"]["open"] is False
    for words in (("do", "sell", "Ann", "coin=1"), ("rename", "Ann", "Anna"), ("close",)):
        ran = run(*words, "--json")
        assert ran.error == (1, "closed")
        assert "undo" in ran.json["error"]["message"]
    assert told("undo")["state"]["open"] is True
    told("do", "sell", "Ann", "coin=1")


@pytest.mark.usefixtures("dig")
def test_rename_keeps_the_player_and_can_be_undone(told: Told, run: Run) -> None:
    told("do", "sell", "Ann", "coin=1")
    assert told("rename", "ANN", " Anna ")["said"] == "Ann is now called Anna"
    assert told("score")["standings"][0] == {
        "place": 1, "player": "Anna", "total": 2, "shared": False, "decided_by": "total",
    }  # fmt: skip
    assert run("do", "sell", "Ann", "coin=1", "--json").error == (1, "unknown-player")
    assert told("undo")["state"]["players"][0]["name"] == "Ann"
    assert run("rename", "Ann", "BOB", "--json").error == (1, "same-name")
    assert run("rename", "Ann", "x" * 65, "--json").error == (1, "bad-name")
    assert run("rename", "Ann", " ", "--json").error == (1, "bad-name")
    ran = run("rename", "Anm", "Anna", "--json")
    assert ran.error == (1, "unknown-player")
    assert "Did you mean Ann?" in ran.json["error"]["message"]


@pytest.mark.usefixtures("dig")
def test_rename_to_another_case_or_to_the_same_is_accepted_and_recorded(told: Told) -> None:
    told("rename", "Ann", "ANN")
    told("rename", "ANN", "ANN")
    assert len(told("log")["events"]) == 3


@pytest.mark.usefixtures("dig")
def test_a_leading_dash_is_a_name_after_two_dashes(told: Told) -> None:
    assert told("rename", "--", "Bob", "-x")["said"] == "Bob is now called -x"
    assert told("rename", "--", "-x", "--json")["said"] == "-x is now called --json"


@pytest.mark.usefixtures("dig")
def test_places_may_change_by_a_rename_and_back(told: Told) -> None:
    told("rename", "Ann", "Tmp")
    told("rename", "Bob", "Ann")
    told("rename", "Tmp", "Bob")
    assert [p["name"] for p in told("status")["players"]] == ["Bob", "Ann"]


def test_a_join_that_was_undone_still_stands_in_the_log_with_the_name(run: Run) -> None:
    run("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    run("do", "join", "Cem")
    assert run("undo", "--json").json["event"]["text"] == "Undone: Cem joins the table"
    events = run("log", "--json").json["events"]
    assert [(e["action"], e["player"]) for e in events[1:]] == [("join", "Cem"), ("undo", None)]


def test_times_are_this_machines_in_text_and_utc_in_json(run_process: Run) -> None:
    run_process("setup", "archaeology", "--player", "Ann", "--start", "Ann")
    at = run_process("log", "--json", TZ="JST-9").json["events"][0]["at"]
    here = datetime.fromisoformat(at).astimezone(timezone(timedelta(hours=9))).strftime("%Y-%m-%d %H:%M")
    assert at.endswith("Z")
    assert run_process("log", TZ="JST-9").out.startswith(f"   1  {here}  Archaeology with Ann")
    assert here in run_process("tables", TZ="JST-9").out
