"""Words of a sentence: players, numbers, cards, and the forms that an English verb or noun can take."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion import names, words
from companion.games.base import Game

_SPOKEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: n for n, word in enumerate(_SPOKEN, start=1)}
_COUNTED = re.compile(r"(?:[x×](\d{1,5})|(\d{1,5})(?:[x×]|枚)?)")

ONE = frozenset({"a", "an", "the"})
"""Before one card they say that it is one."""

AND = frozenset({"and", "plus", ",", "と"})

FILLERS = frozenset(
    {"of", "x", "×", "=", "card", "cards", "set", "goal", "at", "their", "his", "her", "is", "then", "now"}
    | {
        "gets",
        "got",
        "round",
        "also",
        "up",
        "all",
        "with",
        "to",
        "into",
        "on",
        "onto",
        "against",
        "win",
        "wins",
        "won",
    }
    | {"枚", "が", "は", "を", "に", "の", "も"}
)
"""Words that say nothing which the record needs."""

_WHERE = re.compile(
    r"\b(?:in|into|to|from|on|onto) (?:the )?(?:caravan|museum|market|hand|dig deck|deck|pile|board|field)\b"
)
"""Where a card comes from or goes to says nothing either, as far as the action says it already."""

_IRREGULAR = {
    "sell": ("sold",),
    "dig": ("dug",),
    "take": ("took", "taken"),
    "buy": ("bought",),
    "hold": ("held",),
    "give": ("gave", "given"),
    "break": ("broke", "broken"),
    "peek": ("look", "looks", "looked"),
    "thief": ("thieves",),
    "mouse": ("mice",),
    "win": ("won",),
}

_SHORTEST = 3
"""Fewer letters are a card only where they are its whole key: `to` and `k` begin too much."""

_CJK = "\u3040-\u30ff\u3400-\u9fff"
_OPEN, _SHUT = "\ue000", "\ue001"
"""Around a player's number in the text; no name can hold them, since they can't be printed."""

_TOKEN = re.compile(
    rf"{_OPEN}(?P<player>\d+){_SHUT}(?:['’]s\b)?"
    r"|[-+−–]?\d+(?:[.,/]\d+)+|[-+−–]\d+"  # no whole number from 0 on: not to be read as one
    rf"|[\u3040-\u309f]+|[\u30a0-\u30ff]+|[\u3400-\u9fff]+"
    r"|\d+枚|(?:\d+[x×]|[x×]\d+)\b"
    rf"|(?:(?![{_CJK}])[^\W_])+(?:['’\-](?:(?![{_CJK}])[^\W_])+)*"
    r"|,|、|--|[^\s\w.!?:;()\"'`、。]"
)


class Token(NamedTuple):
    """A word of the sentence: where it stands in the folded text, or which player (by seat) it names."""

    text: str
    start: int
    end: int
    player: int | None = None

    @property
    def owner(self) -> bool:
        """Whether this is a player as somebody who has something: `Ann's`."""
        return self.player is not None and self.text.endswith("s")


def folded(text: str) -> str:
    """The text as sentences are compared."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def tokens(text: str, players: Sequence[str]) -> tuple[str, tuple[Token, ...]]:
    """The folded text with players' names taken out, and its words. Longer names are found first.

    >>> [t.text if t.player is None else t.player for t in tokens("Ann Lee's coin", ["Ann", "Ann Lee"])[1]]
    [1, 'coin']
    """
    marked = folded(text)
    for index, name in sorted(enumerate(players), key=lambda entry: -len(entry[1])):
        marked = _name(name).sub(f" {_OPEN}{index}{_SHUT}", marked)
    marked = _WHERE.sub(" ", marked)
    found = []
    for match in _TOKEN.finditer(marked):
        player = match["player"]
        if match[0] != "--":
            found.append(Token(match[0], match.start(), match.end(), None if player is None else int(player)))
    return marked, tuple(found)


def _name(name: str) -> re.Pattern[str]:
    """The name where it stands alone: not inside a word, unless in a script that has no spaces."""
    wanted = names.folded(name)
    cjk = re.compile(rf"[{_CJK}]")
    before = "" if cjk.match(wanted[0]) else rf"(?<![^\W{_CJK}])(?<![{_OPEN}=\-])"
    after = "" if cjk.match(wanted[-1]) else rf"(?![^\W{_CJK}])(?![{_SHUT}=])"
    spaced = r"\s+".join(map(re.escape, wanted.split()))
    return re.compile(before + spaced + after)


def number(word: str) -> int | None:
    """The whole number that a word is: `3`, `3x`, `x3`, `3枚`, `three`; None if it is none.

    >>> number("three"), number("x3"), number("3枚"), number("-3"), number("coin")
    (3, 3, 3, None, None)
    """
    match = _COUNTED.fullmatch(word)
    return _NUMBERS.get(word) if match is None else int(match[1] or match[2])


def inflected(word: str) -> frozenset[str]:
    """The forms that an English verb or noun is met in.

    >>> {"sold", "sells", "selling"} <= inflected("sell"), {"digging", "dug"} <= inflected("dig")
    (True, True)
    """
    stem = word.removesuffix("e")
    forms = {word, word + "s", word + "es", word + "ed", word + "ing", word + "'s"}
    forms |= {stem + "ed", stem + "ing", word + word[-1:] + "ed", word + word[-1:] + "ing"}
    if word.endswith("y"):
        forms |= {word[:-1] + "ies", word[:-1] + "ied"}
    return frozenset(forms | set(_IRREGULAR.get(word, ())))


def done_by(agent: str) -> frozenset[str]:
    """The forms of the verb that somebody is called after, none where the word is no such name.

    >>> "connected" in done_by("connector"), "won" in done_by("winner"), done_by("last")
    (True, True, frozenset())
    """
    if not agent.endswith(("er", "or")):
        return frozenset()
    stem = agent[:-2]
    return inflected(stem[:-1] if stem[-1:] == stem[-2:-1] else stem)


def singular(word: str) -> Iterable[str]:
    """What a word may be the plural of."""
    for one, many in _IRREGULAR.items():
        if any(word.endswith(form) for form in many):
            yield next(word.removesuffix(form) + one for form in many if word.endswith(form))
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]


class Found(NamedTuple):
    """A kind of card that a word or several mean, and whether they were in the plural."""

    kind: str
    plural: bool


def card(game: Game, text: str) -> Found | None:
    """The kind of card that these words mean, None if they mean none.

    Raises `Refusal` (`unknown-card`) where they may mean several.
    """
    several = None
    for spelled in (text, *singular(text)):
        found = _fitting(game, spelled)
        shortened = len(spelled) < _SHORTEST and spelled.isascii()
        if len(found) == 1 and (not shortened or folded(found[0]) == spelled):
            return Found(found[0], spelled != text)
        if not shortened and _several(game, spelled):
            several = several or spelled
    if several is not None:
        words.card(game, several)
    return None


@lru_cache(maxsize=4096)
def _fitting(game: Game, spelled: str) -> tuple[str, ...]:
    """The kinds that the words may mean. The same words are looked up for every action that is tried."""
    return tuple(
        words.fitting(
            spelled, {kind.key: (kind.key, *words.in_all_languages(kind.name)) for kind in game.kinds}
        )
    )


def _several(game: Game, spelled: str) -> bool:
    """Whether this is the beginning of several kinds' keys: then more words are needed, not other ones."""
    return sum(folded(kind.key).startswith(f"{spelled}-") for kind in game.kinds) > 1
