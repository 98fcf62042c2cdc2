"""The test vectors of the rules page, and the best split against all splits."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers import archaeology
from scorers.archaeology import KINDS, SetSale, best_hand, best_sets, check_set, sale_value, score
from scorers.refusal import Refusal

POT, PARCHMENT, COIN, TALISMAN, CUP, MAP, MASK = KINDS

# copies, trade value, sale of a set of 1, 2, ..., as printed on the rules page
TABLE = {
    "pot-shard": (18, 1, [1, 2, 3, 4, 15]),
    "parchment": (16, 1, [1, 2, 3, 10]),
    "coin": (14, 2, [2, 5, 10, 18, 30]),
    "talisman": (8, 3, [3, 7, 14, 24, 40]),
    "broken-cup": (6, 2, [2, 15]),
    "map": (6, 3, [3]),
    "pharaohs-mask": (4, 4, [4, 12, 26, 50]),
}


@pytest.mark.parametrize("kind", TABLE)
def test_copies_trade_value_and_largest_set(kind):
    copies, trade_value, sales = TABLE[kind]
    assert KINDS[kind].copies == copies
    assert KINDS[kind].trade_value == trade_value
    assert KINDS[kind].largest_set == len(sales)


@pytest.mark.parametrize(
    ("kind", "count", "points"),
    [(kind, i + 1, points) for kind, row in TABLE.items() for i, points in enumerate(row[2])],
)
def test_every_sale(kind, count, points):
    assert sale_value(kind, count) == points


def test_deck_has_72_treasures_and_every_kind_a_name():
    assert sum(kind.copies for kind in KINDS.values()) == 72
    assert list(archaeology.NAMES) == list(KINDS) == list(TABLE)
    for kind in KINDS:
        assert str(archaeology.counted(kind, 1)) == f"1 {archaeology.NAMES[kind]}"
        assert str(archaeology.counted(kind, 2)) == f"2 {archaeology.NAMES[kind]}s"


EVERYTHING = [(k, n) for k in KINDS for n in best_sets(k, KINDS[k].copies)]


@pytest.mark.parametrize(
    ("sold", "points", "cards"),
    [
        ([(POT, 5)], 15, 5),
        ([(POT, 4), (POT, 1)], 5, 5),
        ([(POT, 5), (POT, 5), (POT, 5), (POT, 3)], 48, 18),
        ([(PARCHMENT, 4)], 10, 4),
        ([(PARCHMENT, 4)] * 4, 40, 16),
        ([(COIN, 5), (COIN, 5), (COIN, 4)], 78, 14),
        ([(TALISMAN, 5), (TALISMAN, 3)], 54, 8),
        ([(TALISMAN, 4)], 24, 4),
        ([(CUP, 2)] * 3, 45, 6),
        ([(MAP, 1)] * 6, 18, 6),
        ([(MASK, 4)], 50, 4),
        ([(MASK, 2), (MASK, 2)], 24, 4),
        (EVERYTHING, 333, 72),
    ],
)
def test_score_and_cards_sold(sold, points, cards):
    sheet = score({"Ann": sold}).scoresheets[0]
    assert sheet.total == points
    assert archaeology.cards_sold(sold) == cards
    assert [line.item for line in sheet.lines] == [kind for kind, _ in sold]


def test_a_line_says_what_was_sold():
    line = score({"Ann": [(COIN, 3)]}).scoresheets[0].lines[0]
    assert (line.item, line.points, str(line.detail)) == ("coin", 10, "a set of 3 coins")


@pytest.mark.parametrize(
    ("kind", "count", "refusal", "said"),
    [
        (CUP, 3, "over-limit", "a broken cup set holds at most 2, not 3"),
        (MAP, 2, "over-limit", "a map set holds at most 1, not 2"),
        (TALISMAN, 6, "over-limit", "a talisman set holds at most 5, not 6"),
        (PARCHMENT, 5, "over-limit", "a parchment scrap set holds at most 4, not 5"),
        (POT, 0, "over-limit", "a pot shard set holds at least 1, not 0"),
        (POT, -1, "over-limit", "a pot shard set holds at least 1, not -1"),
        ("con", 1, "unknown-card", "there is no card 'con'; did you mean coin?"),
        ("xyz", 1, "unknown-card", "there is no card 'xyz'; there are pot-shard, parchment, coin,"),
    ],
)
def test_a_set_that_cannot_be_sold(kind, count, refusal, said):
    for ask in (lambda: sale_value(kind, count), lambda: score({"Ann": [(kind, count)]})):
        with pytest.raises(Refusal) as refused:
            ask()
        assert refused.value.kind == refusal
        assert said in str(refused.value)


def test_a_set_is_of_one_kind():
    assert check_set([COIN, COIN, COIN]) == (COIN, 3)
    for cards, kind, said in (
        ([COIN, MAP, COIN], "mixed-set", "a set is of a single kind, not of coin and map"),
        ([], "over-limit", "at least 1 card"),
        ([CUP] * 3, "over-limit", "a broken cup set holds at most 2"),
        (["cion", MAP], "unknown-card", "did you mean coin?"),
    ):
        with pytest.raises(Refusal) as refused:
            check_set(cards)
        assert refused.value.kind == kind
        assert said in str(refused.value)


def test_more_copies_than_exist_are_refused_across_the_table_all_at_once():
    with pytest.raises(Refusal) as refused:
        score({"Ann": [(POT, 5)] * 3, "Bob": [(POT, 4)], "Cem": [(MASK, 4), (MASK, 1)]})
    assert refused.value.kind == "over-limit"
    assert "19 pot shards are more than the 18 that exist" in str(refused.value)
    assert "5 Pharaoh's masks are more than the 4 that exist" in str(refused.value)
    assert score({"Ann": [(POT, 5)] * 3, "Bob": [(POT, 3)]}).scoresheets[0].total == 45


def test_fewer_cards_win_a_tie_and_it_is_said():
    # the page's tie: 42 with 12 cards against 42 with 9
    ann = [(COIN, 5), (PARCHMENT, 3), (POT, 1), (MAP, 1), (MAP, 1), (CUP, 1)]
    bob = [(COIN, 5), (MASK, 1), (MAP, 1), (MAP, 1), (CUP, 1)]
    found = score({"Ann": ann, "Bob": bob})
    assert [(s.place, s.player, s.decided_by) for s in found.standings] == [
        (1, "Bob", "fewest-cards-sold"),
        (2, "Ann", "fewest-cards-sold"),
    ]
    assert str(found.explanation) == "Bob wins: tied on 42; sold fewer cards: 9 against 12."


def test_the_other_tiebreaks_are_house_rules_and_named():
    sold = {"Ann": [(POT, 4), (POT, 1)], "Bob": [(COIN, 2)], "Cem": [(MAP, 1)]}
    most = score(sold, tiebreak="most-cards-sold")
    assert [s.player for s in most.standings] == ["Ann", "Bob", "Cem"]
    assert str(most.explanation) == (
        "Ann wins: tied on 5; sold more cards: 5 against 2 (house rule tiebreak = most-cards-sold)."
    )
    shared = score(sold, tiebreak="shared")
    assert [s.place for s in shared.standings] == [1, 1, 3]
    assert str(shared.explanation) == (
        "Ann and Bob share first place: tied on 5 (house rule tiebreak = shared)."
    )


def test_still_tied_they_share_and_the_next_is_third():
    found = score({"Cem": [(MAP, 1)], "Ann": [(COIN, 2)], "Bob": [(COIN, 2)]})
    assert [(s.place, s.player, s.shared, s.decided_by) for s in found.standings] == [
        (1, "Ann", True, "shared"),
        (1, "Bob", True, "shared"),
        (3, "Cem", False, "total"),
    ]
    assert str(found.explanation) == "Ann and Bob share first place: tied on 5; each sold 2 cards."


def test_an_unknown_tiebreak_is_refused_with_the_nearest():
    with pytest.raises(Refusal) as refused:
        score({"Ann": []}, tiebreak="fewest-card-sold")
    assert refused.value.kind == "unknown-option"
    assert "did you mean fewest-cards-sold?" in str(refused.value)


@pytest.mark.parametrize(
    ("kind", "count", "sets"),
    [
        (COIN, 8, (5, 3)),
        (TALISMAN, 8, (5, 3)),
        (POT, 9, (5, 4)),
        (PARCHMENT, 16, (4, 4, 4, 4)),
        (MAP, 6, (1,) * 6),
        (MAP, 0, ()),
    ],
)
def test_best_sets_of_the_rules_page(kind, count, sets):
    assert best_sets(kind, count) == sets


def test_largest_first_is_not_always_best():
    assert best_sets("invented", 4, (1, 4, 5)) == (2, 2)
    assert sum((1, 4, 5)[n - 1] for n in best_sets("invented", 4, (1, 4, 5))) == 8


def test_among_equals_fewer_sets_then_the_larger():
    assert best_sets("invented", 4, (1, 2, 3, 4)) == (4,)
    assert best_sets("invented", 5, (1, 2, 3)) == (3, 2)
    assert best_sets("invented", 6, (0, 5, 8, 11)) == (4, 2)  # 3 + 3 is worth as much
    assert best_sets("invented", 4, (1, 3, 5)) == (3, 1)
    assert best_sets("invented", 6, (1, 0, 4, 6)) == (3, 3)  # 4 + 1 + 1 is worth as much in more sets


@pytest.mark.parametrize("sales", [(), (1, -2)])
def test_a_sale_table_must_give_points(sales):
    with pytest.raises(Refusal) as refused:
        best_sets("invented", 2, sales)
    assert refused.value.kind == "bad-number"


def test_best_hand_in_the_order_of_the_deck():
    assert best_hand({COIN: 8, POT: 1, MAP: 0}) == (
        SetSale(POT, 1, 1),
        SetSale(COIN, 5, 30),
        SetSale(COIN, 3, 10),
    )
    assert sum(one.points for one in best_hand({kind: KINDS[kind].copies for kind in KINDS})) == 333


@pytest.mark.parametrize(
    ("counts", "kind", "said"),
    [
        ({POT: 19}, "over-limit", "19 pot shards are more than the 18 that exist"),
        ({POT: -1}, "bad-number", "pot-shard: a number of cards is 0 or more, not -1"),
        ({"talismen": 1, MASK: 5}, "unknown-card", "5 Pharaoh's masks are more than the 4"),
    ],
)
def test_hands_that_cannot_be(counts, kind, said):
    with pytest.raises(Refusal) as refused:
        best_hand(counts)
    assert refused.value.kind == kind
    assert said in str(refused.value)


def all_splits(count, largest):
    """Every way to write `count` as descending set sizes."""
    if count == 0:
        yield ()
    for size in range(min(count, largest), 0, -1):
        for rest in all_splits(count - size, size):
            yield (size, *rest)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=6), st.integers(0, 13))
def test_best_sets_against_all_splits(sales, count):
    def worth(sets):
        return sum(sales[n - 1] for n in sets), -len(sets), sets

    assert best_sets("invented", count, sales) == max(all_splits(count, len(sales)), key=worth)


@cache
def best_points(kind, count):
    return max(sum(sale_value(kind, n) for n in s) for s in all_splits(count, KINDS[kind].largest_set))


@pytest.mark.parametrize("kind", KINDS)
def test_best_sets_of_every_number_of_copies(kind):
    for count in range(KINDS[kind].copies + 1):
        sets = best_sets(kind, count)
        assert sum(sets) == count
        assert sum(sale_value(kind, n) for n in sets) == best_points(kind, count)


@given(st.fixed_dictionaries({kind: st.integers(0, KINDS[kind].copies) for kind in KINDS}))
def test_the_best_hand_sells_every_card_once(counts):
    used = Counter()
    for one in best_hand(counts):
        used[one.card] += one.count
    assert used == Counter({kind: n for kind, n in counts.items() if n})
