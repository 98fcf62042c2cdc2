"""What happens at real tables, whatever is played: who leaves, who comes late, who sits where, who starts,
and house rules agreed on after the setup.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion import games, names, words
from companion.deals import Dealer
from companion.games.base import Action, Args, Game, Outcome, Param
from companion.table import Json, Player, State
from scorers.refusal import Refusal
from scorers.text import T, Text


def _game(state: State) -> Game:
    return games.load(state.game)


def _check_join(state: State, args: Args, dealer: Dealer) -> Outcome:
    game, name = _game(state), names.clean(args["name"])
    back = next((p for p in state.players if p.away and names.folded(p.name) == names.folded(name)), None)
    if back is None:
        names.distinct([*state.names, name])
    if len(state.present) >= game.most_players:
        raise Refusal(
            "players-out-of-range",
            T(
                "{game} is for at most {most} players, and so many are here.",
                game=game.name,
                most=game.most_players,
            ),
        )
    seat = _seat(args["seat"], len(state.players) + (back is None))
    # by the event, so that nobody gets the id of somebody whose coming was undone
    player = back.id if back else f"e{dealer.event}"
    return Outcome({"player": player, "name": back.name if back else name, "seat": seat})


def _seat(asked: int | None, most: int) -> int | None:
    if asked is not None and not 1 <= asked <= most:
        raise Refusal("over-limit", T("Seats go from 1 to {most}, not {seat}.", most=most, seat=asked))
    return asked


def _join(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    others = [p for p in state.players if p.id != data["player"]]
    known = next((p for p in state.players if p.id == data["player"]), None)
    player = (known or Player(data["player"], data["name"], 0))._replace(away=False, out=False)
    place = data["seat"]
    if place is None:
        place = known.seat if known else len(others) + 1
    others.insert(place - 1, player)
    return _game(state).joined(replace(state, players=_numbered(others)), player.id)


def _join_text(state: State, data: Mapping[str, Json]) -> Text:
    if any(p.id == data["player"] for p in state.players):
        return T("{player} is back", player=data["name"])
    return T("{player} joins the table", player=data["name"])


def _check_leave(state: State, args: Args, dealer: Dealer) -> Outcome:
    if len(state.present) == 1:
        raise Refusal(
            "players-out-of-range", T("The last player can't leave; `companion close` ends the table.")
        )
    return Outcome({"player": args["player"], "out": args["withdraw"]})


def _leave(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    players = [p._replace(away=True, out=data["out"]) if p.id == data["player"] else p for p in state.players]
    return replace(state, players=tuple(players))


def _leave_text(state: State, data: Mapping[str, Json]) -> Text:
    if data["out"]:
        return T("{player} leaves the table and is not scored", player=state.name(data["player"]))
    return T("{player} leaves the table; what they have still counts", player=state.name(data["player"]))


def _check_seats(state: State, args: Args, dealer: Dealer) -> Outcome:
    given: tuple[str, ...] = args["players"]
    wanted = {p.id for p in state.present}
    if len(given) != len(set(given)) or set(given) != wanted:
        here = tuple(p.name for p in state.present)
        raise Refusal("bad-seats", T("Name everybody at the table once, clockwise: {names}.", names=here))
    return Outcome({"players": list(given)})


def _seats(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    here = [state.player(player) for player in data["players"]]
    gone = [p for p in state.players if p.id not in data["players"]]
    return replace(state, players=_numbered([*here, *gone]))


def _seats_text(state: State, data: Mapping[str, Json]) -> Text:
    return T("Seats, clockwise: {names}", names=tuple(state.name(player) for player in data["players"]))


def _check_start(state: State, args: Args, dealer: Dealer) -> Outcome:
    return Outcome({"player": args["player"]})


def _start(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return replace(state, start=data["player"])


def _start_text(state: State, data: Mapping[str, Json]) -> Text:
    return T("{player} starts", player=state.name(data["player"]))


def _check_rule(state: State, args: Args, dealer: Dealer) -> Outcome:
    game = _game(state)
    asked = words.house_rules(game, args["rules"], state.rules)
    changed = {key: value for key, value in asked.items() if state.rules[key] != value}
    settled = tuple(key for key in changed if key in game.settled_at_setup)
    if settled:
        raise Refusal(
            "settled-at-setup",
            T("{rules} shaped the setup and can't change now; open a new table for it.", rules=settled),
        )
    return Outcome({"rules": changed})


def _rule(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return replace(state, rules={**state.rules, **data["rules"]})


def _rule_text(state: State, data: Mapping[str, Json]) -> Text:
    changed = tuple(f"{key} = {value}" for key, value in data["rules"].items())
    if not changed:
        return T("House rules stay as they are")
    return T("House rules from now on: {rules}", rules=changed)


def _numbered(players: list[Player]) -> tuple[Player, ...]:
    return tuple(player._replace(seat=seat) for seat, player in enumerate(players, start=1))


ACTIONS = (
    Action(
        name="join",
        help=T("NAME comes late, or comes back."),
        params=(
            Param("name", "name", T("who comes")),
            Param(
                "seat", "number", T("the seat, counted clockwise; else the last, or the old one"), True, False
            ),
        ),
        check=_check_join,
        effect=_join,
        text=_join_text,
    ),
    Action(
        name="leave",
        help=T("NAME leaves the table; what they have counts, unless it is withdrawn."),
        params=(
            Param("player", "player", T("who leaves")),
            Param("withdraw", "flag", T("leave them out of the scores"), True, False),
        ),
        check=_check_leave,
        effect=_leave,
        text=_leave_text,
    ),
    Action(
        name="seats",
        help=T("Who sits where: everybody's NAME, clockwise."),
        params=(Param("players", "players", T("everybody at the table, clockwise")),),
        check=_check_seats,
        effect=_seats,
        text=_seats_text,
    ),
    Action(
        name="start",
        help=T("NAME is the start player, whatever lots said."),
        params=(Param("player", "player", T("who starts")),),
        check=_check_start,
        effect=_start,
        text=_start_text,
    ),
    Action(
        name="rule",
        help=T("Change house rules from now on, each KEY=VALUE."),
        params=(Param("rules", "words", T("the house rules, each KEY=VALUE")),),
        check=_check_rule,
        effect=_rule,
        text=_rule_text,
    ),
)
