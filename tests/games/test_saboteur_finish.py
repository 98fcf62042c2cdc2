"""The end of a Saboteur round: picking order, pay, the next start player, the next deal, undo."""

from __future__ import annotations

import json
import random

import pytest

from companion.deals import Dealer, holds
from companion.games.saboteur import GAME
from companion.games.saboteur_secrets import goal_at, role_of
from companion.journal import Journal, extend, fold, told, undo
from companion.journal import act as journal_act
from companion.table import Event, State
from tests.games.saboteur_table import (
    AT,
    DEALER,
    NAMES,
    act,
    action,
    arguments,
    refused,
    setup_event,
    table,
)


def finish(state: State, **given: object) -> tuple[State, dict]:
    """The state after `finish` and what `do finish --json` answers."""
    args = arguments("finish", {key.replace("_", "-"): value for key, value in given.items()})
    outcome = action("finish").check(state, args, DEALER)
    after = action("finish").effect(state, outcome.data, outcome.secret)
    answer = action("finish").answer
    assert answer
    return after, dict(answer(state, after, outcome.data))


def said(state: State, **given: object) -> str:
    args = arguments("finish", {key.replace("_", "-"): value for key, value in given.items()})
    return str(action("finish").text(state, action("finish").check(state, args, DEALER).data))


def ids(*names: str) -> tuple[str, ...]:
    return tuple(f"p{NAMES.index(name) + 1}" for name in names)


def dealt_with(players: int, saboteurs: int, **changed: str) -> State:
    """A table whose companion dealt so many saboteurs."""
    for seed in range(200):
        state = table(players, seed, **changed)
        if sum(role_of(state, p.id) == "saboteur" for p in state.players) == saboteurs:
            return state
    raise AssertionError("no such deal")


@pytest.mark.parametrize(
    ("saboteurs", "picks"),
    [
        (("Bob", "Dee"), ["Eve", "Cem", "Ann", "Eve", "Cem"]),
        (("Cem",), ["Eve", "Dee", "Bob", "Ann", "Eve"]),
        (("Eve", "Bob"), ["Dee", "Cem", "Ann", "Dee", "Cem"]),
    ],
)
def test_picking_order_vectors(saboteurs: tuple[str, ...], picks: list[str]):
    state = table(5, roles="cards")
    after, answer = finish(state, winner="diggers", connector="p5", saboteur=ids(*saboteurs))
    assert answer["picks"] == picks
    assert "pay" not in answer
    assert answer["next_start_player"] == "Ann"
    assert after.start == "p1"
    shown = GAME.view(after, None)["finished"][0]
    assert shown["picks"] == picks
    assert {name for name, role in shown["roles"].items() if role == "saboteur"} == set(saboteurs)


@pytest.mark.parametrize(("saboteurs", "diggers", "twice"), [(4, 6, 3), (3, 7, 2)])
def test_at_ten_players_nine_cards_are_picked(saboteurs: int, diggers: int, twice: int):
    state = dealt_with(10, saboteurs)
    picks = finish(state, winner="diggers", connector="p4")[1]["picks"]
    assert len(picks) == 9
    assert len(set(picks)) == diggers
    assert sum(picks.count(name) == 2 for name in set(picks)) == twice


@pytest.mark.parametrize(
    ("players", "in_play", "each"), [(3, 0, 0), (3, 1, 4), (5, 2, 3), (7, 3, 3), (10, 4, 2), (10, 3, 3)]
)
def test_payout_vectors(players: int, in_play: int, each: int):
    state = dealt_with(players, in_play)
    paid = {p.name for p in state.players if role_of(state, p.id) == "saboteur"}
    after, answer = finish(state, winner="saboteurs")
    assert answer["pay"] == dict.fromkeys(paid, each)
    assert "picks" not in answer
    totals = {sheet.player: sheet.total for sheet in GAME.score(after).scoresheets}
    assert totals == {name: each if name in paid else 0 for name in NAMES[:players]}


@pytest.mark.parametrize(("in_play", "drawn"), [(1, 4), (2, 3)])
def test_one_card_a_digger(in_play: int, drawn: int):
    state = dealt_with(5, in_play, gold_draw="per-digger")
    picks = finish(state, winner="diggers", connector="p1")[1]["picks"]
    assert len(picks) == len(set(picks)) == drawn


def test_the_sentence_says_what_is_public():
    state = table(5, roles="cards")
    assert (
        said(state, winner="diggers", connector="p5", saboteur=("p2",))
        == "Round 1: the diggers win; Eve laid the last tunnel. "
        "Gold is picked in this order: Eve, Dee, Cem, Ann, Eve"
    )
    assert (
        said(state, winner="saboteurs", saboteur=("p4", "p2"))
        == "Round 1: the saboteurs win; 3 nuggets for each of Bob, Dee. Cards to hand out: Bob 3, Dee 3"
    )
    assert "nobody gets gold" in said(table(3, roles="cards"), winner="saboteurs", no_saboteur=True)


@pytest.mark.parametrize(
    ("given", "start"),
    [
        ({"winner": "saboteurs"}, None),
        ({"winner": "saboteurs", "last": "p5"}, "Ann"),
        ({"winner": "diggers", "connector": "p2"}, "Cem"),
        ({"winner": "diggers", "connector": "p2", "last": "p3"}, "Dee"),
    ],
)
def test_the_left_neighbour_of_the_last_card_starts(given: dict[str, str], start: str | None):
    after, answer = finish(table(5), **given)
    assert answer["next_start_player"] == start
    assert after.start == (None if start is None else ids(start)[0])


def test_the_next_round_is_dealt_and_the_last_one_opened():
    state = act(table(5), "peek", goal="top", player="p1")
    after, answer = finish(state, winner="saboteurs")
    assert [(d["name"], d["round"]) for d in answer["deals"]] == [("roles", 2), ("goals", 2)]
    assert all(set(d) == {"name", "round", "commitment"} for d in answer["deals"])
    assert [(d.name, d.round, d.open) for d in after.deals] == [
        ("roles", 1, True),
        ("goals", 1, True),
        ("start-player", 1, True),
        ("roles", 2, False),
        ("goals", 2, False),
    ]
    assert all(holds(deal) for deal in after.deals)
    assert [d.commitment for d in after.deals[3:]] == [d["commitment"] for d in answer["deals"]]
    first, second = state.deal("goals", 1), after.deal("goals", 2)
    assert first
    assert second
    assert goal_at(after, "top") == second.deal["top"]
    assert GAME.view(after, None)["finished"][0]["goals"] == first.deal
    assert GAME.view(after, None)["round"] == 2


def test_a_finish_hides_the_next_deal():
    state = table(5)
    args = arguments("finish", {"winner": "saboteurs"})
    outcome = action("finish").check(state, args, Dealer(random.Random(4), "seed"))
    written = json.dumps(outcome.data)
    assert "digger" not in written.replace("diggers", "")
    assert "stone" not in written
    for deal in outcome.secret["deals"]:
        assert deal["nonce"] not in written
    assert {"top", "middle", "bottom"} == set(outcome.secret["deals"][1]["deal"])


def test_the_last_round_deals_nothing_and_ends_the_game():
    state, answer = finish(table(3, rounds="2"), winner="saboteurs")
    assert len(answer["deals"]) == 2
    state, answer = finish(state, winner="diggers", connector="p2")
    assert answer["deals"] == []
    assert GAME.finished(state)
    assert GAME.view(state, None)["round"] == 2
    over = refused(state, "finish", winner="saboteurs")
    assert over.kind == "over-limit"
    assert "All 2 rounds" in str(over)


def test_cards_dealt_by_hand_are_not_dealt_by_the_companion():
    answer = finish(table(3, roles="cards", goals="cards"), winner="saboteurs", saboteur=("p1",))[1]
    assert answer["deals"] == []


@pytest.mark.parametrize(
    ("changed", "given", "kind", "names"),
    [
        ({}, {"winner": "diggers"}, "missing-option", "--connector NAME"),
        ({}, {"winner": "saboteurs", "connector": "p1"}, "unneeded-option", "leave --connector out"),
        ({}, {"winner": "saboteurs", "saboteur": ("p1",)}, "unneeded-option", "The companion dealt"),
        ({}, {"winner": "saboteurs", "no_saboteur": True}, "unneeded-option", "The companion dealt"),
        ({"roles": "cards"}, {"winner": "saboteurs"}, "missing-option", "--saboteur NAME"),
        (
            {"roles": "cards"},
            {"winner": "saboteurs", "saboteur": ("p1",), "no_saboteur": True},
            "conflicting-options",
            "not both",
        ),
        ({"roles": "cards"}, {"winner": "saboteurs", "no_saboteur": True}, "bad-number", "1 or 2"),
        (
            {"roles": "cards"},
            {"winner": "saboteurs", "saboteur": ("p1", "p2", "p3")},
            "bad-number",
            "1 or 2 saboteurs are in play, not 3",
        ),
    ],
)
def test_what_does_not_fit_is_refused(changed: dict, given: dict, kind: str, names: str):
    refusal = refused(table(5, **changed), "finish", **given)
    assert refusal.kind == kind
    assert names in str(refusal)


def test_nobody_is_a_saboteur_only_where_the_pool_has_one():
    for players in (3, 4):
        state = table(players, roles="cards")
        assert finish(state, winner="saboteurs", no_saboteur=True)[1]["pay"] == {}
        assert finish(state, winner="saboteurs", saboteur=("p1",))[1]["pay"] == {"Ann": 4}
    same_twice = finish(table(5, roles="cards"), winner="saboteurs", saboteur=("p1", "p1"))[1]
    assert same_twice["pay"] == {"Ann": 4}


def short_of_gold(**changed: str) -> State:
    """Seven players who hold all gold but eight 2s and two 1s; three of them are saboteurs."""
    state = table(7, roles="cards", **changed)
    return act(state, "holdings", player="p7", cards=(("gold-1", 14), ("gold-3", 4)))


def test_what_the_pile_can_not_pay_is_credited_and_said():
    state = short_of_gold()
    who = {"winner": "saboteurs", "saboteur": ("p1", "p2", "p3")}
    assert "1 nugget of it without a card" in said(state, **who)
    after, answer = finish(state, **who)
    assert answer["pay"] == {"Ann": 3, "Bob": 3, "Cem": 3}
    assert sum(after.facts["paid"].values()) == 8
    assert sum(after.facts["credits"].values()) == 1
    sheets = {sheet.player: sheet for sheet in GAME.score(after).scoresheets}
    assert [sheets[name].total for name in ("Ann", "Bob", "Cem")] == [3, 3, 3]
    (owed,) = after.facts["credits"]
    assert {line.item for line in sheets[after.name(owed)].lines} == {"paid", "credited"}


def test_the_largest_amount_below_is_a_house_rule():
    state = short_of_gold(inexact_pay="largest-below")
    who = {"winner": "saboteurs", "saboteur": ("p1", "p2", "p3")}
    after, answer = finish(state, **who)
    assert answer["pay"] == {"Ann": 2, "Bob": 2, "Cem": 2}
    assert not any(after.facts["credits"].values())
    assert "the most that the gold left can pay them alike" in said(state, **who)


def test_a_count_replaces_what_was_handed_out_but_keeps_the_credit():
    state = act(short_of_gold(), "finish", winner="saboteurs", saboteur=("p1", "p2", "p3"))
    (owed,) = state.facts["credits"]
    state = act(state, "holdings", player=owed, cards=(("gold-2", 1),))
    sheet = next(s for s in GAME.score(state).scoresheets if s.player == state.name(owed))
    assert [(line.item, line.points) for line in sheet.lines] == [("gold-2", 2), ("credited", 1)]
    others = [s for s in GAME.score(state).scoresheets if s.player in ("Ann", "Bob", "Cem") and s != sheet]
    assert [s.total for s in others] == [3, 3]


def test_pay_counts_in_the_standings():
    state = act(table(5, roles="cards"), "finish", winner="saboteurs", saboteur=("p2", "p4"))
    state = act(state, "holdings", player="p1", cards=(("gold-1", 1),))
    places = [(s.place, s.player, s.total, s.decided_by) for s in GAME.score(state).standings]
    assert places[:3] == [(1, "Bob", 3, "shared"), (1, "Dee", 3, "shared"), (3, "Ann", 1, "total")]


def test_a_late_round_draws_what_is_left():
    state = table(10, roles="cards", rounds="9")
    lengths = []
    for _ in range(4):
        state, answer = finish(state, winner="diggers", connector="p10", saboteur=("p1", "p2", "p3", "p4"))
        lengths.append(len(answer["picks"]))
    assert lengths == [9, 9, 9, 1]


def journal_of(*steps: tuple[str, dict]) -> Journal:
    """A journal of five players after these actions (`undo` among them)."""
    journal = fold([setup_event(5)], lambda key: GAME)
    chance = Dealer(random.Random(5))
    for name, given in steps:
        event: Event
        if name == "undo":
            event = undo(journal, AT)
        else:
            event = journal_act(journal, name, arguments(name, given), chance, AT)
        journal = extend(journal, event)
    return journal


def test_undoing_a_round_takes_its_deal_back_but_not_the_looks():
    ends = ("finish", {"winner": "saboteurs"})
    look = ("peek", {"goal": "top", "player": "p1"})
    turn = ("reveal", {"goal": "bottom"})
    journal = journal_of(ends, look, turn, ("undo", {}))
    assert GAME.view(journal.state, None)["round"] == 1
    assert GAME.view(journal.state, None)["open_goals"] == {}
    assert [(entry.what, entry.round) for entry in journal.state.looks] == [("top", 2)]
    assert {deal.round for deal in journal.state.deals} == {1}
    assert not journal.state.deals[0].open
    again = journal_of(ends, look, turn, ("undo", {}), ends)
    assert GAME.view(again.state, None)["open_goals"] == {}
    assert goal_at(again.state, "bottom") in ("gold", "stone-left", "stone-right")


def test_the_log_tells_the_round_in_sentences():
    journal = journal_of(
        ("roles", {"player": "p1"}),
        ("finish", {"winner": "diggers", "connector": "p5"}),
        ("holdings", {"player": "p1", "cards": (("gold-3", 2),)}),
    )
    assert [str(text) for text, _ in told(journal.events, lambda key: GAME)][1:] == [
        "Ann looked at their role",
        "Round 1: the diggers win; Eve laid the last tunnel. "
        "Gold is picked in this order: Eve, Cem, Bob, Ann, Eve",
        "The gold cards of Ann are counted",
    ]


def test_a_table_survives_being_written_and_read_again():
    journal = journal_of(
        ("finish", {"winner": "diggers", "connector": "p5"}),
        ("reveal", {"goal": "top"}),
        ("holdings", {"player": "p1", "cards": (("gold-3", 2),)}),
        ("finish", {"winner": "saboteurs", "last": "p2"}),
    )
    read = [
        Event(
            e.number,
            e.at,
            e.action,
            json.loads(json.dumps(dict(e.data))),
            json.loads(json.dumps(dict(e.secret))),
        )
        for e in journal.events
    ]
    assert fold(read, lambda key: GAME).state == journal.state
