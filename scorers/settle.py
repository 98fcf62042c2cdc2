"""Settling from bare scores, where no table was kept."""

from __future__ import annotations

import random
from collections.abc import Mapping

from scorers.checks import Problem, below_zero, check_option, check_players, refuse_if, unknown
from scorers.sheet import Result
from scorers.text import T
from scorers.tiebreaks import SETTLE_KEYS, SHARED, TIEBREAKS, rank_by_rule


def settle(
    scores: Mapping[str, int],
    keys: Mapping[str, Mapping[str, int]],
    *,
    tiebreak: str,
    printed: bool | None = None,
    lots: random.Random | None = None,
) -> Result:
    """Standings of `scores` (in seat order), ties ranked by `tiebreak` from the numbers in `keys`.

    `keys` gives each player's numbers by settle key (`cards-sold`, `asset-cards`, `pip-sum`). They are
    needed only of players with the same score, and there of all or none; with none the tie stays, and the
    explanation says what would rank it. Those still level share, or draw lots where `lots` is handed in.
    `printed` says whether the published rules of the game rank ties that way, so that no house rule is
    named; left out, only `fewest-cards-sold` counts as printed. Raises `Refusal`: `unknown-option`,
    `unknown-player`, `unknown-key`, `bad-number`, `missing-key`.

    >>> found = settle({"Ann": 42, "Bob": 42}, {"Ann": {"cards-sold": 12}, "Bob": {"cards-sold": 9}},
    ...                tiebreak="fewest-cards-sold")
    >>> str(found.explanation)
    'Bob wins: tied on 42; sold fewer cards: 9 against 12.'
    """
    check_option("tiebreak", tiebreak, (*TIEBREAKS, SHARED))
    check_players(keys, scores)
    used = None if tiebreak == SHARED else TIEBREAKS[tiebreak].settle_key
    refuse_if(_problems(scores, keys, (used,) if used else SETTLE_KEYS))
    values = {player: given[used] for player, given in keys.items() if used in given} if used else {}
    if printed is None:
        printed = tiebreak == "fewest-cards-sold"
    standings, explanation = rank_by_rule(scores, values, tiebreak=tiebreak, printed=printed, lots=lots)
    unused = tuple(key for key in SETTLE_KEYS if key != used and any(key in g for g in keys.values()))
    if unused:
        # whoever typed the number expects it to count
        note = T("Not asked for by tiebreak = {tiebreak}: {keys}.", tiebreak=tiebreak, keys=unused)
        explanation = T("{first} {then}", first=explanation, then=note)
    return Result((), standings, explanation)


def _problems(
    scores: Mapping[str, int], keys: Mapping[str, Mapping[str, int]], wanted: tuple[str, ...]
) -> list[Problem]:
    problems = [
        unknown("unknown-key", key, wanted, T("key"))
        for key in dict.fromkeys(key for given in keys.values() for key in given)
        if key not in SETTLE_KEYS
    ]
    for player, score in scores.items():
        problems += below_zero(score, T("the score of {player}", player=player))
    for player, given in keys.items():
        for key, number in given.items():
            if key in SETTLE_KEYS:
                problems += below_zero(number, T("{key} of {player}", key=key, player=player))
    return problems
