"""The PIN at the prompt: pauses that grow, what is typed unseen, who agrees to clearing it."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.cli import hotseat, pin
from companion.cli.app import App
from companion.pins import holds, is_set
from scorers.refusal import Refusal
from tests.cli.conftest import Ran

Run = Callable[..., Ran]


class Screen:
    """Stands in for the private screen: what it showed, and lines typed in advance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *typed: str) -> None:
        self.shown: list[str] = []
        self._typed = list(typed)
        monkeypatch.setattr(hotseat, "show", lambda lines: self.shown.append("\n".join(lines)))
        monkeypatch.setattr(hotseat, "line", self._line)
        monkeypatch.setattr(hotseat, "rest", lambda seconds, sleep: sleep(seconds))

    def _line(self) -> str:
        if not self._typed:
            raise hotseat.Interrupted
        return self._typed.pop(0)


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def app(run: Run, folder: Path, slept: list[float]) -> App:
    assert run("setup", "saboteur", "--player", "Ann", "--player", "Bob", "--player", "Cem").status == 0
    return App(
        {"COMPANION_DATA": str(folder)},
        clock=lambda: datetime(2026, 11, 30, tzinfo=UTC),
        chance=random.Random(3),
        sleep=slept.append,
    )


@pytest.fixture
def with_pin(app: App, monkeypatch: pytest.MonkeyPatch) -> App:
    Screen(monkeypatch, "4719", "4719")
    assert pin.choose(app, "p1") is not None
    return app


def test_without_a_pin_nobody_is_asked(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(monkeypatch)
    assert pin.admit(app, "p1") is None
    assert screen.shown == []


def test_every_wrong_try_doubles_the_pause(
    with_pin: App, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(monkeypatch, "1", "", "9999", "4718", "47190", "4719")
    assert pin.admit(with_pin, "p1") == "4719"
    assert slept == [1, 2, 4, 8, 16]
    assert "The next try is in 16 seconds." in screen.shown[-2]


def test_the_pause_stops_growing_at_about_a_minute(
    with_pin: App, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    Screen(monkeypatch, *["0000"] * 9)
    with pytest.raises(hotseat.Interrupted):
        pin.admit(with_pin, "p1")
    assert slept[-3:] == [64, 64, 64]


def test_nothing_typed_is_ever_shown(with_pin: App, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(monkeypatch, "8318", "8319", "8318", "8318")
    pin.choose(with_pin, "p2")
    assert "The two were not the same." in "".join(screen.shown)
    assert not any(digits in "".join(screen.shown) for digits in ("8318", "8319"))
    assert holds(with_pin.journal().state, "p2", "8318")


def test_enter_alone_sets_none(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    Screen(monkeypatch, "")
    assert pin.choose(app, "p1") is None
    assert not is_set(app.journal().state, "p1")


def test_clearing_takes_the_whole_table(with_pin: App, run: Run) -> None:
    refused = run("pin", "clear", "Ann")
    assert refused.status == 1
    assert "--yes says that it agreed" in refused.err
    assert is_set(with_pin.journal().state, "p1")
    assert run("pin", "clear", "ann", "--yes").out == "The table cleared Ann's PIN\n"
    assert not is_set(with_pin.journal().state, "p1")
    assert "The table cleared Ann's PIN" in run("log").out
    assert run("pin", "clear", "Ann", "--yes").status == 1


def test_setting_needs_a_person(app: App, run: Run) -> None:
    assert run("pin", "set", "Ann", "--json").error == (1, "needs-terminal")
    assert run("pin", "set", "Zed").status == 1


def test_the_pin_is_not_in_the_log_or_the_status(with_pin: App, run: Run, folder: Path) -> None:
    for words in (("log",), ("status",), ("log", "--json"), ("status", "--json"), ("verify", "--json")):
        out = run(*words).out
        kept = with_pin.journal().state.pins["p1"]
        assert not any(secret in out for secret in ("4719", kept["salt"], kept["hash"]))
    stored = b"".join(file.read_bytes() for file in folder.iterdir() if "key" not in file.name)
    assert kept["hash"].encode() not in stored


def test_no_action_under_do_sets_or_clears_a_pin(app: App, run: Run) -> None:
    for action in ("pin", "clear-pin"):
        assert run("do", action, "Ann", "1234").status == 2


def test_the_table_refuses_a_change_with_a_wrong_old_pin(
    with_pin: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    Screen(monkeypatch, "2222", "2222")
    with pytest.raises(Refusal) as refused:
        pin.choose(with_pin, "p1", "0000")
    assert refused.value.kind == "wrong-pin"
