"""Archaeology at the table, against the rules page's tables and test vectors."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from companion.deals import Dealer, holds
from companion.games.archaeology import GAME
from companion.games.base import Cards, Occasion
from companion.table import Player, State
from scorers.refusal import Refusal

NAMES = ("Ann", "Bob", "Cem", "Dee")
RULES = {"tiebreak": "fewest-cards-sold"}
ACTIONS = {action.name: action for action in GAME.actions}
DEALER = Dealer(random.Random(1))


def occasion(players: int, start: str | None = None) -> Occasion:
    seats = tuple(Player(f"p{i + 1}", NAMES[i], i + 1) for i in range(players))
    return Occasion(seats, RULES, start=start)


def table(players: int = 3, **rules: str) -> State:
    what = occasion(players)
    facts = GAME.first_facts(what)
    return State("archaeology-1", "archaeology", what.players, {**RULES, **rules}, {}, facts)


def do(state: State, action: str, player: str, *cards: tuple[str, int]) -> State:
    """The state after an action that must be accepted."""
    act = ACTIONS[action]
    outcome = act.check(state, {"player": player, "cards": cards}, DEALER)
    return act.effect(state, outcome.data, outcome.secret)


def said(state: State, player: str, *cards: tuple[str, int]) -> str:
    outcome = ACTIONS["sell"].check(state, {"player": player, "cards": cards}, DEALER)
    return str(ACTIONS["sell"].text(state, outcome.data))


def refusal(state: State, action: str, *cards: tuple[str, int], player: str = "p1") -> Refusal:
    with pytest.raises(Refusal) as refused:
        ACTIONS[action].check(state, {"player": player, "cards": cards}, DEALER)
    return refused.value


def test_the_deck_is_the_components_table():
    deck = {kind.key: (kind.copies, kind.largest_set) for kind in GAME.kinds}
    assert deck == {
        "pot-shard": (18, 5),
        "parchment": (16, 4),
        "coin": (14, 5),
        "talisman": (8, 5),
        "broken-cup": (6, 2),
        "map": (6, 1),
        "pharaohs-mask": (4, 4),
        "thief": (8, None),
        "sandstorm": (6, None),
        "pyramid": (1, None),
    }
    assert sum(kind.copies or 0 for kind in GAME.kinds) == 87
    assert [kind.key for kind in GAME.kinds if not kind.held] == ["thief", "sandstorm", "pyramid"]


def test_every_tag_fits_and_is_unlike_the_others():
    payloads = [f"{GAME.deck}:{k.code}:{n:02}" for k in GAME.kinds for n in range(1, (k.copies or 0) + 1)]
    assert max(map(len, payloads)) <= 10
    assert len(set(payloads)) == 87
    assert "AR:POT:07" in payloads


@pytest.mark.parametrize(
    ("players", "sandstorms", "dig_deck"), [(1, 6, 62), (2, 6, 58), (3, 5, 53), (4, 4, 48)]
)
def test_setup_numbers_for_each_player_count(players: int, sandstorms: int, dig_deck: int):
    guide = GAME.guide(occasion(players))
    assert guide.numbers == {
        "hand": 4,
        "market": 5,
        "chambers": [3, 5, 7],
        "sandstorms": sandstorms,
        "thieves": 8,
        "maps": 6,
        "dig_deck": dig_deck,
    }
    treasures = 66 - 4 * players - 5 - 15
    assert treasures + 6 + 8 + sandstorms == dig_deck
    steps = {str(step.title): str(step.text) for step in guide.steps}
    assert "66 treasures" in steps["Sort the deck"]
    assert "Deal 4" in steps["Hands"]
    assert "5 treasures" in steps["Market"]
    assert "3 treasures to its right, 5 above it, 7 to its left" in steps["Pyramid"]
    assert f"{sandstorms}" in steps["Sandstorms"]
    for part in (
        f"{sandstorms} sandstorms",
        "8 thieves",
        "6 maps",
        f"{treasures} treasures",
        f"{dig_deck} cards",
    ):
        assert part in steps["Dig deck"]


@pytest.mark.parametrize(("players", "back"), [(3, "other 1 back"), (4, "other 2 back")])
def test_the_guide_says_how_many_sandstorms_go_back_to_the_box(players: int, back: str):
    assert any(back in str(step.text) for step in GAME.guide(occasion(players)).steps)


def test_the_drawing_shows_pyramid_market_and_dig_deck_in_78_columns():
    drawing = GAME.guide(occasion(3)).drawing or ""
    rows = drawing.splitlines()
    assert max(map(len, rows)) <= 78
    chambers = next(row for row in rows if "Pyramid" in row)
    assert chambers.index("7 face down") < chambers.index("Pyramid") < chambers.index("3 face down")
    above = next(i for i, row in enumerate(rows) if "5 face down" in row)
    assert above < rows.index(chambers)
    assert "53" in drawing
    assert max(row.count("┌") for row in rows) == 1 + 5
    other = GAME.guide(occasion(4)).drawing or ""
    assert [len(row) for row in other.splitlines()] == [len(row) for row in rows]
    assert "48" in other


def test_the_start_player_is_drawn_evenly_and_its_commitment_holds():
    what = occasion(4)
    dealer = Dealer(random.Random(7))
    starts = Counter[str | None]()
    for _ in range(2000):
        (deal,) = GAME.deals(what, 1, dealer)
        assert holds(deal)
        assert deal.name == "start-player"
        assert deal.deal == {"player": deal.value}
        starts[GAME.start_player(what, (deal,))] += 1
    assert set(starts) == {"p1", "p2", "p3", "p4"}
    assert all(abs(n - 500) < 90 for n in starts.values()), "4.6 standard deviations of a fair draw"


def test_a_seed_repeats_the_draw():
    draws = [GAME.deals(occasion(4), 1, Dealer(random.Random(n), "seven")) for n in range(3)]
    assert draws[0] == draws[1] == draws[2]


def test_no_lots_where_the_table_named_the_start_player():
    what = occasion(3, start="p2")
    assert GAME.deals(what, 1, DEALER) == ()
    assert str(GAME.guide(what).steps[-1].text).startswith("Bob begins")


def test_the_guide_tells_who_was_drawn():
    what = occasion(3)
    deals = GAME.deals(what, 1, DEALER)
    last = GAME.guide(replace(what, deals=deals, start=GAME.start_player(what, deals))).steps[-1]
    assert str(last.text) == f"{deals[0].value} begins: the companion drew lots. Play goes clockwise."
    assert "by any means" in str(GAME.guide(what).steps[-1].text)


def test_a_sale_in_words():
    assert said(table(), "p1", ("coin", 3)) == "Ann sells 3 coins for 10"
    assert (
        said(table(), "p2", ("coin", 3), ("pot-shard", 2))
        == "Bob sells 3 coins for 10 and 2 pot shards for 2"
    )
    assert (
        said(table(), "p1", ("map", 1), ("map", 1), ("pharaohs-mask", 2))
        == "Ann sells 1 map for 3, 1 map for 3 and 2 Pharaoh's masks for 12"
    )


def test_a_sale_adds_sets_and_holdings_replace_them():
    state = do(table(), "sell", "p1", ("coin", 2))
    state = do(state, "sell", "p1", ("coin", 2), ("pot-shard", 5))
    state = do(state, "sell", "p2", ("map", 1))
    sheets = GAME.score(state).scoresheets
    assert [(sheet.player, sheet.total) for sheet in sheets] == [("Ann", 5 + 5 + 15), ("Bob", 3), ("Cem", 0)]
    state = do(state, "holdings", "p1", ("coin", 4))
    assert [sheet.total for sheet in GAME.score(state).scoresheets] == [18, 3, 0]
    state = do(state, "holdings", "p1")
    assert [sheet.total for sheet in GAME.score(state).scoresheets] == [0, 3, 0]


SOLD: list[tuple[Cards, int, int]] = [
    ((("pot-shard", 5),), 15, 5),
    ((("pot-shard", 4), ("pot-shard", 1)), 5, 5),
    ((("pot-shard", 5), ("pot-shard", 5), ("pot-shard", 5), ("pot-shard", 3)), 48, 18),
    ((("parchment", 4),) * 4, 40, 16),
    ((("coin", 5), ("coin", 5), ("coin", 4)), 78, 14),
    ((("talisman", 5), ("talisman", 3)), 54, 8),
    ((("broken-cup", 2),) * 3, 45, 6),
    ((("map", 1),) * 6, 18, 6),
    ((("pharaohs-mask", 2),) * 2, 24, 4),
]


@pytest.mark.parametrize(("sets", "points", "cards"), SOLD)
def test_sold_sets_keep_apart(sets: Cards, points: int, cards: int):
    """The rules page's vectors, by `sell` one after the other and by `holdings` at once."""
    one_by_one = table()
    for entry in sets:
        one_by_one = do(one_by_one, "sell", "p1", entry)
    at_once = do(table(), "holdings", "p1", *sets)
    assert GAME.view(one_by_one, None) == GAME.view(at_once, None)
    ann = GAME.view(at_once, None)["sold"][0]
    assert (ann["total"], ann["cards_sold"]) == (points, cards)
    assert GAME.score(at_once).scoresheets[0].total == points


@pytest.mark.parametrize("action", ["sell", "holdings"])
@pytest.mark.parametrize(
    ("card", "n", "part"),
    [
        ("broken-cup", 3, "a broken cup set holds at most 2"),
        ("map", 2, "at most 1"),
        ("talisman", 6, "at most 5"),
        ("parchment", 5, "at most 4"),
        ("pot-shard", 0, "at least 1"),
        ("pot-shard", -1, "at least 1"),
        ("con", 1, "coin"),
        ("thief", 1, "Thief can't be sold"),
        ("pyramid", 1, "Pyramid can't be sold"),
    ],
)
def test_impossible_sets_are_refused_with_their_limit(action: str, card: str, n: int, part: str):
    refused = refusal(table(), action, (card, n))
    assert part in str(refused.text)
    assert refused.kind == ("over-limit" if n != 1 else "unknown-card")


def test_a_good_set_beside_a_bad_one_is_not_kept():
    assert "at most 1" in str(refusal(table(), "sell", ("coin", 2), ("map", 2)).text)


def test_more_copies_than_exist_at_the_table_are_refused():
    state = do(table(), "sell", "p1", ("pot-shard", 5), ("pot-shard", 5))
    state = do(state, "sell", "p2", ("pot-shard", 5))
    refused = refusal(state, "sell", ("pot-shard", 4), player="p3")
    assert refused.kind == "over-limit"
    assert "19 pot shards are more than the 18" in str(refused.text)
    do(state, "sell", "p3", ("pot-shard", 3))
    assert "18" in str(refusal(state, "holdings", ("pot-shard", 4), player="p3").text)
    do(state, "holdings", "p1", ("pot-shard", 5), ("pot-shard", 5))  # a recount doesn't add to itself


def test_selling_nothing_is_refused_with_an_example():
    refused = refusal(table(), "sell")
    assert refused.kind == "nothing-sold"
    assert "coin=3" in str(refused.text)


def test_the_view_shows_sales_and_what_is_not_sold_yet_alike_to_everybody():
    state = do(table(2), "sell", "p1", ("coin", 3), ("pot-shard", 2))
    seen = GAME.view(state, None)
    assert seen["sold"] == [
        {
            "player": "Ann",
            "sets": [
                {"card": "coin", "count": 3, "points": 10},
                {"card": "pot-shard", "count": 2, "points": 2},
            ],
            "cards_sold": 5,
            "total": 12,
        },
        {"player": "Bob", "sets": [], "cards_sold": 0, "total": 0},
    ]
    assert seen["unsold"]["coin"] == 11
    assert seen["unsold"]["pot-shard"] == 16
    assert seen["unsold"]["map"] == 6
    assert all(GAME.view(state, viewer) == seen for viewer in ("p1", "p2"))


def test_the_view_does_not_change_with_what_is_hidden():
    what = occasion(2)
    deals = GAME.deals(what, 1, DEALER)
    state = replace(table(2), deals=deals, seed="one")
    swapped = replace(state, deals=tuple(replace(d, nonce="0" * 64) for d in deals), seed="two")
    assert all(GAME.view(state, v) == GAME.view(swapped, v) for v in (None, "p1", "p2"))


def test_ties_go_by_the_house_rule():
    ann = (("coin", 5), ("pot-shard", 4), ("map", 1), ("map", 1), ("coin", 1))  # 42 with 12 cards
    bob = (("coin", 5), ("talisman", 2), ("talisman", 1), ("coin", 1))  # 42 with 9 cards
    played = {"Ann": ann, "Bob": bob}
    winners = {}
    for rule in GAME.house_rules[0].values:
        result = GAME.score_cards(played, {"tiebreak": rule})
        assert [sheet.total for sheet in result.scoresheets] == [42, 42]
        first = result.standings[0]
        winners[rule] = "shared" if first.shared else first.player
    assert winners == {"fewest-cards-sold": "Bob", "most-cards-sold": "Ann", "shared": "shared"}
    explained = str(GAME.score_cards(played, RULES).explanation)
    assert "sold fewer cards: 9 against 12" in explained


def test_the_house_rule_is_as_on_the_rules_page():
    (rule,) = GAME.house_rules
    assert (rule.key, rule.values, rule.default, rule.source) == (
        "tiebreak",
        ("fewest-cards-sold", "most-cards-sold", "shared"),
        "fewest-cards-sold",
        "printed",
    )


def test_one_player_plays_alone():
    what = occasion(1)
    deals = GAME.deals(what, 1, DEALER)
    assert GAME.start_player(what, deals) == "p1"
    guide = GAME.guide(replace(what, deals=deals))
    assert "Ann plays alone" in str(guide.steps[-1].text)
    assert "62" in (guide.drawing or "")
