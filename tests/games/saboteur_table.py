"""Saboteur tables for tests: how to seat people, deal by a fixed chance, act and be refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.deals import Dealer
from companion.games.base import Action, Occasion
from companion.games.saboteur import GAME
from companion.journal import fold, setup_outcome
from companion.table import Event, Player, State
from scorers.refusal import Refusal

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit")
DEFAULTS = {rule.key: rule.default for rule in GAME.house_rules}
AT = "2026-11-29T20:15:00Z"
DEALER = Dealer(random.Random(1))


def rules(**changed: str) -> dict[str, str]:
    """The default house rules with these changed; underscores stand for hyphens."""
    named = {key.replace("_", "-"): value for key, value in changed.items()}
    assert named.keys() <= DEFAULTS.keys()
    return {**DEFAULTS, **named}


def occasion(players: int, start: str | None = None, **changed: str) -> Occasion:
    seats = tuple(Player(f"p{i + 1}", NAMES[i], i + 1) for i in range(players))
    return Occasion(seats, rules(**changed), start=start)


def setup_event(players: int, seed: int = 1, **changed: str) -> Event:
    outcome = setup_outcome(GAME, "t-1", occasion(players, **changed), Dealer(random.Random(seed)))
    return Event(1, AT, "setup", outcome.data, outcome.secret)


def table(players: int, seed: int = 1, **changed: str) -> State:
    """A table right after its setup, as the journal opens it."""
    return fold([setup_event(players, seed, **changed)], lambda key: GAME).state


def action(name: str) -> Action:
    return next(a for a in GAME.actions if a.name == name)


def arguments(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """All parameters of an action: those given, the others as a command line leaves them out."""
    empty = {"players": (), "flag": False, "cards": ()}
    args = {param.name: empty.get(param.kind) for param in action(name).params}
    assert given.keys() <= args.keys()
    return {**args, **given}


def act(state: State, name: str, **given: Any) -> State:
    """The state after an action that must be accepted; underscores in names stand for hyphens."""
    args = arguments(name, {key.replace("_", "-"): value for key, value in given.items()})
    outcome = action(name).check(state, args, DEALER)
    return action(name).effect(state, outcome.data, outcome.secret)


def refused(state: State, name: str, **given: Any) -> Refusal:
    """The refusal of an action that must be refused."""
    args = arguments(name, {key.replace("_", "-"): value for key, value in given.items()})
    with pytest.raises(Refusal) as found:
        action(name).check(state, args, DEALER)
    return found.value


def rulings(look: Callable[[], str]) -> str:
    """The kind of the refusal that a look must meet."""
    with pytest.raises(Refusal) as found:
        look()
    return found.value.kind
