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


def test_cards_without_a_name_are_asked_whose_they_are(run: Run) -> None:
    run("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    ran = run("recount", "coin=3", "map=1")
    assert ran.status == 2
    assert ran.err == "companion: coin=3, map=1: whose cards were counted? Add --hand NAME.\n"
    assert run("recount", "nowhere.jpg").status == 1


def test_secret_gold_is_no_oracle(run: Run) -> None:
    run("setup", "saboteur", "--players", "3")
    run("do", "gold", "P1", "3", "1")
    right = run("recount", "--hand", "P1", "gold-3=1", "gold-1=1", "--json")
    wrong = run("recount", "--hand", "P1", "gold-2=1", "--json")
    assert right.error == wrong.error == (1, "secret")
    assert right.out == wrong.out
