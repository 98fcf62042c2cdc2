"""Packages with games for the tests: installed as far as Python can tell, without running pip."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.games import plugins

EXAMPLE = Path(__file__).parent / "plugin_example"
PEBBLES = {"pebbles": "companion_pebbles:GAME"}

Install = Callable[..., None]


def installer(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """`install(package, {key: "module:GAME"}, {module: source})`; the example needs no source."""
    site.mkdir()
    monkeypatch.syspath_prepend(EXAMPLE)
    monkeypatch.syspath_prepend(site)
    plugins.forget()

    def install(package: str, games: Mapping[str, str], modules: Mapping[str, str] | None = None) -> None:
        info = site / f"{package.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{key} = {value}" for key, value in games.items()]
        (info / "entry_points.txt").write_text("\n".join([f"[{plugins.GROUP}]", *lines, ""]))
        for module, source in (modules or {}).items():
            (site / f"{module}.py").write_text(source)
        plugins.forget()

    yield install
    monkeypatch.undo()
    plugins.forget()
