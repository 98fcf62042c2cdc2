"""Watching a camera or a video: what was seen stays, a table on the terminal counts it, a key ends it."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from companion import deck, games
from companion.cli.app import App
from companion.cli.pictures import Effort, problem_of
from companion.deck import Card
from companion.tally.model import Reading, Situation
from companion.tally.tags import Problem
from scorers.text import TN, T

if TYPE_CHECKING:
    from rich.console import Group

    from recognizers.load import Pixels
    from recognizers.sighting import Sighting

_REFRESH_S = 0.2
_END_KEYS = ("q", "Q", "\r", "\n", "\x1b")

Layout = tuple["Sighting", ...]


def watch(
    app: App, source: int | Path, known: Collection[str], effort: Effort, situation: Situation
) -> Reading:
    """Reads a camera (its number) until a key is pressed, or a video file to its end."""
    from recognizers.frames import frames
    from recognizers.load import PictureError

    memory = _Memory()
    start = time.perf_counter()
    problem: Problem | None = None
    try:
        with _keyboard() as pressed, _display(app, memory, situation) as show:
            _follow(frames(source), memory, known, effort, pressed, show)
    except PictureError as error:
        problem = problem_of(error)
    except KeyboardInterrupt:
        if not isinstance(source, int):
            raise
    name = f"camera {source}" if isinstance(source, int) else str(source)
    took = round((time.perf_counter() - start) * 1000)
    return Reading(name, memory.width, memory.height, took, tuple(memory.kept), problem, memory.frames)


def _follow(
    stream: Iterator[Pixels],
    memory: _Memory,
    known: Collection[str],
    effort: Effort,
    pressed: Callable[[], bool],
    show: Callable[[], None],
) -> None:
    from recognizers.read import read

    for frame in stream:
        memory.add(frame.shape[1], frame.shape[0], tuple(read(frame, effort=effort, known=known)))
        show()
        if pressed():
            return


class _Memory:
    """What has been seen so far. Of the frames those are kept that show two codes together for the first
    time: how cards lie to each other is known from frames in which both are seen.
    """

    def __init__(self) -> None:
        self.width: int | None = None
        self.height: int | None = None
        self.frames = 0
        self.kept: list[Layout] = []
        self._seen: set[tuple[str, ...]] = set()

    def add(self, width: int, height: int, layout: Layout) -> None:
        """Takes a frame in."""
        self.width, self.height = width, height
        self.frames += 1
        texts = sorted({sighting.text for sighting in layout})
        new = {(text,) for text in texts} | set(combinations(texts, 2))
        if not self.kept or not new <= self._seen:
            self._seen |= new
            self.kept.append(layout)

    @property
    def texts(self) -> set[str]:
        """Every text seen so far."""
        return {key[0] for key in self._seen if len(key) == 1}


@contextmanager
def _display(app: App, memory: _Memory, situation: Situation) -> Iterator[Callable[[], None]]:
    """The counting table on the terminal that standard error goes to; gives what to call after each frame."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.live import Live

    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    with Live(_counts(app, memory, situation), console=console, auto_refresh=False, transient=True) as live:
        last = 0.0

        def show() -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= _REFRESH_S:
                last = now
                live.update(_counts(app, memory, situation), refresh=True)

        yield show


def _counts(app: App, memory: _Memory, situation: Situation) -> Group:
    """How many of each kind were seen, and of how many."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text as Line

    cards = [what for text in memory.texts if isinstance(what := deck.meaning(text), Card)]
    seen = Counter((card.game, card.kind) for card in cards)
    grid = Table(box=None, pad_edge=False)
    grid.add_column(app.say(T("Card")))
    grid.add_column(app.say(T("Seen")), justify="right")
    grid.add_column(app.say(T("Of")), justify="right")
    for game in games.every() if situation.game is None else (situation.game,):
        for kind in game.kinds:
            n = seen[game.key, kind.key]
            if n or (situation.game is not None and len(game.kinds) <= 12):
                of = game.copies(kind, situation.edition)
                grid.add_row(Line(app.say(kind.name)), str(n), "?" if of is None else str(of))
    total = TN("{count} card; q or Enter ends.", "{count} cards; q or Enter ends.", len(cards))
    return Group(grid, Line(app.say(total)))


@contextmanager
def _keyboard() -> Iterator[Callable[[], bool]]:
    """Tells without waiting whether a key was pressed that ends the watching. Without a terminal, never."""
    if sys.stdin is None or not sys.stdin.isatty():
        yield lambda: False
        return
    try:
        import termios
        import tty
    except ImportError:
        yield _pressed_on_windows
        return
    import select

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)

    def pressed() -> bool:
        ready, _, _ = select.select([keyboard], [], [], 0)
        return bool(ready) and sys.stdin.read(1) in _END_KEYS

    try:
        tty.setcbreak(keyboard)
        yield pressed
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _pressed_on_windows() -> bool:
    import msvcrt  # only there

    return bool(msvcrt.kbhit()) and msvcrt.getwch() in _END_KEYS  # type: ignore[attr-defined, unused-ignore]
