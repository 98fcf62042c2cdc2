"""Tags: every card has one payload of its own, and every payload one meaning."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import deck, games
from companion.deck import Card, Marker
from scorers.refusal import Refusal

ALPHANUMERIC = re.compile(r"[0-9A-Z $%*+\-./:]{1,10}")
"""What a QR code of version 1 and level H holds in its alphanumeric mode."""
EDITION = {f"copies.{kind.key}": 5 for kind in games.load("caravan").kinds}


@pytest.mark.parametrize("game", games.every(), ids=lambda game: str(game.key))
def test_every_card_has_a_payload_of_its_own_that_means_it(game: Any) -> None:
    cards = list(deck.cards(game, EDITION))
    payloads = [card.payload for card in cards]
    assert len(set(payloads)) == len(payloads)
    for card, payload in zip(cards, payloads, strict=True):
        assert ALPHANUMERIC.fullmatch(payload)
        assert payload.startswith(f"{game.deck}:")
        assert deck.meaning(payload) == card


def test_decks_are_as_large_as_the_rules_pages_say() -> None:
    sizes = {g.key: len(list(deck.cards(g, EDITION))) for g in games.every()}
    assert sizes == {"saboteur": 28, "archaeology": 87, "caravan": 55, "treasure-hunt": 54}


def test_no_two_decks_share_a_payload() -> None:
    every = list(chain.from_iterable((c.payload for c in deck.cards(g, EDITION)) for g in games.every()))
    every += deck.marker_payloads()
    assert len(set(every)) == len(every)


def test_markers_belong_to_seats() -> None:
    assert deck.marker_payloads() == tuple(f"PL:{n}" for n in range(1, 11))
    for seat in range(1, 11):
        assert deck.meaning(f"PL:{seat}") == Marker(seat)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://example.org",
        "AR:POT:00",
        "AR:POT:19",
        "AR:POT:7",
        "AR:POT:007",
        "AR:POT",
        "AR:XXX:01",
        "XX:POT:01",
        "ar:pot:07",
        "AR:POT:07 ",
        " AR:POT:07",
        "AR:POT:07\n",
        "AR:POT:٠٧",
        "AR::07",
        "PL:0",
        "PL:11",
        "PL:01",
        "PL:",
        "PL:1:1",
        "SA:POT:01",
        "TH:JOK:03",
    ],
)
def test_other_texts_mean_nothing(text: str) -> None:
    assert deck.meaning(text) is None


@given(st.text(max_size=12))
def test_no_text_breaks_the_reading(text: str) -> None:
    found = deck.meaning(text)
    assert found is None or found.payload == text


def test_where_nobody_knows_how_many_there_are_any_copy_is_one() -> None:
    assert deck.meaning("CA:LAMP:99") == Card("caravan", "lamp", 99)


def test_unknown_numbers_are_asked_for_all_at_once() -> None:
    caravan = games.load("caravan")
    with pytest.raises(Refusal) as found:
        list(deck.cards(caravan, {"copies.lamp": 3}))
    assert found.value.kind == "copies-unknown"
    assert "princess" in str(found.value)
    assert "lamp" not in str(found.value)
    assert len(list(deck.cards(caravan, {}, {"lamp": 4}, only=["lamp"]))) == 4
    assert [c.copy for c in deck.cards(caravan, {"copies.lamp": 3}, {"lamp": 2}, only=["lamp"])] == [1, 2]
