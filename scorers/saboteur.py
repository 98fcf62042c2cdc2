"""Saboteur - who picks gold and when, what saboteurs are paid, the final score (rules page saboteur.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from scorers.checks import Problem, below_zero, check_option, check_players, house_rule, refuse_if, unknown
from scorers.sheet import Line, Result, Scoresheet
from scorers.text import TN, T, Text


class Setup(NamedTuple):
    """The row of the setup table for one player count."""

    saboteurs_in_pool: int
    diggers_in_pool: int
    hand: int
    gold_cards: int
    draw_pile: int


SETUP: Mapping[int, Setup] = {
    3: Setup(1, 3, 6, 3, 49),
    4: Setup(1, 4, 6, 4, 43),
    5: Setup(2, 4, 6, 5, 37),
    6: Setup(2, 5, 5, 6, 37),
    7: Setup(3, 5, 5, 7, 32),
    8: Setup(3, 6, 4, 8, 35),
    9: Setup(3, 7, 4, 9, 31),
    10: Setup(4, 7, 4, 9, 27),
}
"""By number of players. The pool is one card more than players: one is set aside unseen."""

GOLD: Mapping[int, int] = {1: 16, 2: 8, 3: 4}
"""Gold cards: copies by nuggets."""

PAY: Mapping[int, int] = {0: 0, 1: 4, 2: 3, 3: 3, 4: 2}
"""Nuggets for each saboteur when they win, by saboteurs in play."""

NAMES: Mapping[str, Text] = {
    "gold-1": T("gold card of 1"),
    "gold-2": T("gold card of 2"),
    "gold-3": T("gold card of 3"),
}

GOLD_DRAW = ("per-player", "per-digger")
INEXACT_PAY = ("credit", "largest-below")


class Payout(NamedTuple):
    """What saboteurs get: whole gold cards (`hands`: values, an entry for each) and nuggets credited beside.

    `each` is what every one of them gets in all; `exact` says that whole cards pay just what is due.
    """

    each: int
    hands: tuple[tuple[int, ...], ...]
    credited: tuple[int, ...]
    exact: bool
    said: Text


def setup(players: int) -> Setup:
    """The numbers for this many players; a `Refusal` outside 3-10."""
    if players not in SETUP:
        text = T(
            "Saboteur is for {least} to {most} players, not {players}",
            least=min(SETUP),
            most=max(SETUP),
            players=players,
        )
        refuse_if([Problem("over-limit", text)])
    return SETUP[players]


def gold_drawn(
    players: int, pile: int | None = None, gold_draw: str = GOLD_DRAW[0], diggers: int | None = None
) -> int:
    """How many gold cards are drawn when the diggers win: by the table, or one for each digger.

    Never more than `pile`, the number of cards left in the gold pile (None where it isn't known). `diggers`
    (in play) is needed for `per-digger`.

    >>> gold_drawn(10), gold_drawn(5, pile=3), gold_drawn(5, None, "per-digger", 4)
    (9, 3, 4)
    """
    check_option("gold-draw", gold_draw, GOLD_DRAW)
    row = setup(players)
    problems = below_zero(pile, T("the gold pile")) if pile is not None else []
    due = row.gold_cards
    if gold_draw == "per-digger":
        accepted = tuple(players - s for s in _in_play(row))
        if diggers not in accepted:
            text = T(
                "with {players} players the diggers in play are {accepted}, not {diggers}",
                players=players,
                accepted=accepted,
                diggers=T("unknown") if diggers is None else diggers,
            )
            problems.append(Problem("bad-number", text))
        else:
            due = diggers
    refuse_if(problems)
    return due if pile is None else min(due, pile)


def picking_order(
    players: Sequence[str], saboteurs: Collection[str], last: str, cards: int | None = None
) -> tuple[str, ...]:
    """Who picks a gold card, in order, one entry a card, after the diggers have won.

    `players` sit clockwise; `last` laid the last tunnel and picks first, or, if a saboteur, the first
    digger counter-clockwise does; the cards go on counter-clockwise and only diggers pick. `cards` is how
    many were drawn (left out: by the setup table). Raises `Refusal`: `over-limit`, `unknown-player`,
    `bad-number`, `duplicate-name`.

    >>> picking_order(["Ann", "Bob", "Cem", "Dee", "Eve"], {"Bob", "Dee"}, "Eve")
    ('Eve', 'Cem', 'Ann', 'Eve', 'Cem')
    """
    row = setup(len(players))
    twice = tuple(name for name, n in Counter(players).items() if n > 1)
    if twice:
        refuse_if([Problem("duplicate-name", T("{names} sits at the table twice", names=twice))])
    check_players([*saboteurs, last], players)
    problems = below_zero(cards, T("the number of gold cards")) if cards is not None else []
    if len(set(saboteurs)) not in _in_play(row):
        text = T(
            "with {players} players the saboteurs in play are {accepted}, not {saboteurs}",
            players=len(players),
            accepted=_in_play(row),
            saboteurs=len(set(saboteurs)),
        )
        problems.append(Problem("bad-number", text))
    refuse_if(problems)
    start = players.index(last)
    from_last = [players[(start - step) % len(players)] for step in range(len(players))]
    diggers = [player for player in from_last if player not in saboteurs]
    drawn = gold_drawn(len(players)) if cards is None else cards
    return tuple(diggers[i % len(diggers)] for i in range(drawn))


def _in_play(row: Setup) -> tuple[int, int]:
    """One role card is aside: the pool's saboteurs, or one fewer."""
    return row.saboteurs_in_pool - 1, row.saboteurs_in_pool


def saboteur_pay(in_play: int) -> int:
    """Nuggets for each saboteur when the saboteurs win; 0 if none is in play.

    >>> [saboteur_pay(n) for n in range(5)]
    [0, 4, 3, 3, 2]
    """
    if in_play not in PAY:
        text = T("0 to {most} saboteurs can be in play, not {number}", most=max(PAY), number=in_play)
        refuse_if([Problem("over-limit", text)])
    return PAY[in_play]


def pay_exactly(
    amount: int, saboteurs: int, pile: Mapping[int, int], inexact: str = INEXACT_PAY[0]
) -> Payout:
    """Whole gold cards of `pile` (cards by nuggets) that give each saboteur exactly `amount`, if possible.

    If none does: `credit` hands out as many nuggets as fit and credits the rest, so that each has the amount;
    `largest-below` hands out the largest amount below that all can be paid alike. Large cards go first.
    Raises `Refusal`: `over-limit`, `bad-number`, `unknown-card`, `unknown-option`.

    >>> pay_exactly(3, 2, {2: 8, 1: 2}).hands
    ((2, 1), (2, 1))
    >>> pay_exactly(3, 3, {2: 8, 1: 2}).credited
    (0, 0, 1)
    """
    check_option("inexact-pay", inexact, INEXACT_PAY)
    saboteur_pay(saboteurs)
    most = max(PAY.values())
    problems = _bad_gold(pile)
    if not 0 <= amount <= most:
        text = T("each saboteur gets 0 to {most} nuggets, not {amount}", most=most, amount=amount)
        problems.append(Problem("bad-number", text))
    refuse_if(problems)
    if saboteurs == 0:
        return Payout(0, (), (), True, T("no saboteur is in play: nobody gets gold"))
    hands = _fullest(amount, saboteurs, pile)
    credited = tuple(amount - sum(hand) for hand in hands)
    if not any(credited):
        return Payout(amount, hands, credited, True, T("each saboteur gets {each}", each=_nuggets(amount)))
    rule = house_rule("inexact-pay", inexact)
    if inexact == "credit":
        text = T(
            "each saboteur gets {each}; the gold left can't pay that exactly: {credited} credited ({rule})",
            each=_nuggets(amount),
            credited=_nuggets(sum(credited)),
            rule=rule,
        )
        return Payout(amount, hands, credited, False, text)
    while any(sum(hand) < amount for hand in hands):
        amount -= 1
        hands = _fullest(amount, saboteurs, pile)
    text = T(
        "each saboteur gets {each}, the most that the gold left can pay them alike ({rule})",
        each=_nuggets(amount),
        rule=rule,
    )
    return Payout(amount, hands, (0,) * saboteurs, False, text)


def _nuggets(count: int) -> Text:
    return TN("{count} nugget", "{count} nuggets", count)


def _fullest(amount: int, saboteurs: int, pile: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """Hands of at most `amount` each that together take the most nuggets out of the pile, large cards first.

    Tries all: there are 11 hands of at most 4 nuggets, so at most 11 ** 4 combinations.
    """
    best: tuple[tuple[int, ...], ...] = ((),) * saboteurs
    for hands in product(list(_hands(amount, max(GOLD))), repeat=saboteurs):
        total = sum(map(sum, hands))
        if total <= sum(map(sum, best)):
            continue
        needed = Counter(value for hand in hands for value in hand)
        if all(n <= pile.get(value, 0) for value, n in needed.items()):
            best = hands
            if total == amount * saboteurs:
                break
    return best


def _hands(amount: int, largest: int) -> Iterator[tuple[int, ...]]:
    """All groups of gold cards worth at most `amount`, values descending, large cards first."""
    for value in range(min(amount, largest), 0, -1):
        for rest in _hands(amount - value, value):
            yield (value, *rest)
    yield ()


def score(
    gold: Mapping[str, Mapping[int, int]],
    credits: Mapping[str, int] | None = None,  # noqa: A002 - the word of the rules page
    paid: Mapping[str, int] | None = None,
) -> Result:
    """The final result from each player's gold cards (number of cards by nuggets), players in seat order.

    `paid` are nuggets handed out to a saboteur and not counted since, `credits` those credited without a
    card. A line for each value (item `gold-1` ...), for the pay (`paid`) and for the credit (`credited`). A
    tie is shared, as printed. Raises `Refusal` with everything that is wrong: `unknown-card`, `bad-number`,
    `over-limit` (more cards of a value than exist), `unknown-player`.

    >>> score({"Ann": {3: 1, 2: 1}}).scoresheets[0].total
    5
    """
    credited, handed = credits or {}, paid or {}
    check_players((*credited, *handed), gold)
    total: Counter[int] = Counter()
    problems: list[Problem] = []
    for cards in gold.values():
        problems += [p for p in _bad_gold(cards) if p.kind != "over-limit"]
        total.update(cards)
    problems += [p for p in _bad_gold(total) if p.kind == "over-limit"]
    for player, nuggets in credited.items():
        problems += below_zero(nuggets, T("the credit of {player}", player=player))
    for player, nuggets in handed.items():
        problems += below_zero(nuggets, T("the pay of {player}", player=player))
    refuse_if(problems)
    sheets = tuple(
        Scoresheet(
            player,
            (
                *_gold_lines(cards),
                *_pay_lines(handed.get(player, 0)),
                *_credit_lines(credited.get(player, 0)),
            ),
        )
        for player, cards in gold.items()
    )
    totals = {sheet.player: sheet.total for sheet in sheets}
    from scorers.tiebreaks import SHARED, rank_by_rule  # not paid for by those who only set a table up

    standings, explanation = rank_by_rule(totals, {}, tiebreak=SHARED, printed=True)
    return Result(sheets, standings, explanation)


def _gold_lines(cards: Mapping[int, int]) -> list[Line]:
    return [
        Line(
            f"gold-{value}",
            value * cards[value],
            TN("{count} gold card of {value}", "{count} gold cards of {value}", cards[value], value=value),
        )
        for value in GOLD
        if cards.get(value)
    ]


def _pay_lines(nuggets: int) -> list[Line]:
    if not nuggets:
        return []
    detail = TN(
        "{count} nugget handed out as a saboteur, not counted since",
        "{count} nuggets handed out as a saboteur, not counted since",
        nuggets,
    )
    return [Line("paid", nuggets, detail)]


def _credit_lines(nuggets: int) -> list[Line]:
    if not nuggets:
        return []
    rule = house_rule("inexact-pay", "credit")
    return [Line("credited", nuggets, T("credited without a gold card ({rule})", rule=rule))]


def _bad_gold(cards: Mapping[int, int]) -> list[Problem]:
    problems = []
    for value, count in cards.items():
        if value not in GOLD:
            problems.append(unknown("unknown-card", str(value), map(str, GOLD), T("gold card of value")))
            continue
        problems += below_zero(count, T("the number of gold cards of {value}", value=value))
        if count > GOLD[value]:
            text = TN(
                "{count} gold card of {value} is more than the {copies} that exist",
                "{count} gold cards of {value} are more than the {copies} that exist",
                count,
                value=value,
                copies=GOLD[value],
            )
            problems.append(Problem("over-limit", text))
    return problems
