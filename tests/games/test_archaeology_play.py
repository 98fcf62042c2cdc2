"""An Archaeology table from the first dig to the last forced sale (rules page, "Play" and "End")."""

from __future__ import annotations

import pytest

from companion.games.archaeology_guide import numbers
from tests.games.playing import Table


def test_a_table_from_the_first_dig_to_the_last_sale():
    table = Table("archaeology", 2).do("market coin=2 pot=2 cup=1")
    table.do("dig Ann treasure", "trade Ann pot=1 mask=1 --for coin=2", "sell Ann coin=3")
    assert table.hands() == {"Ann": 2, "Bob": 4}
    assert table.view["market"] == {
        "cards": {"pot-shard": 3, "broken-cup": 1, "pharaohs-mask": 1},
        "unnamed": 0,
    }
    table.do("dig Bob thief --from Ann", "explore Bob 2")
    assert table.hands() == {"Ann": 1, "Bob": 5 - 2 + 5}
    assert table.said("dig Ann sandstorm --laid pot=4") == (
        "Ann digs up a sandstorm: half of each hand, rounded down, goes into the market, as far as recorded "
        "Ann 0, Bob 4 (laid there: 4 pot shards). Then Ann digs again. 5 sandstorms left in the dig deck"
    )
    assert table.hands() == {"Ann": 1, "Bob": 4}
    assert table.view["market"]["cards"]["pot-shard"] == 7
    assert table.view["dig_deck"] == {"left": 55, "treasures": 43, "thieves": 7, "sandstorms": 5}
    table.do("pass Ann --deck-empty")
    assert table.said("pass Bob") == (
        "Bob passes, as all have. From now on each in turn, beginning with Ann, sells at least one set until "
        "no hand holds a card"
    )
    assert (table.view["forced_sale"], table.view["sells_next"]) == (True, "Ann")
    table.do("sell Ann map=1")
    assert table.view["sells_next"] == "Bob"
    table.do("sell Bob pot=2")
    assert table.view["sells_next"] == "Bob", "Ann's hand is empty"
    assert not table.game.finished(table.state)
    table.do("sell Bob cup=2")
    assert table.view["sells_next"] is None
    assert table.game.finished(table.state)
    assert [sheet.total for sheet in table.game.score(table.state).scoresheets] == [10 + 3, 2 + 15]


def test_a_table_may_record_sales_alone():
    table = Table("archaeology").do("sell Ann coin=5 pot=5", "sell Bob map=1", "sell Ann cup=2")
    assert table.hands() == {"Ann": None, "Bob": 3, "Cem": 4}
    assert table.view["market"] is None
    assert table.game.score(table.state).scoresheets[0].total == 60
    table.do("trade Cem coin=2 --for pot=4", "explore Ann 3", "pass Ann", "pass Bob", "pass Cem")
    assert table.view["forced_sale"] is True


def test_a_hand_that_the_record_lost_count_of_can_be_told():
    table = Table("archaeology").do("sell Ann coin=5", "hand Ann 6", "dig Bob sandstorm")
    assert table.hands() == {"Ann": 3, "Bob": 2, "Cem": 2}
    assert table.view["market"] is None, "nobody recorded it, so what blew there isn't followed"


def test_a_recount_of_sold_sets_moves_the_difference_out_of_the_hand():
    table = Table("archaeology").do("sell Ann coin=2", "holdings Ann coin=2 pot=1")
    assert table.hands()["Ann"] == 1
    table.do("holdings Ann coin=1")
    assert table.hands()["Ann"] == 3


@pytest.mark.parametrize(("players", "storms"), [(1, 6), (2, 6), (3, 5), (4, 4)])
def test_thieves_sandstorms_and_treasures_run_out_one_by_one(players: int, storms: int):
    table = Table("archaeology", players)
    for left in reversed(range(8)):
        assert table.answer("dig Ann thief")["left"]["thief"] == left
    refused = table.refused("dig Ann thief")
    assert refused.kind == "over-limit"
    assert "All 8 thieves have been seen" in str(refused.text)
    assert f"{storms} sandstorms" in str(refused.text)
    for left in reversed(range(storms)):
        assert table.answer("dig Ann sandstorm")["left"]["sandstorm"] == left
    assert "All sandstorms that are in play" in str(table.refused("dig Ann sandstorm").text)
    treasures = numbers(players)["dig_deck"] - 8 - storms
    table.do(*["dig Ann treasure"] * treasures)
    for sort in ("treasure", "thief", "sandstorm"):
        refused = table.refused(f"dig Ann {sort}")
        assert refused.kind == "deck-empty"
        assert "a player may pass" in str(refused.text)
    table.do("pass Ann")


def test_a_thief_takes_from_the_only_hand_there_is_or_leaves_it_open():
    two = Table("archaeology", 2).do("dig Ann thief")
    assert two.hands() == {"Ann": 5, "Bob": 3}
    three = Table("archaeology")
    assert three.said("dig Ann thief") == (
        "Ann digs up a thief: 1 card is taken; --from tells from whom, without it these hands are no longer "
        "known: Bob, Cem. 7 thieves left in the dig deck"
    )
    assert three.hands() == {"Ann": 5, "Bob": None, "Cem": None}
    assert three.answer("dig Ann sandstorm")["loses"] == {"Ann": 2, "Bob": None, "Cem": None}


def test_a_thief_takes_nothing_where_nobody_else_has_a_card():
    table = Table("archaeology").do("hand Bob 0", "hand Cem 0")
    assert "nothing is taken, since nobody else has a card as far as recorded" in table.said("dig Ann thief")
    assert table.hands() == {"Ann": 4, "Bob": 0, "Cem": 0}
    assert "nothing is taken" in Table("archaeology", 1).said("dig Ann thief")


def test_a_thief_can_be_named_against_the_record():
    table = Table("archaeology").do("hand Bob 0", "dig Ann thief --from Bob")
    assert table.hands() == {"Ann": 5, "Bob": None, "Cem": 4}, "Bob had a card after all"


def test_a_sandstorm_leaves_cards_of_no_recorded_kind_in_a_recorded_market():
    table = Table("archaeology").do("market coin=1", "hand Cem 1", "dig Bob sandstorm")
    assert table.view["market"] == {"cards": {"coin": 1}, "unnamed": 2 + 2 + 0}
    table.do("trade Ann tal=2 --for coin=1 --for cup=1")
    assert table.view["market"] == {"cards": {"talisman": 2}, "unnamed": 3}
    refused = table.refused("trade Ann mask=1 --for par=4")
    assert "2 talismans and 3 cards of no recorded kind" in str(refused.text)
    table.do("sell Ann coin=5", "dig Bob sandstorm")
    assert table.view["market"]["unnamed"] is None, "Ann's hand isn't known, so neither is what she lays"
    table.do("trade Ann mask=2 --for pot=8")


def test_cards_sold_since_cannot_lie_in_the_market_any_more():
    table = Table("archaeology").do("market cup=3", "sell Ann cup=2 cup=2")
    assert table.view["market"] == {"cards": {"broken-cup": 2}, "unnamed": 1}


def test_all_six_maps_open_all_three_chambers():
    table = Table("archaeology").do("explore Ann 6")
    assert [chamber["opened_by"] for chamber in table.view["chambers"]] == ["Ann"] * 3
    assert table.view["unsold"]["map"] == 0
    assert "none, all are open" in str(table.refused("explore Bob 1").text)
    one_by_one = Table("archaeology").do("explore Ann 1", "explore Bob 3", "explore Ann 2")
    assert [chamber["opened_by"] for chamber in one_by_one.view["chambers"]] == ["Ann", "Ann", "Bob"]
    assert one_by_one.hands() == {"Ann": 4 - 1 + 3 - 2 + 5, "Bob": 4 - 3 + 7, "Cem": 4}


def test_passes_count_only_in_a_row():
    table = Table("archaeology").do("pass Ann", "pass Bob", "trade Bob pot=1 --for par=1", "pass Cem")
    assert table.view["passed"] == ["Cem"]
    assert table.view["forced_sale"] is False
    table.do("pass Ann", "pass Ann", "pass Bob")
    assert table.view["forced_sale"] is True


def test_the_forced_sale_begins_with_whoever_holds_cards_after_the_start_player():
    table = Table("archaeology", start="p2").do("hand Bob 0", "pass Ann", "pass Bob", "pass Cem")
    assert table.view["sells_next"] == "Cem"
    table.do("sell Ann pot=1")
    assert table.view["sells_next"] == "Cem", "after Ann comes Bob, whose hand is empty"


def test_undo_takes_the_forced_sale_back():
    table = Table("archaeology", 2).do("pass Ann")
    before = table.state
    table.do("pass Bob").undo()
    assert table.state == before
    assert table.view["forced_sale"] is False


def test_the_trade_says_what_both_sides_are_worth():
    said = Table("archaeology").said("trade Ann coin=2 map=1 --for mask=1 --for tal=1")
    assert said == ("Ann trades 2 coins and 1 map (worth 7) for 1 Pharaoh's mask and 1 talisman (worth 7)")


def test_who_has_left_neither_passes_nor_sells_nor_loses_cards():
    table = Table("archaeology").do("sell Bob coin=2", "leave Bob", "dig Ann sandstorm")
    assert table.hands() == {"Ann": 2, "Cem": 2}
    assert table.view["unsold"]["coin"] == 12, "what Bob sold stays sold"
    table.do("pass Ann --deck-empty", "pass Cem")
    assert (table.view["forced_sale"], table.view["sells_next"]) == (True, "Ann")
    table.do("sell Ann pot=1")
    assert table.view["sells_next"] == "Cem"
    assert table.view["sold"][1]["total"] == 5


def test_who_comes_late_has_a_hand_that_is_not_known_until_told():
    table = Table("archaeology", 2).do("join Eve", "dig Ann sandstorm")
    assert table.hands() == {"Ann": 2, "Bob": 2, "Eve": None}
    table.do("hand Eve 4", "dig Eve treasure")
    assert table.hands()["Eve"] == 5
