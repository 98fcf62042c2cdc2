"""Terminals for tests: a bare one that keeps every byte, and tmux, which has a screen and a scrollback."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shlex
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from tests.cli.conftest import COMMAND, environment

PATIENCE_S = 20.0


class Terminal:
    """A command on a terminal of its own; `seen` is every byte that it wrote there."""

    def __init__(self, folder: Path, *words: object, **more: str) -> None:
        self._master, self.slave = pty.openpty()
        termios.tcsetwinsize(self.slave, (24, 80))
        self.before = termios.tcgetattr(self.slave)
        self.seen = b""
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, words)],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment(folder, TERM="xterm-256color", **more),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self._master, self.slave):
            if end >= 0:
                os.close(end)

    @property
    def text(self) -> str:
        return self.seen.decode(errors="replace")

    def wait(self, words: str, times: int = 1) -> None:
        """Reads until these words were written so many times."""
        until(lambda: self._read() or self.text.count(words) >= times, lambda: f"{words!r} in {self.text!r}")

    def press(self, keys: str) -> None:
        time.sleep(0.1)  # no one types faster, and a program may start to listen after it has asked
        os.write(self._master, keys.encode())

    def hang_up(self) -> None:
        """Closes the terminal, as closing its window does."""
        for end in (self._master, self.slave):
            os.close(end)
        self._master = self.slave = -1

    def end(self) -> int:
        """Reads to the end; gives the exit status."""
        until(lambda: self._read() or self.process.poll() is not None, lambda: f"an end of {self.text!r}")
        self._read()
        return self.process.wait()

    def _read(self) -> None:
        while self._master >= 0 and select.select([self._master], [], [], 0.02)[0]:
            self.seen += os.read(self._master, 65536)


class Tmux:
    """A tmux server of our own with one window in which a command runs, then a note of its exit status."""

    def __init__(self, folder: Path, place: Path, *words: object, options: tuple[str, ...] = ()) -> None:
        self._socket = str(place / "tmux")
        self._pid_file = place / "pid"
        start = (
            f"import os; open({str(self._pid_file)!r}, 'w').write(str(os.getpid())); "
            "from companion.cli import main; main()"
        )
        run = shlex.join([sys.executable, "-c", start, *map(str, words)])
        script = f"seq 1 40; {run}; echo status $?; exec sleep 600"
        settings = [word for option in options for word in (*option.split(), ";")]
        opened = ["new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", script]
        subprocess.run(
            ["tmux", "-S", self._socket, "-f", "/dev/null", *settings, *opened],
            env=environment(folder, TERM="xterm-256color"),
            check=True,
        )

    def __enter__(self) -> Tmux:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], check=False)

    def _tmux(self, *words: str) -> str:
        return subprocess.run(
            ["tmux", "-S", self._socket, *words], capture_output=True, text=True, check=True
        ).stdout

    @property
    def screen(self) -> str:
        return self._tmux("capture-pane", "-p")

    @property
    def scrollback(self) -> str:
        """Everything that can be scrolled back to, and the screen."""
        return self._tmux("capture-pane", "-p", "-S", "-")

    def wait(self, words: str) -> None:
        until(lambda: words in self.screen, lambda: f"{words!r} on {self.screen!r}")

    def press(self, key: str) -> None:
        self._tmux("send-keys", key)

    def signal(self, number: int) -> None:
        os.kill(int(self._pid_file.read_text()), number)


def until(met: Callable[[], object], what: Callable[[], str]) -> None:
    """Waits until something is so; fails with what was waited for."""
    end = time.monotonic() + PATIENCE_S
    while not met():
        assert time.monotonic() < end, f"waited in vain for {what()}"
        time.sleep(0.02)
