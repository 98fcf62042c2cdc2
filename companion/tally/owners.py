"""Whose cards are whose in one picture, from the player markers that lie with them.

Cards that touch are a pile. From every marker its area grows pile by pile over the smallest gaps, along the
row or column on which the marker stands rather than across it, so that neighbours' rows stay apart. Where a
second marker reaches a pile almost as well, the owner is unsure.

Neighbours may lay their rows so close that cards of two touch. So whether a card lies in its marker's own row
is told by piles of cards that clearly overlap.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, permutations

from companion.tally.layout import Layout, Link, Rect, beside, marks, touching

Way = complex | None

_SAME_WAY = 0.9
"""Cosine up to which two ways are one row."""
_ACROSS_FACTOR, _ACROSS_MM = 3.0, 15.0
"""Leaving the marker's row costs this much of the gap, and this on top."""
_UNSURE_FACTOR, _UNSURE_MM = 1.25, 3.0
"""A second marker that is within this of the best leaves the owner unsure."""
_OVERLAP_MM = 6.0
"""Cards overlap for sure by this much: more than corners are read wrongly."""


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose a card is: the seat, None for nobody's; `rivals` are other seats that it may be of as well.

    `aside` says that it does not lie in the marker's own row or column but in one beside it.
    """

    seat: int | None
    rivals: tuple[int, ...] = ()
    aside: bool = False


def owners(layout: Layout, seats: Sequence[int]) -> list[Owned]:
    """The owner of every card of the layout; `seats` are those of its markers, in their order."""
    rects = layout.card_rects
    pairs = permutations(range(len(rects)), 2)
    links = {(i, j): link for i, j in pairs if (link := beside(rects[i], rects[j])) is not None}
    by_touch = _of_cards(layout, seats, links, touching(rects))
    by_overlap = _of_cards(layout, seats, links, touching([_smaller(rect) for rect in rects], 0.0))
    return [
        replace(owned, aside=strictly.aside) if strictly.seat == owned.seat else owned
        for owned, strictly in zip(by_touch, by_overlap, strict=True)
    ]


def _smaller(rect: Rect) -> Rect:
    """The rectangle without a rim, so that two touch only where the whole ones overlap for sure."""
    rim = _OVERLAP_MM / 2
    return replace(rect, half_width=rect.half_width - rim, half_height=rect.half_height - rim)


def _of_cards(
    layout: Layout,
    seats: Sequence[int],
    links: Mapping[tuple[int, int], Link],
    together: Mapping[tuple[int, int], float],
) -> list[Owned]:
    """The owner of every card, where these cards are together in piles."""
    piles = groups(len(layout.cards), together)
    of_pile = _grow(_starts(layout, piles, seats), _steps(piles, links))
    owned = [Owned(None)] * len(layout.cards)
    for pile, result in of_pile.items():
        for card in piles[pile]:
            owned[card] = result
    return owned


def groups(
    number: int, pairs: Sequence[tuple[int, int]] | Mapping[tuple[int, int], float]
) -> list[list[int]]:
    """The numbers below `number` in groups that the pairs connect, in the order of their first members.

    >>> groups(4, [(0, 2), (2, 3)])
    [[0, 2, 3], [1]]
    """
    leader = list(range(number))

    def find(item: int) -> int:
        while leader[item] != item:
            item = leader[item]
        return item

    for a, b in pairs:
        first, second = sorted((find(a), find(b)))
        leader[second] = first
    found: dict[int, list[int]] = {}
    for item in range(number):
        found.setdefault(find(item), []).append(item)
    return list(found.values())


def _steps(
    piles: Sequence[Sequence[int]], links: Mapping[tuple[int, int], Link]
) -> list[list[tuple[int, Link]]]:
    """For every pile the piles beside it, each with the link that leads there."""
    steps: list[list[tuple[int, Link]]] = [[] for _ in piles]
    pile_of = {card: p for p, pile in enumerate(piles) for card in pile}
    for (i, j), link in links.items():
        if pile_of[i] != pile_of[j]:
            steps[pile_of[i]].append((pile_of[j], link))
    return steps


def _starts(
    layout: Layout, piles: Sequence[Sequence[int]], seats: Sequence[int]
) -> dict[int, list[tuple[int, Link]]]:
    """For every seat the piles at which a marker of it lies or stands."""
    starts: dict[int, list[tuple[int, Link]]] = {seat: [] for seat in seats}
    for seat, rect in zip(seats, layout.marker_rects, strict=True):
        for p, pile in enumerate(piles):
            links = (marks(rect, layout.card_rects[card]) for card in pile)
            starts[seat].extend((p, link) for link in links if link is not None)
    return starts


def _grow(starts: dict[int, list[tuple[int, Link]]], steps: list[list[tuple[int, Link]]]) -> dict[int, Owned]:
    """Gives every pile to the seat that reaches it over the smallest largest step.

    A pile that another seat reaches almost as well is unsure, and both go on from it; a seat that reaches it
    clearly worse goes no further there.
    """
    owned: dict[int, Owned] = {}
    limits: dict[int, float] = {}
    been: set[tuple[int, int]] = set()
    serial = count()
    queue = [
        (link.gap, next(serial), seat, pile, link.way, False)
        for seat, piles in starts.items()
        for pile, link in piles
    ]
    heapq.heapify(queue)
    while queue:
        cost, _, seat, pile, way, aside = heapq.heappop(queue)
        if (seat, pile) in been or cost > limits.get(pile, cost):
            continue
        been.add((seat, pile))
        if pile not in owned:
            owned[pile] = Owned(seat, (), aside)
            limits[pile] = _UNSURE_FACTOR * cost + _UNSURE_MM
        else:
            owned[pile] = replace(owned[pile], rivals=(*owned[pile].rivals, seat))
        for following, link in steps[pile]:
            across = _across(link, way)
            step = link.gap * _ACROSS_FACTOR + _ACROSS_MM if across else link.gap
            entry = (max(cost, step), next(serial), seat, following, way or link.way, aside or across)
            heapq.heappush(queue, entry)
    return owned


def _across(link: Link, way: Way) -> bool:
    """Whether a link leaves the row or column in which the marker stands."""
    return way is not None and link.way is not None and abs((link.way * way.conjugate()).real) < _SAME_WAY
