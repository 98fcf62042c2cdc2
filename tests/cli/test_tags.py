"""`companion tags`: what there is to print, and the file it goes to."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import deck
from recognizers.fiducials import fiducials
from tests.cli.conftest import Run
from tests.sheets.reading import render

Told = Callable[..., Any]

COPIES = {
    "archaeology": {
        "pot-shard": 18, "parchment": 16, "coin": 14, "talisman": 8, "broken-cup": 6, "map": 6,
        "pharaohs-mask": 4, "thief": 8, "sandstorm": 6, "pyramid": 1,
    },
    "saboteur": {"gold-1": 16, "gold-2": 8, "gold-3": 4},
    "treasure-hunt": {
        **{suit + rank: 1 for suit in "SHDC" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")},
        "joker": 2,
    },
}  # fmt: skip
CARAVAN = ("craft-2", "craft-3", "craft-4", "craft-5", "craft-6", "craft-7",
           "princess", "merchant", "thief", "mouse", "lamp")  # fmt: skip
DECKS = {"archaeology": "AR", "saboteur": "SA", "caravan": "CA", "treasure-hunt": "TH"}


def counted(tags: list[Any]) -> dict[str, int]:
    """Copies by kind; every copy from 1 on must be there once, with a payload of its own."""
    copies: dict[str, list[int]] = {}
    for tag in tags:
        assert set(tag) >= {"payload", "card", "copy"}
        copies.setdefault(tag["card"], []).append(tag["copy"])
    assert all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in copies.values())
    assert len({tag["payload"] for tag in tags}) == len(tags)
    return {card: len(numbers) for card, numbers in copies.items()}


def check_payloads(deck: str, tags: list[Any]) -> None:
    for tag in tags:
        two, kind, copy = tag["payload"].split(":")
        assert two == DECKS[deck]
        assert kind.isalnum()
        assert kind.upper() == kind
        assert copy == f"{tag['copy']:02}"
        assert len(tag["payload"]) <= 10  # what a version 1 symbol of level H holds


@pytest.mark.parametrize("game", COPIES)
def test_the_list_has_every_card_of_the_deck_once(told: Told, run: Run, game: str) -> None:
    shown = told("tags", game, "--list")
    assert set(shown) == {"deck", "tags"}
    assert shown["deck"] == game
    assert counted(shown["tags"]) == COPIES[game]
    check_payloads(game, shown["tags"])
    plain = run("tags", game, "--list")
    assert len(plain.out.splitlines()) == len(shown["tags"])


def test_the_payload_of_the_design(told: Told) -> None:
    tags = told("tags", "archaeology", "--list")["tags"]
    assert {"payload": "AR:POT:07", "card": "pot-shard", "copy": 7} in tags


def test_player_markers(told: Told) -> None:
    shown = told("tags", "players", "--list")
    assert shown["deck"] == "players"
    assert shown["tags"] == [{"payload": f"PL:{n}", "card": "player", "copy": 1} for n in range(1, 11)]


def test_caravan_asks_how_many_there_are(told: Told, run: Run) -> None:
    ran = run("tags", "caravan", "--list", "--json")
    assert ran.error == (1, "copies-unknown")
    for hint in ("princess", "--copies", "edition caravan"):
        assert hint in ran.json["error"]["message"]
    words = [word for kind in CARAVAN for word in ("--copies", f"{kind}=3")]
    shown = told("tags", "caravan", "--list", *words)
    assert counted(shown["tags"]) == dict.fromkeys(CARAVAN, 3)
    check_payloads("caravan", shown["tags"])
    run("edition", "caravan", *(f"copies.{kind}=2" for kind in CARAVAN))
    assert counted(told("tags", "caravan", "--list")["tags"]) == dict.fromkeys(CARAVAN, 2)
    assert counted(told("tags", "caravan", "--list", "--copies", "lamp=5")["tags"])["lamp"] == 5


def test_only_picks_kinds_and_single_cards(told: Told, run: Run) -> None:
    assert counted(told("tags", "archaeology", "--list", "--only", "coin")["tags"]) == {"coin": 14}
    shown = told("tags", "archaeology", "--list", "--only", "coin:7", "--only", "map")
    assert {(t["card"], t["copy"]) for t in shown["tags"]} == {
        ("coin", 7),
        *(("map", n) for n in range(1, 7)),
    }
    ran = run("tags", "archaeology", "--list", "--only", "coin:15", "--json")
    assert ran.error == (1, "over-limit")
    assert run("tags", "archaeology", "--list", "--only", "cion", "--json").error == (1, "unknown-card")


def test_a_file_is_written(told: Told, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "out put.pdf"
    shown = told("tags", "archaeology", "-o", str(file), "--only", "pyramid")
    assert shown["deck"] == "archaeology"
    assert shown["tags"] == 1
    assert file.read_bytes().startswith(b"%PDF-")
    assert str(file) in run("tags", "players", "-o", str(file), "--paper", "letter", "--lang", "ja").out


@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        (("archaeology",), (2, "usage"), "--list"),
        (("archeology", "--list"), (1, "unknown-game"), "archaeology"),
        (("archaeology", "-o", "{tmp}/x.pdf", "--paper", "a3"), (2, "usage"), "letter"),
        (("archaeology", "-o", "{tmp}/x.pdf", "--size", "7"), None, "8"),
        (("archaeology", "-o", "{tmp}/x.pdf", "--size", "26"), None, "25"),
        (("archaeology", "-o", "{tmp}/none/x.pdf"), None, "none"),
        (("archaeology", "-o", "{tmp}"), None, "{tmp}"),
        (("caravan", "--list", "--copies", "lamp=100"), (1, "over-limit"), "99"),
        (("archaeology", "--list", "--copies", "coin=15"), (1, "over-limit"), "14"),
        (("players", "--list", "--only", "11"), (1, "over-limit"), "10"),
    ],
)
def test_what_can_not_be_printed_is_refused(
    run: Run, tmp_path: Path, words: tuple[str, ...], error: tuple[int, str] | None, near: str
) -> None:
    ran = run("tags", *(word.replace("{tmp}", str(tmp_path)) for word in words), "--json")
    assert ran.error[0] in (1, 2)
    assert error is None or ran.error == error
    assert near.replace("{tmp}", str(tmp_path)) in ran.json["error"]["message"]
    assert not (tmp_path / "x.pdf").exists()


def test_april_tags_are_listed_by_the_ids_that_mean_the_same_cards(told: Told) -> None:
    plain = told("tags", "archaeology", "--list")["tags"]
    fiducials = told("tags", "archaeology", "--list", "--symbol", "apriltag")["tags"]
    assert [(t["card"], t["copy"]) for t in fiducials] == [(t["card"], t["copy"]) for t in plain]
    assert [t["payload"] for t in fiducials] == [f"36h11:{n}" for n in range(16, 103)]
    for tag, other in zip(fiducials, plain, strict=True):
        assert deck.meaning(tag["payload"]) == deck.meaning(other["payload"])
    markers = told("tags", "players", "--list", "--symbol", "apriltag")["tags"]
    assert [t["payload"] for t in markers] == [f"36h11:{n}" for n in range(1, 11)]


def test_april_tags_of_a_deck_are_read_back_from_the_file_as_its_cards(told: Told, tmp_path: Path) -> None:
    file = tmp_path / "tags.pdf"
    shown = told("tags", "saboteur", "-o", str(file), "--symbol", "apriltag")
    assert shown["tags"] == 28
    found = fiducials(render(file.read_bytes(), 0, 200))
    cards = {deck.meaning(sighting.text) for sighting in found}
    assert len(cards) == 28
    assert {(card.game, card.kind) for card in cards if isinstance(card, deck.Card)} == {
        ("saboteur", f"gold-{value}") for value in (1, 2, 3)
    }


def test_what_has_no_april_tag_is_refused(run: Run, tmp_path: Path) -> None:
    copies = [word for kind in CARAVAN for word in ("--copies", f"{kind}={31 if kind == 'craft-2' else 3}")]
    ran = run("tags", "caravan", "--list", "--symbol", "apriltag", *copies, "--json")
    assert ran.error == (1, "no-fiducial")
    assert "30 copies of Craft 2" in ran.json["error"]["message"]
    for size in ("5.9", "26"):
        ran = run(
            "tags",
            "saboteur",
            "-o",
            str(tmp_path / "x.pdf"),
            "--symbol",
            "apriltag",
            "--size",
            size,
            "--json",
        )
        assert ran.error == (1, "over-limit")
        assert "6 to 25 mm" in ran.json["error"]["message"]


def test_sheets_and_the_page_of_instructions_are_counted_apart(run: Run, tmp_path: Path) -> None:
    one = run("tags", "archaeology", "--only", "coin:7", "-o", tmp_path / "one.pdf").out
    assert one.startswith("1 tag on 1 sheet and a page of instructions: ")
    deck = run("tags", "archaeology", "-o", tmp_path / "deck.pdf").out
    assert re.match(r"87 tags on \d+ sheets? and a page of instructions: ", deck)
