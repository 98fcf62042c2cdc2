"""`companion scan` on a terminal: it asks, and what was read is corrected by hand."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import review
from tests.cli.terminal import Terminal
from tests.cli.test_scan import COINS, POTS, both, holdings, table
from tests.pictures import marker, photograph, row

__all__ = ["both", "table"]

ASKED = ")dit"
"""The end of the question."""
on_posix = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")


@on_posix
def test_on_a_terminal_it_asks_and_records_what_was_corrected(
    told: Callable[..., Any], table: str, both: Path, folder: Path
) -> None:
    steps = [
        (ASKED, "e"),
        ("An empty line ends.", "?"),
        ("  Ann pot-shard=5 coin=3", "Bob map=1"),
        ("This replaces: Bob coin=5", "Bob mask=4 map=1"),
        ("This replaces: Bob map=1", "Bob mapp=1"),
        ("Did you mean map?", "Ann pot=6"),
        ("at most 5, not 6", ""),
        ("Bob pharaohs-mask=4 map=1", ""),
        ("Bob leads: 53 against 25.", "y"),
    ]
    with Terminal(folder, "scan", both) as terminal:
        for shown, answer in steps:
            terminal.wait(shown)
            if shown.startswith("Bob pharaohs"):
                continue  # the score comes by itself
            terminal.press(answer + "\n")
        assert terminal.end() == 0
        assert "Ann has " in terminal.text
        assert "`companion undo`, 2 times, takes all of this back." in terminal.text
    assert holdings(told) == {"Ann": 25, "Bob": 53}


@on_posix
def test_with_problems_the_answer_offered_is_no_and_the_person_may_still_say_yes(
    told: Callable[..., Any], table: str, tmp_path: Path, folder: Path
) -> None:
    odd = photograph(tmp_path / "odd.png", row([POTS[0], "AR:POT:99"], 0, 0))
    for answer, total in (("", 0), ("y", 1)):
        with Terminal(folder, "scan", odd, "--player", "Ann") as terminal:
            terminal.wait(ASKED)
            terminal.press(answer + "\n")
            assert terminal.end() == 0
            assert "There is 1 problem" in terminal.text
        assert holdings(told) == {"Ann": total, "Bob": 0}


@on_posix
def test_cards_of_nobody_and_unsure_ones_make_no_the_answer_offered(
    told: Callable[..., Any], table: str, tmp_path: Path, folder: Path
) -> None:
    cards = [marker(1, 0, 0), *row(POTS[:2], 55, 0), *row(COINS[:2], 55, 300)]
    some = photograph(tmp_path / "some.png", cards)
    none = photograph(tmp_path / "none.png", row(COINS[:2], 0, 0))
    for photo, answer, said in (
        (some, "", "Nothing was recorded."),
        (none, "y", "Nothing was recorded: no player's cards were read."),
    ):
        with Terminal(folder, "scan", photo) as terminal:
            terminal.wait(ASKED)
            assert "There is 1 problem" in terminal.text
            assert terminal.text.count("given to nobody") == 1
            terminal.press(answer + "\n")
            assert terminal.end() == 0
            assert said in " ".join(terminal.text.split())
    assert holdings(told) == {"Ann": 0, "Bob": 0}


def test_a_person_corrects_a_player_by_a_line_of_words(store_state: Any) -> None:
    game, state = store_state
    assert review.correction(game, state, "Ann Lee pot=2 coin=3") == (
        "Ann Lee",
        (("pot-shard", 2), ("coin", 3)),
    )
    assert review.correction(game, state, "  ann   lee ") == ("Ann Lee", ())
    assert review.correction(game, state, "a=b map=1") == ("a=b", (("map", 1),))


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Anna Lee pot=2", "unknown-player"),
        ("pot=2", "unknown-player"),
        ("Ann Lee pott=2", "unknown-card"),
        ("Ann Lee pot", "bad-argument"),
        ("Ann Lee pot=-1", "bad-argument"),
    ],
)
def test_a_line_that_can_not_be_read_is_refused(store_state: Any, line: str, kind: str) -> None:
    from scorers.refusal import Refusal

    with pytest.raises(Refusal) as refused:
        review.correction(*store_state, line)
    assert refused.value.kind == kind


@pytest.fixture
def store_state(told: Callable[..., Any], folder: Path) -> Any:
    """The game and the state of a table whose players have odd names."""
    from companion import games
    from companion.store import Store

    told("setup", "archaeology", "--player", "Ann Lee", "--player", "a=b")
    journal = Store(folder, games.load).journal("archaeology-1")
    return journal.game, journal.state
