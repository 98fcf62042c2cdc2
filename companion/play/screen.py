"""The terminal that a table is played on: prompts with completion, the lines typed kept in memory alone."""

from __future__ import annotations

from prompt_toolkit import PromptSession
from prompt_toolkit.history import InMemoryHistory

from companion.cli.app import App
from companion.play import opening
from companion.play.completing import Words
from companion.play.echo import echo
from companion.play.session import Ask, Session
from scorers.text import T


class Kept(InMemoryHistory):
    """What Up leafs back to, for this sitting alone: only the lines that it is told to keep."""

    def append_string(self, string: str) -> None:
        """Keeps nothing: when a line is typed it isn't known yet whether others may read it."""

    def keep(self, line: str) -> None:
        """Keeps a line."""
        super().append_string(line)


def play(app: App, key: str | None) -> None:
    """Goes on with the open table, or opens one for the game, and plays it at the prompt."""
    if not opening.find(app, key):
        plain: PromptSession[str] = PromptSession(history=InMemoryHistory())
        opening.open_new(app, key, plain.prompt)
    app.table = app.table_id()
    history = Kept()
    prompts: PromptSession[str] = PromptSession(
        history=history,
        erase_when_done=True,
        completer=Words(lambda: session.journal),
        complete_while_typing=False,
        reserve_space_for_menu=4,
    )
    session = Session(app, asking(prompts), history.keep)
    state = session.journal.state
    app.print(
        T(
            "{game} at table {table}: {names}. `?` lists what you can type, Tab completes it.",
            game=session.journal.game.name,
            table=state.table,
            names=state.names,
        ),
        bold=True,
    )
    with echo(False):
        session.run()


def asking(prompts: PromptSession[str]) -> Ask:
    """How a line is asked for. Ctrl-C clears what was typed; where nothing was, it is passed on."""

    def ask(text: str) -> str:
        while True:
            try:
                return prompts.prompt(text)
            except KeyboardInterrupt:
                if not prompts.default_buffer.text:
                    raise

    return ask
