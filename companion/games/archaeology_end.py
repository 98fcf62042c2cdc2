"""Passing and the forced sale at the end of Archaeology (rules page, "End")."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deals import Dealer
from companion.games.archaeology_record import SANDSTORM, THIEF, TREASURE, all_sold, dig_left, next_seller
from companion.games.base import Action, Args, Outcome, Param
from companion.table import Json, State
from scorers.refusal import Refusal
from scorers.text import TN, T, Text


def sale_made(state: State, player: str) -> State:
    """The state after a sale, which in the forced sale hands the turn on."""
    if state.facts["forced"] is None:
        return state
    return state.with_facts(forced={"turn": next_seller(state, player)})


def _check(state: State, args: Args, dealer: Dealer) -> Outcome:
    left = dig_left(state)
    if state.facts["forced"] is not None:
        rule = T("Nobody passes any more: each sells at least one set a turn until no hand holds a card.")
        if all_sold(state):
            rule = T("All hands are empty as recorded: the game has ended, and nobody passes any more.")
        raise Refusal("forced-sale", rule)
    # a table that never recorded a dig may pass: what it doesn't record isn't held against it
    if left and state.facts["dug"] and not args["deck-empty"]:
        raise Refusal(
            "deck-not-empty",
            T(
                "{cards} as recorded: a turn begins with a dig, and passing is for an empty dig deck. "
                "If it is empty, --deck-empty says so.",
                cards=TN(
                    "The dig deck still holds {count} card", "The dig deck still holds {count} cards", left
                ),
            ),
        )
    return Outcome({"player": args["player"], "deck_empty": args["deck-empty"]})


def _passed(state: State, data: Mapping[str, Json]) -> list[str]:
    """Who has passed in a row, this player included."""
    return [*(p for p in state.facts["passed"] if p != data["player"]), data["player"]]


def _all_passed(state: State, data: Mapping[str, Json]) -> bool:
    return {player.id for player in state.present} <= set(_passed(state, data))


def _effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    ended = _all_passed(state, data)
    state = state.with_facts(passed=_passed(state, data))
    if data["deck_empty"] or ended:
        state = state.with_facts(dig={TREASURE: 0, THIEF: 0, SANDSTORM: 0})
    return state.with_facts(forced={"turn": next_seller(state, None)}) if ended else state


def _text(state: State, data: Mapping[str, Json]) -> Text:
    passes = T("{player} passes", player=state.name(data["player"]))
    if not _all_passed(state, data):
        return passes
    first = next_seller(state, None)
    begins = T("beginning with {first}", first=state.name(first)) if first else T("from the start player")
    return T(
        "{passes}, as all have. From now on each in turn, {begins}, sells at least one set until no hand "
        "holds a card",
        passes=passes,
        begins=begins,
    )


PASS = Action(
    name="pass",
    help=T("NAME passes, once the dig deck is empty. When all pass in a row the forced sale begins."),
    params=(
        Param("player", "player", T("who passes")),
        Param(
            "deck-empty",
            "flag",
            T("the dig deck is empty, whatever was recorded"),
            option=True,
            required=False,
        ),
    ),
    check=_check,
    effect=_effect,
    text=_text,
)
