"""Watching a camera or a video: what was seen stays, a table on the terminal counts it, a key ends it."""

from __future__ import annotations

import os
import stat
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
from companion.deck import Card, Marker
from companion.tally.model import Reading, Situation
from companion.tally.tags import Problem, known_payloads
from scorers.text import TN, T, Text

if TYPE_CHECKING:
    from rich.console import Group

    from recognizers.load import Pixels
    from recognizers.sighting import Sighting
    from recognizers.track import Tracker

_REFRESH_S = 0.2
_END_KEYS = b"qQ\r\n\x1b\x04"
"""q, Enter, Escape, and Ctrl-D, which ends a terminal's input."""
_DARK_S = 2.0
"""For so long a camera may be black while it warms up."""
_now = time.monotonic
_MOST_NAMED = 12
"""More missing cards than these are counted, not named."""

Layout = tuple["Sighting", ...]


def watch(
    app: App, source: int | Path, known: Collection[str], effort: Effort, situation: Situation
) -> Reading:
    """Reads a camera (its number) until a key is pressed, or a video file to its end."""
    from recognizers.frames import Ending, frames
    from recognizers.load import PictureError
    from recognizers.track import BUDGET_MS, REST, Tracker

    memory = _Memory()
    start = time.perf_counter()
    problem: Problem | None = None
    ending = Ending()
    is_camera = isinstance(source, int)
    tracker = Tracker(
        effort=effort,
        known=known,
        others=known_payloads(None, {}),  # so that no other deck's tag is taken for one of this
        budget_ms=BUDGET_MS if is_camera else None,  # a file waits: what it gives must not hang on the clock
        rest=REST,
    )
    name = f"camera {source}" if is_camera else str(source)
    try:
        with _keyboard(is_camera) as pressed, _display(app, memory, situation) as show:
            stream = _with_last(frames(source) if is_camera else frames(source, ending), is_camera)
            _follow(stream, memory, tracker, pressed, show, _Darkness(app, name, is_camera))
    except PictureError as error:
        problem = problem_of(error)
    except KeyboardInterrupt:
        if not is_camera:
            raise
    if problem is None and ending.problem is not None:
        problem = problem_of(ending.problem)
    if problem is None and memory.frames and memory.frames == memory.dark:
        problem = Problem("no-camera", _only_black(name)) if is_camera else None
    took = round((time.perf_counter() - start) * 1000)
    return Reading(
        name, memory.width, memory.height, took, memory.layouts, problem, memory.frames, memory.stands_for
    )


def _only_black(name: str) -> Text:
    return T("{camera} gives only black pictures; is it covered or switched off?", camera=name)


def _with_last(stream: Iterator[Pixels], is_camera: bool) -> Iterator[tuple[Pixels, bool]]:
    """Each frame, and whether it is known to be the last; a camera's never are, nor do they wait."""
    before: Pixels | None = None
    for frame in stream:
        if is_camera:
            yield frame, False
            continue
        if before is not None:
            yield before, False
        before = frame
    if before is not None:
        yield before, True


def _follow(
    stream: Iterator[tuple[Pixels, bool]],
    memory: _Memory,
    tracker: Tracker,
    pressed: Callable[[], bool],
    show: Callable[[], None],
    darkness: _Darkness,
) -> None:
    from recognizers.frames import is_dark

    for frame, last in stream:
        dark = is_dark(frame)
        memory.add(frame.shape[1], frame.shape[0], tuple(tracker.look(frame, last=last)), dark)
        memory.in_view = tracker.in_view
        memory.message = darkness.after(dark)
        show()
        if pressed():
            return


class _Darkness:
    """Says so where a camera gives nothing but black for longer than it may take to warm up."""

    def __init__(self, app: App, name: str, is_camera: bool) -> None:
        self._app, self._text, self._is_camera = app, _only_black(name), is_camera
        self._since: float | None = None
        self._said = False

    def after(self, dark: bool) -> Text | None:
        """What is to be shown now; where nothing is shown live, it is said once on standard error."""
        now = _now()
        if not dark or not self._is_camera:
            self._since = None
            return None
        self._since = now if self._since is None else self._since
        if now - self._since < _DARK_S:
            return None
        if not self._said and sys.stderr is not None and not sys.stderr.isatty():
            print(self._app.say(self._text), file=sys.stderr, flush=True)
        self._said = True
        return self._text


class _Memory:
    """What has been seen so far. Of the frames those are kept that show two codes, or one and all the markers
    in view, together for the first time: how cards lie to each other is known from frames in which both are
    seen. Every other frame is counted for the most similar of those with the same markers.
    """

    def __init__(self) -> None:
        self.width: int | None = None
        self.height: int | None = None
        self.frames = self.dark = 0
        self.kept: list[Layout] = []
        self.in_view: set[str] = set()
        self.message: Text | None = None
        self._last: Layout = ()
        self._seen: set[tuple[str, ...]] = set()
        self._with: set[tuple[frozenset[str], str]] = set()
        self._shown: list[tuple[frozenset[str], frozenset[str]]] = []
        self._counts: list[int] = []

    def add(self, width: int, height: int, layout: Layout, dark: bool = False) -> None:
        """Takes a frame in."""
        self.width, self.height = width, height
        self.frames += 1
        self.dark += dark
        self._last = layout or self._last
        texts = frozenset(sighting.text for sighting in layout)
        markers = frozenset(text for text in texts if isinstance(deck.meaning(text), Marker))
        new = {(text,) for text in texts} | set(combinations(sorted(texts), 2))
        new_with = {(markers, text) for text in texts if markers}
        if not self.kept or not new <= self._seen or not new_with <= self._with:
            self._seen |= new
            self._with |= new_with
            self.kept.append(layout)
            self._shown.append((markers, texts))
            self._counts.append(1)
            return
        alike = [n for n, (its_markers, _) in enumerate(self._shown) if its_markers == markers]
        if alike:  # of those that differ as little the last
            self._counts[min(reversed(alike), key=lambda n: len(self._shown[n][1] ^ texts))] += 1

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The frames that are kept, and the last that shows anything: so the cards lie now."""
        last = (self._last,) if self._last and self._last not in self.kept else ()
        return (*self.kept, *last)

    @property
    def stands_for(self) -> tuple[int, ...]:
        """How many frames each of the layouts stands for."""
        return (*self._counts, *(1 for _ in self.layouts[len(self.kept) :]))

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

    cards = _cards(memory.texts)
    seen = Counter((card.game, card.kind) for card in cards)
    in_view = Counter((card.game, card.kind) for card in _cards(memory.in_view))
    grid = Table(box=None, pad_edge=False)
    grid.add_column(app.say(T("Card")))
    for heading in (T("In view"), T("Seen"), T("Of")):
        grid.add_column(app.say(heading), justify="right")
    for game in games.every() if situation.game is None else (situation.game,):
        for kind in game.kinds:
            n = seen[game.key, kind.key]
            if n or (situation.game is not None and len(game.kinds) <= 12):
                of = game.copies(kind, situation.edition)
                numbers = (str(in_view[game.key, kind.key]), str(n), "?" if of is None else str(of))
                grid.add_row(Line(app.say(kind.name)), *numbers)
    lines: list[Text] = [*_lacking(cards, situation)]
    lines.append(TN("{count} card; q or Enter ends.", "{count} cards; q or Enter ends.", len(cards)))
    if memory.message is not None:
        lines.append(memory.message)
    return Group(grid, *(Line(app.say(line)) for line in lines))


def _cards(texts: Collection[str]) -> list[Card]:
    return list({what for text in texts if isinstance(what := deck.meaning(text), Card)})


def _lacking(cards: Collection[Card], situation: Situation) -> list[Text]:
    """Which cards of a deck whose copies are all known have not been seen."""
    game = situation.game
    if game is None or not cards or any(game.copies(kind, situation.edition) is None for kind in game.kinds):
        return []
    seen = set(cards)
    missing = [card for card in deck.cards(game, situation.edition, {}) if card not in seen]
    if not missing:
        return [T("The deck is complete.")]
    if len(missing) > _MOST_NAMED:
        return [
            TN(
                "{count} card of the deck not seen yet.",
                "{count} cards of the deck not seen yet.",
                len(missing),
            )
        ]
    names = tuple(f"{card.kind} {card.copy}" for card in missing)
    return [T("Not seen yet: {cards}", cards=names)]


@contextmanager
def _keyboard(piped: bool) -> Iterator[Callable[[], bool]]:
    """Tells without waiting whether a key was pressed that ends the watching, or the input ended.

    Without a terminal nothing does, but, where `piped` says so, what comes through a pipe.
    """
    if sys.stdin is None or not (sys.stdin.isatty() or (piped and _is_pipe())):
        yield lambda: False
        return
    try:
        import termios
        import tty
    except ImportError:
        yield _pressed_on_windows if sys.stdin.isatty() else lambda: False
        return
    import select

    keyboard = sys.stdin.fileno()

    def pressed() -> bool:
        ready, _, _ = select.select([keyboard], [], [], 0)
        if not ready:
            return False
        typed = os.read(keyboard, 64)
        return not typed or any(key in _END_KEYS for key in typed)

    if not sys.stdin.isatty():
        yield pressed
        return
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard)
        yield pressed
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _is_pipe() -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def _pressed_on_windows() -> bool:
    import msvcrt  # only there

    return bool(msvcrt.kbhit()) and msvcrt.getwch() in _END_KEYS.decode()  # type: ignore[attr-defined, unused-ignore]
