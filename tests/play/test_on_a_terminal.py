"""Guided play on a real terminal: from setup to the winner, secrets, what is lost when the terminal is."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion import games
from companion.store import Store
from tests.play.terminal import PATIENCE_S, ROOT, Terminal, needs_tmux, terminal

pytestmark = needs_tmux


def _events(folder: Path, table: str) -> list[str]:
    return [event.action for event in Store(folder / "data", games.load).journal(table).events]


def _wait_for_events(folder: Path, table: str, number: int) -> list[str]:
    end = time.monotonic() + PATIENCE_S
    while len(_events(folder, table)) < number and time.monotonic() < end:
        time.sleep(0.05)
    return _events(folder, table)


def _open(screen: Terminal, game: str, *players: str) -> None:
    """Opens a table by answering the questions, and leaves the guide at its first step."""
    screen.type(f"companion play {game}")
    screen.wait("  1:")
    for number, player in enumerate(players, start=2):
        screen.type(player)
        screen.wait(f"  {number}:")
    screen.type("")
    screen.wait("House rules (Enter")
    screen.type("")
    screen.wait("Step 1 of")
    screen.press("q")
    screen.wait(f"{games.load(game).key}-1>")


def test_a_table_from_setup_to_the_winner(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        screen.type("companion play")
        screen.wait("Game:")
        screen.type("archae")
        screen.wait("  1:")
        screen.say("Ann", "  2:")
        screen.say("ann", "same name")
        screen.type("Cem Lee")
        screen.wait("  3:")
        screen.type("")
        screen.wait("House rules (Enter")
        screen.type("tiebreak=shared")
        screen.wait("Step 1 of 7")
        screen.press("n")
        screen.wait("Step 2 of 7")
        screen.press("b")
        screen.wait("Step 1 of 7", times=2)
        for step in range(2, 8):
            screen.press("n")
            screen.wait(f"Step {step} of 7", times=2 if step == 2 else 1)
        screen.press("n")
        screen.wait("A turn: dig a card")
        screen.say("cem lee sells 3 coins and a map", "= sell 'Cem Lee' coin=3 map=1")
        screen.wait("Standing: Cem Lee 13, Ann 0")
        screen.say("sell Ann cup=3", "A broken cup set holds at most 2")
        screen.say("ann sells some cups", "'some' has no meaning here")
        screen.say("undo", "Undone: Cem Lee sells")
        screen.say("redo", "Standing: Cem Lee 13, Ann 0")
        screen.say("close", "Cem Lee wins: 13 against 0.")
    assert _events(tmp_path, "archaeology-1") == ["setup", "sell", "undo", "redo", "close"]


def test_tab_completes_actions_players_and_cards(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        _open(screen, "archaeology", "Ann", "Bob")
        for typed, completed in (("se", "sel"), ("ll A", "sell A"), ("", "sell Ann"), (" coi", "coin=")):
            screen.press(*typed) if typed != " coi" else screen.press("Space", "c", "o", "i")
            screen.press("Tab")
            screen.wait(completed)
        screen.type("3")
        screen.wait("Ann sells 3 coins")


def test_a_secret_leaves_nothing_behind_and_a_pin_keeps_it(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        _open(screen, "saboteur", "Ann", "Bob", "Cem")
        screen.wait("Pass the screen round: `secret Ann`")
        screen.type("secret bob")
        screen.wait("Pass the screen to Bob.")
        screen.press("Enter")
        assert "Bob, you are a " in screen.wait("Press any key to hide it")
        screen.press("p")
        screen.wait("A PIN of 4 to 12 digits")
        screen.say("12", "A PIN is 4 to 12 digits.")
        screen.say("4719", "The same again")
        screen.say("4719", "Bob set a PIN")
        screen.type("peek middle Bob")
        screen.wait("Pass the screen to Bob.")
        screen.press("Enter")
        screen.wait("Bob: your PIN")
        screen.say("4718", "That is not Bob's PIN.")
        screen.wait("Bob: your PIN")
        screen.say("4719", "The middle goal is ")
        screen.press("x")
        screen.wait("saboteur-1>")
        screen.type("log")
        screen.wait("Bob looked at the middle goal")
        left = screen.all()
        screen.type("quit")
        screen.wait("All is on record")
        screen.type("companion pin clear Bob")
        screen.wait("[y/N]")
        screen.say("y", "The table cleared Bob's PIN")
    for secret in ("you are a", "4719", "4718", "The middle goal is"):
        assert secret not in left
    assert _events(tmp_path, "saboteur-1") == ["setup", "roles", "pin", "peek", "clear-pin"]


def test_gold_typed_or_scanned_leaves_nothing_behind(tmp_path: Path) -> None:
    picture = ROOT / "sample_images" / "saboteur-ann.jpg"
    if not picture.exists():
        pytest.skip("sample_images/saboteur-ann.jpg is not there")
    with terminal(tmp_path) as screen:
        _open(screen, "saboteur", "Ann", "Bob", "Cem")
        screen.type("bob gets gold 3 2 2")
        screen.wait("saboteur-1> gold ...")
        screen.wait("Bob gets gold cards")
        screen.type("turn Bob")
        screen.wait("It is the turn of Bob.")
        screen.press("Up")
        screen.wait("saboteur-1> turn Bob", times=2)
        screen.press("Up")
        time.sleep(0.5)
        screen.wait("saboteur-1> turn Bob", times=2)
        screen.press("C-c")
        screen.type(f"scan {picture} --player Ann")
        screen.wait("Press Enter when nobody else can see.")
        screen.type("")
        shown = screen.wait("Record this at table saboteur-1?")
        assert "Gold card of 3" in shown
        screen.type("y")
        screen.wait("Press Enter to hide it.")
        screen.type("")
        screen.wait("saboteur-1>")
        screen.say("log", "The gold cards of Ann are counted")
        left = screen.all()
    for secret in ("gold 3", "3 2 2", "Gold card of", "gold-3"):
        assert secret not in left


def test_what_is_typed_ahead_is_taken_and_not_left_behind(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        _open(screen, "saboteur", "Ann", "Bob", "Cem")
        for _ in range(3):
            screen.type("ann gets gold 3 2 1")
            screen.type("turn Bob")
        actions = _wait_for_events(tmp_path, "saboteur-1", 7)
        assert actions == ["setup", *["gold", "turn"] * 3]
        screen.say("score", "secret until the last round")
        left = screen.all()
    assert "3 2 1" not in left
    assert left.count("> gold ...") == 3


def test_ctrl_c_clears_the_line_then_leaves_and_play_goes_on(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        _open(screen, "caravan", "Ann", "Bob")
        screen.say("ann stocks 2 lamps", "Ann stocks 2 x lamp")
        screen.press("x", "y", "z")
        screen.wait("> xyz")
        screen.press("C-c")
        screen.wait_gone("xyz")
        time.sleep(0.5)  # a key that comes while the prompt is put up again may be lost
        screen.press("C-c")
        screen.wait("All is on record. `companion play` goes on with caravan-1.")
        screen.type("clear; companion play")
        screen.wait("Tan-Tan Caravan at table caravan-1: Ann, Bob.")
        screen.say("undo", "Undone: Ann stocks")


def test_a_lost_terminal_loses_nothing(tmp_path: Path) -> None:
    with terminal(tmp_path) as screen:
        _open(screen, "treasure-hunt", "Ann", "Bob")
        screen.type("ann takes 3 of diamonds")
        assert _wait_for_events(tmp_path, "treasure-hunt-1", 2) == ["setup", "take"]
        screen.press("b", "o", "b")
        screen.kill_client()
    with terminal(tmp_path) as screen:
        screen.type("companion play")
        screen.wait("Treasure Hunt at table treasure-hunt-1")
        screen.say("score", "Ann leads: 1 against 0")
