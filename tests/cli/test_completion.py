"""Shell completion: the scripts, and what they offer for games, tables, players, actions and cards."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, environment

Told = Callable[..., Any]
SHELLS = ("bash", "zsh", "fish")


@pytest.fixture
def offered(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """`offered(*words)`: what is offered for the last of the words."""

    def go(*words: str) -> list[str]:
        with monkeypatch.context() as patch:
            patch.setenv("_COMPANION_COMPLETE", "bash_complete")
            patch.setenv("COMP_WORDS", shlex.join(("companion", *words[:-1])) + " " + words[-1])
            patch.setenv("COMP_CWORD", str(len(words)))
            ran = run()
        assert (ran.status, ran.err) == (0, "")
        return [line.partition(",")[2] for line in ran.out.splitlines() if line]

    return go


Offered = Callable[..., list[str]]


@pytest.fixture
def tables(told: Told) -> None:
    """A table of Saboteur, and a current one of Archaeology with Ann Marie, Bob and 花子."""
    told("setup", "saboteur", "--players", 3)
    told("setup", "archaeology", "--player", "Ann", "--player", "Bob", "--player", "花子")


@pytest.mark.parametrize("shell", SHELLS)
def test_each_script_is_printed_and_calls_us(run: Run, told: Told, shell: str) -> None:
    ran = run("completion", shell)
    assert (ran.status, ran.err) == (0, "")
    assert f"_COMPANION_COMPLETE={shell}_complete" in ran.out
    shown = told("completion", shell)
    assert shown["script"].strip() == ran.out.strip()


def test_another_shell_is_refused(run: Run) -> None:
    ran = run("completion", "csh", "--json")
    assert ran.error == (2, "usage")
    assert "fish" in ran.json["error"]["message"]


def test_commands_and_options(offered: Offered) -> None:
    assert offered("sc") == ["scan", "score"]
    assert set(offered("")) >= {"setup", "do", "tables", "completion"}
    assert "--players" in offered("setup", "--pl")


def test_games(offered: Offered) -> None:
    every = ["saboteur", "archaeology", "caravan", "treasure-hunt"]
    for command in ("setup", "rules", "edition", "best", "settle", "check"):
        assert offered(command, "")[:4] == every, command
        assert offered(command, "tr") == ["treasure-hunt"]
    assert offered("tags", "") == [*every, "players"]


@pytest.mark.usefixtures("tables")
def test_tables(offered: Offered) -> None:
    assert offered("use", "") == ["saboteur-1", "archaeology-1"]
    assert offered("status", "--table", "arch") == ["archaeology-1"]
    assert offered("--table", "sab") == ["saboteur-1"]


@pytest.mark.usefixtures("tables")
def test_players(offered: Offered) -> None:
    assert offered("rename", "") == ["Ann", "Bob", "花子"]
    assert offered("do", "sell", "a") == ["Ann"]
    assert offered("undo", "--by", "花") == ["花子"]
    assert offered("--table", "saboteur-1", "peek", "top", "--player", "") == ["P1", "P2", "P3"]
    assert offered("log", "--table", "saboteur-1", "--player", "") == ["P1", "P2", "P3"]


@pytest.mark.usefixtures("tables")
def test_actions_of_the_tables_game(offered: Offered) -> None:
    assert {"holdings", "sell"} <= set(offered("do", ""))
    assert "finish" not in offered("do", "")
    assert offered("--table", "saboteur-1", "do", "fin") == ["finish"]
    assert offered("do", "--table", "saboteur-1", "fin") == ["finish"]
    assert offered("--table", "saboteur-1", "do", "finish", "--winner", "") == ["diggers", "saboteurs"]


@pytest.mark.usefixtures("tables")
def test_cards_rules_and_facts(offered: Offered) -> None:
    assert offered("do", "sell", "Ann", "co") == ["coin="]
    assert offered("best", "archaeology", "pot") == ["pot-shard="]
    assert offered("tags", "caravan", "--only", "craft-")[0] == "craft-2"
    assert offered("setup", "caravan", "--rule", "lamps") == ["lamps=on", "lamps=off"]
    assert "copies.lamp=" in offered("edition", "caravan", "copies.l")


def test_nothing_is_offered_and_nothing_breaks_without_or_with_a_damaged_database(
    offered: Offered, folder: Path
) -> None:
    assert offered("use", "") == []
    assert not folder.exists()
    folder.mkdir()
    (folder / "companion.db").write_text("no database")
    assert offered("use", "") == []
    assert offered("rename", "") == []
    assert offered("do", "sell", "A") == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.usefixtures("tables")
def test_bash_itself_completes(folder: Path, tmp_path: Path) -> None:
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    program = bin_ / "companion"
    program.write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "from companion.cli import main; main()" "$@"\n'
    )
    program.chmod(0o755)
    script = (
        'eval "$(companion completion bash)"; COMP_WORDS=(companion use arch); COMP_CWORD=2; '
        '_companion_completion companion; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    variables = environment(folder)
    variables["PATH"] = f"{bin_}:{variables['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", script], env=variables, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "archaeology-1\n"), ran
