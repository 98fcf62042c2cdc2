"""`companion setup`: opening a table for the people present."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.terminal import Terminal

NUMBERS = {
    "saboteur": {"saboteurs_in_pool", "diggers_in_pool", "hand", "gold_cards_if_diggers_win", "draw_pile"},
    "archaeology": {"hand", "market", "chambers", "sandstorms", "thieves", "maps", "dig_deck"},
    "caravan": {"starting_hand", "market_costs", "hand_limit", "caravan_spaces"},
    "treasure-hunt": {"hands", "stock", "field_pack", "track", "dungeon"},
}
RANGES = {"saboteur": (3, 10), "archaeology": (1, 4), "caravan": (2, 4), "treasure-hunt": (2, 4)}
COUNTS = [(game, n) for game, (least, most) in RANGES.items() for n in range(least, most + 1)]
COMMITMENT = re.compile(r"[0-9a-f]{64}")


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_json_has_every_key_of_the_contract(told: Callable[..., Any], game: str, players: int) -> None:
    shown = told("setup", game, "--players", players)
    assert shown["table"] == f"{game}-1"
    assert shown["game"] == game
    assert shown["players"] == [{"seat": n, "name": f"P{n}"} for n in range(1, players + 1)]
    assert shown["rules"]
    assert all(isinstance(value, str) for value in shown["rules"].values())
    assert shown["numbers"].keys() >= NUMBERS[game]
    assert [step["number"] for step in shown["steps"]] == list(range(1, len(shown["steps"]) + 1))
    assert all(step["title"] and step["text"] for step in shown["steps"])
    assert {deal["name"] for deal in shown["deals"]} <= {"roles", "goals", "start-player", "layout"}
    for deal in shown["deals"]:
        assert deal["round"] == 1
        assert COMMITMENT.fullmatch(deal["commitment"])
        assert ("value" in deal) == (deal["name"] in ("start-player", "layout"))
        assert not {"nonce", "deal"} & deal.keys()
    assert ("layout" in shown) == (game == "treasure-hunt")


def test_numbers_are_those_of_the_rules_pages(told: Callable[..., Any]) -> None:
    assert told("setup", "saboteur", "--players", 7)["numbers"] == {
        "saboteurs_in_pool": 3,
        "diggers_in_pool": 5,
        "hand": 5,
        "gold_cards_if_diggers_win": 7,
        "draw_pile": 32,
    }
    digging = told("setup", "archaeology", "--players", 3)["numbers"]
    assert (digging["hand"], digging["market"], digging["chambers"]) == (4, 5, [3, 5, 7])
    assert [digging[key] for key in ("sandstorms", "thieves", "maps", "dig_deck")] == [5, 8, 6, 53]
    caravan = told("setup", "caravan", "--players", 2)["numbers"]
    assert caravan["market_costs"] == [1, 1, 2, 3, 5]
    assert (caravan["starting_hand"], caravan["hand_limit"], caravan["caravan_spaces"]) == (4, 7, None)
    hunt = told("setup", "treasure-hunt", "--players", 4, "--rule", "jokers=1")["numbers"]
    assert hunt == {"hands": 16, "stock": 9, "field_pack": 27, "track": 12, "dungeon": 15}


def test_layout_has_the_shape_of_the_contract(told: Callable[..., Any]) -> None:
    shown = told("setup", "treasure-hunt", "--players", 3)
    layout = shown["layout"]
    assert layout.keys() >= {"track", "dungeon", "thief", "entry", "start"}
    assert len(layout["track"]) == 12
    assert len(layout["dungeon"]) == shown["numbers"]["dungeon"]
    cells = [*layout["track"], *layout["dungeon"], layout["thief"], layout["entry"], layout["start"]]
    assert all(len(cell) == 2 and all(type(part) is int for part in cell) for cell in cells)
    assert layout["start"] not in [*layout["track"], *layout["dungeon"]]
    apart = [abs(a - b) for a, b in zip(layout["start"], layout["entry"], strict=True)]
    assert sum(apart) == 1
    assert next(d["value"] for d in shown["deals"] if d["name"] == "layout") == layout


def test_saboteurs_deals_are_made_unless_cards_make_them(told: Callable[..., Any]) -> None:
    people = ("--player", "A", "--player", "B", "--player", "C")

    def names(*options: str) -> list[str]:
        return [deal["name"] for deal in told("setup", "saboteur", *people, *options)["deals"]]

    assert names() == ["roles", "goals", "start-player"]
    assert names("--start", "B") == ["roles", "goals"]
    assert names("--start", "B", "--rule", "roles=cards") == ["goals"]
    assert names("--start", "B", "--rule", "roles=cards", "--rule", "goals=cards") == []


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_text_names_players_and_table_and_has_commitments_whole(run: Run, game: str, players: int) -> None:
    ran = run("setup", game, "--players", players)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert f"P{players}" in lines[0]
    assert f"{game}-1" in lines[-1]
    deals = run("status", "--json").json["state"]["deals"]
    for deal in deals:
        assert lines.count(deal["commitment"]) == 1


def test_commitments_stand_whole_on_a_narrow_screen(run_process: Run) -> None:
    ran = run_process("setup", "saboteur", "--players", 3, COLUMNS="40")
    assert sum(bool(COMMITMENT.fullmatch(line)) for line in ran.out.splitlines()) == 3


def test_guide_only_opens_nothing(run: Run, folder: Path) -> None:
    for game, (least, _) in RANGES.items():
        ran = run("setup", game, "--players", least, "--guide-only")
        assert (ran.status, ran.err) == (0, "")
        assert "1." in ran.out
        shown = run("setup", game, "--players", least, "--guide-only", "--json").json
        assert shown["table"] is None
        assert shown["deals"] == []
        assert shown["numbers"].keys() >= NUMBERS[game]
    assert not folder.exists()
    assert run("tables", "--json").json == {"tables": []}


@pytest.mark.parametrize("game", RANGES)
def test_a_seed_repeats_every_deal_and_says_that_it_is_no_secret(run: Run, game: str) -> None:
    words = ("setup", game, "--players", 4, "--seed", "tea", "--json")
    first, second = run(*words), run(*words)
    other = run("setup", game, "--players", 4, "--seed", "milk", "--json").json
    assert "secret" in first.err
    assert first.json["deals"] == second.json["deals"]
    assert first.json.get("layout") == second.json.get("layout")
    for a, b in zip(first.json["deals"], other["deals"], strict=True):
        assert a["commitment"] != b["commitment"]


def test_without_a_seed_no_deal_repeats(told: Callable[..., Any]) -> None:
    seen = [told("setup", "saboteur", "--players", 5)["deals"][0]["commitment"] for _ in range(20)]
    assert len(set(seen)) == 20


def test_production_chance_is_the_operating_systems() -> None:
    import random

    from companion.cli.app import App

    assert isinstance(App().chance, random.SystemRandom)


def test_anybody_can_recompute_a_commitment_with_a_hash_and_nothing_else(told: Callable[..., Any]) -> None:
    told("setup", "treasure-hunt", "--players", 2)
    (deal,) = told("verify")["deals"]
    text = json.dumps(deal["deal"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(f"{deal['nonce']}:{text}".encode()).hexdigest() == deal["commitment"]
    assert COMMITMENT.fullmatch(deal["nonce"])


def test_start_names_who_starts(told: Callable[..., Any]) -> None:
    shown = told("setup", "archaeology", "--player", "Ann", "--player", "Bob", "--start", "bob")
    assert shown["start_player"] == "Bob"
    assert any("Bob" in step["text"] for step in shown["steps"])


def test_house_rules_are_kept_and_shown(run: Run) -> None:
    ran = run("setup", "saboteur", "--players", 3, "--rule", "rounds=5", "--rule", "gold-draw=per-digger")
    assert "rounds=5" in ran.out
    rules = run("status", "--json").json["state"]["rules"]
    assert (rules["rounds"], rules["gold-draw"], rules["roles"]) == ("5", "per-digger", "companion")


def test_under_per_digger_the_number_of_gold_cards_tells_nothing(told: Callable[..., Any]) -> None:
    shown = told("setup", "saboteur", "--players", 5, "--rule", "gold-draw=per-digger")
    assert shown["numbers"]["gold_cards_if_diggers_win"] is None


def test_a_game_can_be_named_by_its_beginning(told: Callable[..., Any]) -> None:
    assert told("setup", "treas", "--players", 2)["game"] == "treasure-hunt"
    assert told("setup", "SABOTEUR", "--players", 3)["game"] == "saboteur"


ACCEPTED = [
    "Ann Marie",
    "🦊",
    "👨‍👩‍👧‍👦",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\U0001fae8",
    "x" * 60,
    "y" * 64,
    "花子",
    "a=b",
    "C,D",
    "-dash",
    "--table",
    "[red]",
    "{name}",
    "100%s",
    'O\'Neil "Al"',
    "مریم",
    "Zoë",
]


def test_any_printable_name_is_kept_as_it_is(told: Callable[..., Any]) -> None:
    for first in range(0, len(ACCEPTED), 9):
        names = ACCEPTED[first : first + 9]
        words = [word for name in names for word in ("--player", name)]
        shown = told("setup", "saboteur", *words)
        assert [p["name"] for p in shown["players"]] == names
        assert told("status")["players"] == shown["players"]


def test_a_plain_listing_shows_odd_names_unharmed(run: Run) -> None:
    for name in ACCEPTED:
        run("setup", "archaeology", "--player", name)
        for command in ("status", "tables", "log", "score"):
            ran = run(command)
            assert ran.status == 0, ran
            assert name in ran.out


def test_spaces_around_a_name_are_dropped(told: Callable[..., Any]) -> None:
    assert told("setup", "archaeology", "--player", "  Ann ")["players"] == [{"seat": 1, "name": "Ann"}]


@pytest.mark.parametrize(
    ("name", "kind", "told_of"),
    [
        ("z" * 65, "bad-name", "64"),
        ("", "bad-name", "empty"),
        ("  \t", "bad-name", "empty"),
        ("\u200d", "bad-name", "empty"),
        ("A\nB", "bad-name", "U+000A"),
        ("A\x1b[2J", "bad-name", "U+001B"),
        ("A\x7f", "bad-name", "U+007F"),
        ("A\u202eB", "bad-name", "U+202E"),
        ("A\u2066B", "bad-name", "U+2066"),
        ("A\u2028B", "bad-name", "U+2028"),
        ("A\udcffB", "bad-name", "U+DCFF"),
    ],
)
def test_names_that_are_refused(run: Run, folder: Path, name: str, kind: str, told_of: str) -> None:
    ran = run("setup", "caravan", "--player", "Bob", "--player", name, "--json")
    assert ran.error == (1, kind)
    assert told_of in ran.json["error"]["message"]
    assert not folder.exists()
    plain = run("setup", "caravan", "--player", "Bob", "--player", name)
    assert (plain.status, plain.out) == (1, "")
    assert "\x1b" not in plain.err


@pytest.mark.parametrize(
    ("a", "b"), [("Ann", " Ann"), ("ann", "ANN"), ("Ａｎｎ", "Ann"), ("straße", "STRASSE")]
)
def test_names_must_differ_after_folding(run: Run, a: str, b: str) -> None:
    ran = run("setup", "caravan", "--player", a, "--player", b, "--json")
    assert ran.error == (1, "same-name")


@pytest.mark.parametrize("game", RANGES)
def test_player_counts_out_of_range_are_refused_with_the_range(run: Run, game: str) -> None:
    least, most = RANGES[game]
    for wrong in (-1, 0, least - 1, most + 1, 10**9):
        ran = run("setup", game, "--players", wrong, "--json")
        assert ran.error == (1, "players-out-of-range")
        assert f"{least} to {most}" in ran.json["error"]["message"]
    names = [word for n in range(most + 1) for word in ("--player", f"N{n}")]
    assert run("setup", game, *names, "--json").error == (1, "players-out-of-range")


@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        (("saboter", "--players", "3"), (1, "unknown-game"), "saboteur"),
        (("chess", "--players", "3"), (1, "unknown-game"), "archaeology"),
        (("", "--players", "3"), (1, "unknown-game"), "archaeology"),
        (("saboteur", "--players", "3", "--rule", "gold-drow=per-player"), (1, "unknown-rule"), "gold-draw"),
        (("saboteur", "--players", "3", "--rule", "rounds=12"), (1, "unknown-value"), "9"),
        (("saboteur", "--players", "3", "--rule", "rounds"), (2, "bad-argument"), "KEY=VALUE"),
        (("saboteur", "--players", "3", "--start", "P4"), (1, "unknown-player"), "P"),
        (("saboteur", "--playrs", "3"), (2, "usage"), "--players"),
        (("saboteur", "--players", "three"), (2, "usage"), "three"),
        (("saboteur", "--players", "3", "--player", "Ann"), (2, "usage"), "either"),
        (("saboteur",), (2, "usage"), "--players"),
        ((), (2, "usage"), "GAME"),
        (("saboteur", "extra", "--players", "3"), (2, "usage"), "extra"),
    ],
)
def test_a_wrong_command_line_is_refused_precisely(
    run: Run, folder: Path, words: tuple[str, ...], error: tuple[int, str], near: str
) -> None:
    ran = run("setup", *words, "--json")
    assert ran.error == error
    assert near in ran.json["error"]["message"]
    assert ran.err == ""
    assert not folder.exists()
    plain = run("setup", *words)
    assert (plain.status, plain.out) == (error[0], "")
    assert near in plain.err


def test_japanese_names_the_game_or_falls_back_to_english(run: Run) -> None:
    assert run("setup", "archaeology", "--players", 2, "--lang", "ja").status == 0
    ran = run("setup", "archaeology", "--players", 2, "--lang", "fr", "--json")
    assert ran.error == (2, "usage")


@pytest.mark.parametrize(
    ("rule", "dealt"), [((), True), (("--rule", "roles=cards", "--rule", "goals=cards"), False)]
)
def test_a_guide_without_a_table_doesnt_say_that_something_was_dealt(
    told: Callable[..., Any], rule: tuple[str, ...], dealt: bool
) -> None:
    words = ("setup", "saboteur", "--players", 5, *rule)
    opened, guide = (
        " ".join(step["text"] for step in told(*words, *more)["steps"]) for more in ((), ("--guide-only",))
    )
    assert ("has dealt" in opened) == dealt
    assert "has dealt" not in guide
    assert ("when it opens the table" in guide) == dealt


def test_a_guide_without_a_table_draws_a_board_too(run: Run) -> None:
    words = ("setup", "treasure-hunt", "--players", 2, "--seed", "s", "--json")
    shown = run(*words, "--guide-only").json
    assert len(shown["layout"]["track"]) == 12
    assert shown["deals"] == []
    assert run("status").status == 1, "no table was opened"
    assert run(*words).json["layout"] == shown["layout"]
    assert "thief" in run("setup", "treasure-hunt", "--players", 2, "--guide-only").out


def test_names_are_asked_for_until_they_can_play(folder: Path, told: Callable[..., Any]) -> None:
    with Terminal(folder, "setup", "saboteur") as terminal:
        for prompt, typed, answer in (
            ("  1: ", "Ann, Bob, Cem", "one name a line"),
            ("  2: ", "-", "is taken back"),
            ("  1: ", "Ann", ""),
            ("  2: ", "ann", "Ann"),
            ("  2: ", "Bob", ""),
            ("  3: ", "", "Saboteur is for 3 to 10 players, not 2."),
            ("  3: ", "Cem", ""),
            ("  4: ", "", "Saboteur for 3"),
        ):
            terminal.wait(prompt, terminal.text.count(prompt) or 1)
            terminal.press(typed + "\n")
            terminal.wait(answer)
        assert terminal.end() == 0
    assert [p["name"] for p in told("status")["players"]] == ["Ann", "Bob", "Cem"]
