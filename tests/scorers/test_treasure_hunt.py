"""The test vectors of the rules page: battles, the thief, the stock, the score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers import treasure_hunt
from scorers.refusal import Refusal
from scorers.treasure_hunt import (
    NAMES,
    Ace,
    battle,
    battle_with_mana,
    card_number,
    check_stock,
    face_of,
    robbed,
    score,
    thief_path,
    treasures_in_game,
)


@pytest.mark.parametrize(
    ("players", "hands", "stock", "field_pack", "dungeon"),
    [(2, 8, 13, (31, 32), (19, 20)), (3, 12, 11, (29, 30), (17, 18)), (4, 16, 9, (27, 28), (15, 16))],
)
def test_setup_by_players(players, hands, stock, field_pack, dungeon):
    row = treasure_hunt.setup(players)
    assert (row.hands, row.stock, row.field_pack, row.track, row.dungeon) == (
        hands,
        stock,
        field_pack,
        12,
        dungeon,
    )
    for jokers in (1, 2):
        assert row.field_pack[jokers - 1] == row.track + row.dungeon[jokers - 1]
        thief = 1
        assert row.hands + row.stock + row.field_pack[jokers - 1] + thief == 52 + jokers


@pytest.mark.parametrize("players", [1, 5])
def test_other_player_counts_are_refused(players):
    with pytest.raises(Refusal, match="2 to 4 players"):
        treasure_hunt.setup(players)


def test_numbers_and_names_of_the_54_cards():
    numbers = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13}
    assert len(NAMES) == 53  # the two jokers are one kind
    for suit in "HDSC":
        for rank, number in numbers.items():
            assert card_number(suit + rank) == number
    assert card_number("joker") == 14
    assert [str(NAMES[card]) for card in ("D10", "HA", "SK", "CJ", "joker")] == [
        "10 of diamonds",
        "ace of hearts",
        "king of spades",
        "jack of clubs",
        "joker",
    ]
    with pytest.raises(Refusal, match=r"there is no card 'd10'; did you mean D10\?") as refused:
        card_number("d10")
    assert refused.value.kind == "unknown-card"


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ("K", "Q", 1),
        ("Q", "J", 1),
        ("J", "K", 1),
        ("Q", "K", -1),
        ("J", "Q", -1),
        ("K", "J", -1),
        ("K", "K", 0),
        ("Q", "Q", 0),
        ("J", "J", 0),
        ("K", None, 1),
        ("Q", None, 1),
        ("J", None, 1),
        (None, "K", -1),
        (None, "Q", -1),
        (None, "J", -1),
        (None, None, 0),
    ],
)
def test_battle_table(first, second, outcome):
    assert battle(first, second) == outcome


def test_a_battle_needs_faces():
    with pytest.raises(Refusal, match="there is no face 'A'") as refused:
        battle("A", "K")
    assert refused.value.kind == "not-a-face"
    assert [face_of(card) for card in ("SK", "DQ", "HJ")] == ["K", "Q", "J"]
    for card in ("D10", "HA", "joker"):
        with pytest.raises(Refusal, match="jack, queen or king"):
            face_of(card)


@pytest.mark.parametrize(
    ("suits", "field", "faces", "outcome"),
    [
        ("HS", "D4", ("Q", "K"), 0),  # red loses on red
        ("HS", "C4", ("Q", "K"), -1),  # red loses on black
        ("HS", "C4", ("K", "Q"), 0),  # black loses on black
        ("HS", "D4", ("K", "Q"), 1),
        ("SH", "D4", ("K", "Q"), 0),
        ("HS", "D4", (None, "Q"), 0),
        ("HD", "D4", ("Q", "K"), -1),  # both red: mana changes nothing
        ("SC", "S4", ("Q", "K"), -1),
        ("HS", "joker", ("Q", "K"), -1),
        ("HS", "D4", ("Q", "Q"), 0),
    ],
)
def test_mana(suits, field, faces, outcome):
    assert battle_with_mana(suits[0], suits[1], field, *faces) == outcome


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("X", "S", "D4", "K", "Q"), "unknown-suit"),
        (("H", "H", "D4", "K", "Q"), "not-a-battle"),
        (("H", "S", "D44", "K", "Q"), "unknown-card"),
        (("H", "S", "D4", "K", "10"), "not-a-face"),
    ],
)
def test_battles_with_mana_that_cannot_be(arguments, kind):
    with pytest.raises(Refusal) as refused:
        battle_with_mana(*arguments)
    assert refused.value.kind == kind


def test_thief_of_the_rules_page():
    path = thief_path(10, 5)
    assert path == (11, 0, 1, 2, 3)
    aces = {
        "Dee": Ace(10, True, 1),
        "Bob": Ace(3, True, 2),
        "Ann": Ace(0, True, 1),
        "Cem": Ace(2, False, 1),
        "Eve": Ace(1, True, 0),
        "Fay": Ace(None, True, 4),
    }
    assert robbed(path, aces) == ("Ann", "Bob")  # as the thief meets them


def test_thief_passing_twice_robs_once():
    path = thief_path(10, 13)
    assert len(path) == 13
    assert path.count(11) == 2
    assert robbed(path, {"Ann": Ace(11, True, 2)}) == ("Ann",)


def test_an_ace_where_the_thief_starts_is_robbed_only_when_it_comes_round():
    aces = {"Ann": Ace(10, True, 1)}
    assert robbed(thief_path(10, 11), aces) == ()
    assert robbed(thief_path(10, 12), aces) == ("Ann",)


@given(st.integers(0, 11), st.integers(1, 14))
def test_the_thief_goes_one_place_at_a_time(start, by):
    path = thief_path(start, by)
    assert len(path) == by
    assert all(after == (before + 1) % 12 for before, after in zip((start, *path), path, strict=False))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: thief_path(12, 1), "the places of the track are 0 to 11, not 12"),
        (lambda: thief_path(-1, 1), "0 to 11, not -1"),
        (lambda: thief_path(0, 0), "1 to 14 places, not 0"),
        (lambda: thief_path(0, 15), "1 to 14 places, not 15"),
        (lambda: thief_path(0, 1, track=0), "at least 1 place, not 0"),
        (lambda: robbed((1,), {"Ann": Ace(12, True, 1)}), "0 to 11, not 12"),
        (lambda: robbed((1,), {"Ann": Ace(1, True, -1)}), "treasures of Ann is 0 or more, not -1"),
    ],
)
def test_thieves_that_cannot_be(ask, said):
    with pytest.raises(Refusal) as refused:
        ask()
    assert refused.value.kind == "bad-number"
    assert said in str(refused.value)


def test_treasures_in_game():
    base = tuple(f"D{n}" for n in range(2, 11))
    assert treasures_in_game(2) == base
    assert treasures_in_game(2, rush=True) == treasures_in_game(3, rush=True) == (*base, "DJ", "DQ", "DK")
    assert treasures_in_game(4, rush=True) == base
    assert treasures_in_game(3, rush=True, diamonds_played=True) == base


@pytest.mark.parametrize(("players", "due"), [(2, 13), (3, 11), (4, 9)])
def test_stock_and_treasures_held_add_up(players, due):
    for held in range(10):
        check_stock(players, due - held, held)
    with pytest.raises(Refusal) as refused:
        check_stock(players, due, 1)
    assert refused.value.kind == "stock-mismatch"
    assert f"{due} cards in the stock and 1 treasures held are not {due} together" in str(refused.value)
    with pytest.raises(Refusal, match="the stock is 0 or more"):
        check_stock(players, -1, due + 1)


def test_most_treasure_cards_win():
    found = score({"Ann": ["D2", "D3", "D10"], "Bob": ["D4", "D9"]})
    assert [(s.place, s.player, s.total, s.decided_by) for s in found.standings] == [
        (1, "Ann", 3, "total"),
        (2, "Bob", 2, "total"),
    ]
    assert str(found.explanation) == "Ann wins: 3 against 2."
    assert [(line.item, line.points, str(line.detail)) for line in found.scoresheets[1].lines] == [
        ("D4", 1, "4 of diamonds"),
        ("D9", 1, "9 of diamonds"),
    ]


def test_a_tie_is_shared_or_ranked_by_the_numbers():
    table = {"Ann": ["D2", "D3"], "Bob": ["D9", "D10"]}
    shared = score(table)
    assert [(s.place, s.shared, s.decided_by) for s in shared.standings] == [(1, True, "shared")] * 2
    assert "(house rule tiebreak = shared)" in str(shared.explanation)
    ranked = score(table, tiebreak="pip-sum")
    assert [(s.place, s.player, s.decided_by) for s in ranked.standings] == [
        (1, "Bob", "pip-sum"),
        (2, "Ann", "pip-sum"),
    ]
    assert "19 against 5 (house rule tiebreak = pip-sum)" in str(ranked.explanation)


def test_rush_makes_diamond_faces_treasures():
    assert score({"Ann": ["DK", "DJ"], "Bob": ["DQ"]}, rush=True).scoresheets[0].total == 2
    four = {"Ann": ["DK"], "Bob": [], "Cem": [], "Dee": []}
    with pytest.raises(Refusal, match="the king of diamonds is no treasure"):
        score(four, rush=True)


NINE = [f"D{n}" for n in range(2, 11)]


@pytest.mark.parametrize(
    ("treasures", "options", "kind", "said"),
    [
        ({"Ann": [*NINE, "DJ"]}, {}, "not-a-treasure", "10 treasures are more than the 9 there are"),
        ({"Ann": NINE, "Bob": ["D2"]}, {}, "same-card-twice", "2 of diamonds is counted twice: Ann and Bob"),
        ({"Ann": ["D2", "D2"]}, {}, "same-card-twice", "2 of diamonds is counted twice: Ann and Ann"),
        ({"Ann": ["H5"]}, {}, "not-a-treasure", "the 5 of hearts is no treasure; treasures are D2, D3"),
        ({"Ann": ["D11"]}, {}, "unknown-card", "there is no card 'D11'; did you mean D"),
        ({"Ann": []}, {"tiebreak": "pipsum"}, "unknown-option", "did you mean pip-sum?"),
    ],
)
def test_treasures_that_cannot_be(treasures, options, kind, said):
    with pytest.raises(Refusal) as refused:
        score(treasures, **options)
    assert refused.value.kind == kind
    assert said in str(refused.value)
