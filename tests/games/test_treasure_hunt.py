"""Treasure Hunt at the table: the deck, the setup table, the guide, the board, holdings and score."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.deals import Dealer, holds
from companion.games.base import Guide, Occasion
from companion.games.treasure_board import legal
from companion.games.treasure_hunt import GAME
from companion.journal import act, extend, fold, setup_outcome
from companion.table import Event, Player, State
from scorers.refusal import Refusal
from scorers.sheet import Result

NAMES = ("Ann", "Bob", "Cem", "Dee")
DEFAULTS = {rule.key: rule.default for rule in GAME.house_rules}
SWITCHES = ("mimic", "mimic-faces", "rush", "magic", "my-god", "mana", "spirit", "spirit-spares")
AT = "2026-11-29T20:15:00Z"


def rules(**changed: str) -> dict[str, str]:
    named = {key.replace("_", "-"): value for key, value in changed.items()}
    assert named.keys() <= DEFAULTS.keys()
    return {**DEFAULTS, **named}


def occasion(players: int, start: str | None = None, **changed: str) -> Occasion:
    seats = tuple(Player(f"p{i + 1}", NAMES[i], i + 1) for i in range(players))
    return Occasion(seats, rules(**changed), start=start)


def guide(players: int, start: str | None = None, **changed: str) -> Guide:
    what = occasion(players, start, **changed)
    return GAME.guide(replace(what, deals=GAME.deals(what, 1, Dealer(random.Random(1)))))


def numbers(players: int, **changed: str) -> list[int]:
    shown = GAME.guide(occasion(players, **changed)).numbers
    assert list(shown) == ["hands", "stock", "field_pack", "track", "dungeon"]
    return list(shown.values())


def words(shown: Guide) -> str:
    return "\n".join(f"{step.title}: {step.text}" for step in shown.steps)


def table(players: int = 2, **changed: str) -> State:
    """A table after its setup, as the journal opens it."""
    outcome = setup_outcome(GAME, "t-1", occasion(players, **changed), Dealer(random.Random(1), "seed"))
    return fold([Event(1, AT, "setup", outcome.data, outcome.secret)], lambda key: GAME).state


def held(state: State, player: str, *cards: tuple[str, int]) -> State:
    action = next(a for a in GAME.actions if a.name == "holdings")
    outcome = action.check(state, {"player": player, "cards": cards}, Dealer(random.Random(1)))
    return action.effect(state, outcome.data, outcome.secret)


def places(result: Result) -> list[tuple[int, str, int, str]]:
    return [(s.place, s.player, s.total, s.decided_by) for s in result.standings]


def test_the_deck_is_52_cards_and_two_jokers():
    keys = {kind.key: kind.copies for kind in GAME.kinds}
    assert len(keys) == 53
    assert sum(keys.values()) == 54
    assert keys["joker"] == 2
    assert {"D10", "HA", "SK", "C2", "DJ"} <= keys.keys()
    assert {kind.key for kind in GAME.kinds if kind.held} == {f"D{r}" for r in [*range(2, 11), "J", "Q", "K"]}


def test_every_tag_fits_and_is_unlike_the_others():
    tags = [f"{GAME.deck}:{k.code}:{n:02}" for k in GAME.kinds for n in range(1, (k.copies or 0) + 1)]
    assert max(map(len, tags)) <= 10
    assert len(set(tags)) == 54
    assert {"TH:D10:01", "TH:JOK:02", "TH:HA:01"} <= set(tags)
    assert all(set(tag) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:") for tag in tags)


def test_card_names_are_words():
    assert [str(GAME.kind(key).name) for key in ("D10", "HA", "SK", "joker")] == [
        "10 of diamonds",
        "Ace of hearts",
        "King of spades",
        "Joker",
    ]


def test_the_author_is_named():
    assert str(GAME.credit) == "Designed by ﾋﾖｺ戦艦"


def test_house_rules_are_the_pages_options():
    assert {rule.key: (rule.values, rule.default) for rule in GAME.house_rules} == {
        **dict.fromkeys(SWITCHES, (("off", "on"), "off")),
        "jokers": (("2", "1"), "2"),
        "tiebreak": (("shared", "pip-sum"), "shared"),
        "first-turn": (("move-only", "full"), "move-only"),
    }


@pytest.mark.parametrize(
    ("players", "jokers", "row"),
    [
        (2, "1", [8, 13, 31, 12, 19]),
        (2, "2", [8, 13, 32, 12, 20]),
        (3, "1", [12, 11, 29, 12, 17]),
        (3, "2", [12, 11, 30, 12, 18]),
        (4, "1", [16, 9, 27, 12, 15]),
        (4, "2", [16, 9, 28, 12, 16]),
    ],
)
def test_the_setup_table_cell_by_cell(players: int, jokers: str, row: list[int]):
    assert numbers(players, jokers=jokers) == row
    hands, stock, field, track, dungeon = row
    assert hands + stock + field + 1 == 52 + int(jokers)
    assert track + dungeon == field
    text = words(guide(players, jokers=jokers))
    assert f"{players} players chooses a suit" in text
    assert f"makes {hands} cards" in text
    assert f"These {stock} cards" in text
    assert f": {field} cards." in text
    assert f"Lay {track} field cards" in text
    assert f"the other {dungeon} field cards" in text
    assert ("second joker" in text) == (jokers == "2")
    assert ("without the other joker" in text) == (jokers == "1")


@pytest.mark.parametrize(
    ("players", "switches", "row"),
    [
        (2, {}, [14, 11, 28, 12, 16]),
        (3, {}, [15, 10, 28, 12, 16]),
        (4, {}, [16, 9, 28, 12, 16]),
        (2, {"rush": "on"}, [11, 12, 30, 12, 18]),
        (3, {"rush": "on"}, [12, 11, 30, 12, 18]),
    ],
)
def test_spare_faces_leave_the_field_and_the_stock(players: int, switches: dict[str, str], row: list[int]):
    assert numbers(players, spirit="on", spirit_spares="on", **switches) == row
    assert sum(row[:3]) + 1 == 54
    assert row[3] + row[4] == row[2]


def test_spares_without_spirit_change_nothing():
    assert numbers(2, spirit_spares="on") == numbers(2)


def test_the_stock_step_names_the_aces_and_kings():
    def stock(players: int, **changed: str) -> str:
        return str(guide(players, **changed).steps[1].text)

    spares = {"spirit": "on", "spirit_spares": "on"}
    assert "2 aces and 2 kings of the 2 suits nobody plays and the hearts 2 to 10" in stock(2)
    assert "1 ace and 1 king of the suit nobody plays and the hearts 2 to 10" in stock(3)
    assert "Shuffle the hearts 2 to 10" in stock(4)
    assert "Shuffle 2 aces of the 2 suits nobody plays" in stock(2, **spares)
    assert "2 aces and 1 king of" in stock(2, rush="on", **spares)


def test_the_field_step_adds_up():
    def field(players: int, **changed: str) -> str:
        return str(guide(players, **changed).steps[2].text)

    assert (
        "(27 cards) plus the 4 jacks and queens of the 2 suits nobody plays plus the second joker: 32"
        in field(2)
    )
    assert "plus the jack and the queen of the suit nobody plays plus the second joker: 30" in field(3)
    assert "(27 cards) plus the second joker: 28" in field(4)
    assert "(27 cards): 27" in field(4, jokers="1")
    spares = {"spirit": "on", "spirit_spares": "on"}
    assert "(27 cards) plus the second joker: 28" in field(2, **spares)
    assert "(27 cards) plus the diamond jack and queen plus the second joker: 30" in field(
        2, rush="on", **spares
    )


def test_the_guide_points_at_the_board_that_was_dealt():
    what = occasion(3)
    deal = GAME.deals(what, 1, Dealer(random.Random(1)))[0]
    shown = GAME.guide(replace(what, deals=(deal,)))
    thief = deal.value["track"].index(deal.value["thief"])
    assert f"face up on place {thief} (T" in words(shown)
    assert "entry is place 0" in words(shown)
    assert shown.drawing
    assert f"{thief} T" in shown.drawing


def test_without_a_deal_the_guide_says_how_to_lay_a_board():
    shown = GAME.guide(occasion(3))
    assert shown.drawing is None
    assert "Each touches exactly two others" in words(shown)
    assert "No four cards may form a square" in words(shown)


def test_variants_are_told_as_far_as_they_change_the_setup():
    assert "Variants" not in words(guide(2))
    author = words(guide(2, spirit="on", magic="on", my_god="on", mimic="on"))
    assert "the joker in the field pack is the mimic" in author
    assert "Magic, My God!, Spirit: nothing changes" in author
    assert "no mimic lies on the field" in words(guide(2, mimic="on", jokers="1"))
    assert "kings of suits nobody plays are mimics" in words(
        guide(2, mimic="on", mimic_faces="on", jokers="1")
    )
    assert "nobody plays are mimics" not in words(guide(4, mimic="on", mimic_faces="on"))
    assert "nobody chooses diamonds" in words(guide(3, rush="on"))
    assert "Rush changes nothing with 4 players" in words(guide(4, rush="on"))
    assert "6 spare jacks, queens and kings" in words(guide(2, spirit="on", spirit_spares="on"))


def test_who_starts_and_what_the_first_turn_is():
    assert "youngest chooses to go first or last" in words(guide(2))
    assert "Bob goes first" in words(guide(2, start="p2"))
    assert "no battle, no treasure" in words(guide(2))
    assert "has battles, treasures" in words(guide(2, first_turn="full"))


def test_the_board_is_dealt_openly_for_this_player_count():
    for players, changed in (
        (2, {}),
        (3, {"jokers": "1"}),
        (4, {}),
        (2, {"spirit": "on", "spirit_spares": "on"}),
    ):
        what = occasion(players, **changed)
        (deal,) = GAME.deals(what, 1, Dealer(random.Random(players)))
        assert (deal.name, deal.open) == ("layout", True)
        assert deal.value == deal.deal
        assert holds(deal)
        assert legal(deal.value, numbers(players, **changed)[-1]) == []


def test_a_seed_deals_the_same_board_again():
    def board(seed: str) -> object:
        return GAME.deals(occasion(2), 1, Dealer(random.Random(), seed))

    assert board("a") == board("a")
    assert board("a") != board("b")


def test_most_treasure_cards_win():
    state = held(table(), "p1", ("D2", 1), ("D3", 1), ("D10", 1))
    state = held(state, "p2", ("D4", 1), ("D9", 1))
    assert places(GAME.score(state)) == [(1, "Ann", 3, "total"), (2, "Bob", 2, "total")]
    assert GAME.view(state, None)["treasures"] == {"Ann": ["D2", "D3", "D10"], "Bob": ["D4", "D9"]}
    assert GAME.view(state, None)["treasures_out"] == 4
    assert not GAME.finished(state)


def test_a_tie_is_shared_or_ranked_by_the_numbers():
    cards = {"Ann": (("D2", 1), ("D3", 1)), "Bob": (("D9", 1), ("D10", 1))}
    shared = GAME.score_cards(cards, rules())
    assert places(shared) == [(1, "Ann", 2, "shared"), (1, "Bob", 2, "shared")]
    ranked = GAME.score_cards(cards, rules(tiebreak="pip-sum"))
    assert places(ranked) == [(1, "Bob", 2, "pip-sum"), (2, "Ann", 2, "pip-sum")]


def test_all_nine_treasures_end_the_game():
    state = held(table(), "p1", *((f"D{n}", 1) for n in range(2, 8)))
    state = held(state, "p2", ("D8", 1), ("D9", 1))
    assert not GAME.finished(state)
    state = held(state, "p2", ("D8", 1), ("D9", 1), ("D10", 1))
    assert GAME.finished(state)
    assert GAME.finished(replace(table(), open=False))


def test_rush_makes_the_diamond_faces_treasures():
    cards = {"Ann": (("DK", 1),), "Bob": (), "Cem": ()}
    assert GAME.score_cards(cards, rules(rush="on")).scoresheets[0].total == 1
    with pytest.raises(Refusal, match="no treasure"):
        GAME.score_cards(cards, rules())
    assert GAME.view(table(3, rush="on"), None)["treasures_out"] == 12
    assert GAME.view(table(4, rush="on"), None)["treasures_out"] == 9


@pytest.mark.parametrize(
    ("cards", "kind", "named"),
    [
        ([("D2", 2)], "same-card-twice", "2 of diamonds"),
        ([("D2", 10**12)], "same-card-twice", "2 of diamonds"),
        ([("D2", 1), ("D2", 1)], "same-card-twice", "2 of diamonds"),
        ([("H5", 1)], "not-a-treasure", "5 of hearts"),
        ([("joker", 1)], "not-a-treasure", "joker"),
        ([("D11", 1)], "unknown-card", "D11"),
        ([("D3", -1)], "bad-number", "-1"),
        ([("D9", 1)], "same-card-twice", "Ann and Bob"),
    ],
)
def test_impossible_treasures_are_refused(cards: list[tuple[str, int]], kind: str, named: str):
    state = held(table(), "p1", ("D9", 1))
    with pytest.raises(Refusal) as refused:
        held(state, "p2", *cards)
    assert refused.value.kind == kind
    assert named in str(refused.value)


def test_the_record_of_a_table_goes_through_the_journal():
    setup = setup_outcome(GAME, "t-1", occasion(2), Dealer(random.Random(1)))
    journal = fold([Event(1, AT, "setup", setup.data, setup.secret)], lambda key: GAME)
    event = act(journal, "holdings", {"player": "p1", "cards": (("D10", 1),)}, Dealer(random.Random(1)), AT)
    journal = extend(journal, event)
    assert GAME.score(journal.state).scoresheets[0].lines[0].item == "D10"
    assert GAME.view(journal.state, "p2")["layout"] == setup.data["deals"][0]["value"]
