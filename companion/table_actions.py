"""Actions that every table has, whatever is played: correct a name, close the table, and `seating`'s."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion import names, pins, recount, seating
from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.table import Json, State
from scorers.text import T, Text


def opening(game: Text, state: State) -> Text:
    """The log's first sentence."""
    return T("{game} with {names}", game=game, names=state.names)


def _check_rename(state: State, args: Args, dealer: Dealer) -> Outcome:
    others = [p.name for p in state.players if p.id != args["player"]]
    new = names.clean(args["name"])
    names.distinct([*others, new])
    return Outcome({"player": args["player"], "name": new})


def _rename(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    players = tuple(p._replace(name=data["name"]) if p.id == data["player"] else p for p in state.players)
    return replace(state, players=players)


def _rename_text(state: State, data: Mapping[str, Json]) -> Text:
    return T("{old} is now called {new}", old=state.name(data["player"]), new=data["name"])


def _check_close(state: State, args: Args, dealer: Dealer) -> Outcome:
    return Outcome({})


def _close(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return replace(state, open=False)


def _close_text(state: State, data: Mapping[str, Json]) -> Text:
    return T("The table is closed")


ACTIONS: tuple[Action, ...] = (
    *seating.ACTIONS,
    recount.ACTION,
    Action(
        name="rename",
        help=T("Correct a player's name."),
        params=(Param("player", "player", T("who")), Param("name", "name", T("the right name"))),
        check=_check_rename,
        effect=_rename,
        text=_rename_text,
        under_do=False,
    ),
    Action(
        name="close",
        help=T("Close the table: the record is complete."),
        params=(),
        check=_check_close,
        effect=_close,
        text=_close_text,
        under_do=False,
    ),
    *pins.ACTIONS,
)
