"""What scoring gives back: lines with reasons, their sums, and who stands where."""

from __future__ import annotations

from dataclasses import dataclass

from scorers.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a scoresheet: what it is for (a stable word), its points, and the reason."""

    item: str
    points: int
    detail: Text


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """One player's lines. `player` is whatever name the caller uses; it is only handed back."""

    player: str
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines' points."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place, counted from 1. Shared places are equal, and the next place skips: 1, 1, 3.

    `decided_by` is `total` (nobody has the same total), the key of the criterion that separated this player
    from those with the same total, `lot`, or `shared` (nothing separated them).
    """

    place: int
    player: str
    total: int
    shared: bool
    decided_by: str


@dataclass(frozen=True, slots=True)
class Result:
    """Scoresheets in seat order, standings by place, and in words what decided."""

    scoresheets: tuple[Scoresheet, ...]
    standings: tuple[Standing, ...]
    explanation: Text
