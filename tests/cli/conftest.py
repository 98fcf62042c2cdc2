"""What the tests of the command line share: runs in this process, clock and chance fixed, and real ones."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from companion.cli import main
from companion.cli.app import App

NOW = datetime(2026, 11, 29, 20, 15, tzinfo=UTC)
COMMAND = (sys.executable, "-c", "from companion.cli import main; main()")
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ran:
    """How a run ended, and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on standard output; fails where there is anything else."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value

    @property
    def error(self) -> tuple[int, str]:
        """Exit status and kind of a refusal in JSON, which must have both keys that json.md fixes."""
        assert set(self.json) == {"error"}
        assert set(self.json["error"]) == {"kind", "message"}
        assert self.json["error"]["message"]
        return self.status, self.json["error"]["kind"]


Run = Callable[..., Ran]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder, which does not exist yet."""
    return tmp_path / "data"


@pytest.fixture
def chance() -> random.Random:
    """The chance of all runs of a test, the same in every run of the suite."""
    return random.Random(7)


def runner(folder: Path, chance: random.Random) -> Run:
    """`run(*words, keys="", env=None)`: one run of the command line in this process, at `NOW`."""

    def go(*words: object, keys: str = "", env: Mapping[str, str] | None = None) -> Ran:
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        typed = io.TextIOWrapper(io.BytesIO(keys.encode()), encoding="utf-8")
        app = App({"COMPANION_DATA": str(folder), **(env or {})}, clock=lambda: NOW, chance=chance)
        with (
            redirect_stdout(out),
            redirect_stderr(err),
            mock.patch("sys.stdin", typed),
            pytest.raises(SystemExit) as ended,
        ):
            main([str(word) for word in words], app)
        out.flush()
        err.flush()
        assert isinstance(ended.value.code, int)
        texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
        return Ran(ended.value.code, *texts)

    return go


@pytest.fixture
def run(folder: Path, chance: random.Random) -> Run:
    """The `runner` of a test's own data folder and chance."""
    return runner(folder, chance)


@pytest.fixture
def told(run: Run) -> Callable[..., Any]:
    """`told(*words)`: the JSON of a run that must succeed and say nothing else."""

    def go(*words: object) -> Any:
        at = words.index("--") if "--" in words else len(words)
        ran = run(*words[:at], "--json", *words[at:])
        assert (ran.status, ran.err) == (0, ""), ran
        return ran.json

    return go


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a real process that keeps its tables in this folder."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "COMPANION", "_COMP"))}
    return {**clean, "COMPANION_DATA": str(folder), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **more}


@pytest.fixture
def run_process(folder: Path) -> Run:
    """`run_process(*words, **environment)`: one run in a process of its own."""

    def go(*words: object, **more: str) -> Ran:
        done = subprocess.run(
            [*COMMAND, *map(str, words)],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env=environment(folder, **more),
            timeout=60,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return go
