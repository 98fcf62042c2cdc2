"""A Caravan table through purchases, stock and distributions (rules page, "Play")."""

from __future__ import annotations

import json

import pytest

from tests.games.playing import Table

ROW = "market craft-3 craft-5 princess mouse craft-2 thief"


def board(table: Table) -> tuple[str | None, list[str | None]]:
    """The wallet's card and the market from the left."""
    return table.view["wallet"]["card"], [place["card"] for place in table.view["market"]]


def caravan(table: Table) -> dict[str, int]:
    return dict(table.view["caravan"]["cards"])


def assets(table: Table) -> dict[str, dict[str, int]]:
    return {row["player"]: dict(row["cards"]) for row in table.view["assets"]}


def test_a_table_from_the_first_purchase_to_a_distribution():
    table = Table("caravan", edition={"caravan-spaces.3": 6}).do(ROW)
    said = table.said("buy Ann craft-5 princess --refill lamp --refill thief --refill craft-7")
    assert said == "Ann buys 1 x Craft 5 and 1 x princess for 2 of 3 money"
    assert board(table) == ("mouse", ["craft-2", "thief", "lamp", "thief", "craft-7"])
    assert table.hands() == {"Ann": 6, "Bob": 4, "Cem": 4}
    assert caravan(table) == {"craft-3": 1}
    assert table.said("buy Bob craft-2 --money 2") == "Bob buys 1 x Craft 2 for 1 of 2 money"
    assert board(table) == ("thief", ["lamp", "thief", "craft-7", "?", "?"])
    assert table.view["caravan"] == {"cards": {"craft-3": 1, "mouse": 1}, "unnamed": 0, "free": 4}
    table.do("stock Cem princess=2")
    assert table.view["distribution"] is None
    assert table.said("stock Ann thief=2") == "Ann stocks 2 x thief. The caravan is full: Ann takes first"
    assert table.view["distribution"] == {
        "first": "Ann",
        "still_to_take": ["Ann", "Bob", "Cem"],
        "taken": {},
        "may_take": {"craft-3": 1, "princess": 2, "thief": 2, "mouse": 1},
        "mice": 1,
    }
    said = table.said("take Ann thief --from Bob --from Bob")
    assert said == "Ann takes 2 x thief: 2 cards are taken from Bob"
    assert table.hands() == {"Ann": 6 - 2 + 2, "Bob": 5 - 2, "Cem": 2}
    assert table.view["distribution"]["still_to_take"] == ["Bob", "Cem"]
    said = table.said("take Bob princess")
    assert said == "Bob takes 2 x princess, and with a mouse discards princess"
    assert table.view["discarded"] == {"mouse": 1, "princess": 1}
    assert table.said("take Cem craft-3") == "Cem takes 1 x Craft 3. The distribution is over"
    assert assets(table) == {"Ann": {"thief": 2}, "Bob": {"princess": 1}, "Cem": {"craft-3": 1}}
    assert table.view["distribution"] is None
    assert table.view["caravan"] == {"cards": {}, "unnamed": 0, "free": 6}


def test_a_table_may_record_stock_and_taking_alone():
    table = Table("caravan").do("stock Ann craft-5=3", "stock Bob princess=4", "stock Ann lamp=2")
    assert table.hands() == {"Ann": None, "Bob": 0, "Cem": 4}
    assert table.view["caravan"]["free"] is None
    said = table.said("take Bob craft-5 --count 3")
    assert said == "Bob takes 3 x Craft 5, first in a distribution"
    table.do("take Cem princess")
    assert table.view["distribution"]["still_to_take"] == ["Ann"]
    assert table.said("take Ann lamp").endswith("The distribution is over")
    assert [sheet.total for sheet in table.game.score(table.state).scoresheets] == [4, 15, 0]


def test_what_is_left_stays_for_the_next_distribution():
    table = Table("caravan", 2).do("stock Ann craft-2=1", "stock Ann craft-3=1", "stock Bob craft-4=1")
    table.do("take Ann craft-4", "take Bob craft-3")
    assert table.view["distribution"] is None
    assert caravan(table) == {"craft-2": 1}
    assert "nothing went into the caravan" in str(table.refused("take Ann craft-2").text)
    table.do("stock Bob lamp=1", "take Bob craft-2", "take Ann lamp")
    assert assets(table) == {"Ann": {"craft-4": 1, "lamp": 1}, "Bob": {"craft-3": 1, "craft-2": 1}}


@pytest.mark.parametrize(("rule", "first"), [("buyer", "Cem"), ("next", "Ann")])
def test_who_takes_first_when_the_wallet_card_fills_the_caravan(rule: str, first: str):
    table = Table("caravan", edition={"caravan-spaces.3": 3}, rules={"wallet-fill-starter": rule})
    table.do(ROW, "stock Ann lamp=2")
    assert table.said("buy Cem craft-5").endswith(f"The wallet card fills the caravan: {first} takes first")
    assert table.view["distribution"]["first"] == first
    assert caravan(table) == {"craft-3": 1, "lamp": 2}


def test_a_new_wallet_from_the_pile():
    table = Table("caravan", rules={"new-wallet": "from-pile"}).do(ROW)
    table.do("buy Ann princess --refill lamp --refill craft-7")
    assert board(table) == ("lamp", ["craft-5", "mouse", "craft-2", "thief", "craft-7"])
    table.do("buy Ann craft-5 --money 3")
    assert board(table) == ("?", ["mouse", "craft-2", "thief", "craft-7", "?"])


def test_the_whole_market_may_be_bought_where_the_money_reaches():
    table = Table("caravan", rules={"starting-hand": "0"}).do(ROW.replace("craft-3", "craft-7"))
    assert table.refused("buy Ann craft-5 princess mouse craft-2 thief").kind == "too-expensive"
    table.do("buy Ann thief craft-2 princess mouse craft-5 --money 12")
    assert board(table) == ("?", ["?"] * 5)
    assert table.hands()["Ann"] == 5


def test_the_edition_tells_the_wallets_money_before_the_crafts_value():
    told = Table("caravan", edition={"money.craft-3": 5, "money.lamp": 1}).do(ROW)
    told.do("buy Ann thief --refill lamp --refill lamp")
    assert told.view["wallet"] == {"card": "craft-5", "money": 5}
    told.do("market lamp craft-2 craft-2")
    assert told.refused("buy Ann craft-2 craft-2").kind == "too-expensive"


def test_money_that_nobody_knows_is_not_checked_and_said():
    table = Table("caravan").do("market princess craft-5 lamp mouse craft-2 thief")
    assert table.view["wallet"] == {"card": "princess", "money": None}
    assert "for 8 (not checked: the wallet's money isn't known" in table.said("buy Ann thief craft-2")
    assert "cost not checked: the places aren't on record" in Table("caravan").said("buy Ann lamp")


def test_of_two_places_with_one_kind_the_cheaper_counts_unless_told():
    row = "market craft-5 lamp craft-2 craft-2 lamp lamp"
    assert "for 1 of 5" in Table("caravan").do(row).said("buy Ann lamp")
    assert "for 4 of 5" in Table("caravan").do(row).said("buy Ann lamp lamp")
    table = Table("caravan").do(row)
    assert "for 5 of 5" in table.said("buy Ann lamp --place 5 --refill mouse --refill mouse")
    assert board(table) == ("lamp", ["craft-2", "craft-2", "lamp", "mouse", "mouse"])


def test_an_unknown_place_can_hold_the_card_that_is_bought():
    table = Table("caravan").do("market craft-4 lamp lamp lamp lamp lamp", "buy Ann lamp")
    assert board(table) == ("lamp", ["lamp", "lamp", "lamp", "?", "?"])
    assert "for 3 of 9" in table.said("buy Bob princess --money 9")
    assert board(table) == ("lamp", ["lamp", "lamp", "?", "?", "?"])


def test_the_pile_is_counted_where_the_cards_in_play_are_known():
    table = Table("caravan", 4).do(ROW)
    assert table.view["pile"] == 105 - 16 - 6
    table.do("buy Ann craft-5")
    assert table.view["pile"] == 83 - 2
    assert Table("caravan", 3).do(ROW, "buy Ann craft-5").view["pile"] is None


def test_the_row_empties_once_the_pile_has_run_out():
    table = Table("caravan").do(ROW, "buy Ann craft-5 --refill lamp --pile-empty")
    assert board(table) == ("princess", ["mouse", "craft-2", "thief", "lamp", None])
    assert table.view["pile"] == 0
    assert "Places with a card: 1, 2, 3, 4" in str(table.refused("buy Bob lamp --place 5").text)
    table.do("buy Bob mouse", "buy Cem thief lamp --money 9")
    assert board(table) == (None, [None] * 5)
    assert table.refused("buy Cem lamp").kind == "no-wallet"
    assert caravan(table) == {"craft-3": 1, "princess": 1, "craft-2": 1}


def test_cards_of_no_recorded_kind_have_to_be_named_before_they_are_taken():
    table = Table("caravan").do("stock Bob lamp=2", "buy Ann craft-5")
    assert table.view["caravan"] == {"cards": {"lamp": 2}, "unnamed": 1, "free": None}
    assert table.refused("take Ann lamp").kind == "not-recorded"
    table.do("caravan lamp=3", "take Ann lamp")
    assert assets(table)["Ann"] == {"lamp": 3}


def test_every_player_but_the_first_takes_a_mouse_while_there_are_any():
    table = Table("caravan", 4).do("caravan craft-2=2 craft-3=2 lamp=1 princess=1 mouse=2")
    table.do("holdings Bob craft-7=1", "distribute --first Ann", "take Ann craft-2")
    refused = table.refused("take Bob craft-3")
    assert refused.kind == "missing-option"
    assert "--mouse-discard CARD, one of craft-7, craft-3" in str(refused.text)
    assert table.refused("take Bob craft-3 --mouse-discard lamp").kind == "not-there"
    table.do("take Bob craft-3 --mouse-discard craft-7")
    assert assets(table)["Bob"] == {"craft-3": 2}
    assert table.said("take Cem lamp") == "Cem takes 1 x lamp, and with a mouse discards lamp"
    assert assets(table)["Cem"] == {}
    assert "the caravan holds no mouse" in str(table.refused("take Dee princess --mouse-discard lamp").text)
    table.do("take Dee princess")
    assert assets(table)["Dee"] == {"princess": 1}
    assert table.view["discarded"] == {"mouse": 2, "craft-7": 1, "lamp": 1}


def test_mice_taken_as_ones_kind_leave_none_beside_it():
    table = Table("caravan", 2).do("caravan craft-2=2 mouse=2", "distribute --first Ann", "take Ann craft-2")
    assert table.said("take Bob mouse") == "Bob takes 2 x mouse. The distribution is over"
    assert table.view["discarded"] == {}


def test_thieves_whose_draws_nobody_names_leave_hands_open():
    table = Table("caravan").do("caravan thief=2 lamp=1", "distribute --first Ann")
    said = table.said("take Ann thief --from Bob")
    assert said == (
        "Ann takes 2 x thief: 2 cards are taken; --from tells from whom, without it these hands are no "
        "longer known: Bob, Cem"
    )
    assert table.hands() == {"Ann": 6, "Bob": None, "Cem": None}
    few = Table("caravan").do("hand Bob 1", "hand Cem 0", "caravan thief=3", "take Ann thief")
    assert few.hands() == {"Ann": 5, "Bob": 0, "Cem": 0}


def test_the_order_of_taking_is_shown_but_not_enforced():
    table = Table("caravan").do("caravan craft-2=1 craft-3=1 lamp=1", "distribute --first Bob")
    assert table.view["distribution"]["still_to_take"] == ["Bob", "Cem", "Ann"]
    table.do("take Ann lamp")
    assert table.view["distribution"]["still_to_take"] == ["Bob", "Cem"]


def test_who_takes_first_can_be_put_right_until_somebody_took():
    table = Table("caravan").do("caravan lamp=1 mouse=1", "distribute --first Ann", "distribute --first Bob")
    assert table.view["distribution"]["first"] == "Bob"
    table.do("take Bob lamp")
    assert "Still to take: Cem, Ann" in str(table.refused("distribute --first Cem").text)
    table.do("distribute --end")
    assert caravan(table) == {"mouse": 1}


def test_mice_beside_the_stock_by_house_rule():
    table = Table("caravan", rules={"mice-with-stock": "on"}).do("stock Ann craft-5=1 mouse=2")
    assert caravan(table) == {"craft-5": 1, "mouse": 2}
    assert "with any number of mice" in str(table.refused("stock Bob lamp=1 mouse=1 thief=1").text)


def test_the_view_says_what_one_more_would_change():
    table = Table("caravan", 2).do("holdings Ann craft-7=3 princess=2", "holdings Bob craft-2=1 princess=1")
    more = {row["player"]: row for row in table.view["one_more"]}
    assert more["Ann"] == {"player": "Ann", "princess": {"Ann": 3}, "merchant": {"Ann": 2}}
    assert more["Bob"] == {"player": "Bob", "princess": {"Bob": 2}, "merchant": {"Bob": 2}}
    table.do("holdings Bob craft-2=1 princess=2")
    more = {row["player"]: row for row in table.view["one_more"]}
    assert more["Ann"]["princess"] == {"Ann": 3, "Bob": -2}
    assert more["Bob"]["princess"] == {"Ann": -6, "Bob": 1}
    table.do("holdings Bob craft-2=1", "holdings Ann princess=36")
    assert table.view["one_more"][1]["princess"] is None, "all 36 specials are out"


def test_the_view_is_json_and_alike_for_all():
    table = Table("caravan").do(ROW, "buy Ann craft-5", "stock Bob lamp=2")
    seen = table.view
    assert json.loads(json.dumps(seen)) == seen
    assert all(table.game.view(table.state, player.id) == seen for player in table.state.players)


def test_who_has_left_takes_no_turn_in_a_distribution_and_the_board_keeps_its_spaces():
    table = Table("caravan", edition={"caravan-spaces.3": 5, "caravan-spaces.2": 3}).do(
        "leave Bob", "caravan craft-2=2 craft-3=2", "stock Ann lamp=1"
    )
    assert table.view["caravan_spaces"] == 5
    assert table.view["distribution"]["still_to_take"] == ["Ann", "Cem"]
    table.do("take Ann craft-2", "take Cem craft-3")
    assert table.view["distribution"] is None
    assert caravan(table) == {"lamp": 1}


def test_the_next_player_who_is_at_the_table_takes_first_by_house_rule():
    table = Table("caravan", edition={"caravan-spaces.3": 1}, rules={"wallet-fill-starter": "next"})
    table.do(ROW, "leave Bob", "buy Ann craft-5")
    assert table.view["distribution"]["first"] == "Cem"
