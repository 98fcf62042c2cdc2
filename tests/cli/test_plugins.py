"""Games that other packages bring: found, served by every command, and kept out where they are unfit."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import deck, games
from companion.games import plugins
from tests.plugged import PEBBLES, Install, installer

Run = Callable[..., Any]
Told = Callable[..., Any]

IMPORTS = """
from dataclasses import replace
from companion.games.base import HouseRule, Kind
from companion.games.holdings import holdings_action
from companion_pebbles import KINDS, PICK, Pebbles
from scorers.text import T
"""


def game(body: str) -> str:
    """The source of a module whose game is Pebbles with this class body over it."""
    return f"{IMPORTS}\nclass Other(Pebbles):\n{body}\n    pass\n\nGAME = Other()\n"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    yield from installer(tmp_path / "site", monkeypatch)


@pytest.fixture
def pebbles(install: Install) -> None:
    install("companion-pebbles", PEBBLES)


@pytest.mark.usefixtures("pebbles")
def test_a_plug_in_is_listed_after_the_built_in_games(told: Told) -> None:
    listed = told("games")["games"]
    assert [g["key"] for g in listed] == [*games.KEYS, "pebbles"]
    assert listed[-1] == {"key": "pebbles", "name": "Pebbles", "players": [2, 4]}


@pytest.mark.usefixtures("pebbles")
def test_a_plug_in_s_game_is_played_from_setup_to_the_tie(told: Told, run: Run) -> None:
    opened = told("setup", "pebbles", "--player", "Ann", "--player", "Bob", "--rule", "pairs=on")
    assert opened["table"] == "pebbles-1"
    assert opened["numbers"] == {"beach": 16, "in_box": 16}
    assert told("do", "pick", "Ann", "white=3", "black=2")["said"] == "Ann picks up 3 white, 2 black"
    refused = run("do", "pick", "Bob", "black=11", "--json")
    assert refused.error == (1, "over-limit")
    told("do", "holdings", "Bob", "black=4")
    told("undo")
    told("redo")
    score = told("score")
    assert [sheet["total"] for sheet in score["scoresheets"]] == [3 + 4 + 2, 8]
    assert score["scoresheets"][0]["lines"][-1]["detail"] == "2 pairs (house rule pairs = on)"
    assert told("settle", "pebbles", "Ann=9", "Bob=9")["standings"][0]["shared"] is True
    assert told("rules", "pebbles")["rules"][0]["value"] == "on"
    assert told("status")["state"]["on_beach"] == 7
    shown = told("explain", "white")
    assert shown["rules"] == [
        {"key": "pairs", "value": "on", "text": "A white and a black pebble together bring 1 point more."}
    ]


@pytest.mark.usefixtures("pebbles")
def test_a_plug_in_s_tags_are_listed_and_understood(told: Told) -> None:
    tags = told("tags", "pebbles", "--list")["tags"]
    assert len(tags) == 32
    assert all(len(tag["payload"]) <= 10 for tag in tags)
    for tag in tags:
        card = deck.meaning(tag["payload"])
        assert card == deck.Card("pebbles", tag["card"], tag["copy"])
    assert deck.meaning("PB:WHT:21") is None


@pytest.mark.usefixtures("pebbles")
def test_a_plug_in_s_key_may_be_shortened_and_its_slip_is_guessed(told: Told, run: Run) -> None:
    assert told("rules", "peb")["game"] == "pebbles"
    assert "Did you mean pebbles?" in run("rules", "pebles").err


def test_built_in_games_never_look_for_packages(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plugins.forget()

    def looked(**_: object) -> None:
        raise AssertionError("the packages were looked through")

    monkeypatch.setattr("importlib.metadata.entry_points", looked)
    for words in (
        ("setup", "archaeology", "--players", "2", "--start", "P1"),
        ("do", "sell", "P1", "coin=3"),
        ("score",),
        ("status",),
        ("log",),
        ("rules", "caravan"),
        ("tags", "archaeology", "--list"),
    ):
        assert run(*words).status == 0
    assert deck.meaning("AR:POT:07") is not None
    with pytest.raises(AssertionError):
        run("games")


UNFIT = {
    "broken": (
        "raise RuntimeError('no pebbles today')",
        "can't be imported (RuntimeError: no pebbles today)",
    ),
    "nothing": ("", "can't be imported (AttributeError"),
    "exits": ("raise SystemExit(3)", "can't be imported (SystemExit: 3)"),
    "no-game": ("GAME = 'pebbles'", "it is a str, not a companion.games.base.Game"),
    "half": (
        "from companion.games.base import Game\nclass Half(Game):\n    key = 'half'\nGAME = Half()",
        "can't be imported (TypeError: Can't instantiate abstract class Half",
    ),
    "elsewhere": (game(""), "its entry point is called 'elsewhere', its key is 'pebbles'"),
    "pirates": (game("    key, deck = 'pirates', 'SA'"), "the deck code SA is taken by Saboteur"),
    "markers": (game("    key, deck = 'markers', 'PL'"), "the deck code 'PL' has to be two capital letters"),
    "long": (
        game("    key, deck, kinds = 'long', 'LO', (KINDS[0]._replace(code='WHITE'), KINDS[1])"),
        "the code 'WHITE' of white has to be 1 to 4 capital letters and digits",
    ),
    "saboteur": (game("    key = 'saboteur'"), "the key 'saboteur' is taken by Saboteur"),
}


@pytest.mark.parametrize("key", UNFIT)
def test_an_unfit_plug_in_is_named_with_its_package_and_the_others_go_on(
    key: str, install: Install, run: Run
) -> None:
    source, why = UNFIT[key]
    module = f"unfit_{key.replace('-', '_')}"
    install("companion-pebbles", PEBBLES)
    install("bad-package", {key: f"{module}:GAME"}, {module: source})
    listed = run("games", "--json")
    assert listed.status == 0
    assert [g["key"] for g in listed.json["games"]] == [*games.KEYS, "pebbles"]
    assert "Warning: The package bad-package brings the game" in listed.err
    assert why in listed.err
    assert run("setup", "pebbles", "--players", "2").status == 0
    assert run("setup", "saboteur", "--players", "3").status == 0
    if key not in games.KEYS:
        refused = run("setup", key, "--players", "2", "--json")
        assert refused.error == (1, "bad-plugin")
        assert "bad-package" in refused.json["error"]["message"]
        assert why in refused.json["error"]["message"]
    sys.modules.pop(module, None)


def test_of_two_packages_with_one_key_the_second_is_kept_out(install: Install, run: Run) -> None:
    install("companion-pebbles", PEBBLES)
    install("other-pebbles", {"pebbles": "other_pebbles:GAME"}, {"other_pebbles": game("")})
    listed = run("games", "--json")
    assert [g["key"] for g in listed.json["games"]].count("pebbles") == 1
    assert "The package other-pebbles brings the game 'pebbles'" in listed.err
    assert "the key 'pebbles' is taken by Pebbles" in listed.err
    assert run("setup", "pebbles", "--players", "2").status == 0
    sys.modules.pop("other_pebbles", None)


def test_doctor_has_a_line_for_every_plug_in(install: Install, run: Run) -> None:
    install("companion-pebbles", PEBBLES)
    install("bad-package", {"bad": "unfit_bad:GAME"}, {"unfit_bad": "raise ValueError('x')"})
    checks = {check["name"]: check for check in run("doctor", "--json").json["checks"]}
    assert checks["plug-in pebbles"]["ok"] is True
    assert checks["plug-in pebbles"]["detail"] == "Pebbles, from companion-pebbles 1.0"
    assert checks["plug-in bad"]["ok"] is False
    assert "ValueError: x" in checks["plug-in bad"]["detail"]
    assert "pip uninstall bad-package" in checks["plug-in bad"]["fix"]


def test_a_table_of_a_game_that_was_taken_out_says_so(install: Install, run: Run, tmp_path: Path) -> None:
    install("companion-pebbles", PEBBLES)
    assert run("setup", "pebbles", "--players", "2").status == 0
    (tmp_path / "site" / "companion_pebbles-1.0.dist-info" / "entry_points.txt").write_text("")
    plugins.forget()
    refused = run("status", "--json")
    assert refused.error == (1, "unknown-game")
    assert "'pebbles' is not installed here" in refused.json["error"]["message"]
    assert run("setup", "caravan", "--players", "2").status == 0
    listed = run("tables", "--json")
    assert [row["table"] for row in listed.json["tables"]] == ["caravan-1"]
    assert "table pebbles-1 is left out" in listed.err


def test_a_record_s_game_is_never_another_whose_key_begins_alike(install: Install) -> None:
    install(
        "longer", {"pebbles-two": "longer_pebbles:GAME"}, {"longer_pebbles": game("    key = 'pebbles-two'")}
    )
    assert games.load("pebbles").key == "pebbles-two"
    with pytest.raises(ValueError, match="not installed here"):
        games.named("pebbles")
    sys.modules.pop("longer_pebbles", None)
