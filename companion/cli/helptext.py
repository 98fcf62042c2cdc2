"""Lines fitted to a terminal and help pages, also in scripts whose characters are two columns wide and stand
without spaces between words.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable

import click

_GLUE = "\ue000"  # from the private use area: nothing that anybody writes
_NEVER_FIRST = frozenset("、。，．：；！？）」』】・ー～々ァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎ")
_NEVER_LAST = frozenset("（「『【")


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def spread(text: str) -> str:
    """The text with a filler after every wide character, so that its length is its width in columns: a space
    where a line may be broken, else something that `gathered` takes out as well.

    >>> len(spread("NAMEが見る。"))
    12
    """
    following = [*text[1:], ""]
    return "".join(
        char if not _wide(char) else char + (_GLUE if char in _NEVER_LAST or then in _NEVER_FIRST else " ")
        for char, then in zip(text, following, strict=True)
    )


def gathered(text: str) -> str:
    """What `spread` was given, also after lines were broken at its fillers.

    >>> gathered(spread("NAMEが見る。 Or not."))
    'NAMEが見る。 Or not.'
    """
    text = text.replace(_GLUE, "")
    return re.sub(r"(.) ", lambda found: found[1] if _wide(found[1]) else found[0], text)


def wrapped(text: str, columns: int, hang: int = 0) -> str:
    """The text broken at words so that no line is wider, as far as its words allow.

    What is broken off goes on under the line's own beginning, `hang` columns further in.

    >>> wrapped("  Ann sells 3 coins", 12, 2)
    '  Ann sells\\n    3 coins'
    """
    return "\n".join(_wrapped(line, columns, hang) for line in text.split("\n"))


def _wrapped(line: str, columns: int, hang: int) -> str:
    words = line.lstrip(" ")
    if not words:
        return line
    before = line[: len(line) - len(words)]
    filled = spread(words)
    lines = textwrap.wrap(
        filled,
        columns - (filled != words),  # a line's last filler is dropped: its width would be too
        initial_indent=before,
        subsequent_indent=before + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return gathered("\n".join(lines))


class Formatter(click.HelpFormatter):
    """click counts characters; this lets it count columns, and break lines as Japanese is broken."""

    def write_text(self, text: str) -> None:
        super().write_text(spread(text))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(term, spread(meaning)) for term, meaning in rows], col_max, col_spacing)

    def getvalue(self) -> str:
        return gathered(super().getvalue())


class Context(click.Context):
    """A context whose help is written so."""

    formatter_class = Formatter
