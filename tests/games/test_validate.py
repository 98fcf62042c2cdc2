"""The check of a game's declarations: the built-in games pass it, and every fault is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion import games
from companion.games.base import Fact, Game, Guide, Kind, Occasion, Step
from companion.games.validate import RESERVED, problems
from companion.table import Player, State
from companion.view import view
from scorers.text import T
from tests.plugin_example.companion_pebbles import KINDS, PAIRS, PICK, Pebbles

HOLDINGS = Pebbles.actions[1]
CARDS = PICK.params[1]


@pytest.mark.parametrize("key", games.KEYS)
def test_the_built_in_games_keep_every_promise(key: str) -> None:
    assert [str(text) for text in problems(games.load(key))] == []


def test_the_example_keeps_every_promise() -> None:
    assert problems(Pebbles()) == []


def test_the_reserved_keys_are_those_of_the_view_that_all_games_share() -> None:
    class Bare(Pebbles):
        def view(self, state: State, viewer: str | None) -> Mapping[str, Any]:
            return {}

    players = (Player("p1", "Ann", 1), Player("p2", "Bob", 2))
    state = State("t", "pebbles", players, {"pairs": "off"}, {}, {"holdings": {}})
    assert set(view(Bare(), state)) <= set(RESERVED)


def _pick(**changes: Any) -> dict[str, Any]:
    return {"actions": (replace(PICK, **changes), HOLDINGS)}


def _param(**changes: Any) -> dict[str, Any]:
    return _pick(params=(PICK.params[0], CARDS._replace(**changes)))


def _rule(**changes: Any) -> dict[str, Any]:
    return {"house_rules": (PAIRS._replace(**changes),)}


def _kind(**changes: Any) -> dict[str, Any]:
    return {"kinds": (KINDS[0]._replace(**changes), KINDS[1])}


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"key": "Pebbles"}, "the key 'Pebbles' has to be small letters"),
    ({"key": "../x"}, "the key '../x' has to be small letters"),
    ({"key": "players"}, "and not 'players'"),
    ({"name": "Pebbles"}, "'name' has to be a Text"),
    ({"deck": "P"}, "the deck code 'P' has to be two capital letters"),
    ({"least_players": 0}, "0 to 4 players are not within 1 to 10"),
    ({"most_players": 11}, "2 to 11 players are not within 1 to 10"),
    ({"kinds": None}, "it lacks 'kinds'"),
    ({"kinds": [*KINDS]}, "'kinds' has to be a tuple of Kind"),
    ({"kinds": ()}, "it has no kinds of card"),
    ({"kinds": (*KINDS, KINDS[0]._replace(code="W"))}, "the kind 'white' is there twice"),
    ({"kinds": (*KINDS, Kind("grey", "BLK", T("Grey"), 1))}, "two kinds have the code 'BLK'"),
    (_kind(key="a=b"), "the kind's key 'a=b' has to be"),
    (_kind(code="WHITE"), "the code 'WHITE' of white has to be 1 to 4"),
    (_kind(code="w"), "the code 'w' of white"),
    (_kind(copies=100), "100 copies of white are not within 1 to 99"),
    (_rule(default="maybe"), "the default 'maybe' of the house rule pairs is none of its values off, on"),
    (_rule(values=("off", "on", "on")), "the house rule pairs has the value 'on' twice"),
    (_rule(values=("off", "ON")), "'ON' of the house rule pairs has to be small letters"),
    (_rule(source="aunt"), "the house rule pairs has to come from"),
    ({"house_rules": (PAIRS, PAIRS)}, "the house rule 'pairs' is there twice"),
    ({"house_rules": ("pairs",)}, "'house_rules' has to be a tuple of HouseRule"),
    ({"facts": (Fact("a", T("a")), Fact("a", T("a")))}, "the fact 'a' is there twice"),
    ({"facts": (Fact("a=b", T("a")),)}, "the fact's key 'a=b' can't be written"),
    ({"facts": (Fact("a", T("a"), 3, 2),)}, "the fact a has no number from 3 to 2"),
    ({"actions": (PICK, PICK, HOLDINGS)}, "the action 'pick' is there twice"),
    ({"actions": (PICK,)}, "it needs the action 'holdings'"),
    (_pick(name="rename"), "the action 'rename' is one that every table has already"),
    (_pick(name="undo"), "the action 'undo' is one that every table has already"),
    (_pick(name="Pick up"), "the action's name 'Pick up' has to be"),
    (_pick(effect=None), "the action pick needs functions for check, effect and text"),
    (_pick(params=(CARDS, CARDS)), "pick has the parameter 'cards' twice"),
    (
        _pick(params=(CARDS, CARDS._replace(name="more"))),
        "pick takes any number of words in more than one place",
    ),
    (_param(kind="colour"), "pick: 'colour' is no kind of parameter"),
    (_param(name="json", option=True), "pick: a parameter can't be called 'json'"),
    (_param(kind="choice"), "pick: choices belong to a choice"),
    (_param(kind="flag"), "pick: the flag cards has to be an option"),
]


@pytest.mark.parametrize(("attributes", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_every_fault_of_a_declaration_is_told(attributes: dict[str, Any], fault: str) -> None:
    game = type("Faulty", (Pebbles,), attributes)()
    assert any(fault in str(text) for text in problems(game)), [str(text) for text in problems(game)]


def test_all_faults_are_told_at_once() -> None:
    game = type("Faulty", (Pebbles,), {"key": "P", "deck": "p", **_rule(default="maybe")})()
    assert len(problems(game)) == 3


def test_what_is_no_game_is_refused() -> None:
    assert [str(text) for text in problems(Pebbles)] == ["it is a ABCMeta, not a companion.games.base.Game"]


def _raises(self: Game, occasion: Occasion) -> Guide:
    raise KeyError(4)


TRIALS: list[tuple[dict[str, Any], str]] = [
    ({"guide": _raises}, "a trial table for 4 fails (KeyError: 4)"),
    ({"guide": lambda self, occasion: Guide({}, ())}, "guide() has no steps"),
    (
        {"guide": lambda self, occasion: Guide({"share": 0.5}, (Step(T("a"), T("b")),))},
        "guide().numbers can't be written as JSON: guide().numbers.share is a float",
    ),
    ({"first_facts": lambda self, occasion: {"holdings": {}, "x": {1}}}, "first_facts().x is a set"),
    (
        {"view": lambda self, state, viewer: {"players": [], "open": 1}},
        "view() may not use the keys players, open",
    ),
    ({"view": lambda self, state, viewer: {"by": {1: 2}}}, "view() can't be written as JSON: view().by[1]"),
    ({"score": lambda self, state: self.score_cards({}, state.rules)}, "score() has to give every player's"),
    ({"explanations": lambda self: {"white": "a pebble"}}, "explanations() has to give texts by word"),
]


@pytest.mark.parametrize(("functions", "fault"), TRIALS, ids=[fault for _, fault in TRIALS])
def test_a_trial_table_finds_what_declarations_don_t_show(functions: dict[str, Any], fault: str) -> None:
    game = type("Faulty", (Pebbles,), functions)()
    assert any(fault in str(text) for text in problems(game)), [str(text) for text in problems(game)]
