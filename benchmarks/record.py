"""What an action and opening a table cost at 10 and at 10,000 events.

    python -m benchmarks.record [FOLDER]

In FOLDER, else in the system's folder for temporary files; on a disk most of an action is the wait for it. A
short table and a long one are measured in turn, so that whatever else the machine does falls on both alike.
Printed are medians of 20 and their ratios (wanted: at most 1.5 for an action, 2 for opening).
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from companion import games
from companion.deals import Dealer
from companion.journal import Journal, act, redo, setup_outcome, undo
from companion.setup import occasion, seated
from companion.store import Store
from companion.table import Event
from companion.words import house_rules

FEW, MANY = 10, 10_000
TRIES = 20
WANTED = {"action": 1.5, "undo": 1.5, "redo": 1.5, "opening": 2.0}
AT = "2026-11-30T20:15:00Z"

Build = Callable[[Journal], Event]


def main() -> None:
    """Prints the medians and ratios of each game."""
    place = sys.argv[1] if len(sys.argv) > 1 else None
    for key in games.KEYS:
        with tempfile.TemporaryDirectory(dir=place) as folder:
            few, many = _measured(Path(folder), key)
        print(f"{key:14}{f'at {FEW}':>12}{f'at {MANY:,}':>12}{'ratio':>8}")
        for what, wanted in WANTED.items():
            ratio = many[what] / few[what]
            print(
                f"  {what:12}{few[what] * 1000:9.2f} ms{many[what] * 1000:9.2f} ms{ratio:8.2f}"
                f"   (wanted: at most {wanted})"
            )


def _measured(folder: Path, key: str) -> tuple[dict[str, float], dict[str, float]]:
    """Medians in seconds at few events and at many."""
    long = _table(folder / "long", key, MANY)
    times: tuple[dict[str, list[float]], ...] = tuple({what: [] for what in WANTED} for _ in range(2))
    for n in range(TRIES):
        for store, kept in zip((_table(folder / f"{n}", key, FEW), long), times, strict=True):
            for what, seconds in _costs(store, f"{key}-1", n).items():
                kept[what].append(seconds)
    few, many = ({what: median(values) for what, values in kept.items()} for kept in times)
    return few, many


def _costs(store: Store, table: str, n: int) -> dict[str, float]:
    """Seconds that each takes with a store that knows nothing yet."""
    builds: dict[str, Build] = {"action": _action(n), "undo": _undo, "redo": _redo}
    costs = {"opening": _seconds(store, lambda fresh: fresh.journal(table))}
    for what, build in builds.items():
        costs[what] = _seconds(store, lambda fresh, build=build: fresh.append(table, build))  # type: ignore[misc]
    return costs


def _seconds(store: Store, what: Callable[[Store], object]) -> float:
    fresh = Store(store.folder, games.load)
    start = time.perf_counter()
    what(fresh)
    return time.perf_counter() - start


def _table(folder: Path, key: str, length: int) -> Store:
    """A store with one table of so many events."""
    store, game = Store(folder, games.load), games.load(key)
    what = occasion(seated(game, (), 4), house_rules(game, ()), {}, None)

    def build(table: str) -> Event:
        outcome = setup_outcome(game, table, what, Dealer(random.Random(1)))
        return Event(1, AT, "setup", outcome.data, outcome.secret)

    table = store.open_table(key, build).state.table
    for start in range(1, length, 500):
        store.append_all(table, [_action(n) for n in range(start, min(start + 500, length))])
    return store


def _action(n: int) -> Build:
    """The n-th action: somebody's cards are counted, or a name is corrected."""
    player = f"p{n % 4 + 1}"

    def build(journal: Journal) -> Event:
        if n % 3 == 0:
            return act(journal, "rename", {"player": player, "name": f"N{n}"}, Dealer(random.Random(n)), AT)
        held = [kind.key for kind in journal.game.kinds if kind.held]
        args = {"player": player, "cards": ((held[n % 4 % len(held)], 1),)}
        return act(journal, "holdings", args, Dealer(random.Random(n)), AT)

    return build


def _undo(journal: Journal) -> Event:
    return undo(journal, AT)


def _redo(journal: Journal) -> Event:
    return redo(journal, AT)


if __name__ == "__main__":
    main()
