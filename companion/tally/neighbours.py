"""Which cards of one kind lie together, over several pictures of a table that people go on playing at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import inf

from companion.deck import Card
from companion.tally.layout import SEPARATE_MM, TOUCH_MM, Rect, touching
from companion.tally.model import card_text
from companion.tally.tags import Problem
from scorers.text import T

Pair = frozenset[Card]


@dataclass(slots=True)
class Neighbours:
    """How far cards of one kind lie apart, for every two as the last picture has it that shows both.

    So a set that is laid anew between two pictures counts as it lies in the second, and one that no picture
    shows whole is one set.
    """

    _apart: dict[Pair, float] = field(default_factory=dict)
    _when: dict[Pair, int] = field(default_factory=dict)
    _changed: dict[Card, int] = field(default_factory=dict)
    _pictures: int = 0

    def take_in(self, cards: Sequence[Card], rects: Sequence[Rect]) -> None:
        """Takes in where a picture has these cards; of two prints of a tag the nearer counts."""
        self._pictures += 1
        near = touching(rects, SEPARATE_MM)
        here: dict[Pair, float] = {}
        for i, j in combinations(range(len(cards)), 2):
            a, b = cards[i], cards[j]
            if a != b and (a.game, a.kind) == (b.game, b.kind):
                pair = frozenset((a, b))
                here[pair] = min(near.get((i, j), inf), here.get(pair, inf))
        for pair, mm in here.items():
            before = self._apart.get(pair)
            if before is not None and _laid_anew(before, mm):
                self._changed |= dict.fromkeys(pair, self._pictures)
            self._apart[pair], self._when[pair] = mm, self._pictures

    @property
    def together(self) -> list[tuple[Card, Card]]:
        """The pairs that touch or overlap."""
        return [_in_order(pair) for pair, mm in self._apart.items() if mm <= TOUCH_MM]

    @property
    def nearly(self) -> dict[Pair, float]:
        """Those that don't quite, with the gap in millimetres."""
        return {pair: mm for pair, mm in self._apart.items() if TOUCH_MM < mm <= SEPARATE_MM}

    def doubts(self) -> list[Problem]:
        """Notes on cards that were laid anew, and last seen before that with a card that is out of view."""
        notes = []
        for a, b in self.together:
            seen = self._when[frozenset((a, b))]
            for moved, other in ((a, b), (b, a)):
                if self._changed.get(moved, 0) > seen and self._changed.get(other, 0) <= seen:
                    text = T(
                        "{moved} was laid anew between two pictures, and no later one shows whether it still "
                        "lies with {other}: counted as one set.",
                        moved=card_text(moved),
                        other=card_text(other),
                    )
                    notes.append(Problem("unsure-set", text, (moved.payload, other.payload)))
        return notes


def _laid_anew(before: float, now: float) -> bool:
    """Whether two cards touched and now lie clearly apart, or the other way round."""
    return (before <= TOUCH_MM and now > SEPARATE_MM) or (now <= TOUCH_MM and before > SEPARATE_MM)


def _in_order(pair: Pair) -> tuple[Card, Card]:
    a, b = sorted(pair, key=lambda card: card.copy)
    return a, b
