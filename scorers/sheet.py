"""What scoring gives back: lines with reasons, their sums, and who stands where."""

from __future__ import annotations

from typing import NamedTuple

from scorers.text import Text


class Line(NamedTuple):
    """One entry of a scoresheet: what it is for (a stable word), its points, and the reason."""

    item: str
    points: int
    detail: Text


class Scoresheet(NamedTuple):
    """One player's lines. `player` is whatever name the caller uses; it is only handed back."""

    player: str
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines' points."""
        return sum(line.points for line in self.lines)


class Standing(NamedTuple):
    """A player's place, counted from 1. Shared places are equal, and the next place skips: 1, 1, 3.

    `decided_by` is `total` (nobody has the same total), the key of the criterion that separated this player
    from those with the same total, `lot`, or `shared` (nothing separated them).
    """

    place: int
    player: str
    total: int
    shared: bool
    decided_by: str


class Result(NamedTuple):
    """Scoresheets in seat order, standings by place, and in words what decided."""

    scoresheets: tuple[Scoresheet, ...]
    standings: tuple[Standing, ...]
    explanation: Text
