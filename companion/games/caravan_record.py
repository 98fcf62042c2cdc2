"""What a Caravan table has on record beside its assets (rules page, "Play").

Each part is optional, so the record may hold less than what happened. The facts, beside `holdings` (assets):

- `hands`: player id -> hand size (see `companion.games.hands`)
- `row`: null until the table records it; `wallet` a kind, and `market` five kinds from the left. A card of
  no recorded kind is `UNKNOWN`, an empty place null
- `pile`: cards left in the pile, null where nobody can know
- `caravan`: `cards` by kind, and `unnamed` cards of no recorded kind
- `discarded`: cards by kind that left the game during play
- `distribution`: null, or the one under way: `first`, a player's id, and `taken`, player id -> kind
- `seated`: for how many players the board was set up
- `filled`: whether a card went into the caravan since the last distribution
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.games.base import Occasion
from companion.games.caravan_board import COSTS
from companion.games.caravan_edition import cards_in_play, most_in_play, number, spaces
from companion.games.clockwise import clockwise
from companion.games.hands import dealt, hands_view
from companion.table import Json, State
from scorers.caravan import CRAFT_CARDS, CRAFTS, NAMES, SPECIAL_CARDS, SPECIALS
from scorers.checks import Problem, all_of, refuse_if
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

UNKNOWN = "?"
"""Stands for a card that lies on the board and whose kind the record doesn't know."""


def first_facts(occasion: Occasion) -> dict[str, Json]:
    """The facts right after setup."""
    hand, players = int(occasion.rules["starting-hand"]), occasion.players
    in_play = cards_in_play(occasion.edition, len(players))
    return {
        "holdings": {},
        "hands": dealt(players, hand),
        "row": None,
        "pile": None if in_play is None else in_play - hand * len(players) - len(COSTS) - 1,
        "caravan": {"cards": {}, "unnamed": 0},
        "discarded": {},
        "distribution": None,
        "seated": len(players),
        "filled": False,
    }


def caravan(state: State) -> Mapping[str, int]:
    """The cards of recorded kind in the caravan, in the order of the rules page."""
    cards = state.facts["caravan"]["cards"]
    return {kind: cards[kind] for kind in NAMES if cards.get(kind)}


def caravan_size(state: State) -> int:
    """How many cards the caravan holds as far as recorded."""
    return sum(caravan(state).values()) + int(state.facts["caravan"]["unnamed"])


def all_spaces(state: State) -> int | None:
    """The caravan's spaces for these players, None where the edition doesn't say."""
    return spaces(state.edition, state.facts["seated"])


def free(state: State) -> int | None:
    """The caravan's free spaces as far as recorded, None where the edition doesn't say how many there are."""
    known = all_spaces(state)
    return None if known is None else max(0, known - caravan_size(state))


def with_caravan(state: State, cards: Mapping[str, int], unnamed: int) -> State:
    """The state in which the caravan holds these cards."""
    kept = {kind: n for kind, n in cards.items() if n}
    return state.with_facts(caravan={"cards": kept, "unnamed": unnamed}, filled=True)


def put(state: State, cards: Iterable[tuple[str, int]]) -> State:
    """The state with these cards put into the caravan; the kind may be `UNKNOWN`."""
    held = Counter(state.facts["caravan"]["cards"])
    unnamed = state.facts["caravan"]["unnamed"]
    for kind, n in cards:
        if kind == UNKNOWN:
            unnamed += n
        else:
            held[kind] += n
    return with_caravan(state, held, unnamed)


def started_if_full(state: State, first: str) -> State:
    """The state in which a distribution begins with this player if the caravan's last space is taken."""
    return begun(state, first) if free(state) == 0 else state


def begun(state: State, first: str) -> State:
    """The state in which a distribution begins with this player (by id)."""
    return state.with_facts(distribution={"first": first, "taken": {}})


def takers(state: State) -> tuple[str, ...]:
    """Who has yet to take in the distribution under way, in order from its first player clockwise."""
    under_way = state.facts["distribution"]
    if under_way is None:
        return ()
    return tuple(p for p in clockwise(state, under_way["first"]) if p not in under_way["taken"])


def refuse_in_distribution(state: State, what: Text) -> None:
    """Refuse (`distribution-first`) anything but taking while a distribution is under way."""
    left = takers(state)
    if left:
        raise Refusal(
            "distribution-first",
            T(
                "{what} has to wait: a distribution is under way. Still to take: {players} "
                "(`companion do take NAME CARD`); `companion do distribute --end` ends it as it is.",
                what=what,
                players=tuple(state.name(player) for player in left),
            ),
        )


def money(state: State, kind: str) -> int | None:
    """Money of a card on the wallet: as the edition says, else a craft's value; None for other cards."""
    told = number(state.edition, f"money.{kind}")
    return CRAFTS.get(kind) if told is None else told


def in_sight(state: State) -> Counter[str]:
    """Cards by kind that are assets, in the caravan, on the market or discarded, as far as recorded."""
    seen: Counter[str] = Counter(state.facts["discarded"])
    seen.update(caravan(state))
    for cards in state.facts["holdings"].values():
        seen.update(dict(cards))
    row = state.facts["row"]
    if row is not None:
        seen.update(kind for kind in (row["wallet"], *row["market"]) if kind not in (None, UNKNOWN))
    return seen


def refuse_too_many(state: State) -> None:
    """Refuse (`over-limit`) a state in which more cards lie in sight than there are."""
    seen, players = in_sight(state), state.facts["seated"]
    problems = []
    for group, keys, most in (
        (T("crafts"), tuple(CRAFTS), CRAFT_CARDS),
        (T("specials"), SPECIALS, SPECIAL_CARDS),
    ):
        total = sum(seen[key] for key in keys)
        if total > most:
            text = T(
                "{total} {group} are more than the {most} in the box", total=total, group=group, most=most
            )
            problems.append(Problem("over-limit", text))
    for kind, n in seen.items():
        limit = most_in_play(state.edition, players, kind)
        if limit is not None and n > limit:
            text = T(
                "that makes {n} of {kind} in sight, more than the {limit} in play with {players} players",
                n=n,
                kind=NAMES[kind],
                limit=limit,
                players=players,
            )
            problems.append(Problem("over-limit", text))
    if problems:
        hint = T("`market`, `caravan` and `holdings` correct what is on record")
        refuse_if([*problems, Problem("over-limit", hint)])


def in_words(cards: Iterable[tuple[str, int]]) -> Text:
    """Cards in words.

    >>> str(in_words([("craft-5", 2), ("lamp", 1)])), str(in_words([]))
    ('2 x Craft 5 and 1 x lamp', 'nothing')
    """
    named = [T("{count} x {craft}", count=n, craft=name_of(kind)) for kind, n in cards if n]
    return all_of(named) if named else T("nothing")


def name_of(kind: str | None) -> Text:
    """The name of a card on the board, also where there is none or it isn't known."""
    if kind is None:
        return T("no card")
    return T("a card of no recorded kind") if kind == UNKNOWN else NAMES[kind]


def caravan_words(state: State) -> Text:
    """What the caravan holds, in words."""
    known, unnamed = in_words(caravan(state).items()), state.facts["caravan"]["unnamed"]
    if not unnamed:
        return known
    more = TN("{count} card of no recorded kind", "{count} cards of no recorded kind", unnamed)
    return T("{known} and {more}", known=known, more=more) if caravan(state) else more


def view(state: State) -> dict[str, Json]:
    """The part of the table's view that this record adds; all of it lies open on the table."""
    row = state.facts["row"]
    return {
        "wallet": None if row is None else _card_with_money(state, row["wallet"]),
        "market": None
        if row is None
        else [
            {"place": place, "cost": cost, "card": kind}
            for place, (cost, kind) in enumerate(zip(COSTS, row["market"], strict=True), start=1)
        ],
        "pile": state.facts["pile"],
        "hands_as_recorded": hands_view(state),
        "caravan": {
            "cards": dict(caravan(state)),
            "unnamed": state.facts["caravan"]["unnamed"],
            "free": free(state),
        },
        "discarded": dict(state.facts["discarded"]),
        "distribution": _distribution(state),
    }


def _card_with_money(state: State, kind: str | None) -> Json:
    return {"card": kind, "money": None if kind is None else money(state, kind)}


def _distribution(state: State) -> Json:
    under_way, left = state.facts["distribution"], takers(state)
    if under_way is None:
        return None
    return {
        "first": state.name(under_way["first"]),
        "still_to_take": [state.name(player) for player in left],
        "taken": {state.name(player): kind for player, kind in under_way["taken"].items()},
        "may_take": dict(caravan(state)),
        "mice": caravan(state).get("mouse", 0),
    }
