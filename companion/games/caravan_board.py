"""A drawing of Tan-Tan Caravan's board in plain text, at most 78 columns wide (rules page, "Components")."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.caravan_edition import SPACES_FOR, spaces
from companion.table import Json

COSTS = (1, 1, 2, 3, 5)
"""What the market's places cost, from the left."""

_PER_ROW = 25

# How many spaces there are is printed on the board and not known to us: gaps stand for an unknown number.
_SCHEME = """\
┌──┬─ ─ ─┬──┬─ ─ ─┬──┬─ ─ ─┬──┐
│  │     │ 2│     │ 3│     │ 4│
└──┴─ ─ ─┴──┴─ ─ ─┴──┴─ ─ ─┴──┘"""


def draw(players: int, edition: Mapping[str, Json]) -> str:
    """The caravan with its end for this many players, and the market below."""
    return f"{_caravan(players, edition)}\n\n{_market()}"


def _caravan(players: int, edition: Mapping[str, Json]) -> str:
    mine = spaces(edition, players)
    if mine is None:
        return f"caravan: ends at the mark {players}; how many spaces, the board tells\n{_SCHEME}"
    ends = {spaces(edition, n): n for n in SPACES_FOR} | {mine: players}
    last = max(end for end in ends if end is not None)
    rows = [
        _row(range(first, min(first + _PER_ROW, last + 1)), ends) for first in range(1, last + 1, _PER_ROW)
    ]
    return "\n".join([f"caravan: {mine} spaces, ends at ^{players}", *rows])


def _row(numbers: range, ends: Mapping[int | None, int]) -> str:
    """Spaces by number in one row of the drawing; under those that end the caravan, for how many players."""
    cells = "│".join(f"{n:>2}" if n < 100 else f"{n % 100:02}" for n in numbers)
    marks = " ".join(f"^{ends[n]}" if n in ends else "  " for n in numbers)
    line = ["──"] * len(numbers)
    return "\n".join(
        [f"┌{'┬'.join(line)}┐", f"│{cells}│", f"└{'┴'.join(line)}┘", f" {marks}".rstrip()]
    ).rstrip("\n")


def _market() -> str:
    width = 8
    cards = len(COSTS) + 1
    titles = "".join(f"{title:^{width + 2}} " for title in ("wallet", *(f"cost {cost}" for cost in COSTS)))
    box = [f"┌{'─' * width}┐", f"│{' ' * width}│", f"│{' ' * width}│", f"└{'─' * width}┘"]
    return "\n".join([titles.rstrip(), *(" ".join([line] * cards) for line in box)])
