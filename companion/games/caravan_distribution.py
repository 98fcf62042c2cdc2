"""Distributions at a Caravan table: who takes what (rules page, "Play", **Distribution**).

House, where the page is silent: a player who takes the mice as their kind takes all of them, so that no
mouse is left to take beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.games.caravan_record import (
    begun,
    caravan,
    caravan_size,
    caravan_words,
    free,
    in_words,
    takers,
    with_caravan,
)
from companion.games.hands import Theft, check_victims, hands, theft, theft_text, with_hands
from companion.games.holdings import with_holdings
from companion.table import Json, State
from scorers.caravan import NAMES
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

MOUSE, THIEF = "mouse", "thief"


def _check_distribute(state: State, args: Args, dealer: Dealer) -> Outcome:
    first, under_way = args["first"], state.facts["distribution"]
    if (first is None) != args["end"]:
        raise Refusal(
            "missing-option" if first is None else "conflicting-options",
            T("Either --first NAME, who takes first, or --end, which ends the distribution under way."),
        )
    if args["end"] and under_way is None:
        raise Refusal(
            "no-distribution",
            T("No distribution is under way, so none can end; --first NAME begins one."),
        )
    if first is not None and under_way is not None and under_way["taken"]:
        raise Refusal(
            "distribution-first",
            T(
                "A distribution is under way. Still to take: {players}; --end ends it as it is.",
                players=tuple(state.name(player) for player in takers(state)),
            ),
        )
    if first is not None and not caravan_size(state):
        raise Refusal(
            "nothing-there",
            T(
                "The caravan holds no card as recorded, so there is nothing to take; "
                "`companion do caravan CARD=N ...` says what it holds."
            ),
        )
    return Outcome({"player": first, "end": args["end"]})


def _distribute(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return _over(state) if data["end"] else begun(state, data["player"])


def _over(state: State) -> State:
    return state.with_facts(distribution=None, filled=False)


def _distribute_text(state: State, data: Mapping[str, Json]) -> Text:
    if data["end"]:
        return T("The distribution ends; in the caravan stay {cards}", cards=caravan_words(state))
    return T(
        "A distribution begins: {player} takes first of {cards}",
        player=state.name(data["player"]),
        cards=caravan_words(state),
    )


def _called(state: State, player: str) -> State:
    """The state with a distribution under way: taking begins one where the record can't know better."""
    return begun(state, player) if state.facts["distribution"] is None else state


def _check_take(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, card = args["player"], args["card"]
    _check_turn(state, player)
    _check_there(state, card, args["count"])
    number = caravan(state)[card]
    if args["from"] and card != THIEF:
        raise Refusal(
            "unneeded-option",
            T("--from says whose hands thieves draw from; with {card} leave it out.", card=NAMES[card]),
        )
    check_victims(state, player, args["from"])
    if len(args["from"]) > number:
        raise Refusal(
            "over-limit",
            T(
                "{thieves} one random card each from others' hands, not {named}: name --from once a card.",
                thieves=TN("{count} thief draws", "{count} thieves draw", number),
                named=len(args["from"]),
            ),
        )
    data = {
        "player": player,
        "card": card,
        "count": number,
        "from": list(args["from"]),
        "mouse_discard": _check_mouse(state, args, number),
    }
    return Outcome(data)


def _check_turn(state: State, player: str) -> None:
    under_way, name = state.facts["distribution"], state.name(player)
    if under_way is not None and player in under_way["taken"]:
        raise Refusal(
            "already-taken",
            T(
                "{player} has taken {card} in this distribution; each takes once. Still to take: {players}.",
                player=name,
                card=NAMES[under_way["taken"][player]],
                players=tuple(state.name(p) for p in takers(state)),
            ),
        )
    if under_way is not None or (state.facts["filled"] and free(state) in (None, 0)):
        return
    room = free(state)
    if not state.facts["filled"]:
        reason = T("nothing went into the caravan since the last one")
    else:
        reason = TN(
            "{count} space of the caravan is free", "{count} spaces of the caravan are free", room or 0
        )
    raise Refusal(
        "no-distribution",
        T(
            "{player} can't take: no distribution is under way, {reason} as recorded. "
            "`companion do distribute --first NAME` begins one.",
            player=name,
            reason=reason,
        ),
    )


def _check_there(state: State, card: str, count: int | None) -> None:
    if state.facts["caravan"]["unnamed"]:
        raise Refusal(
            "not-recorded",
            T(
                "The caravan holds {cards}: say what it holds with `companion do caravan CARD=N ...`, "
                "then take.",
                cards=caravan_words(state),
            ),
        )
    there = caravan(state).get(card, 0)
    if not there:
        raise Refusal(
            "not-there",
            T(
                "The caravan holds no {card} as recorded. It holds {cards}; "
                "`companion do caravan CARD=N ...` corrects that.",
                card=NAMES[card],
                cards=caravan_words(state),
            ),
        )
    if count is not None and count != there:
        raise Refusal(
            "part-of-kind",
            T(
                "All cards of a kind are taken together: {there} as recorded, not {count}. "
                "`companion do caravan CARD=N ...` corrects the record.",
                there=in_words([(card, there)]),
                count=count,
            ),
        )


def _assets_with(state: State, player: str, card: str, number: int) -> Counter[str]:
    held: Counter[str] = Counter(dict(state.facts["holdings"].get(player, [])))
    held[card] += number
    return held


def _check_mouse(state: State, args: Args, number: int) -> str | None:
    """The asset that a mouse costs, None if there is no mouse to take or nothing to choose from."""
    player, card, chosen = args["player"], args["card"], args["mouse-discard"]
    first = _called(state, player).facts["distribution"]["first"]
    mice = 0 if card == MOUSE else caravan(state).get(MOUSE, 0)
    if player == first or not mice:
        if chosen is not None:
            why = T("the first player takes no mouse") if player == first else T("the caravan holds no mouse")
            raise Refusal("unneeded-option", T("Leave --mouse-discard out: {why}.", why=why))
        return None
    assets = [kind for kind, n in _assets_with(state, player, card, number).items() if n]
    if chosen is None and len(assets) == 1:
        return assets[0]
    if chosen not in assets:
        rule = T(
            "{player} takes a mouse as well and discards an asset: --mouse-discard CARD, one of {assets}",
            player=state.name(player),
            assets=tuple(assets),  # to be typed
        )
        if chosen is None:
            raise Refusal("missing-option", T("{rule}.", rule=rule))
        raise Refusal("not-there", T("{rule}; {card} is not among them.", rule=rule, card=NAMES[chosen]))
    return str(chosen)


def _theft(state: State, data: Mapping[str, Json]) -> Theft:
    return theft(hands(state), data["player"], data["from"], data["count"])


def _take(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player, card, discard = data["player"], data["card"], data["mouse_discard"]
    state = _called(state, player)
    left, assets = dict(caravan(state)), _assets_with(state, player, card, data["count"])
    del left[card]
    discarded: Counter[str] = Counter(state.facts["discarded"])
    if discard is not None:
        left[MOUSE] -= 1
        assets[discard] -= 1
        discarded.update((MOUSE, discard))
    if card == THIEF:
        state = with_hands(state, _theft(state, data).hands)
    under_way = state.facts["distribution"]
    state = with_holdings(state, player, tuple((kind, n) for kind, n in assets.items() if n))
    state = with_caravan(state, left, 0).with_facts(
        discarded=dict(discarded),
        distribution={**under_way, "taken": {**under_way["taken"], player: card}},
    )
    return state if takers(state) and caravan_size(state) else _over(state)


def _take_text(state: State, data: Mapping[str, Json]) -> Text:
    player, discard = state.name(data["player"]), data["mouse_discard"]
    said = T("{player} takes {cards}", player=player, cards=in_words([(data["card"], data["count"])]))
    if data["card"] == THIEF:
        drawn = theft_text(state, _theft(state, data), data["from"])
        said = T("{said}: {drawn}", said=said, drawn=drawn)
    if discard is not None:
        said = T("{said}, and with a mouse discards {card}", said=said, card=NAMES[discard])
    if state.facts["distribution"] is None:
        said = T("{said}, first in a distribution", said=said)
    if _take(state, data, {}).facts["distribution"] is None:
        return T("{said}. The distribution is over", said=said)
    return said


DISTRIBUTE = Action(
    name="distribute",
    help=T("Begin a distribution by hand, also the last one of the game, or end the one under way."),
    params=(
        Param("first", "player", T("who takes first"), option=True, required=False),
        Param("end", "flag", T("end it; what is left stays in the caravan"), option=True, required=False),
    ),
    check=_check_distribute,
    effect=_distribute,
    text=_distribute_text,
)

TAKE = Action(
    name="take",
    help=T("NAME takes all cards of one kind from the caravan in a distribution."),
    params=(
        Param("player", "player", T("who takes")),
        Param("card", "card", T("the kind")),
        Param("count", "number", T("how many that are, as a check"), option=True, required=False),
        Param(
            "from",
            "players",
            T("whose hand a thief draws from, once for each thief card"),
            option=True,
            required=False,
        ),
        Param("mouse-discard", "card", T("the asset that the mouse costs"), option=True, required=False),
    ),
    check=_check_take,
    effect=_take,
    text=_take_text,
)
