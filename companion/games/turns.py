"""Whose turn it is, recorded where a table likes to and never enforced."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.table import Json, State
from scorers.refusal import Refusal
from scorers.text import T, Text


def turn_action(
    following: Callable[[State, str], str], begun: Callable[[State], State] = lambda state: state
) -> Action:
    """The action `turn`: it is NAME's turn, or that of whoever is `following(state, player)` (ids).

    `begun(state)` changes what else a new turn changes. The turn is kept in the fact `turn`.
    """

    def check(state: State, args: Args, dealer: Dealer) -> Outcome:
        return Outcome({"player": args["player"] or _next(state)})

    def _next(state: State) -> str:
        now = state.facts["turn"]
        if now is not None:
            return following(state, now)
        if state.start is None:
            raise Refusal(
                "missing-argument",
                T(
                    "Nobody's turn is on record yet: say whose it is, one of {names}.",
                    names=tuple(p.name for p in state.present),
                ),
            )
        return state.start

    def effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
        return begun(state).with_facts(turn=data["player"])

    def text(state: State, data: Mapping[str, Json]) -> Text:
        return T("It is {player}'s turn", player=state.name(data["player"]))

    return Action(
        name="turn",
        help=T("It is NAME's turn now; without NAME, the next player's."),
        params=(Param("player", "player", T("whose turn it is"), required=False),),
        check=check,
        effect=effect,
        text=text,
    )
