"""The test vectors of the rules page; picking order and payout against their definitions."""

from collections import Counter
from itertools import combinations_with_replacement, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers import saboteur
from scorers.refusal import Refusal
from scorers.saboteur import GOLD, SETUP, gold_drawn, pay_exactly, picking_order, saboteur_pay, score

FIVE = ["Ann", "Bob", "Cem", "Dee", "Eve"]

# players: saboteurs, diggers in the pool, hand, gold cards, draw pile, as printed on the rules page
TABLE = """
3 1 3 6 3 49
4 1 4 6 4 43
5 2 4 6 5 37
6 2 5 5 6 37
7 3 5 5 7 32
8 3 6 4 8 35
9 3 7 4 9 31
10 4 7 4 9 27
"""


@pytest.mark.parametrize("row", TABLE.split("\n")[1:-1])
def test_setup_by_players(row):
    players, saboteurs, diggers, hand, gold, draw_pile = map(int, row.split())
    numbers = saboteur.setup(players)
    assert numbers.saboteurs_in_pool == saboteurs
    assert numbers.diggers_in_pool == diggers
    assert numbers.hand == hand
    assert numbers.gold_cards == gold
    assert numbers.draw_pile == draw_pile


@pytest.mark.parametrize("players", SETUP)
def test_pool_and_pile_add_up(players):
    row = SETUP[players]
    assert row.saboteurs_in_pool + row.diggers_in_pool == players + 1
    assert row.draw_pile == 40 + 27 - players * row.hand


@pytest.mark.parametrize("players", [2, 11, 0, -1])
def test_other_player_counts_are_refused(players):
    with pytest.raises(Refusal, match=f"3 to 10 players, not {players}") as refused:
        saboteur.setup(players)
    assert refused.value.kind == "over-limit"


def test_28_gold_cards_of_44_nuggets():
    assert GOLD == {1: 16, 2: 8, 3: 4}
    assert sum(GOLD.values()) == 28
    assert sum(value * n for value, n in GOLD.items()) == 44
    assert list(saboteur.NAMES) == ["gold-1", "gold-2", "gold-3"]


@pytest.mark.parametrize(
    ("saboteurs", "order"),
    [
        (["Bob", "Dee"], ["Eve", "Cem", "Ann", "Eve", "Cem"]),
        (["Cem"], ["Eve", "Dee", "Bob", "Ann", "Eve"]),
        (["Eve", "Bob"], ["Dee", "Cem", "Ann", "Dee", "Cem"]),
    ],
)
def test_picking_order_of_the_rules_page(saboteurs, order):
    assert picking_order(FIVE, saboteurs, "Eve") == tuple(order)


def test_fewer_cards_than_usual_end_the_picking_early():
    assert picking_order(FIVE, ["Cem"], "Eve", cards=2) == ("Eve", "Dee")
    assert picking_order(FIVE, ["Cem"], "Eve", cards=0) == ()


@st.composite
def rounds(draw):
    """A table after a round: players clockwise, saboteurs in play, who laid the last tunnel."""
    players = [f"P{i}" for i in range(draw(st.integers(3, 10)))]
    pool = SETUP[len(players)].saboteurs_in_pool
    in_play = draw(st.integers(pool - 1, pool))
    return players, draw(st.permutations(players))[:in_play], draw(st.sampled_from(players))


@given(rounds())
def test_only_diggers_pick_and_the_first_of_them_twice(table):
    players, saboteurs, last = table
    order = picking_order(players, saboteurs, last)
    diggers = len(players) - len(saboteurs)
    times = Counter(order)
    assert not set(saboteurs) & set(order)
    assert len(times) == diggers
    twice = [player for player, n in times.items() if n == 2]  # in picking order, as Counter keeps it
    assert set(times.values()) <= {1, 2}
    assert twice == list(order[: len(twice)])
    expected = len(saboteurs) if len(players) <= 9 else {4: 3, 3: 2}[len(saboteurs)]
    assert len(twice) == expected


@given(rounds())
def test_picking_goes_to_the_right_from_who_laid_the_last_tunnel(table):
    players, saboteurs, last = table
    order = picking_order(players, saboteurs, last)
    if last not in saboteurs:
        assert order[0] == last
    steps = order if last not in saboteurs else (last, *order)
    for before, after in pairwise(steps):
        seat = players.index(before)
        right = [players[(seat - step) % len(players)] for step in range(1, len(players) + 1)]
        assert after == next(player for player in right if player not in saboteurs)


@pytest.mark.parametrize(
    ("players", "saboteurs", "last", "kind", "said"),
    [
        (FIVE[:2], [], "Ann", "over-limit", "3 to 10 players, not 2"),
        (FIVE, ["Bob", "Ede"], "Eve", "unknown-player", "there is no player 'Ede'"),
        (FIVE, ["Bob"], "Zoe", "unknown-player", "there is no player 'Zoe'"),
        (FIVE, [], "Eve", "bad-number", "the saboteurs in play are 1, 2, not 0"),
        (FIVE, FIVE[:3], "Eve", "bad-number", "the saboteurs in play are 1, 2, not 3"),
        ([*FIVE[:4], "Ann"], ["Bob"], "Ann", "duplicate-name", "Ann"),
    ],
)
def test_picking_orders_that_cannot_be(players, saboteurs, last, kind, said):
    with pytest.raises(Refusal) as refused:
        picking_order(players, saboteurs, last)
    assert refused.value.kind == kind
    assert said in str(refused.value)


@pytest.mark.parametrize("players", SETUP)
def test_gold_drawn(players):
    row = SETUP[players]
    assert gold_drawn(players) == row.gold_cards
    assert gold_drawn(players, pile=2) == 2
    assert gold_drawn(players, pile=28) == row.gold_cards
    for in_play in (row.saboteurs_in_pool - 1, row.saboteurs_in_pool):
        diggers = players - in_play
        assert gold_drawn(players, None, "per-digger", diggers) == diggers


@pytest.mark.parametrize(
    ("arguments", "kind", "said"),
    [
        ((5, None, "per-digger", None), "bad-number", "the diggers in play are 4, 3, not unknown"),
        ((5, None, "per-digger", 5), "bad-number", "the diggers in play are 4, 3, not 5"),
        ((5, -1), "bad-number", "the gold pile is 0 or more, not -1"),
        ((5, None, "per-diger", 4), "unknown-option", "did you mean per-digger?"),
        ((11,), "over-limit", "3 to 10 players"),
    ],
)
def test_gold_draws_that_cannot_be(arguments, kind, said):
    with pytest.raises(Refusal) as refused:
        gold_drawn(*arguments)
    assert refused.value.kind == kind
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("players", "in_play", "each"), [(3, 0, 0), (3, 1, 4), (5, 2, 3), (7, 3, 3), (10, 4, 2), (10, 3, 3)]
)
def test_payout_of_the_rules_page(players, in_play, each):
    assert in_play in (SETUP[players].saboteurs_in_pool - 1, SETUP[players].saboteurs_in_pool)
    assert saboteur_pay(in_play) == each
    paid = pay_exactly(each, in_play, GOLD)
    assert (paid.each, paid.exact, len(paid.hands)) == (each, True, in_play)
    assert all(sum(hand) == each for hand in paid.hands)


@pytest.mark.parametrize("in_play", [-1, 5])
def test_saboteurs_that_cannot_be_in_play(in_play):
    with pytest.raises(Refusal, match="0 to 4 saboteurs") as refused:
        saboteur_pay(in_play)
    assert refused.value.kind == "over-limit"


def test_nobody_in_play_gets_nothing_and_it_is_said():
    paid = pay_exactly(0, 0, GOLD)
    assert paid.hands == ()
    assert "nobody gets gold" in str(paid.said)


def test_the_exact_number_is_credited_where_the_cards_left_cannot_pay_it():
    paid = pay_exactly(3, 3, {2: 8, 1: 2})
    assert not paid.exact
    assert paid.each == 3
    assert sorted(paid.hands) == [(2,), (2, 1), (2, 1)]
    assert [sum(hand) + credit for hand, credit in zip(paid.hands, paid.credited, strict=True)] == [3, 3, 3]
    assert str(paid.said) == (
        "each saboteur gets 3 nuggets; the gold left can't pay that exactly: 1 nugget credited "
        "(house rule inexact-pay = credit)"
    )


def test_largest_below_pays_all_alike():
    paid = pay_exactly(3, 3, {2: 8, 1: 2}, "largest-below")
    assert (paid.each, paid.hands, paid.credited, paid.exact) == (2, ((2,),) * 3, (0, 0, 0), False)
    assert "2 nuggets, the most" in str(paid.said)
    assert "(house rule inexact-pay = largest-below)" in str(paid.said)
    nothing = pay_exactly(2, 4, {3: 4}, "largest-below")
    assert (nothing.each, nothing.hands) == (0, ((),) * 4)


def test_exactly_also_where_the_largest_card_first_would_fail():
    # 3 + 1 for the first would leave two 2s and a 3 with no way to 4 for two more
    paid = pay_exactly(4, 2, {3: 1, 2: 2, 1: 1})
    assert paid.exact
    assert sorted(paid.hands) == [(2, 2), (3, 1)]
    assert pay_exactly(3, 2, {3: 1, 2: 1, 1: 1}).exact


PILES = st.fixed_dictionaries({value: st.integers(0, n) for value, n in GOLD.items()})


def every_payment(amount, saboteurs, pile):
    """All ways to hand out whole cards of the pile, none getting more than the amount."""
    hands = [
        hand
        for size in range(amount + 1)
        for hand in combinations_with_replacement((1, 2, 3), size)
        if sum(hand) <= amount
    ]
    for given_out in product(hands, repeat=saboteurs):
        used = Counter(value for hand in given_out for value in hand)
        if all(used[value] <= pile[value] for value in used):
            yield given_out


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 4), PILES, st.integers(1, 4))
def test_paid_exactly_if_any_way_exists(in_play, pile, amount):
    paid = pay_exactly(amount, in_play, pile)
    used = Counter(value for hand in paid.hands for value in hand)
    assert all(used[value] <= pile[value] for value in used)
    if in_play == 0:
        return
    assert all(sum(h) + c == amount for h, c in zip(paid.hands, paid.credited, strict=True))
    ways = list(every_payment(amount, in_play, pile))
    assert paid.exact == any(sum(map(sum, way)) == amount * in_play for way in ways)
    assert sum(map(sum, paid.hands)) == max(sum(map(sum, way)) for way in ways)
    below = pay_exactly(amount, in_play, pile, "largest-below")
    alike = max(sum(way[0]) for way in ways if len({sum(hand) for hand in way}) == 1)
    assert {sum(hand) for hand in below.hands} == {alike} == {below.each}


@pytest.mark.parametrize(
    ("arguments", "kind", "said"),
    [
        ((5, 2, GOLD), "bad-number", "0 to 4 nuggets, not 5"),
        ((-1, 2, GOLD), "bad-number", "0 to 4 nuggets, not -1"),
        ((3, 5, GOLD), "over-limit", "0 to 4 saboteurs"),
        ((3, 2, {4: 1}), "unknown-card", "there is no gold card of value '4'; there are 1, 2, 3"),
        ((3, 2, {3: 5}), "over-limit", "5 gold cards of 3 are more than the 4 that exist"),
        ((3, 2, {3: -1}), "bad-number", "0 or more, not -1"),
        ((3, 2, GOLD, "debit"), "unknown-option", "inexact-pay is one of credit, largest-below"),
    ],
)
def test_payments_that_cannot_be(arguments, kind, said):
    with pytest.raises(Refusal) as refused:
        pay_exactly(*arguments)
    assert refused.value.kind == kind
    assert said in str(refused.value)


def test_final_of_the_rules_page():
    found = score({"Ann": {1: 1, 3: 1, 2: 1}, "Bob": {3: 2}, "Cem": {1: 4}})
    assert [(s.place, s.player, s.total, s.shared) for s in found.standings] == [
        (1, "Ann", 6, True),
        (1, "Bob", 6, True),
        (3, "Cem", 4, False),
    ]
    assert str(found.explanation) == "Ann and Bob share first place: tied on 6."  # printed: no house rule


def test_lines_by_value_and_the_credit():
    sheet = score({"Ann": {3: 1, 1: 2, 2: 0}}, {"Ann": 1}).scoresheets[0]
    assert [(line.item, line.points, str(line.detail)) for line in sheet.lines] == [
        ("gold-1", 2, "2 gold cards of 1"),
        ("gold-3", 3, "1 gold card of 3"),
        ("credited", 1, "credited without a gold card (house rule inexact-pay = credit)"),
    ]
    assert sheet.total == 6


@pytest.mark.parametrize(
    ("gold", "credits", "kind", "said"),
    [
        ({"Ann": {3: 3}, "Bob": {3: 2}}, {}, "over-limit", "5 gold cards of 3 are more than the 4 that"),
        ({"Ann": {3: 5}}, {}, "over-limit", "5 gold cards of 3 are more than the 4 that exist"),
        ({"Ann": {7: 1}}, {}, "unknown-card", "there is no gold card of value '7'"),
        ({"Ann": {1: -1}}, {}, "bad-number", "0 or more, not -1"),
        ({"Ann": {1: 1}}, {"Ann": -2}, "bad-number", "the credit of Ann is 0 or more, not -2"),
        ({"Ann": {1: 1}}, {"An": 2}, "unknown-player", "did you mean Ann?"),
        ({"Ann": {1: 17}, "Bob": {2: 9}}, {}, "over-limit", "9 gold cards of 2 are more than the 8"),
    ],
)
def test_gold_that_cannot_be(gold, credits, kind, said):  # noqa: A002
    with pytest.raises(Refusal) as refused:
        score(gold, credits)
    assert refused.value.kind == kind
    assert said in str(refused.value)
    if len(gold) == 1:
        assert (
            str(refused.value).count("more than") <= 1
        )  # said once, though it is one player's and the table's
