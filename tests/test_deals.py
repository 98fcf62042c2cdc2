"""Deals: commitments that anybody can check, seeds that repeat, chance that isn't bent."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deals import NONCE_BITS, Dealer, canonical, commitment, from_record, holds, to_record

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def by_hand(nonce: str, deal: Any) -> str:
    """The commitment as the design tells it, made without our code."""
    text = json.dumps(deal, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(f"{nonce}:{text}".encode()).hexdigest()


def test_the_commitment_is_sha_256_over_nonce_colon_and_canonical_json() -> None:
    deal = {"b": [1, 2], "a": {"名": "壺"}}
    assert canonical(deal) == '{"a":{"名":"壺"},"b":[1,2]}'
    text = 'ab:{"a":{"名":"壺"},"b":[1,2]}'
    assert commitment("ab", deal) == hashlib.sha256(text.encode("utf-8")).hexdigest()


@given(st.dictionaries(st.text(alphabet=st.characters(exclude_categories=["Cs"])), PLAIN, max_size=5))
def test_a_sealed_deal_holds_and_a_changed_one_does_not(deal: dict[str, Any]) -> None:
    try:
        canonical(deal).encode()
    except UnicodeEncodeError:
        return
    sealed = Dealer(random.Random(1)).seal("roles", 1, deal)
    assert sealed.commitment == by_hand(sealed.nonce, deal)
    assert holds(sealed)
    from dataclasses import replace

    assert not holds(replace(sealed, deal={**deal, "more": 1}))
    assert not holds(replace(sealed, nonce=sealed.nonce[:-1] + ("0" if sealed.nonce[-1] != "0" else "1")))


def test_the_nonce_is_256_bits_in_64_hex_digits_and_never_the_same() -> None:
    dealer = Dealer(random.SystemRandom())
    nonces = [dealer.seal("roles", 1, {}).nonce for _ in range(200)]
    assert NONCE_BITS == 256
    assert all(len(nonce) == 64 and int(nonce, 16) >= 0 for nonce in nonces)
    assert len(set(nonces)) == 200
    ones = sum(bin(int(nonce, 16)).count("1") for nonce in nonces)
    assert 0.47 < ones / (200 * 256) < 0.53


def test_a_seed_gives_the_same_deal_whatever_was_dealt_before() -> None:
    first, second = (Dealer(random.SystemRandom(), seed="tea") for _ in range(2))
    second.seal("goals", 1, {})
    second.randomness("roles", 1).random()
    assert first.seal("roles", 1, {"a": 1}) == second.seal("roles", 1, {"a": 1})
    assert first.randomness("roles", 1).random() == second.randomness("roles", 1).random()
    others = [("roles", 2), ("goals", 1)]
    values = {first.randomness(name, round_).random() for name, round_ in [("roles", 1), *others]}
    assert len(values) == 3
    assert Dealer(random.SystemRandom(), seed="milk").seal("roles", 1, {"a": 1}) != first.seal(
        "roles", 1, {"a": 1}
    )


def test_without_a_seed_chance_is_what_was_handed_in() -> None:
    chance = random.Random(5)
    assert Dealer(chance).randomness("roles", 1) is chance


def test_a_deal_with_a_value_is_open_from_the_start() -> None:
    dealer = Dealer(random.Random(1))
    assert dealer.seal("layout", 1, {"x": 1}, value={"x": 1}).open
    assert not dealer.seal("roles", 1, {"x": 1}).open


def test_records_come_back_alike_and_their_public_part_is_silent() -> None:
    dealer = Dealer(random.Random(1))
    deals = (
        dealer.seal("roles", 1, {"who": "Ann"}),
        dealer.seal("start-player", 1, {"player": "B"}, value="B"),
    )
    public, secret = to_record(deals)
    assert from_record(public, secret) == deals
    assert "Ann" not in json.dumps(public)
    assert deals[0].nonce not in json.dumps(public)
    with pytest.raises(ValueError, match="zip"):
        from_record(public, secret[:1])


def test_roles_and_goals_are_dealt_evenly() -> None:
    """Three players: one saboteur among four cards, so each seat has it in a quarter of the deals."""
    from tests.games.saboteur_table import table

    seats: Counter[int] = Counter()
    gold: Counter[str] = Counter()
    deals = 1200
    for seed in range(deals):
        state = table(3, seed=seed)
        roles = state.deal("roles", 1)
        goals = state.deal("goals", 1)
        assert roles is not None
        assert goals is not None
        seats.update(r["seat"] for r in roles.deal["roles"] if r["role"] == "saboteur")
        gold.update(place for place, content in goals.deal.items() if content == "gold")
    assert sum(gold.values()) == deals
    for seat in (1, 2, 3):
        assert abs(seats[seat] / deals - 1 / 4) < 0.06  # about five standard deviations
    for place in ("top", "middle", "bottom"):
        assert abs(gold[place] / deals - 1 / 3) < 0.07
