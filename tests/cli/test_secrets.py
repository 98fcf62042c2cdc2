"""Secrets: who may see what and when, what stays behind, and how a deal is checked afterwards."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
import signal
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.store import Store
from tests.cli.conftest import Run, runner
from tests.cli.terminal import Terminal, Tmux

Told = Callable[..., Any]
PEOPLE = ("Ann", "Bob", "Cem")
SETUP = ("setup", "saboteur", *(word for name in PEOPLE for word in ("--player", name)), "--start", "Ann")
ROLE_WORDS = {"saboteur": "you are a saboteur", "digger": "you are a gold digger"}
GOAL_WORDS = {"gold": "goal is the gold", "stone-left": "goal is stone", "stone-right": "goal is stone"}
READY, SHOWN = "press Enter when nobody else can see", "Press any key to hide it"


@pytest.fixture
def secret(told: Told, folder: Path) -> dict[str, Any]:
    """A table of Saboteur was opened: its hidden roles by name, and what lies at its goals."""
    told(*SETUP)
    state = Store(folder, games.load).journal("saboteur-1").state
    roles, goals = state.deal("roles", 1), state.deal("goals", 1)
    assert roles is not None
    assert goals is not None
    return {"roles": {r["name"]: r["role"] for r in roles.deal["roles"]}, "goals": goals.deal}


def check_silent(text: str) -> None:
    """None of the words that tell a secret are in the text."""
    for words in ("you are a", "gold digger", "is the gold", "is stone"):
        assert words not in text


# --- on a terminal


def test_roles_are_shown_one_at_a_time_in_seat_order_to_whom_they_belong(
    told: Told, folder: Path, secret: dict[str, Any]
) -> None:
    with Terminal(folder, "roles") as terminal:
        for n, name in enumerate(PEOPLE, start=1):
            terminal.wait(f"Pass the screen to {name}.")
            terminal.wait(READY, n)
            terminal.press("x")
            terminal.press("\r")
            terminal.wait(SHOWN, n)
            terminal.press(" ")
        assert terminal.end() == 0
        text = terminal.text
        shown = [f"{name}, {ROLE_WORDS[secret['roles'][name]]}" for name in PEOPLE]
        places = [text.index(words) for words in shown]
        assert places == sorted(places)
        assert text.count("you are a") == 3
        assert termios.tcgetattr(terminal.slave) == terminal.before
    check_left_clean(text)
    assert [e["text"] for e in told("log")["events"][1:]] == [f"{n} looked at their role" for n in PEOPLE]


def check_left_clean(text: str) -> None:
    """Every private screen was entered, wiped after the last secret, left, and nothing secret came after."""
    assert text.count("\x1b[?1049h") == text.count("\x1b[?1049l") >= 1
    secrets = [m.end() for m in re.finditer(r"you are a|goal is", text)]
    last = max(secrets, default=0)
    assert "\x1b[2J" in text[last:]
    check_silent(text[: text.index("\x1b[?1049h")])
    check_silent(text[text.rindex("\x1b[?1049l") :])


def test_peek_shows_one_goal_to_one_player(told: Told, folder: Path, secret: dict[str, Any]) -> None:
    for place in ("top", "middle", "bottom"):
        with Terminal(folder, "peek", place, "--player", "bob") as terminal:
            terminal.wait("Pass the screen to")
            terminal.wait(READY)
            terminal.press("\r")
            terminal.wait(SHOWN)
            terminal.press("q")
            assert terminal.end() == 0
            text = terminal.text
        assert GOAL_WORDS[secret["goals"][place]] in text
        assert text.count("goal is") == 1
        check_left_clean(text)
    said = [e["text"] for e in told("log")["events"][1:]]
    assert said == [f"Bob looked at the {place} goal" for place in ("top", "middle", "bottom")]
    looks = told("status")["state"]["looks"]
    assert looks == [{"player": "Bob", "what": p, "round": 1} for p in ("top", "middle", "bottom")]


@pytest.mark.usefixtures("secret")
def test_before_enter_nothing_is_shown_and_no_look_recorded(told: Told, folder: Path) -> None:
    for keys in ("\x03", "\x04"):
        with Terminal(folder, "peek", "top", "--player", "Ann") as terminal:
            terminal.wait(READY)
            for key in (" ", "y", "\x1a", "\x1c"):
                terminal.press(key)
            terminal.press(keys)
            assert terminal.end() == 130
            assert "goal is" not in terminal.text
            assert termios.tcgetattr(terminal.slave) == terminal.before
    assert len(told("log")["events"]) == 1


@pytest.mark.usefixtures("secret")
def test_roles_stop_at_ctrl_c_and_the_others_see_nothing(told: Told, folder: Path) -> None:
    with Terminal(folder, "roles") as terminal:
        terminal.wait(READY)
        terminal.press("\r")
        terminal.wait(SHOWN)
        terminal.press("\x03")
        assert terminal.end() == 130
        check_left_clean(terminal.text)
        assert "Bob" not in terminal.text
    assert len(told("log")["events"]) == 2


@pytest.mark.parametrize("how", ["TERM", "HUP", "INT", "QUIT", "TSTP"])
@pytest.mark.usefixtures("secret")
def test_a_signal_during_the_showing_wipes_the_screen(told: Told, folder: Path, how: str) -> None:
    with Terminal(folder, "roles", "--player", "Ann") as terminal:
        terminal.wait(READY)
        terminal.press("\r")
        terminal.wait(SHOWN)
        terminal.process.send_signal(getattr(signal, f"SIG{how}"))
        assert terminal.end() == 130
        check_left_clean(terminal.text)
        assert termios.tcgetattr(terminal.slave) == terminal.before
    assert told("log")["events"][-1]["text"] == "Ann looked at their role"


@pytest.mark.usefixtures("secret")
def test_a_closed_window_ends_the_showing(told: Told, folder: Path) -> None:
    with Terminal(folder, "roles", "--player", "Ann") as terminal:
        terminal.wait(READY)
        terminal.press("\r")
        terminal.wait(SHOWN)
        terminal.hang_up()
        assert terminal.end() != 0
    assert len(told("log")["events"]) == 2


@pytest.mark.parametrize(
    ("words", "status", "near"),
    [
        (("peek", "midle", "--player", "Ann"), 2, "middle"),
        (("peek", "top", "--player", "Anm"), 1, "Did you mean Ann?"),
        (("peek", "top"), 2, "--player"),
        (("roles", "--player", "Zoe"), 1, "Ann, Bob, Cem"),
        (("roles", "--json"), 1, "terminal"),
        (("peek", "top", "--player", "Ann", "--json"), 1, "terminal"),
    ],
)
@pytest.mark.usefixtures("secret")
def test_what_can_not_be_shown_is_refused_before_any_screen(
    told: Told, folder: Path, words: tuple[str, ...], status: int, near: str
) -> None:
    with Terminal(folder, *words) as terminal:
        assert terminal.end() == status
        assert near in terminal.text
        assert "\x1b[?1049h" not in terminal.text
    assert len(told("log")["events"]) == 1


def test_a_game_without_secrets_has_none_to_show(told: Told, run: Run, folder: Path) -> None:
    told("setup", "archaeology", "--players", 2)
    for words in (("roles",), ("peek", "top", "--player", "P1")):
        with Terminal(folder, *words) as terminal:
            assert terminal.end() == 1
            assert "Archaeology" in terminal.text
    assert run("reveal", "top", "--json").error == (1, "no-secret")


@pytest.mark.usefixtures("secret")
def test_a_pipe_is_shown_no_secret(run: Run, run_process: Run, told: Told) -> None:
    for words in (("roles",), ("roles", "--player", "Ann"), ("peek", "top", "--player", "Ann")):
        assert run(*words, "--json").error == (1, "needs-terminal")
        for go in (run, run_process):
            ran = go(*words)
            assert (ran.status, ran.out) == (1, "")
            check_silent(ran.err)
    assert len(told("log")["events"]) == 1


# --- in tmux, which remembers what scrolled away

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


def check_nothing_left(tmux: Tmux) -> None:
    """The status was noted, what stood there before still does, and the secret is nowhere."""
    tmux.wait("status")
    everything = tmux.scrollback
    assert "\n40\n" in everything
    check_silent(everything)
    check_silent(tmux.screen)


@needs_tmux
@pytest.mark.parametrize(
    "options", [(), ("set-option -wg alternate-screen off",)], ids=["alternate", "plain"]
)
def test_neither_screen_nor_scrollback_holds_a_role_or_a_goal(
    folder: Path, tmp_path: Path, secret: dict[str, Any], options: tuple[str, ...]
) -> None:
    with Tmux(folder, tmp_path, "roles", options=options) as tmux:
        for name in PEOPLE:
            tmux.wait(f"{name}: press Enter")
            check_silent(tmux.screen)
            tmux.press("Enter")
            tmux.wait(f"{name}, {ROLE_WORDS[secret['roles'][name]]}")
            tmux.press("Space")
        tmux.wait("status 0")
        everything = tmux.scrollback
        check_silent(everything)
        if not options:
            assert "\n40\n" in everything
    (tmp_path / "tmux").unlink(missing_ok=True)
    with Tmux(folder, tmp_path, "peek", "middle", "--player", "Ann", options=options) as tmux:
        tmux.wait("press Enter")
        tmux.press("Enter")
        tmux.wait(GOAL_WORDS[secret["goals"]["middle"]])
        tmux.press("Space")
        tmux.wait("status 0")
        check_silent(tmux.scrollback)


@needs_tmux
@pytest.mark.parametrize("how", ["C-c", "C-z", "C-\\", "TERM", "HUP", "TSTP"])
@pytest.mark.usefixtures("secret")
def test_however_a_showing_ends_nothing_is_left(folder: Path, tmp_path: Path, how: str) -> None:
    with Tmux(folder, tmp_path, "roles", "--player", "Bob") as tmux:
        tmux.wait("press Enter")
        tmux.press("Enter")
        tmux.wait("you are a")
        if how.startswith("C-"):
            tmux.press(how)
        else:
            tmux.signal(getattr(signal, f"SIG{how}"))
        check_nothing_left(tmux)


# --- everywhere else

READING = (
    ("status",),
    ("status", "--json"),
    ("log",),
    ("log", "--json"),
    ("log", "--player", "Ann"),
    ("tables",),
    ("tables", "--json"),
    ("verify",),
    ("verify", "--json"),
    ("score",),
    ("score", "--json"),
    ("score", "--reveal"),
    ("score", "--reveal", "--json"),
    ("rules", "saboteur"),
    ("doctor",),
    ("do", "--help"),
    ("roles",),
    ("peek", "top", "--player", "Ann"),
    ("peek", "nowhere", "--player", "Ann"),
)
ACTING = (
    ("do", "holdings", "Ann", "gold-1=2"),
    ("do", "holdings", "Ann", "gold-3=5"),
    ("do", "holdings", "Ana", "gold-1=2"),
    ("do", "finish", "--winner", "diggers"),
    ("do", "finish", "--winner", "diggers", "--connector", "Zed"),
    ("do", "finish", "--winner", "saboteurs", "--saboteur", "Ann"),
    ("rename", "Ann", "Anna"),
    ("undo",),
    ("redo", "--json"),
    ("undo", "--by", "Bob", "--json"),
    ("close", "--json"),
    ("status", "--json"),
    ("verify", "--json"),
    ("score", "--json"),
    ("undo",),
    ("redo",),
    ("undo",),
)
MASK = re.compile(r"[0-9a-f]{64}")


def test_two_tables_alike_but_for_the_secret_look_alike_to_the_byte(tmp_path: Path) -> None:
    outputs: list[list[str]] = []
    dealt = set()
    for seed in (1, 2, 3, 4):
        folder = tmp_path / f"{seed}" / "data"
        run = runner(folder, random.Random(seed))
        script = [SETUP, (*SETUP, "--json"), *READING, *ACTING, *READING]
        written = []
        for words in script:
            ran = run(*words)
            written.append(MASK.sub("#", f"{words} {ran.status}\n{ran.out}\n{ran.err}"))
        outputs.append([text.replace(str(tmp_path / f"{seed}"), "") for text in written])
        state = Store(folder, games.load).journal("saboteur-2").state
        dealt.add(json.dumps([deal.deal for deal in state.deals]))
    assert len(dealt) >= 3, "the tables must differ in their secrets"
    for other in outputs[1:]:
        for mine, theirs in zip(outputs[0], other, strict=True):
            assert mine == theirs


def test_the_data_folder_gives_no_secret_away(folder: Path, secret: dict[str, Any]) -> None:
    state = Store(folder, games.load).journal("saboteur-1").state
    raw = b"".join(file.read_bytes() for file in folder.iterdir())
    for deal in state.deals:
        assert deal.nonce.encode() not in raw
    for word in (b"stone-left", b'"aside"', b'"role"', b'"digger"'):
        assert word not in raw
    assert (folder / "companion.key").stat().st_mode & 0o777 == 0o600


# --- the check afterwards


def test_a_round_not_ended_verifies_to_nothing_yet(told: Told, run: Run, secret: dict[str, Any]) -> None:
    shown = told("verify")
    assert shown["table"] == "saboteur-1"
    assert [(d["name"], d["round"], d["ok"]) for d in shown["deals"]] == [
        ("roles", 1, None),
        ("goals", 1, None),
    ]
    assert all(set(d) == {"name", "round", "commitment", "ok"} for d in shown["deals"])
    assert run("verify").status == 0
    assert "still secret" in run("verify").out


def test_after_a_round_all_is_shown_and_holds_and_the_next_is_secret_again(
    told: Told, run: Run, secret: dict[str, Any]
) -> None:
    promised = {d["name"]: d["commitment"] for d in told("verify")["deals"]}
    finished = told("do", "finish", "--winner", "diggers", "--connector", "Ann")
    deals = told("verify")["deals"]
    first = [d for d in deals if d["round"] == 1]
    assert {d["name"]: d["commitment"] for d in first} == promised
    for deal in first:
        assert deal["ok"] is True
        text = json.dumps(deal["deal"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert hashlib.sha256(f"{deal['nonce']}:{text}".encode()).hexdigest() == deal["commitment"]
    assert {r["name"]: r["role"] for r in first[0]["deal"]["roles"]} == secret["roles"]
    assert first[1]["deal"] == secret["goals"]
    second = [d for d in deals if d["round"] == 2]
    assert [d["ok"] for d in second] == [None, None]
    assert not any({"nonce", "deal"} & d.keys() for d in second)
    assert [d["commitment"] for d in second] == [d["commitment"] for d in finished["deals"]]
    plain = run("verify")
    assert plain.status == 0
    lines = plain.out.splitlines()
    for deal in deals:
        assert lines.count(deal["commitment"]) == 1
    for deal in first:
        assert f"nonce {deal['nonce']}" in lines
        assert "deal " + json.dumps(deal["deal"], sort_keys=True, separators=(",", ":")) in lines


def test_round_two_can_be_looked_at_at_once(told: Told, folder: Path, secret: dict[str, Any]) -> None:
    told("do", "finish", "--winner", "saboteurs", "--last", "Ann")
    with Terminal(folder, "roles", "--player", "Cem") as terminal:
        terminal.wait(READY)
        terminal.press("\r")
        terminal.wait(SHOWN)
        terminal.press(" ")
        assert terminal.end() == 0
    assert told("status")["state"]["looks"] == [{"player": "Cem", "what": "role", "round": 2}]


@pytest.mark.usefixtures("secret")
def test_a_deal_that_does_not_hold_is_cried_out(
    run: Run, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    told("do", "finish", "--winner", "diggers", "--connector", "Ann")
    monkeypatch.setattr("companion.cli.secrets.holds", lambda deal: deal.name != "goals")
    ran = run("verify", "--json")
    assert ran.status == 1
    assert [d["ok"] for d in ran.json["deals"]] == [True, False, None, None]
    plain = run("verify")
    assert plain.status == 1
    assert "goals, round 1: NOT what was committed to" in plain.out


def test_reveal_turns_a_goal_up_for_all_and_can_not_be_undone(
    told: Told, run: Run, secret: dict[str, Any]
) -> None:
    shown = told("reveal", "middle")
    assert shown["state"]["open_goals"] == {"middle": secret["goals"]["middle"]}
    assert run("undo", "--json").error == (1, "nothing-to-undo")
    assert run("reveal", "middle", "--json").error == (1, "already-open")
    assert told("status")["state"]["open_goals"] == {"middle": secret["goals"]["middle"]}
    assert run("reveal", "nowhere", "--json").error[0] in (1, 2)


def test_undo_says_that_what_was_looked_at_stays_on_record(run: Run, told: Told, folder: Path) -> None:
    told(*SETUP)
    told("do", "holdings", "Ann", "gold-1=1")
    with Terminal(folder, "peek", "top", "--player", "Ann") as terminal:
        terminal.wait(READY)
        terminal.press("\r")
        terminal.wait(SHOWN)
        terminal.press(" ")
        assert terminal.end() == 0
    ran = run("undo", "--json")
    assert ran.status == 0
    assert "can't be unseen" in ran.err
    assert ran.json["state"]["looks"] == [{"player": "Ann", "what": "top", "round": 1}]
