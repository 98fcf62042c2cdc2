"""`companion check`: which cards of a deck the photos lack."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import deck, games
from tests.cli.conftest import Run
from tests.cli.test_live import film
from tests.pictures import Lying, photograph, row


def deck_payloads(key: str, *without: str) -> list[str]:
    return [card.payload for card in deck.cards(games.load(key), {}) if card.payload not in without]


def spread(payloads: list[str]) -> list[Lying]:
    return [card for n in range(0, len(payloads), 9) for card in row(payloads[n : n + 9], 0, 11 * n)]


def test_a_complete_deck_in_two_photos(told: Callable[..., Any], tmp_path: Path) -> None:
    gold = deck_payloads("saboteur")
    photos = [photograph(tmp_path / f"{n}.png", spread(gold[n : n + 16]), width=3000) for n in (0, 12)]
    shown = told("check", "saboteur", *photos)
    assert (shown["game"], shown["complete"], shown["missing"]) == ("saboteur", True, [])
    assert (shown["found"], shown["of"]) == (28, 28)
    assert [image["file"] for image in shown["images"]] == [str(photo) for photo in photos]
    assert shown["problems"] == []


def test_missing_cards_by_kind_and_number(told: Callable[..., Any], run: Run, tmp_path: Path) -> None:
    gold = deck_payloads("saboteur", "SA:G1:04", "SA:G1:09", "SA:G3:02")
    photo = photograph(tmp_path / "a.png", spread(gold), width=4000)
    shown = told("check", "saboteur", photo)
    assert shown["missing"] == [{"card": "gold-1", "copies": [4, 9]}, {"card": "gold-3", "copies": [2]}]
    assert (shown["complete"], shown["found"], shown["of"]) == (False, 25, 28)
    ran = run("check", "saboteur", photo)
    assert ran.status == 0
    assert "Gold card of 1: 2 of 16 are missing: 4, 9" in ran.out
    assert "Gold card of 3: 1 of 4 is missing: 2" in ran.out


def test_single_cards_are_named(run: Run, tmp_path: Path) -> None:
    photo = photograph(tmp_path / "a.png", spread(deck_payloads("treasure-hunt")[:30]), width=4000)
    ran = run("check", "treasure-hunt", photo)
    assert "Joker: 2 of 2 are missing: 1, 2" in ran.out
    assert "King of clubs" in ran.out


def test_cards_seen_twice_and_strangers(told: Callable[..., Any], tmp_path: Path) -> None:
    cards = row(["SA:G1:01", "SA:G1:01", "AR:POT:01", "SA:G1:77", "HTTP://A.B"], 0, 0)
    shown = told("check", "saboteur", photograph(tmp_path / "a.png", cards))
    assert [(p["kind"], p["cards"]) for p in shown["problems"]] == [
        ("other-game", ["AR:POT:01"]),
        ("malformed-tag", ["SA:G1:77"]),
        ("same-tag-twice", ["SA:G1:01"]),
    ]
    assert (shown["found"], shown["complete"]) == (1, False)
    assert "HTTP://A.B" in [code["text"] for code in shown["images"][0]["foreign"]]


def test_a_deck_that_nobody_counted_is_refused_until_it_is_told(
    told: Callable[..., Any], run: Run, tmp_path: Path
) -> None:
    photo = photograph(tmp_path / "a.png", row(["CA:LAMP:01", "CA:LAMP:03"], 0, 0))
    assert run("check", "caravan", photo, "--json").error == (1, "copies-unknown")
    kinds = [kind.key for kind in games.load("caravan").kinds]
    copies = [f"--copies={key}={2 if key == 'lamp' else 0}" for key in kinds]
    shown = told("check", "caravan", photo, *copies)
    assert (shown["missing"], shown["of"]) == ([{"card": "lamp", "copies": [2]}], 2)
    assert [(p["kind"], p["cards"]) for p in shown["problems"]] == [("too-many-copies", ["CA:LAMP:03"])]


def test_an_unreadable_picture_among_good_ones(run: Run, tmp_path: Path) -> None:
    photo = photograph(tmp_path / "a.png", row(["SA:G1:01"], 0, 0), width=800)
    ran = run("check", "saboteur", photo, tmp_path / "none.png", "--json")
    assert (ran.status, ran.json["found"]) == (1, 1)
    assert [problem["kind"] for problem in ran.json["problems"]] == ["not-found"]


def test_wrong_command_lines(run: Run) -> None:
    assert run("check", "saboteur", "--json").error == (2, "usage")
    assert run("check", "sabotage", "x.jpg", "--json").error == (1, "unknown-game")


def test_where_no_tag_of_the_game_was_read_nothing_is_called_missing(run: Run, tmp_path: Path) -> None:
    empty = photograph(tmp_path / "empty.png", [Lying("", 0, 0)], width=400)
    caravan = photograph(tmp_path / "caravan.png", row(["CA:LAMP:01", "CA:LAMP:03"], 0, 0))
    for photo in (empty, caravan):
        ran = run("check", "archaeology", photo)
        assert ran.status == 1
        assert "No tag of Archaeology was read" in ran.out
        assert "missing" not in ran.out
        shown = run("check", "archaeology", photo, "--json")
        assert (shown.status, shown.json["complete"], shown.json["found"]) == (1, False, 0)
        assert "no-tags" in [problem["kind"] for problem in shown.json["problems"]]
    assert "Tan-Tan Caravan" in ran.out
    assert "face up" not in ran.out


def test_of_files_that_are_no_pictures_only_that_is_said(run: Run, tmp_path: Path) -> None:
    ran = run("check", "archaeology", tmp_path / "none.png")
    assert ran.status == 1
    assert ran.out.strip() == f"! There is no file {tmp_path / 'none.png'}."


def test_a_video_is_checked_as_photos_are(told: Callable[..., Any], run: Run, tmp_path: Path) -> None:
    cards = row(["SA:G1:01", "SA:G1:02", "AR:POT:01"], 0, 0)
    video = film(tmp_path / "film.avi", [cards[:2], cards])
    photo = photograph(tmp_path / "a.png", row(["SA:G3:01", "SA:G3:02"], 0, 0))
    shown = told("check", "saboteur", video, photo)
    assert [image["file"] for image in shown["images"]] == [str(video), str(photo)]
    assert (shown["found"], shown["complete"]) == (4, False)
    assert [problem["kind"] for problem in shown["problems"]] == ["other-game"]
    ran = run("check", "saboteur", video, "--debug", tmp_path / "steps", "--json")
    assert ran.error == (2, "bad-argument")
    assert str(video) in ran.json["error"]["message"]
    assert not (tmp_path / "steps").exists()


def test_where_the_game_was_left_out_that_is_said(run: Run, tmp_path: Path) -> None:
    photo = photograph(tmp_path / "a.png", row(["SA:G1:01"], 0, 0), width=400)
    for images in ([photo], [photo, photo], [tmp_path / "none.jpg"], ["film.mp4"]):
        ran = run("check", *images, "--json")
        assert ran.error == (2, "usage")
        message = ran.json["error"]["message"]
        assert "GAME" in message
        assert f"companion check archaeology {images[0]}" in message
    assert run("check", "--json").error == (2, "usage")
    assert "after GAME" in run("check", "saboteur", "--json").json["error"]["message"]
