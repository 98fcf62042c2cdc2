"""What is said of players' markers: of those with which no card lies, and of cards that lie beside others."""

from __future__ import annotations

from companion.tally.bring_together import bring_together
from tests.pictures import marker, row
from tests.tally.test_bring_together import ALONE, COINS, POTS, TABLE, fan, photo


def test_a_marker_without_cards_is_told() -> None:
    anns = [marker(1, 0, 0), *row(POTS[:3], 55, 0)]
    for bobs, told in (([marker(2, 0, 300)], ["Bob"]), ([marker(2, 0, 300), *row(COINS[:2], 55, 300)], [])):
        tally = bring_together([photo("a.jpg", *anns, *bobs)], TABLE)
        notes = [n for n in tally.notes if n.kind == "marker-without-cards"]
        assert [name for n in notes for name in ("Ann", "Bob") if name in str(n.text)] == told
        assert tally.problems == ()
    without = bring_together([photo("a.jpg", marker(1, 0, 0), marker(2, 0, 300))], TABLE)
    assert without.notes == ()


def test_a_hand_on_the_first_set_makes_the_next_unsure() -> None:
    """In a picture with everybody's marker."""
    anns = [marker(1, -20, 0), *fan(COINS[:2], 187, 0)]
    bobs = [marker(2, -20, 128), *fan(POTS[:3], 60, 128), *fan(POTS[3:5], 187, 128)]
    tally = bring_together([photo("a.jpg", *anns, *bobs)], TABLE)
    (problem,) = tally.problems
    assert (problem.kind, problem.cards) == ("unsure-owner", tuple(COINS[:2]))
    assert "Ann" in str(problem.text)
    assert "Bob" in str(problem.text)


def test_one_card_in_a_row_beside_its_markers_lies_there_and_several_lie() -> None:
    first = [marker(1, 0, 0), *row(POTS[:3], 55, 0)]
    for cards, says in ((COINS[:1], " lies in a row"), (COINS[:2], " lie in a row")):
        (problem,) = bring_together([photo("a.jpg", *first, *row(cards, 55, 115))], TABLE).problems
        (note,) = bring_together([photo("a.jpg", *first, *row(cards, 55, 115))], ALONE).notes
        assert says in str(problem.text)
        assert says in str(note.text)
