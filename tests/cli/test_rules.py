"""`companion games`, `rules` and `edition`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Told = Callable[..., Any]
GAMES = ("saboteur", "archaeology", "caravan", "treasure-hunt")

OPTIONS = {
    "archaeology": {"tiebreak": ("fewest-cards-sold", {"fewest-cards-sold", "most-cards-sold", "shared"})},
    "saboteur": {
        "gold-draw": ("per-player", {"per-player", "per-digger"}),
        "no-saboteur-deal": ("allowed", {"allowed", "redeal"}),
        "inexact-pay": ("credit", {"credit", "largest-below"}),
        "rounds": ("3", set("123456789")),
        "roles": ("companion", {"companion", "cards"}),
        "goals": ("companion", {"companion", "cards"}),
    },
    "caravan": {
        "starting-hand": ("4", {"4", "0"}),
        "wallet-fill-starter": ("buyer", {"buyer", "next"}),
        "lamps": ("on", {"on", "off"}),
        "mice-with-stock": ("off", {"on", "off"}),
        "new-wallet": ("leftmost", {"leftmost", "from-pile"}),
        "tiebreak": ("shared", {"shared", "most-cards"}),
    },
    "treasure-hunt": {
        **{
            key: ("off", {"on", "off"})
            for key in ("mimic", "mimic-faces", "rush", "magic", "my-god", "mana", "spirit", "spirit-spares")
        },
        "jokers": ("2", {"1", "2"}),
        "tiebreak": ("shared", {"shared", "pip-sum"}),
        "first-turn": ("move-only", {"move-only", "full"}),
    },
}
"""Each game's house rules as its rules page lists them: default and values."""


def test_games_have_the_keys_of_the_contract(told: Told, run: Run) -> None:
    assert told("games") == {
        "games": [
            {"key": "saboteur", "name": "Saboteur", "players": [3, 10]},
            {"key": "archaeology", "name": "Archaeology", "players": [1, 4]},
            {"key": "caravan", "name": "Tan-Tan Caravan", "players": [2, 4]},
            {"key": "treasure-hunt", "name": "Treasure Hunt", "players": [2, 4]},
        ]
    }
    plain = run("games")
    assert (plain.status, plain.err) == (0, "")
    assert len(plain.out.splitlines()) == 5


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_the_keys_of_the_contract_and_the_pages_values(told: Told, run: Run, game: str) -> None:
    shown = told("rules", game)
    assert shown["game"] == game
    listed = {rule["key"]: (rule["value"], set(rule["values"])) for rule in shown["rules"]}
    assert listed == OPTIONS[game]
    for rule in shown["rules"]:
        assert rule.keys() >= {"key", "value", "values", "source", "text"}
        assert rule["source"] in ("printed", "house")
        assert rule["text"]
    plain = run("rules", game)
    assert (plain.status, plain.err) == (0, "")
    assert all(key in plain.out for key in listed)


def test_rules_name_the_author_of_treasure_hunt(told: Told, run: Run) -> None:
    assert "ﾋﾖｺ戦艦" in told("rules", "treasure-hunt")["credit"]
    assert "ﾋﾖｺ戦艦" in run("rules", "treasure-hunt").out
    assert "ﾋﾖｺ戦艦" in run("setup", "treasure-hunt", "--players", 2, "--guide-only").out


def test_rules_show_what_is_in_force_at_the_current_table(told: Told) -> None:
    def rounds(*words: str) -> str:
        return str(
            next(r["value"] for r in told("rules", "saboteur", *words)["rules"] if r["key"] == "rounds")
        )

    told("setup", "saboteur", "--players", 3, "--rule", "rounds=7")
    assert rounds() == "7"
    told("setup", "caravan", "--players", 3)
    assert rounds() == "3"
    assert rounds("--table", "saboteur-1") == "7"


@pytest.mark.parametrize("command", ["rules", "edition"])
def test_an_unknown_game_is_refused_with_the_nearest(run: Run, command: str) -> None:
    ran = run(command, "caravn", "--json")
    assert ran.error == (1, "unknown-game")
    assert "Did you mean caravan?" in ran.json["error"]["message"]
    assert run(command, "--json").error == (2, "usage")


def test_editions_have_the_keys_of_the_contract(told: Told, run: Run, folder: Path) -> None:
    shown = told("edition", "caravan")
    assert shown["game"] == "caravan"
    assert all(fact.keys() >= {"key", "value", "text"} for fact in shown["facts"])
    assert {fact["value"] for fact in shown["facts"]} == {None}
    assert "caravan-spaces.3" in {fact["key"] for fact in shown["facts"]}
    assert told("edition", "archaeology") == {"game": "archaeology", "facts": []}
    assert "same in every box" in run("edition", "archaeology").out
    assert not folder.exists()


def test_a_fact_is_kept_used_and_forgotten(told: Told, run: Run) -> None:
    shown = told("edition", "caravan", "caravan-spaces.3=9", "caravan-spaces.2=8")
    values = {fact["key"]: fact["value"] for fact in shown["facts"]}
    assert (values["caravan-spaces.3"], values["caravan-spaces.2"]) == (9, 8)
    assert told("edition", "caravan") == shown
    assert told("setup", "caravan", "--players", 3)["numbers"]["caravan_spaces"] == 9
    assert "9" in run("edition", "caravan").out
    told("edition", "caravan", "caravan-spaces.3=")
    assert told("setup", "caravan", "--players", 3)["numbers"]["caravan_spaces"] is None
    assert told("status", "--table", "caravan-1")["state"]["caravan_spaces"] == 9


def test_warnings_go_to_standard_error(run: Run) -> None:
    kinds = ("craft-2", "craft-3", "craft-4", "craft-5", "craft-6", "craft-7")
    ran = run("edition", "caravan", *(f"copies.{kind}=1" for kind in kinds), "--json")
    assert ran.status == 0
    assert "69" in ran.err
    assert ran.json["game"] == "caravan"


@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        (("caravan", "caravan-spaces.5=9"), (1, "unknown-fact"), "caravan-spaces."),
        (("caravan", "spaces=9"), (1, "unknown-fact"), "spaces"),
        (("caravan", "caravan-spaces.3=9999"), (1, "over-limit"), "caravan-spaces.3"),
        (("caravan", "caravan-spaces.3=x"), (2, "bad-argument"), "caravan-spaces.3=x"),
        (("caravan", "caravan-spaces.3"), (2, "bad-argument"), "KEY=NUMBER"),
        (("saboteur", "x=1"), (1, "unknown-fact"), "Saboteur"),
    ],
)
def test_wrong_facts_are_refused_and_none_is_kept(
    run: Run, folder: Path, words: tuple[str, ...], error: tuple[int, str], near: str
) -> None:
    ran = run("edition", words[0], "caravan-spaces.2=7", *words[1:], "--json")
    if words[0] == "caravan":
        assert ran.error == error
        assert near in ran.json["error"]["message"]
    assert run("edition", *words, "--json").error == error
    assert not list(folder.glob("*")) if folder.exists() else True


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"no-such-fact": 1}', '{"caravan-spaces.3": "9"}', '{"caravan-spaces.3": true}'],
)
def test_a_damaged_edition_file_is_named_and_left_as_it_is(run: Run, folder: Path, content: str) -> None:
    folder.mkdir()
    file = folder / "edition-caravan.json"
    file.write_text(content)
    for words in (("edition", "caravan"), ("edition", "caravan", "caravan-spaces.3=9"),
                  ("setup", "caravan", "--players", "3")):  # fmt: skip
        ran = run(*words, "--json")
        assert ran.error == (1, "bad-edition")
        assert str(file) in ran.json["error"]["message"]
    assert file.read_text() == content
    assert run("setup", "archaeology", "--players", 2).status == 0


def test_the_edition_file_is_plain_json_that_a_person_can_mend(told: Told, folder: Path) -> None:
    told("edition", "caravan", "caravan-spaces.3=9")
    assert json.loads((folder / "edition-caravan.json").read_text()) == {"caravan-spaces.3": 9}


def test_where_a_rule_comes_from_is_said_in_words_to_people(run: Run) -> None:
    sources = {rule["key"]: rule["source"] for rule in run("rules", "saboteur", "--json").json["rules"]}
    lines = run("rules", "saboteur").out
    assert sources["rounds"] == "printed"
    assert sources["inexact-pay"] == "house"
    assert "rounds = 3   (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9; printed rules)" in lines
    assert "inexact-pay = credit   (credit | largest-below; house rule)" in lines


def test_changing_a_fact_of_the_box_shows_that_one_and_where_all_are(run: Run) -> None:
    first = run("edition", "caravan", "copies.craft-2=12").out.splitlines()
    assert [line.split()[0] for line in first] == ["Key", "copies.craft-2", "`companion"]
    assert run("edition", "caravan", "copies.craft-2=12").out.startswith("Nothing changes")
    everything = run("edition", "caravan").out
    assert "caravan-spaces.3" in everything
    assert "Kept in" in everything
    assert len(run("edition", "caravan", "copies.craft-2=11", "--json").json["facts"]) > 10
