"""The one way out: everything that shows a table's state shows what `view` returns.

What a viewer may not know is not in it. The viewer is a player's id, or None for the table as a whole.
"""

from __future__ import annotations

from companion.games.base import Game
from companion.journal import Journal
from companion.table import Deal, Event, Json, State
from companion.texts import say
from scorers.sheet import Result
from scorers.standings import so_far
from scorers.text import Text


def view(game: Game, state: State, viewer: str | None = None) -> dict[str, Json]:
    """The state as this viewer may see it, in JSON form with players by name."""
    return {
        "players": seats(state),
        "rules": dict(state.rules),
        "start_player": None if state.start is None else state.name(state.start),
        "deals": [public_deal(deal) for deal in state.deals],
        "looks": [
            {"player": state.name(look.player), "what": look.what, "round": look.round}
            for look in state.looks
        ],
        "open": state.open,
        **game.view(state, viewer),
    }


def seen(game: Game, state: State) -> dict[str, Json]:
    """The view of the whole table for a screen that people look at: players who left are marked `away`."""
    players = [{**seat, "away": p.away} for seat, p in zip(seats(state), state.players, strict=True)]
    return {**view(game, state), "players": players}


def seats(state: State) -> list[Json]:
    """The players in seat order."""
    return [{"seat": p.seat, "name": p.name} for p in state.players]


def public_deal(deal: Deal) -> dict[str, Json]:
    """A deal as anybody may see it: name, round, commitment, and the value where it has no secret."""
    shown: dict[str, Json] = {"name": deal.name, "round": deal.round, "commitment": deal.commitment}
    if deal.value is not None:
        shown["value"] = deal.value
    return shown


def checked_deal(deal: Deal, ok: bool) -> dict[str, Json]:
    """A deal for `verify`: with nonce and content where the secret is over, else with `ok` null."""
    if not deal.open:
        return {**public_deal(deal), "ok": None}
    return {**public_deal(deal), "nonce": deal.nonce, "deal": deal.deal, "ok": ok}


def event_view(event: Event, player: str | None, text: Text, language: str) -> dict[str, Json]:
    """An event as the log shows it; `player` is the name of whom it is about."""
    return {
        "number": event.number,
        "at": event.at,
        "player": player,
        "action": event.action,
        "text": say(text, language),
    }


def score_view(
    journal: Journal, result: Result, reveal: bool, language: str, *, for_people: bool = False
) -> dict[str, Json]:
    """Scoresheets and standings, the totals left out while they are secret and not asked to be revealed.

    `for_people` has the explanation say of a game that goes on who leads, not who wins.
    """
    game, state = journal.game, journal.state
    if for_people and not game.finished(state):
        result = result._replace(explanation=so_far(result.explanation))
    shown = result_view(result, language)
    if game.secret_score(state) and not reveal:
        sheets: list[Json] = [{"player": name, "total": None, "lines": []} for name in state.names]
        shown = {"scoresheets": sheets, "standings": [], "explanation": ""}
    return {"table": state.table, "game": game.key, "final": game.finished(state), **shown}


def result_view(result: Result, language: str) -> dict[str, Json]:
    """Scoresheets, standings and what decided, in JSON form."""
    return {
        "scoresheets": [
            {
                "player": sheet.player,
                "total": sheet.total,
                "lines": [
                    {"item": line.item, "points": line.points, "detail": say(line.detail, language)}
                    for line in sheet.lines
                ],
            }
            for sheet in result.scoresheets
        ],
        "standings": [
            {
                "place": s.place,
                "player": s.player,
                "total": s.total,
                "shared": s.shared,
                "decided_by": s.decided_by,
            }
            for s in result.standings
        ],
        "explanation": say(result.explanation, language),
    }
