"""The README: it names every command, and its examples run."""

from __future__ import annotations

import random
import re
import shlex
from pathlib import Path

import pytest

from companion.cli import _TOPICS
from tests.cli.conftest import NOW, ROOT, runner

README = (ROOT / "README.md").read_text(encoding="utf-8")
FOR_PERSONS = {"roles", "peek", "play", "pin"}
FROM_PHOTOS = {"scan", "check", "recount"}


def section(title: str) -> str:
    """The text of the section with this heading, up to the next heading of any level."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", README, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def test_every_command_is_in_the_list_of_commands_and_no_other() -> None:
    named = set()
    for row in section("Commands").splitlines():
        if row.startswith("| `"):
            words = re.findall(r"`([^`]+)`", row[: row.index("|", 2)])
            named.update(word.removeprefix("companion ").split()[0] for word in words)
    assert named == set(_TOPICS)


@pytest.mark.parametrize("title", re.findall(r"^#+ (.*)\n", README, re.MULTILINE))
def test_its_examples_run_in_the_order_they_stand(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = runner(tmp_path / "data", random.Random(NOW.toordinal()))
    for line in re.findall(r"^    (?:\$ )?(companion .*)$", section(title), re.MULTILINE):
        _, command, *words = shlex.split(line, comments=True)
        assert command in _TOPICS, line
        if command in FOR_PERSONS | FROM_PHOTOS:
            assert run(command, "--help").status == 0
        else:
            ran = run(command, *words)
            assert ran.status == 0, (line, ran)
