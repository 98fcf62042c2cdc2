"""How things look in a terminal, and how they look when no person is looking."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from companion.cli.app import App
from companion.table import Deal
from scorers.text import T, Text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text as Cell

    from companion.games.base import Game
    from companion.recount import Difference

_PLAIN_WIDTH = 100_000
"""Elsewhere than on a terminal nothing is wrapped or cut."""


def console(app: App) -> Console:
    """Where tables are drawn: as wide as the terminal, without limit elsewhere."""
    from rich.console import Console

    terminal = sys.stdout is not None and sys.stdout.isatty()
    return Console(
        file=sys.stdout, width=None if terminal else _PLAIN_WIDTH, highlight=False, markup=False, emoji=False
    )


def table(
    app: App, headings: Sequence[Text | str], rows: Sequence[Sequence[str]], *, numbers: Sequence[int] = ()
) -> None:
    """A table: drawn on a terminal, plain columns elsewhere. `numbers` are the columns set to the right."""
    from rich import box
    from rich.table import Table

    terminal = sys.stdout is not None and sys.stdout.isatty()
    grid = Table(
        box=box.SIMPLE_HEAD if terminal else None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style="" if app.environment.get("NO_COLOR") else "bold",
    )
    for index, heading in enumerate(headings):
        grid.add_column(
            _literal(app.say(heading)), justify="right" if index in numbers else "left", overflow="fold"
        )
    for row in rows:
        grid.add_row(*(_literal(cell) for cell in row))
    if terminal:
        console(app).print(grid)
        return
    drawn = console(app)
    with drawn.capture() as lines:
        drawn.print(grid)
    for line in lines.get().splitlines():
        app.verbatim(line.rstrip())


def differences(app: App, game: Game, found: Iterable[Difference], counted: Text) -> None:
    """Where what was counted (the heading for it) differs from the record, kind by kind."""
    rows = [(d.player, app.say(game.kind(d.card).name), _sizes(d.recorded), _sizes(d.counted)) for d in found]
    table(app, (T("Player"), T("Card"), T("On record"), counted), rows)


def _sizes(sizes: tuple[int, ...]) -> str:
    return " + ".join(str(n) for n in sizes) or "-"


def _literal(words: str) -> Cell:
    """The words as they are: a name such as `[red]` is no markup."""
    from rich.text import Text as Cell

    return Cell(words)


def commitments(app: App, deals: Iterable[Deal]) -> None:
    """What binds the companion to these deals, each whole on a line of its own, and what that is for."""
    bound = tuple(deals)
    if bound:
        app.print(T("Note or photograph these: `companion verify` checks the deals against them."))
    for deal in bound:
        app.print(T("Commitment to the deal '{name}', round {n}:", name=deal.name, n=deal.round))
        app.verbatim(deal.commitment)
