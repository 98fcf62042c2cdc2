"""`companion doctor`: what works on this machine, and what to do for the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Told = Callable[..., Any]


def test_checks_have_the_keys_of_the_contract(run: Run, folder: Path) -> None:
    ran = run("doctor", "--json")
    assert (ran.status, ran.err) == (0, "")
    checks = {check["name"]: check for check in ran.json["checks"]}
    assert checks.keys() >= {"python", "zxing", "opencv", "zbar", "heic", "tags", "data", "terminal"}
    for check in checks.values():
        assert check.keys() >= {"name", "ok", "detail", "fix"}
        assert isinstance(check["ok"], bool)
        assert check["detail"]
        assert bool(check["fix"]) <= (not check["ok"])
    assert str(folder) in checks["data"]["detail"]
    assert not folder.exists()


def test_a_missing_zbar_is_no_failure_and_how_to_add_it_is_said(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from recognizers import readers

    found = {**readers.available(), "zbar": (False, "no libzbar")}
    monkeypatch.setattr(readers, "available", lambda: found)
    ran = run("doctor", "--json")
    assert ran.status == 0
    zbar = next(check for check in ran.json["checks"] if check["name"] == "zbar")
    assert zbar["ok"] is False
    for system in ("Debian", "Fedora", "macOS", "Windows", "libzbar0"):
        assert system in zbar["fix"]
    assert "libzbar0" in run("doctor").out


def test_what_is_needed_and_missing_is_a_failure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from recognizers import readers

    found = {**readers.available(), "zxing": (False, "No module named zxingcpp")}
    monkeypatch.setattr(readers, "available", lambda: found)
    ran = run("doctor")
    assert ran.status == 1
    assert "zxing-cpp" in ran.out


def test_a_damaged_database_edition_or_folder_is_told(run: Run, told: Told, folder: Path) -> None:
    def data() -> Any:
        ran = run("doctor", "--json")
        return ran.status, {c["name"]: c for c in ran.json["checks"]}

    told("setup", "caravan", "--players", 2)
    status, checks = data()
    assert (status, checks["data"]["ok"]) == (0, True)
    assert "1" in checks["data"]["detail"]
    (folder / "edition-caravan.json").write_text("{")
    status, checks = data()
    assert (status, checks["edition caravan"]["ok"]) == (1, False)
    (folder / "edition-caravan.json").unlink()
    database = folder / "companion.db"
    whole = database.read_bytes()
    database.write_bytes(whole[:5000])
    status, checks = data()
    assert (status, checks["data"]["ok"]) == (1, False)
    assert database.read_bytes() == whole[:5000]
    ran = run("doctor", "--data", str(database))
    assert ran.status == 1
    assert str(database) in ran.out


def test_doctor_reads_what_no_other_command_reads(run: Run, told: Told, folder: Path) -> None:
    import sqlite3

    told("setup", "archaeology", "--players", 2)
    for n in range(20):
        told("do", "holdings", "P1", f"coin={n % 5 + 1}")
    db = sqlite3.connect(folder / "companion.db")
    with db:
        db.execute("UPDATE events SET at = '2026-11-29T20:15:01Z' WHERE number = 3")
    db.close()
    assert run("status").status == 0
    ran = run("doctor")
    assert ran.status == 1
    assert "event 3 of archaeology-1" in ran.out
