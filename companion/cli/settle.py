"""`companion settle`: a tie settled at the table, with nothing on record."""

from __future__ import annotations

import click

from companion import games, words
from companion.cli import complete
from companion.cli.app import App, pass_app, shared
from companion.cli.score import print_scores
from companion.settle import entries, outcome
from companion.view import result_view


@click.command("settle")
@click.argument("game", shell_complete=complete.game)
@click.argument("scores", nargs=-1, required=True, metavar="NAME=SCORE[,KEY=NUMBER...] ...")
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=complete.rule,
    help="A house rule; repeat it.",
)
@click.option("--draw-lots", is_flag=True, help="Let lots decide between those who are still level.")
@shared
@pass_app
def settle_command(
    app: App, game: str, scores: tuple[str, ...], rules: tuple[str, ...], draw_lots: bool
) -> None:
    """Say who won, and why, from the totals alone; KEY is cards-sold, pip-sum or asset-cards."""
    chosen = games.load(game)
    in_force = words.house_rules(chosen, rules)
    result = outcome(chosen, entries(scores), in_force, app.chance if draw_lots else None)
    shown = {**result_view(result, app.language), "scoresheets": []}
    if app.json:
        app.emit({"table": None, "game": chosen.key, "final": True, **shown})
        return
    app.print(chosen.name, bold=True)
    print_scores(app, shown)
