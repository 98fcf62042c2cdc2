"""Where journals are kept: one SQLite database in the data folder.

Every append is one transaction, on disk (write-ahead log, full sync) before it returns. Each row carries a
checksum, so that a damaged record is noticed and never folded into a wrong state.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.journal import GameOf, Journal, extend, fold
from companion.table import Event, Json
from scorers.refusal import Refusal
from scorers.text import T

FILE = "companion.db"
_APPLICATION = 0x436F6D70  # "Comp"
_VERSION = 1
_PATIENCE_S = 30.0

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, game TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS events (table_id TEXT NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL,"
    " action TEXT NOT NULL, data TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (table_id, number))",
    "CREATE TABLE IF NOT EXISTS secrets (table_id TEXT NOT NULL, number INTEGER NOT NULL, secret TEXT"
    " NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (table_id, number))",
    "CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
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

    def tables(self) -> list[str]:
        """The ids of all tables, in the order they were opened."""
        with self._reading() as db:
            if db is None:
                return []
            rows = db.execute("SELECT table_id FROM events WHERE number = 1 ORDER BY rowid").fetchall()
        return [row[0] for row in rows]

    def current(self) -> str | None:
        """The id of the current table, None if no table was ever opened."""
        with self._reading() as db:
            if db is None:
                return None
            row = db.execute("SELECT value FROM settings WHERE key = 'current'").fetchone()
        return None if row is None else row[0]

    def use(self, table: str) -> None:
        """Makes a table the current one. Refused (`unknown-table`) if there is none with this id."""
        with self._writing() as db:
            self._events(db, table)
            _set_current(db, table)

    def journal(self, table: str) -> Journal:
        """The journal of a table. Refused (`unknown-table`) if there is none with this id."""
        with self._reading() as db:
            if db is None:
                raise self._unknown(table, [])
            events = self._events(db, table)
        return fold(events, self._game_of)

    def open_table(self, game: str, build: Callable[[str], Event]) -> Journal:
        """Opens a table: `build` gets its id (`saboteur-3`) and gives its first event. It becomes current."""
        with self._writing() as db:
            count = db.execute("SELECT COUNT(*) FROM tables WHERE game = ?", (game,)).fetchone()[0]
            table = f"{game}-{count + 1}"
            event = build(table)
            db.execute("INSERT INTO tables VALUES (?, ?)", (table, game))
            _insert(db, table, event)
            _set_current(db, table)
        return fold([event], self._game_of)

    def append(self, table: str, build: Callable[[Journal], Event]) -> Recorded:
        """Appends the event that `build` makes of the table's journal as it is now.

        No other process can append in between. What `build` raises leaves the record as it was.
        """
        with self._writing() as db:
            before = fold(self._events(db, table), self._game_of)
            event = build(before)
            _insert(db, table, event)
        return Recorded(before, event, extend(before, event, self._game_of))

    def _events(self, db: sqlite3.Connection, table: str) -> list[Event]:
        rows = db.execute(
            "SELECT e.number, e.at, e.action, e.data, e.sum, s.secret, s.sum FROM events e"
            " LEFT JOIN secrets s ON s.table_id = e.table_id AND s.number = e.number"
            " WHERE e.table_id = ? ORDER BY e.number",
            (table,),
        ).fetchall()
        if not rows:
            known = [row[0] for row in db.execute("SELECT id FROM tables ORDER BY id")]
            raise self._unknown(table, known)
        events = []
        for expected, (number, at, action, data, total, secret, secret_total) in enumerate(rows, start=1):
            whole = total == _sum(table, number, at, action, data)
            whole = whole and (secret is None or secret_total == _sum(table, number, secret))
            if number != expected or not whole:
                raise self._damaged(
                    T("event {n} of {table} does not match its checksum", n=expected, table=table)
                )
            events.append(Event(number, at, action, json.loads(data), json.loads(secret) if secret else {}))
        return events

    def _unknown(self, table: str, known: list[str]) -> Refusal:
        if not known:
            return Refusal("no-table", T("There is no table yet. `companion setup GAME` opens one."))
        return Refusal(
            "unknown-table",
            T("There is no table '{table}'. Known: {known}.", table=table, known=tuple(known)),
        )

    def _damaged(self, what: object) -> Refusal:
        return Refusal(
            "damaged-store",
            T(
                "The database {path} is damaged ({what}). It was left as it is: move it away to keep it, "
                "or name another folder with --data.",
                path=str(self.path),
                what=what,
            ),
        )

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """A connection for reading, None where nothing was ever stored."""
        with self._guarded():
            if not self.path.exists() or self.path.stat().st_size == 0:
                yield None
                return
            db = self._connect()
            try:
                self._check_ours(db)
                yield db
            finally:
                db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction that holds the write lock; commits, or rolls back on any error."""
        with self._guarded():
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            db = self._connect()
            try:
                if db.execute("PRAGMA page_count").fetchone()[0]:
                    self._check_ours(db)
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = FULL")
                db.execute("BEGIN IMMEDIATE")
                try:
                    self._prepare(db)
                    yield db
                    db.execute("COMMIT")
                except BaseException:
                    if db.in_transaction:
                        db.execute("ROLLBACK")
                    raise
            finally:
                db.close()

    def _connect(self) -> sqlite3.Connection:
        writable = os.access(self.path, os.W_OK) and os.access(self.folder, os.W_OK)
        logged = self.path.with_name(f"{FILE}-wal").exists()
        mode = "mode=rw" if writable else "mode=ro" if logged else "mode=ro&immutable=1"
        return sqlite3.connect(
            f"{self.path.absolute().as_uri()}?{mode}", uri=True, timeout=_PATIENCE_S, isolation_level=None
        )

    def _prepare(self, db: sqlite3.Connection) -> None:
        if db.execute("PRAGMA application_id").fetchone()[0] == _APPLICATION:
            return
        for statement in _SCHEMA:
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {_APPLICATION}")
        db.execute(f"PRAGMA user_version = {_VERSION}")

    def _check_ours(self, db: sqlite3.Connection) -> None:
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if application == 0 and not db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
            return
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

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Turns what the disk and SQLite say into refusals that name the file and what to do."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise self._refused(error) from error
        except sqlite3.DatabaseError as error:
            raise self._damaged(str(error)) from error
        except OSError as error:
            raise Refusal(
                "data-folder",
                T(
                    "The data folder {folder} can't be used: {why}. "
                    "Name another with --data or COMPANION_DATA.",
                    folder=str(self.folder),
                    why=error.strerror or str(error),
                ),
            ) from error

    def _refused(self, error: sqlite3.OperationalError) -> Refusal:
        said = str(error)
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return Refusal(
                "busy",
                T(
                    "The database {path} was held by another program for {s} seconds; nothing was recorded.",
                    path=str(self.path),
                    s=int(_PATIENCE_S),
                ),
            )
        if code in (
            sqlite3.SQLITE_FULL,
            sqlite3.SQLITE_READONLY,
            sqlite3.SQLITE_CANTOPEN,
            sqlite3.SQLITE_IOERR,
            sqlite3.SQLITE_PERM,
        ):
            return Refusal(
                "data-folder",
                T(
                    "The data folder {folder} can't be written: {why}. Nothing was recorded; "
                    "free some space or name another with --data or COMPANION_DATA.",
                    folder=str(self.folder),
                    why=said,
                ),
            )
        return self._damaged(said)


def _set_current(db: sqlite3.Connection, table: str) -> None:
    db.execute("INSERT OR REPLACE INTO settings VALUES ('current', ?)", (table,))


def _insert(db: sqlite3.Connection, table: str, event: Event) -> None:
    data = _dumps(event.data)
    db.execute(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)",
        (
            table,
            event.number,
            event.at,
            event.action,
            data,
            _sum(table, event.number, event.at, event.action, data),
        ),
    )
    if event.secret:
        secret = _dumps(event.secret)
        db.execute(
            "INSERT INTO secrets VALUES (?, ?, ?, ?)",
            (table, event.number, secret, _sum(table, event.number, secret)),
        )


def _dumps(value: Mapping[str, Json]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"))


def _sum(*parts: object) -> int:
    return zlib.crc32("\x1f".join(str(part) for part in parts).encode())
