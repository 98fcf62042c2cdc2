"""docs/adding-a-game.md holds the example package whole, and what it shows is what happens."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.version import Version

from tests.cli.conftest import COMMAND, environment
from tests.plugged import EXAMPLE

DOC = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FILES = {"toml": EXAMPLE / "pyproject.toml", "python": EXAMPLE / "companion_pebbles.py"}


def blocks(language: str) -> list[str]:
    """The text of the blocks in this language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", DOC, re.DOTALL | re.MULTILINE)


def lines(text: str) -> list[str]:
    """The lines that aren't empty: between blocks of the page there is prose, not the file's empty lines."""
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("language", FILES)
def test_the_page_holds_every_line_of_the_package_s_files(language: str) -> None:
    found = blocks(language)
    file = FILES[language].read_text(encoding="utf-8")
    assert found
    assert lines("".join(found)) == lines(file)
    for block in found:
        assert block in file  # empty lines within a block too


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example is installed, as a reader would, but fetching nothing."""
    if find_spec("pip") is None:
        pytest.skip("pip is not installed in this environment")
    if Version(version("setuptools")) < Version("70.1"):
        pytest.skip("setuptools is too old to build a wheel by itself")
    place = tmp_path_factory.mktemp("installed")
    source = place / "source"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    install = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run(
        [sys.executable, "-m", "pip", *install, "--target", str(place / "site"), str(source)],
        check=True,
        timeout=120,
    )
    return place / "site"


def session() -> list[tuple[str, str]]:
    """The page's commands, each with what it prints."""
    (text,) = blocks("console")
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def test_what_the_page_shows_is_what_happens_when_the_package_is_installed(
    site: Path, tmp_path: Path
) -> None:
    known = environment(tmp_path / "data")
    known["PYTHONPATH"] = os.pathsep.join([str(site), known["PYTHONPATH"]])
    commands = session()
    assert {command.split()[1] for command, _ in commands} >= {
        "setup",
        "do",
        "tags",
        "score",
        "settle",
        "rules",
    }
    for command, shown in commands:
        program, *words = shlex.split(command)
        assert program == "companion"
        done = subprocess.run(
            [*COMMAND, *words],
            env=known,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=60,
            check=False,
        )
        printed = (done.stdout + done.stderr).decode()
        assert printed.rstrip() == shown.rstrip(), command
