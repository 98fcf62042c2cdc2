"""`companion recount`: a count held against the record, on the command line."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_cards_are_called_by_their_names(run: Run) -> None:
    run("setup", "caravan", "--player", "Ann", "--player", "Bob")
    run("do", "holdings", "Ann", "craft-2=3")
    said = run("recount", "--hand", "Ann", "craft-2=2", "lamp=1").out
    assert "Craft 2" in said
    assert "Lamp" in said
    assert "craft-2" not in said
