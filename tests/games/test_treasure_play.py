"""Treasure Hunt during play: moves, battles, the thief, treasures, variants, boards of one's own."""

from __future__ import annotations

import json
import random

import pytest

from companion import games
from companion.games.treasure_board import random_layout
from companion.games.treasure_hunt import GAME
from companion.games.treasure_sketch import read_sketch
from companion.games.validate import problems
from companion.journal import fold
from tests.games.playing import Table

BOARD = "S...../Eooo../o..o../o..o../oooTxx/.....x/.....x"
"""The entry is place 0, the top left corner; the thief is on 6, the lower right; four dungeon cards."""


def table(players: int = 3, **rules: str) -> Table:
    named = {key.replace("_", "-"): value for key, value in rules.items()}
    return Table("treasure-hunt", players, rules=named, start=None)


def on_board(players: int = 3, **rules: str) -> Table:
    """A table on a known board: the ring of BOARD with all its dungeon cards in one chain below place 6."""
    played = table(players, **rules)
    dungeon = len(played.view["layout"]["dungeon"])
    rows = ["S" + "." * 30, "Eooo", "o..o", "o..o", "oooT" + "x" * (dungeon - 2), "." * (dungeon + 1) + "xx"]
    return played.do("board " + " ".join(f"'{row}'" for row in rows))


def test_a_game_in_a_few_lines():
    played = on_board()
    played.do("suit Ann hearts", "suit Bob spades", "suit Cem clubs", "order Bob Ann Cem")
    assert played.said("move Bob 0 --card S5") == "Bob moves to place 0: the 5 of spades"
    played.do("move Ann 1 --card D4", "move Cem 2 --card C9", "turn")
    assert played.view["turn"] == "Bob"
    assert played.said("move Bob 5 --card D7") == "Bob moves to place 5: the 7 of diamonds"
    assert (
        played.said("take Bob D7 --now H3") == "Bob takes the 7 of diamonds; the 3 of hearts takes its place"
    )
    assert (played.view["stock"], played.view["treasures_out"]) == (10, 8)
    assert played.answer("thief") == {"path": [7, 8, 9], "robbed": [], "unnamed": []}
    assert played.view["thief"] == 9


def test_the_story_of_a_battle_a_theft_and_a_bank():
    played = on_board(first_turn="full")
    played.do("order Ann Bob Cem", "move Ann 0 --card D2", "take Ann D2 --now HK", "move Bob 1 --card D3")
    played.do("take Bob D3 --now H5", "turn Ann")
    said = played.said("battle Ann K Bob Q")
    assert said == (
        "Ann (king) battles Bob (queen): Ann wins; Ann gets the 3 of diamonds from Bob; the ace of Bob lies "
        "face down"
    )
    assert played.view["in_hand"] == {"Ann": ["D2", "D3"], "Bob": [], "Cem": []}
    assert played.view["aces"]["Bob"] == {"place": "1", "face_up": False}
    assert played.view["aces"]["Ann"]["place"] == "1"
    assert "1 to 5 cards" in str(played.refused("move Ann 7").text), "by the card fought on"
    played.do("move Ann 4 --card S2")
    assert played.answer("thief") == {"path": [7, 8], "robbed": [], "unnamed": []}
    assert "turn-up" in str(played.refused("move Bob 2").text)
    assert played.said("turn-up Bob") == "The ace of Bob is turned up"
    assert played.answer("thief --by 8") == {
        "path": [9, 10, 11, 0, 1, 2, 3, 4],
        "robbed": ["Ann"],
        "unnamed": ["Ann"],
    }
    assert played.view["unnamed"] == {"Ann": -1}
    assert played.view["standing"][0] == {"place": 1, "player": "Ann", "total": 1}
    assert played.view["stock"] == 10
    played.do("put Ann start")
    assert played.refused("bank Ann").kind == "not-named"
    assert played.said("lose Ann D3 --at 0") == "What Ann lost was the 3 of diamonds, now on place 0"
    assert played.said("bank Ann") == "Ann banks the 2 of diamonds"
    assert played.view["banked"]["Ann"] == ["D2"]
    assert played.view["field"]["0"] == "D3"
    assert "Banked, and safe: D2" in str(played.refused("give Ann Bob D2").text)


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("K", "Q", "Ann"),
        ("Q", "J", "Ann"),
        ("J", "K", "Ann"),
        ("Q", "K", "Bob"),
        ("J", "Q", "Bob"),
        ("K", "J", "Bob"),
        ("K", "K", None),
        ("sq", "HQ", None),
        ("king", "none", "Ann"),
        ("none", "J", "Bob"),
        ("none", "none", None),
    ],
)
def test_the_battle_table(first: str, second: str, winner: str | None):
    assert table().answer(f"battle Ann {first} Bob {second}") == {"winner": winner}


def test_the_thief_of_the_page():
    played = table(4).do("take Ann D2", "take Bob D3", "take Cem D4")
    asked = "thief --from 10 --by 5 --ace Ann=0 --ace Bob=3 --ace Cem=2:down --ace Dee=1"
    assert played.said(asked) == (
        "The thief goes 5 from place 10 to place 3 and robs Ann and Bob; Ann loses the 2 of diamonds; "
        "Bob loses the 3 of diamonds"
    )
    assert played.view["in_hand"] == {"Ann": [], "Bob": [], "Cem": ["D4"], "Dee": []}
    again = table(4).do("take Ann D2", "take Bob D3", "take Cem D4")
    assert again.answer(asked) == {"path": [11, 0, 1, 2, 3], "robbed": ["Ann", "Bob"], "unnamed": []}
    spared = table(2).do("take Ann D2")
    assert spared.answer("thief --from 10 --by 5 --ace Ann=10")["robbed"] == []


def test_by_thirteen_an_ace_is_robbed_once():
    played = table().do("take Ann D2 D3", "put Ann 11")
    told = played.answer("thief --from 10 --by 13 --loses Ann=D3:5")
    assert told["path"] == [11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert told["robbed"] == ["Ann"]
    assert played.view["in_hand"]["Ann"] == ["D2"]
    assert played.view["field"]["5"] == "D3"


def test_banked_treasures_are_safe():
    played = table().do("take Ann D2", "bank Ann", "take Ann D3", "put Ann 1")
    assert played.answer("thief --from 0 --by 2")["robbed"] == ["Ann"]
    assert (played.view["banked"]["Ann"], played.view["in_hand"]["Ann"]) == (["D2"], [])
    assert played.answer("thief --from 0 --by 2")["robbed"] == []


def test_a_loss_is_waived_only_without_a_card_to_swap_with():
    played = table().do("take Ann D2", "put Ann 1")
    assert played.answer("thief --from 0 --by 2 --waived Ann")["robbed"] == []
    assert played.view["in_hand"]["Ann"] == ["D2"]
    played.do("field 3 S7")
    assert "the 7 of spades" in str(played.refused("thief --from 0 --by 2 --waived Ann").text)


def test_a_treasure_that_turns_up_was_the_one_lost():
    played = table().do("take Ann D2 D3", "put Ann 1", "thief --from 0 --by 1")
    assert played.view["unnamed"] == {"Ann": -1}
    played.do("take Bob D3")
    assert played.view["unnamed"] == {}
    assert played.view["treasures"] == {"Ann": ["D2"], "Bob": ["D3"], "Cem": []}
    seen = table().do(
        "take Ann D2 D3", "put Ann 1", "thief --from 0 --by 1", "put Bob 4", "move Bob 5 --card D2"
    )
    assert seen.view["treasures"]["Ann"] == ["D3"]


def test_what_is_not_named_counts_for_who_has_it():
    played = table(tiebreak="pip-sum").do("take Ann D2 D3", "take Cem D4")
    assert played.said("battle Ann none Bob K").endswith(
        "Bob gets one treasure, not named from Ann; the ace of Ann lies face down"
    )
    assert {s["player"]: s["total"] for s in played.view["standing"]} == {"Ann": 1, "Bob": 1, "Cem": 1}
    played.do("put Bob 3", "thief --from 2 --by 1")
    assert {s["player"]: s["total"] for s in played.view["standing"]} == {"Ann": 1, "Bob": 0, "Cem": 1}
    assert "Such losses: Ann, Bob" in str(played.refused("lose Cem D4").text)
    assert played.said("lose Ann D2") == "What Ann lost was the 2 of diamonds; Bob has it"
    assert played.said("lose Bob D2") == "What Bob lost was the 2 of diamonds"
    assert played.view["treasures"] == {"Ann": ["D3"], "Bob": [], "Cem": ["D4"]}
    assert (played.view["unnamed"], played.view["stock"]) == ({}, 9)


def test_a_full_count_settles_what_was_not_named():
    played = table().do("take Ann D2 D3", "battle Ann none Bob K", "holdings Ann D3=1")
    assert played.view["unnamed"] == {"Bob": 1}
    played.do("holdings Bob D2=1")
    assert played.view["unnamed"] == {}
    assert played.said("holdings Bob D2=1") == "Bob has 2 of diamonds"


def test_all_treasures_with_players_end_the_game():
    played = table().do("take Ann D2 D3 D4 D5 D6", "take Bob D7 D8 D9")
    assert not GAME.finished(played.state)
    played.do("take Cem D10")
    assert GAME.finished(played.state)
    assert (played.view["still_out"], played.view["stock"]) == ([], 2)
    played.do("put Ann 1", "thief --from 0 --by 1")
    assert not GAME.finished(played.state), "one is out again, whichever it is"


def test_the_stock_and_the_treasures_held_are_as_many_as_the_page_says():
    for players, first in ((2, 13), (3, 11), (4, 9)):
        played = table(players)
        assert played.view["stock"] == first
        played.do("take Ann D2 D3", "bank Ann", "take Bob D4")
        assert played.view["stock"] + 3 == first
        assert played.said(f"stock {first - 3}").startswith("The stock was counted")
        assert f"{first} at first less 3 treasures held" in str(played.refused(f"stock {first}").text)


# Moves


def test_in_the_first_turn_an_ace_goes_its_place_in_the_order():
    played = on_board()
    assert "1, 2, 3" in str(played.refused("move Ann 4").text), "in an order nobody recorded"
    played.do("move Ann 1")
    assert "1, 3. That is to 0, 2, 10, not to 1" in str(played.refused("move Bob 1").text)
    played.do("order Cem Bob Ann")
    assert "counted: 2. That is to 1, 11" in str(played.refused("move Bob 2").text)
    started = on_board().do("start Bob")
    assert "counted: 1. That is to 0" in str(started.refused("move Bob 1").text)
    assert "counted: 2, 3. That" in str(started.refused("move Ann 0").text)


def test_moves_go_by_the_card_stood_on_and_never_diagonally():
    played = on_board().do("put Ann 6", "field 6 S3")
    told = str(played.refused("move Ann 2").text)
    assert "place 2 is 4 steps away" in told
    assert "1 to 3 cards" in told
    assert "It can go to 3, 4, 5, 7, 8, 9, D1, D2, D3." in told
    assert played.refused("move Ann 6").kind == "must-move"
    assert played.said("move Ann D3") == "Ann moves to dungeon place D3"
    played.do("move Ann 6")
    assert played.view["field"] == {"6": "S3", "D3": None}
    round_track = on_board().do("put Ann 6", "field 6 SQ", "move Ann 6")
    assert round_track.view["aces"]["Ann"]["place"] == "6", "twelve cards go round the track"


def test_where_the_record_knows_nothing_no_check_bites():
    played = on_board().do("battle Ann K Bob Q", "move Ann 9", "turn-up Bob")
    played.do("move Bob D5", "take Cem D2 D3", "thief --from 4 --by 14", "bank Cem", "take Cem D4 --now S4")
    assert played.view["treasures"]["Cem"] == ["D2", "D3", "D4"]


def test_the_thief_goes_by_the_card_as_it_lies_after_the_exchange():
    played = on_board().do("put Ann 3", "move Ann 4 --card D5", "take Ann D5 --now H9")
    assert "the thief goes 9, not 5" in str(played.refused("thief --by 5").text)
    assert played.answer("thief")["path"][-1] == 3


# Variants


def test_under_mana_the_field_card_saves_its_colour():
    played = on_board(mana="on").do("suit Ann hearts", "suit Bob spades", "suit Cem diamonds")
    assert played.refused("battle Ann Q Bob K").kind == "missing-option"
    assert played.answer("battle Ann Q Bob K --field D4") == {"winner": None}
    assert played.answer("battle Ann Q Bob K --field S4") == {"winner": "Bob"}
    played.do("turn-up Ann")
    assert played.answer("battle Ann Q Cem K") == {"winner": "Cem"}
    played.do("turn-up Ann", "put Bob 4", "field 4 H8")
    assert played.answer("battle Ann J Bob Q") == {"winner": None}, "the field card on record is enough"
    assert played.answer("battle Ann Q Bob Q") == {"winner": None}
    plain = on_board(mana="on").do("suit Ann hearts")
    assert plain.refused("battle Ann K Bob Q --field D4").kind == "missing-suit"


def test_under_magic_a_face_is_paid_to_pass():
    played = on_board(magic="on").do("put Ann 3", "put Bob 4", "take Ann D2")
    assert played.said("battle Ann K Bob none --paid") == "Ann gives Bob a king and passes without a battle"
    assert played.view["aces"]["Ann"] == {"place": "3", "face_up": True}
    assert played.view["in_hand"]["Ann"] == ["D2"]
    assert played.answer("battle Ann J Bob none --paid") == {"winner": None}


def test_under_my_god_aces_are_sent_face_up():
    played = on_board(my_god="on").do("put Ann 3", "put Bob 4", "take Ann D2", "take Bob D3")
    assert played.said("battle Ann K Bob J --to 9") == (
        "Ann (king) battles Bob (jack): Bob wins; Bob gets the 2 of diamonds from Ann; the ace of "
        "Ann is sent "
        "to place 9"
    )
    assert played.view["aces"]["Ann"] == {"place": "9", "face_up": True}
    assert played.view["aces"]["Bob"] == {"place": "4", "face_up": True}
    played.do("field D2 C5")
    assert "Face up on record: D2" in str(played.refused("battle Ann K Bob Q --to 7").text)
    played.do("battle Ann K Bob Q --to D2 --gives D3")
    assert played.view["aces"]["Bob"] == {"place": "D2", "face_up": True}
    assert played.view["aces"]["Ann"] == {"place": "4", "face_up": True}
    assert played.view["in_hand"] == {"Ann": ["D3"], "Bob": ["D2"], "Cem": []}
    played.do("battle Ann Q Bob Q")
    assert played.view["aces"]["Ann"] == {"place": None, "face_up": True}, "sent where nobody recorded"


def test_mimics_fight_with_the_stock():
    played = on_board(mimic="on").do("take Bob D2", "take Cem D3", "put Ann 3", "field 4 joker", "move Ann 4")
    assert played.answer("mimic Ann H9 H4 --now H2") == {"result": "win"}
    assert played.view["in_hand"] == {"Ann": ["D2", "D3"], "Bob": [], "Cem": []}
    assert played.view["field"]["4"] == "H2"
    assert "1 to 2 cards" in str(played.refused("move Ann 8").text), "up to the number of the new card"
    played.do("field 5 joker", "move Ann 5")
    assert played.said("mimic Ann H2 H4") == (
        "Ann fights a mimic, the 2 of hearts against the 4 of hearts: a loss; back to the field go the 2 of "
        "diamonds, the 3 of diamonds"
    )
    assert played.view["aces"]["Ann"] == {"place": "5", "face_up": False}
    assert (played.view["in_hand"]["Ann"], played.view["stock"]) == ([], 11)


def test_against_a_mimic_my_god_puts_the_ace_back():
    played = on_board(mimic="on", my_god="on").do(
        "put Ann 3", "field 4 joker", "move Ann 4", "mimic Ann H2 H4"
    )
    assert played.view["aces"]["Ann"] == {"place": "3", "face_up": True}


def test_with_one_stock_card_a_mimic_draws_and_with_none_there_is_no_fight():
    played = on_board(2, mimic="on", rush="on", spirit="on", spirit_spares="on")
    assert played.view["stock"] == 12
    played.do("take Ann D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DQ")
    assert "name no cards" in str(played.refused("mimic Bob H2 H3").text)
    assert played.answer("mimic Bob") == {"result": "draw"}
    played.do("take Ann DK")
    assert played.refused("mimic Bob").kind == "no-stock"


def test_equal_stock_cards_draw_and_the_ace_stays():
    played = on_board(2, mimic="on").do("suit Ann hearts", "suit Bob spades", "put Ann 4", "field 4 joker")
    assert played.answer("mimic Ann CA DA") == {"result": "draw"}
    assert played.view["aces"]["Ann"] == {"place": "4", "face_up": True}


def test_spare_faces_are_mimics_by_choice():
    played = on_board(mimic="on", mimic_faces="on").do("suit Ann hearts", "suit Bob spades", "suit Cem clubs")
    played.do("put Ann 4", "field 4 DQ")
    assert played.answer("mimic Ann H9 H4") == {"result": "win"}
    plain = on_board(mimic="on").do("put Ann 4", "field 4 DQ")
    assert "Mimics are a joker on the field." in str(plain.refused("mimic Ann H9 H4").text)


def test_spirits_are_laid_move_and_fight_each_other():
    played = on_board(spirit="on", mimic="on").do(
        "suit Ann hearts", "suit Bob spades", "field 4 S3", "field 5 joker"
    )
    assert played.said("spirit Ann HQ 4") == "Ann lays the queen of hearts on place 4 as a spirit"
    assert played.refused("spirit Ann SK 3").kind == "not-own-suit"
    assert played.refused("spirit Ann HJ 5").kind == "mimic"
    assert "1 to 3 cards" in str(played.refused("spirit-move Ann HQ 9").text)
    played.do("spirit-move Ann HQ 2", "field 2 C4")
    assert played.answer("thief")["path"] == [7, 8, 9, 10], "the thief moves for spirits too"
    played.do("put Bob 1", "field 1 C9", "spirit Bob SJ 3")
    told = played.refused("move Bob 2")
    assert (told.kind, "another's spirit is in the way" in str(told.text)) == ("in-the-way", True)
    assert "2" not in str(told.text).split("It can go to ")[1].split(", ")
    assert played.answer("spirit-battle Bob SJ Ann HQ") == {"winner": "Ann"}
    assert played.view["spirits"] == {}
    played.do("take Ann D2", "retreat Ann start")
    assert (played.view["in_hand"]["Ann"], played.view["aces"]["Ann"]["place"]) == ([], "start")
    assert (
        table(spirit="on").said("spirit-battle Ann HK Bob SK").endswith("a draw, each gets the other's card")
    )


# Boards of one's own


def test_a_sketch_of_a_generated_board_is_that_board():
    for seed in range(12):
        layout = random_layout(random.Random(seed), 16)
        marks = {tuple(cell): "x" for cell in layout["dungeon"]} | {
            tuple(cell): "o" for cell in layout["track"]
        }
        marks |= {tuple(layout["thief"]): "T", tuple(layout["entry"]): "E", tuple(layout["start"]): "S"}
        across, down = max(x for x, _ in marks) + 1, max(y for _, y in marks) + 1
        rows = ["".join(marks.get((x, y), ".") for x in range(across)) for y in range(down)]
        read, faults = read_sketch(rows)
        assert faults == []
        assert read["track"] == layout["track"]
        assert sorted(read["dungeon"]) == sorted(layout["dungeon"])
        assert [read[key] for key in ("thief", "entry", "start")] == [
            layout[key] for key in ("thief", "entry", "start")
        ]
        played = table(4)
        assert played.answer("board " + "/".join(rows))["layout"] == read
        assert played.view["layout"] == read


def test_everything_wrong_with_a_sketch_is_said_at_once():
    told = str(table().refused("board Eoo? .o.o oooo").text)
    for part in ("'?' in row 1", "1 thief (T), not 0", "1 start place (S), not 0"):
        assert part in told
    told = str(table().refused(f"board {BOARD}").text)
    assert "The dungeons have 4 cards; they must have 18." in told
    told = str(table().refused("board SEoo .o.o .oTo ....x").text)
    for part in ("The track has 8 cards", "have 1 cards", "has no way to the track"):
        assert part in told
    assert "undo" in str(on_board().do("move Ann 0").refused(f"board {BOARD}").text)


def test_the_game_keeps_the_interface():
    assert problems(GAME) == []


def test_a_table_written_and_read_again_stands_as_it_stood():
    played = on_board().do(
        "take Ann D2 D3", "put Ann 1", "thief --from 0 --by 1", "battle Bob K Cem Q --at 3"
    )
    events = [
        event._replace(
            data=json.loads(json.dumps(dict(event.data))), secret=json.loads(json.dumps(dict(event.secret)))
        )
        for event in played.journal.events
    ]
    assert fold(events, games.load).state == played.state


def test_people_come_and_go():
    played = on_board(4).do(
        "order Dee Ann Bob Cem", "take Ann D2", "leave Ann --withdraw", "join Eve", "turn Dee", "turn"
    )
    assert played.view["turn"] == "Bob"
    assert played.view["stock"] == 8
    assert [row["player"] for row in played.view["standing"]] == ["Bob", "Cem", "Dee", "Eve"]
    assert played.answer("thief --from 0 --by 3 --ace Ann=1")["robbed"] == []
