"""Asking who plays, one name a line, until the names can be the players of the game."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion import names
from companion.cli.app import App
from companion.games.base import Game
from companion.setup import seated
from scorers.refusal import Refusal
from scorers.text import T

_SEVERAL = re.compile(r"[,;、，]")
"""What stands between names where somebody writes them all on one line."""


def players(app: App, game: Game, ask: Callable[[str], str]) -> tuple[str, ...]:
    """The names in seat order; `ask` shows a prompt and gives the line typed. Asks on until they can play."""
    app.print(T("Who plays? One name a line in seat order (clockwise); an empty line ends."))
    found: list[str] = []
    while len(found) < game.most_players:
        typed = ask(f"  {len(found) + 1}: ")
        try:
            if typed.strip() == "-" and found:
                app.print(T("{name} is taken back.", name=found.pop()))
                continue
            if not typed.strip():
                seated(game, found, None)
                break
            names.distinct([*found, typed])
            if _SEVERAL.search(typed):
                app.print(
                    T(
                        "That is one player, called '{name}'; one name a line. A line with - takes it back.",
                        name=names.clean(typed),
                    )
                )
        except Refusal as refusal:
            app.print(app.refusal(refusal.text))
            continue
        found.append(names.clean(typed))
    return tuple(found)
