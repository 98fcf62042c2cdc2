"""Showing a secret to one person on a screen that others use too.

The secret stands on the terminal's alternate screen only, after a key from the person it belongs to, and is
wiped before the screen is left: nothing remains on the screen or in the scrollback.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_ENTER, _LEAVE = "\x1b[?1049h", "\x1b[?1049l"
_HIDE_CURSOR, _SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
"""What may end a showing from outside; the keys that would raise them are read as keys."""


class Interrupted(Exception):  # noqa: N818 - nobody's error: the person or the system ended it
    """The showing was ended by Ctrl-C or by a signal; the screen has been wiped."""


@contextmanager
def private_screen(*, lines: bool = False) -> Iterator[None]:
    """The alternate screen; wiped and left on every way out that a program can catch.

    Keys come one by one and unechoed, or with `lines` as anywhere else.
    """
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    handlers = {number: signal.signal(number, _interrupt) for number in _SIGNALS}
    try:
        if not lines:
            tty.setraw(keyboard)
        _write(_ENTER + _wiping() + _HIDE_CURSOR)
        yield
    finally:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)  # a second one must not keep the wiping from its end
        try:
            _write(_wiping() + _SHOW_CURSOR + _LEAVE)
        except OSError:
            pass  # the terminal is gone, and what it showed with it
        finally:
            with suppress(termios.error):
                termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
            for number, handler in handlers.items():
                signal.signal(number, handler)


def show(lines: list[str]) -> None:
    """Puts these lines on the wiped private screen. Keys pressed before they stood there don't count."""
    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
    _write(_wiping() + "\r\n".join(["", *("  " + line for line in lines)]))


def wipe() -> None:
    """Empties the private screen."""
    _write(_wiping())


def _wiping() -> str:
    """Erases row by row: where there is no alternate screen, clearing all at once may fill the scrollback."""
    try:
        rows = os.get_terminal_size(sys.stdout.fileno()).lines or 24
    except OSError:
        rows = 24  # the terminal is gone
    return "".join(f"\x1b[{row};1H\x1b[2K" for row in range(1, rows + 1)) + "\x1b[2J\x1b[H"


def key() -> str:
    """Waits for a key and gives it. Raises `Interrupted` on Ctrl-C, Ctrl-D or a closed terminal."""
    pressed = _read()
    if "\x03" in pressed or "\x04" in pressed:
        raise Interrupted
    return pressed


def enter() -> None:
    """Waits until Enter is pressed; other keys are passed over."""
    while not {"\r", "\n"} & set(key()):  # several keys may come at once
        pass


def line() -> str:
    """Waits for a line and gives it; what is typed isn't shown. Backspace takes a character back."""
    typed = ""
    while True:
        pressed = _read()
        if pressed.startswith("\x1b"):
            continue
        for char in pressed:
            if char in "\r\n":
                return typed
            if char in "\x03\x04":
                raise Interrupted
            typed = typed[:-1] if char in "\x7f\x08" else "" if char == "\x15" else typed + char


def rest(seconds: int, sleep: Callable[[float], None]) -> None:
    """Lets so many seconds pass. Keys pressed meanwhile count for nothing, but Ctrl-C ends it."""
    for _ in range(seconds):
        sleep(1)
        while select.select([sys.stdin.fileno()], [], [], 0)[0]:
            if "\x03" in _read():
                raise Interrupted


def _read() -> str:
    try:
        pressed = os.read(sys.stdin.fileno(), 64)
    except OSError as error:
        raise Interrupted from error  # the terminal is gone
    if not pressed:
        raise Interrupted
    return pressed.decode(errors="replace")


def _write(codes: str) -> None:
    sys.stdout.write(codes)
    sys.stdout.flush()


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise Interrupted
