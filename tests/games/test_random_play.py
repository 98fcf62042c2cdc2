"""Random tables: whatever is accepted keeps the record whole, and undo is exact.

Most moves are likely ones (who sits at a table takes what is there), some are nonsense.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.caravan_record import in_sight
from companion.table import State
from scorers.archaeology import KINDS
from scorers.caravan import CRAFT_CARDS, CRAFTS, NAMES, SPECIAL_CARDS, SPECIALS
from scorers.refusal import Refusal
from tests.games.playing import NAMES as PEOPLE
from tests.games.playing import Table

TREASURES, CARDS = tuple(KINDS), tuple(NAMES)
seeds = st.integers(0, 2**32)


def some(rng: random.Random, kinds: tuple[str, ...], most: int, entries: int = 2) -> str:
    """Words CARD=N."""
    return " ".join(f"{rng.choice(kinds)}={rng.randint(1, most)}" for _ in range(rng.randint(1, entries)))


def archaeology_line(rng: random.Random, table: Table) -> str:
    who, seen = rng.choice(PEOPLE[:3]), table.view
    market = list((seen["market"] or {"cards": {}})["cards"]) or list(TREASURES)
    lines = [
        f"sell {who} {some(rng, TREASURES, 3)}",
        f"sell {seen['sells_next'] or who} {rng.choice(TREASURES)}=1",
        f"dig {who} {rng.choice(('treasure', 'thief', 'sandstorm'))}",
        f"dig {who} thief --from {rng.choice(PEOPLE[:3])}",
        f"dig {who} sandstorm --laid {some(rng, TREASURES, 3, 1)}",
        f"trade {who} {some(rng, TREASURES, 4)} --for {rng.choice(market)}={rng.randint(1, 2)}",
        f"explore {who} {rng.randint(1, 6)}",
        f"market {some(rng, TREASURES, 3, 5)}",
        f"hand {who} {rng.randint(0, 9)}",
        f"holdings {who} {some(rng, TREASURES, 2, 4)}",
        *[f"pass {name} --deck-empty" for name in PEOPLE[:3] if name not in seen["passed"]],
    ]
    return rng.choice(lines)


def caravan_line(rng: random.Random, table: Table) -> str:
    who, seen = rng.choice(PEOPLE[:3]), table.view
    row = [place["card"] for place in seen["market"] or () if place["card"] in CARDS] or list(CARDS)
    there = list(seen["caravan"]["cards"]) or list(CARDS)
    under_way = seen["distribution"]
    taker = rng.choice(under_way["still_to_take"]) if under_way else who
    refill = " ".join(f"--refill {rng.choice(CARDS)}" for _ in range(rng.randint(0, 3)))
    lines = [
        f"market {' '.join(rng.choices(CARDS, k=rng.randint(4, 6)))}",
        f"buy {who} {rng.choice(row)} {refill}",
        f"buy {who} {' '.join(rng.sample(row, min(2, len(row))))} --money 9 {refill}",
        f"buy {who} {rng.choice(row)} --money 5 --pile-empty",
        f"stock {who} {some(rng, CARDS, 3, 1)}",
        f"stock {who} mouse=2",
        f"stock {who} {rng.choice(CARDS)}=1 mouse=1",
        f"caravan {some(rng, CARDS, 2, 4)}",
        f"distribute {rng.choice((f'--first {who}', '--end'))}",
        f"hand {who} {rng.randint(0, 7)}",
        f"holdings {who} {some(rng, CARDS, 2, 3)}",
    ]
    taking = [
        f"take {taker} {rng.choice(there)}",
        f"take {taker} thief --from {rng.choice(PEOPLE[:3])}",
        f"take {taker} {(card := rng.choice(there))} --mouse-discard {card}",
    ]
    return rng.choice([*taking, *taking, *taking, *lines] if under_way else [*taking, *lines])


def play(
    table: Table, seed: int, length: int, line: Callable[[random.Random, Table], str]
) -> tuple[list[State], Counter[str]]:
    """Records what is accepted of so many lines; the states from the first to the last, and what was done."""
    rng = random.Random(seed)
    states, done = [table.state], Counter[str]()
    for _ in range(length):
        words = line(rng, table)
        before = in_sight(table.state) if table.game.key == "caravan" else None
        try:
            table.do(words)
        except Refusal:
            continue
        states.append(table.state)
        done[words.split()[0]] += 1
        if before is None:
            archaeology_is_whole(table)
        else:
            caravan_is_whole(table)
            assert not words.startswith("take") or in_sight(table.state) == before, "no card made or lost"
    assert len(table.journal.events) == len(states), "every accepted action is exactly one event"
    return states, done


def check_undo(table: Table, states: list[State]) -> None:
    for before in reversed(states[:-1]):
        table.undo()
        assert table.state == before


def archaeology_is_whole(table: Table) -> None:
    seen = table.view
    sold = Counter[str]()
    for row in seen["sold"]:
        for entry in row["sets"]:
            sold[entry["card"]] += entry["count"]
    used = sum(chamber["maps"] for chamber in seen["chambers"] if chamber["opened_by"])
    market = seen["market"] or {"cards": {}, "unnamed": 0}
    for kind, facts in KINDS.items():
        out = sold[kind] + (used if kind == "map" else 0)
        assert seen["unsold"][kind] == max(0, facts.copies - out)
        assert 0 <= market["cards"].get(kind, 0) <= seen["unsold"][kind]
    assert sum(sold.values()) + sum(market["cards"].values()) <= 72
    assert market["unnamed"] is None or market["unnamed"] >= 0
    assert all(left >= 0 for left in seen["dig_deck"].values())
    assert all(cards is None or cards >= 0 for cards in table.hands().values())
    assert seen["sells_next"] is None or seen["forced_sale"]


def caravan_is_whole(table: Table) -> None:
    seen = table.view
    assert all(cards is None or cards >= 0 for cards in table.hands().values())
    assert seen["market"] is None or [place["place"] for place in seen["market"]] == [1, 2, 3, 4, 5]
    assert seen["pile"] is None or seen["pile"] >= 0
    cards, unnamed = seen["caravan"]["cards"], seen["caravan"]["unnamed"]
    assert all(n > 0 for n in cards.values())
    if seen["caravan_spaces"] is not None:
        assert sum(cards.values()) + unnamed + seen["caravan"]["free"] == seen["caravan_spaces"]
    held = Counter[str]()
    for row in seen["assets"]:
        held.update(row["cards"])
    assert sum(held[craft] for craft in CRAFTS) <= CRAFT_CARDS
    assert sum(held[special] for special in SPECIALS) <= SPECIAL_CARDS
    assert all(n >= 0 for n in in_sight(table.state).values())
    under_way = seen["distribution"]
    if under_way is not None:
        assert under_way["still_to_take"]
        assert not set(under_way["still_to_take"]) & set(under_way["taken"])
        assert sum(cards.values()) + unnamed > 0


def caravan(spaces: int | None, mice: str = "off", wallet: str = "leftmost", starter: str = "buyer") -> Table:
    edition = {} if spaces is None else {"caravan-spaces.3": spaces}
    rules = {"mice-with-stock": mice, "new-wallet": wallet, "wallet-fill-starter": starter}
    return Table("caravan", edition=edition, rules=rules)


@settings(max_examples=80, deadline=None)
@given(seeds, st.integers(0, 40))
def test_random_archaeology(seed: int, length: int):
    table = Table("archaeology")
    check_undo(table, play(table, seed, length, archaeology_line)[0])


@settings(max_examples=80, deadline=None)
@given(
    seeds,
    st.integers(0, 40),
    st.sampled_from([None, 4, 9]),
    st.sampled_from(["off", "on"]),
    st.sampled_from(["leftmost", "from-pile"]),
    st.sampled_from(["buyer", "next"]),
)
def test_random_caravan(seed: int, length: int, spaces: int | None, mice: str, wallet: str, starter: str):
    table = caravan(spaces, mice, wallet, starter)
    check_undo(table, play(table, seed, length, caravan_line)[0])


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (lambda: Table("archaeology"), archaeology_line),
        (lambda: caravan(None), caravan_line),
        (lambda: caravan(9), caravan_line),
    ],
)
def test_random_play_reaches_every_action(
    table: Callable[[], Table], line: Callable[[random.Random, Table], str]
):
    """So that the tests above are about something: of each action many were accepted."""
    done = Counter[str]()
    for seed in range(20):
        done += play(table(), seed, 40, line)[1]
    assert {action.name for action in table().game.actions} == set(done)
    assert min(done.values()) >= 10
