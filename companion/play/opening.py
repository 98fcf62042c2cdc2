"""From `companion play` to a table: the one that is open, or a new one for which it asks."""

from __future__ import annotations

import click

from companion import cli, games, words
from companion.cli import asking
from companion.cli.app import App
from companion.games.base import Game
from companion.play.session import Ask
from scorers.refusal import Refusal
from scorers.text import T


def find(app: App, key: str | None) -> bool:
    """Whether the table in question is open and of the game asked for (any game for None).

    Refused (`closed`, `other-game`) where a table was named that is not.
    """
    try:
        journal = app.journal()
    except Refusal as refusal:
        if refusal.kind != "no-table":
            raise
        return False
    same = key is None or journal.game.key == games.load(key).key
    if app.table is not None and not journal.state.open:
        raise Refusal(
            "closed", T("Table {table} is closed; `companion undo` opens it again.", table=app.table)
        )
    if app.table is not None and not same:
        raise Refusal(
            "other-game", T("At table {table} {game} is played.", table=app.table, game=journal.game.name)
        )
    return journal.state.open and same


def open_new(app: App, key: str | None, ask: Ask) -> None:
    """Asks what is missing (game, players, house rules), opens the table and walks through its guide."""
    game = games.load(key) if key is not None else _game(app, ask)
    players = asking.players(app, game, ask)
    rules = _rules(app, game, ask)
    given = [game.key, "--step", *(f"--player={name}" for name in players), *(f"--rule={r}" for r in rules)]
    command = cli.cli.get_command(click.Context(cli.cli), "setup")
    assert command is not None
    command.main(given, prog_name="setup", standalone_mode=False, obj=app)


def _game(app: App, ask: Ask) -> Game:
    app.print(T("Which game?"))
    for game in games.every():
        app.print(f"  {game.key}")
    while True:
        try:
            return games.load(ask(app.say(T("Game: "))))
        except Refusal as refusal:
            app.print(app.refusal(refusal.text))


def _rules(app: App, game: Game, ask: Ask) -> tuple[str, ...]:
    """The words KEY=VALUE for the house rules that differ from their defaults."""
    if not game.house_rules:
        return ()
    app.print(T("House rules; the first value named is in force unless you write KEY=VALUE:"))
    for rule in game.house_rules:
        values = " | ".join((rule.default, *(value for value in rule.values if value != rule.default)))
        app.print(f"  {rule.key} = {values}")
        app.paragraph(rule.text, indent="      ")
    while True:
        given = tuple(ask(app.say(T("House rules (Enter = as they stand): "))).split())
        try:
            words.house_rules(game, given)
        except Refusal as refusal:
            app.print(app.refusal(refusal.text))
            continue
        return given
