"""PINs: asked for before a secret is shown, set by their player, cleared by the whole table."""

from __future__ import annotations

from typing import Any

import click

from companion import pins
from companion.cli import complete, hotseat
from companion.cli.app import App, pass_app, shared
from companion.cli.tables import report
from companion.journal import Journal, act
from companion.store import Recorded
from companion.table import Event
from companion.words import player_id
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

LONGEST_PAUSE_S = 64


@click.group("pin")
def pin_command() -> None:
    """The PIN that looks at a player's secrets ask for."""


@pin_command.command("set")
@click.argument("name", shell_complete=complete.player)
@shared
@pass_app
def set_command(app: App, name: str) -> int:
    """Set or change the PIN of NAME, who types it alone; a change asks for the old one."""
    if app.json or not app.terminal():
        raise Refusal(
            "needs-terminal", T("A PIN is typed by a person on a terminal, not by a pipe or a file.")
        )
    player = player_id(app.journal().state, name)
    try:
        with hotseat.private_screen():
            pass_to(app, player)
            old = admit(app, player)
            recorded = choose(app, player, old)
    except hotseat.Interrupted:
        app.note(T("Ended. Nothing is left on the screen."))
        return 130
    if recorded is not None:
        report(app, recorded)
    return 0


@pin_command.command("clear")
@click.argument("name", shell_complete=complete.player)
@click.option("--yes", is_flag=True, help="The whole table has agreed.")
@shared
@pass_app
def clear_command(app: App, name: str, yes: bool) -> int:
    """Clear the PIN of NAME, as the whole table agrees; it stays on record."""
    state = app.journal().state
    player = player_id(state, name)
    if not yes and pins.is_set(state, player):
        if app.json or not app.terminal():
            raise Refusal(
                "needs-terminal", T("Clearing a PIN asks the whole table; --yes says that it agreed.")
            )
        question = T("Does the whole table agree that {name}'s PIN is cleared?", name=state.name(player))
        if not click.confirm(app.say(question)):
            app.print(T("The PIN stays."))
            return 1
    report(app, _append(app, "clear-pin", {"player": player}))
    return 0


def pass_to(app: App, player: str) -> None:
    """On the private screen: waits until the player (by id) has it to themselves."""
    name = app.journal().state.name(player)
    _show(
        app,
        T("Pass the screen to {name}.", name=name),
        "",
        T("{name}: press Enter when nobody else can see.", name=name),
    )
    hotseat.enter()


def admit(app: App, player: str) -> str | None:
    """On the private screen: asks for the player's PIN until it is right, and gives it; None if none is set.

    After each wrong try the pause before the next one doubles.
    """
    pause = 1
    while True:
        state = app.journal().state
        if not pins.is_set(state, player):
            return None
        _show(app, T("{name}: your PIN, then Enter. What you type isn't shown.", name=state.name(player)))
        typed = hotseat.line()
        if pins.holds(state, player, typed):
            return typed
        again = TN("The next try is in {count} second.", "The next try is in {count} seconds.", pause)
        _show(app, T("That is not {name}'s PIN.", name=state.name(player)), again)
        hotseat.rest(pause, app.sleep)
        pause = min(2 * pause, LONGEST_PAUSE_S)


def choose(app: App, player: str, old: str | None = None) -> Recorded | None:
    """On the private screen: asks for a new PIN, twice, and records it; None if the player wants none."""
    remark: Text | str = ""
    while True:
        _show(app, T("A PIN of 4 to 12 digits, then Enter; Enter alone for none. It isn't shown."), remark)
        first = hotseat.line()
        if not first:
            return None
        try:
            wanted = pins.clean(first)
        except Refusal as refusal:
            remark = refusal.text
            continue
        _show(app, T("The same again, then Enter."))
        if hotseat.line() == first:
            return _append(app, "pin", {"player": player, "pin": wanted, "old": old})
        remark = T("The two were not the same.")


def _append(app: App, name: str, args: dict[str, Any]) -> Recorded:
    def build(journal: Journal) -> Event:
        return act(journal, name, args, app.dealer(), app.at())

    return app.store.append(app.table_id(), build)


def _show(app: App, *lines: Text | str) -> None:
    hotseat.show([app.say(line) for line in lines])
