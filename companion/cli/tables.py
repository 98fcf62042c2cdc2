"""The tables themselves: list them, choose one, look at it, take back, bring back, close."""

from __future__ import annotations

from contextlib import suppress

import click

from companion.cli import complete, show
from companion.cli.app import App, pass_app, shared
from companion.journal import (
    REDO,
    UNDO,
    Journal,
    act,
    actions,
    find_action,
    player_of,
    redo,
    sentence,
    told,
    undo,
)
from companion.store import Recorded
from companion.table import Event, Json
from companion.view import event_view, seats, view
from companion.words import player_id
from scorers.refusal import Refusal
from scorers.text import T, Text

_GAME_MISSING = ("unknown-game", "bad-plugin")
"""Refusals because of a package that was taken out or is unfit; tables of other games are still listed."""


@click.command("tables")
@shared
@pass_app
def tables_command(app: App) -> None:
    """List the tables."""
    current = app.store.current()
    rows = []
    for table in app.store.tables():
        try:
            rows.append(_table_row(app, table, table == current))
        except Refusal as refusal:
            if refusal.kind not in _GAME_MISSING:
                raise
            app.note(
                T("Warning: table {table} is left out: {why}", table=table, why=app.refusal(refusal.text))
            )
    if app.json:
        app.emit({"tables": rows})
    elif not rows:
        app.print(T("There is no table yet. `companion setup GAME` opens one."))
    else:
        show.table(
            app,
            (T("Table"), T("Players"), T("Opened"), T("State")),
            [
                (
                    row["table"] + (" *" if row["current"] else ""),
                    ", ".join(row["players"]),
                    app.clock_time(row["opened"]),
                    app.say(T("open") if row["open"] else T("closed")),
                )
                for row in rows
            ],
        )


def _table_row(app: App, table: str, current: bool) -> dict[str, Json]:
    journal = app.store.journal(table)
    return {
        "table": table,
        "game": journal.game.key,
        "players": list(journal.state.names),
        "opened": journal.events[0].at,
        "open": journal.state.open,
        "current": current,
    }


@click.command("use")
@click.argument("chosen", metavar="TABLE", shell_complete=complete.table)
@shared
@pass_app
def use_command(app: App, chosen: str) -> None:
    """Make TABLE the current one."""
    app.store.use(chosen)
    if app.json:
        app.emit({"table": chosen})
    else:
        app.print(T("Table {table} is the current one.", table=chosen))


@click.command("status")
@shared
@pass_app
def status_command(app: App) -> None:
    """Show the table as it stands."""
    journal = app.journal()
    state = journal.state
    if app.json:
        app.emit(
            {
                "table": state.table,
                "game": journal.game.key,
                "players": seats(state),
                "state": view(journal.game, state),
                "open": state.open,
            }
        )
        return
    from companion.cli.status import print_status

    print_status(app, journal)


@click.command("log")
@click.option("--player", metavar="NAME", shell_complete=complete.player, help="Only what this player did.")
@shared
@pass_app
def log_command(app: App, player: str | None) -> None:
    """Show what was recorded, in order."""
    journal = app.journal()
    wanted = None if player is None else player_id(journal.state, player)
    said = told(journal.events, lambda key: journal.game)
    present: dict[str, str | None] = {p.id: p.name for p in journal.state.players}
    rows = [
        event_view(event, present.get(event.data.get("player", ""), name), text, app.language)
        for event, (text, name) in zip(journal.events, said, strict=True)
        if wanted is None or event.data.get("player") == wanted
    ]
    if app.json:
        app.emit({"table": journal.state.table, "events": rows})
        return
    for row in rows:
        number, when = row["number"], app.clock_time(row["at"])
        app.print(f"{number:>4}  {when}  {row['text']}", hang=len(f"{number}  {when}  "))


@click.command("undo")
@click.option("--by", metavar="NAME", shell_complete=complete.player, help="Who asks for it.")
@shared
@pass_app
def undo_command(app: App, by: str | None) -> None:
    """Take the last action back. What somebody has looked at stays seen, and stays on record."""
    table = app.table_id()
    recorded = app.store.append(
        table, lambda j: undo(j, app.at(), None if by is None else player_id(j.state, by))
    )
    report(app, recorded)
    for text in _kept(recorded):
        app.note(text)


@click.command("redo")
@click.option("--by", metavar="NAME", shell_complete=complete.player, help="Who asks for it.")
@shared
@pass_app
def redo_command(app: App, by: str | None) -> None:
    """Bring back what was undone last."""
    table = app.table_id()
    report(
        app,
        app.store.append(table, lambda j: redo(j, app.at(), None if by is None else player_id(j.state, by))),
    )


@click.command("close")
@shared
@pass_app
def close_command(app: App) -> None:
    """Close the table: the record is complete. `companion undo` opens it again."""
    recorded = app.store.append(app.table_id(), lambda j: act(j, "close", {}, app.dealer(), app.at()))
    report(app, recorded)
    if not app.json:
        from companion.cli.score import note_missing

        with suppress(Refusal):  # what can't be added up isn't judged here
            note_missing(app, recorded.after.game.score(recorded.after.state))


@click.command("rename")
@click.argument("old", shell_complete=complete.player)
@click.argument("new")
@shared
@pass_app
def rename_command(app: App, old: str, new: str) -> None:
    """Correct a player's name from OLD to NEW."""

    def build(journal: Journal) -> Event:
        args = {"player": player_id(journal.state, old), "name": new}
        return act(journal, "rename", args, app.dealer(), app.at())

    report(app, app.store.append(app.table_id(), build))


def report(app: App, recorded: Recorded, more: dict[str, Json] | None = None) -> None:
    """Says what was recorded: one sentence, or with --json the event and the state after it."""
    journal = recorded.after
    said = sentence(recorded.before, recorded.event)
    if app.json:
        app.emit(
            {
                "table": journal.state.table,
                "event": event_view(
                    recorded.event,
                    player_of(recorded.event, recorded.before.state, journal.state),
                    said,
                    app.language,
                ),
                "state": view(journal.game, journal.state),
                "said": app.say(said),
                **(more or {}),
            }
        )
    else:
        app.print(said)
        for remark in _remarks(recorded):
            app.print(remark)
        known = {deal.commitment for deal in recorded.before.state.deals}
        show.commitments(app, (d for d in journal.state.deals if d.commitment not in known))


def _remarks(recorded: Recorded) -> tuple[Text, ...]:
    """What is said to people beyond the record's sentence."""
    event = recorded.event
    if event.action in (UNDO, REDO):
        return ()
    remarks = find_action(recorded.before.game, event.action).remarks
    return remarks(recorded.before.state, recorded.after.state, event.data) if remarks else ()


def _kept(recorded: Recorded) -> tuple[Text, ...]:
    """What an undo passed over, since nobody can unsee it: all looks in one sentence, the rest one by one."""
    state = recorded.after.state
    later = recorded.before.events[recorded.event.data["number"] :]
    named = {action.name: action for action in actions(recorded.before.game) if action.lasting}
    lasting = [(named[event.action], event.data) for event in later if event.action in named]
    looked = any(action.shows for action, _ in lasting)
    looks = (T("What was looked at since stays on record: it can't be unseen."),) if looked else ()
    return (*looks, *(action.stays(state, data) for action, data in lasting if action.stays))
