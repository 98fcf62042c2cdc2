"""Tan-Tan Caravan at the table, against the rules page's numbers and test vectors."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.deals import Dealer
from companion.games.base import Guide, Occasion
from companion.games.caravan import GAME, check_edition
from companion.table import Json, Player, State
from scorers.refusal import Refusal

NAMES = ("Ann", "Bob", "Cem", "Dee")
DEFAULTS = {rule.key: rule.default for rule in GAME.house_rules}
HOLDINGS = next(action for action in GAME.actions if action.name == "holdings")
DEALER = Dealer(random.Random(1))
CRAFTS = tuple(f"craft-{n}" for n in range(2, 8))
SPECIALS = ("princess", "merchant", "thief", "mouse", "lamp")


def occasion(
    players: int, edition: Mapping[str, Json] | None = None, start: str | None = None, **rules: str
) -> Occasion:
    seats = tuple(Player(f"p{i + 1}", NAMES[i], i + 1) for i in range(players))
    chosen = {key.replace("_", "-"): value for key, value in rules.items()}
    return Occasion(seats, {**DEFAULTS, **chosen}, edition or {}, start)


def table(players: int = 3, edition: Mapping[str, Json] | None = None, **rules: str) -> State:
    what = occasion(players, edition, **rules)
    return State("caravan-1", "caravan", what.players, what.rules, what.edition, GAME.first_facts(what))


def has(state: State, player: str, **cards: int) -> State:
    """The state after a `holdings` that must be accepted; `craft_5=2` is two of craft-5."""
    counts = tuple((key.replace("_", "-"), n) for key, n in cards.items())
    outcome = HOLDINGS.check(state, {"player": player, "cards": counts}, DEALER)
    return HOLDINGS.effect(state, outcome.data, outcome.secret)


def refusal(state: State, player: str, *cards: tuple[str, int]) -> Refusal:
    with pytest.raises(Refusal) as refused:
        HOLDINGS.check(state, {"player": player, "cards": cards}, DEALER)
    return refused.value


def steps(guide: Guide) -> dict[str, str]:
    return {str(step.title): str(step.text) for step in guide.steps}


def test_kinds_are_those_of_the_rules_page_and_no_copies_are_made_up():
    assert tuple(kind.key for kind in GAME.kinds) == CRAFTS + SPECIALS
    assert all(kind.copies is None for kind in GAME.kinds)
    assert all(GAME.copies(kind, {}) is None for kind in GAME.kinds)
    codes = {kind.code for kind in GAME.kinds}
    assert len(codes) == 11
    assert all(re.fullmatch("[A-Z0-9]{2,4}", code) for code in codes), "with CA: and a copy of two digits, 10"


def test_copies_come_from_the_edition():
    lamp = GAME.kind("lamp")
    assert GAME.copies(lamp, {"copies.lamp": 6}) == 6
    assert GAME.copies(lamp, {"copies.mouse": 6}) is None
    assert GAME.copies(lamp, {"copies.lamp": None}) is None


def test_the_edition_asks_for_copies_spaces_removals_and_money():
    keys = [fact.key for fact in GAME.facts]
    expected = {f"copies.{kind}" for kind in CRAFTS + SPECIALS}
    expected |= {f"money.{kind}" for kind in CRAFTS + SPECIALS}
    expected |= {f"removed.{n}.{kind}" for n in (2, 3) for kind in CRAFTS + SPECIALS}
    expected |= {f"caravan-spaces.{n}" for n in (2, 3, 4)}
    assert set(keys) == expected
    assert len(keys) == len(expected)
    texts = [str(fact.text) for fact in GAME.facts]
    assert len(set(texts)) == len(texts), "each says what it asks for"


def test_house_rules_are_those_of_the_rules_page():
    assert {rule.key: (rule.values, rule.default, rule.source) for rule in GAME.house_rules} == {
        "starting-hand": (("4", "0"), "4", "house"),
        "wallet-fill-starter": (("buyer", "next"), "buyer", "printed"),
        "lamps": (("on", "off"), "on", "house"),
        "mice-with-stock": (("off", "on"), "off", "printed"),
        "new-wallet": (("leftmost", "from-pile"), "leftmost", "house"),
        "tiebreak": (("shared", "most-cards"), "shared", "house"),
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hand", ["4", "0"])
@pytest.mark.parametrize("told", [None, 17])
def test_setup_numbers(players: int, hand: str, told: int | None):
    edition = {} if told is None else {f"caravan-spaces.{players}": told}
    guide = GAME.guide(occasion(players, edition, starting_hand=hand))
    assert guide.numbers == {
        "starting_hand": int(hand),
        "market_costs": [1, 1, 2, 3, 5],
        "hand_limit": 7,
        "caravan_spaces": told,
    }
    text = steps(guide)
    assert f"the mark {players}" in text["Board"]
    assert ("hasn't been told" in text["Board"]) == (told is None)
    assert (f"{told} spaces" in text["Board"]) == (told is not None)
    assert "5 spaces from the left" in text["Wallet and market"]
    assert "1, 1, 2, 3, 5" in text["Wallet and market"]
    assert "at most 7 cards" in text["First turns"]
    if hand == "4":
        assert f"Deal 4 face down to each of the {players} players, {4 * players} cards" in text["Hands"]
    else:
        assert "Nobody is dealt any" in text["Hands"]
        assert "first turn is to buy" in text["First turns"]


def test_with_four_players_every_card_is_in_play():
    text = steps(GAME.guide(occasion(4)))
    assert "all 105 cards" in text["Cards in play"]
    assert f"holds {105 - 4 * 4 - 1 - 5} cards" in text["Pile"]


def test_cards_to_take_out_are_left_to_the_box_until_the_edition_has_them():
    text = steps(GAME.guide(occasion(2)))
    assert "rules in your box say" in text["Cards in play"]
    assert not re.search(r"\d+ cards", text["Pile"])


def test_a_part_of_the_cards_to_take_out_is_told_and_the_rest_asked():
    text = steps(GAME.guide(occasion(2, {"removed.2.lamp": 2, "removed.2.mouse": 0, "removed.3.thief": 9})))
    assert "2 x Lamp" in text["Cards in play"]
    assert "Thief" in text["Cards in play"].split("How many leave")[1]
    assert "Mouse" not in text["Cards in play"]
    assert "9" not in text["Cards in play"]
    assert not re.search(r"\d+ cards", text["Pile"])


def test_all_cards_to_take_out_are_told_once_the_edition_has_them():
    edition = {f"removed.3.{kind}": 0 for kind in CRAFTS + SPECIALS} | {"removed.3.craft-2": 5}
    text = steps(GAME.guide(occasion(3, edition)))
    assert text["Cards in play"] == "Put back into the box: 5 x Craft 2. 100 cards stay in play."
    assert f"holds {100 - 12 - 6} cards" in text["Pile"]
    none = {f"removed.3.{kind}": 0 for kind in CRAFTS + SPECIALS}
    assert "all 105 cards" in steps(GAME.guide(occasion(3, none)))["Cards in play"]


def test_nothing_is_dealt_by_lot_and_the_camel_decides_who_starts():
    assert GAME.deals(occasion(3), 1, DEALER) == ()
    assert GAME.start_player(occasion(3), ()) is None
    assert "camel most recently" in steps(GAME.guide(occasion(3)))["Start player"]
    assert steps(GAME.guide(occasion(3, start="p2")))["Start player"].startswith("Bob begins")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_is_a_scheme_without_a_number_until_the_edition_tells(players: int):
    drawing = GAME.guide(occasion(players)).drawing or ""
    top = drawing.split("\n\n")[0]
    assert f"ends at the mark {players}" in top
    marks = top.splitlines()[2]
    assert re.findall(r"\d+", marks) == ["2", "3", "4"]
    assert not re.search(r"\d+ spaces", top)


@pytest.mark.parametrize("count", [1, 12, 25, 26, 60, 105])
def test_the_board_draws_as_many_spaces_as_the_edition_tells(count: int):
    drawing = GAME.guide(occasion(3, {"caravan-spaces.3": count, "caravan-spaces.2": 1})).drawing or ""
    top = drawing.split("\n\n")[0]
    cells = [int(n) for row in top.splitlines() if row.startswith("│") for n in re.findall(r"\d+", row)]
    assert cells == [n % 100 for n in range(1, count + 1)]
    assert top.splitlines()[0] == f"caravan: {count} spaces, ends at ^3"
    assert top.splitlines()[-1].endswith("^3")
    assert max(map(len, drawing.splitlines())) <= 78


def test_the_board_marks_each_end_under_its_space():
    edition = {"caravan-spaces.2": 3, "caravan-spaces.3": 5, "caravan-spaces.4": 30}
    rows = (GAME.guide(occasion(2, edition)).drawing or "").splitlines()
    numbers, marks = rows[2], rows[4]
    assert marks.index("^2") == numbers.index(" 3")
    assert marks.index("^3") == numbers.index(" 5")
    assert rows[6].index("30") == rows[8].index("^4")


def test_the_market_is_drawn_from_the_wallet_to_5():
    drawing = GAME.guide(occasion(4)).drawing or ""
    market = drawing.split("\n\n")[1].splitlines()
    assert market[0].split() == ["wallet", "cost", "1", "cost", "1", "cost", "2", "cost", "3", "cost", "5"]
    assert market[1].count("┌") == 6


def test_an_edition_that_adds_up_gives_no_warning():
    edition = dict(zip([f"copies.{c}" for c in CRAFTS], [10, 10, 11, 12, 13, 13], strict=True))
    edition |= dict(zip([f"copies.{s}" for s in SPECIALS], [7, 7, 7, 7, 8], strict=True))
    assert check_edition(edition) == []
    assert check_edition({}) == []
    assert check_edition({"copies.craft-2": 11, "copies.lamp": None}) == []
    (crafts,) = check_edition({**edition, "copies.craft-7": 14})
    assert "crafts add up to 70 cards; a box holds 69" in str(crafts)
    (specials,) = check_edition({**edition, "copies.lamp": 7})
    assert "specials add up to 35 cards; a box holds 36" in str(specials)


def test_an_edition_is_warned_of_as_soon_as_it_can_no_longer_be_right():
    (warning,) = check_edition({"copies.craft-2": 40, "copies.craft-3": 30})
    assert "70" in str(warning)
    (warning,) = check_edition({"copies.mouse": 2, "removed.3.mouse": 3})
    assert "removed.3.mouse is 3, but copies.mouse is only 2" in str(warning)


def test_scoring_by_the_vectors():
    state = has(table(), "p1", craft_2=3, craft_5=4, craft_7=1, princess=3, merchant=2, lamp=4)
    state = has(state, "p2", princess=1, merchant=2)
    ann, bob, cem = GAME.score(state).scoresheets
    assert [(line.item, line.points) for line in ann.lines] == [
        ("crafts", 33),
        ("princess", 12),
        ("merchant", 12),
        ("lamp", 16),
    ]
    assert (ann.total, bob.total, cem.total) == (73, 0, 0)


def test_majorities_count_across_the_table():
    state = has(table(), "p1", princess=2, craft_7=5)
    state = has(state, "p2", princess=2, craft_2=1)
    state = has(state, "p3", princess=1, craft_3=3)
    assert [sheet.total for sheet in GAME.score(state).scoresheets] == [35 + 10, 2 + 2, 9]
    assert GAME.view(state, None)["most"] == {
        "princess": {"count": 2, "players": ["Ann", "Bob"]},
        "merchant": {"count": 0, "players": []},
    }


def test_lamps_off_count_nothing_and_are_named():
    on, off = has(table(), "p1", lamp=3), has(table(lamps="off"), "p1", lamp=3)
    assert (GAME.score(on).scoresheets[0].total, GAME.score(off).scoresheets[0].total) == (9, 0)
    assert "lamps = off" in str(GAME.score(off).explanation)


def test_ties_are_shared_or_go_to_more_asset_cards_by_house_rule():
    states = []
    for rule in ("shared", "most-cards"):
        state = has(table(2, tiebreak=rule), "p1", craft_6=1)
        states.append(has(state, "p2", craft_3=2))
    shared, by_cards = (GAME.score(state) for state in states)
    assert [s.place for s in shared.standings] == [1, 1]
    assert [(s.player, s.place) for s in by_cards.standings] == [("Bob", 1), ("Ann", 2)]
    assert by_cards.standings[0].decided_by == "most-cards"
    assert "tiebreak = most-cards" in str(by_cards.explanation)


def test_holdings_add_up_entries_and_replace_what_was_recorded():
    counts = (("craft-5", 1), ("craft-5", 2), ("lamp", 0))
    outcome = HOLDINGS.check(table(), {"player": "p1", "cards": counts}, DEALER)
    assert outcome.data == {"player": "p1", "cards": [["craft-5", 3]]}
    state = HOLDINGS.effect(has(table(), "p1", lamp=4), outcome.data, {})
    assert GAME.view(state, None)["assets"][0] == {"player": "Ann", "cards": {"craft-5": 3}, "total": 15}
    assert GAME.score(has(state, "p1")).scoresheets[0].total == 0


def test_cards_that_cannot_be_there_are_refused():
    assert refusal(table(), "p1", ("princes", 1)).kind == "unknown-card"
    assert "princess" in str(refusal(table(), "p1", ("princes", 1)).text)
    assert refusal(table(), "p1", ("lamp", -1)).kind == "bad-number"
    state = has(table(), "p1", craft_2=60)
    assert "69" in str(refusal(state, "p2", ("craft-3", 10)).text)
    assert "36" in str(refusal(table(), "p2", ("lamp", 37)).text)


def test_more_of_a_kind_than_in_play_is_refused_where_the_edition_knows():
    edition = {"copies.lamp": 6, "removed.2.lamp": 2}
    state = has(table(2, edition), "p1", lamp=3)
    refused = refusal(state, "p2", ("lamp", 2))
    assert refused.kind == "over-limit"
    assert "5 of lamp are more than the 4 in play with 2 players" in str(refused.text)
    has(state, "p2", lamp=1)
    has(state, "p1", lamp=4)  # replaces the three
    with_three = has(table(3, edition), "p1", lamp=3)
    has(with_three, "p2", lamp=3)  # nobody has said what leaves with 3: at most the 6 of the box
    assert "6 in play" in str(refusal(with_three, "p2", ("lamp", 4)).text)
    has(table(2), "p1", lamp=30)  # without an edition only the 36 specials of every box are a limit


def test_the_view_is_the_same_for_everybody_and_knows_no_secret():
    state = has(table(2, {"caravan-spaces.2": 12}), "p1", craft_4=2)
    seen = GAME.view(state, None)
    assert seen["caravan_spaces"] == 12
    assert json.loads(json.dumps(seen)) == seen
    swapped = replace(state, seed="another")
    assert all(GAME.view(s, v) == seen for s in (state, swapped) for v in (None, "p1", "p2"))
