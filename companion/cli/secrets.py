"""Secrets on a shared screen, and the check of deals afterwards."""

from __future__ import annotations

import click

from companion import words
from companion.cli import complete
from companion.cli.app import App, pass_app, shared
from companion.cli.do import find, record
from companion.deals import canonical, holds
from companion.games.base import Action, Game
from companion.journal import Journal, act
from companion.table import Event
from companion.view import checked_deal
from scorers.refusal import Refusal
from scorers.text import T

_ENDED = 130
"""The exit status after Ctrl-C, here as everywhere."""


@click.command("roles")
@click.option(
    "--player",
    metavar="NAME",
    shell_complete=complete.player,
    help="Only this player; else everybody in seat order.",
)
@shared
@pass_app
def roles_command(app: App, player: str | None) -> int:
    """Show each player their role, one at a time, and nobody else's."""
    _for_persons_only(app)
    state = app.journal().state
    wanted = [player] if player else list(state.names)
    for name in wanted:
        if not _look(app, "roles", name, {"player": name}):
            return _ENDED
    return 0


@click.command("peek")
@click.argument("goal")
@click.option(
    "--player",
    required=True,
    metavar="NAME",
    shell_complete=complete.player,
    help="Who looks, and nobody else.",
)
@shared
@pass_app
def peek_command(app: App, goal: str, player: str) -> int:
    """Show one player what GOAL (top, middle or bottom) hides."""
    _for_persons_only(app)
    return 0 if _look(app, "peek", player, {"player": player, "goal": goal}) else _ENDED


@click.command("reveal")
@click.argument("goal")
@shared
@pass_app
def reveal_command(app: App, goal: str) -> None:
    """Turn GOAL (top, middle or bottom) up for everybody."""
    _action(app.journal().game, "reveal")
    record(app, "reveal", {"goal": goal})


@click.command("verify")
@shared
@pass_app
def verify_command(app: App) -> int:
    """Check the deals of finished rounds against the commitments shown before the first look."""
    state = app.journal().state
    checked = [(deal, holds(deal)) for deal in state.deals]
    broken = [deal for deal, ok in checked if deal.open and not ok]
    if app.json:
        app.emit({"table": state.table, "deals": [checked_deal(deal, ok) for deal, ok in checked]})
        return 1 if broken else 0
    if not checked:
        app.print(T("Nothing was dealt at this table."))
    for deal, ok in checked:
        app.print(
            T("{name}, round {n}: {verdict}", name=deal.name, n=deal.round, verdict=_verdict(deal.open, ok))
        )
        app.print(deal.commitment)
        if deal.open:
            app.print(T("nonce {nonce}", nonce=deal.nonce))
            app.print(T("deal {deal}", deal=canonical(deal.deal)))
    app.print(T("A commitment is SHA-256 over the nonce, a colon and the deal, as they stand here."))
    return 1 if broken else 0


def _verdict(is_open: bool, ok: bool) -> object:
    if not is_open:
        return T("still secret; it can be checked at the round's end")
    return T("as committed") if ok else T("NOT what was committed to")


def _for_persons_only(app: App) -> None:
    if app.json or not app.terminal():
        raise Refusal(
            "needs-terminal", T("A secret is shown to a person on a terminal, not to a pipe or a file.")
        )


def _action(game: Game, name: str) -> Action:
    action = find(game, name)
    if action is None:
        raise Refusal("no-secret", T("{game} has no '{name}'.", game=game.name, name=name))
    return action


def _look(app: App, name: str, player: str, raw: dict[str, str]) -> bool:
    """Lets one person look: recorded when they press Enter, then shown, wiped on the next key."""
    from companion.cli import hotseat

    def build(journal: Journal) -> Event:
        action = _action(journal.game, name)
        args = words.parse(journal.game, journal.state, action.params, raw)
        return act(journal, name, args, app.dealer(), app.at())

    build(app.journal())
    try:
        with hotseat.private_screen():
            hotseat.show(
                [
                    app.say(T("Pass the screen to {name}.", name=player)),
                    "",
                    app.say(T("{name}: press Enter when nobody else can see.", name=player)),
                ]
            )
            hotseat.enter()
            recorded = app.store.append(app.table_id(), build)
            shows = _action(recorded.before.game, name).shows
            lines = shows(recorded.before.state, recorded.event.data) if shows else ()
            hotseat.show([*(app.say(line) for line in lines), "", app.say(T("Press any key to hide it."))])
            hotseat.key()
            hotseat.wipe()
    except hotseat.Interrupted:
        app.note(T("Ended. Nothing is left on the screen."))
        return False
    return True
