"""`companion do`: the actions of the table's game, made into commands from their declarations."""

from __future__ import annotations

from typing import Any

import click

from companion import games, words
from companion.cli import complete
from companion.cli.app import App, place, shared
from companion.cli.helptext import Context
from companion.cli.tables import report
from companion.games.base import SEVERAL, Action, Game, Param
from companion.journal import Journal, act, actions
from companion.table import Event
from companion.texts import say
from scorers.guess import guess
from scorers.refusal import Refusal
from scorers.text import T

_OFFERED = {
    "player": complete.player,
    "players": complete.player,
    "cards": complete.card,
    "card": complete.kind,
    "kinds": complete.kind,
}

_FORMS = {
    "cards": "CARD=N",
    "card": "CARD",
    "kinds": "CARD",
    "players": "NAME",
    "player": "NAME",
    "numbers": "N",
}
"""What a value looks like in the help; other kinds go by the parameter's name."""


class Actions(click.Group):
    """The actions of the current table's game; without a table, those of all games."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        found: dict[str, None] = {}
        for game in _games(ctx):
            found.update((action.name, None) for action in actions(game) if action.under_do)
        return list(found)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for game in _games(ctx):
            for action in actions(game):
                if action.name == cmd_name and action.under_do:
                    return command(action, ctx.ensure_object(App).language)
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        # which actions there are depends on the table, and that may be named after the action
        _PLACE.make_context("do", list(args), parent=ctx)
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            near = guess(args[0], known, 0.5)
            hint = f" Did you mean {near}?" if near else ""
            raise click.UsageError(
                f"There is no action '{args[0]}' here.{hint} Known: {', '.join(known)}.", ctx
            )
        return super().resolve_command(ctx, args)


_PLACE = place(
    click.Command(
        "place",
        add_help_option=False,
        context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    )
)
"""Reads --data, --table and --lang wherever they stand, and passes over everything else."""


def _games(ctx: click.Context) -> tuple[Game, ...]:
    app = ctx.ensure_object(App)
    try:
        return (app.journal().game,)
    except Refusal:
        if app.table is not None:
            raise
        return games.every()


@click.group("do", cls=Actions, no_args_is_help=False, subcommand_metavar="ACTION ...")
@shared
def do_command() -> None:
    """Record what was done at the table. An action's own --help shows its form."""


class _Recording(click.Command):
    context_class = Context


def command(action: Action, language: str = "en") -> click.Command:
    """The action as a command: positional parameters in their order, the others as options."""

    @click.pass_context
    def run(ctx: click.Context, /, **raw: Any) -> None:
        record(ctx.ensure_object(App), action.name, raw)

    parameters = [_parameter(param, language) for param in action.params]
    about = say(action.help, language)
    first, full_stop, _ = about.partition("。")  # click finds the ends of English sentences only
    short = first + full_stop if full_stop else None
    return shared(_Recording(action.name, callback=run, params=parameters, help=about, short_help=short))


def _parameter(param: Param, language: str) -> click.Parameter:
    identifier = param.name.replace("-", "_")
    if not param.option:
        return click.Argument(
            [identifier],
            nargs=-1 if param.kind in SEVERAL else 1,
            required=param.required,
            metavar=_placeholder(param),
            shell_complete=_OFFERED.get(param.kind),
        )
    return click.Option(
        [f"--{param.name}", identifier],
        required=param.required,
        multiple=param.kind in SEVERAL,
        is_flag=param.kind == "flag",
        type=click.Choice(param.choices) if param.kind == "choice" else None,
        metavar=_FORMS.get(param.kind),
        shell_complete=_OFFERED.get(param.kind),
        help=say(param.help, language),
    )


def _placeholder(param: Param) -> str:
    """What stands for an argument in the help."""
    if param.kind == "choice":
        return "|".join(param.choices)
    if param.kind in SEVERAL:
        return f"{_FORMS.get(param.kind, param.name.upper())} ..."
    return param.name.upper()


def record(app: App, name: str, raw: dict[str, Any]) -> None:
    """Records an action of the table in question from the words given for its parameters, and reports it."""

    def build(journal: Journal) -> Event:
        action = _declared(journal.game, name)
        by_name = {param.name: raw.get(param.name.replace("-", "_")) for param in action.params}
        args = words.parse(journal.game, journal.state, action.params, by_name)
        return act(journal, name, args, app.dealer(), app.at())

    recorded = app.store.append(app.table_id(), build)
    answer = _declared(recorded.after.game, name).answer
    more = {} if answer is None else answer(recorded.before.state, recorded.after.state, recorded.event.data)
    report(app, recorded, dict(more))


def find(game: Game, name: str) -> Action | None:
    """The action of this name that a table of the game has, None if it has none."""
    return next((action for action in actions(game) if action.name == name), None)


def _declared(game: Game, name: str) -> Action:
    action = find(game, name)
    if action is None:
        raise Refusal("unknown-action", T("{game} has no action '{name}'.", game=game.name, name=name))
    return action
