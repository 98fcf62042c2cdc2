"""Secrets on a shared screen, and the check of deals afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from companion import words
from companion.cli import complete
from companion.cli.app import App, pass_app, shared
from companion.cli.do import find, record
from companion.cli.tables import report
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
    for_persons_only(app)
    state = app.journal().state
    wanted = [player] if player else list(state.names)
    for name in wanted:
        if not look(app, "roles", {"player": name}):
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
    for_persons_only(app)
    return 0 if look(app, "peek", {"player": player, "goal": goal}) else _ENDED


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


def for_persons_only(app: App) -> None:
    """Refuses (`needs-terminal`) to show a secret where no person reads it."""
    if app.json or not app.terminal():
        raise Refusal(
            "needs-terminal", T("A secret is shown to a person on a terminal, not to a pipe or a file.")
        )


def _action(game: Game, name: str) -> Action:
    action = find(game, name)
    if action is None:
        raise Refusal("no-secret", T("{game} has no '{name}'.", game=game.name, name=name))
    return action


def look(app: App, name: str, raw: Mapping[str, Any]) -> bool:
    """Lets one person look: recorded when they press Enter, then shown, wiped on the next key.

    A player with a PIN is asked for it first; one without may set it while the secret is shown.
    False if it was broken off.
    """
    from companion.cli import hotseat, pin

    def build(journal: Journal) -> Event:
        action = _action(journal.game, name)
        args = words.parse(journal.game, journal.state, action.params, raw)
        return act(journal, name, args, app.dealer(), app.at())

    who = build(app.journal()).data["player"]
    set_now = None
    try:
        with hotseat.private_screen():
            pin.pass_to(app, who)
            guarded = pin.admit(app, who) is not None
            recorded = app.store.append(app.table_id(), build)
            shows = _action(recorded.before.game, name).shows
            lines = shows(recorded.before.state, recorded.event.data) if shows else ()
            hide = T("Press any key to hide it.")
            offer = T("Press any key to hide it (P: and set a PIN that later looks ask for).")
            hotseat.show([*(app.say(line) for line in lines), "", app.say(hide if guarded else offer)])
            pressed = hotseat.key()
            hotseat.wipe()
            if not guarded and pressed in ("p", "P"):
                set_now = pin.choose(app, who)
    except hotseat.Interrupted:
        app.note(T("Ended. Nothing is left on the screen."))
        return False
    if set_now is not None:
        report(app, set_now)
    return True
