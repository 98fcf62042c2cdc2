"""Killed at any moment, and eight at once: what was reported as done is there, and nothing is half done.

Workers are forked, so that the command line is imported once: each runs it over and over in its own process
and reports through a pipe what was accepted, until it is killed.
"""

from __future__ import annotations

import io
import json
import os
import random
import select
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NoReturn

import pytest

from companion import games
from companion.cli import main, scan
from companion.cli.app import App
from companion.journal import fold
from companion.journal import told as log
from companion.store import Store
from companion.table import Event
from scorers.archaeology import KINDS
from tests.test_store import opened

SAMPLE = Path(__file__).resolve().parents[1] / "sample_images" / "archaeology-table.jpg"
TABLES, KILLS = 4, 15
"""Tables of each way of acting, and kills at each: 5 x 4 x 15 = 300."""
FIRST_REPORT_S = 30.0

Words = Sequence[object]


def run(folder: Path, words: Words) -> tuple[int, Any]:
    """One run of the command line: its exit status, and its JSON."""
    out = io.StringIO()
    out_bytes = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(out_bytes), redirect_stderr(out):
        try:
            main([*map(str, words), "--json"], App({"COMPANION_DATA": str(folder)}))
        except SystemExit as ended:
            status = int(ended.code or 0)
    said = out_bytes.buffer.getvalue().decode()  # type: ignore[attr-defined]
    return status, json.loads(said)


def worker(folder: Path, script: Iterator[Words], *, refusals: bool = False) -> tuple[int, int]:
    """A forked process that does one run after another; its id, and where its reports can be read.

    A report is a line of JSON: what was said and, of an action, the event's number. Where `refusals` may be,
    their kind is reported; else a refusal ends the worker with a report that fails the test.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        _work(folder, script, writing, refusals)
    os.close(writing)
    return process, reading


def _work(folder: Path, script: Iterator[Words], writing: int, refusals: bool) -> NoReturn:
    ending = 1
    try:
        for words in script:
            status, told = run(folder, words)
            if status and not (refusals and "error" in told):
                os.write(writing, (json.dumps({"failed": told}) + "\n").encode())
                break
            said = told.get("recorded") or ([told["said"]] if "said" in told else [])
            report = {
                "said": said,
                "number": told.get("event", {}).get("number"),
                "refused": told.get("error", {}).get("kind"),
            }
            os.write(writing, (json.dumps(report) + "\n").encode())
        else:
            ending = 0
    finally:
        os._exit(ending)  # nothing of the test's own may run in here


def reports(reading: int) -> list[dict[str, Any]]:
    """All whole lines that a worker, which has ended, reported."""
    with os.fdopen(reading, "rb") as pipe:
        lines = pipe.read().splitlines(keepends=True)
    found = [json.loads(line) for line in lines if line.endswith(b"\n")]
    assert not [line for line in found if "failed" in line], found
    return found


# --- ways of acting


def doing() -> Iterator[Words]:
    for n in count():
        yield ("do", "holdings", "P1", f"coin={n % 5 + 1}")


def sealing() -> Iterator[Words]:
    for n in count():
        yield ("do", "holdings", "P1", f"gold-1={n % 5 + 1}", "gold-3=2")


def going_back_and_forth() -> Iterator[Words]:
    for n in count():
        yield ("do", "holdings", "P2", f"coin={n % 3 + 1}")
        yield from (("undo", "--by", "P1"), ("redo",), ("undo",), ("redo", "--by", "P2"))


def scanning() -> Iterator[Words]:
    for _ in count():
        yield ("scan", "table.jpg", "--yes")


def recounting() -> Iterator[Words]:
    first = random.randrange(1000)
    for n in count(first):
        yield ("recount", "--hand", "P1", f"pot-shard={n % 5 + 1}", f"coin={n % 3 + 1}", "--correct")


WAYS: dict[str, tuple[str, Callable[[], Iterator[Words]]]] = {
    "do": ("archaeology", doing),
    "do, sealed": ("saboteur", sealing),
    "undo and redo": ("archaeology", going_back_and_forth),
    "scan": ("archaeology", scanning),
    "recount": ("archaeology", recounting),
}


@pytest.fixture
def one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample picture is read once; scans then take what was read."""
    read: dict[str, Any] = {}
    original = scan._read

    def once(app: App, images: Sequence[str], *others: Any) -> Any:
        if "readings" not in read:
            read["readings"] = original(app, [str(SAMPLE)], *others)
        return read["readings"]

    monkeypatch.setattr(scan, "_read", once)


def kill_one(folder: Path, script: Iterator[Words], chance: random.Random) -> list[dict[str, Any]]:
    """Starts a worker, kills it at a random moment of its acting, and gives what it reported."""
    process, reading = worker(folder, script)
    begun = select.select([reading], [], [], FIRST_REPORT_S)[0]
    time.sleep(chance.uniform(0.0, 0.03) if begun else 0)
    os.kill(process, signal.SIGKILL)
    ended = os.waitpid(process, 0)[1]
    found = reports(reading)
    assert os.WIFSIGNALED(ended), "it ended by itself"
    assert found, "the worker didn't come to act"
    return found


@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.usefixtures("one_reading")
def test_sixty_kills_lose_nothing_and_leave_nothing_half_done(tmp_path: Path, way: str) -> None:
    game, script = WAYS[way]
    chance = random.Random(way)
    at_once = 1
    for n in range(TABLES):
        folder = tmp_path / f"{n}"
        store, table = Store(folder, games.load), f"{game}-1"
        opened(store, game, 3)
        if way == "scan":
            status, told = run(folder, next(script()))
            assert status == 0
            at_once = len(told["recorded"])
            assert at_once == 2, "the sample shows the cards of two players"
        for _ in range(KILLS):
            before = list(store.journal(table).events)
            check_kept(store, table, before, kill_one(folder, script(), chance), at_once)
        assert not [f.name for f in folder.iterdir() if not f.name.startswith("companion.")]


def check_kept(
    store: Store, table: str, before: list[Event], reported: list[dict[str, Any]], at_once: int
) -> None:
    """All that was reported is on record in its order; at most one action more, and that one whole."""
    store.examine()
    journal = store.journal(table)
    events = list(journal.events)
    assert events[: len(before)] == before
    assert [e.number for e in events] == list(range(1, len(events) + 1))
    said = [str(entry.text) for entry in log(events, games.load)]
    there = [sentence for report in reported for sentence in report["said"]]
    assert said[len(before) : len(before) + len(there)] == there
    for report in reported:
        assert report["number"] is None or said[report["number"] - 1] == report["said"][0]
    further = len(events) - len(before) - len(there)
    assert further in (0, at_once), "killed between the commit and the word about it: one action, and whole"
    whole = fold(events, games.load)
    assert (journal.state, journal.done, journal.undone) == (whole.state, whole.done, whole.undone)


# --- eight at once


def all_at_once(
    folder: Path, scripts: Sequence[Sequence[Words]], refusals: bool
) -> list[list[dict[str, Any]]]:
    """What workers report that start together and each run their script to its end."""
    gate, opening = os.pipe()

    def waiting(script: Sequence[Words]) -> Iterator[Words]:
        os.close(opening)
        os.read(gate, 1)  # until the other end is closed by all
        yield from script

    started = [worker(folder, waiting(script), refusals=refusals) for script in scripts]
    os.close(gate)
    os.close(opening)
    found = [reports(reading) for _, reading in started]
    assert [os.waitpid(process, 0)[1] for process, _ in started] == [0] * len(started)
    return found


def test_eight_at_one_table_each_act_on_the_state_that_the_others_left(tmp_path: Path) -> None:
    """`turn` records who is next after whoever's turn it is: any state read too early would show."""
    store = Store(tmp_path, games.load)
    opened(store, "saboteur", 5)
    store_start = store.journal("saboteur-1").state.start
    told = all_at_once(tmp_path, [[("do", "turn")] * 63] * 8, refusals=False)
    store.examine()
    events = list(store.journal("saboteur-1").events)
    assert len(events) == 1 + 504
    assert [e.number for e in events] == list(range(1, 506))
    numbers = sorted(report["number"] for of_one in told for report in of_one)
    assert numbers == list(range(2, 506)), "each was reported once, with a number of its own"
    first = int(str(store_start)[1:])
    assert [e.data["player"] for e in events[1:]] == [f"p{(first - 1 + n) % 5 + 1}" for n in range(504)]
    said = [str(entry.text) for entry in log(events, games.load)]
    assert all(said[report["number"] - 1] == report["said"][0] for of_one in told for report in of_one)
    mixed = [
        next(n for n, one in enumerate(told) if any(r["number"] == e.number for r in one)) for e in events[1:]
    ]
    assert sum(a != b for a, b in pairwise(mixed)) >= 8, "they did act at the same time"


def test_eight_sellers_never_sell_more_than_the_deck_has(tmp_path: Path) -> None:
    store = Store(tmp_path, games.load)
    opened(store, "archaeology", 4)
    kinds = list(KINDS)
    scripts = [
        [("do", "sell", f"P{n % 4 + 1}", f"{kinds[(n + k) % len(kinds)]}=1") for k in range(22)]
        for n in range(8)
    ]
    told = all_at_once(tmp_path, scripts, refusals=True)
    events = list(store.journal("archaeology-1").events)[1:]
    sold = Counter(card for event in events for card, _ in event.data["cards"])
    wanted = Counter(str(words[3]).removesuffix("=1") for script in scripts for words in script)
    assert sold == {kind: min(wanted[kind], KINDS[kind].copies) for kind in kinds}
    refused = [report["refused"] for of_one in told for report in of_one if report["refused"]]
    assert refused == ["over-limit"] * (sum(wanted.values()) - sum(sold.values()))
    assert len(refused) >= 50
