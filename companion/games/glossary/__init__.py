"""What the words of the games mean, in our own words: a table for each built-in game, and one for them all.

A word's key is an action's name, a kind's key, a house rule's key, `KEY=VALUE` for what a house rule's value
means, or any notion of the game. A house rule's key in backticks stands for the rule (see
`Game.explanations`). The texts hold whatever house rules are in force; what depends on one is said by its
`KEY=VALUE`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from scorers.text import Text

if TYPE_CHECKING:
    from companion.games.base import Game

NOW = "now"
"""The word for "what may I do now?"."""


class Entry(NamedTuple):
    """What a word means, and how else it is called; names are looked for in every language."""

    text: Text
    names: tuple[Text, ...] = ()


Entries = Mapping[str, Entry]


def entries(game: Game) -> dict[str, Entry]:
    """Everything that is explained for a game: what holds for any game, then what the game says of itself.

    A plug-in says it by `Game.explanations`, a built-in game by its table here.
    """
    from companion import games
    from companion.games.glossary.common import WORDS

    own: Entries = {}
    if game.key in games.KEYS:
        own = import_module(f"{__name__}.{game.key.replace('-', '_')}").WORDS
    hooked = {word: Entry(text) for word, text in game.explanations().items()}
    return {**WORDS, **own, **hooked}
