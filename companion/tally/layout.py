"""How cards lie: rectangles on the table, which of them touch, and which stand in one row or column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.tally.plane import Placed, place
from companion.tally.tags import Seen
from recognizers.sighting import is_fiducial

CARD_MM = (63.0, 88.0)
INSET_MM = 5.0
"""From the card's left and top edges to the symbol."""
TAG_MM = {"qr": 12.0, "fiducial": 8.0}
"""Side of the symbols that `companion tags` prints where nothing else is asked for."""

TOUCH_MM = 4.0
"""Cards nearer than this lie together: what a hand leaves between cards it pushes together."""
SEPARATE_MM = 8.0
"""From here on cards clearly lie apart."""
_OWN_SCALE = 0.15
"""A tag that looks this much larger or smaller than the others is nearer or of another print."""
_ALIGNED = 0.5
"""Part of the smaller side that must lie beside the other for a row or column."""
_MARKER_REACH = 1.2
"""A marker may stick on a card of its own, whose edge is nearer than the marker."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle on the table in millimetres: middle, unit vector to its right, half its sides."""

    centre: complex
    right: complex
    half_width: float
    half_height: float

    @property
    def corners(self) -> tuple[complex, complex, complex, complex]:
        """Clockwise from its own top-left (y runs downwards)."""
        across, down = self.right * self.half_width, self.right * 1j * self.half_height
        c = self.centre
        return c - across - down, c + across - down, c + across + down, c - across + down


@dataclass(frozen=True, slots=True)
class Link:
    """Two rectangles in one row or column: the gap between them and the way from the first to the second.

    `way` is a unit vector; None where one lies on the other, so that no way is told.
    """

    gap: float
    way: complex | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards and markers of one picture on the table, in the order given."""

    cards: tuple[Seen, ...]
    card_rects: tuple[Rect, ...]
    markers: tuple[Seen, ...]
    marker_rects: tuple[Rect, ...]


def lay_out(cards: Sequence[Seen], markers: Sequence[Seen], tag_mm: float | None = None) -> Layout:
    """Cards and markers of one picture as rectangles in one plane.

    `tag_mm` is the side of the cards' symbols, whatever kind they are; where it is None, each kind has its
    usual one.
    """
    everything = (*cards, *markers)
    sides = [tag_mm or _usual_side(seen) for seen in cards]
    placed = place([seen.sighting.corners for seen in everything], [*sides, *[None] * len(markers)])
    return Layout(
        tuple(cards),
        tuple(_card(p, side) for p, side in zip(placed[: len(cards)], sides, strict=True)),
        tuple(markers),
        tuple(Rect(p.centre, p.right, p.side / 2, p.side / 2) for p in placed[len(cards) :]),
    )


def _usual_side(seen: Seen) -> float:
    return TAG_MM["fiducial" if is_fiducial(seen.sighting.text) else "qr"]


def _card(tag: Placed, tag_mm: float) -> Rect:
    own = tag.side / tag_mm
    scale = own if abs(own - 1) > _OWN_SCALE else 1.0
    half = complex(CARD_MM[0] / 2, CARD_MM[1] / 2)
    from_tag = half - complex(1, 1) * (INSET_MM + tag_mm / 2)
    centre = tag.centre + scale * (from_tag.real * tag.right + from_tag.imag * tag.down)
    return Rect(centre, tag.right, half.real * scale, half.imag * scale)


def distance(a: Rect, b: Rect) -> float:
    """Millimetres between two rectangles, 0 where they overlap.

    >>> square = Rect(0j, 1 + 0j, 1.0, 1.0)
    >>> distance(square, Rect(5 + 0j, 1 + 0j, 1.0, 1.0)), distance(square, Rect(1 + 1j, 1j, 1.0, 1.0))
    (3.0, 0.0)
    """
    if _overlap(a, b) and _overlap(b, a):
        return 0.0
    corners = a.corners, b.corners
    return min(
        _to_edge(point, start, end)
        for one, other in (corners, corners[::-1])
        for point in one
        for start, end in zip(other, (*other[1:], other[0]), strict=True)
    )


def _overlap(a: Rect, b: Rect) -> bool:
    """Whether neither of a's axes separates the two."""
    inside = [(corner - a.centre) * a.right.conjugate() for corner in b.corners]
    across, down = [p.real for p in inside], [p.imag for p in inside]
    return (
        min(across) <= a.half_width
        and max(across) >= -a.half_width
        and min(down) <= a.half_height
        and max(down) >= -a.half_height
    )


def _to_edge(point: complex, start: complex, end: complex) -> float:
    edge = end - start
    along = ((point - start) * edge.conjugate()).real / abs(edge) ** 2
    return abs(point - start - edge * min(1.0, max(0.0, along)))


def touching(rects: Sequence[Rect], within: float = TOUCH_MM) -> dict[tuple[int, int], float]:
    """Pairs (i, j), i < j, of rectangles at most this many millimetres apart, with the distance."""
    found = {}
    for (i, a), (j, b) in combinations(enumerate(rects), 2):
        reach = abs(complex(a.half_width, a.half_height)) + abs(complex(b.half_width, b.half_height))
        if abs(a.centre - b.centre) <= reach + within:
            apart = distance(a, b)
            if apart <= within:
                found[i, j] = apart
    return found


def beside(a: Rect, b: Rect) -> Link | None:
    """The link of two cards that stand in one row or column less than a card apart, None if they don't."""
    if abs(a.centre - b.centre) > 5 * max(a.half_width, a.half_height, b.half_width, b.half_height):
        return None  # farther than any two with a card's gap between them: spares most pairs the sums below
    links = [_in_frame(a, b, 1.0)]
    back = _in_frame(b, a, 1.0)
    if back is not None:
        links.append(Link(back.gap, None if back.way is None else -back.way))
    return min((link for link in links if link is not None), key=lambda link: link.gap, default=None)


def marks(marker: Rect, card: Rect, reach: float = _MARKER_REACH) -> Link | None:
    """The link from a marker to a card at which it lies or in whose row or column it stands.

    `reach` times a card's side is how far away it may stand.
    """
    if distance(marker, card) <= TOUCH_MM and _overlap(card, marker):
        return Link(0.0, None)
    link = _in_frame(card, marker, reach)
    return None if link is None else Link(link.gap, None if link.way is None else -link.way)


def _in_frame(a: Rect, b: Rect, reach: float) -> Link | None:
    """The link from a to b along a's own axes."""
    apart = (b.centre - a.centre) * a.right.conjugate()
    turn = b.right * a.right.conjugate()
    cos, sin = abs(turn.real), abs(turn.imag)
    b_across = cos * b.half_width + sin * b.half_height
    b_down = sin * b.half_width + cos * b.half_height
    across = apart.real, a.half_width, b_across
    down = apart.imag, a.half_height, b_down
    row = _along(across, down, reach, a.right)
    column = _along(down, across, reach, a.right * 1j)
    return min((link for link in (row, column) if link is not None), key=lambda link: link.gap, default=None)


def _along(
    along: tuple[float, float, float], across: tuple[float, float, float], reach: float, axis: complex
) -> Link | None:
    """The link along an axis, from (offset, half of a, half of b) along it and across it."""
    offset, a, b = across
    beside_each_other = min(a, offset + b) - max(-a, offset - b)
    if beside_each_other < _ALIGNED * 2 * min(a, b):
        return None
    offset, a, b = along
    gap = abs(offset) - a - b
    most = 2 * a if b < a / 2 else 2 * min(a, b)  # a marker's own size says nothing of the spacing
    if gap > most * reach:
        return None
    return Link(max(gap, 0.0), axis if offset > 0 else -axis)
