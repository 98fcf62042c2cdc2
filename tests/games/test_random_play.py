"""Random tables: whatever is accepted keeps the record whole, and undo is exact."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.caravan_record import in_sight
from scorers.archaeology import KINDS
from scorers.caravan import CRAFT_CARDS, CRAFTS, NAMES, SPECIAL_CARDS, SPECIALS
from scorers.refusal import Refusal
from tests.games.playing import NAMES as PEOPLE
from tests.games.playing import Table

who = st.sampled_from(PEOPLE[:3])
TREASURES, CARDS = tuple(KINDS), tuple(NAMES)


def counts(kinds: tuple[str, ...], most: int, entries: int) -> st.SearchStrategy[list[str]]:
    """Words CARD=N."""
    one = st.builds("{}={}".format, st.sampled_from(kinds), st.integers(1, most))
    return st.lists(one, min_size=1, max_size=entries)


def line(*parts: st.SearchStrategy[object] | str) -> st.SearchStrategy[str]:
    """A line of these parts; a list stands for its words, an option may be left out."""
    drawn = [st.just(part) if isinstance(part, str) else part for part in parts]
    return st.tuples(*drawn).map(
        lambda found: " ".join(w for p in found for w in (p if isinstance(p, list) else [str(p)]) if w)
    )


def maybe(option: str, value: st.SearchStrategy[object]) -> st.SearchStrategy[str]:
    return st.one_of(st.just(""), value.map(lambda v: f"{option} {v}"))


def repeated(option: str, value: st.SearchStrategy[object], most: int) -> st.SearchStrategy[list[str]]:
    words = st.lists(value, max_size=most)
    return words.map(lambda found: [f"{option} {v}" for v in found])


archaeology_lines = st.one_of(
    line("sell", who, counts(TREASURES, 5, 2)),
    line("holdings", who, counts(TREASURES, 2, 4)),
    line("dig", who, "treasure"),
    line("dig", who, "thief", maybe("--from", who)),
    line("dig", who, "sandstorm", repeated("--laid", counts(TREASURES, 3, 1).map("".join), 2)),
    line("trade", who, counts(TREASURES, 5, 2), "--for", counts(TREASURES, 2, 1)),
    line("explore", who, st.integers(1, 6)),
    line("market", counts(TREASURES, 3, 5)),
    line("pass", who, st.sampled_from(["", "", "--deck-empty"])),
    line("hand", who, st.integers(0, 9)),
)

caravan_lines = st.one_of(
    line("market", st.lists(st.sampled_from(CARDS), min_size=4, max_size=6)),
    line(
        "buy",
        who,
        st.lists(st.sampled_from(CARDS), min_size=1, max_size=2),
        repeated("--refill", st.sampled_from(CARDS), 3),
        maybe("--money", st.integers(1, 12)),
        st.sampled_from(["", "", "", "--pile-empty"]),
    ),
    line("stock", who, counts(CARDS, 3, 1)),
    line("stock", who, st.sampled_from(CARDS).map("{}=1 mouse=1".format)),
    line("caravan", counts(CARDS, 2, 5)),
    line("take", who, st.sampled_from(CARDS), repeated("--from", who, 2)),
    line("take", who, st.sampled_from(CARDS), maybe("--mouse-discard", st.sampled_from(CARDS))),
    line("distribute", st.one_of(who.map("--first {}".format), st.just("--end"))),
    line("holdings", who, counts(CARDS, 2, 3)),
    line("hand", who, st.integers(0, 9)),
)


def play(table: Table, lines: list[str]) -> list[object]:
    """Records what is accepted of these lines; gives the state before each event and the last one."""
    states: list[object] = [table.state]
    for words in lines:
        try:
            table.do(words)
        except Refusal:
            continue
        states.append(table.state)
        whole = archaeology_is_whole if table.game.key == "archaeology" else caravan_is_whole
        whole(table)
    assert len(table.journal.events) == len(states), "every accepted action is exactly one event"
    return states


def check_undo(table: Table, states: list[object]) -> None:
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
    assert (seen["sells_next"] is None) or seen["forced_sale"]


def caravan_is_whole(table: Table) -> None:
    seen, state = table.view, table.state
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
    assert all(n >= 0 for n in in_sight(state).values())
    under_way = seen["distribution"]
    if under_way is not None:
        assert under_way["still_to_take"]
        assert not set(under_way["still_to_take"]) & set(under_way["taken"])
        assert sum(cards.values()) + unnamed > 0


@settings(max_examples=120, deadline=None)
@given(st.lists(archaeology_lines, max_size=30))
def test_random_archaeology(lines: list[str]):
    table = Table("archaeology")
    check_undo(table, play(table, lines))


@settings(max_examples=120, deadline=None)
@given(
    st.lists(caravan_lines, max_size=30),
    st.sampled_from([None, 4, 9]),
    st.sampled_from(["off", "on"]),
    st.sampled_from(["leftmost", "from-pile"]),
)
def test_random_caravan(lines: list[str], spaces: int | None, mice: str, wallet: str):
    edition = {} if spaces is None else {"caravan-spaces.3": spaces}
    table = Table("caravan", edition=edition, rules={"mice-with-stock": mice, "new-wallet": wallet})
    check_undo(table, play(table, lines))


@settings(max_examples=60, deadline=None)
@given(st.lists(caravan_lines, max_size=30))
def test_taking_and_discarding_neither_makes_nor_loses_a_card(lines: list[str]):
    table = Table("caravan")
    for words in lines:
        before = in_sight(table.state)
        try:
            table.do(words)
        except Refusal:
            continue
        if words.startswith("take"):
            assert in_sight(table.state) == before
