"""Whole tables from one photo: whose cards are whose and in which sets, and what is unsure is said to be."""

from __future__ import annotations

import pytest

from benchmarks.tables import GAMES, TILTS, from_photos, from_truth, lay


@pytest.mark.parametrize("game", GAMES)
def test_from_true_corners_owners_and_sets_are_right_or_said_to_be_unsure(game: str) -> None:
    score = from_truth(game, range(10))
    assert score.tables == 10 * len(TILTS)
    assert score.seen == score.there
    assert score.owners >= 0.99 * score.seen
    assert score.unsaid == 0
    assert score.unsure <= 0.05 * score.seen
    if game == "archaeology":
        assert score.sets > 100
        assert score.sets_right >= 0.99 * score.sets


@pytest.mark.parametrize("game", GAMES)
def test_from_what_is_read_in_a_photo_owners_and_sets_are_right_or_said_to_be_unsure(game: str) -> None:
    score = from_photos(game, [1, 2])  # at 15 and 30 degrees
    assert score.false == 0
    assert score.seen >= 0.8 * score.there
    assert score.owners >= 0.95 * score.seen
    assert score.unsaid <= 0.02 * score.seen
    if game == "archaeology":
        assert score.sets_right >= 0.85 * score.sets


def test_a_seed_lays_the_same_table_again_and_every_card_once() -> None:
    one, again = lay("archaeology", 4), lay("archaeology", 4)
    assert one == again != lay("archaeology", 5)
    payloads = [card.payload for card in one.cards]
    assert len(set(payloads)) == len(payloads)
    assert set(one.owner) == {payload for payload in payloads if not payload.startswith("PL:")}
