"""Treasure Hunt's variant mimic: jokers on the field that fight (rules page treasure-hunt, "Variants")."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion import words
from companion.games.base import Action, Args, Game, Outcome, Param
from companion.games.treasure_battle import needs
from companion.games.treasure_loot import loot_text
from companion.games.treasure_places import START, place_text
from companion.games.treasure_record import (
    ace_of,
    ace_place,
    card_at,
    check_face_up,
    check_field_card,
    check_named,
    check_not_first,
    hand_given_back,
    hand_of,
    hand_size,
    lost,
    lost_card,
    never_in_stock,
    stock_left,
    swapped,
    the,
    with_ace,
)
from companion.table import Json, State
from scorers.checks import joined
from scorers.refusal import Refusal
from scorers.text import T, Text
from scorers.treasure_hunt import (
    BEATS,
    JOKER,
    NAMES,
    RUSH_TREASURES,
    card_number,
)

_FACES_WITH = 3
"""The most players with whom spare jacks, queens and kings can be mimics: with four no suit is spare."""


def is_mimic(state: State, card: str) -> bool:
    """Whether a field card is a mimic at this table."""
    if state.rules["mimic"] != "on":
        return False
    if card == JOKER:
        return True
    treasure = state.rules["rush"] == "on" and card in RUSH_TREASURES
    spare = state.rules["mimic-faces"] == "on" and state.facts["seated"] <= _FACES_WITH
    return spare and not treasure and card[1:] in BEATS and card[0] not in state.facts["suits"].values()


def _check_mimic(game: Game, state: State, args: Args) -> Outcome:
    needs(state, "mimic")
    player, cards, now = args["player"], list(args["cards"]), args["now"]
    check_face_up(state, player)
    check_not_first(state, player, T("no fight in it"))
    _check_meets_mimic(state, player)
    _check_stock_cards(state, cards, now)
    margin = card_number(cards[0]) - card_number(cards[1]) if cards else 0
    result = "win" if margin > 0 else "loss" if margin < 0 else "draw"
    data: dict[str, Json] = {
        "player": player,
        "shown": cards,
        "result": result,
        "now": now,
        "loot": [],
        "back": [],
    }
    if result == "win":
        data["loot"] = _loot(game, state, player, args["gives"])
    elif args["gives"]:
        raise Refusal(
            "unneeded-option", T("Nobody gives a treasure unless the mimic is beaten: leave --gives out.")
        )
    if result == "loss":
        check_named(state, player)
        data["back"] = hand_of(state, player)
    return Outcome(data)


def _check_meets_mimic(state: State, player: str) -> None:
    place = ace_place(state, player)
    card = card_at(state, place)
    if place == START or (card is not None and not is_mimic(state, card)):
        raise Refusal(
            "no-mimic",
            T(
                "The ace of {player} is on {place} on record, where {card} lies: no mimic. Mimics "
                "are {mimics}.",
                player=state.name(player),
                place=place_text(place or START),
                card=T("no field card") if card is None else the(card),
                mimics=_mimics(state),
            ),
        )
    for other in state.present:
        ace = ace_of(state, other.id)
        if other.id != player and ace and ace["up"] and place is not None and ace["place"] == place:
            raise Refusal(
                "battle-first",
                T(
                    "The ace of {other} is face up on {place} too: the aces battle, and the mimic "
                    "doesn't fight.",
                    other=other.name,
                    place=place_text(place),
                ),
            )


def _mimics(state: State) -> Text:
    if state.rules["mimic-faces"] == "on" and state.facts["seated"] <= _FACES_WITH:
        return T("a joker on the field, and jacks, queens and kings of suits nobody plays")
    return T("a joker on the field")


def _check_stock_cards(state: State, cards: list[str], now: str | None) -> None:
    left = stock_left(state)
    if left == 0:
        raise Refusal("no-stock", T("The stock is empty on record: there is no fight with a mimic."))
    due = 2 if left > 1 else 0
    if len(cards) != due:
        raise Refusal(
            "missing-argument" if len(cards) < due else "over-limit",
            T("The stock has 1 card on record, so the fight is a draw: name no cards.")
            if due == 0
            else T(
                "Name the stock's top card and its bottom card after two shuffles; 2 cards, not {n}.",
                n=len(cards),
            ),
        )
    for card in (*cards, *([] if now is None else [now])):
        if never_in_stock(card):
            raise Refusal(
                "not-in-stock",
                T("{Card} is a treasure and never in the stock.", Card=T("The {card}", card=NAMES[card])),
            )
        check_field_card(state, card)
    if len(set(cards)) < len(cards):
        raise Refusal(
            "same-card-twice", T("Top and bottom are two cards, not both {card}.", card=the(cards[0]))
        )


def _loot(game: Game, state: State, player: str, told: tuple[str, ...]) -> list[Json]:
    """A treasure from everybody's hand: who gives which, as told, the only one, or not named."""
    named: dict[str, str] = {}
    givers = [p.id for p in state.present if p.id != player and hand_size(state, p.id) > 0]
    for word in told:
        name, equals, card = word.rpartition("=")
        if not equals:
            raise Refusal("bad-argument", T("'{word}' after --gives is not NAME=CARD.", word=word))
        giver = words.player_id(state, name)
        if giver not in givers:
            raise Refusal(
                "not-in-hand",
                T(
                    "{player} gives nothing. With a treasure in hand on record: {givers}.",
                    player=state.name(giver),
                    givers=tuple(state.name(p) for p in givers) or T("nobody else"),
                ),
            )
        named[giver] = words.card(game, card)
    return [{"from": p, "card": lost_card(state, p, named.get(p))} for p in givers]


def _mimic(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player, result = data["player"], data["result"]
    ace = ace_of(state, player) or {"place": None, "up": True, "came_from": None}
    place = ace["place"]
    if place is not None:
        state = swapped(state, place, data["now"])
    for loot in data["loot"]:
        state = lost(state, loot["from"], loot["card"], player)
    if data["back"]:
        state = hand_given_back(state, player)
    if result == "win":
        return state
    if state.rules["my-god"] == "on":
        return with_ace(state, player, ace["came_from"])
    return with_ace(state, player, place, up=result == "draw", came_from=ace["came_from"])


def _mimic_text(state: State, data: Mapping[str, Json]) -> Text:
    name = state.name(data["player"])
    result = {"win": T("a win"), "draw": T("a draw"), "loss": T("a loss")}[data["result"]]
    if data["shown"]:
        top, bottom = (the(card) for card in data["shown"])
        fought = T(
            "{player} fights a mimic, {top} against {bottom}: {result}",
            player=name,
            top=top,
            bottom=bottom,
            result=result,
        )
    else:
        fought = T("{player} fights a mimic with one card in the stock: {result}", player=name, result=result)
    parts = [fought]
    parts += [loot_text(state, loot["from"], loot["card"], data["player"]) for loot in data["loot"]]
    if data["back"]:
        parts.append(T("back to the field go {cards}", cards=tuple(the(card) for card in data["back"])))
    if data["now"] is not None:
        parts.append(T("{card} takes the mimic's place", card=the(data["now"])))
    return joined(parts)


def mimic_action(game: Callable[[], Game]) -> Action:
    """The action `mimic` of a game, which is handed in by a function because it lists its actions itself."""
    return Action(
        name="mimic",
        help=T("The ace of NAME fights a mimic: the stock's top card against its bottom card."),
        params=(
            Param("player", "player", T("whose ace")),
            Param(
                "cards",
                "kinds",
                T("the top card and the bottom card; none if the stock has one"),
                required=False,
            ),
            Param(
                "now", "card", T("the stock card that takes the mimic's place"), option=True, required=False
            ),
            Param(
                "gives",
                "words",
                T("NAME=CARD, the treasure that NAME hands over on a win"),
                option=True,
                required=False,
            ),
        ),
        check=lambda state, args, dealer: _check_mimic(game(), state, args),
        effect=_mimic,
        text=_mimic_text,
        answer=lambda before, after, data: {"result": data["result"]},
    )
