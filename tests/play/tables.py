"""Tables for the tests of guided play."""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion import games, words
from companion.deals import Dealer
from companion.games.base import Game
from companion.journal import Journal, fold, setup_outcome
from companion.setup import occasion, seated
from companion.table import Event


def opened(key: str, names: Sequence[str], *rules: str, game: Game | None = None) -> Journal:
    """The journal of a table just opened, its deals drawn from a fixed chance."""
    game = game or games.load(key)
    what = occasion(seated(game, names, None), words.house_rules(game, rules), {}, None)
    outcome = setup_outcome(game, f"{key}-1", what, Dealer(random.Random(1)))
    return fold([Event(1, "2026-11-30T10:00:00Z", "setup", outcome.data, outcome.secret)], lambda _: game)
