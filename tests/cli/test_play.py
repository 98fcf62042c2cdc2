"""`companion play` where there is no person, and what it costs those who don't play."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran, environment


def test_it_is_refused_where_no_person_sits(run: Callable[..., Ran], folder: Path) -> None:
    ran = run("play", "saboteur")
    assert (ran.status, ran.out) == (1, "")
    assert "is for a person on a terminal" in ran.err
    assert "`companion setup`" in ran.err
    assert not folder.exists()


def test_it_has_no_json(run: Callable[..., Ran]) -> None:
    assert run("play", "--json").status == 2


def test_nobody_else_pays_for_the_prompt(folder: Path) -> None:
    check = (
        "import sys, companion.cli.play, companion.cli.do, companion.play.session;"
        "print(*(name for name in sys.modules if name.startswith('prompt_toolkit')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, env=environment(folder), check=True, timeout=60
    )
    assert done.stdout.strip() == b""
