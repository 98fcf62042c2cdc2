"""An action's own form: what it looks like, how it is read, and how what was understood is written in it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

import click

from companion.cli import do
from companion.games.base import Action, Game, Param
from companion.journal import actions

Raw = dict[str, Any]
"""The words given for an action's parameters, as `companion.words.parse` takes them."""


def key(param: Param) -> str:
    """Where the words for this parameter stand in a `Raw`."""
    return param.name.replace("-", "_")


def playable(game: Game) -> tuple[Action, ...]:
    """The actions that can be typed during play: the game's own, and those of any table under `do`."""
    return tuple(action for action in actions(game) if action.under_do or action in game.actions)


def template(action: Action) -> str:
    """The form in general: `sell NAME CARD=N ...`."""
    return " ".join([action.name, *(_slot(parameter) for parameter in _parameters(action))])


def _slot(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Argument):
        shown = str(parameter.metavar)
        return shown if parameter.required else f"[{shown}]"
    assert isinstance(parameter, click.Option)
    value = "" if parameter.is_flag else f" {_value(parameter)}"
    more = " ..." if parameter.multiple else ""
    option = f"{parameter.opts[0]}{value}{more}"
    return option if parameter.required else f"[{option}]"


def _value(option: click.Option) -> str:
    if isinstance(option.type, click.Choice):
        return "|".join(map(str, option.type.choices))
    return str(option.metavar or option.opts[0].lstrip("-").upper())


def _parameters(action: Action) -> list[click.Parameter]:
    """The action's own parameters as the command line has them."""
    wanted = {key(param) for param in action.params}
    return [parameter for parameter in do.command(action).params if parameter.name in wanted]


def read(action: Action, given: Sequence[str]) -> Raw:
    """The words that follow the action's name. Raises `click.UsageError` where they don't fit its form."""
    command = click.Command(action.name, params=_parameters(action), add_help_option=False)
    return dict(command.make_context(action.name, list(given)).params)


def written(action: Action, raw: Mapping[str, Any]) -> str:
    """What was understood, in the action's form: `sell Ann coin=3`."""
    said = [action.name]
    for param in action.params:
        value = raw.get(key(param))
        if value is None or value is False or value == () or value == []:
            continue
        values = value if isinstance(value, list | tuple) else (value,)
        if param.kind == "flag":
            said.append(f"--{param.name}")
        elif param.option:
            said += [f"--{param.name} {quoted(str(one))}" for one in values]
        else:
            said += [quoted(str(one)) for one in values]
    return " ".join(said)


def quoted(word: str) -> str:
    """The word as it has to be typed, in quotes where it has spaces.

    >>> quoted("Ann Lee"), quoted("アン")
    ("'Ann Lee'", 'アン')
    """
    return shlex.quote(word) if not word or re.search(r"[\s'\"\\]", word) else word


def split(line: str) -> list[str]:
    """The words of a line, those in quotes together; an apostrophe or a lone quote is no quote.

    >>> split("sell 'Ann Lee' coin=3"), split("ann's turn")
    (['sell', 'Ann Lee', 'coin=3'], ["ann's", 'turn'])
    """
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()
