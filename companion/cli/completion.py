"""`companion completion`: the script that teaches a shell our commands, games, players and cards."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from companion.cli.app import App, pass_app, shared
from scorers.text import T

_INSTALL = {
    "bash": 'eval "$(companion completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(companion completion zsh)"   # in ~/.zshrc, after compinit',
    "fish": "companion completion fish > ~/.config/fish/completions/companion.fish",
}


@click.command("completion")
@click.argument("shell", type=click.Choice(tuple(_INSTALL)))
@shared
@pass_app
def completion_command(app: App, shell: str) -> None:
    """Print the completion script for SHELL."""
    from companion.cli import cli

    made = get_completion_class(shell)
    assert made is not None  # the three shells are click's own
    script = made(cli, {}, "companion", "_COMPANION_COMPLETE").source()
    if app.json:
        app.emit({"shell": shell, "install": _INSTALL[shell], "script": script})
        return
    app.verbatim(script)
    if app.terminal():
        app.note(T("To use it: {how}", how=_INSTALL[shell]))
