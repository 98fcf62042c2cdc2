"""What is on record of a Treasure Hunt table: places, aces, field cards, treasures in hand and banked.

A table records as little as it likes: an ace or a field card that nobody recorded is unknown, and no check
leans on it (rules page treasure-hunt, "Play, as far as the companion tracks it").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.base import Occasion
from companion.games.treasure_guide import numbers
from companion.games.treasure_places import START, Place, place_text
from companion.table import Json, State
from scorers.refusal import Refusal
from scorers.text import T, Text
from scorers.treasure_hunt import NAMES, RUSH_PLAYERS, TREASURES, treasures_in_game


def first_facts(occasion: Occasion) -> dict[str, Json]:
    """Nothing is on record yet but for how many players the board was set up for (`seated`).

    `aces` by player: `place` (null where unknown), `up`, `came_from`; `field` by place: the face-up card,
    null where nobody named it; `spirits` by card: `player`, `place`; `unnamed` treasures that changed hands:
    `from` and `to`, null for the field; `mover` the piece that moved last in this turn; `first_steps` the
    cards each ace went in its first turn; `loose` whether a card went to the stock from a place unnamed.
    """
    return {
        "seated": len(occasion.players),
        "holdings": {},
        "banked": {},
        "unnamed": [],
        "suits": {},
        "order": [],
        "turn": None,
        "first_steps": {},
        "board": None,
        "thief": None,
        "aces": {},
        "field": {},
        "spirits": {},
        "mover": None,
        "loose": False,
    }


# Aces


def ace_of(state: State, player: str) -> Mapping[str, Json] | None:
    """The player's ace as recorded, None if nobody recorded anything of it."""
    ace: Mapping[str, Json] | None = state.facts["aces"].get(player)
    return ace


def ace_place(state: State, player: str) -> Place | None:
    """Where the player's ace is on record, None where it isn't known."""
    ace = ace_of(state, player)
    return None if ace is None else ace["place"]


def with_ace(
    state: State, player: str, place: Place | None, *, up: bool = True, came_from: Place | None = None
) -> State:
    """The state with the player's ace there."""
    ace = {"place": place, "up": up, "came_from": came_from}
    return state.with_facts(aces={**state.facts["aces"], player: ace})


def check_face_up(state: State, player: str) -> None:
    """Refuse (`face-down`) an ace that lies face down on record."""
    ace = ace_of(state, player)
    if ace is not None and not ace["up"]:
        raise Refusal(
            "face-down",
            T(
                "The ace of {player} lies face down: on {player}'s turn it is turned up, and the turn ends "
                "(`companion do turn-up`).",
                player=state.name(player),
            ),
        )


def check_not_first(state: State, player: str, what: Text) -> None:
    """Refuse (`first-turn`) what there isn't in a first turn, as far as the record knows that it is one."""
    mover = state.facts["mover"]
    if mover and mover["player"] == player and mover["first"] and state.rules["first-turn"] == "move-only":
        raise Refusal(
            "first-turn",
            T(
                "In the first turn aces only move (house rule first-turn = move-only): there is {what}. "
                "`companion do turn` says that a later turn has come.",
                what=what,
            ),
        )


# Field cards


def the(card: str) -> Text:
    """A card in a sentence."""
    return T("the {card}", card=NAMES[card])


def card_at(state: State, place: Place | None) -> str | None:
    """The face-up field card on record at a place, None where it isn't known."""
    return None if place is None else state.facts["field"].get(place)


def turned_up(state: State, place: Place, card: str | None) -> State:
    """The state with the card at a place face up, and `card` nowhere else; None: as it was, or unnamed."""
    field = {p: None if card is not None and c == card else c for p, c in state.facts["field"].items()}
    field[place] = card if card is not None else field.get(place)
    state = state.with_facts(field=field)
    return state if card is None else settled(state, card)


def swapped(state: State, place: Place, card: str | None) -> State:
    """The state in which another card lies face up at a place, unnamed if None."""
    return turned_up(state.with_facts(field={**state.facts["field"], place: None}), place, card)


def check_field_card(state: State, card: str) -> None:
    """Refuse a card that can't lie on the field: with a player, or of a suit somebody plays."""
    holder = holder_of(settled(state, card), card)
    if holder is not None:
        raise Refusal(
            "same-card-twice",
            T(
                "{Card} is with {player} on record, so it can't lie on the field. Treasures still "
                "out: {out}.",
                Card=_capital(card),
                player=state.name(holder),
                out=cards_text(still_out(state)),
            ),
        )
    suits = state.facts["suits"]
    owner = next((p for p, suit in suits.items() if card[0] == suit and card[1:] in "AJQK"), None)
    if owner is not None:
        raise Refusal(
            "in-play",
            T(
                "{Card} belongs to {player}, who plays that suit: no field card. The field has 2 to "
                "10, and J, "
                "Q, K, A of suits nobody plays.",
                Card=_capital(card),
                player=state.name(owner),
            ),
        )


def check_turned_up(state: State, card: str, place: Place) -> None:
    """Refuse a card that can't be the one at a place, as far as the record knows what lies where."""
    if place == START:
        raise Refusal("no-card", T("The start place is off the board: no field card lies there."))
    check_field_card(state, card)
    if state.facts["loose"]:  # some exchange isn't on record, so what was seen may lie elsewhere by now
        return
    there = card_at(state, place)
    if there is not None and there != card:
        raise Refusal(
            "known-card",
            T(
                "On {place} lies {there} on record, face up, not {card}. `companion do field` corrects it.",
                place=place_text(place),
                there=the(there),
                card=the(card),
            ),
        )
    elsewhere = [p for p, c in state.facts["field"].items() if c == card and p != place and card != "joker"]
    if elsewhere:
        raise Refusal(
            "known-card",
            T(
                "{Card} lies on {place} on record, face up. `companion do field` corrects it.",
                Card=_capital(card),
                place=place_text(elsewhere[0]),
            ),
        )


def _capital(card: str) -> Text:
    return T("The {card}", card=NAMES[card])


def cards_text(cards: Sequence[str]) -> object:
    """Cards by key, or that there are none."""
    return tuple(cards) or T("none")


# Treasures


def in_game(state: State) -> tuple[str, ...]:
    """The cards that are treasures at this table."""
    return treasures_in_game(state.facts["seated"], state.rules["rush"] == "on")


def never_in_stock(card: str) -> bool:
    """Whether the stock can't hold this card: treasures leave the field for hands, never for the stock."""
    return card in TREASURES


def rush_counts(state: State) -> bool:
    """Whether rush makes diamond faces treasures here."""
    return state.rules["rush"] == "on" and state.facts["seated"] <= RUSH_PLAYERS


def treasures_of(state: State, player: str) -> list[str]:
    """The treasures that a player has on record, in hand and banked."""
    return [card for card, _ in state.facts["holdings"].get(player, [])]


def banked_of(state: State, player: str) -> list[str]:
    """The treasures that a player has laid aside."""
    banked: list[str] = state.facts["banked"].get(player, [])
    return banked


def hand_of(state: State, player: str) -> list[str]:
    """The treasures that a player has in hand on record."""
    banked = banked_of(state, player)
    return [card for card in treasures_of(state, player) if card not in banked]


def unnamed(state: State, player: str) -> int:
    """Treasures that came to a player without a name less those that left so; they are in hand."""
    moved = state.facts["unnamed"]
    return sum((entry["to"] == player) - (entry["from"] == player) for entry in moved)


def hand_size(state: State, player: str) -> int:
    """How many treasures a player has in hand, named or not."""
    return len(hand_of(state, player)) + unnamed(state, player)


def holder_of(state: State, card: str) -> str | None:
    """The id of the player who has this treasure on record."""
    return next((p.id for p in state.players if card in treasures_of(state, p.id)), None)


def still_out(state: State) -> list[str]:
    """The treasures that are with nobody on record."""
    return [card for card in in_game(state) if holder_of(state, card) is None]


def treasures_held(state: State) -> int:
    """How many treasures are with players, in hand and banked, named or not."""
    return sum(len(treasures_of(state, p.id)) + unnamed(state, p.id) for p in state.players)


def stock_left(state: State) -> int:
    """Cards in the stock: a taken treasure takes its top card, one that is lost brings a card back."""
    return max(0, numbers(state.facts["seated"], state.rules).stock - treasures_held(state))


def with_treasures(state: State, player: str, cards: Sequence[str]) -> State:
    """The state in which a player has exactly these treasures, banked ones as far as they are among them."""
    held = {**state.facts["holdings"], player: [[card, 1] for card in cards]}
    banked = [card for card in banked_of(state, player) if card in cards]
    return state.with_facts(holdings=held, banked={**state.facts["banked"], player: banked})


def lost_card(state: State, player: str, named: str | None) -> str | None:
    """Which treasure leaves a hand: the one named, or the only one there is; None where it isn't told.

    Refused (`not-in-hand`) if the one named isn't in that hand.
    """
    hand = hand_of(state, player)
    if named is not None:
        check_in_hand(state, player, [named])
        return named
    return hand[0] if len(hand) == 1 == hand_size(state, player) else None


def check_in_hand(state: State, player: str, cards: Sequence[str], *, naming: bool = False) -> None:
    """Refuse treasures that a player doesn't have in hand on record (`not-in-hand`).

    Also those that may be the ones that left the hand unnamed (`not-named`), unless this is their naming.
    """
    hand = hand_of(state, player)
    for card in cards:
        if card not in hand:
            raise Refusal(
                "not-in-hand",
                T(
                    "{player} doesn't have {card} in hand on record. In hand: {hand}. Banked, and "
                    "safe: {banked}.",
                    player=state.name(player),
                    card=the(card),
                    hand=cards_text(hand),
                    banked=cards_text(banked_of(state, player)),
                ),
            )
    if len(cards) > hand_size(state, player) and not naming:
        check_named(state, player)


def check_named(state: State, player: str) -> None:
    """Refuse (`not-named`) what needs a player's hand exactly while a treasure that left it has no name."""
    for entry in state.facts["unnamed"]:
        if player in (entry["from"], entry["to"]):
            owner = entry["from"] or entry["to"]
            raise Refusal(
                "not-named",
                T(
                    "A treasure of {player} changed hands and isn't named yet: `companion do lose` "
                    "names it, one "
                    "of {hand}; `companion do holdings` counts anew.",
                    player=state.name(owner),
                    hand=cards_text(hand_of(state, owner)),
                ),
            )


def lost(state: State, player: str, card: str | None, to: str | None, at: Place | None = None) -> State:
    """The state after one treasure left a hand: to player `to`, or to the field (there, if told)."""
    if card is None:
        entry = {"from": player, "to": to}
        state = state.with_facts(unnamed=[*state.facts["unnamed"], entry])
        return state if to is not None else state.with_facts(loose=True)
    state = with_treasures(state, player, [c for c in treasures_of(state, player) if c != card])
    if to is not None:
        return with_treasures(state, to, [*treasures_of(state, to), card])
    return swapped(state, at, card) if at is not None else state.with_facts(loose=True)


def hand_given_back(state: State, player: str) -> State:
    """The state after all treasures in a player's hand went back to the field."""
    hand = hand_of(state, player)
    kept = [card for card in treasures_of(state, player) if card not in hand]
    return with_treasures(state, player, kept).with_facts(loose=True)


def settled(state: State, card: str) -> State:
    """A treasure seen on the field, of somebody who lost one that wasn't named, was that one."""
    player = holder_of(state, card)
    if player is None or card in banked_of(state, player):
        return state
    for index, entry in enumerate(state.facts["unnamed"]):
        if entry["from"] == player and entry["to"] is None:
            return lost(without_unnamed(state, index), player, card, None)
    return state


def without_unnamed(state: State, index: int) -> State:
    """The state with one entry of the unnamed treasures settled."""
    moved = state.facts["unnamed"]
    return state.with_facts(unnamed=[*moved[:index], *moved[index + 1 :]])


def counted(state: State, player: str) -> State:
    """After a full count of a player's treasures: nothing unnamed is theirs any more."""
    moved = [
        {side: None if entry[side] == player else entry[side] for side in ("from", "to")}
        for entry in state.facts["unnamed"]
        if not (entry["from"] == player and entry["to"] is None)
    ]
    held = treasures_of(state, player)
    field = {place: None if card in held else card for place, card in state.facts["field"].items()}
    banked = {**state.facts["banked"], player: [c for c in banked_of(state, player) if c in held]}
    return state.with_facts(unnamed=[e for e in moved if e["from"] or e["to"]], field=field, banked=banked)
