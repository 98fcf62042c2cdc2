"""`companion play`: a table from setup to the winner on one screen."""

from __future__ import annotations

import click

from companion.cli import complete
from companion.cli.app import App, pass_app, place
from scorers.refusal import Refusal
from scorers.text import T


@click.command("play")
@click.argument("game", required=False, shell_complete=complete.game)
@place
@pass_app
def play_command(app: App, game: str | None) -> None:
    """Play a table from setup to the winner: what to do now, one prompt for everything.

    Goes on with the current table if it is open and of GAME; else it asks who plays and opens one. Lines are
    actions (`sell Ann coin=3`), sentences (`ann sells 3 coins`) and commands; `?` lists them.
    """
    if not app.terminal():
        raise Refusal(
            "needs-terminal",
            T(
                "`companion play` is for a person on a terminal. Elsewhere `companion setup` opens a table "
                "and `companion do` records its actions."
            ),
        )
    from companion.play.screen import play

    play(app, game)
