"""How a table stands, for people: sentences, tables and drawings, made from what everybody there may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorers.text import T, Text

Shown = Mapping[str, Any]
"""What `companion.view.seen` gives: the view of the whole table, with players who left marked `away`."""

Cell = object
"""A text, a name, a number, or a tuple of them; empty where there is nothing to say."""


class Grid(NamedTuple):
    """A table: headings, rows of as many cells, and which columns are numbers."""

    headings: tuple[Text | str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: tuple[int, ...] = ()


class Drawing(NamedTuple):
    """Lines that stand below each other as they are."""

    lines: str


Part = Text | Grid | Drawing

_TOLD_FOR_EVERY_GAME = ("players", "rules", "start_player", "deals", "looks", "open")


def general(shown: Shown) -> tuple[Part, ...]:
    """A game's part of the view as it comes: lists of records as tables, all else as `Name: value.`

    What is empty isn't mentioned.
    """
    parts: list[Part] = []
    for key, value in shown.items():
        if key in _TOLD_FOR_EVERY_GAME or _nothing(value):
            continue
        if isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
            parts += [T("{what}:", what=_label(key)), *grid(_headings(value), _rows(value))]
        else:
            parts.append(T("{what}: {value}.", what=_label(key), value=_flat(value)))
    return tuple(parts)


def grid(
    headings: Sequence[Text | str], rows: Iterable[Sequence[Cell]], numbers: Sequence[int] = ()
) -> tuple[Grid, ...]:
    """A table without the columns in which no row has anything; none at all without rows.

    >>> grid([T("Player"), T("Cards")], [["Ann", ""], ["Bob", ()]])[0].rows
    (('Ann',), ('Bob',))
    """
    every = [tuple(row) for row in rows]
    used = [n for n in range(len(headings)) if any(not _nothing(row[n]) for row in every)]
    if not used:
        return ()
    kept = tuple(tuple(row[n] for n in used) for row in every)
    return (Grid(tuple(headings[n] for n in used), kept, tuple(used.index(n) for n in numbers if n in used)),)


def marked(shown: Shown) -> dict[str, Cell]:
    """Every player's name as a table of the status shows it: who left is marked."""
    return {
        p["name"]: T("{player} (left)", player=p["name"]) if p.get("away") else p["name"]
        for p in shown["players"]
    }


def hands(shown: Shown) -> dict[str, Cell]:
    """Hand sizes by name, `?` where the record doesn't know; none of who left."""
    return {
        hand["player"]: "?" if hand["cards"] is None else hand["cards"] for hand in shown["hands_as_recorded"]
    }


def turn(shown: Shown) -> tuple[Text, ...]:
    """Whose turn it is, where that is on record."""
    return (T("It is the turn of {name}.", name=shown["turn"]),) if shown["turn"] and shown["open"] else ()


def _nothing(value: object) -> bool:
    return value is None or value == "" or value == [] or value == {} or value == ()


def _label(key: str) -> str:
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def _headings(entries: Sequence[Mapping[str, Any]]) -> list[str]:
    return [_label(key) for key in _keys(entries)]


def _keys(entries: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(key for entry in entries for key in entry))


def _rows(entries: Sequence[Mapping[str, Any]]) -> list[list[Cell]]:
    keys = _keys(entries)
    return [[_flat(entry.get(key)) for key in keys] for entry in entries]


def _flat(value: object) -> str | Text:
    """A value on one line; lists and records without what is empty in them."""
    if isinstance(value, dict):
        kept = {key: inner for key, inner in value.items() if not _nothing(inner)}
        return _joined(T("{what} {value}", what=_plain(k), value=_flat(inner)) for k, inner in kept.items())
    if isinstance(value, list):
        return _joined(_flat(inner) for inner in value if not _nothing(inner))
    if isinstance(value, bool):
        return T("yes") if value else T("no")
    return "" if value is None else str(value)


def _plain(key: object) -> str:
    return str(key).replace("_", " ")


def _joined(parts: Iterable[object]) -> Text:
    return T("{parts}", parts=tuple(parts))
