"""The ids of the AprilTag family 36h11, shared out to the decks once and for all.

A deck printed years ago must still be read, so this table is only ever added to: a block never moves and
never shrinks. `docs/tags.md` shows it to people.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

IDS = 587


@dataclass(frozen=True, slots=True)
class Range:
    """The ids of one deck: `size` of them from `first` on, in blocks by the code of a kind.

    `blocks` says for how many copies of each kind there is room; what no block takes is kept for kinds that
    a new edition may bring.
    """

    deck: str
    first: int
    size: int
    blocks: tuple[tuple[str, int], ...]

    @property
    def firsts(self) -> dict[str, tuple[int, int]]:
        """For each kind's code the id of its first copy, and for how many there is room."""
        rooms = [room for _, room in self.blocks]
        starts = accumulate(rooms[:-1], initial=self.first)
        return {code: (start, room) for (code, room), start in zip(self.blocks, starts, strict=True)}


_PLAYING_CARDS = tuple(
    (suit + rank, 1)
    for suit in "HDSC"
    for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
)

# Marker N is id N, and 0 is nobody's. Of Caravan's 69 crafts in six kinds and 36 others in five nobody has
# published how many there are of each: the blocks hold more than twice the mean.
RANGES = (
    Range("PL", 0, 16, (("", 16),)),
    Range("AR", 16, 96, (("POT", 18), ("PAR", 16), ("COIN", 14), ("TAL", 8), ("CUP", 6), ("MAP", 6),
                         ("MASK", 4), ("THF", 8), ("SAND", 6), ("PYR", 1))),
    Range("SA", 112, 32, (("G1", 16), ("G2", 8), ("G3", 4))),
    Range("TH", 144, 64, (*_PLAYING_CARDS, ("JOK", 2))),
    Range("CA", 208, 280, (*((f"CR{value}", 30) for value in range(2, 8)), ("PRIN", 20), ("MERC", 20),
                           ("THF", 20), ("MOUS", 20), ("LAMP", 20))),
)  # fmt: skip
RESERVED = range(488, IDS)
"""Kept for decks of other packages, which have no ids yet."""
