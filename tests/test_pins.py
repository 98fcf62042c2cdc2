"""PINs: who has one, what is kept of it, and how the table gets rid of it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion import games, pins
from companion.checkpoints import Checkpoint, from_json, to_json
from companion.deals import Dealer
from companion.journal import Journal, act, extend, undo
from companion.view import event_view, view
from scorers.refusal import Refusal
from tests.play.tables import opened

AT = "2026-11-30T10:00:00Z"


def did(journal: Journal, name: str, **args: Any) -> Journal:
    """The journal after one more action."""
    given = {"old": None, **args} if name == "pin" else args
    return extend(journal, act(journal, name, given, Dealer(random.Random(5)), AT))


@pytest.fixture
def table() -> Journal:
    return opened("saboteur", ("Ann", "Bob", "Cem"))


def test_a_pin_holds_for_its_player_alone(table: Journal) -> None:
    state = did(table, "pin", player="p1", pin="4719").state
    assert pins.is_set(state, "p1")
    assert not pins.is_set(state, "p2")
    assert pins.holds(state, "p1", " ４７１９ ")
    assert not pins.holds(state, "p1", "4718")
    assert not pins.holds(state, "p2", "4719")


@pytest.mark.parametrize("typed", ["", "123", "1234567890123", "12a4", "12 34", "-1234"])
def test_a_pin_is_4_to_12_digits(table: Journal, typed: str) -> None:
    with pytest.raises(Refusal, match="4 to 12 digits") as refused:
        did(table, "pin", player="p1", pin=typed)
    assert refused.value.kind == "bad-pin"


@pytest.mark.parametrize("typed", ["1234", "123456789012"])
def test_the_shortest_and_the_longest_are_accepted(table: Journal, typed: str) -> None:
    assert pins.holds(did(table, "pin", player="p1", pin=typed).state, "p1", typed)


def test_a_change_needs_the_old_pin(table: Journal) -> None:
    table = did(table, "pin", player="p1", pin="4719")
    for old in (None, "0000"):
        with pytest.raises(Refusal) as refused:
            did(table, "pin", player="p1", pin="2222", old=old)
        assert refused.value.kind == "wrong-pin"
    assert pins.holds(did(table, "pin", player="p1", pin="2222", old="4719").state, "p1", "2222")


def test_the_table_clears_a_pin_and_that_is_recorded(table: Journal) -> None:
    with pytest.raises(Refusal, match="Ann has no PIN"):
        did(table, "clear-pin", player="p1")
    after = did(did(table, "pin", player="p1", pin="4719"), "clear-pin", player="p1")
    assert not pins.is_set(after.state, "p1")
    text = pins.CLEAR_PIN.text(after.state, after.events[-1].data)
    assert str(text) == "The table cleared Ann's PIN"


def test_undo_passes_over_pins(table: Journal) -> None:
    after = did(table, "pin", player="p1", pin="4719")
    with pytest.raises(Refusal) as refused:
        undo(after, AT)
    assert refused.value.kind == "nothing-to-undo"


def test_nothing_that_is_shown_depends_on_the_pin(table: Journal) -> None:
    def shown(pin: str) -> str:
        after = did(table, "pin", player="p1", pin=pin)
        event, state = after.events[-1], after.state
        text = pins.PIN.text(table.state, event.data)
        viewers = [view(games.load("saboteur"), state, viewer) for viewer in (None, "p1", "p2")]
        return json.dumps([viewers, event_view(event, "Ann", text, "en"), dict(event.data), str(event.at)])

    assert shown("4719") == shown("999999999999")


def test_the_same_pin_is_kept_differently_each_time(table: Journal) -> None:
    chance = random.Random(5)
    kept = []
    for player in ("p1", "p2"):
        args = {"player": player, "pin": "4719", "old": None}
        kept.append(act(table, "pin", args, Dealer(chance), AT).secret)
    assert kept[0]["salt"] != kept[1]["salt"]
    assert kept[0]["hash"] != kept[1]["hash"]
    assert "4719" not in json.dumps(kept)


def test_a_checkpoint_keeps_pins(table: Journal) -> None:
    state = did(table, "pin", player="p1", pin="4719").state
    again = from_json(json.loads(json.dumps(to_json(Checkpoint(2, state, (), ())))))
    assert pins.holds(again.state, "p1", "4719")
