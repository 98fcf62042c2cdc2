"""The command line: parses, calls, prints. A command's module is loaded when it is asked for."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from companion.cli.app import App, place
from companion.texts import sentence
from scorers.guess import guess
from scorers.refusal import Refusal

_TOPICS = {
    "setup": ("setup", "Set a game up: open a table, print the guide, deal."),
    "tables": ("tables", "List the tables."),
    "use": ("tables", "Make a table the current one."),
    "status": ("tables", "Show the table as it stands."),
    "log": ("tables", "Show what was recorded, in order."),
    "undo": ("tables", "Take the last action back."),
    "redo": ("tables", "Bring back what was undone."),
    "close": ("tables", "Close the table: the record is complete."),
    "rename": ("tables", "Correct a player's name."),
    "play": ("play", "Play a table from setup to the winner, guided, on one screen."),
    "do": ("do", "Record an action; `do --help` lists them."),
    "roles": ("secrets", "Show each player their role, one at a time."),
    "peek": ("secrets", "Show one player what a goal hides."),
    "reveal": ("secrets", "Turn a goal up for everybody."),
    "pin": ("pin", "Set or clear the PIN before a player's secrets."),
    "verify": ("secrets", "Check the deals against their commitments."),
    "tags": ("tags", "Print tags for a deck or for the players."),
    "scan": ("scan", "Read tagged cards from photos or a camera."),
    "recount": ("recount", "Hold photos or a count by hand against the record."),
    "check": ("check", "Say which cards of a deck the photos lack."),
    "score": ("score", "Scoresheets, standings, what decided."),
    "best": ("score", "The best sets for a hand (Archaeology)."),
    "settle": ("settle", "Settle a tie, without a table."),
    "games": ("rules", "List the games."),
    "explain": ("explain", "What a card, an action or a moment means."),
    "rules": ("rules", "House rules of a game and where they come from."),
    "edition": ("rules", "The facts of one's own box."),
    "doctor": ("doctor", "What works on this machine, and how to add the rest."),
    "completion": ("completion", "Print the completion script for bash, zsh or fish."),
}

_USAGE_KINDS = frozenset({"bad-argument"})
"""Refusals that mean that the command line could not be understood."""


class _Enough(Exception):  # noqa: N818 - nobody's error
    """Whoever reads our output has had enough. No OSError: those click makes failures of."""


class Topics(click.Group):
    """Finds a command in its topic's module."""

    def make_context(self, *words: Any, **more: Any) -> click.Context:
        try:
            return super().make_context(*words, **more)
        except BrokenPipeError as error:  # help and version are printed here
            raise _Enough from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _Enough from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_TOPICS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        topic = _TOPICS.get(cmd_name)
        if topic is None:
            return None
        command: click.Command = getattr(import_module(f"companion.cli.{topic[0]}"), f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _TOPICS and not args[0].startswith("-"):
            near = guess(args[0], _TOPICS, 0.5)
            hint = f" Did you mean {near}?" if near else " `companion --help` lists them."
            raise click.UsageError(f"There is no command '{args[0]}'.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, topic[1]) for name, topic in _TOPICS.items()])


def _version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version

        click.echo(f"companion {version('companion-table')}")
        ctx.exit()


@click.group(cls=Topics, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, callback=_version, expose_value=False, is_eager=True, help="Print it."
)
@place
def cli() -> None:
    """A table companion for card games played with real cards: setup, secrets, record, scores."""


def main(arguments: Sequence[str] | None = None, app: App | None = None) -> None:
    """Runs the command line and exits: 0 done, 1 refused or failed, 2 the command line was wrong."""
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    app = app or App()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = _run(words, app)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (BrokenPipeError, _Enough):
        status = _silence()
    except KeyboardInterrupt:
        status = _interrupted()
    except OSError as error:
        status = _unsaid(app, error, words)
    sys.exit(status)


def _run(words: list[str], app: App) -> int:
    try:
        result = cli.main(words, prog_name="companion", standalone_mode=False, obj=app)
    except Refusal as refusal:
        status = 2 if refusal.kind in _USAGE_KINDS else 1
        shown = app.say(refusal.text) if _as_json(words) else app.refusal(refusal.text)
        return _failed(app, refusal.kind, shown, words, status)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "companion"
        return _failed(app, "usage", usage(error), words, 2, f"Try `{where} --help`.")
    except click.ClickException as error:
        return _failed(app, "failed", usage(error), words)
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _interrupted()
    return result if isinstance(result, int) else 0


def _interrupted() -> int:
    """Ctrl-C ends the run without a word. A further one, while Python cleans up, ends it at once."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    click.echo("", err=True)
    return 130


def usage(error: click.ClickException) -> str:
    """click's own message as a sentence on one line; it lists what to choose from on lines of their own."""
    return sentence(re.sub(r"\s*\n\s*", " ", error.format_message().strip()))


def _as_json(words: Sequence[str]) -> bool:
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def _failed(app: App, kind: str, message: str, words: Sequence[str], status: int = 1, hint: str = "") -> int:
    if _as_json(words):
        error = {"error": {"kind": kind, "message": message}}
        click.echo(json.dumps(error, ensure_ascii=False).encode(errors="replace"))
    else:
        app.note(f"companion: {message}")
        if hint:
            app.note(hint)
    return status


def _unsaid(app: App, error: OSError, words: Sequence[str]) -> int:
    """Something could not be read or written; where that was standard output, only standard error is left."""
    for options in (words, ()):
        with suppress(OSError):
            _failed(app, "failed", str(error), options)
            sys.stdout.flush()
            return 1
    _silence()
    return 1


def _silence() -> int:
    """Whoever read our output has had enough: end without a word, and keep Python's own flush quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
