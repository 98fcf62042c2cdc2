"""Treasure Hunt's battles between aces, with magic, my-god and mana (rules page treasure-hunt)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.games.treasure_loot import loot_text
from companion.games.treasure_places import START, Place, find_place, in_order, layout_of, place_text
from companion.games.treasure_record import (
    ace_place,
    card_at,
    check_face_up,
    check_not_first,
    check_turned_up,
    hand_size,
    lost,
    lost_card,
    turned_up,
    with_ace,
)
from companion.table import Json, State
from scorers.checks import joined
from scorers.refusal import Refusal
from scorers.text import T, Text
from scorers.treasure_hunt import BEATS, COLOURS, NAMES, battle, battle_with_mana, face_of

_FACES: Mapping[str, Text] = {"K": T("king"), "Q": T("queen"), "J": T("jack")}
_NOTHING = ("none", "nothing", "-")


def needs(state: State, key: str) -> None:
    """Refuse (`house-rule`) what there is only with a variant that this table plays without."""
    if state.rules[key] != "on":
        raise Refusal(
            "house-rule",
            T("That is part of the variant {key}; at this table the house rule {key} is off.", key=key),
        )


def face(word: str) -> str | None:
    """`K`, `Q` or `J` of what was shown, None for nothing. Refused (`not-a-face`) for anything else."""
    wanted = word.strip().casefold()
    if wanted in _NOTHING:
        return None
    for key, name in _FACES.items():
        if wanted in (key.casefold(), str(name)):
            return key
    card = next((key for key in NAMES if key.casefold() == wanted), None)
    if card is None or card[1:] not in BEATS:
        raise Refusal(
            "not-a-face",
            T(
                "A battle is fought with K, Q or J (a card such as SK too), or with none; not with '{word}'.",
                word=word,
            ),
        )
    return face_of(card)


def check_others(state: State, player: str, other: str) -> None:
    """Refuse (`same-player`) somebody who meets themselves."""
    if player == other:
        raise Refusal(
            "same-player",
            T(
                "{player} can't battle {player}; others are {others}.",
                player=state.name(player),
                others=tuple(p.name for p in state.players if p.id != player),
            ),
        )


def _check(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, other = args["player"], args["other"]
    check_others(state, player, other)
    shown = [face(args["card"]), face(args["other-card"])]
    for fighter in (player, other):
        check_face_up(state, fighter)
    check_not_first(state, player, T("no battle in it"))
    at = _place(state, args["at"], other)
    if args["field"] is not None and at is not None:
        check_turned_up(state, args["field"], at)
    data: dict[str, Json] = {
        "player": player,
        "other": other,
        "shown": shown,
        "at": at,
        "field": args["field"],
    }
    if args["paid"]:
        _check_paid(state, args, shown)
        return Outcome({**data, "paid": True, "winner": None, "loot": None, "moved": None, "to": None})
    outcome = _outcome(state, player, other, shown, args["field"] or card_at(state, at))
    loot = _loot(state, player, other, outcome, args["gives"])
    winner = {1: player, -1: other}.get(outcome)
    moved = _moved(state, args, outcome)
    return Outcome({**data, "paid": False, "winner": winner, "loot": loot, **moved})


def _place(state: State, named: str | None, other: str) -> Place | None:
    """Where the battle is: as named, else where the opponent's ace is on record."""
    place = ace_place(state, other) if named is None else find_place(state, named)
    if place == START:
        raise Refusal(
            "off-board",
            T(
                "The start place is off the board: aces battle on field cards, and the ace of "
                "{player} is there "
                "on record or was named there. `--at PLACE` names the field card's place.",
                player=state.name(other),
            ),
        )
    return place


def _check_paid(state: State, args: Args, shown: list[str | None]) -> None:
    needs(state, "magic")
    if shown[0] is None or shown[1] is not None:
        raise Refusal(
            "conflicting-options",
            T(
                "With --paid the first card is the K, Q or J that {player} hands over, and the "
                "second is none: "
                "there is no battle.",
                player=state.name(args["player"]),
            ),
        )
    given = [name for name in ("gives", "to") if args[name] is not None]
    if given:
        raise Refusal(
            "unneeded-option", T("With --paid there is no battle: leave --{option} out.", option=given[0])
        )


def _outcome(state: State, player: str, other: str, shown: list[str | None], field: str | None) -> int:
    outcome = battle(*shown)
    if state.rules["mana"] != "on" or outcome == 0:
        return outcome
    suits = [state.facts["suits"].get(p) for p in (player, other)]
    for fighter, suit in zip((player, other), suits, strict=True):
        if suit is None:
            raise Refusal(
                "missing-suit",
                T(
                    "With the house rule mana suits decide: `companion do suit` says what {player} "
                    "plays, hearts, "
                    "diamonds, spades or clubs.",
                    player=state.name(fighter),
                ),
            )
    if COLOURS[suits[0]] == COLOURS[suits[1]]:
        return outcome
    if field is None:
        raise Refusal(
            "missing-option",
            T("With the house rule mana the field card decides: --field CARD names the one fought on."),
        )
    return battle_with_mana(suits[0], suits[1], field, *shown)


def _loot(state: State, player: str, other: str, outcome: int, gives: str | None) -> Json:
    if outcome == 0:
        if gives is not None:
            raise Refusal("unneeded-option", T("A draw: nobody hands a treasure over. Leave --gives out."))
        return None
    loser, winner = (other, player) if outcome == 1 else (player, other)
    card = lost_card(state, loser, gives)
    if card is None and hand_size(state, loser) < 1:
        return None
    return {"from": loser, "to": winner, "card": card}


def _moved(state: State, args: Args, outcome: int) -> dict[str, Json]:
    """Under my-god, whose ace is sent to which card."""
    if args["to"] is not None:
        needs(state, "my-god")
    if state.rules["my-god"] != "on":
        return {"moved": None, "to": None}
    to = None if args["to"] is None else find_place(state, args["to"])
    if to is not None:
        _check_sent(state, to)
    return {"moved": args["other"] if outcome == 1 else args["player"], "to": to}


def _check_sent(state: State, to: Place) -> None:
    dungeons = [p for p in state.facts["field"] if p.startswith("D")]
    if to == START or (not to.startswith("D") and dungeons):
        raise Refusal(
            "not-there",
            T(
                "The ace goes to a face-up dungeon card, or to a track card if there is none; not to "
                "{place}. "
                "Face up on record: {dungeons}.",
                place=place_text(to),
                dungeons=tuple(in_order(layout_of(state), dungeons)) or T("none, so 0 to 11"),
            ),
        )


def _effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player, other, at, winner = (data[key] for key in ("player", "other", "at", "winner"))
    if at is not None:
        state = turned_up(state, at, data["field"])
        state = with_ace(state, other, at)
    if data["paid"]:
        return state
    loot = data["loot"]
    if loot is not None:
        state = lost(state, loot["from"], loot["card"], loot["to"])
    for fighter in (player, other):
        sent = fighter == data["moved"]
        down = data["moved"] is None and winner not in (None, fighter)
        state = with_ace(state, fighter, data["to"] if sent else at, up=not down)
    mover = state.facts["mover"]
    first = bool(mover and mover["player"] == player and mover["first"])
    place = ace_place(state, player)
    return state.with_facts(mover={"player": player, "piece": "ace", "place": place, "first": first})


def _text(state: State, data: Mapping[str, Json]) -> Text:
    player, other = state.name(data["player"]), state.name(data["other"])
    if data["paid"]:
        return T(
            "{player} gives {other} a {face} and passes without a battle",
            player=player,
            other=other,
            face=_FACES[data["shown"][0]],
        )
    cards = [T("nothing") if shown is None else _FACES[shown] for shown in data["shown"]]
    fought = T(
        "{player} ({first}) battles {other} ({second})",
        player=player,
        other=other,
        first=cards[0],
        second=cards[1],
    )
    if data["winner"] is None:
        ended = T("{fought}: a draw", fought=fought)
    else:
        ended = T("{fought}: {winner} wins", fought=fought, winner=state.name(data["winner"]))
    return joined([ended, *_consequences(state, data)])


def _consequences(state: State, data: Mapping[str, Json]) -> list[Text]:
    told = []
    loot = data["loot"]
    if loot is not None:
        told.append(loot_text(state, loot["from"], loot["card"], loot["to"]))
    if data["moved"] is not None:
        name = state.name(data["moved"])
        if data["to"] is None:
            told.append(T("the ace of {player} is sent to another card", player=name))
        else:
            told.append(
                T("the ace of {player} is sent to {place}", player=name, place=place_text(data["to"]))
            )
    elif data["winner"] is not None:
        loser = data["other"] if data["winner"] == data["player"] else data["player"]
        told.append(T("the ace of {player} lies face down", player=state.name(loser)))
    return told


def _answer(before: State, after: State, data: Mapping[str, Json]) -> Mapping[str, Json]:
    winner = data["winner"]
    return {"winner": None if winner is None else before.name(winner)}


BATTLE = Action(
    name="battle",
    help=T(
        "The ace of the first NAME, moving, meets that of the second; each shows K, Q or J, or has "
        "none to show."
    ),
    params=(
        Param("player", "player", T("who moves")),
        Param("card", "name", T("what the mover shows: K, Q, J or none")),
        Param("other", "player", T("the opponent")),
        Param("other-card", "name", T("what the opponent shows: K, Q, J or none")),
        Param("at", "name", T("the place; the opponent's ace's, if left out"), option=True, required=False),
        Param("field", "card", T("the field card fought on (mana needs it)"), option=True, required=False),
        Param("gives", "card", T("the treasure that the loser hands over"), option=True, required=False),
        Param("to", "name", T("the place an ace is sent to (with my-god)"), option=True, required=False),
        Param(
            "paid",
            "flag",
            T("no battle: the mover gives the first card to the opponent and passes (with magic)"),
            option=True,
            required=False,
        ),
    ),
    check=_check,
    effect=_effect,
    text=_text,
    answer=_answer,
)
