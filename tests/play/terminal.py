"""A real terminal for tests: a tmux session of its own, with what its screen and scrollback hold."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 20.0

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A shell in tmux. `wait` fails the test with what stands on the screen instead."""

    def __init__(self, folder: Path) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="tmux-")  # a socket's path has to be short
        self._socket = f"{self._place.name}/socket"
        command = f"exec '{sys.executable}' -c 'from companion.cli import main; main()' \"$@\""
        script = folder / "companion"
        script.write_text(f"#!/bin/sh\n{command}\n")
        script.chmod(0o755)
        self._environment = {
            "PATH": f"{folder}:{os.environ['PATH']}",
            "COMPANION_DATA": str(folder / "data"),
            "PYTHONPATH": str(ROOT),
            "LC_ALL": "C.UTF-8",
            "NO_COLOR": "1",
        }

    def start(self) -> None:
        """Starts the shell, in an environment of its own."""
        keep = ("-f", "/dev/null", "set-option", "-g", "history-limit", "5000", ";")
        self._tmux(*keep, "new-session", "-d", "-x", "120", "-y", "40", "sh")
        self.say("PS1='ready> '; clear", "ready>")

    def type(self, line: str) -> None:
        """Types a line and Enter."""
        self._tmux("send-keys", "-l", "--", line)
        self._tmux("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        """Presses keys by tmux's names: `Enter`, `Tab`, `C-c`, `x`."""
        self._tmux("send-keys", *keys)

    def screen(self) -> str:
        """What stands on the screen."""
        return self._tmux("capture-pane", "-p", "-J")

    def all(self) -> str:
        """The screen and everything that scrolled off it."""
        return self._tmux("capture-pane", "-p", "-J", "-S", "-")

    def wait(self, text: str, times: int = 1) -> str:
        """Waits until the text stands on the screen so often, and gives the screen."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            shown = self.screen()
            if shown.count(text) >= times:
                return shown
            time.sleep(0.05)
        raise AssertionError(f"{text!r} is not on the screen after {PATIENCE_S} s:\n{self.screen()}")

    def wait_gone(self, text: str) -> None:
        """Waits until the text no longer stands on the screen."""
        end = time.monotonic() + PATIENCE_S
        while text in self.screen():
            assert time.monotonic() < end, f"{text!r} is still on the screen:\n{self.screen()}"
            time.sleep(0.05)

    def say(self, line: str, answer: str) -> str:
        """Types a line and waits for the answer."""
        self.type(line)
        return self.wait(answer)

    def kill_client(self) -> None:
        """The terminal is lost: the session ends and with it everything in it is hung up on."""
        self._tmux("kill-session")

    def close(self) -> None:
        """Ends this tmux server, and no other."""
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], capture_output=True, check=False)
        self._place.cleanup()

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, *words], capture_output=True, check=True, env=self._environment
        )
        return done.stdout.decode()


@contextmanager
def terminal(folder: Path) -> Iterator[Terminal]:
    """A terminal whose data folder is `folder`/data."""
    opened = Terminal(folder)
    try:
        opened.start()
        yield opened
    finally:
        opened.close()
