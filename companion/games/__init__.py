"""The games: the built-in ones, and those that other packages bring (see `companion.games.plugins`).

Each is loaded when it is asked for, so that a command pays for one game only. Packages are looked through
only for a key that is none of the built-in ones, and where all games are asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from scorers.guess import guess
from scorers.refusal import Refusal
from scorers.text import T

if TYPE_CHECKING:
    from companion.games.base import Game
    from companion.games.plugins import Plugin

_MODULES = {
    "saboteur": "companion.games.saboteur",
    "archaeology": "companion.games.archaeology",
    "caravan": "companion.games.caravan",
    "treasure-hunt": "companion.games.treasure_hunt",
}

KEYS = tuple(_MODULES)
"""The keys of the built-in games."""


def known_keys() -> tuple[str, ...]:
    """The keys of all games that are installed, the built-in ones first. Nothing is imported for it."""
    from companion.games import plugins

    return tuple(dict.fromkeys((*KEYS, *plugins.names())))


def load(key: str) -> Game:
    """The game with this key, which may be shortened while it stays clear.

    Raises `Refusal`: `unknown-game` with the nearest key where there is none, `bad-plugin` where the package
    that brings it is at fault.
    """
    word = key.strip().casefold()
    if word in _MODULES:
        return _built_in(word)
    known = known_keys()
    found = [k for k in known if k == word] or [k for k in known if word and k.startswith(word)]
    if len(found) == 1:
        return named(found[0])
    if found:
        raise Refusal(
            "unknown-game", T("'{key}' may be {found}: write more of it.", key=key, found=tuple(found))
        )
    near = guess(word, known, 0.5)
    if near:
        raise Refusal(
            "unknown-game",
            T(
                "There is no game '{key}'. Did you mean {near}? Known: {known}.",
                key=key,
                near=near,
                known=known,
            ),
        )
    raise Refusal("unknown-game", T("There is no game '{key}'. Known: {known}.", key=key, known=known))


def named(key: str) -> Game:
    """The game with exactly this key, as records name it.

    Raises `Refusal`: `unknown-game` where no installed package brings it, `bad-plugin` as `load` does.
    """
    if key in _MODULES:
        return _built_in(key)
    known = known_keys()
    if key not in known:
        raise Refusal(
            "unknown-game",
            T("The game '{key}' is not installed here. Known: {known}.", key=key, known=known),
        )
    from companion.games import plugins

    return plugins.load(key, built_in())


def built_in() -> tuple[Game, ...]:
    """The games that come with the companion."""
    return tuple(_built_in(key) for key in KEYS)


def every() -> tuple[Game, ...]:
    """All games that are installed and fit to use, the built-in ones first."""
    return (*built_in(), *(plugin.game for plugin in plugged_in() if plugin.game is not None))


def plugged_in() -> tuple[Plugin, ...]:
    """What other packages bring, the unfit with what is wrong with them."""
    from companion.games import plugins

    return plugins.loaded(built_in())


def with_deck(code: str) -> Game | None:
    """The game whose tags start with these two letters, None if no game's do."""
    for game in built_in():
        if game.deck == code:
            return game
    return next((p.game for p in plugged_in() if p.game is not None and p.game.deck == code), None)


def _built_in(key: str) -> Game:
    game: Game = import_module(_MODULES[key]).GAME
    return game
