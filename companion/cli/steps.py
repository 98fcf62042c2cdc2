"""The setup guide one step at a time on a terminal, for somebody who reads it out to the table."""

from __future__ import annotations

import click

from companion.cli.app import App
from companion.games.base import Guide
from scorers.refusal import Refusal
from scorers.text import T

_NEXT = frozenset({"\r", "\n", "n", " ", "\x1b[C"})
_BACK = frozenset({"b", "\x7f", "\x08", "\x1b[D"})
_QUIT = frozenset({"q", "\x04", "\x1b"})
"""Keys, the arrows, Backspace, Escape and Ctrl-D among them."""


def need_terminal(app: App) -> None:
    """Refuses (`needs-terminal`) where nobody can press keys; asked before anything is opened or dealt."""
    if app.json or not app.terminal():
        raise Refusal(
            "needs-terminal",
            T(
                "--step waits for a key after each step, so it needs a terminal, and no --json. Leave it out "
                "and the whole guide is printed at once."
            ),
        )


def walk(app: App, guide: Guide) -> None:
    """Shows the guide's steps one by one; the keys go on, back, or out, and `d` shows the drawing.

    The drawing comes with the last step too. Returns when the last step is left or the reader quits. It
    needs a terminal; who calls it sees to that.
    """
    keys = T("Enter or n: next, b: back, d: drawing, q: quit") if guide.drawing else None
    app.print(keys or T("Enter or n: next, b: back, q: quit"))
    at = 0
    _show(app, guide, at)
    while True:
        key = _key()
        if key in _QUIT:
            return
        if key == "d" and guide.drawing:
            app.drawing(guide.drawing)
        elif key in _NEXT:
            at += 1
            if at == len(guide.steps):
                return
            _show(app, guide, at)
        elif key in _BACK:
            at = max(0, at - 1)
            _show(app, guide, at)


def _key() -> str:
    """The key pressed, a letter in small; the end of input counts as quitting."""
    try:
        return click.getchar().casefold()
    except EOFError:
        return "q"


def _show(app: App, guide: Guide, at: int) -> None:
    step, last = guide.steps[at], len(guide.steps)
    app.print()
    app.print(T("Step {n} of {last}: {title}.", n=at + 1, last=last, title=step.title), bold=True)
    app.paragraph(step.text)
    if at + 1 == last and guide.drawing:
        app.print()
        app.drawing(guide.drawing)
