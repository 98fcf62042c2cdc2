"""Treasure Hunt's board: random legal layouts, everything that is wrong with one, and its picture.

A layout is in JSON form: `track` (12 cells, clockwise, place 0 first), `dungeon` (cells), `thief`, `entry`
and `start` (one cell each). A cell is `[x, y]` in whole cards, x to the right, y downwards. What is legal
stands on the rules page of Treasure Hunt, "The companion lays out the board".
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.table import Json
from scorers.text import T, Text

Cell = tuple[int, int]
Layout = Mapping[str, Json]

TRACK = 12
WIDTH, HEIGHT = 12, 9
"""The generated board fits this many cards across and down: 76 x 80 cm with poker cards."""

SHAPES = (
    (".###", "##.#", "#.##", "###."),
    (".###", "##.#", "#..#", "####"),
    ("#####", "#...#", "#####"),
    ("####", "#..#", "#..#", "####"),
)
"""The four closed rings of 12 cells without a 2x2 block or a chord, turns and mirrors aside."""

CHAINS = (1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5)
"""How many dungeons a board gets: one of these. One long dungeon happens, several are the rule."""


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge with this one."""
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


def clockwise(ring: Sequence[Cell]) -> bool:
    """Whether these cells run clockwise as seen on the table, where y points down.

    >>> clockwise([(0, 0), (1, 0), (1, 1), (0, 1)])
    True
    """
    pairs = zip(ring, [*ring[1:], *ring[:1]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) > 0


def rings() -> tuple[tuple[Cell, ...], ...]:
    """The nine rings, every turn and mirror of the four shapes, each clockwise from its first cell."""
    found: dict[frozenset[Cell], tuple[Cell, ...]] = {}
    for rows in SHAPES:
        cells = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
        for _ in range(4):
            cells = _to_origin((-y, x) for x, y in cells)
            for turned in (cells, _to_origin((-x, y) for x, y in cells)):
                found.setdefault(frozenset(turned), _in_order(turned))
    return tuple(found.values())


def _to_origin(cells: Iterable[Cell]) -> list[Cell]:
    cells = list(cells)
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return sorted((x - left, y - top) for x, y in cells)


def _in_order(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    ring = [cells[0]]
    while len(ring) < len(cells):
        ring.append(next(c for c in neighbours(ring[-1]) if c in cells and c not in ring))
    return tuple(ring) if clockwise(ring) else (ring[0], *reversed(ring[1:]))


def random_layout(chance: random.Random, dungeon: int) -> dict[str, Json]:
    """A random legal layout with this many dungeon cards; the same for a `chance` in the same state.

    Stricter than the rules: every dungeon card touches exactly one card laid before it, so the track is the
    only loop on the board and nobody can mistake another one for it.
    """
    while True:
        layout = _attempt(chance, dungeon)
        if layout is not None:
            return layout


def _attempt(chance: random.Random, dungeon: int) -> dict[str, Json] | None:
    ring = chance.choice(rings())
    right = chance.randint(0, WIDTH - 1 - max(x for x, _ in ring))
    down = chance.randint(0, HEIGHT - 1 - max(y for _, y in ring))
    turn = chance.randrange(TRACK)
    track = [(x + right, y + down) for x, y in [*ring[turn:], *ring[:turn]]]
    starts = [c for c in neighbours(track[0]) if _touched(c, track) == 1 and _inside(c)]
    if not starts:
        return None
    start = chance.choice(starts)
    cells: list[Cell] = []
    for length in _lengths(chance, dungeon):
        chain = _chain(chance, length, track, [*track, *cells], start)
        if chain is None:
            return None
        cells += chain
    thief = track[chance.randrange(1, TRACK)]
    left, top = (min(cell[axis] for cell in [*track, *cells, start]) for axis in (0, 1))

    def at(cell: Cell) -> Json:
        return [cell[0] - left, cell[1] - top]

    return {
        "track": [at(cell) for cell in track],
        "dungeon": [at(cell) for cell in cells],
        "thief": at(thief),
        "entry": at(track[0]),
        "start": at(start),
    }


def _inside(cell: Cell) -> bool:
    return 0 <= cell[0] < WIDTH and 0 <= cell[1] < HEIGHT


def _touched(cell: Cell, cells: Sequence[Cell]) -> int:
    """How many of the cells this free cell touches; 0 for a cell that is one of them."""
    return 0 if cell in cells else sum(n in cells for n in neighbours(cell))


def _lengths(chance: random.Random, dungeon: int) -> list[int]:
    cuts = sorted(chance.sample(range(1, dungeon), chance.choice(CHAINS) - 1))
    return [after - before for before, after in zip([0, *cuts], [*cuts, dungeon], strict=True)]


def _chain(
    chance: random.Random, length: int, track: Sequence[Cell], board: Sequence[Cell], start: Cell
) -> list[Cell] | None:
    """A chain that begins at the track and touches nothing else, or None where the walk got stuck."""
    taken = list(board)
    chain: list[Cell] = []
    while len(chain) < length:
        ends = chain[-1:] or track
        free = [
            cell
            for end in ends
            for cell in neighbours(end)
            if _inside(cell)
            and cell != start
            and start not in neighbours(cell)
            and _touched(cell, taken) == 1
        ]
        if not free:
            return None
        chain.append(chance.choice(free))
        taken.append(chain[-1])
    return chain


def _cells(layout: Layout, key: str) -> list[Cell]:
    return [(x, y) for x, y in layout[key]]


def _cell(layout: Layout, key: str) -> Cell:
    x, y = layout[key]
    return x, y


def legal(layout: Layout, dungeon: int) -> list[Text]:
    """Everything that is wrong with a layout for this many dungeon cards; an empty list if it is legal."""
    return [*_track_faults(layout), *_dungeon_faults(layout, dungeon), *_piece_faults(layout)]


def _track_faults(layout: Layout) -> Iterator[Text]:
    track = _cells(layout, "track")
    if len(track) != TRACK:
        yield T("The track has {n} cards; it must have {track}.", n=len(track), track=TRACK)
    for cell, times in Counter(track).items():
        if times > 1:
            yield T("The track goes through {cell} {times} times.", cell=_say(cell), times=times)
    size = len(track)
    for a in range(size):
        for b in range(a + 1, size):
            follow = b - a in (1, size - 1)
            touch = track[b] in neighbours(track[a])
            if follow and not touch:
                yield T("Track places {a} and {b} follow each other but share no edge.", a=a, b=b)
            elif touch and not follow:
                yield T("Track places {a} and {b} touch but don't follow each other.", a=a, b=b)
    if track and not clockwise(track):
        yield T("The track isn't listed clockwise.")


def _dungeon_faults(layout: Layout, count: int) -> Iterator[Text]:
    track, dungeon = _cells(layout, "track"), _cells(layout, "dungeon")
    if len(dungeon) != count:
        yield T("The dungeons have {n} cards; they must have {count}.", n=len(dungeon), count=count)
    for cell, times in Counter(dungeon).items():
        if times > 1:
            yield T("Dungeon card {cell} is there {times} times.", cell=_say(cell), times=times)
        if cell in track:
            yield T("Dungeon card {cell} lies on the track.", cell=_say(cell))
        elif _touched(cell, track) > 1:
            yield T("Dungeon card {cell} touches the track at more than one place.", cell=_say(cell))
    for cell in sorted(set(dungeon) - _reached(track[:1], {*track, *dungeon})):
        yield T("Dungeon card {cell} has no way to the track.", cell=_say(cell))
    board = {*track, *dungeon}
    for x, y in sorted(board):
        square = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        if board.issuperset(square):
            yield T("Four cards form a square at {cell}.", cell=_say((x, y)))


def _piece_faults(layout: Layout) -> Iterator[Text]:
    track, dungeon = _cells(layout, "track"), _cells(layout, "dungeon")
    thief, entry, start = (_cell(layout, key) for key in ("thief", "entry", "start"))
    if thief not in track:
        yield T("The thief at {cell} isn't on the track.", cell=_say(thief))
    if entry not in track:
        yield T("The entry {cell} isn't on the track.", cell=_say(entry))
    if start in track or start in dungeon:
        yield T("The start place {cell} lies on a card.", cell=_say(start))
    if start not in neighbours(entry):
        yield T("The start place {cell} isn't beside the entry {entry}.", cell=_say(start), entry=_say(entry))


def _reached(first: Iterable[Cell], cells: set[Cell]) -> set[Cell]:
    seen = set(first)
    ahead = list(seen)
    while ahead:
        new = [c for c in neighbours(ahead.pop()) if c in cells and c not in seen]
        seen.update(new)
        ahead.extend(new)
    return seen


def _say(cell: Cell) -> str:
    return f"({cell[0]}, {cell[1]})"


# The four bits of a corner say which lines leave it: up 1, right 2, down 4, left 8.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_ROOM = 5


def drawing(layout: Layout, standing: Mapping[Cell, str] = MappingProxyType({})) -> str:
    """The board as text, one box a card: numbered track, grey dungeons; E entry, T thief, S start place.

    `standing` is what else is written into a cell, in at most 5 letters: then its row is one line higher. At
    most 6 x (cards across) + 1 columns wide, 73 for a generated board.
    """
    track = _cells(layout, "track")
    pieces = [_cell(layout, "start")]
    board = {*track, *_cells(layout, "dungeon")}
    left, right, top, bottom = (
        side(cell[axis] for cell in [*board, *pieces]) for axis in (0, 1) for side in (min, max)
    )
    lines = []
    for y in range(top, bottom + 2):
        columns = range(left, right + 2)
        lines.append("".join(_corner(board, x, y) + _edge(board, x, y) for x in columns))
        if y <= bottom:
            lines.append("".join(_wall(board, x, y) + _inner(layout, (x, y)) for x in columns))
        if any(row == y for _, row in standing):
            inner = (standing.get((x, y), "").center(_ROOM) for x in columns)
            lines.append("".join(_wall(board, x, y) + words for x, words in zip(columns, inner, strict=True)))
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _corner(board: set[Cell], x: int, y: int) -> str:
    lines = (
        {(x - 1, y - 1), (x, y - 1)},
        {(x, y - 1), (x, y)},
        {(x - 1, y), (x, y)},
        {(x - 1, y - 1), (x - 1, y)},
    )
    return _CORNERS[sum(1 << bit for bit, sides in enumerate(lines) if sides & board)]


def _edge(board: set[Cell], x: int, y: int) -> str:
    return ("─" if {(x, y - 1), (x, y)} & board else " ") * _ROOM


def _wall(board: set[Cell], x: int, y: int) -> str:
    return "│" if {(x - 1, y), (x, y)} & board else " "


def _inner(layout: Layout, cell: Cell) -> str:
    track = _cells(layout, "track")
    dungeon = _cells(layout, "dungeon")
    if cell in dungeon:  # grey, since a gap between cards can look like an empty box
        return f"D{dungeon.index(cell) + 1}".center(_ROOM, "░")
    words = [str(track.index(cell))] if cell in track else []
    words += [
        mark for mark, key in (("E", "entry"), ("T", "thief"), ("S", "start")) if _cell(layout, key) == cell
    ]
    return " ".join(words).center(_ROOM)
