"""Treasure Hunt: suits, order, and how aces move (rules page treasure-hunt, "Play")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.games.treasure_board import TRACK
from companion.games.treasure_places import (
    START,
    Place,
    distances,
    exactly,
    find_place,
    in_order,
    layout_of,
    place_text,
)
from companion.games.treasure_record import (
    ace_of,
    card_at,
    check_face_up,
    check_field_card,
    check_turned_up,
    rush_counts,
    swapped,
    the,
    turned_up,
    with_ace,
)
from companion.games.turns import turn_action
from companion.table import Json, State
from scorers.refusal import Refusal
from scorers.text import T, Text
from scorers.treasure_hunt import card_number

_SUITS = {"hearts": "H", "diamonds": "D", "spades": "S", "clubs": "C"}
_SUIT_NAMES: Mapping[str, Text] = {"H": T("hearts"), "D": T("diamonds"), "S": T("spades"), "C": T("clubs")}


def order_of(state: State) -> list[str]:
    """The order of play as recorded, by seats where nobody recorded one."""
    order = state.facts["order"] or [p.id for p in state.players]
    here = [p.id for p in state.present]
    return [*(player for player in order if player in here), *(p for p in here if p not in order)]


def _following(state: State, player: str) -> str:
    order = order_of(state)
    return order[(order.index(player) + 1) % len(order)] if player in order else order[0]


def places_text(places: Sequence[Place]) -> object:
    """Places by name, or that there are none."""
    return tuple(places) or T("none")


# Suits and order


def _check_suit(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, suit = args["player"], _SUITS[args["suit"]]
    taken = {s: p for p, s in state.facts["suits"].items() if p != player}
    free = [word for word, s in _SUITS.items() if s not in taken and not (s == "D" and rush_counts(state))]
    if suit == "D" and rush_counts(state):
        raise Refusal(
            "house-rule",
            T("With the house rule rush nobody plays diamonds. Free: {free}.", free=tuple(free)),
        )
    if suit in taken:
        raise Refusal(
            "suit-taken",
            T(
                "{suit} is played by {player}. Free: {free}.",
                suit=args["suit"],
                player=state.name(taken[suit]),
                free=tuple(free),
            ),
        )
    return Outcome({"player": player, "suit": suit})


def _check_order(state: State, args: Args, dealer: Dealer) -> Outcome:
    named = list(args["players"])
    if sorted(named) != sorted(p.id for p in state.present):
        raise Refusal(
            "bad-order",
            T(
                "The order names every player once: {names}. Asked: {asked}.",
                names=tuple(p.name for p in state.present),
                asked=tuple(state.name(player) for player in named) or T("nobody"),
            ),
        )
    return Outcome({"order": named})


def _set_order(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return replace(state.with_facts(order=data["order"]), start=data["order"][0])


# Moves


def _check_move(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, place, card = args["player"], find_place(state, args["place"]), args["card"]
    check_face_up(state, player)
    ace = ace_of(state, player)
    data: dict[str, Json] = {"player": player, "place": place, "card": card, "first": ace is None}
    if ace is None:
        data |= {"from": START, "steps": _first_steps(state, player, place)}
    else:
        data["from"] = ace["place"]
        if ace["place"] is not None:
            check_way(state, player, ace["place"], place, T("the ace of {player}", player=state.name(player)))
    if card is not None:
        check_turned_up(state, card, place)
    return Outcome(data)


def _first_steps(state: State, player: str, place: Place) -> int:
    """How many cards the ace goes in its first turn; refused unless it is its place in the order."""
    due = _places_in_order(state, player)
    ends = {steps: exactly(layout_of(state), START, steps) for steps in due}
    for steps, places in ends.items():
        if place in places:
            return steps
    raise Refusal(
        "first-turn",
        T(
            "In the first turn the ace of {player} moves exactly as many cards as its place in the "
            "order, the "
            "entry counted: {steps}. That is to {places}, not to {place}. Where the record starts later, "
            "`companion do put` says where the ace is.",
            player=state.name(player),
            steps=tuple(due),
            places=places_text(in_order(layout_of(state), {p for found in ends.values() for p in found})),
            place=place,
        ),
    )


def _places_in_order(state: State, player: str) -> list[int]:
    """What the player's place in the order can be, from 1, as far as the record knows."""
    if state.facts["order"]:
        return [order_of(state).index(player) + 1]
    if state.start == player:
        return [1]
    others = {steps for p, steps in state.facts["first_steps"].items() if p != player}
    least = 1 if state.start is None else 2
    return [n for n in range(least, len(state.present) + 1) if n not in others]


def check_way(state: State, player: str | None, origin: Place, place: Place, piece: Text) -> None:
    """Refuse a move that the number of the piece's field card, or another's spirit, doesn't allow.

    With no `player` spirits bar nothing: they meet other spirits.
    """
    layout = layout_of(state)
    spirits = state.facts["spirits"].values()
    barred = {s["place"] for s in spirits if player is not None and s["player"] != player} - {origin}
    free, steps = distances(layout, origin, barred), distances(layout, origin)
    card = card_at(state, origin)
    most = None if card is None else card_number(card)
    within = [p for p, n in free.items() if n and (most is None or n <= most)]
    round_track = place == origin and place.isdigit() and (most is None or most >= TRACK)
    if place in within or (round_track and not barred):
        return
    if place == origin:
        problem, kind = T("it has to move"), "must-move"
    elif place in barred or place not in free:
        problem, kind = T("another's spirit is in the way"), "in-the-way"
    else:
        problem, kind = (
            T("{place} is {steps} steps away", place=place_text(place), steps=steps[place]),
            "too-far",
        )
    raise Refusal(
        kind,
        T(
            "{problem}: {piece} stands on {origin} ({card}) and goes {number}, never diagonally. It "
            "can go to "
            "{places}.",
            problem=problem,
            piece=piece,
            origin=place_text(origin),
            card=T("its card isn't on record") if card is None else the(card),
            number=T("1 card or more") if most is None else T("1 to {most} cards", most=most),
            places=places_text(in_order(layout, within)),
        ),
    )


def _move(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player, place = data["player"], data["place"]
    state = with_ace(state, player, place, came_from=data["from"])
    if data["first"]:
        state = state.with_facts(first_steps={**state.facts["first_steps"], player: data["steps"]})
    if place != START:
        state = turned_up(state, place, data["card"])
    mover = {"player": player, "piece": "ace", "place": place, "first": data["first"]}
    return state.with_facts(mover=mover)


def _move_text(state: State, data: Mapping[str, Json]) -> Text:
    moved = T("{player} moves to {place}", player=state.name(data["player"]), place=place_text(data["place"]))
    if data["card"] is None:
        return moved
    return T("{moved}: {card}", moved=moved, card=the(data["card"]))


def _check_turn_up(state: State, args: Args, dealer: Dealer) -> Outcome:
    ace = ace_of(state, args["player"])
    if ace is not None and ace["up"]:
        raise Refusal(
            "face-up",
            T(
                "The ace of {player} is face up on record: it moves (`companion do move`). `companion do put "
                "--down` says that it lies face down.",
                player=state.name(args["player"]),
            ),
        )
    return Outcome({"player": args["player"]})


def _turn_up(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    ace = ace_of(state, data["player"])
    place = None if ace is None else ace["place"]
    return with_ace(state, data["player"], place).with_facts(mover=None)


# Corrections


def _check_put(state: State, args: Args, dealer: Dealer) -> Outcome:
    place = find_place(state, args["place"])
    if args["down"] and place == START:
        raise Refusal("face-down", T("On the start place aces stand face up: leave --down out."))
    return Outcome({"player": args["player"], "place": place, "up": not args["down"]})


def _put(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    state = with_ace(state, data["player"], data["place"], up=data["up"])
    return state if data["place"] == START else turned_up(state, data["place"], None)


def _put_text(state: State, data: Mapping[str, Json]) -> Text:
    where = {"player": state.name(data["player"]), "place": place_text(data["place"])}
    if data["up"]:
        return T("The ace of {player} is on {place}", **where)
    return T("The ace of {player} lies face down on {place}", **where)


def _check_field(state: State, args: Args, dealer: Dealer) -> Outcome:
    place = find_place(state, args["place"])
    if place == START:
        raise Refusal("no-card", T("The start place is off the board: no field card lies there."))
    check_field_card(state, args["card"])
    return Outcome({"place": place, "card": args["card"]})


_PLACE = Param("place", "name", T("start, 0 to 11 along the track, or D1, D2 ... in the dungeons"))

SUIT = Action(
    name="suit",
    help=T("NAME plays this suit."),
    params=(
        Param("player", "player", T("who")),
        Param("suit", "choice", T("the suit"), choices=tuple(_SUITS)),
    ),
    check=_check_suit,
    effect=lambda state, data, secret: state.with_facts(
        suits={**state.facts["suits"], data["player"]: data["suit"]}
    ),
    text=lambda state, data: T(
        "{player} plays {suit}", player=state.name(data["player"]), suit=_SUIT_NAMES[data["suit"]]
    ),
)

ORDER = Action(
    name="order",
    help=T("The players go in this order."),
    params=(Param("players", "players", T("everybody, the first one first")),),
    check=_check_order,
    effect=_set_order,
    text=lambda state, data: T(
        "The order of play is {names}", names=tuple(state.name(player) for player in data["order"])
    ),
)

MOVE = Action(
    name="move",
    help=T("The ace of NAME moves to a place and stops there; the field card is turned up."),
    params=(
        Param("player", "player", T("whose ace moves")),
        _PLACE,
        Param("card", "card", T("the field card that lies there"), option=True, required=False),
    ),
    check=_check_move,
    effect=_move,
    text=_move_text,
)

TURN_UP = Action(
    name="turn-up",
    help=T("The face-down ace of NAME is turned up, and the turn ends."),
    params=(Param("player", "player", T("whose ace")),),
    check=_check_turn_up,
    effect=_turn_up,
    text=lambda state, data: T("The ace of {player} is turned up", player=state.name(data["player"])),
)

PUT = Action(
    name="put",
    help=T("The ace of NAME is on a place, whatever the record says."),
    params=(
        Param("player", "player", T("whose ace")),
        _PLACE,
        Param("down", "flag", T("it lies face down"), option=True, required=False),
    ),
    check=_check_put,
    effect=_put,
    text=_put_text,
)

FIELD = Action(
    name="field",
    help=T("A field card lies face up on a place, whatever the record says."),
    params=(_PLACE, Param("card", "card", T("the card"))),
    check=_check_field,
    effect=lambda state, data, secret: swapped(state, data["place"], data["card"]),
    text=lambda state, data: T(
        "On {place} lies {card}", place=place_text(data["place"]), card=the(data["card"])
    ),
)

TURN = turn_action(_following, begun=lambda state: state.with_facts(mover=None))

ACTIONS = (SUIT, ORDER, TURN, MOVE, TURN_UP, PUT, FIELD)
