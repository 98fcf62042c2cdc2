"""Saboteur within a round: tools, the last card, turns, gold by card, a void deal, and that nothing leaks."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games, view
from companion.deals import Dealer, commitment, holds
from companion.games.saboteur import GAME
from companion.games.saboteur_secrets import PLACES, goal_at, role_of
from companion.games.validate import problems
from companion.journal import Journal, fold
from companion.journal import told as all_told
from companion.table import Event, State
from scorers.refusal import Refusal
from tests.games.playing import Table

BY_CARDS = {"roles": "cards", "goals": "cards"}


def table(players: int = 4, **rules: str) -> Table:
    return Table("saboteur", players, rules={key.replace("_", "-"): value for key, value in rules.items()})


def totals(played: Table) -> list[int]:
    return [sheet.total for sheet in GAME.score(played.state).scoresheets]


def log(journal: Journal) -> list[str]:
    return [str(text) for text, _ in all_told(journal.events, games.load)]


def test_a_game_in_a_few_lines():
    played = table(roles="cards", rounds="2")
    assert played.said("break Bob lantern") == "The lantern of Bob is broken"
    played.do("break Bob cart", "turn", "turn", "last Cem")
    assert played.view["broken_tools"] == {"Ann": [], "Bob": ["lantern", "cart"], "Cem": [], "Dee": []}
    assert played.view["may_build"] == ["Ann", "Cem", "Dee"]
    assert (played.view["turn"], played.view["last_card"]) == ("Bob", "Cem")
    assert played.said("mend Bob lantern") == "The lantern of Bob is mended"
    assert played.said("mend Bob cart") == "The cart of Bob is mended: Bob may build again"
    played.do("break Dee pickaxe")
    told = played.answer("finish --winner saboteurs --saboteur Bob")
    assert told["pay"] == {"Bob": 4}
    assert told["hand_out"] == {"Bob": [3, 1]}
    assert told["next_start_player"] == "Dee", "the left neighbour of who played the last card"
    assert played.view["broken_tools"]["Dee"] == [], "a new round begins with whole tools"
    assert (played.view["turn"], played.view["last_card"], played.view["gold_pile"]) == (None, None, 26)
    played.do("gold Bob 3 1")
    assert totals(played) == [0, 4, 0, 0], "pay that is put on record by card counts once"
    assert played.answer("finish --winner diggers --connector Ann --no-saboteur")["picks"] == [
        "Ann",
        "Dee",
        "Cem",
        "Bob",
    ]
    played.do("gold Ann 3", "gold Dee 2", "gold Cem 1", "gold Bob 1")
    assert totals(played) == [3, 5, 1, 2]
    assert played.view["gold_left"] == {"gold-1": 13, "gold-2": 7, "gold-3": 2}
    assert GAME.finished(played.state)


@pytest.mark.parametrize(
    ("lines", "total"),
    [
        (["finish --winner saboteurs --saboteur Ann"], 4),
        (["finish --winner saboteurs --saboteur Ann", "gold Ann 3 1"], 4),
        (["finish --winner saboteurs --saboteur Ann", "gold Ann 2", "gold Ann 2"], 4),
        (["finish --winner saboteurs --saboteur Ann", "gold Ann 2"], 4),
        (["gold Ann 2", "finish --winner saboteurs --saboteur Ann"], 6),
        (
            [
                "finish --winner saboteurs --saboteur Ann",
                "finish --winner diggers --connector Ann --no-saboteur",
                "gold Ann 1",
            ],
            5,
        ),
        (
            [
                "finish --winner diggers --connector Ann --no-saboteur",
                "finish --winner saboteurs --saboteur Ann",
                "gold Ann 1 3 2",
            ],
            6,
        ),
        (["finish --winner saboteurs --saboteur Ann", "gold Ann 3 1", "gold Ann 2"], 6),
        (["finish --winner saboteurs --saboteur Ann", "gold Ann 1", "holdings Ann gold-3=2"], 6),
    ],
)
def test_gold_put_on_record_card_by_card_is_not_counted_twice(lines: list[str], total: int):
    assert totals(table(roles="cards").do(*lines))[0] == total


def test_who_picks_is_told_seat_by_seat():
    said = table(roles="cards").said("finish --winner diggers --connector Bob --saboteur Ann")
    assert said.endswith("Gold is picked in this order: Bob, Dee, Cem, Bob")


def test_pay_is_handed_out_in_cards_that_are_left():
    played = table(roles="cards")
    played.do("gold Bob 3 3 3", "gold Cem 3")
    assert played.answer("finish --winner saboteurs --saboteur Ann")["hand_out"] == {"Ann": [2, 2]}
    assert played.said("finish --winner saboteurs --saboteur Dee").endswith("Cards to hand out: Dee 2 + 2")


def test_the_last_card_only_stands_in_where_nobody_says_otherwise():
    ends = "finish --winner saboteurs --saboteur Bob"
    assert table(roles="cards").answer(ends)["next_start_player"] is None
    assert table(roles="cards").do("last Dee").answer(ends)["next_start_player"] == "Ann"
    assert table(roles="cards").do("last Dee").answer(f"{ends} --last Ann")["next_start_player"] == "Bob"
    laid = "finish --winner diggers --connector Cem --no-saboteur"
    assert table(roles="cards").do("last Ann").answer(laid)["next_start_player"] == "Dee"


def test_who_starts_can_be_stated_after_a_round():
    played = table(roles="cards").do("finish --winner saboteurs --saboteur Bob", "start Cem", "turn")
    assert played.view["turn"] == "Cem"


def test_turns_pass_over_who_has_left():
    played = table().do("turn Ann", "leave Bob", "turn")
    assert played.view["turn"] == "Cem"
    assert "Bob" not in played.view["may_build"]


def test_a_void_deal_is_dealt_anew_and_stays_on_record():
    played = table()
    before = played.state.deal("roles", 1)
    assert before
    said = played.answer("redeal roles --reason 'Bob showed his card'")
    (new,) = said["deals"]
    after = played.state.deal("roles", 1)
    assert after
    assert (new["commitment"], said["void"]) == (after.commitment, before.commitment)
    assert before in played.state.deals, "the void deal stays, sealed"
    assert holds(after)
    assert after.nonce != before.nonce
    assert played.view["void_deals"] == [
        {"deal": "roles", "round": 1, "commitment": before.commitment, "reason": "Bob showed his card"}
    ]
    roles = [role_of(played.state, p.id) for p in played.state.players]
    assert roles == [entry["role"] for entry in after.deal["roles"]]
    ended = Table("saboteur", 4)
    ended.do("redeal roles", "redeal goals", "finish --winner saboteurs")
    sealed = [deal for deal in ended.state.deals if deal.round == 1 and not deal.open]
    assert sealed == [], "at the round's end the void deals can be checked too"
    assert all(holds(deal) for deal in ended.state.deals)
    assert log(ended.journal)[1:3] == [
        "Round 1: the roles are void and dealt again",
        "Round 1: the goals are void and dealt again",
    ]


def test_a_void_deal_comes_back_with_undo():
    played = table()
    before = played.state
    played.do("redeal roles", "redeal goals")
    played.undo().undo()
    assert played.state == before


def test_a_seeded_redeal_has_a_nonce_of_its_own():
    """With the void deal's nonce, anybody could try out which deal the new commitment is of."""
    played = table()
    played.dealer = Dealer(random.Random(1), "a")
    seeded = replace(played.journal.state, seed="a")
    played.journal = replace(played.journal, state=seeded)
    first = GAME.deals(games.base.Occasion(seeded.players, seeded.rules, start="p1"), 1, played.dealer)
    played.do("redeal goals", "redeal goals")
    goals = [first[1], *(deal for deal in played.state.deals[-2:])]
    assert len({deal.nonce for deal in goals}) == 3
    assert all(deal.commitment == commitment(deal.nonce, deal.deal) for deal in goals)


def test_new_goals_lie_face_down():
    played = table()
    played.do("reveal top", "redeal goals")
    assert played.view["open_goals"] == {}
    assert goal_at(played.state, "top") in ("gold", "stone-left", "stone-right")


def test_a_table_too_small_for_another_deal_still_ends_its_round():
    played = table(3)
    played.do("leave Cem")
    told = played.answer("finish --winner saboteurs")
    assert told["deals"] == []
    assert "redeal roles" in str(played.refused("finish --winner saboteurs").text)
    assert played.said("join Dee") == "Dee joins the table"
    assert played.said("redeal roles") == "Round 2: the roles are dealt"
    dee = next(p.id for p in played.state.players if p.name == "Dee")
    assert role_of(played.state, dee) in ("saboteur", "digger")
    assert played.answer("finish --winner saboteurs")["pay"].keys() <= {"Ann", "Bob", "Dee"}


def test_who_has_left_picks_no_gold():
    played = table(roles="cards").do("leave Bob")
    assert played.answer("finish --winner diggers --connector Cem --no-saboteur")["picks"] == [
        "Cem",
        "Ann",
        "Dee",
        "Cem",
    ]
    late = table(roles="cards").do("leave Bob", "join Eve")
    assert "Playing: Ann, Bob, Cem, Dee" in str(
        late.refused("finish --winner diggers --connector Eve --no-saboteur").text
    )


def test_whoever_is_not_scored_still_has_their_gold():
    played = table(roles="cards").do("gold Bob 3 3 3 3", "leave Bob --withdraw")
    assert "1 of the gold cards of 3 would be more than the 4" in str(played.refused("gold Ann 3").text)
    assert [sheet.player for sheet in GAME.score(played.state).scoresheets] == ["Ann", "Cem", "Dee"]


def test_the_game_keeps_the_interface():
    assert problems(GAME) == []


# Nothing hidden gets out

OUTLINE = (
    "gold Ann {a}",
    "break Bob cart",
    "gold Bob {b}",
    "redeal roles",
    "peek top --player Cem",
    "last Dee",
    "turn",
    "redeal goals",
    "roles Dee",
)
ASKED = (
    "gold Cem 3 3 3 3 3",
    "gold Cem 4",
    "gold Cem",
    "break Bob cart",
    "mend Bob pickaxe",
    "redeal start-player",
    "finish --winner diggers",
    "finish --winner saboteurs --saboteur Ann",
    "holdings Cem gold-3=5",
)


def told(journal: Journal, played: Table) -> str:
    """All that anybody can get out of a table before its round ends."""
    state = journal.state
    seen = [view.view(GAME, state, viewer) for viewer in (None, *(p.id for p in state.players))]
    data = [dict(event.data) for event in journal.events]
    refusals = []
    played.journal = journal
    for line in ASKED:
        with pytest.raises(Refusal) as refused:
            played.event(line)
        refusals.append([refused.value.kind, str(refused.value.text)])
    return json.dumps([seen, data, log(journal), refusals])


def with_other_secrets(event: Event, gold: list[int], chance: random.Random) -> Event:
    """The event with its hidden part replaced: gold of other values, roles and goals dealt otherwise."""
    if event.action == "gold":
        return event._replace(secret={"values": gold})
    if "deals" not in event.secret:
        return event
    deals = []
    for public, hidden in zip(event.data["deals"], event.secret["deals"], strict=True):
        deal = hidden["deal"]
        if public["name"] == "roles":
            roles = [*(entry["role"] for entry in deal["roles"]), deal["aside"]]
            chance.shuffle(roles)
            named = [{**e, "role": r} for e, r in zip(deal["roles"], roles[:-1], strict=True)]
            deal = {"roles": named, "aside": roles[-1]}
        elif public["name"] == "goals":
            deal = dict(zip(PLACES, chance.sample(list(deal.values()), 3), strict=True))
        deals.append({"nonce": f"{chance.getrandbits(256):064x}", "deal": deal})
    return event._replace(secret={**event.secret, "deals": deals})


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 3), min_size=2, max_size=4), st.integers(0, 2**32))
def test_tables_alike_but_for_what_is_hidden_tell_the_same(gold: list[int], seed: int):
    played = table()
    played.do(*(line.format(a="1 2", b="2 2") for line in OUTLINE))
    shown = told(played.journal, played)
    chance = random.Random(seed)
    events = [with_other_secrets(event, gold, chance) for event in played.journal.events]
    other = fold(events, games.load)
    assert told(other, played) == shown
    assert "saboteur" not in shown.replace('"game": "saboteur"', "").split('"finished"')[0].split("rules")[0]


def test_too_much_gold_is_refused_without_a_word_of_who_has_how_much():
    ann = table().do("gold Ann 3 3 3")
    dee = table().do("gold Dee 3", "gold Cem 3 3")
    asked = "gold Bob 3 3"
    assert str(ann.refused(asked).text) == str(dee.refused(asked).text)
    text = str(ann.refused(asked).text)
    assert text.startswith(
        "with those on record, 2 of the gold cards of 3 would be more than the 4 in the game"
    )
    two = table().do("gold Ann 3 3", "gold Dee 3")
    assert str(table().do("gold Ann 3 3 3 3").refused(asked).text) == text
    assert str(two.refused("gold Bob 3 3").text) == text
    assert not any(name in text for name in ("Ann", "Cem", "Dee"))
    assert "4 gold cards of 3 in the game, not 5" in str(ann.refused("gold Bob 3 3 3 3 3").text)


def test_gold_is_only_in_the_hidden_part():
    event = table().event("gold Ann 3 1")
    assert event.data == {"player": "p1"}
    assert event.secret == {"values": [3, 1]}


# Random rounds

LINES = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(("break", "mend")),
            st.sampled_from(("Ann", "Bob", "Cem", "Dee")),
            st.sampled_from(("pickaxe", "lantern", "cart")),
        ).map(" ".join),
        st.tuples(
            st.just("gold"),
            st.sampled_from(("Ann", "Bob", "Cem", "Dee")),
            st.lists(st.sampled_from("123"), min_size=1, max_size=4).map(" ".join),
        ).map(" ".join),
        st.sampled_from(
            (
                "turn",
                "turn Cem",
                "last Bob",
                "redeal roles",
                "redeal goals",
                "holdings Ann gold-1=2",
                "finish --winner saboteurs",
                "finish --winner diggers --connector Bob",
                "leave Dee",
                "join Dee",
                "start Ann",
            )
        ),
    ),
    max_size=25,
)


def whole(state: State) -> None:
    seen = GAME.view(state, None)
    assert 0 <= seen["gold_pile"] <= 28
    for tools in seen["broken_tools"].values():
        assert len(tools) == len(set(tools)) <= 3
    gold = [n for cards in state.facts["holdings"].values() for _, n in cards]
    assert sum(gold) <= 28
    assert all(n >= 0 for n in state.facts["paid"].values())
    assert all(n >= 0 for n in state.facts["picks_due"].values())
    json.dumps(state.facts)
    GAME.score(state)


@settings(max_examples=60, deadline=None)
@given(LINES)
def test_random_rounds_keep_the_record_whole_and_undo_exactly(lines: list[str]):
    played = table()
    states = [played.state]
    for line in lines:
        try:
            played.do(line)
        except Refusal:
            continue
        whole(played.state)
        states.append(played.state)
    assert len(played.journal.events) == len(states)
    assert fold(list(played.journal.events), games.load).state == played.state
    for before in reversed(states[:-1]):
        assert played.undo().state == before
