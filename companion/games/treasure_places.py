"""The places of a Treasure Hunt board: their names, and the ways between them.

A place is `start`, `0` to `11` along the track, or `D1`, `D2` ... for the dungeon cards in the layout's
order, as the drawing shows them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.games.treasure_board import TRACK, Cell, Layout, neighbours
from companion.table import Deal, State
from scorers.refusal import Refusal
from scorers.text import T, Text

Place = str
START: Place = "start"


def dealt_layout(deals: Sequence[Deal]) -> Layout | None:
    """The board dealt last, None if there is none."""
    return next((deal.value for deal in reversed(deals) if deal.name == "layout"), None)


def layout_of(state: State) -> Layout:
    """The board played on: the table's own if it was entered, else the one dealt."""
    board: Layout | None = state.facts["board"] or dealt_layout(state.deals)
    if board is None:
        raise Refusal("no-board", T("No board was dealt at this table; `companion do board` enters one."))
    return board


def cells(layout: Layout) -> dict[Place, Cell]:
    """Every place of the board with its cell, the start place too."""
    named = {str(i): (x, y) for i, (x, y) in enumerate(layout["track"])}
    named |= {f"D{i}": (x, y) for i, (x, y) in enumerate(layout["dungeon"], 1)}
    x, y = layout["start"]
    return {START: (x, y), **named}


def ways(layout: Layout) -> dict[Place, list[Place]]:
    """For each place those one step away: cards that share an edge, and the entry from the start place."""
    by_cell = {cell: place for place, cell in cells(layout).items() if place != START}
    entry = str(layout["track"].index(layout["entry"]))
    steps = {
        place: [by_cell[near] for near in neighbours(cell) if near in by_cell]
        for cell, place in by_cell.items()
    }
    steps[entry].append(START)
    return {START: [entry], **steps}


def distances(layout: Layout, origin: Place, barred: Collection[Place] = ()) -> dict[Place, int]:
    """How many steps each place is from `origin`, over no `barred` place; the unreachable are left out."""
    steps = ways(layout)
    found = {origin: 0}
    ahead = [origin]
    for place in ahead:
        for near in steps[place]:
            if near not in found and near not in barred:
                found[near] = found[place] + 1
                ahead.append(near)
    return found


def exactly(layout: Layout, origin: Place, length: int) -> list[Place]:
    """The places where a walk of exactly so many steps can end that visits no place twice."""
    steps = ways(layout)
    walks = [[origin]]
    for _ in range(length):
        walks = [[*walk, near] for walk in walks for near in steps[walk[-1]] if near not in walk]
    return in_order(layout, {walk[-1] for walk in walks})


def in_order(layout: Layout, places: Collection[Place]) -> list[Place]:
    """These places in the order start, track, dungeons."""
    return [place for place in cells(layout) if place in places]


def find_place(state: State, word: str) -> Place:
    """The place that a word means. Refused (`unknown-place`) if the board has none of that name."""
    known = cells(layout_of(state))
    wanted = word.strip().casefold()
    for place in known:
        if place.casefold() == wanted:
            return place
    raise Refusal(
        "unknown-place",
        T(
            "There is no place '{word}': there are start, 0 to {last} along the track and D1 to "
            "D{dungeon} in "
            "the dungeons.",
            word=word,
            last=TRACK - 1,
            dungeon=len(known) - TRACK - 1,
        ),
    )


def place_text(place: Place) -> Text:
    """A place in words."""
    if place == START:
        return T("the start place")
    if place.startswith("D"):
        return T("dungeon place {place}", place=place)
    return T("place {place}", place=place)
