"""Short cuts change nothing: a table folded from checkpoints is the table folded from its first event on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import games, pins, store
from companion.checkpoints import EVERY
from companion.journal import Journal, fold
from companion.store import Store
from tests.games.test_random_play import archaeology_line, caravan_line
from tests.games.test_random_treasure import line as treasure_line
from tests.twins import REDO, UNDO, Chosen, Line, Opening, Twin, saboteur_line

LINES: dict[str, Line] = {
    "saboteur": saboteur_line,
    "archaeology": archaeology_line,
    "caravan": caravan_line,
    "treasure-hunt": treasure_line,
}


@pytest.fixture(autouse=True, scope="module")
def _cheap_hashes() -> Iterator[None]:
    with mock.patch.object(pins, "_COST", 2):
        yield


def chained(key: str, seed: int, length: int) -> Twin:
    """A random table with undos and redos in a row, some rows longer than from one checkpoint to the next."""
    rng = random.Random(seed)
    table = Twin(Opening(key, 3, {"rounds": "9"} if key == "saboteur" else {}), Chosen(random.Random(1)))
    while len(table.lines) < length:
        what = rng.choice((UNDO, REDO, "", "", ""))
        for _ in range(rng.randint(1, EVERY + 8)):
            table.take(what or LINES[key](rng, table))
    return table


def same(one: Journal, other: Journal) -> bool:
    return (one.state, one.done, one.undone) == (other.state, other.done, other.undone)


@pytest.mark.parametrize("key", list(LINES))
@settings(
    derandomize=True,
    database=None,
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.integers(0, 2**32), st.integers(1, 5), st.integers(1, 12))
def test_a_stored_table_is_its_events_folded(key: str, seed: int, every: int, kept: int) -> None:
    table = chained(key, seed, 60)
    first, *later = table.journal.events
    with (
        TemporaryDirectory() as folder,
        mock.patch.object(store, "EVERY", every),
        mock.patch.object(store, "KEPT", kept),
    ):
        tables = Store(Path(folder), games.load)
        tables.open_table(key, lambda _: first)
        rng = random.Random(seed)
        while later:  # appended in batches, as several commands would
            batch = [later.pop(0) for _ in range(min(len(later), rng.randint(1, 9)))]
            tables.append_all(f"{key}-1", [lambda _, event=event: event for event in batch])  # type: ignore[misc]
            opened = Store(tables.folder, games.load).journal(f"{key}-1")
            events = list(table.journal.events)[: len(opened.events)]
            assert list(opened.events) == events
            assert same(opened, fold(events, games.load))
        assert opened.state == table.state


def test_the_tables_of_this_test_go_back_further_than_a_checkpoint() -> None:
    rows = [_longest_row([line.split()[0] for line in chained("caravan", n, 60).lines]) for n in range(8)]
    assert max(rows) > EVERY


def _longest_row(names: list[str]) -> int:
    longest = row = 0
    for name in names:
        row = row + 1 if name == UNDO else 0
        longest = max(longest, row)
    return longest
