"""The games. Each is loaded when it is asked for, so that a command pays for one game only."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from scorers.refusal import Refusal
from scorers.text import T

if TYPE_CHECKING:
    from companion.games.base import Game

_MODULES = {
    "saboteur": "companion.games.saboteur",
    "archaeology": "companion.games.archaeology",
    "caravan": "companion.games.caravan",
    "treasure-hunt": "companion.games.treasure_hunt",
}

KEYS = tuple(_MODULES)


@cache
def load(key: str) -> Game:
    """The game with this key, which may be shortened while it stays clear.

    Raises `Refusal` (`unknown-game`) with the nearest key where there is none.
    """
    word = key.strip().casefold()
    found = [known for known in KEYS if known == word] or [known for known in KEYS if known.startswith(word)]
    if not word or len(found) != 1:
        near = get_close_matches(word, KEYS, 1, 0.5)
        if near:
            raise Refusal(
                "unknown-game",
                T(
                    "There is no game '{key}'. Did you mean {near}? Known: {known}.",
                    key=key,
                    near=near[0],
                    known=KEYS,
                ),
            )
        raise Refusal("unknown-game", T("There is no game '{key}'. Known: {known}.", key=key, known=KEYS))
    game: Game = import_module(_MODULES[found[0]]).GAME
    return game


def every() -> tuple[Game, ...]:
    """All games that are installed."""
    return tuple(load(key) for key in KEYS)
