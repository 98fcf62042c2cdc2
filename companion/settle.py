"""Reading and settling totals that people say at the table, NAME=SCORE[,KEY=NUMBER...]."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion import names
from companion.games.base import Game
from scorers.refusal import Refusal
from scorers.sheet import Result
from scorers.text import T

_SCORE = re.compile(r"\s*(\d{1,6})\s*((?:,\s*[A-Za-z][A-Za-z-]*\s*=\s*\d{1,6}\s*)*)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's total, and the numbers beside it that may rank a tie."""

    name: str
    score: int
    keys: Mapping[str, int] = field(default_factory=dict)


def entry(word: str) -> Entry:
    """The entry that a word stands for: the shortest NAME for which the rest can be read.

    Raises `Refusal` (`bad-argument`) if none can.

    >>> entry("Ann=42,cards-sold=9")
    Entry(name='Ann', score=42, keys={'cards-sold': 9})
    >>> entry("a=b=5").name
    'a=b'
    """
    for at, char in enumerate(word):
        if char != "=" or not word[:at].strip():
            continue
        match = _SCORE.fullmatch(word[at + 1 :])
        if match:
            return Entry(names.clean(word[:at]), int(match[1]), _keys(match[2], word))
    raise Refusal(
        "bad-argument",
        T("'{word}' is not NAME=SCORE[,KEY=NUMBER...], for instance Ann=42,cards-sold=9.", word=word),
    )


def _keys(text: str, word: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        key = key.strip().casefold()
        if key in found:
            raise Refusal("bad-argument", T("'{word}' gives {key} twice.", word=word, key=key))
        found[key] = int(value)
    return found


def entries(words: Iterable[str]) -> tuple[Entry, ...]:
    """The entries of all words; refused (`same-name`) where two have the same name."""
    found = tuple(entry(word) for word in words)
    names.distinct(e.name for e in found)
    return found


def outcome(
    game: Game, given: Iterable[Entry], rules: Mapping[str, str], lots: random.Random | None
) -> Result:
    """Standings of these entries as the game ranks a tie."""
    found = tuple(given)
    scores = {e.name: e.score for e in found}
    return game.settle(scores, {e.name: e.keys for e in found if e.keys}, rules, lots)
