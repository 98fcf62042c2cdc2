"""`companion setup --step`: the guide one step at a time, on a real terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.terminal import Terminal

Run = Callable[..., Any]
Told = Callable[..., Any]

SETUP = ("setup", "archaeology", "--player", "Ann", "--player", "Bob", "--start", "Ann")


def numbers(text: str) -> list[int]:
    """The steps in the order in which they were shown."""
    return [int(n) for n in re.findall(r"Step (\d+) of \d+: ", text)]


def test_enter_goes_on_b_back_and_the_drawing_comes_with_the_last_step(folder: Path, told: Told) -> None:
    steps = told(*SETUP, "--guide-only")["steps"]
    last = len(steps)
    with Terminal(folder, *SETUP, "--step", "--guide-only") as terminal:
        terminal.wait(f"Step 1 of {last}: {steps[0]['title']}.")
        assert "Enter or n: next" in terminal.text
        assert "Step 2" not in terminal.text
        terminal.press("b")
        terminal.wait("Step 1 of", times=2)
        terminal.press("\r")
        terminal.wait("Step 2 of")
        terminal.press("n")
        terminal.wait("Step 3 of")
        terminal.press("b")
        terminal.wait("Step 2 of", times=2)
        for n in range(3, last + 1):
            assert "┌" not in terminal.text
            terminal.press("N")
            terminal.wait(f"Step {n} of", times=2 if n == 3 else 1)
        terminal.wait("┌")
        terminal.press("\r")
        assert terminal.end() == 0
        assert numbers(terminal.text) == [1, 1, 2, 3, 2, *range(3, last + 1)]
        plain = " ".join(terminal.text.split())
        for step in steps:
            assert " ".join(step["text"].split()) in plain
    assert told("tables")["tables"] == []


def test_d_shows_the_drawing_at_any_step_and_other_keys_do_nothing(folder: Path) -> None:
    with Terminal(folder, *SETUP, "--step", "--guide-only") as terminal:
        terminal.wait("Step 1 of")
        terminal.press("x")
        terminal.press("d")
        terminal.wait("┌")
        terminal.press("q")
        assert terminal.end() == 0
        assert numbers(terminal.text) == [1]


def test_the_table_is_opened_first_and_quitting_loses_nothing_of_it(folder: Path, told: Told) -> None:
    with Terminal(folder, "setup", "saboteur", "--players", "5", "--step") as terminal:
        terminal.wait("Step 1 of")
        opened = terminal.text[: terminal.text.index("Step 1 of")]
        assert "Table saboteur-1 is open" in opened
        for deal in told("verify")["deals"]:
            assert deal["commitment"] in opened
        terminal.press("q")
        assert terminal.end() == 0
    assert [row["table"] for row in told("tables")["tables"]] == ["saboteur-1"]


def test_ctrl_c_ends_it_and_the_table_stays(folder: Path, told: Told) -> None:
    with Terminal(folder, *SETUP, "--step") as terminal:
        terminal.wait("Step 1 of")
        terminal.press("\x03")
        assert terminal.end() == 130
    assert told("status")["table"] == "archaeology-1"


def test_without_a_terminal_it_is_refused_before_anything_is_opened(run: Run, told: Told) -> None:
    for words in ((*SETUP, "--step"), (*SETUP, "--step", "--guide-only")):
        refused = run(*words)
        assert refused.status == 1
        assert refused.out == ""
        assert "--step waits for a key after each step, so it needs a terminal" in refused.err
        assert run(*words, "--json").error == (1, "needs-terminal")
    assert told("tables")["tables"] == []
