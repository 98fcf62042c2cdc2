"""What the disk and SQLite say, turned into refusals that name the file and what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorers.refusal import Refusal
from scorers.text import T

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_UNWRITABLE = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
)


@contextmanager
def guarded(path: Path, patience_s: float) -> Iterator[None]:
    """Around whatever touches the database at `path`; `patience_s` is how long it waits for others.

    Raises `Refusal`: `busy`, `data-folder` (it can't be used or written) or `damaged-store`.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        raise _refused(path, error, patience_s) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise damaged(path, str(error)) from error
    except OSError as error:
        raise Refusal(
            "data-folder",
            T(
                "The data folder {folder} can't be used: {why}. Name another with --data or COMPANION_DATA.",
                folder=str(path.parent),
                why=error.strerror or str(error),
            ),
        ) from error


def damaged(path: Path, what: object) -> Refusal:
    """The refusal of a database that is not as it was written."""
    return Refusal(
        "damaged-store",
        T(
            "The database {path} is damaged ({what}). It was left as it is: move it away to keep it, "
            "or name another folder with --data.",
            path=str(path),
            what=what,
        ),
    )


def _refused(path: Path, error: sqlite3.OperationalError, patience_s: float) -> Refusal:
    said = str(error)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _BUSY:
        return Refusal(
            "busy",
            T(
                "The database {path} was held by another program for {s} seconds; nothing was recorded.",
                path=str(path),
                s=int(patience_s),
            ),
        )
    if code in _UNWRITABLE:
        return Refusal(
            "data-folder",
            T(
                "The data folder {folder} can't be written: {why}. Nothing was recorded; "
                "free some space or name another with --data or COMPANION_DATA.",
                folder=str(path.parent),
                why=said,
            ),
        )
    return damaged(path, said)
