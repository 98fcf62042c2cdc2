"""Whether the terminal shows keys by itself while nobody is asked for a line."""

from __future__ import annotations

import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_LOCAL_MODES = 3
"""Where `termios` keeps the flags that ECHO is one of."""


@contextmanager
def echo(shown: bool) -> Iterator[None]:
    """Within it keys are shown by the terminal, or not: what is typed ahead of a prompt may be secret."""
    if not sys.stdin.isatty():
        yield
        return
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    modes = list(before)
    modes[_LOCAL_MODES] = (
        before[_LOCAL_MODES] | termios.ECHO if shown else before[_LOCAL_MODES] & ~termios.ECHO
    )
    termios.tcsetattr(keyboard, termios.TCSANOW, modes)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
