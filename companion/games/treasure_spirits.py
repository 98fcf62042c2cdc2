"""Treasure Hunt's variant spirit: jacks, queens and kings on the field (rules page treasure-hunt)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.games.treasure_battle import check_others, needs
from companion.games.treasure_mimic import is_mimic
from companion.games.treasure_moves import check_way
from companion.games.treasure_places import START, Place, find_place, place_text
from companion.games.treasure_record import (
    card_at,
    check_face_up,
    check_named,
    hand_given_back,
    hand_of,
    the,
    turned_up,
    with_ace,
)
from companion.table import Json, State
from scorers.refusal import Refusal
from scorers.text import T, Text
from scorers.treasure_hunt import (
    NAMES,
    battle,
    face_of,
)


def _check_no_mimic(state: State, place: Place) -> None:
    card = card_at(state, place)
    if card is not None and is_mimic(state, card):
        raise Refusal(
            "mimic",
            T(
                "On {place} lies a mimic, {card}: spirits go on face-up field cards that are no mimic.",
                place=place_text(place),
                card=the(card),
            ),
        )


def _own_face(state: State, player: str, card: str) -> None:
    face_of(card)
    suit = state.facts["suits"].get(player)
    if suit is not None and card[0] != suit:
        raise Refusal(
            "not-own-suit",
            T(
                "{player} lays spirits of the own suit: {own}; not {card}.",
                player=state.name(player),
                own=tuple(suit + rank for rank in "JQK"),
                card=the(card),
            ),
        )


def _check_lay(state: State, args: Args, dealer: Dealer) -> Outcome:
    needs(state, "spirit")
    player, card, place = args["player"], args["card"], _spirit_place(state, args["place"])
    _own_face(state, player, card)
    check_face_up(state, player)
    laid = state.facts["spirits"].get(card)
    if laid is not None:
        raise Refusal(
            "already-laid",
            T(
                "{Card} is a spirit on {place} already; `companion do spirit-move` moves it.",
                Card=T("The {card}", card=NAMES[card]),
                place=place_text(laid["place"]),
            ),
        )
    return Outcome({"player": player, "card": card, "place": place})


def _spirit_place(state: State, word: str) -> Place:
    place = find_place(state, word)
    if place == START:
        raise Refusal(
            "no-card", T("Spirits lie on field cards: 0 to 11 or a dungeon place, not on the start place.")
        )
    _check_no_mimic(state, place)
    return place


def _with_spirit(state: State, data: Mapping[str, Json]) -> State:
    spirit = {"player": data["player"], "place": data["place"]}
    state = turned_up(state, data["place"], None)
    return state.with_facts(spirits={**state.facts["spirits"], data["card"]: spirit})


def _check_spirit_move(state: State, args: Args, dealer: Dealer) -> Outcome:
    needs(state, "spirit")
    player, card, place = args["player"], args["card"], _spirit_place(state, args["place"])
    face_of(card)
    check_face_up(state, player)
    spirit = state.facts["spirits"].get(card)
    if spirit is not None:
        _check_owner(state, player, card)
        check_way(state, None, spirit["place"], place, T("the spirit {card}", card=card))
    return Outcome({"player": player, "card": card, "place": place})


def _check_owner(state: State, player: str, card: str) -> None:
    spirit = state.facts["spirits"].get(card)
    if spirit is None or spirit["player"] == player:
        return
    own = [c for c, s in state.facts["spirits"].items() if s["player"] == player]
    raise Refusal(
        "not-own-spirit",
        T(
            "The spirit {card} is {owner}'s on record. Spirits of {player}: {own}.",
            card=card,
            owner=state.name(spirit["player"]),
            player=state.name(player),
            own=tuple(own) or T("none"),
        ),
    )


def _spirit_moved(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    mover = {"player": data["player"], "piece": "spirit", "place": data["place"], "first": False}
    return _with_spirit(state, data).with_facts(mover=mover)


def _check_spirit_battle(state: State, args: Args, dealer: Dealer) -> Outcome:
    needs(state, "spirit")
    player, other, cards = args["player"], args["other"], [args["card"], args["other-card"]]
    check_others(state, player, other)
    if cards[0] == cards[1]:
        raise Refusal("same-card-twice", T("Two spirits battle, not {card} with itself.", card=the(cards[0])))
    outcome = battle(*(face_of(card) for card in cards))
    for owner, card in zip((player, other), cards, strict=True):
        _check_owner(state, owner, card)
    winner = {1: player, -1: other}.get(outcome)
    return Outcome({"player": player, "other": other, "cards": cards, "winner": winner})


def _spirits_gone(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return state.with_facts(
        spirits={c: s for c, s in state.facts["spirits"].items() if c not in data["cards"]}
    )


def _spirit_battle_text(state: State, data: Mapping[str, Json]) -> Text:
    first, second = (the(card) for card in data["cards"])
    met = {
        "player": state.name(data["player"]),
        "other": state.name(data["other"]),
        "first": first,
        "second": second,
    }
    if data["winner"] is None:
        return T(
            "Spirits of {player} and {other}, {first} and {second}: a draw, each gets the other's card", **met
        )
    return T(
        "Spirits of {player} and {other}, {first} and {second}: {winner} gets both cards",
        winner=state.name(data["winner"]),
        **met,
    )


def _check_retreat(state: State, args: Args, dealer: Dealer) -> Outcome:
    needs(state, "spirit")
    player, place = args["player"], find_place(state, args["place"])
    check_face_up(state, player)
    check_named(state, player)
    if place.startswith("D"):
        raise Refusal(
            "not-there",
            T(
                "The ace goes to the start place or a face-up track card, 0 to 11; not to {place}.",
                place=place_text(place),
            ),
        )
    return Outcome({"player": player, "place": place, "cards": hand_of(state, player)})


def _retreat(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player, place = data["player"], data["place"]
    if data["cards"]:
        state = hand_given_back(state, player)
    state = with_ace(state, player, place).with_facts(mover=None)
    return state if place == START else turned_up(state, place, None)


def _retreat_text(state: State, data: Mapping[str, Json]) -> Text:
    return T(
        "{player} gives {cards} back to the field and puts the ace on {place}",
        player=state.name(data["player"]),
        cards=tuple(the(card) for card in data["cards"]) or T("no treasure"),
        place=place_text(data["place"]),
    )


_SPIRIT = Param("card", "card", T("the jack, queen or king"))
_PLACE = Param("place", "name", T("0 to 11 along the track, or D1, D2 ... in the dungeons"))

SPIRIT = Action(
    name="spirit",
    help=T("NAME lays a jack, queen or king of the own suit on a face-up field card, as a spirit."),
    params=(Param("player", "player", T("who")), _SPIRIT, _PLACE),
    check=_check_lay,
    effect=lambda state, data, secret: _with_spirit(state, data).with_facts(mover=None),
    text=lambda state, data: T(
        "{player} lays {card} on {place} as a spirit",
        player=state.name(data["player"]),
        card=the(data["card"]),
        place=place_text(data["place"]),
    ),
)

SPIRIT_MOVE = Action(
    name="spirit-move",
    help=T("A spirit of NAME moves in place of the ace; then the thief moves by its field card."),
    params=(Param("player", "player", T("whose spirit")), _SPIRIT, _PLACE),
    check=_check_spirit_move,
    effect=_spirit_moved,
    text=lambda state, data: T(
        "The spirit of {player}, {card}, moves to {place}",
        player=state.name(data["player"]),
        card=the(data["card"]),
        place=place_text(data["place"]),
    ),
)

SPIRIT_BATTLE = Action(
    name="spirit-battle",
    help=T("A moving spirit of the first NAME meets a spirit of the second: both leave the field."),
    params=(
        Param("player", "player", T("whose spirit moves")),
        _SPIRIT,
        Param("other", "player", T("whose spirit it meets")),
        Param("other-card", "card", T("the other spirit")),
    ),
    check=_check_spirit_battle,
    effect=_spirits_gone,
    text=_spirit_battle_text,
    answer=lambda before, after, data: {
        "winner": None if data["winner"] is None else before.name(data["winner"])
    },
)

RETREAT = Action(
    name="retreat",
    help=T("NAME, with no spirit left to lay, gives the treasures in hand back and puts the ace elsewhere."),
    params=(
        Param("player", "player", T("who")),
        Param("place", "name", T("start, or 0 to 11 along the track")),
    ),
    check=_check_retreat,
    effect=_retreat,
    text=_retreat_text,
)

SPIRITS = (SPIRIT, SPIRIT_MOVE, SPIRIT_BATTLE, RETREAT)
