"""Digging at an Archaeology table: a treasure, a thief or a sandstorm (rules page, "Play")."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deals import Dealer
from companion.games.archaeology_record import (
    SANDSTORM,
    THIEF,
    TREASURE,
    acted,
    check_treasures,
    check_unseen,
    dig_left,
    in_words,
    laid,
)
from companion.games.base import Action, Args, Outcome, Param
from companion.games.hands import (
    Theft,
    check_victims,
    hands,
    moved,
    theft,
    theft_text,
    with_hands,
)
from companion.games.holdings import merged
from companion.table import Json, State
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

_LEFT = {
    TREASURE: lambda n: TN("{count} treasure", "{count} treasures", n),
    THIEF: lambda n: TN("{count} thief", "{count} thieves", n),
    SANDSTORM: lambda n: TN("{count} sandstorm", "{count} sandstorms", n),
}


def losses(state: State) -> dict[str, int | None]:
    """Player id -> cards that a sandstorm takes: half of the hand on record, rounded down."""
    return {player: None if cards is None else cards // 2 for player, cards in hands(state).items()}


def _check(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, what, victim = args["player"], args["what"], args["from"]
    _check_left(state, what)
    if victim is not None and what != THIEF:
        raise Refusal(
            "unneeded-option",
            T("--from says whom a thief takes a card from; with a {what} leave it out.", what=what),
        )
    if args["laid"] and what != SANDSTORM:
        raise Refusal(
            "unneeded-option",
            T("--laid says what a sandstorm blew into the market; with a {what} leave it out.", what=what),
        )
    check_victims(state, player, () if victim is None else (victim,))
    blown = merged(args["laid"])
    check_treasures(blown)
    check_unseen(state, blown, T("blown into the market"))
    data = {"player": player, "what": what, "from": victim, "laid": [list(entry) for entry in blown]}
    return Outcome(data)


def _check_left(state: State, what: str) -> None:
    left = state.facts["dig"]
    if not dig_left(state):
        raise Refusal(
            "deck-empty",
            T("The dig deck is empty: play goes on without digging, and a player may pass."),
        )
    if not left[what]:
        none = {
            TREASURE: T("All treasures of the dig deck have been dug"),
            THIEF: T("All 8 thieves have been seen"),
            SANDSTORM: T("All sandstorms that are in play with these players have been seen"),
        }
        rest = tuple(_LEFT[sort](n) for sort, n in left.items() if n)
        raise Refusal("over-limit", T("{none}. Left in the dig deck: {rest}.", none=none[what], rest=rest))


def _theft(state: State, data: Mapping[str, Json]) -> Theft:
    return theft(hands(state), data["player"], _named(data), 1)


def _named(data: Mapping[str, Json]) -> tuple[str, ...]:
    return () if data["from"] is None else (data["from"],)


def _effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    what, left = data["what"], state.facts["dig"]
    state = acted(state).with_facts(dig={**left, what: left[what] - 1}, dug=state.facts["dug"] + 1)
    if what == TREASURE:
        return moved(state, data["player"], 1)
    if what == THIEF:
        return with_hands(state, _theft(state, data).hands)
    lost = losses(state)
    for player, cards in lost.items():
        state = moved(state, player, -(cards or 0))
    if data["laid"]:
        return laid(state, [(card, n) for card, n in data["laid"]])
    known = [cards for cards in lost.values() if cards is not None]
    return laid(state, (), sum(known) if len(known) == len(lost) else None)


def _text(state: State, data: Mapping[str, Json]) -> Text:
    player, what = state.name(data["player"]), data["what"]
    if what == TREASURE:
        return T("{player} digs up a treasure", player=player)
    left = state.facts["dig"][what] - 1
    if what == THIEF:
        return T(
            "{player} digs up a thief: {taken}. {left} left in the dig deck",
            player=player,
            taken=theft_text(state, _theft(state, data), _named(data)),
            left=_LEFT[THIEF](left),
        )
    return T(
        "{player} digs up a sandstorm: half of each hand, rounded down, goes into the market, as far as "
        "recorded {losses}{laid}. Then {player} digs again. {left} left in the dig deck",
        player=player,
        losses=tuple(_loss(state.name(p), n) for p, n in losses(state).items()),
        laid=T(" (laid there: {cards})", cards=in_words(data["laid"])) if data["laid"] else "",
        left=_LEFT[SANDSTORM](left),
    )


def _loss(player: str, cards: int | None) -> Text:
    if cards is None:
        return T("{player} (hand not recorded)", player=player)
    return T("{player} {cards}", player=player, cards=cards)


def _answer(before: State, after: State, data: Mapping[str, Json]) -> Mapping[str, Json]:
    """What is left in the dig deck, and who loses how many cards in a sandstorm (null: not known)."""
    left: dict[str, Json] = {"left": {"cards": dig_left(after), **after.facts["dig"]}}
    if data["what"] == SANDSTORM:
        left["loses"] = {before.name(player): cards for player, cards in losses(before).items()}
    return left


DIG = Action(
    name="dig",
    help=T("NAME digs a card from the dig deck: treasure, thief or sandstorm."),
    params=(
        Param("player", "player", T("who digs")),
        Param("what", "choice", T("what came up"), choices=(TREASURE, THIEF, SANDSTORM)),
        Param("from", "player", T("thief: whose card it takes"), option=True, required=False),
        Param(
            "laid",
            "cards",
            T("sandstorm: the cards that all lay into the market together, if you record the market"),
            option=True,
            required=False,
        ),
    ),
    check=_check,
    effect=_effect,
    text=_text,
    answer=_answer,
)
