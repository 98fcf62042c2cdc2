"""Where journals are kept: one SQLite database in the data folder.

Every append is one transaction, on disk (write-ahead log, full sync) before it returns. Each row carries a
checksum, so that a damaged record is noticed and never folded into a wrong state. What is secret is sealed
(see `companion.sealing`). Checkpoints keep the cost of an action independent of how many came before.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.checkpoints import EVERY, KEPT, Checkpoint, Kept, from_json, to_json
from companion.disk import damaged, guarded
from companion.journal import GameOf, Journal, extend, fold
from companion.sealing import Seal
from companion.stored import Stored
from companion.table import NOTHING, Event, Json
from scorers.refusal import Refusal
from scorers.text import T

FILE = "companion.db"
_APPLICATION = 0x436F6D70  # "Comp"
_VERSION = 1
_PATIENCE_S = 30.0

# Every row has a checksum over all of it; an event's covers its secret too, and a table's row counts its
# events, so that a row that went missing is noticed as well as one that changed.
_SCHEMA = (
    "CREATE TABLE tables (id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, events INTEGER NOT NULL,"
    " sum INTEGER NOT NULL)",
    "CREATE TABLE events (table_id TEXT NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL,"
    " action TEXT NOT NULL, data TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (table_id, number))",
    "CREATE TABLE secrets (table_id TEXT NOT NULL, number INTEGER NOT NULL, secret TEXT NOT NULL,"
    " PRIMARY KEY (table_id, number))",
    "CREATE TABLE checkpoints (table_id TEXT NOT NULL, number INTEGER NOT NULL, sealed TEXT NOT NULL,"
    " sum INTEGER NOT NULL, PRIMARY KEY (table_id, number))",
    "CREATE TABLE settings (key TEXT NOT NULL UNIQUE, value TEXT NOT NULL, sum INTEGER NOT NULL)",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {_VERSION}",
)


class Recorded(NamedTuple):
    """An event that is on disk, with the journal before and after it."""

    before: Journal
    event: Event
    after: Journal


class Store:
    """The tables in one data folder. Nothing is created before the first write."""

    def __init__(self, folder: Path, game_of: GameOf) -> None:
        self.folder = folder
        self.path = folder / FILE
        self._game_of = game_of
        self._seal = Seal(folder)
        self._mine = threading.local()  # the connection that this thread has open, as `db`

    def examine(self) -> None:
        """Reads the whole database. Refused (`damaged-store`) if any page or row of it is damaged.

        Other calls check what they read; this checks the rest too, and takes as long as that takes.
        """
        with self._reading() as db:
            if db is None:
                return
            found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise self._damaged(found)
            for table, length in self._lengths(db).items():
                self._events(db, table, 0, length)
                kept = db.execute("SELECT number FROM checkpoints WHERE table_id = ?", (table,)).fetchall()
                self._checkpoints(db, table, [row[0] for row in kept])

    def tables(self) -> list[str]:
        """The ids of all tables, in the order they were opened."""
        with self._reading() as db:
            return [] if db is None else list(self._lengths(db))

    def current(self) -> str | None:
        """The id of the current table, None if no table was ever opened."""
        with self._reading() as db:
            if db is None:
                return None
            row = db.execute("SELECT value, sum FROM settings WHERE key = 'current'").fetchone()
            known = self._lengths(db)
            if row is None and not known:
                return None
            if row is None or row[1] != _sum("current", row[0]) or row[0] not in known:
                raise self._damaged(T("which table is the current one can't be read"))
            current: str = row[0]
            return current

    def use(self, table: str) -> None:
        """Makes a table the current one. Refused (`unknown-table`) if there is none with this id."""
        with self._writing() as db:
            self._length(db, table)
            _set_current(db, table)

    def journal(self, table: str) -> Journal:
        """The journal of a table. Refused (`unknown-table`) if there is none with this id."""
        with self._reading() as db:
            if db is None:
                raise self._unknown(table, [])
            return self._journal(db, table)

    def open_table(self, game: str, build: Callable[[str], Event]) -> Journal:
        """Opens a table: `build` gets its id (`saboteur-3`) and gives its first event. It becomes current."""
        with self._writing(opening=True) as db:
            self._lengths(db)  # no table is added to a list that is damaged
            of_game = db.execute("SELECT COUNT(*) FROM tables WHERE game = ?", (game,)).fetchone()[0]
            table = f"{game}-{of_game + 1}"
            event = build(table)
            journal = fold([event], self._game_of)
            db.execute("INSERT INTO tables VALUES (?, ?, 0, 0)", (table, game))
            self._insert(db, table, event)
            _set_length(db, table, journal)
            _set_current(db, table)
        return journal

    def append(self, table: str, build: Callable[[Journal], Event]) -> Recorded:
        """Appends the event that `build` makes of the table's journal as it is now.

        No other process can append in between. What `build` raises leaves the record as it was.
        """
        return self.append_all(table, [build])[0]

    def append_all(self, table: str, builds: Iterable[Callable[[Journal], Event]]) -> list[Recorded]:
        """Appends several events, all or none, each made of the journal with those before it."""
        recorded = []
        with self._writing() as db:
            journal = self._journal(db, table)
            for build in builds:
                event = build(journal)
                self._insert(db, table, event)
                recorded.append(Recorded(journal, event, extend(journal, event)))
                journal = recorded[-1].after
                if event.number % EVERY == 0:
                    self._keep_checkpoint(db, table, journal)
            _set_length(db, table, journal)
        return recorded

    def _lengths(self, db: sqlite3.Connection) -> dict[str, int]:
        """How many events each table has, by id, in the order the tables were opened."""
        lengths = {}
        for table, game, events, total in db.execute("SELECT * FROM tables ORDER BY rowid").fetchall():
            if total != _sum(table, game, events):
                raise self._damaged(T("the list of tables does not match its checksum"))
            lengths[table] = events
        return lengths

    def _length(self, db: sqlite3.Connection, table: str) -> int:
        lengths = self._lengths(db)
        if table not in lengths:
            raise self._unknown(table, list(lengths))
        return lengths[table]

    def _journal(self, db: sqlite3.Connection, table: str) -> Journal:
        """The journal from its latest checkpoint on; what lies before is loaded when asked for."""
        length = self._length(db, table)
        kept = "SELECT number FROM checkpoints WHERE table_id = ? AND number <= ? ORDER BY number DESC"
        numbers = [row[0] for row in db.execute(kept, (table, length))]
        events = Stored(length, lambda first, last: self._load_events(table, first, last))
        checkpoints = Kept(numbers, lambda first, last: self._load_checkpoints(table, numbers[first:last]))
        if numbers:
            checkpoints.keep(0, self._checkpoints(db, table, numbers[:1]))
            events.keep(0, self._events(db, table, 0, 1))
        start = numbers[0] if numbers else 0
        events.keep(start, self._events(db, table, start, length))
        return fold(events, self._game_of, checkpoints)

    def _load_events(self, table: str, first: int, last: int) -> list[Event]:
        with self._reading() as db:
            return [] if db is None else self._events(db, table, first, last)

    def _load_checkpoints(self, table: str, numbers: list[int]) -> list[Checkpoint]:
        with self._reading() as db:
            return [] if db is None else self._checkpoints(db, table, numbers)

    def _events(self, db: sqlite3.Connection, table: str, first: int, last: int) -> list[Event]:
        """The events of numbers above `first` up to `last`."""
        rows = db.execute(
            "SELECT e.number, e.at, e.action, e.data, s.secret, e.sum FROM events e"
            " LEFT JOIN secrets s ON s.table_id = e.table_id AND s.number = e.number"
            " WHERE e.table_id = ? AND e.number > ? AND e.number <= ? ORDER BY e.number",
            (table, first, last),
        ).fetchall()
        if len(rows) != last - first:
            raise self._damaged(T("{table} lacks {n} of its events", table=table, n=last - first - len(rows)))
        events = []
        for expected, (number, at, action, data, sealed, total) in enumerate(rows, start=first + 1):
            if number != expected or total != _sum(table, number, at, action, data, sealed or ""):
                raise self._damaged(
                    T("event {n} of {table} does not match its checksum", n=expected, table=table)
                )
            secret = json.loads(self._seal.open(sealed, f"{table}/{number}")) if sealed else NOTHING
            events.append(Event(number, at, action, json.loads(data), secret))
        return events

    def _checkpoints(self, db: sqlite3.Connection, table: str, numbers: list[int]) -> list[Checkpoint]:
        found = []
        for number in numbers:
            row = db.execute(
                "SELECT sealed, sum FROM checkpoints WHERE table_id = ? AND number = ?", (table, number)
            ).fetchone()
            if row is None:  # another process has let go of it since
                break
            if row[1] != _sum(table, number, row[0]):
                raise self._damaged(
                    T(
                        "the checkpoint at event {n} of {table} does not match its checksum",
                        n=number,
                        table=table,
                    )
                )
            found.append(from_json(json.loads(self._seal.open(row[0], f"{table}/{number}/checkpoint"))))
        return found

    def _keep_checkpoint(self, db: sqlite3.Connection, table: str, journal: Journal) -> None:
        number = len(journal.events)
        checkpoint = Checkpoint(number, journal.state, journal.done, journal.undone)
        sealed = self._seal.seal(_dumps(to_json(checkpoint)), f"{table}/{number}/checkpoint")
        row = (table, number, sealed, _sum(table, number, sealed))
        db.execute("INSERT INTO checkpoints VALUES (?, ?, ?, ?)", row)
        db.execute(
            "DELETE FROM checkpoints WHERE table_id = ? AND number <= ?", (table, number - EVERY * KEPT)
        )

    def _insert(self, db: sqlite3.Connection, table: str, event: Event) -> None:
        data = _dumps(event.data)
        sealed = self._seal.seal(_dumps(event.secret), f"{table}/{event.number}") if event.secret else ""
        total = _sum(table, event.number, event.at, event.action, data, sealed)
        row = (table, event.number, event.at, event.action, data, total)
        db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", row)
        if sealed:
            db.execute("INSERT INTO secrets VALUES (?, ?, ?)", (table, event.number, sealed))

    def _unknown(self, table: str, known: list[str]) -> Refusal:
        if not known:
            return Refusal("no-table", T("There is no table yet. `companion setup GAME` opens one."))
        return Refusal(
            "unknown-table",
            T("There is no table '{table}'. Known: {known}.", table=table, known=tuple(known)),
        )

    def _damaged(self, what: object) -> Refusal:
        return damaged(self.path, what)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """A connection for reading, the open one where there is one; None where nothing was ever stored."""
        if getattr(self._mine, "db", None) is not None:
            yield self._mine.db
            return
        with guarded(self.path, _PATIENCE_S):
            if not self._there():
                yield None
                return
            db = self._connect()
            try:
                self._check_ours(db)
                self._mine.db = db
                yield db
            finally:
                self._mine.db = None
                db.close()

    @contextmanager
    def _writing(self, opening: bool = False) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction that holds the write lock; commits, or rolls back on any error."""
        with guarded(self.path, _PATIENCE_S):
            if not self._there():
                if not opening:
                    raise self._unknown("", [])
                self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._create()
            db = self._connect()
            try:
                self._check_ours(db)
                db.execute("PRAGMA synchronous = FULL")
                db.execute("BEGIN IMMEDIATE")
                try:
                    self._mine.db = db
                    yield db
                    db.execute("COMMIT")
                except BaseException:
                    if db.in_transaction:
                        db.execute("ROLLBACK")
                    raise
            finally:
                self._mine.db = None
                db.close()

    def _there(self) -> bool:
        """Whether there is a database. An OSError where the folder is none or may not be looked into."""
        try:
            self.path.stat()
        except FileNotFoundError:
            return False
        return True

    def _create(self) -> None:
        """Puts an empty database in place in one step, so that an empty or half file is always damage."""
        fresh = self.path.with_name(f"{FILE}.{os.urandom(6).hex()}.new")
        try:
            os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            db = sqlite3.connect(fresh, isolation_level=None)
            try:
                for statement in ("PRAGMA journal_mode = WAL", "BEGIN", *_SCHEMA, "COMMIT"):
                    db.execute(statement)
            finally:
                db.close()
            self._place(fresh)
        finally:
            for file in (fresh, *(fresh.with_name(fresh.name + end) for end in ("-wal", "-shm"))):
                file.unlink(missing_ok=True)

    def _place(self, fresh: Path) -> None:
        try:
            os.link(fresh, self.path)
        except FileExistsError:
            pass  # another process was faster; its database is as good
        except OSError:
            # a disk without hard links, such as a memory stick: there two first starts at once could collide
            fresh.replace(self.path)

    def _connect(self) -> sqlite3.Connection:
        writable = os.access(self.path, os.W_OK) and os.access(self.folder, os.W_OK)
        mode = "mode=rw" if writable else "mode=ro" if self._logged() else "mode=ro&immutable=1"
        return sqlite3.connect(
            f"{self.path.absolute().as_uri()}?{mode}", uri=True, timeout=_PATIENCE_S, isolation_level=None
        )

    def _logged(self) -> bool:
        return self.path.with_name(f"{FILE}-wal").exists()

    def _check_ours(self, db: sqlite3.Connection) -> None:
        # no integrity check: it reads the whole file, and an action must cost the same at any length
        size = self.path.stat().st_size
        if size == 0:
            raise self._damaged(T("the file is empty"))
        if size % db.execute("PRAGMA page_size").fetchone()[0] and not self._logged():
            raise self._damaged(T("its end is missing"))
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if application != _APPLICATION:
            raise self._damaged(T("it is a database of another program"))
        if version > _VERSION:
            raise Refusal(
                "newer-store",
                T(
                    "The database {path} was written by a newer Companion (form {v}, this one knows {ours}); "
                    "update Companion.",
                    path=str(self.path),
                    v=version,
                    ours=_VERSION,
                ),
            )


def _set_current(db: sqlite3.Connection, table: str) -> None:
    db.execute("INSERT OR REPLACE INTO settings VALUES ('current', ?, ?)", (table, _sum("current", table)))


def _set_length(db: sqlite3.Connection, table: str, journal: Journal) -> None:
    events = len(journal.events)
    total = _sum(table, journal.game.key, events)
    db.execute("UPDATE tables SET events = ?, sum = ? WHERE id = ?", (events, total, table))


def _dumps(value: Mapping[str, Json]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"))


def _sum(*parts: object) -> int:
    return zlib.crc32("\x1f".join(str(part) for part in parts).encode())
