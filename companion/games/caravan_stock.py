"""Putting cards into the caravan, and what it holds (rules page, "Play", **Stock**)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deals import Dealer
from companion.games.base import Action, Args, Cards, Outcome, Param
from companion.games.caravan_record import (
    all_spaces,
    caravan_words,
    free,
    in_words,
    put,
    refuse_in_distribution,
    refuse_too_many,
    started_if_full,
    takers,
    with_caravan,
)
from companion.games.hands import moved
from companion.games.holdings import merged
from companion.table import Json, State
from scorers.caravan import NAMES
from scorers.checks import house_rule
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

MOUSE = "mouse"


def _check_stock(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, cards = args["player"], merged(args["cards"])
    refuse_in_distribution(state, T("Stocking"))
    if not cards:
        raise Refusal(
            "nothing-stocked",
            T(
                "{player} stocks nothing: name one kind and how many, for instance craft-5=2.",
                player=state.name(player),
            ),
        )
    _check_kinds(state, cards)
    total, room = sum(n for _, n in cards), free(state)
    if room is not None and total > room:
        raise Refusal(
            "over-limit",
            T(
                "{cards} don't fit: {room} of the caravan's {spaces} (it holds {there} as recorded; "
                "`companion do caravan CARD=N ...` corrects that).",
                cards=in_words(cards),
                room=TN("only {count} space is free", "only {count} spaces are free", room),
                spaces=all_spaces(state),
                there=caravan_words(state),
            ),
        )
    data = {"player": player, "cards": [list(entry) for entry in cards]}
    refuse_too_many(_stock(state, data, {}))
    return Outcome(data)


def _check_kinds(state: State, cards: Cards) -> None:
    """Refuse (`mixed-kinds`) more than one kind, beside which the house rule may allow mice."""
    mice = state.rules["mice-with-stock"]
    kinds = [card for card, _ in cards if not (mice == "on" and card == MOUSE)]
    if len(kinds) > 1:
        allowed = T("with any number of mice beside them") if mice == "on" else T("also no mice beside them")
        raise Refusal(
            "mixed-kinds",
            T(
                "Cards of one kind are stocked at a time, {allowed} ({rule}); not {kinds}.",
                allowed=allowed,
                rule=house_rule("mice-with-stock", mice),
                kinds=tuple(NAMES[card] for card, _ in cards),
            ),
        )


def _stock(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    cards = [(card, n) for card, n in data["cards"]]
    state = moved(state, data["player"], -sum(n for _, n in cards))
    return started_if_full(put(state, cards), data["player"])


def _stock_text(state: State, data: Mapping[str, Json]) -> Text:
    player = state.name(data["player"])
    stocked = T("{player} stocks {cards}", player=player, cards=in_words(data["cards"]))
    if not takers(_stock(state, data, {})):
        return stocked
    return T("{stocked}. The caravan is full: {player} takes first", stocked=stocked, player=player)


def _check_caravan(state: State, args: Args, dealer: Dealer) -> Outcome:
    cards, known = merged(args["cards"]), all_spaces(state)
    total = sum(n for _, n in cards)
    if known is not None and total > known:
        raise Refusal(
            "over-limit",
            T(
                "{total} cards are more than the caravan's {spaces} spaces with {players} players.",
                total=total,
                spaces=known,
                players=state.facts["seated"],
            ),
        )
    data = {"cards": [list(entry) for entry in cards]}
    refuse_too_many(_caravan(state, data, {}))
    return Outcome(data)


def _caravan(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    state = with_caravan(state, dict(data["cards"]), 0)
    return state if data["cards"] else state.with_facts(distribution=None, filled=False)


def _caravan_text(state: State, data: Mapping[str, Json]) -> Text:
    return T("The caravan holds {cards}", cards=in_words(data["cards"]))


STOCK = Action(
    name="stock",
    help=T("NAME puts cards of one kind from the hand into the caravan."),
    params=(
        Param("player", "player", T("who stocks")),
        Param("cards", "cards", T("the kind and how many, CARD=N"), required=False),
    ),
    check=_check_stock,
    effect=_stock,
    text=_stock_text,
)

CARAVAN = Action(
    name="caravan",
    help=T("The caravan holds exactly these cards: corrects what is on record."),
    params=(Param("cards", "cards", T("the cards, each CARD=N; none: it is empty"), required=False),),
    check=_check_caravan,
    effect=_caravan,
    text=_caravan_text,
)
