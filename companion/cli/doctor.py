"""`companion doctor`: what works on this machine, and what to install for the rest."""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from dataclasses import dataclass

import click

from companion import edition, games
from companion.cli.app import App, pass_app, shared
from scorers.refusal import Refusal
from scorers.text import T, Text

_ZBAR_FIX = T(
    "Nothing is lost but zbar's extra reads. Debian, Ubuntu: apt install libzbar0. Fedora: dnf install zbar. "
    "macOS: brew install zbar. Windows: pip install --force-reinstall pyzbar (zbar is in its wheel)."
)
_PACKAGES = {"zxing": "zxing-cpp", "opencv": "opencv-python-headless"}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried; `fix` says what to do where it failed."""

    name: str
    ok: bool
    detail: Text | str
    fix: Text | str = ""
    required: bool = True


@click.command("doctor")
@shared
@pass_app
def doctor_command(app: App) -> int:
    """Check this machine; exits 1 if something that is needed does not work."""
    checks = [
        _python(),
        *_readers(),
        _heic(),
        _sheets(),
        _data(app),
        *_editions(app),
        *_plugins(),
        _terminal(app),
    ]
    if app.json:
        rows = [
            {"name": c.name, "ok": c.ok, "detail": app.say(c.detail), "fix": "" if c.ok else app.say(c.fix)}
            for c in checks
        ]
        app.emit({"checks": rows})
    else:
        for check in checks:
            app.print(f"{'ok' if check.ok else 'no':<4}{check.name}: {app.say(check.detail)}", hang=6)
            if not check.ok and check.fix:
                app.paragraph(check.fix, indent="      ")
    return 0 if all(check.ok for check in checks if check.required) else 1


def _python() -> Check:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Check("python", True, f"{version}, SQLite {sqlite3.sqlite_version}")


def _readers() -> list[Check]:
    from recognizers.readers import available

    return [
        Check(
            name,
            ok,
            detail,
            _ZBAR_FIX if name == "zbar" else _reinstall(_PACKAGES.get(name, name)),
            required=name == "zxing",
        )
        for name, (ok, detail) in available().items()
    ]


def _reinstall(package: str) -> Text:
    return T("pip install --force-reinstall {package}", package=package)


def _heic() -> Check:
    fix = _reinstall("pillow-heif")
    try:
        import pillow_heif
    except ImportError as error:
        return Check("heic", False, str(error), fix)
    return Check("heic", True, f"pillow-heif {pillow_heif.__version__}", fix)


def _sheets() -> Check:
    fix = _reinstall("reportlab segno")
    try:
        import reportlab
        import segno
    except ImportError as error:
        return Check("tags", False, str(error), fix)
    return Check("tags", True, f"reportlab {reportlab.__version__}, segno {segno.__version__}")


def _data(app: App) -> Check:
    fix = T("Name another folder with --data or COMPANION_DATA.")
    folder = app.folder
    try:
        app.store.examine()
        tables = len(app.store.tables())
        standing = next(f for f in (folder, *folder.absolute().parents) if f.exists())
        if not standing.is_dir():
            return Check("data", False, T("{folder} is not a folder", folder=str(standing)), fix)
        with tempfile.TemporaryFile(dir=standing):
            pass
    except Refusal as refusal:
        return Check("data", False, refusal.text, fix)
    except OSError as error:
        return Check("data", False, f"{folder}: {error.strerror or error}", fix)
    return Check("data", True, T("{folder}, tables: {n}", folder=str(folder), n=tables))


def _editions(app: App) -> list[Check]:
    checks = []
    for game in games.every():
        if not game.facts:
            continue
        try:
            known = len(edition.load(app.folder, game))
        except Refusal as refusal:
            checks.append(Check(f"edition {game.key}", False, refusal.text))
            continue
        detail = T("{n} facts of your box are filled in", n=known)
        checks.append(Check(f"edition {game.key}", True, detail))
    return checks


def _plugins() -> list[Check]:
    """A line for each game that another package brings; none is needed for the others to work."""
    return [
        Check(
            f"plug-in {plugin.key}",
            plugin.game is not None,
            T(
                "{name}, from {package} {version}",
                name=plugin.game.name,
                package=plugin.package,
                version=plugin.version,
            )
            if plugin.game is not None
            else plugin.trouble,
            T("Tell its author, or take it out: pip uninstall {package}", package=plugin.package),
            required=False,
        )
        for plugin in games.plugged_in()
    ]


def _terminal(app: App) -> Check:
    detail = T("standard input and output are a terminal; secrets can be shown")
    if app.terminal():
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        return Check("terminal", not dumb, T("TERM=dumb") if dumb else detail, required=False)
    return Check(
        "terminal",
        False,
        T("standard input or output is not a terminal"),
        T("Run `companion roles` and `companion peek` in a terminal."),
        required=False,
    )
