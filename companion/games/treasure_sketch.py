"""A Treasure Hunt board of one's own, entered as a sketch in rows of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.games.treasure_board import Cell, clockwise, legal, neighbours
from companion.games.treasure_guide import numbers
from companion.table import Json, State
from scorers.checks import Problem, refuse_if
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

MARKS = "oETBx#S."
"""Track card, entry, thief's card, entry and thief on one card, dungeon card (two ways), start place, gap."""


def read_sketch(rows: Sequence[str]) -> tuple[dict[str, Json], list[Text]]:
    """The layout of a sketch, and what can't be read in it.

    `o` is a track card, `E` the entry, `T` the track card under the thief, `B` both at once, `x` or `#` a
    dungeon card, `S` the start place, `.` a gap. Places count clockwise from the entry.

    >>> layout, faults = read_sketch(["SEoo", ".o.o", ".oTo"])
    >>> layout["track"], layout["start"], faults
    ([[1, 0], [2, 0], [3, 0], [3, 1], [3, 2], [2, 2], [1, 2], [1, 1]], [0, 0], [])
    """
    found: dict[str, list[Cell]] = {mark: [] for mark in MARKS}
    faults = []
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark in found:
                found[mark].append((x, y))
            else:
                faults.append(
                    T("'{mark}' in row {row} is none of {marks}", mark=mark, row=y + 1, marks=tuple(MARKS))
                )
    entries, thieves, starts = found["E"] + found["B"], found["T"] + found["B"], found["S"]
    faults += _not_one(len(entries), T("entry (E)"))
    faults += _not_one(len(thieves), T("thief (T)"))
    faults += _not_one(len(starts), T("start place (S)"))
    track = sorted(found["o"] + found["E"] + found["T"] + found["B"], key=lambda cell: (cell[1], cell[0]))
    dungeon = sorted(found["x"] + found["#"], key=lambda cell: (cell[1], cell[0]))
    layout: dict[str, Json] = {
        "track": [list(cell) for cell in _ring(track, entries[0])] if entries else [],
        "dungeon": [list(cell) for cell in dungeon],
    }
    for key, where in (("thief", thieves), ("entry", entries), ("start", starts)):
        layout[key] = list(where[0]) if where else None
    return layout, faults


def _not_one(n: int, what: Text) -> list[Text]:
    return [] if n == 1 else [T("a sketch has 1 {what}, not {n}", what=what, n=n)]


def _ring(track: Sequence[Cell], entry: Cell) -> list[Cell]:
    """The track from the entry on, clockwise; cells that the walk doesn't reach come last."""
    ring = [entry]
    left = [cell for cell in track if cell != entry]
    while left:
        ring.append(next((cell for cell in neighbours(ring[-1]) if cell in left), left[0]))
        left.remove(ring[-1])
    return ring if clockwise(ring) else [entry, *reversed(ring[1:])]


def _check(state: State, args: Args, dealer: Dealer) -> Outcome:
    facts = state.facts
    if facts["aces"] or facts["field"] or facts["spirits"] or facts["thief"] is not None:
        raise Refusal(
            "board-in-use",
            T(
                "Pieces and cards are on record by their places already: enter a board before the "
                "first move, or "
                "take the moves back with `companion undo`."
            ),
        )
    rows = [row for word in args["rows"] for row in word.replace("/", "\n").split("\n")]
    layout, faults = read_sketch(rows)
    if not faults:
        faults = legal(layout, numbers(state.facts["seated"], state.rules).dungeon)
    refuse_if([Problem("illegal-board", fault) for fault in faults])
    return Outcome({"layout": layout})


def _text(state: State, data: Mapping[str, Json]) -> Text:
    return TN(
        "A board of your own: 12 track cards and {count} dungeon card",
        "A board of your own: 12 track cards and {count} dungeon cards",
        len(data["layout"]["dungeon"]),
    )


BOARD = Action(
    name="board",
    help=T(
        "The table lays a board of its own, in place of the one dealt. A word for each row, or one "
        "word with / "
        "between the rows: o track card, E entry, T track card with the thief (B: entry and thief on "
        "one card), "
        "x dungeon card, S start place, . gap. For instance .ooE would be a gap, two track cards and "
        "the entry."
    ),
    params=(Param("rows", "words", T("the rows of the sketch, from the top")),),
    check=_check,
    effect=lambda state, data, secret: state.with_facts(board=data["layout"]),
    text=_text,
    answer=lambda before, after, data: {"layout": data["layout"]},
)
