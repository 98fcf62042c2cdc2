"""Whose cards are whose in one picture, from the player markers that lie with them.

Cards that touch are a pile. From every marker its area grows pile by pile over the smallest gaps, along the
row or column on which the marker stands rather than across it, so that neighbours' rows stay apart. Where a
second marker reaches a pile almost as well, the owner is unsure.

Neighbours may lay their rows so close that cards of two touch. So whether a card lies in its marker's own row
is told by piles of cards that clearly overlap.

A set whose tags are hidden leaves a gap that no row reaches over, and the sets behind it look like a
neighbour's second row. So what lies beside its marker's row is unsure where another marker stands in line
with it, however far, or where a marker that has nothing lies near.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, permutations
from math import inf

from companion.tally.layout import Layout, Link, Rect, beside, distance, marks, touching

Way = complex | None

_SAME_WAY = 0.9
"""Cosine up to which two ways are one row."""
_ACROSS_FACTOR, _ACROSS_MM = 3.0, 15.0
"""Leaving the marker's row costs this much of the gap, and this on top."""
_UNSURE_FACTOR, _UNSURE_MM = 1.25, 3.0
"""A second marker that is within this of the best leaves the owner unsure."""
_IN_LINE_FACTOR = 3.0
"""What lies aside is unsure where a marker stands in line within so many times what reaching it cost."""
_HIDDEN_MM = 315.0
"""And where a marker that has nothing stands in line within this: a display of five cards may be hidden."""
_FAR = (inf, Link(inf, None))
_OVERLAP_MM = 6.0
"""Cards overlap for sure by this much: more than corners are read wrongly."""


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose a card is: the seat, None for nobody's; `rivals` are other seats that it may be of as well.

    `aside` says that it does not lie in the marker's own row or column but in one beside it, `loose` that it
    may; `cost` is the largest step to it from the marker, and `way` that of the marker's row.
    """

    seat: int | None
    rivals: tuple[int, ...] = ()
    aside: bool = False
    loose: bool = False
    cost: float = 0.0
    way: Way = None


def owners(layout: Layout, seats: Sequence[int]) -> list[Owned]:
    """The owner of every card of the layout; `seats` are those of its markers, in their order."""
    rects = layout.card_rects
    pairs = permutations(range(len(rects)), 2)
    links = {(i, j): link for i, j in pairs if (link := beside(rects[i], rects[j])) is not None}
    overlapping = touching([_smaller(rect) for rect in rects], 0.0)
    by_touch = _of_cards(layout, seats, links, touching(rects))
    by_overlap = _of_cards(layout, seats, links, overlapping)
    owned = [_both(touch, overlap) for touch, overlap in zip(by_touch, by_overlap, strict=True)]
    return _with_rivals(layout, seats, owned, groups(len(rects), overlapping))


def _both(touch: Owned, overlap: Owned) -> Owned:
    """Whose a card is by the piles that touch; by those that overlap is told how it lies to the marker."""
    if overlap.seat == touch.seat:
        return replace(overlap, rivals=touch.rivals)
    if overlap.seat is None or touch.seat is None or overlap.seat in touch.rivals:
        return touch
    return replace(touch, rivals=(*touch.rivals, overlap.seat))


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
) -> dict[int, list[tuple[int, Link, bool]]]:
    """For every seat the piles by its markers, with the link and whether another pile is nearer otherwise."""
    starts: dict[int, list[tuple[int, Link, bool]]] = {seat: [] for seat in seats}
    for seat, rect in zip(seats, layout.marker_rects, strict=True):
        found = [
            (p, link)
            for p, pile in enumerate(piles)
            for card in pile
            if (link := marks(rect, layout.card_rects[card])) is not None
        ]
        way = min((link for _, link in found), key=lambda link: link.gap).way if found else None
        starts[seat] += [(p, link, _across(link, way)) for p, link in found]
    return starts


def _grow(
    starts: dict[int, list[tuple[int, Link, bool]]], steps: list[list[tuple[int, Link]]]
) -> dict[int, Owned]:
    """Gives every pile to the seat that reaches it over the smallest largest step.

    A pile that another seat reaches almost as well is unsure, and both go on from it; a seat that reaches it
    clearly worse goes no further there.
    """
    owned: dict[int, Owned] = {}
    limits: dict[int, float] = {}
    been: set[tuple[int, int]] = set()
    serial = count()
    queue = [
        (link.gap, next(serial), seat, pile, link.way, False, loose)
        for seat, piles in starts.items()
        for pile, link, loose in piles
    ]
    heapq.heapify(queue)
    while queue:
        cost, _, seat, pile, way, aside, loose = heapq.heappop(queue)
        if (seat, pile) in been or cost > limits.get(pile, cost):
            continue
        been.add((seat, pile))
        if pile not in owned:
            owned[pile] = Owned(seat, (), aside, loose, cost, way)
            limits[pile] = _UNSURE_FACTOR * cost + _UNSURE_MM
        else:
            owned[pile] = replace(owned[pile], rivals=(*owned[pile].rivals, seat))
        for following, link in steps[pile]:
            across = _across(link, way)
            step = link.gap * _ACROSS_FACTOR + _ACROSS_MM if across else link.gap
            told = (way or link.way, aside or across, loose or across or way is None)
            heapq.heappush(queue, (max(cost, step), next(serial), seat, following, *told))
    return owned


def _across(link: Link, way: Way) -> bool:
    """Whether a link leaves the row or column in which the marker stands."""
    return way is not None and link.way is not None and abs((link.way * way.conjugate()).real) < _SAME_WAY


def _with_rivals(
    layout: Layout, seats: Sequence[int], owned: Sequence[Owned], piles: Sequence[Sequence[int]]
) -> list[Owned]:
    """With the seats whose markers stand in line with what may not lie in its owner's row.

    A marker that has nothing is a rival for what lies beside it in any way, too.
    """
    found = list(owned)
    for seat, marker in zip(seats, layout.marker_rects, strict=True):
        way = _way_to_own(layout, marker, seat, owned)
        idle = all(seat not in (own.seat, *own.rivals) for own in owned)
        gaps = _in_line(layout, marker, way, {c for c, own in enumerate(owned) if _certain(own, seat)})
        for pile in piles:
            own = found[pile[0]]
            if own.seat is None or seat in (own.seat, *own.rivals):
                continue
            almost = _UNSURE_FACTOR * own.cost + _UNSURE_MM
            gap, link = min((gaps[card] for card in pile if card in gaps), key=lambda g: g[0], default=_FAR)
            sure = way is not None or not _across(link, own.way)
            most = max(almost, _IN_LINE_FACTOR * own.cost) if own.aside and sure else almost
            in_line = own.loose and gap <= (max(most, _HIDDEN_MM) if idle else most)
            near = idle and any(distance(marker, layout.card_rects[card]) <= almost for card in pile)
            if in_line or near:
                for card in pile:
                    found[card] = replace(found[card], rivals=(*own.rivals, seat))
    return found


def _certain(own: Owned, seat: int) -> bool:
    """Whether a card is surely of another seat."""
    return own.seat not in (None, seat) and not own.loose and not own.rivals


def _way_to_own(layout: Layout, marker: Rect, seat: int, owned: Sequence[Owned]) -> Way:
    """The way from a marker to the nearest card of its seat."""
    links = [
        link
        for rect, own in zip(layout.card_rects, owned, strict=True)
        if seat in (own.seat, *own.rivals) and (link := marks(marker, rect)) is not None
    ]
    return min(links, key=lambda link: link.gap).way if links else None


def _in_line(
    layout: Layout, marker: Rect, way: Way, theirs: Collection[int]
) -> dict[int, tuple[float, Link]]:
    """The widest gap on the way to every card in line with a marker, however far, but not behind `theirs`."""
    rects = layout.card_rects
    links = {
        card: link
        for card, rect in enumerate(rects)
        if (link := marks(marker, rect, inf)) is not None and not _across(link, way)
    }
    gaps: dict[int, tuple[float, Link]] = {}
    for card, link in links.items():
        if link.way is None:
            continue
        spans = sorted(
            (*_span(marker, rects[other], link.way), other)
            for other, its in links.items()
            if its.way is None or (its.way * link.way.conjugate()).real >= _SAME_WAY
        )
        widest = reached = 0.0
        for start, end, other in spans:
            widest = max(widest, start - reached)
            if other == card:
                gaps[card] = widest, link
            if other == card or other in theirs:
                break
            reached = max(reached, end)
    return gaps


def _span(marker: Rect, card: Rect, way: complex) -> tuple[float, float]:
    """From where to where a card reaches along a way from the marker's edge."""
    along = [((corner - marker.centre) * way.conjugate()).real - marker.half_width for corner in card.corners]
    return min(along), max(along)
