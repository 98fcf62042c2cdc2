"""Random Treasure Hunt tables: whatever is accepted keeps the record whole, and undo is exact."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.games.treasure_hunt import GAME
from companion.games.treasure_places import cells
from companion.games.treasure_record import hand_size, treasures_held
from companion.journal import fold
from companion.table import State
from scorers.refusal import Refusal
from scorers.treasure_hunt import NAMES, TREASURES
from tests.games.playing import Table

PEOPLE = ("Ann", "Bob", "Cem")
FACES = ("K", "Q", "J", "none")
SWITCHES = ("mimic", "mimic-faces", "magic", "my-god", "mana", "spirit", "rush")
seeds = st.integers(0, 2**32)


def line(rng: random.Random, table: Table) -> str:
    """Most lines are likely ones, as people at a table take what is there; some are nonsense."""
    seen = table.view
    who, other = rng.sample(PEOPLE, 2)
    place = rng.choice(list(cells(seen["layout"])))
    card = rng.choice(list(NAMES))
    hand, theirs = seen["in_hand"][who], seen["in_hand"][other]
    robbed = f" --loses {who}={rng.choice(hand)}" if hand and rng.random() < 0.3 else ""
    moves = [
        f"move {who} {place}",
        f"move {who} {place} --card {card}",
        f"put {who} {place}",
        f"turn-up {who}",
    ]
    loot = [
        f"take {who} {rng.choice(seen['still_out'] or TREASURES)}",
        f"take {who} {rng.choice(TREASURES)} --now {card}",
        f"bank {who}",
        f"give {who} {other} {rng.choice(hand or TREASURES)}",
        f"lose {who} {rng.choice(hand or TREASURES)}",
        f"lose {who} {rng.choice(hand or TREASURES)} --at {place}",
        f"holdings {who} {rng.choice(seen['still_out'] or TREASURES)}=1",
        f"stock {seen['stock']}",
    ]
    fights = [
        f"battle {who} {rng.choice(FACES)} {other} {rng.choice(FACES)}",
        f"battle {who} {rng.choice(FACES)} {other} {rng.choice(FACES)} --field {card} --at {place}",
        f"battle {who} K {other} Q --gives {rng.choice(theirs or TREASURES)}",
        f"battle {who} K {other} none --paid",
        f"battle {who} Q {other} Q --to {place}",
        f"thief --by {rng.randint(1, 14)}{robbed}",
        f"thief --from 3 --by {rng.randint(1, 14)} --ace {who}={rng.randint(0, 11)}{robbed}",
        "thief",
    ]
    variants = [
        f"mimic {who} {rng.choice(list(NAMES))} {card} --now {rng.choice(list(NAMES))}",
        f"mimic {who} H{rng.randint(2, 10)} H{rng.randint(2, 10)}",
        f"spirit {who} {rng.choice('HSC')}{rng.choice('KQJ')} {place}",
        f"spirit-move {who} {rng.choice(list(seen['spirits']) or ['HK'])} {place}",
        f"spirit-battle {who} {rng.choice(list(seen['spirits']) or ['HK'])} {other} SQ",
        f"retreat {who} {place}",
    ]
    rest = ["turn", f"turn {who}", f"suit {who} {rng.choice(('hearts', 'spades', 'clubs'))}"]
    rest += [
        f"field {place} {card}",
        f"order {who} {other} {next(n for n in PEOPLE if n not in (who, other))}",
    ]
    return rng.choice(rng.choice((moves, loot, loot, fights, fights, variants, rest)))


def whole(state: State) -> None:
    seen = GAME.view(state, None)
    held = Counter(card for cards in seen["treasures"].values() for card in cards)
    assert all(n == 1 for n in held.values()), "no treasure is with two players"
    assert not set(held) & set(seen["still_out"])
    in_all = 9 if state.rules["rush"] == "off" else 12
    assert seen["stock"] == max(0, 11 - treasures_held(state))
    assert 0 <= treasures_held(state) <= in_all
    assert seen["treasures_out"] == in_all - treasures_held(state)
    for player in state.players:
        hand, banked = seen["in_hand"][player.name], seen["banked"][player.name]
        assert sorted([*hand, *banked]) == sorted(seen["treasures"][player.name])
        assert hand_size(state, player.id) >= 0, "nobody loses what they don't have"
    lying = [card for card in seen["field"].values() if card not in (None, "joker")]
    assert len(lying) == len(set(lying)), "no field card lies in two places"
    assert not set(lying) & set(held), "no treasure is in a hand and on the field"
    assert seen["thief"] in range(12)
    assert all(ace["place"] is None or ace["place"] in cells(seen["layout"]) for ace in seen["aces"].values())
    assert all(spirit["place"] in cells(seen["layout"]) for spirit in seen["spirits"].values())
    assert sum(row["total"] for row in seen["standing"]) == treasures_held(state)
    json.dumps(state.facts)


def play(seed: int, length: int) -> tuple[Table, list[State], Counter[str]]:
    rng = random.Random(seed)
    rules = {key: rng.choice(("on", "off")) for key in SWITCHES} | {
        "first-turn": rng.choice(("full", "move-only"))
    }
    table = Table("treasure-hunt", rules=rules, start=rng.choice((None, "p2")))
    states, done = [table.state], Counter[str]()
    for _ in range(length):
        words = line(rng, table)
        try:
            table.do(words)
        except Refusal:
            continue
        whole(table.state)
        states.append(table.state)
        done[words.split()[0]] += 1
    assert len(table.journal.events) == len(states), "every accepted action is exactly one event"
    return table, states, done


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_random_tables_keep_the_record_whole_and_undo_exactly(seed: int):
    table, states, _ = play(seed, 40)
    assert fold(list(table.journal.events), games.load).state == table.state
    for before in reversed(states[:-1]):
        assert table.undo().state == before


def test_random_tables_reach_every_action():
    done = Counter[str]()
    for seed in range(25):
        done += play(seed, 80)[2]
    assert {action.name for action in GAME.actions} - set(done) == {"board"}


@pytest.mark.parametrize("seed", range(3))
def test_whoever_looks_sees_the_same(seed: int):
    state = play(seed, 60)[0].state
    assert all(GAME.view(state, p.id) == GAME.view(state, None) for p in state.players)
