"""`companion do`: actions of the table's game, from words at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import Run

Told = Callable[..., Any]
FIVE = [word for name in ("Ann", "Bob", "Cem", "Dee", "Eve") for word in ("--player", name)]


@pytest.fixture
def dig(told: Told) -> Any:
    """An open table of Archaeology with Ann and Bob."""
    return told("setup", "archaeology", "--player", "Ann", "--player", "Bob")


@pytest.fixture
def mine(told: Told) -> Any:
    """An open table of Saboteur whose roles and goals are dealt with cards."""
    return told(
        "setup", "saboteur", *FIVE, "--rule", "roles=cards", "--rule", "goals=cards", "--start", "Ann"
    )


@pytest.mark.usefixtures("dig")
def test_json_has_the_keys_of_the_contract(told: Told, run: Run) -> None:
    shown = told("do", "sell", "Ann", "coin=3")
    assert shown.keys() >= {"table", "event", "state", "said"}
    assert shown["table"] == "archaeology-1"
    assert shown["event"] == {
        "number": 2,
        "at": "2026-11-29T20:15:00Z",
        "player": "Ann",
        "action": "sell",
        "text": "Ann sells 3 coins for 10",
    }
    assert shown["said"] == "Ann sells 3 coins for 10"
    assert shown["state"] == told("status")["state"]
    assert shown["event"] == told("log")["events"][-1]
    ran = run("do", "sell", "Bob", "map=1")
    assert (ran.status, ran.out, ran.err) == (0, "Bob sells 1 map for 3\n", "")


@pytest.mark.usefixtures("dig")
def test_every_card_of_a_sale_is_a_set_of_its_own(told: Told) -> None:
    told("do", "sell", "Ann", "coin=5", "coin=5")
    told("do", "sell", "Ann", "coin=4")
    assert told("score")["scoresheets"][0]["total"] == 78
    told("do", "holdings", "Ann", "talisman=5", "talisman=3")
    assert told("score")["scoresheets"][0]["total"] == 54


@pytest.mark.usefixtures("dig")
def test_holdings_replace_and_may_be_none_at_all(told: Told) -> None:
    told("do", "sell", "Ann", "coin=5")
    assert told("do", "holdings", "Ann")["said"] == "Ann has no cards"
    assert told("score")["scoresheets"][0]["total"] == 0


@pytest.mark.usefixtures("dig")
@pytest.mark.parametrize("word", ["coin", "Coin", "COI", "co", "コイン", "コイ"])
def test_cards_are_understood_by_key_name_and_beginning(told: Told, word: str) -> None:
    assert told("do", "sell", "Ann", f"{word}=2")["said"] == "Ann sells 2 coins for 5"


@pytest.mark.usefixtures("dig")
@pytest.mark.parametrize(
    "word", ["pot=5", "mask=2", "cup=2", "pharaohs-mask=2", "Pharaoh's mask=2", "tal=１"]
)
def test_short_forms_of_the_design(told: Told, word: str) -> None:
    assert told("do", "sell", "Ann", word)["event"]["number"] == 2


@pytest.mark.usefixtures("dig")
@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        (("sell", "Ann", "coin=6"), (1, "over-limit"), "5"),
        (("sell", "Ann", "cup=3"), (1, "over-limit"), "2"),
        (("sell", "Ann", "map=2"), (1, "over-limit"), "1"),
        (("sell", "Ann", "pot=5", "pot=5", "pot=5", "pot=4"), (1, "over-limit"), "18"),
        (("sell", "Ann", "coin=0"), (1, "over-limit"), "coin"),
        (("sell", "Ann", "coin=99999"), (2, "bad-argument"), "10000"),
        (("sell", "Ann", "coin=2.5"), (2, "bad-argument"), "coin=2.5"),
        (("sell", "Ann", "coin"), (2, "bad-argument"), "CARD=N"),
        (("sell", "Ann", "=3"), (2, "bad-argument"), "CARD=N"),
        (("sell", "Ann", "cion=3"), (1, "unknown-card"), "Did you mean coin?"),
        (("sell", "Ann", "ruby=3"), (1, "unknown-card"), "pot-shard"),
        (("sell", "Ann", "p=3"), (1, "unknown-card"), "parchment"),
        (("sell", "Ann"), (2, "usage"), "CARD"),
        (("sell",), (2, "usage"), "PLAYER"),
        (("sell", "Anne", "coin=3"), (1, "unknown-player"), "Did you mean Ann?"),
        (("sell", "Zoe", "coin=3"), (1, "unknown-player"), "Ann, Bob"),
        (("sel", "Ann", "coin=3"), (2, "usage"), "Did you mean sell?"),
        (("finish", "--winner", "diggers"), (2, "usage"), "sell"),
        (("sell", "Ann", "coin=3", "--fast"), (2, "usage"), "--fast"),
        ((), (2, "usage"), "command"),
    ],
)
def test_what_can_not_be_is_refused_and_leaves_no_trace(
    run: Run, words: tuple[str, ...], error: tuple[int, str], near: str
) -> None:
    before = run("status", "--json").out
    ran = run("do", "--json", *words)
    assert ran.error == error
    assert near in ran.json["error"]["message"]
    plain = run("do", *words)
    assert (plain.status, plain.out) == (error[0], "")
    assert near in plain.err
    assert run("status", "--json").out == before
    assert len(run("log", "--json").json["events"]) == 1


@pytest.mark.usefixtures("dig")
def test_a_partly_wrong_action_is_kept_in_no_part(run: Run) -> None:
    assert run("do", "sell", "Ann", "coin=2", "coin=99").status == 1
    assert len(run("log", "--json").json["events"]) == 1


@pytest.mark.usefixtures("dig")
def test_an_action_that_changes_nothing_is_one_event(told: Told) -> None:
    for number in (2, 3):
        assert told("do", "holdings", "Ann", "coin=2")["event"]["number"] == number


@pytest.mark.parametrize("name", ["a=b", "C,D", "-x", "--json", "coin=3", "👩‍👩‍👧", "花子", "two words"])
def test_odd_names_take_part_as_any_other(told: Told, run: Run, name: str) -> None:
    told("setup", "archaeology", "--player", name, "--player", "Bob")
    ran = run("do", "sell", "--json", "--", name, "coin=3")
    assert ran.status == 0, ran
    assert ran.json["said"] == f"{name} sells 3 coins for 10"
    assert told("score")["standings"][0]["player"] == name


def test_finish_by_cards_answers_with_the_picking_order(told: Told, mine: Any) -> None:
    shown = told(
        "do", "finish", "--winner", "diggers", "--connector", "Eve", "--saboteur", "Bob", "--saboteur", "Dee"
    )
    assert shown["picks"] == ["Eve", "Cem", "Ann", "Eve", "Cem"]
    assert shown["next_start_player"] == "Ann"
    assert shown["deals"] == []
    assert "pay" not in shown


def test_finish_by_cards_answers_with_the_pay(told: Told, mine: Any) -> None:
    words = (
        "do",
        "finish",
        "--winner",
        "saboteurs",
        "--last",
        "Bob",
        "--saboteur",
        "Bob",
        "--saboteur",
        "Dee",
    )
    shown = told(*words)
    assert shown["pay"] == {"Bob": 3, "Dee": 3}
    assert shown["next_start_player"] == "Cem"
    assert "picks" not in shown


def test_nobody_gets_gold_where_nobody_was_a_saboteur(told: Told) -> None:
    told("setup", "saboteur", "--players", 3, "--rule", "roles=cards")
    shown = told("do", "finish", "--winner", "saboteurs", "--no-saboteur")
    assert shown["pay"] == {}
    assert shown["next_start_player"] is None


def test_finish_deals_the_next_round_and_shows_its_commitments(told: Told, run: Run) -> None:
    told("setup", "saboteur", *FIVE)
    shown = told("do", "finish", "--winner", "diggers", "--connector", "Ann")
    assert [(d["name"], d["round"]) for d in shown["deals"]] == [("roles", 2), ("goals", 2)]
    assert all(set(d) == {"name", "round", "commitment"} for d in shown["deals"])
    plain = run("do", "finish", "--winner", "diggers", "--connector", "Ann")
    new = [d["commitment"] for d in told("verify")["deals"] if d["round"] == 3]
    assert len(new) == 2
    assert set(new) <= set(plain.out.splitlines())
    last = told("do", "finish", "--winner", "diggers", "--connector", "Ann")
    assert last["deals"] == []
    assert run("do", "finish", "--winner", "diggers", "--connector", "Ann", "--json").error[0] == 1


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        ((), (2, "usage"), "--winner"),
        (("--winner", "digers"), (2, "usage"), "diggers"),
        (("--winner", "diggers", "--no-saboteur"), (1, "missing-option"), "--connector"),
        (("--winner", "saboteurs", "--connector", "Ann"), (1, "unneeded-option"), "--connector"),
        (("--winner", "saboteurs"), (1, "missing-option"), "--saboteur"),
        (("--winner", "saboteurs", "--saboteur", "Ann", "--no-saboteur"), (1, "conflicting-options"), "both"),
        (("--winner", "saboteurs", "--saboteur", "Anm"), (1, "unknown-player"), "Did you mean Ann?"),
        (("--winner", "saboteurs", "--last", "Zed", "--saboteur", "Ann"), (1, "unknown-player"), "Zed"),
    ],
)
def test_finish_refuses_what_does_not_fit(
    run: Run, words: tuple[str, ...], error: tuple[int, str], near: str
) -> None:
    ran = run("do", "finish", *words, "--json")
    assert ran.error == error
    assert near in ran.json["error"]["message"]


@pytest.mark.usefixtures("dig")
def test_help_lists_the_actions_of_the_table(run: Run, told: Told) -> None:
    ran = run("do", "--help")
    assert ran.status == 0
    assert "sell" in ran.out
    assert "finish" not in ran.out
    assert "CARD=N" in run("do", "sell", "--help").out
    told("setup", "saboteur", "--players", 3)
    assert "finish" in run("do", "--help").out
    assert "--connector" in run("do", "finish", "--help").out


def test_without_a_table_help_lists_the_actions_of_all_games(run: Run) -> None:
    listed = run("do", "--help").out
    assert all(name in listed for name in ("holdings", "sell", "finish"))
    assert run("do", "sell", "Ann", "coin=1", "--json").error == (1, "no-table")
    assert run("do", "holdings", "Ann", "--json").error == (1, "no-table")


def test_looks_and_renames_are_no_actions_of_do(run: Run, told: Told) -> None:
    told("setup", "saboteur", "--players", 3)
    for name in ("roles", "peek", "rename", "close", "setup", "undo"):
        assert run("do", name, "P1", "--json").error == (2, "usage")


def test_a_seed_repeats_the_deals_of_later_rounds_too(told: Told, run: Run) -> None:
    def later() -> Any:
        run("setup", "saboteur", *FIVE, "--seed", "tea", "--json")
        told("do", "finish", "--winner", "diggers", "--connector", "Ann")
        told("do", "finish", "--winner", "saboteurs", "--last", "Bob")
        return [d["commitment"] for d in told("verify")["deals"]]

    first = later()
    assert len(set(first)) == 7
    assert later() == first


def test_undoing_a_rounds_end_takes_its_deals_away_and_redoing_brings_the_same(told: Told, run: Run) -> None:
    told("setup", "saboteur", *FIVE)
    told("do", "finish", "--winner", "diggers", "--connector", "Ann")
    dealt = told("verify")["deals"]
    undone = told("undo")["state"]
    assert [d["round"] for d in undone["deals"]] == [1, 1, 1]
    assert [d["ok"] for d in told("verify")["deals"]] == [None, None, True]
    assert set(run("redo").out.splitlines()) >= {d["commitment"] for d in dealt if d["round"] == 2}
    assert told("verify")["deals"] == dealt


def saboteurs(run: Run) -> tuple[str, ...]:
    """Who the saboteurs of round 1 were, as the check of deals tells after it."""
    roles = next(d for d in run("verify", "--json").json["deals"] if (d["name"], d["round"]) == ("roles", 1))
    return tuple(one["name"] for one in roles["deal"]["roles"] if one["role"] == "saboteur")


def test_a_rounds_end_opens_its_secrets_names_who_starts_and_says_what_commitments_are_for(run: Run) -> None:
    run("setup", "saboteur", *(f"--player={name}" for name in ("Ann", "Bob", "Cem", "Dee", "Eve")))
    said = run("do", "finish", "--winner", "diggers", "--connector", "Eve").out.splitlines()
    deals = {d["name"]: d["deal"] for d in run("verify", "--json").json["deals"] if d["round"] == 1}
    were = saboteurs(run)
    verb = "saboteur was" if len(were) == 1 else "saboteurs were"
    aside = {"saboteur": "a saboteur", "digger": "a gold digger"}[deals["roles"]["aside"]]
    gold = next(place for place, content in deals["goals"].items() if content == "gold")
    assert said[1:6] == [
        f"The {verb} {' and '.join(were)}.",
        f"The role set aside: {aside}.",
        f"The gold was the {gold} goal.",
        "Ann starts round 2.",
        "Note or photograph these: `companion verify` checks the deals against them.",
    ]
    assert said[6].startswith("Commitment to the deal 'roles', round 2")


def test_a_rounds_end_says_how_to_tell_who_starts_where_that_is_not_known(run: Run) -> None:
    run("setup", "saboteur", "--players", 4)
    said = run("do", "finish", "--winner", "saboteurs").out
    assert "left neighbour of whoever played the last card: say it with --last" in said
    run("do", "start", "P2")
    assert run("status", "--json").json["state"]["start_player"] == "P2"


def test_the_last_rounds_end_names_no_next_start_player(run: Run) -> None:
    run(
        "setup",
        "saboteur",
        "--players",
        4,
        "--rule",
        "rounds=1",
        "--rule",
        "roles=cards",
        "--rule",
        "goals=cards",
    )
    said = run("do", "finish", "--winner", "diggers", "--connector", "P1", "--no-saboteur").out
    assert said.splitlines()[1:] == ["Nobody was a saboteur."]


def test_one_saboteur_is_paid_in_the_singular(run: Run) -> None:
    run("setup", "saboteur", "--players", 3, "--rule", "roles=cards")
    assert "; 4 nuggets for P2. Cards" in run("do", "finish", "--winner=saboteurs", "--saboteur=P2").out
    run("setup", "saboteur", "--players", 5, "--rule", "roles=cards")
    said = run("do", "finish", "--winner=saboteurs", "--saboteur=P2", "--saboteur=P3").out
    assert "; 3 nuggets for each of P2, P3. Cards" in said


def test_undo_names_what_it_passes_over_and_says_why_nothing_is_left(run: Run) -> None:
    run("setup", "saboteur", "--players", 4)
    assert run("undo").err == "companion: Nothing is left to undo: the setup itself stays.\n"
    run("do", "last", "P1")
    run("reveal", "middle")
    undone = run("undo")
    assert undone.out == "Undone: P1 played the last card\n"
    assert undone.err == "The middle goal stays open on record: it was seen.\n"
    assert list(run("status", "--json").json["state"]["open_goals"]) == ["middle"]
    assert run("undo").err == (
        "companion: Nothing is left to undo: the setup itself stays. "
        "What somebody has looked at or turned up stays too: it can't be unseen.\n"
    )


def test_undo_of_a_round_says_that_a_goal_of_the_next_one_was_seen(run: Run) -> None:
    run("setup", "saboteur", "--players", 4)
    run("do", "finish", "--winner", "saboteurs")
    run("reveal", "top")
    assert run("undo").err == "That the top goal of round 2 was seen stays on record.\n"


def test_a_deal_that_was_undone_comes_back_and_is_not_dealt_until_it_pleases(run: Run) -> None:
    run("setup", "saboteur", "--player", "Ann", "--player", "Bob", "--player", "Cem")
    finish = ("do", "finish", "--winner", "diggers", "--connector", "Ann", "--json")
    first = run(*finish).json["deals"]
    run("undo")
    run("do", "break", "Bob", "cart")  # the redo is gone, the deal is not
    assert run(*finish).json["deals"] == first
    again = run("do", "redeal", "roles", "--json").json["deals"]
    assert {d["commitment"] for d in again}.isdisjoint(d["commitment"] for d in first)
    third = run("do", "redeal", "roles", "--json").json["deals"]
    assert {d["commitment"] for d in third}.isdisjoint(d["commitment"] for d in (*first, *again))
