"""`companion status` in text: what a table can use, from the view alone; JSON is fixed elsewhere."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion import games
from companion.games.status import Grid, general
from companion.view import seen
from tests.cli.conftest import Run
from tests.play.tables import opened

NAMES = ("--player", "Ann", "--player", "Bob", "--player", "Cem")


def status(run: Run) -> list[str]:
    """The lines of the status, spaces within them as one."""
    ran = run("status")
    assert (ran.status, ran.err) == (0, "")
    return [re.sub(r"\s+", " ", line).strip() for line in ran.out.splitlines()]


def test_saboteur(run: Run) -> None:
    run("setup", "saboteur", *NAMES, "--start", "Bob", "--rule", "rounds=2")
    run("do", "turn", "Cem")
    run("do", "break", "Ann", "pickaxe")
    run("do", "break", "Ann", "cart")
    run("reveal", "middle")
    content = run("status", "--json").json["state"]["open_goals"]["middle"]
    words = {"gold": "the gold"}.get(content, f"stone, its corner to the {content.removeprefix('stone-')}")
    assert status(run) == [
        "saboteur-1: Saboteur",
        "Players, clockwise: Ann, Bob, Cem.",
        "Bob is the start player.",
        "Round 1 of 2.",
        "It is the turn of Cem.",
        "Broken of Ann: pickaxe, cart.",
        "May build: Bob, Cem.",
        f"Open: the middle goal, {words}.",
        "Face down: the top goal, the bottom goal.",
        "28 gold cards are left in the pile.",
        "House rules: rounds=2",
    ]
    run("do", "finish", "--winner", "diggers", "--connector", "Ann")
    later = status(run)
    assert "Round 2 of 2." in later
    assert "25 gold cards are left in the pile." in later
    assert any(re.fullmatch(r"1 the diggers .* picked by .*", line) for line in later)


def test_saboteurs_gold_stands_there_only_once_it_is_no_secret(run: Run) -> None:
    run("setup", "saboteur", *NAMES, "--rule", "rounds=1", "--rule", "roles=cards")
    run("do", "holdings", "Ann", "gold-3=2")
    assert "Nuggets" not in run("status").out
    run("do", "finish", "--winner", "diggers", "--connector", "Ann", "--no-saboteur")
    lines = status(run)
    assert "The only round is over." in lines
    assert "Ann 2 of 3 6" in lines


def test_who_looked_at_what_is_told_and_never_what_they_saw() -> None:
    journal = opened("saboteur", ("Ann", "Bob", "Cem"))
    shown = {**seen(journal.game, journal.state), "looks": [
        {"player": "Ann", "what": "role", "round": 1},
        {"player": "Bob", "what": "role", "round": 1},
        {"player": "Bob", "what": "top", "round": 1},
        {"player": "Cem", "what": "top", "round": 2},
    ]}  # fmt: skip
    lines = [str(part) for part in journal.game.status(shown)]
    assert "At their role looked Ann and Bob." in lines
    assert "At the top goal looked Bob." in lines


def test_archaeology(run: Run) -> None:
    run("setup", "archaeology", *NAMES, "--start", "Ann")
    run("do", "sell", "Ann", "coin=3", "mask=1")
    run("do", "explore", "Bob", "2")
    run("do", "market", "pot=2", "map=1")
    run("do", "leave", "Cem")
    lines = status(run)
    assert "Players, clockwise: Ann, Bob, Cem (left)." in lines
    assert "Ann 3 coins for 10, 1 Pharaoh's mask for 4 14 0" in lines
    assert "Cem (left) 0" in lines
    assert "Market: 2 pot shards and 1 map." in lines
    assert "2 5 Bob" in lines
    assert "1 3 not opened" in lines
    assert any(line.startswith("Dig deck, as recorded: 53 cards, of them ") for line in lines)
    assert any(
        line.startswith("Not sold yet: 18 pot shards") and "3 Pharaoh's masks" in line for line in lines
    )


def test_caravan(run: Run) -> None:
    run("edition", "caravan", "caravan-spaces.3=5")
    run("setup", "caravan", *NAMES)
    run("do", "holdings", "Ann", "craft-2=3", "craft-5=4", "princess=2")
    run("do", "holdings", "Bob", "craft-7=1", "princess=1", "merchant=1")
    run("do", "market", "craft-3", "craft-2", "lamp", "craft-2", "mouse", "craft-7")
    run("do", "stock", "Cem", "craft-4=2")
    lines = status(run)
    assert any(line.startswith("Ann 3 x Craft 2, 4 x Craft 5 and 2 x princess 34") for line in lines)
    assert "Most princesses: Ann with 2." in lines
    assert "Most merchants: Bob with 1." in lines
    assert "One more for Princess Merchant" in lines
    assert any(re.fullmatch(r"Bob Bob \+2 .*", line) for line in lines), lines
    assert "In the caravan: 2 x Craft 4; 3 of 5 spaces free." in lines
    assert "Wallet: Craft 3, money 3." in lines
    assert "5 Craft 7" in lines
    run("do", "stock", "Ann", "craft-4=3")
    assert "A distribution is under way, Ann first. Still to take: Ann, Bob, Cem." in status(run)


def test_treasure_hunt_draws_the_board_with_aces_and_thief(run: Run) -> None:
    run("setup", "treasure-hunt", *NAMES)
    run("do", "put", "Ann", "3")
    run("do", "put", "Bob", "3", "--down")
    run("do", "holdings", "Ann", "D10=1", "D2=1")
    out = run("status").out
    assert run("status", "--json").json["state"]["aces"]["Bob"] == {"place": "3", "face_up": False}
    assert re.search(r"│ +ab +│", out), "both aces stand on one card"
    assert re.search(r"│ *\d+ (E )?T *│", out)
    lines = status(run)
    assert any(line.startswith("a Ann place 3 10 of diamonds, 2 of diamonds") for line in lines), lines
    assert "b Bob place 3, face down" in lines
    assert "9 cards are in the stock." in lines


def test_a_game_without_a_status_of_its_own_is_told_as_its_view_comes() -> None:
    shown: dict[str, Any] = {
        "players": [{"seat": 1, "name": "Ann"}],
        "rules": {},
        "deals": [],
        "beach": {"white": 3, "black": 0},
        "held": [{"player": "Ann", "pebbles_held": 2, "note": None}],
        "empty": [],
        "unknown": None,
        "last_call": True,
    }
    parts = general(shown)
    assert [str(part) for part in parts if not isinstance(part, Grid)] == [
        "Beach: white 3, black 0.",
        "Held:",
        "Last call: yes.",
    ]
    (grid,) = [part for part in parts if isinstance(part, Grid)]
    assert grid.headings == ("Player", "Pebbles held")
    assert [[str(cell) for cell in row] for row in grid.rows] == [["Ann", "2"]]


@pytest.mark.parametrize("game", [g.key for g in games.built_in()])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_game_has_a_status_right_after_setup_and_once_closed(
    run: Run, game: str, language: str
) -> None:
    run("setup", game, *NAMES)
    for _ in range(2):
        ran = run("status", "--lang", language)
        assert (ran.status, ran.err) == (0, "")
        assert "{" not in ran.out
        assert "None" not in ran.out
        run("close")
