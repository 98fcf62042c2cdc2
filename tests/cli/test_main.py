"""The command line as a whole: help, errors, streams that close, and what is loaded."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import pytest

from companion.cli import _TOPICS, cli
from tests.cli.conftest import COMMAND, Run, environment
from tests.cli.terminal import Terminal

Told = Callable[..., Any]


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command by its words, those of groups too (but for the actions, which are a table's)."""
    with click.Context(cli) as ctx:
        for name in _TOPICS:
            command = cli.get_command(ctx, name)
            assert command is not None
            yield name, command
            if isinstance(command, click.Group) and name != "do":
                for inner in command.list_commands(ctx):
                    found = command.get_command(ctx, inner)
                    assert found is not None
                    yield f"{name} {inner}", found


COMMANDS = dict(commands())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_says_where_its_tables_are(run: Run, name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # click warns of two parameters with one name
        ran = run(*name.split(), "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: companion {name}")
    if not isinstance(COMMANDS[name], click.Group):
        assert {"data", "table", "lang"} <= {parameter.name for parameter in COMMANDS[name].params}


def test_help_lists_every_command_and_stands_for_no_words_at_all(run: Run) -> None:
    for words in (("--help",), ("-h",), ()):
        ran = run(*words)
        assert (ran.status, ran.err) == (0, "")
        for name, (_, told_of) in _TOPICS.items():
            assert re.search(rf"^  {name} +{re.escape(told_of[:20])}", ran.out, re.MULTILINE), name


def test_version(run: Run) -> None:
    assert run("--version").out == f"companion {version('companion-table')}\n"


READING = [
    ("games",),
    ("tables",),
    ("status",),
    ("log",),
    ("score",),
    ("verify",),
    ("rules", "caravan"),
    ("edition", "caravan"),
    ("best", "archaeology", "coin=3"),
    ("settle", "saboteur", "A=1"),
    ("tags", "players", "--list"),
    ("doctor",),
    ("setup", "caravan", "--players", "2", "--guide-only"),
    ("completion", "bash"),
]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_json_is_one_object_and_nothing_else_and_text_is_plain(run: Run, told: Told, words: Any) -> None:
    told("setup", "archaeology", "--players", 2)
    ran = run(*words, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.json
    assert ran.out.endswith("}\n")
    plain = run(*words)
    assert plain.status == 0
    if words[0] != "completion":
        assert "\x1b" not in plain.out
    with pytest.raises(json.JSONDecodeError):
        json.loads(plain.out)


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("stup",), "Did you mean setup?"),
        (("xyzzy",), "--help"),
        (("--bogus",), "--bogus"),
        (("status", "--tabel", "x"), "--table"),
        (("--data",), "--data"),
        (("--lang", "xx", "games"), "ja"),
        (("rename", "A"), "NEW"),
        (("use",), "TABLE"),
    ],
)
def test_a_wrong_command_line_exits_2_and_says_what_would_do(run: Run, words: Any, near: str) -> None:
    ran = run(*words)
    assert (ran.status, ran.out) == (2, "")
    assert near in ran.err
    assert ran.err.startswith("companion: ")
    as_json = run(*words, "--json")
    assert as_json.error == (2, "usage")
    assert as_json.err == ""


def test_json_after_two_dashes_is_a_word_and_no_wish(run: Run) -> None:
    ran = run("settle", "nothing", "--", "--json")
    assert ran.status == 1
    assert ran.out == ""


def test_bytes_that_are_no_text_are_refused_in_words(run_process: Run, folder: Path) -> None:
    for words in (
        ("rules", "\udcff"),
        ("setup", "caravan", "--player", "\udcff", "--player", "B"),
        ("use", "\udce9"),
        ("best", "archaeology", "\udcff=2"),
        ("\udcff",),
        ("status", "--table", "\udcff"),
    ):
        for more in ((), ("--json",)):
            ran = run_process(*words, *more)
            assert ran.status in (1, 2), words
            assert "Traceback" not in ran.out + ran.err
            if more:
                assert ran.error
    assert not folder.exists()


def test_a_poor_locale_costs_letters_but_no_answer(run_process: Run) -> None:
    for encoding in ("ascii", "latin-1"):
        assert run_process("setup", "archaeology", "--player", "花子", PYTHONIOENCODING=encoding).status == 0
        shown = run_process("status", "--json", PYTHONIOENCODING=encoding)
        assert shown.json["players"][0]["name"] == "花子"
        assert run_process("status", PYTHONIOENCODING=encoding).status == 0
    assert "Players, clockwise: ??." in run_process("status", PYTHONIOENCODING="latin-1").out


def shell(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """A shell script in which `$C` is the command; the exit status is that of the command alone."""
    run = f"{sys.executable} -c 'from companion.cli import main; main()'"
    return subprocess.run(
        ["sh", "-c", script.replace("$C", run)],
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("words", ["log", "log --json", "setup saboteur --players 9", "do --help"])
def test_a_reader_that_has_had_enough_is_no_error(folder: Path, told: Told, words: str) -> None:
    told("setup", "archaeology", "--players", 2)
    for reader in ("head -1 >/dev/null", "true", "head -c 1 >/dev/null"):
        ran = shell(folder, f"{{ $C {words}; echo status $? >&2; }} | {reader}")
        assert ran.stderr == "status 0\n", (words, reader)


def test_what_was_recorded_stays_recorded_when_nobody_reads_the_answer(folder: Path, told: Told) -> None:
    told("setup", "archaeology", "--players", 2)
    for n, ending in enumerate(("| true", ">&-", "2>&-", ">&- 2>&-", "</dev/null", "<&-"), start=2):
        ran = shell(folder, f"$C do holdings P1 coin=1 {ending}")
        assert "Traceback" not in ran.stderr
        assert len(told("log")["events"]) == n, ending


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_output_is_a_failure_that_is_said(folder: Path, told: Told) -> None:
    told("setup", "archaeology", "--players", 2)
    for words in ("status", "status --json", "games", "use nowhere --json", "--help", "--version"):
        ran = shell(folder, f"$C {words} >/dev/full")
        assert ran.returncode == 1, words
        assert "No space left on device" in ran.stderr
        assert "Traceback" not in ran.stderr
        assert "Exception ignored" not in ran.stderr
    ran = shell(folder, "$C use nowhere 2>/dev/full")
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", "")
    ran = shell(folder, "$C status --json >/dev/full 2>/dev/full")
    assert ran.returncode == 1


def test_players_are_asked_for_on_a_terminal(folder: Path, told: Told) -> None:
    with Terminal(folder, "setup", "archaeology") as terminal:
        for n, name in enumerate(("Ann", "花子", ""), start=1):
            terminal.wait(f"  {n}: ")
            terminal.press(name + "\n")
        assert terminal.end() == 0
        assert "archaeology-1" in terminal.text
    assert [p["name"] for p in told("status")["players"]] == ["Ann", "花子"]


@pytest.mark.parametrize("keys", ["\x03", "\x04"])
def test_breaking_off_the_questions_opens_nothing(folder: Path, keys: str) -> None:
    with Terminal(folder, "setup", "archaeology") as terminal:
        terminal.wait("  1: ")
        terminal.press(keys)
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text
    assert not folder.exists()


def test_ctrl_c_ends_a_waiting_command_without_a_word(folder: Path, told: Told) -> None:
    import sqlite3

    told("setup", "archaeology", "--players", 2)
    holder = sqlite3.connect(folder / "companion.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    waiting = subprocess.Popen(
        [*COMMAND, "do", "holdings", "P1", "coin=1"],
        env=environment(folder),
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(1.0)
    assert waiting.poll() is None, "it must wait for the other writer"
    waiting.send_signal(signal.SIGINT)
    holder.execute("ROLLBACK")
    holder.close()
    _, said = waiting.communicate(timeout=60)
    assert waiting.returncode == 130
    assert "Traceback" not in said
    assert len(told("log")["events"]) in (1, 2)  # it may have come through just before


def test_colours_are_for_terminals_and_not_under_no_color(folder: Path, told: Told) -> None:
    told("setup", "archaeology", "--players", 2)
    for more, bold in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal(folder, "status", **more) as terminal:
            assert terminal.end() == 0
            assert ("\x1b[1m" in terminal.text) == bold
        with Terminal(folder, "score", **more) as terminal:
            assert terminal.end() == 0
            colours = re.findall(r"\x1b\[[0-9;]*m", terminal.text)
            assert bold or not [code for code in colours if re.search(r"[34][0-7]", code)]


HEAVY = (
    "cv2",
    "numpy",
    "PIL",
    "zxingcpp",
    "pyzbar",
    "reportlab",
    "segno",
    "rich",
    "prompt_toolkit",
    "textual",
)


@pytest.mark.parametrize(
    "words",
    [
        "setup saboteur --players 7",
        "setup treasure-hunt --players 4",
        "status --json",
        "do holdings P1 gold-1=1",
    ],
)
def test_heavy_packages_are_loaded_by_the_command_that_needs_them(
    folder: Path, told: Told, words: str
) -> None:
    told("setup", "saboteur", "--players", 3)
    script = f"""
import sys
from companion.cli import main
try:
    main({words.split()!r})
except SystemExit as ended:
    assert not ended.code
print(*(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)
"""
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "\n"), ran.stderr


def test_ctrl_c_while_the_command_is_being_loaded_shows_no_traceback() -> None:
    """Whatever is being imported: a module that is broken off stands for all of them."""
    broken_off = (
        "import sys; sys.modules['companion.cli'] = None\n"
        "class Finder:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'companion.cli': raise KeyboardInterrupt\n"
        "del sys.modules['companion.cli']; sys.meta_path.insert(0, Finder())\n"
        "from companion.start import main; main()"
    )
    ran = subprocess.run([sys.executable, "-c", broken_off], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "")


def test_clicks_own_messages_are_one_line(run: Run) -> None:
    run("setup", "saboteur", "--players", 5)
    first, hint = run("do", "finish").err.splitlines()
    assert first == "companion: Missing option '--winner'. Choose from: diggers, saboteurs."
    assert hint.startswith("Try ")


def test_refusals_are_sentences_whatever_part_of_the_product_says_them(run: Run, told: Told) -> None:
    told("setup", "archaeology", "--player", "ann", "--player", "Bob")
    ran = run("do", "holdings", "ann", "map=2")
    assert ran.err == "companion: A map set holds at most 1, not 2.\n"
    told("do", "leave", "ann")
    assert run("do", "sell", "ann", "coin=1").err.startswith("companion: ann has left")


@pytest.mark.parametrize("columns", [60, 80])
def test_lines_wrap_at_words_on_a_terminal_and_nowhere_else(folder: Path, told: Told, columns: int) -> None:
    told("setup", "saboteur", *(f"--player={name}" for name in ("Ann", "Bob", "Cem", "Dee", "Eve")))
    finish = ("do", "finish", "--winner", "saboteurs", "--connector", "Ann")
    with Terminal(folder, *finish, COLUMNS=str(columns)) as terminal:
        assert terminal.end() == 1
        lines = terminal.text.splitlines()
    assert len(lines) > 1
    assert all(len(line) <= columns for line in lines)
    whole = shell(folder, f"$C {' '.join(finish)}").stderr
    assert whole.count("\n") == 1
    assert " ".join(lines) == whole.strip()


def test_a_drawing_is_shown_whole_or_not_at_all(folder: Path) -> None:
    words = ("setup", "saboteur", "--players", 5, "--guide-only")
    with Terminal(folder, *words, COLUMNS="80") as terminal:
        assert terminal.end() == 0
        assert "└─────┘" in terminal.text
    with Terminal(folder, *words, COLUMNS="60") as terminal:
        assert terminal.end() == 0
        assert "└─────┘" not in terminal.text
        assert "The drawing needs 75 columns" in terminal.text
