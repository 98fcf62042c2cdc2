"""What an Archaeology table has on record beside its sales (rules page, "Play" and "End").

Each part is optional: a table may record sales alone, so what the record holds may be less than what
happened. The facts, beside `holdings` (sets sold):

- `hands`: player id -> hand size (see `companion.games.hands`)
- `dig`: what is left in the dig deck by sort, as far as recorded; `dug`: how many cards were dug on record
- `market`: null until the table records it; `cards` by kind, `unnamed` cards of no recorded kind (null: some)
- `chambers`: maps that open a chamber -> the id of who opened it
- `passed`: who has passed since anybody last did something else
- `forced`: null until the forced sale begins, then `turn`, the id of who sells next (null: not known)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.games.archaeology_guide import CHAMBERS, HAND, left_over, numbers
from companion.games.base import Cards, Occasion
from companion.games.clockwise import after, clockwise
from companion.games.hands import dealt, hands
from companion.table import Json, State
from scorers.archaeology import KINDS, counted
from scorers.checks import Problem, all_of, refuse_if
from scorers.refusal import Refusal
from scorers.text import T, Text

CHAMBER_OF: Mapping[int, int] = dict(zip((1, 2, 3), CHAMBERS, strict=True))
"""Maps -> treasures in the chamber that they open."""

TREASURE, THIEF, SANDSTORM = "treasure", "thief", "sandstorm"


def first_facts(occasion: Occasion) -> dict[str, Json]:
    """The facts right after setup."""
    row = numbers(len(occasion.players))
    treasures = left_over(len(occasion.players)) + row["maps"]
    return {
        "holdings": {},
        "hands": dealt(occasion.players, HAND),
        "dig": {TREASURE: treasures, THIEF: row["thieves"], SANDSTORM: row["sandstorms"]},
        "dug": 0,
        "market": None,
        "chambers": {},
        "passed": [],
        "forced": None,
    }


def dig_left(state: State) -> int:
    """Cards left in the dig deck as far as recorded."""
    return sum(state.facts["dig"].values())


def maps_used(state: State) -> int:
    """Maps that left the game to open chambers."""
    return sum(int(maps) for maps in state.facts["chambers"])


def sold(state: State) -> Counter[str]:
    """Cards sold so far, by kind, also by those who have left."""
    counts: Counter[str] = Counter()
    for sets in state.facts["holdings"].values():
        for card, n in sets:
            counts[card] += n
    return counts


def unsold(state: State) -> dict[str, int]:
    """Cards of each kind that are neither sold nor out of the game."""
    gone = sold(state) + Counter({"map": maps_used(state)})
    return {key: max(0, kind.copies - gone[key]) for key, kind in KINDS.items()}


def unseen(state: State) -> dict[str, int]:
    """Cards of each kind that lie neither sold nor, as far as recorded, open in the market."""
    market = state.facts["market"] or {"cards": {}}
    return {key: n - market["cards"].get(key, 0) for key, n in unsold(state).items()}


def with_market(state: State, cards: Mapping[str, int], unnamed: int | None) -> State:
    """The state in which the market holds these cards, by kind, and some of which no kind is recorded."""
    kept = {card: n for card, n in cards.items() if n > 0}
    return state.with_facts(market={"cards": kept, "unnamed": unnamed})


def laid(state: State, cards: Iterable[tuple[str, int]], unnamed: int | None = 0) -> State:
    """The state after these cards are laid into the market; the same where it isn't on record."""
    market = state.facts["market"]
    if market is None:
        return state
    counts = Counter(market["cards"])
    counts.update(dict(cards))
    others = None if unnamed is None or market["unnamed"] is None else market["unnamed"] + unnamed
    return with_market(state, counts, others)


def taken(state: State, cards: Cards) -> State:
    """The state after these cards are taken from the market, those of recorded kind first."""
    market = state.facts["market"]
    if market is None:
        return state
    counts, unnamed = dict(market["cards"]), market["unnamed"]
    for card, n in cards:
        there = min(n, counts.get(card, 0))
        counts[card] = counts.get(card, 0) - there
        unnamed = None if unnamed is None else max(0, unnamed - (n - there))
    return with_market(state, counts, unnamed)


def market_believed(state: State) -> State:
    """The state without market cards that can't be there any more, because they were sold since.

    Then something wasn't recorded: such a card is taken for one of another kind.
    """
    market, most = state.facts["market"], unsold(state)
    if market is None or all(n <= most[card] for card, n in market["cards"].items()):
        return state
    kept = {card: min(n, most[card]) for card, n in market["cards"].items()}
    wrong = sum(market["cards"].values()) - sum(kept.values())
    return with_market(state, kept, None if market["unnamed"] is None else market["unnamed"] + wrong)


def acted(state: State) -> State:
    """The state after anything but a pass: whoever passed before has to pass again."""
    return state.with_facts(passed=[]) if state.facts["passed"] else state


def next_seller(state: State, seller: str | None) -> str | None:
    """Who sells next in the forced sale: clockwise after a player, the start player first for None.

    Players without a card are passed over; None where nobody has a card or the start isn't known.
    """
    if seller is None and state.start is None:
        return None
    order = clockwise(state, state.start) if seller is None else after(state, seller)
    holding = hands(state)
    return next((player for player in order if holding[player] != 0), None)


def all_sold(state: State) -> bool:
    """Whether the forced sale is over: no hand holds a card."""
    return state.facts["forced"] is not None and all(n == 0 for n in hands(state).values())


def check_treasures(cards: Cards) -> None:
    """Refuse (`unknown-card`) what is no treasure."""
    other = tuple(card for card, _ in cards if card not in KINDS)
    if other:
        raise Refusal(
            "unknown-card",
            T("{cards}: only treasures change hands. They are {known}.", cards=other, known=tuple(KINDS)),
        )


def check_unseen(state: State, cards: Cards, whence: Text) -> None:
    """Refuse (`over-limit`) more cards of a kind than can be in hands, chambers and the dig deck."""
    left = unseen(state)
    refuse_if(
        [
            Problem(
                "over-limit",
                T(
                    "{cards} {whence} are more than there can be: of {copies} in the game at most {left} "
                    "are neither sold nor used nor in the market as recorded "
                    "(`companion do market CARD=N ...` corrects the market)",
                    cards=counted(card, n),
                    whence=whence,
                    copies=KINDS[card].copies,
                    left=left[card],
                ),
            )
            for card, n in cards
            if n > left[card]
        ]
    )


def in_words(cards: Iterable[tuple[str, int]]) -> Text:
    """Treasures in words, `2 coins and 1 map`.

    >>> str(in_words([("coin", 2), ("map", 1)])), str(in_words([]))
    ('2 coins and 1 map', 'nothing')
    """
    named = [counted(card, n) for card, n in cards if n]
    return all_of(named) if named else T("nothing")


def view(state: State) -> dict[str, Json]:
    """The part of the table's view that this record adds; all of it lies open on the table."""
    forced, market = state.facts["forced"], state.facts["market"]
    left = state.facts["dig"]
    return {
        "dig_deck": {
            "left": dig_left(state),
            "treasures": left[TREASURE],
            "thieves": left[THIEF],
            "sandstorms": left[SANDSTORM],
        },
        "market": None if market is None else {"cards": dict(market["cards"]), "unnamed": market["unnamed"]},
        "chambers": [
            {"cards": cards, "maps": maps, "opened_by": _opener(state, maps)}
            for maps, cards in CHAMBER_OF.items()
        ],
        "passed": [state.name(player) for player in state.facts["passed"]],
        "forced_sale": forced is not None,
        "sells_next": None if forced is None or forced["turn"] is None else state.name(forced["turn"]),
    }


def _opener(state: State, maps: int) -> str | None:
    opener = state.facts["chambers"].get(str(maps))
    return None if opener is None else state.name(opener)
