"""`companion status` for people: who plays, then what the game has to tell of its table."""

from __future__ import annotations

from companion.cli import show
from companion.cli.app import App
from companion.games.base import Game
from companion.games.status import Drawing, Grid, Part, marked
from companion.journal import Journal
from companion.table import State
from companion.view import seen
from scorers.text import T


def print_status(app: App, journal: Journal) -> None:
    """The table as it stands."""
    game, state = journal.game, journal.state
    shown = seen(game, state)
    app.print(T("{table}: {game}", table=state.table, game=game.name), bold=True)
    if not state.open:
        app.print(T("The table is closed."))
    app.print(T("Players, clockwise: {names}.", names=tuple(marked(shown).values())))
    if state.open and state.start is not None:
        app.print(T("{player} is the start player.", player=state.name(state.start)))
    for part in game.status(shown):
        _print(app, part)
    house_rules(app, game, state)


def house_rules(app: App, game: Game, state: State) -> bool:
    """The house rules that aren't at their defaults; False where all are."""
    changed = {r.key: state.rules[r.key] for r in game.house_rules if state.rules[r.key] != r.default}
    if changed:
        app.print(T("House rules: {rules}", rules=tuple(f"{k}={value}" for k, value in changed.items())))
    return bool(changed)


def _print(app: App, part: Part) -> None:
    if isinstance(part, Grid):
        cells = [[app.say(T("{cell}", cell=cell)) for cell in row] for row in part.rows]
        show.table(app, part.headings, cells, numbers=part.numbers)
    elif isinstance(part, Drawing):
        app.print()
        app.drawing(part.lines)
        app.print()
    else:
        app.print(part)
