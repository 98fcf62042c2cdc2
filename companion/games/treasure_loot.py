"""Treasure Hunt: treasures taken, given, banked, lost; the stock (rules page treasure-hunt, "Play")."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.games.treasure_guide import numbers
from companion.games.treasure_places import START, find_place, place_text
from companion.games.treasure_record import (
    ace_place,
    banked_of,
    card_at,
    cards_text,
    check_field_card,
    check_in_hand,
    check_named,
    check_not_first,
    hand_of,
    holder_of,
    in_game,
    lost,
    never_in_stock,
    settled,
    still_out,
    stock_left,
    swapped,
    the,
    treasures_held,
    treasures_of,
    with_ace,
    with_treasures,
    without_unnamed,
)
from companion.table import Json, State
from scorers.refusal import Refusal
from scorers.text import TN, T, Text
from scorers.treasure_hunt import NAMES

# Taking


def _check_take(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, cards, now = args["player"], list(args["cards"]), args["now"]
    after = state
    for card in cards:
        after = settled(after, card)
    for index, card in enumerate(cards):
        _check_treasure(after, card, again=card in cards[:index])
    if not cards:
        raise Refusal(
            "missing-argument",
            T("Name the treasure taken. Still out: {out}.", out=cards_text(still_out(state))),
        )
    check_not_first(state, player, T("no treasure in it"))
    if len(cards) == 1:
        _check_there(state, player, cards[0])
    if now is not None:
        _check_now(state, now, cards)
    return Outcome({"player": player, "cards": cards, "now": now})


def _check_treasure(state: State, card: str, again: bool) -> None:
    """Refuse a card that is no treasure, or with somebody already."""
    out = cards_text(still_out(state))
    if card not in in_game(state):
        raise Refusal(
            "not-a-treasure",
            T(
                "{Card} is no treasure; treasures are {known}. Still out: {out}.",
                Card=T("The {card}", card=NAMES[card]),
                known=in_game(state),
                out=out,
            ),
        )
    if again:
        raise Refusal("same-card-twice", T("There is one {card}: name it once.", card=NAMES[card]))
    holder = holder_of(state, card)
    if holder is not None:
        raise Refusal(
            "same-card-twice",
            T(
                "{Card} is with {player} already. Still out: {out}.",
                Card=T("The {card}", card=NAMES[card]),
                player=state.name(holder),
                out=out,
            ),
        )


def _check_there(state: State, player: str, card: str) -> None:
    """Refuse a treasure that doesn't lie where the ace has just stopped, as far as that is known."""
    mover = state.facts["mover"]
    if not mover or mover["player"] != player or mover["piece"] != "ace":
        return
    place = mover["place"]
    there = card_at(state, place)
    if place == START or (there is not None and there != card):
        lies = T("no field card lies") if there is None else T("{card} lies", card=the(there))
        raise Refusal(
            "not-there",
            T(
                "The ace of {player} stopped on {place}, where {lies} on record: {card} can't be "
                "taken there. "
                "`companion do field` corrects the card, `companion do put` the ace.",
                player=state.name(player),
                place=place_text(place),
                lies=lies,
                card=the(card),
            ),
        )


def _check_now(state: State, now: str, cards: list[str]) -> None:
    if len(cards) > 1:
        raise Refusal(
            "conflicting-options",
            T(
                "--now names the stock card in place of one treasure: take {cards} one by one.",
                cards=tuple(cards),
            ),
        )
    if never_in_stock(now):
        raise Refusal(
            "not-in-stock",
            T("{Card} is a treasure and never in the stock.", Card=T("The {card}", card=NAMES[now])),
        )
    check_field_card(state, now)
    if not stock_left(state):
        raise Refusal("no-stock", T("The stock is empty on record: leave --now out."))


def _take(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player, cards, mover = data["player"], data["cards"], state.facts["mover"]
    for card in cards:
        state = settled(state, card)
    lay = [place for place, card in state.facts["field"].items() if card in cards]
    if (
        not lay
        and len(cards) == 1
        and mover
        and mover["player"] == player
        and mover["place"] not in (None, START)
    ):
        lay = [mover["place"]]
    for place in lay:
        state = swapped(state, place, data["now"])
    return with_treasures(state, player, [*treasures_of(state, player), *cards])


def _take_text(state: State, data: Mapping[str, Json]) -> Text:
    taken = T(
        "{player} takes {cards}",
        player=state.name(data["player"]),
        cards=tuple(the(card) for card in data["cards"]),
    )
    if data["now"] is None:
        return taken
    return T("{taken}; {card} takes its place", taken=taken, card=the(data["now"]))


# Banking, giving, losing


def _check_bank(state: State, args: Args, dealer: Dealer) -> Outcome:
    player = args["player"]
    place = ace_place(state, player)
    if place not in (None, START):
        raise Refusal(
            "not-at-start",
            T(
                "The ace of {player} is on {place} on record; treasures are banked when it is back "
                "on the start "
                "place (`companion do move`).",
                player=state.name(player),
                place=place_text(place or START),
            ),
        )
    check_named(state, player)
    hand = hand_of(state, player)
    if not hand:
        raise Refusal(
            "nothing-in-hand",
            T(
                "{player} has no treasure in hand on record; `companion do take` records one. "
                "Banked: {banked}.",
                player=state.name(player),
                banked=cards_text(banked_of(state, player)),
            ),
        )
    return Outcome({"player": player, "cards": hand})


def _bank(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player = data["player"]
    banked = {**state.facts["banked"], player: [*banked_of(state, player), *data["cards"]]}
    return with_ace(state, player, START).with_facts(banked=banked)


def _check_give(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, to, cards = args["player"], args["to"], list(dict.fromkeys(args["cards"]))
    if player == to:
        raise Refusal(
            "same-player",
            T(
                "{player} can't give to {player}; others are {others}.",
                player=state.name(player),
                others=tuple(p.name for p in state.players if p.id != player),
            ),
        )
    check_in_hand(state, player, cards)
    return Outcome({"player": player, "to": to, "cards": cards})


def _give(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    for card in data["cards"]:
        state = lost(state, data["player"], card, data["to"])
    return state


def _check_lose(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, card = args["player"], args["card"]
    index = next((i for i, e in enumerate(state.facts["unnamed"]) if e["from"] == player), None)
    if index is None:
        names = {state.name(e["from"]): None for e in state.facts["unnamed"] if e["from"]}
        raise Refusal(
            "nothing-to-name",
            T(
                "{player} has lost no treasure that isn't named. Such losses: {names}.",
                player=state.name(player),
                names=tuple(names) or T("none"),
            ),
        )
    check_in_hand(state, player, [card], naming=True)
    to = state.facts["unnamed"][index]["to"]
    at = None if args["at"] is None else find_place(state, args["at"])
    if at is not None and (to is not None or at == START):
        raise Refusal(
            "unneeded-option",
            T("--at says on which field card's place a treasure went back to the field: leave it out here."),
        )
    return Outcome({"player": player, "card": card, "to": to, "at": at, "index": index})


def _lose(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    state = without_unnamed(state, data["index"])
    return lost(state, data["player"], data["card"], data["to"], data["at"])


def _lose_text(state: State, data: Mapping[str, Json]) -> Text:
    named = T("What {player} lost was {card}", player=state.name(data["player"]), card=the(data["card"]))
    if data["to"] is not None:
        return T("{named}; {to} has it", named=named, to=state.name(data["to"]))
    return (
        named
        if data["at"] is None
        else T("{named}, now on {place}", named=named, place=place_text(data["at"]))
    )


def loot_text(state: State, player: str, card: str | None, to: str | None) -> Text:
    """One treasure changing hands, in words."""
    what = T("one treasure, not named") if card is None else the(card)
    if to is None:
        return T("{player} loses {what}", player=state.name(player), what=what)
    return T("{to} gets {what} from {player}", to=state.name(to), what=what, player=state.name(player))


# The stock


def _check_stock(state: State, args: Args, dealer: Dealer) -> Outcome:
    count, held = args["count"], treasures_held(state)
    due = numbers(state.facts["seated"], state.rules).stock
    if count != stock_left(state):
        raise Refusal(
            "stock-mismatch",
            TN(
                "The stock has {left} cards as recorded, not {counted}: {due} at first less {count} "
                "treasure held.",
                "The stock has {left} cards as recorded, not {counted}: {due} at first less {count} "
                "treasures "
                "held.",
                held,
                left=stock_left(state),
                counted=count,
                due=due,
            ),
        )
    return Outcome({"count": count})


TAKE = Action(
    name="take",
    help=T("NAME takes treasures into the hand; the stock's top card takes the place of each."),
    params=(
        Param("player", "player", T("who takes them")),
        Param("cards", "kinds", T("the treasures")),
        Param(
            "now", "card", T("the stock card that takes the treasure's place"), option=True, required=False
        ),
    ),
    check=_check_take,
    effect=_take,
    text=_take_text,
)

BANK = Action(
    name="bank",
    help=T("NAME, back on the start place, lays the treasures in hand aside: they are safe."),
    params=(Param("player", "player", T("who")),),
    check=_check_bank,
    effect=_bank,
    text=lambda state, data: T(
        "{player} banks {cards}",
        player=state.name(data["player"]),
        cards=tuple(the(card) for card in data["cards"]),
    ),
)

GIVE = Action(
    name="give",
    help=T("NAME gives treasures in hand to somebody by agreement."),
    params=(
        Param("player", "player", T("who gives")),
        Param("to", "player", T("who gets them")),
        Param("cards", "kinds", T("the treasures")),
    ),
    check=_check_give,
    effect=_give,
    text=lambda state, data: T(
        "{player} gives {to} {cards}",
        player=state.name(data["player"]),
        to=state.name(data["to"]),
        cards=tuple(the(card) for card in data["cards"]),
    ),
)

LOSE = Action(
    name="lose",
    help=T("Which treasure it was that NAME lost, where that wasn't named at the time."),
    params=(
        Param("player", "player", T("who lost it")),
        Param("card", "card", T("the treasure")),
        Param("at", "name", T("the place where it lies now"), option=True, required=False),
    ),
    check=_check_lose,
    effect=_lose,
    text=_lose_text,
)

STOCK = Action(
    name="stock",
    help=T("The stock was counted: checks the number against the treasures held."),
    params=(Param("count", "number", T("how many cards it has")),),
    check=_check_stock,
    effect=lambda state, data, secret: state,
    text=lambda state, data: TN(
        "The stock was counted: {count} card, as it should be",
        "The stock was counted: {count} cards, as it should be",
        data["count"],
    ),
)

ACTIONS = (TAKE, BANK, GIVE, LOSE, STOCK)
