"""Names of players: which are accepted, and when two are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from scorers.guess import guess
from scorers.refusal import Refusal
from scorers.text import T

LONGEST = 64
_JOINERS = frozenset("\u200c\u200d") | {chr(code) for code in range(0xE0020, 0xE0080)}
"""Not printable by themselves, but parts of emoji (families, flags) and of some scripts."""
_EMOJI = range(0x1F000, 0x1FB00)
"""Where new emoji are added every year, faster than Python's own table of printable characters knows."""


def folded(name: str) -> str:
    """The form in which names are compared: trimmed, NFKC, case folded.

    >>> folded(" Ａnn ") == folded("ANN")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name.strip()).casefold())


def clean(name: str) -> str:
    """The name trimmed. Raises `Refusal` (`bad-name`) if it is empty, too long or not printable."""
    trimmed = name.strip()
    if not any(_shows(char) and not char.isspace() for char in trimmed):
        raise Refusal("bad-name", T("A name can't be empty: give 1 to {n} printable characters.", n=LONGEST))
    if len(trimmed) > LONGEST:
        raise Refusal(
            "bad-name",
            T(
                "'{name}' has {got} characters; a name has at most {n}.",
                name=trimmed[:20] + "...",
                got=len(trimmed),
                n=LONGEST,
            ),
        )
    for char in trimmed:
        if not (_shows(char) or char in _JOINERS):
            raise Refusal(
                "bad-name",
                T(
                    "The name {name} holds the character U+{code}, which can't be printed.",
                    name=ascii(trimmed),
                    code=f"{ord(char):04X}",
                ),
            )
    return trimmed


def _shows(char: str) -> bool:
    return char.isprintable() or ord(char) in _EMOJI


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names cleaned. Raises `Refusal` (`same-name`) if two are the same when folded."""
    seen: dict[str, str] = {}
    for raw in names:
        name = clean(raw)
        key = folded(name)
        if key in seen:
            raise Refusal(
                "same-name",
                T("'{a}' and '{b}' are the same name; names at a table must differ.", a=seen[key], b=name),
            )
        seen[key] = name
    return tuple(seen.values())


def find(name: str, names: Sequence[str]) -> str:
    """The one of `names` that this is. Raises `Refusal` (`unknown-player`) with the nearest if none is."""
    wanted = folded(name)
    for known in names:
        if folded(known) == wanted:
            return known
    near = guess(wanted, map(folded, names))
    if near:
        meant = next(n for n in names if folded(n) == near)
        raise Refusal(
            "unknown-player",
            T(
                "Nobody called '{name}' sits here. Did you mean {near}? Seated: {names}.",
                name=name,
                near=meant,
                names=tuple(names),
            ),
        )
    raise Refusal(
        "unknown-player",
        T("Nobody called '{name}' sits here. Seated: {names}.", name=name, names=tuple(names)),
    )
