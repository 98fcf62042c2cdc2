"""Text in the shipped fonts: what can be printed of it, how wide it gets, and how it is made to fit.

Sizes and widths are in points. No text makes these functions fail: a character that neither font has is
printed as an empty box, and one that has no shape of its own (a joiner, a control character) is dropped.
"""

from __future__ import annotations

import functools
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.sheets import fonts

Label = tuple[tuple[str, ...], float]
"""Lines, and the size of their type."""

MISSING = "□"
ELLIPSIS = "…"
_LATIN = "companion-latin"
_JAPANESE = "companion-japanese"
_PATHS = {_LATIN: fonts.LATIN, _JAPANESE: fonts.JAPANESE}
_NOT_AT_LINE_START = frozenset(
    "、。，．・：；？！）」』】〕〉》ー…％％,.:;?!)%ぁぃぅぇぉっゃゅょァィゥェォッャュョ々"
)
_NOT_AT_LINE_END = frozenset("（「『【〔〈《")


@functools.cache
def _font(name: str) -> Any:
    font = TTFont(name, str(_PATHS[name]))
    pdfmetrics.registerFont(font)
    return font


def _has(name: str, character: str) -> bool:
    return ord(character) in _font(name).face.charToGlyph


def printable(text: str) -> str:
    """The text as it will be printed: composed, on one line, boxes for what no font has.

    >>> printable("Zoe\\u0308 \\U0001f600\\ufe0f\\tand 壺")
    'Zoë □ and 壺'
    """
    kept = []
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if character.isspace():
            kept.append(" ")
        elif category in ("Cc", "Cf", "Cs"):
            continue
        elif _has(_LATIN, character) or _has(_JAPANESE, character):
            kept.append(character)
        elif category not in ("Mn", "Me"):
            kept.append(MISSING)
    return " ".join("".join(kept).split())


def runs(text: str) -> list[tuple[str, str]]:
    """Printable text cut into (font name, piece). One font for the whole where one font has it all."""
    first, second = (_LATIN, _JAPANESE) if all(_has(_LATIN, c) for c in text) else (_JAPANESE, _LATIN)
    pieces = groupby(text, lambda c: first if _has(first, c) else second)
    return [(name, "".join(piece)) for name, piece in pieces]


def width(text: str, size: float) -> float:
    """Width in points of printable text at a size in points."""
    return sum(float(_font(name).stringWidth(piece, size)) for name, piece in runs(text))


def fit(text: str, size: float, smallest: float, room: float, *, tail: str = "") -> tuple[str, float]:
    """(text + tail, size) that fits the room: shrunk to the smallest size first, then cut short with "…".

    The tail is never cut. Where even "…" and the tail are wider than the room, the size goes below the
    smallest.
    """
    text, tail = printable(text), tail and " " + printable(tail)
    at_one = width(text + tail, 1.0)
    if at_one * size <= room:
        return text + tail, size
    if at_one * smallest <= room:
        return text + tail, room / at_one
    while text:
        text = text[:-1].rstrip()
        short = text + ELLIPSIS + tail
        if width(short, smallest) <= room:
            return short, smallest
    return short, room / width(short, 1.0)


def fit_labels(
    labels: Sequence[tuple[str, str]], size: float, smallest: float, room: float, lines: int
) -> list[Label]:
    """Labels of a name and a tail, each as `fit` has it, or on as many lines where that is larger.

    Where cutting would leave nothing of what tells two names apart, they are cut in their middle, or, where
    that leaves nothing either, at their beginning; else they are not cut, and printed as small as need be.

    >>> [text for text, _ in fit_labels([("Gold card of 1", "2"), ("Gold card of 3", "2")], 4.6, 4.6, 25, 1)]
    [('Gold…d of 1 2',), ('Gold…d of 3 2',)]
    """
    fitted = [
        (_broken(name, size, smallest, room, lines, tail) if lines > 1 else None)
        or _one_line(fit(name, size, smallest, room, tail=tail))
        for name, tail in labels
    ]
    for keep in (0.5, 0.0, None):
        clashing = _clashing(labels, fitted)
        for n in clashing:
            name, tail = labels[n]
            fitted[n] = _one_line(_shortened(name, smallest, room, tail, keep))
    return fitted


def _one_line(fitted: tuple[str, float]) -> Label:
    text, size = fitted
    return (text,), size


def _broken(name: str, size: float, smallest: float, room: float, lines: int, tail: str) -> Label | None:
    """A whole label in the largest type that it can be had in, on one line or several.

    Two numbers beside each other are taken for one: a tail after a name that ends in a digit gets a line of
    its own where it can.
    """
    name, tail = printable(name), printable(tail)
    whole = f"{name} {tail}".strip()
    steps = int((size - smallest) / 0.1 + 1e-9)
    sizes = (*(size - 0.1 * n for n in range(steps + 1)), smallest)
    for one in sizes if tail and name[-1:].isdigit() else ():
        for broken in ([whole], [name, tail]):
            if _widest(broken, one) <= room:
                return tuple(broken), one
    for one in sizes:
        broken = wrap(whole, one, room)
        if len(broken) <= lines and _widest(broken, one) <= room:
            return tuple(broken), one
    return None


def _widest(lines: Sequence[str], size: float) -> float:
    return max(width(line, size) for line in lines)


def _clashing(labels: Sequence[tuple[str, str]], fitted: Sequence[Label]) -> list[int]:
    """Those of whose names nothing is left that tells them from others."""
    names = defaultdict(set)
    for (name, _), (lines, _) in zip(labels, fitted, strict=True):
        names[lines].add(printable(name))
    return [n for n, (lines, _) in enumerate(fitted) if len(names[lines]) > 1]


def _shortened(name: str, size: float, room: float, tail: str, keep: float | None) -> tuple[str, float]:
    """(text, size): of the name's letters that are left this share is from its beginning, the others are from
    its end; all of them are left where `keep` is None.
    """
    name, tail = printable(name), tail and " " + printable(tail)
    for left in range(len(name) - 1, 0, -1) if keep is not None else ():
        first = int(left * (keep or 0))
        short = name[:first].rstrip() + ELLIPSIS + name[first - left :].lstrip() + tail
        if width(short, size) <= room:
            return short, size
    return name + tail, min(size, room / max(width(name + tail, 1.0), 1e-9))


def wrap(text: str, size: float, room: float) -> list[str]:
    """Lines no wider than the room, broken at spaces and between Japanese characters."""
    lines = [""]
    for piece in _unbreakable(printable(text)):
        if lines[-1] and width((lines[-1] + piece).rstrip(), size) > room:
            lines.append(piece.lstrip())
        else:
            lines[-1] += piece
    return [line.rstrip() for line in lines]


def _unbreakable(text: str) -> Iterator[str]:
    piece = ""
    for character in text:
        may_break = piece and (
            piece[-1] == " "
            or ((_breaks_anywhere(character) or _breaks_anywhere(piece[-1])) and character != " ")
        )
        if may_break and character not in _NOT_AT_LINE_START and piece[-1] not in _NOT_AT_LINE_END:
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def _breaks_anywhere(character: str) -> bool:
    return unicodedata.east_asian_width(character) in ("W", "F") and character != MISSING
