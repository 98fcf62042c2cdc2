"""`companion setup`: open a table, print the guide for the people present, deal."""

from __future__ import annotations

from dataclasses import replace

import click

from companion import games, words
from companion.cli import complete, show
from companion.cli.app import App, pass_app, shared
from companion.cli.status import house_rules
from companion.games.base import Game, Guide, Occasion
from companion.setup import occasion, open_table, seated
from companion.table import Json, Player, State
from companion.view import public_deal
from scorers.text import T


@click.command("setup")
@click.argument("game", shell_complete=complete.game)
@click.option("--players", type=int, metavar="N", help="How many play; they are called P1 ... PN.")
@click.option("--player", "given", multiple=True, metavar="NAME", help="A player, in seat order; repeat it.")
@click.option("--start", metavar="NAME", help="Who starts, instead of drawing lots.")
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=complete.rule,
    help="A house rule; repeat it.",
)
@click.option("--seed", metavar="S", help="Repeat a deal exactly. A seeded secret is no secret.")
@click.option("--guide-only", is_flag=True, help="Print the guide; open and deal nothing.")
@click.option("--step", "stepwise", is_flag=True, help="Go through the guide one step at a time.")
@shared
@pass_app
def setup_command(
    app: App,
    game: str,
    players: int | None,
    given: tuple[str, ...],
    start: str | None,
    rules: tuple[str, ...],
    seed: str | None,
    guide_only: bool,
    stepwise: bool,
) -> None:
    """Set GAME up for the people present."""
    if stepwise:
        from companion.cli.steps import need_terminal

        need_terminal(app)
    chosen = games.load(game)
    people = seated(chosen, _players(app, chosen, players, given), players)
    in_force = words.house_rules(chosen, rules)
    facts = _edition(app, chosen)
    what = occasion(people, in_force, facts, start)
    if seed is not None:
        app.note(T("Warning: a seeded deal can be repeated by anybody; its secrets are no secrets."))
    if guide_only:
        _guide_only(app, chosen, what, seed, stepwise)
        return
    opened = open_table(app.store, chosen, what, app.dealer(seed), app.at())
    if app.json:
        app.emit(_as_json(app, chosen, opened.journal.state, opened.guide))
    else:
        _print(app, chosen, opened.journal.state, opened.guide, stepwise)


def _edition(app: App, game: Game) -> dict[str, Json]:
    if not game.facts:
        return {}
    from companion import edition

    return edition.load(app.folder, game)


def _players(app: App, game: Game, count: int | None, given: tuple[str, ...]) -> tuple[str, ...]:
    if count is not None and given:
        raise click.UsageError("Give either --players N or --player NAME for each, not both.")
    if count is not None or given:
        return given
    if not app.terminal() or app.json:
        raise click.UsageError("Who plays? Give --players N, or --player NAME for each in seat order.")
    from companion.cli import asking

    return asking.players(
        app, game, lambda text: click.prompt(text, "", prompt_suffix="", show_default=False)
    )


def _guide_only(app: App, game: Game, what: Occasion, seed: str | None, stepwise: bool) -> None:
    """The guide without a table: nothing is dealt, but a board may be laid out by the one drawn here."""
    layout = next((deal for deal in game.deals(what, 1, app.dealer(seed)) if deal.name == "layout"), None)
    guide = game.guide(what if layout is None else replace(what, deals=(layout,)))
    if not app.json:
        _print_heading(app, game, what.players)
        _print_guide(app, guide, stepwise)
        return
    app.emit(
        {
            "table": None,
            "game": game.key,
            "players": [{"seat": p.seat, "name": p.name} for p in what.players],
            "rules": dict(what.rules),
            **_guide_json(app, guide),
            "deals": [],
            **({} if layout is None else {"layout": layout.value}),
        }
    )


def _guide_json(app: App, guide: Guide) -> dict[str, Json]:
    steps = [
        {"number": n, "title": app.say(step.title), "text": app.say(step.text)}
        for n, step in enumerate(guide.steps, start=1)
    ]
    return {"numbers": dict(guide.numbers), "steps": steps}


def _as_json(app: App, game: Game, state: State, guide: Guide) -> dict[str, Json]:
    layout = state.deal("layout", 1)
    return {
        "table": state.table,
        "game": game.key,
        "players": [{"seat": p.seat, "name": p.name} for p in state.players],
        "rules": dict(state.rules),
        "start_player": None if state.start is None else state.name(state.start),
        **_guide_json(app, guide),
        "deals": [public_deal(deal) for deal in state.deals],
        **({} if layout is None else {"layout": layout.value}),
    }


def _print(app: App, game: Game, state: State, guide: Guide, stepwise: bool) -> None:
    _print_heading(app, game, state.players)
    if not stepwise:
        _print_guide(app, guide)
    if house_rules(app, game, state):
        app.print()
    show.commitments(app, state.deals)
    if state.deals:
        app.print()
    app.print(T("Table {table} is open; it is the current one.", table=state.table))
    if stepwise:
        # last, so that quitting half-way loses neither a commitment nor the table's name
        app.print()
        _print_guide(app, guide, stepwise)


def _print_heading(app: App, game: Game, players: tuple[Player, ...]) -> None:
    app.print(
        T("{game} for {n}: {names}", game=game.name, n=len(players), names=tuple(p.name for p in players)),
        bold=True,
    )
    if game.credit is not None:
        app.print(game.credit)
    app.print()


def _print_guide(app: App, guide: Guide, stepwise: bool = False) -> None:
    if stepwise:
        from companion.cli.steps import walk

        walk(app, guide)
        return
    for n, step in enumerate(guide.steps, start=1):
        app.print(f"{n}. {app.say(step.title)}", bold=True)
        app.paragraph(step.text, indent="   ")
    app.print()
    if guide.drawing:
        app.drawing(guide.drawing)
        app.print()
