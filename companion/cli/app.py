"""What every command is handed: where tables are kept, the language, the clock, chance and the streams."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from companion import games
from companion.deals import Dealer
from companion.journal import Journal
from companion.store import Store
from companion.table import Json
from companion.texts import LANGUAGES, preferred, say, sentence
from scorers.refusal import Refusal
from scorers.text import T, Text

Command = TypeVar("Command", bound=Callable[..., Any])

WIDEST = 100
"""Columns beyond which running text is hard to read."""


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass
class App:
    """One run of the command line. Tests replace any of its parts."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    clock: Callable[[], datetime] = _now
    chance: random.Random = field(default_factory=random.SystemRandom)
    sleep: Callable[[float], None] = time.sleep
    data: Path | None = None
    table: str | None = None
    lang: str | None = None
    json: bool = False

    @property
    def language(self) -> str:
        """The language asked for, else the locale's."""
        return self.lang or preferred(dict(self.environment))

    @cached_property
    def folder(self) -> Path:
        """The data folder: --data, else COMPANION_DATA, else the platform's."""
        if self.data is not None:
            return self.data
        named = self.environment.get("COMPANION_DATA")
        if named:
            return Path(named)
        from platformdirs import user_data_path

        return user_data_path("companion", appauthor=False)

    @cached_property
    def store(self) -> Store:
        """The tables in the data folder."""
        return Store(self.folder, games.named)

    def at(self) -> str:
        """The present moment as events record it."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def dealer(self, seed: str | None = None) -> Dealer:
        """Where deals come from."""
        return Dealer(self.chance, seed)

    def table_id(self) -> str:
        """The table that --table names, else the current one. Refused (`no-table`) where there is none."""
        table = self.table or self.store.current()
        if table is None:
            raise Refusal("no-table", T("There is no table yet. `companion setup GAME` opens one."))
        return table

    def journal(self) -> Journal:
        """The journal of the table in question."""
        return self.store.journal(self.table_id())

    def terminal(self) -> bool:
        """Whether a person sits at both ends: keys come in and a screen is there."""
        return _is_terminal(sys.stdin) and _is_terminal(sys.stdout)

    def say(self, text: Text | str) -> str:
        """The text in the language of this run."""
        return say(text, self.language)

    def refusal(self, text: Text | str) -> str:
        """What was refused or went wrong, as a whole sentence in the language of this run."""
        return sentence(text, self.language)

    def print(self, text: Text | str = "", *, bold: bool = False, hang: int = 0) -> None:
        """Running text on standard output: wrapped at words for a terminal, one line elsewhere.

        Where a line is wrapped the rest is indented as its beginning is, and by `hang` columns more.
        """
        line = self._fitted(self.say(text), sys.stdout, hang)
        click.echo(self._bold(line) if bold else line)

    def verbatim(self, text: Text | str) -> None:
        """Lines on standard output exactly as they are, never wrapped or cut: commitments, scripts."""
        click.echo(self.say(text))

    def drawing(self, lines: str) -> None:
        """A drawing, where the terminal is wide enough for it; else how wide it would have to be."""
        needed = max(map(len, lines.splitlines()), default=0)
        if _is_terminal(sys.stdout) and needed > self._terminal_columns():
            self.print(T("The drawing needs {n} columns; widen the window to see it.", n=needed))
        else:
            self.verbatim(lines)

    def paragraph(self, text: Text | str, indent: str = "") -> None:
        """Running text with every line indented."""
        self.print(indent + self.say(text))

    def _fitted(self, line: str, stream: TextIO | None, hang: int = 0) -> str:
        if not _is_terminal(stream):
            return line
        from companion.cli.helptext import wrapped

        return wrapped(line, self.columns(), hang)

    def _terminal_columns(self) -> int:
        import shutil

        return shutil.get_terminal_size().columns

    def columns(self) -> int:
        """How wide running text is on this terminal."""
        return max(30, min(WIDEST, self._terminal_columns()))

    def clock_time(self, at: str) -> str:
        """A moment as events record it, in this machine's time and short: `2026-11-29 20:15`."""
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")

    def note(self, text: Text | str) -> None:
        """A line on standard error: a warning or a remark that is not the answer."""
        click.echo(self._fitted(self.say(text), sys.stderr), err=True)

    def emit(self, value: Json) -> None:
        """The one JSON object of this run, in UTF-8 whatever the locale."""
        click.echo(json.dumps(value, ensure_ascii=False, indent=2).encode(errors="replace"))

    def _bold(self, line: str) -> str:
        plain = self.environment.get("NO_COLOR") or not _is_terminal(sys.stdout)
        return line if plain else click.style(line, bold=True)


pass_app = click.make_pass_decorator(App, ensure=True)


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value is not None and value is not False:
        setattr(context.ensure_object(App), str(parameter.name), value)


def _tables(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from companion.cli import complete

    return complete.table(ctx, param, incomplete)


def place(command: Command) -> Command:
    """Adds the options that say where and in which language: --data, --table, --lang."""
    options = (
        click.option(
            "--data",
            type=click.Path(path_type=Path),
            metavar="DIR",
            callback=_keep,
            expose_value=False,
            help="Where tables are kept (or set COMPANION_DATA).",
        ),
        click.option(
            "--table",
            metavar="ID",
            shell_complete=_tables,
            callback=_keep,
            expose_value=False,
            help="Another table than the current one.",
        ),
        click.option(
            "--lang",
            type=click.Choice(LANGUAGES),
            callback=_keep,
            expose_value=False,
            help="The language; else the locale's.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def shared(command: Command) -> Command:
    """Adds --data, --table, --lang and --json."""
    as_json = click.option(
        "--json", is_flag=True, callback=_keep, expose_value=False, help="Print one JSON object."
    )
    return place(as_json(command))
