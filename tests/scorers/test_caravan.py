"""The test vectors of the rules page and the majorities across a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.caravan import CRAFTS, NAMES, SPECIALS, score, score_assets
from scorers.refusal import Refusal

FULL = {"craft-2": 3, "craft-5": 4, "craft-7": 1, "princess": 3, "merchant": 2, "lamp": 4}
ONE_OF_EACH = dict.fromkeys(CRAFTS, 1)


def points(lines):
    return {line.item: line.points for line in lines}


def test_value_of_every_craft():
    assert CRAFTS == {
        "craft-2": 2,
        "craft-3": 3,
        "craft-4": 4,
        "craft-5": 5,
        "craft-6": 6,
        "craft-7": 7,
    }
    assert SPECIALS == ("princess", "merchant", "thief", "mouse", "lamp")
    assert list(NAMES) == [*CRAFTS, *SPECIALS]
    assert str(NAMES["craft-5"]) == "Craft 5"


@pytest.mark.parametrize(
    ("assets", "princesses", "merchants", "expected"),
    [
        (FULL, True, True, (33, 12, 12, 16, 73)),
        (FULL, False, False, (33, 0, 0, 16, 49)),
        ({"princess": 2}, True, False, (0, 0, 0, 0, 0)),
        ({"craft-7": 5, "princess": 1}, True, False, (35, 5, 0, 0, 40)),
        ({**ONE_OF_EACH, "merchant": 3}, False, True, (27, 0, 36, 0, 63)),
        ({"thief": 2, "mouse": 0}, False, False, (0, 0, 0, 0, 0)),
    ],
)
def test_vectors_of_the_rules_page(assets, princesses, merchants, expected):
    found = points(score_assets(assets, princesses, merchants))
    lines = tuple(found.get(item, 0) for item in ("crafts", "princess", "merchant", "lamp"))
    assert (*lines, sum(found.values())) == expected


def test_every_line_has_its_reason():
    sheets = score({"Ann": FULL, "Bob": {"princess": 1, "merchant": 2}}).scoresheets
    assert [(line.item, str(line.detail)) for line in sheets[0].lines] == [
        ("crafts", "3 x Craft 2, 4 x Craft 5, 1 x Craft 7"),
        ("princess", "4 cards of Craft 5 x 3 princesses"),
        ("merchant", "3 kinds of craft x 2 merchants x 2"),
        ("lamp", "4 lamps squared"),
    ]
    assert [(line.item, line.points, str(line.detail)) for line in sheets[1].lines] == [
        ("princess", 0, "1 princess against 3"),
        ("merchant", 0, "0 kinds of craft x 2 merchants x 2"),
    ]


def test_all_who_hold_most_have_the_majority():
    table = {
        "Ann": {"craft-2": 3, "princess": 2},
        "Bob": {"craft-3": 1, "princess": 2},
        "Cem": {"craft-4": 9, "princess": 1},
    }
    found = [points(sheet.lines)["princess"] for sheet in score(table).scoresheets]
    assert found == [6, 2, 0]


def test_no_line_for_anyone_where_nobody_holds_one():
    sheets = score({"Ann": {"craft-2": 1, "princess": 0}, "Bob": {"craft-3": 1}}).scoresheets
    assert [points(sheet.lines) for sheet in sheets] == [{"crafts": 2}, {"crafts": 3}]


def test_no_line_for_who_holds_none_while_others_do():
    sheets = score({"Ann": {"craft-2": 1}, "Bob": {"craft-3": 1, "merchant": 1}}).scoresheets
    assert [points(sheet.lines) for sheet in sheets] == [{"crafts": 2}, {"crafts": 3, "merchant": 2}]


def test_only_crafts_count_for_the_largest_kind_and_the_kinds():
    found = points(
        score_assets({"craft-2": 1, "lamp": 5, "thief": 6, "princess": 2, "merchant": 1}, True, True)
    )
    assert found == {"crafts": 2, "princess": 2, "merchant": 2, "lamp": 25}


def test_a_princess_without_crafts_says_so():
    (line,) = score_assets({"princess": 2}, True, False)
    assert (line.points, str(line.detail)) == (0, "no craft x 2 princesses")


def test_without_the_number_of_others_it_is_just_not_the_most():
    (line,) = score_assets({"merchant": 1}, False, False)
    assert str(line.detail) == "1 merchant, not the most"


def test_lamps_off_count_nothing_and_the_house_rule_is_named():
    on, off = score({"Ann": {"lamp": 3}}), score({"Ann": {"lamp": 3}}, lamps="off")
    assert (on.scoresheets[0].total, off.scoresheets[0].total) == (9, 0)
    assert "(house rule lamps = off)" in str(off.scoresheets[0].lines[0].detail)
    assert str(on.explanation).endswith("Lamps: house rule lamps = on.")
    assert str(off.explanation).endswith("Lamps: house rule lamps = off.")
    assert "lamps" not in str(score({"Ann": {"craft-2": 3}}).explanation)


def test_a_tie_is_shared_or_ranked_by_asset_cards_and_the_house_rule_is_named():
    table = {"Ann": {"craft-6": 1, "thief": 0}, "Bob": {"craft-3": 2}, "Cem": {"craft-2": 1}}
    shared = score(table)
    assert [(s.place, s.shared, s.decided_by) for s in shared.standings] == [
        (1, True, "shared"),
        (1, True, "shared"),
        (3, False, "total"),
    ]
    assert str(shared.explanation) == (
        "Ann and Bob share first place: tied on 6 (house rule tiebreak = shared)."
    )
    ranked = score(table, tiebreak="most-cards")
    assert [(s.player, s.decided_by) for s in ranked.standings][:2] == [
        ("Bob", "most-cards"),
        ("Ann", "most-cards"),
    ]
    assert str(ranked.explanation) == (
        "Bob wins: tied on 6; holds more asset cards: 2 against 1 (house rule tiebreak = most-cards)."
    )


def test_every_asset_counts_as_a_card_in_a_tie():
    found = score({"Ann": {"craft-6": 1, "thief": 2}, "Bob": {"craft-3": 2}}, tiebreak="most-cards")
    assert found.standings[0].player == "Ann"


@pytest.mark.parametrize(
    ("assets", "options", "kind", "said"),
    [
        ({"craft-8": 1}, {}, "unknown-card", "there is no card 'craft-8'; did you mean craft-"),
        ({"lamps": 1}, {}, "unknown-card", "did you mean lamp?"),
        ({"lamp": -1}, {}, "bad-number", "lamp: a number of cards is 0 or more, not -1"),
        ({"craft-2": 70}, {}, "over-limit", "70 crafts are more than the 69 that exist"),
        ({"lamp": 30, "mouse": 7}, {}, "over-limit", "37 specials are more than the 36 that exist"),
        ({}, {"lamps": "maybe"}, "unknown-option", "lamps is one of on, off, not 'maybe'"),
        ({}, {"tiebreak": "most-card"}, "unknown-option", "did you mean most-cards?"),
    ],
)
def test_assets_and_options_that_cannot_be(assets, options, kind, said):
    with pytest.raises(Refusal) as refused:
        score({"Ann": assets}, **options)
    assert refused.value.kind == kind
    assert said in str(refused.value)


# 3 of each, so that no table of 3 has more crafts or specials than the box
HELD = st.fixed_dictionaries({}, optional={card: st.integers(0, 3) for card in NAMES if card != "mouse"})


@given(st.lists(HELD, min_size=2, max_size=3))
def test_majorities_are_who_holds_most(hands):
    table = {f"P{i}": hand for i, hand in enumerate(hands)}
    found = {sheet.player: points(sheet.lines) for sheet in score(table).scoresheets}
    for card, factor in (
        ("princess", lambda hand: max((hand.get(c, 0) for c in CRAFTS), default=0)),
        ("merchant", lambda hand: 2 * sum(hand.get(c, 0) > 0 for c in CRAFTS)),
    ):
        most = max(hand.get(card, 0) for hand in hands)
        for player, hand in table.items():
            held = hand.get(card, 0)
            if held == 0:
                assert card not in found[player]
            else:
                assert found[player][card] == (held * factor(hand) if held == most else 0)
