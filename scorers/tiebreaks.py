"""The tiebreaks of the four games in one table, and ranking by one of them (rules pages, "Options")."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import NamedTuple

from scorers.checks import check_option, house_rule
from scorers.sheet import Standing
from scorers.standings import Criterion, rank
from scorers.text import TN, T, Text

SHARED = "shared"
"""The value of `tiebreak` by which those with the same total share the place."""


class Tiebreak(NamedTuple):
    """One way to rank a tie: by which number of the players, and how it is told."""

    settle_key: str
    higher_wins: bool
    won: Callable[[int, tuple[int, ...]], Text]
    level: Callable[[int], Text]


TIEBREAKS: Mapping[str, Tiebreak] = {
    "fewest-cards-sold": Tiebreak(
        "cards-sold",
        False,
        lambda mine, theirs: T("sold fewer cards: {mine} against {theirs}", mine=mine, theirs=theirs),
        lambda n: TN("each sold {count} card", "each sold {count} cards", n),
    ),
    "most-cards-sold": Tiebreak(
        "cards-sold",
        True,
        lambda mine, theirs: T("sold more cards: {mine} against {theirs}", mine=mine, theirs=theirs),
        lambda n: TN("each sold {count} card", "each sold {count} cards", n),
    ),
    "most-cards": Tiebreak(
        "asset-cards",
        True,
        lambda mine, theirs: T("holds more asset cards: {mine} against {theirs}", mine=mine, theirs=theirs),
        lambda n: TN("each holds {count} asset card", "each holds {count} asset cards", n),
    ),
    "pip-sum": Tiebreak(
        "pip-sum",
        True,
        lambda mine, theirs: T(
            "higher sum of the treasures' numbers: {mine} against {theirs}", mine=mine, theirs=theirs
        ),
        lambda n: T("the treasures' numbers sum to {number} for each", number=n),
    ),
}

SETTLE_KEYS: tuple[str, ...] = tuple(dict.fromkeys(t.settle_key for t in TIEBREAKS.values()))
"""The numbers beside the total by which a tie can be ranked: `cards-sold`, `asset-cards`, `pip-sum`."""


def rank_by_rule(
    totals: Mapping[str, int],
    values: Mapping[str, int],
    *,
    tiebreak: str,
    printed: bool,
    lots: random.Random | None = None,
) -> tuple[tuple[Standing, ...], Text]:
    """`rank` with the criterion that `tiebreak` names (or none: `shared`), by the players' `values`.

    `printed` says that the published rules rank that way; otherwise the explanation names the house rule
    where it decided.
    """
    check_option("tiebreak", tiebreak, (*TIEBREAKS, SHARED))
    rule = None if printed else house_rule("tiebreak", tiebreak)
    if tiebreak == SHARED:
        return rank(totals, lots=lots, shared_rule=rule)
    how = TIEBREAKS[tiebreak]
    criterion = Criterion(tiebreak, how.settle_key, values, how.higher_wins, how.won, how.level, rule)
    return rank(totals, criteria=[criterion], lots=lots)
