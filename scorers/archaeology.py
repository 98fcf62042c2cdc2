"""Archaeology: The Card Game - sales, best sets and the final score (rules page archaeology.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorers.checks import Problem, all_of, bad_counts, check_option, refuse_if, unknown
from scorers.sheet import Line, Result, Scoresheet
from scorers.text import TN, T, Text
from scorers.tiebreaks import rank_by_rule


class Kind(NamedTuple):
    """A kind of treasure: copies in the deck, trade value of one, and what a set of 1, 2, ... sells for."""

    copies: int
    trade_value: int
    sales: tuple[int, ...]

    @property
    def largest_set(self) -> int:
        """The most cards of this kind that can be sold as one set."""
        return len(self.sales)


KINDS: Mapping[str, Kind] = {
    "pot-shard": Kind(18, 1, (1, 2, 3, 4, 15)),
    "parchment": Kind(16, 1, (1, 2, 3, 10)),
    "coin": Kind(14, 2, (2, 5, 10, 18, 30)),
    "talisman": Kind(8, 3, (3, 7, 14, 24, 40)),
    "broken-cup": Kind(6, 2, (2, 15)),
    "map": Kind(6, 3, (3,)),
    "pharaohs-mask": Kind(4, 4, (4, 12, 26, 50)),
}

NAMES: Mapping[str, Text] = {
    "pot-shard": T("pot shard"),
    "parchment": T("parchment scrap"),
    "coin": T("coin"),
    "talisman": T("talisman"),
    "broken-cup": T("broken cup"),
    "map": T("map"),
    "pharaohs-mask": T("Pharaoh's mask"),
}

_COUNTED: Mapping[str, Callable[[int], Text]] = {
    "pot-shard": lambda n: TN("{count} pot shard", "{count} pot shards", n),
    "parchment": lambda n: TN("{count} parchment scrap", "{count} parchment scraps", n),
    "coin": lambda n: TN("{count} coin", "{count} coins", n),
    "talisman": lambda n: TN("{count} talisman", "{count} talismans", n),
    "broken-cup": lambda n: TN("{count} broken cup", "{count} broken cups", n),
    "map": lambda n: TN("{count} map", "{count} maps", n),
    "pharaohs-mask": lambda n: TN("{count} Pharaoh's mask", "{count} Pharaoh's masks", n),
}

TIEBREAKS = ("fewest-cards-sold", "most-cards-sold", "shared")
"""Values of the option `tiebreak`, the default first; the default is printed in the rules."""

Sold = tuple[str, int]
"""A set: the kind's key and how many cards."""


@dataclass(frozen=True, slots=True)
class SetSale:
    """A set and the points it sells for."""

    card: str
    count: int
    points: int


def counted(kind: str, count: int) -> Text:
    """Some cards of a kind in words.

    >>> str(counted("coin", 3)), str(counted("map", 1))
    ('3 coins', '1 map')
    """
    refuse_if(_unknown_kind(kind))
    return _COUNTED[kind](count)


def sale_value(kind: str, count: int) -> int:
    """Points for selling `count` cards of `kind` as one set.

    Raises `Refusal` `unknown-card`, or `over-limit` for a set larger than the kind's largest or smaller
    than 1.

    >>> sale_value("coin", 5)
    30
    """
    refuse_if(_bad_set(kind, count))
    return KINDS[kind].sales[count - 1]


def check_set(cards: Sequence[str]) -> Sold:
    """The set that these cards (keys, one for each card) make; a `Refusal` if they make none.

    >>> check_set(["coin", "coin"])
    ('coin', 2)
    """
    kinds = tuple(dict.fromkeys(cards))
    problems = [problem for kind in kinds for problem in _unknown_kind(kind)]
    if not kinds:
        problems.append(Problem("over-limit", T("a set holds at least 1 card")))
    elif len(kinds) > 1 and not problems:
        names = all_of([NAMES[kind] for kind in kinds])
        problems.append(Problem("mixed-set", T("a set is of a single kind, not of {kinds}", kinds=names)))
    refuse_if(problems)
    refuse_if(_bad_set(kinds[0], len(cards)))
    return kinds[0], len(cards)


def best_sets(kind: str, count: int, sales: Sequence[int] | None = None) -> tuple[int, ...]:
    """The most valuable split of `count` cards into sets, as set sizes in descending order.

    `sales` (points for a set of 1, 2, ...) is an edition's own table, otherwise the kind's. Exact for any
    table. Among splits of one worth, that with the fewest sets, then with the larger set first. Source:
    "Best sets".

    >>> best_sets("coin", 8), best_sets("invented", 4, (1, 4, 5))
    ((5, 3), (2, 2))
    """
    if sales is None:
        refuse_if(_unknown_kind(kind))
        refuse_if(bad_counts({kind: count}, KINDS) + _too_many({kind: count}))
        sales = KINDS[kind].sales
    elif not sales or min(sales) < 0:
        text = T("a sale table gives 0 or more points for a set of 1 and up, not {sales}", sales=tuple(sales))
        refuse_if([Problem("bad-number", text)])
    refuse_if(bad_counts({kind: count}, {kind}))
    best: list[tuple[int, int, tuple[int, ...]]] = [
        (0, 0, ())
    ]  # points, minus the sets, sizes: larger is better
    for n in range(1, count + 1):
        options = []
        for size in range(1, min(n, len(sales)) + 1):
            points, sets, sizes = best[n - size]
            sizes = tuple(sorted((*sizes, size), reverse=True))
            options.append((points + sales[size - 1], sets - 1, sizes))
        best.append(max(options))
    return best[count][2]


def best_hand(counts: Mapping[str, int]) -> tuple[SetSale, ...]:
    """The most valuable sets of a whole hand (cards by kind), in the order of `KINDS`, larger sets first.

    Raises `Refusal`: `unknown-card`, `bad-number`, `over-limit` (more copies than exist).
    """
    refuse_if(bad_counts(counts, KINDS) + _too_many(counts))
    return tuple(
        SetSale(kind, size, sale_value(kind, size))
        for kind in KINDS
        for size in best_sets(kind, counts.get(kind, 0))
    )


def cards_sold(sets: Sequence[Sold]) -> int:
    """How many cards these sets hold together."""
    return sum(count for _, count in sets)


def score(sold: Mapping[str, Sequence[Sold]], *, tiebreak: str = TIEBREAKS[0]) -> Result:
    """The final result of each player's sold sets, in seat order. One line a set, its item the kind's key.

    Raises `Refusal` with everything that is wrong: `unknown-card`, `over-limit` (a set too large or too
    small, more copies sold at the table than exist), `unknown-option`.

    >>> score({"Ann": [("coin", 5)], "Bob": [("coin", 4)]}).scoresheets[0].total
    30
    """
    check_option("tiebreak", tiebreak, TIEBREAKS)
    sets = [one for sets in sold.values() for one in sets]
    problems = [problem for kind, count in sets for problem in _bad_set(kind, count)]
    total: Counter[str] = Counter()
    for kind, count in sets:
        total[kind] += count
    refuse_if(problems + _too_many(total))
    sheets = tuple(Scoresheet(player, tuple(_line(*one) for one in sets)) for player, sets in sold.items())
    standings, explanation = rank_by_rule(
        {sheet.player: sheet.total for sheet in sheets},
        {player: cards_sold(sets) for player, sets in sold.items()},
        tiebreak=tiebreak,
        printed=tiebreak == TIEBREAKS[0],
    )
    return Result(sheets, standings, explanation)


def _line(kind: str, count: int) -> Line:
    return Line(kind, sale_value(kind, count), T("a set of {cards}", cards=counted(kind, count)))


def _unknown_kind(kind: str) -> list[Problem]:
    return [] if kind in KINDS else [unknown("unknown-card", kind, KINDS, T("card"))]


def _bad_set(kind: str, count: int) -> list[Problem]:
    if kind not in KINDS:
        return _unknown_kind(kind)
    limit = KINDS[kind].largest_set
    if count > limit:
        text = T(
            "a {kind} set holds at most {limit}, not {count}", kind=NAMES[kind], limit=limit, count=count
        )
    elif count < 1:
        text = T("a {kind} set holds at least 1, not {count}", kind=NAMES[kind], count=count)
    else:
        return []
    return [Problem("over-limit", text)]


def _too_many(counts: Mapping[str, int]) -> list[Problem]:
    """More copies of a kind than the deck has."""
    return [
        Problem(
            "over-limit",
            T(
                "{cards} are more than the {copies} that exist",
                cards=counted(kind, count),
                copies=KINDS[kind].copies,
            ),
        )
        for kind, count in counts.items()
        if kind in KINDS and count > KINDS[kind].copies
    ]
