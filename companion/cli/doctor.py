"""`companion doctor`: what works on this machine, and what to install for the rest."""

from __future__ import annotations

import click

from companion.cli.app import App, pass_app, shared
from companion.table import Json
from scorers.text import Text

_ZBAR_FIX = "Debian, Ubuntu: apt install libzbar0 | Fedora: dnf install zbar | macOS: brew install zbar | Windows: pip install --force-reinstall pyzbar (its wheel brings zbar)"


@click.command("doctor")
@shared
@pass_app
def doctor_command(app: App) -> int:
    """Check this machine; exits 1 if something that is required does not work."""
    checks = [*_python(), *_readers(app), *_data(app), *_terminal(app)]
    if app.json:
        app.emit(
            {"checks": [{key: check[key] for key in ("name", "ok", "detail", "fix")} for check in checks]}
        )
    else:
        for check in checks:
            app.print(f"{'ok ' if check['ok'] else 'no '} {check['name']}: {check['detail']}")
            if check["fix"]:
                app.print(f"      {check['fix']}")
    return 0 if all(check["ok"] for check in checks if check["required"]) else 1


def _check(
    app: App | None, name: str, ok: bool, detail: Text | str, fix: Text | str = "", required: bool = True
) -> dict[str, Json]:
    return {
        "name": name,
        "ok": ok,
        "detail": str(detail),
        "fix": str(fix) if not ok else "",
        "required": required,
    }
