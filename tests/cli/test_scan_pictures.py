"""What `scan` and `check` show of how pictures were read: boxes, how sure each card is, every step."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion import deck, games
from recognizers.annotate import DASHES
from recognizers.load import Pixels
from recognizers.sighting import Sighting
from tests.cli.conftest import Run
from tests.cli.test_scan import COINS, POTS, ann, both, table
from tests.pictures import Lying, marker, photograph, row, sightings

__all__ = ["ann", "both", "table"]

MASKS = [f"AR:MASK:{n:02}" for n in range(1, 5)]
Reads = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """`reads(cards, {payload: confidence})`: pictures are read so; those named were told by comparing.

    What is returned gets the words that reading was called with.
    """

    def reading(cards: list[Lying], told: dict[str, float], doubted: Collection[str] = ()) -> Any:
        called: list[dict[str, Any]] = []

        def as_read(sighting: Sighting) -> Sighting:
            if sighting.text in told:
                return replace(sighting, reader="closed-set", confidence=told[sighting.text])
            return replace(sighting, confidence=0.49) if sighting.text in doubted else sighting

        def read(pixels: Pixels, **words: Any) -> list[Sighting]:
            called.append(words)
            return [as_read(sighting) for sighting in (sightings(cards) if cards else ())]

        monkeypatch.setattr("recognizers.read.read", read)
        return called

    return reading


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture that is read as a test says."""
    return photograph(tmp_path / "photo.jpg", [Lying("", 0, 0)], width=400)


def line(out: str, beginning: str) -> str:
    """The one line that begins so."""
    (found,) = (line for line in out.splitlines() if line.startswith(beginning))
    return found


# Boxes and names


def test_annotate_writes_the_picture_with_boxes_in_the_language_chosen(
    told: Callable[..., Any], ann: Path, tmp_path: Path
) -> None:
    drawn = {}
    for language in ("en", "ja"):
        target = tmp_path / f"{language}.png"
        told("scan", ann, "--annotate", target, "--lang", language)
        drawn[language] = cv2.imread(str(target))
        assert drawn[language].shape == (1500, 2000, 3)
    original = cv2.imread(str(ann))
    assert (np.abs(drawn["en"].astype(int) - original).max(axis=2) > 60).sum() > 1000
    assert (drawn["en"] != drawn["ja"]).any()


def test_annotate_numbers_several_pictures_and_fills_a_folder(
    told: Callable[..., Any], ann: Path, both: Path, tmp_path: Path
) -> None:
    told("scan", ann, both, "--annotate", tmp_path / "seen.jpg")
    assert (tmp_path / "seen-1.jpg").is_file()
    assert (tmp_path / "seen-2.jpg").is_file()
    told("scan", ann, both, "--annotate", tmp_path / "out")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["ann.jpg", "both.jpg"]


def test_annotate_never_overwrites_a_photo_and_knows_its_formats(run: Run, ann: Path, tmp_path: Path) -> None:
    before = ann.read_bytes()
    assert run("scan", ann, "--annotate", ann, "--json").error == (1, "same-file")
    assert run("scan", ann, "--annotate", tmp_path, "--json").error == (1, "same-file")
    assert run("scan", ann, "--annotate", tmp_path / "a.txt", "--json").error == (1, "unknown-extension")
    assert run("scan", ann, "--annotate", tmp_path / "no" / "a.png", "--json").error == (1, "unwritable")
    assert ann.read_bytes() == before


def test_annotate_draws_what_was_told_by_comparing_otherwise(
    told: Callable[..., Any], reads: Reads, photo: Path, tmp_path: Path
) -> None:
    cards = row(POTS[:4], 0, 0)
    drawn = []
    for compared in ({}, {POTS[0]: 0.98, POTS[1]: 0.55}, {POTS[0]: 0.51, POTS[1]: 0.55}):
        reads(cards, compared)
        told("scan", photo, "--annotate", tmp_path / "drawn.png")
        drawn.append(cv2.imread(str(tmp_path / "drawn.png"))[:, :, ::-1].astype(int))
    dashes = [(np.abs(picture - DASHES).max(axis=2) < 30).sum() for picture in drawn]
    assert dashes[0] == 0
    assert dashes[1] > 20
    assert (drawn[1] != drawn[2]).any()  # the percentage


# How sure each card is


def test_cards_told_by_comparing_are_named_the_least_sure_first(run: Run, reads: Reads, photo: Path) -> None:
    reads([*row(MASKS, 0, 0), *row(COINS, 0, 200)], {MASKS[2]: 0.984, COINS[11]: 0.55})
    for command in (["scan", photo], ["check", "archaeology", photo]):
        assert line(run(*command).out, "2 of 18 cards were told by comparing").endswith(
            "the deck's codes: Coin 12 (55 %), Pharaoh's mask 3 (98 %)."
        )
    reads(row(MASKS, 0, 0), {MASKS[2]: 0.98})
    assert (
        "1 of 4 cards was told by comparing it with the deck's codes: Pharaoh's mask 3 (98 %)."
        in run("scan", photo).out
    )


def test_of_many_told_by_comparing_the_least_sure_are_named(run: Run, reads: Reads, photo: Path) -> None:
    surest_first = {payload: 0.99 - n / 100 for n, payload in enumerate([*POTS, *COINS[:12]])}
    reads([*row(POTS, 0, 0), *row(COINS, 0, 200)], surest_first)
    said = line(run("scan", photo).out, "30 of 32 cards were told by comparing")
    assert said.count("%") == 6
    assert "the least sure: Coin 12 (70 %), Coin 11 (71 %)" in said


def test_where_all_were_decoded_nothing_is_said_of_comparing(run: Run, reads: Reads, photo: Path) -> None:
    reads(row(MASKS, 0, 0), {})
    for command in (["scan", photo], ["check", "archaeology", photo]):
        out = run(*command).out
        assert "comparing" not in out
        assert "Unsure" not in out


def test_unsure_reads_have_a_column_whatever_they_come_from(
    run: Run, reads: Reads, table: str, photo: Path
) -> None:
    cards = [marker(1, 0, 0), *row(COINS[:3], 60, 0), marker(2, 0, 200), *row(POTS[:2], 60, 200)]
    reads(cards, {COINS[0]: 0.694, COINS[1]: 0.7, "PL:1": 0.98}, doubted=[POTS[1]])
    out = run("scan", photo).out
    assert line(out, "Player  Cards").split() == ["Player", "Cards", "Sets", "Unsure"]
    assert line(out, "Ann     Coin x 3").endswith("  Coin 1 (69 %)")
    assert line(out, "Bob     Pot shard x 2").endswith("  Pot shard 2 (49 %)")
    assert line(out, "2 of 5 cards were told by comparing").endswith(": Coin 1 (69 %), Coin 2 (70 %).")


def test_check_names_unsure_reads_of_the_deck(run: Run, reads: Reads, photo: Path) -> None:
    reads(row(["AR:COIN:01", "AR:COIN:02", "CA:LAMP:01"], 0, 0), {"AR:COIN:01": 0.6, "CA:LAMP:01": 0.6})
    out = run("check", "archaeology", photo).out
    assert line(out, "Unsure") == "Unsure, look at them: Coin 1 (60 %)."
    assert "1 of 2 cards was told by comparing" in out


def test_check_goes_by_the_surest_read_of_several_pictures(
    run: Run, monkeypatch: pytest.MonkeyPatch, photo: Path
) -> None:
    seen = iter([0.55, 0.97, 0.6])

    def read(pixels: Pixels, **words: Any) -> list[Sighting]:
        return [
            replace(s, reader="closed-set", confidence=next(seen)) for s in sightings(row(COINS[:1], 0, 0))
        ]

    monkeypatch.setattr("recognizers.read.read", read)
    out = run("check", "archaeology", photo, photo, photo).out
    assert "Coin 1 (97 %)" in out
    assert "Unsure" not in out


def test_small_tags_are_really_told_by_comparing(run: Run, tmp_path: Path) -> None:
    small = photograph(tmp_path / "a.png", [*row(POTS[:5], 0, 0), *row(POTS[5:10], 0, 110)], width=800)
    out = run("scan", "--game", "archaeology", small, "--annotate", tmp_path / "drawn.png").out
    told = re.search(r"(\d+) of \d+ cards w\w+ told by comparing", out)
    assert told
    assert line(out, told[0]).count("%") == int(told[1]) > 0
    drawn = cv2.imread(str(tmp_path / "drawn.png"))[:, :, ::-1].astype(int)
    assert (np.abs(drawn - DASHES).max(axis=2) < 30).any()


# What reading waits for


def qr_code(group: Collection[str]) -> str:
    """Of the texts of a card's symbols that of the QR code."""
    (text,) = (text for text in group if not text.startswith("36h11:"))
    return text


def test_check_wants_every_card_of_the_deck_and_no_marker(
    told: Callable[..., Any], reads: Reads, photo: Path
) -> None:
    called = reads(row([*COINS[:1], "CA:LAMP:01"], 0, 0), {})
    told("check", "archaeology", photo)
    (words,) = called
    assert len(words["wanted"]) == len([*deck.cards(games.load("archaeology"), {})])
    assert frozenset({"AR:POT:07", "36h11:22"}) in words["wanted"]
    assert not any("PL:1" in group for group in words["wanted"])
    lamps = [f"--copies={kind.key}={2 if kind.key == 'lamp' else 0}" for kind in games.load("caravan").kinds]
    told("check", "caravan", photo, *lamps)
    assert [qr_code(group) for group in called[1]["wanted"]] == ["CA:LAMP:01", "CA:LAMP:02"]


def test_scan_wants_every_card_and_the_markers_that_say_whose_they_are(
    told: Callable[..., Any], reads: Reads, photo: Path
) -> None:
    called = reads(row(COINS[:1], 0, 0), {})

    def markers(*words: object) -> set[str]:
        told("scan", photo, *words)
        wanted = called.pop()["wanted"]
        cards = {group for group in wanted if not any(text.startswith("PL:") for text in group)}
        assert len(cards) == 87
        return {qr_code(group) for group in wanted if group not in cards}

    assert markers("--game", "archaeology") == set()
    told("setup", "archaeology", "--player", "Ann", "--player", "Bob", "--player", "Cem")
    assert markers() == {"PL:1", "PL:2", "PL:3"}
    assert markers("--player", "Bob") == set()


def test_scan_of_any_deck_waits_for_nothing(told: Callable[..., Any], reads: Reads, photo: Path) -> None:
    called = reads(row(COINS[:1], 0, 0), {})
    told("scan", photo)
    assert called[0]["wanted"] == ()


def test_a_scan_stops_when_all_cards_were_read(
    told: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = [card.payload for card in deck.cards(games.load("saboteur"), {})]
    cards = [card for n in range(0, 28, 7) for card in row(gold[n : n + 7], 0, 16 * n)]
    fake = cards[6].on_table([(25, 35), (45, 35), (45, 55), (25, 55)])
    photo = photograph(tmp_path / "a.png", cards, width=2400)
    _scribble(photo, cards, fake)
    ran: list[str] = []
    monkeypatch.setattr("recognizers.stages.Search._run", lambda self, name, *_: ran.append(name))
    assert told("check", "saboteur", photo)["complete"]
    told("scan", "--game", "saboteur", photo)
    assert ran == []
    told("scan", photo)
    assert ran != []


def _scribble(photo: Path, cards: list[Lying], where: np.ndarray) -> None:
    """Draws what looks like a code and is none."""
    from tests.pictures import camera

    picture = cv2.imread(str(photo))
    x, y = cv2.perspectiveTransform(where[None], camera(cards, width=2400))[0].min(axis=0).astype(int)
    modules = np.random.default_rng(1).integers(0, 2, (21, 21), np.uint8) * 255
    picture[y - 8 : y + 71, x - 8 : x + 71] = 255
    picture[y : y + 63, x : x + 63] = np.kron(modules, np.ones((3, 3), np.uint8))[:, :, None]
    cv2.imwrite(str(photo), picture)


# Every step


def test_debug_fills_a_folder_made_for_it(
    told: Callable[..., Any], run: Run, tmp_path: Path, photo: Path
) -> None:
    told("scan", photo, "--debug", tmp_path / "new" / "folder")
    assert (tmp_path / "new" / "folder" / "00-candidates.jpg").is_file()
    out = run("check", "archaeology", photo, "--debug", tmp_path / "checked").out
    assert f"in {tmp_path / 'checked'}; docs/reading.md says what they show." in out
    assert (tmp_path / "checked" / "00-candidates.jpg").is_file()


def test_where_the_pictures_of_every_step_are_is_said(run: Run, tmp_path: Path, photo: Path) -> None:
    out = run("scan", photo, "--debug", tmp_path / "out").out
    count = len(list((tmp_path / "out").iterdir()))
    assert f"How it was read: {count} pictures in {tmp_path / 'out'}; docs/reading.md says" in out
    (tmp_path / "sub").mkdir()
    other = tmp_path / "sub" / "other.jpg"
    shutil.copy(photo, other)
    out = run("scan", photo, other, "--debug", tmp_path / "both").out
    assert f"How it was read: {2 * count} pictures in {tmp_path / 'both'};" in out
    assert "How it was read" not in run("scan", tmp_path / "none.jpg", "--debug", tmp_path / "none").out


def test_an_empty_name_is_no_folder_and_no_ordinary_file_is_wanted(run: Run, tmp_path: Path) -> None:
    assert "empty name" in run("scan", "").out
    os.mkfifo(tmp_path / "pipe.jpg")
    ran = run("scan", tmp_path / "pipe.jpg", "/dev/zero", tmp_path / "pipe.jpg", "--json")
    assert ran.status == 1
    assert {problem["kind"] for problem in ran.json["problems"]} == {"not-a-file"}


def test_frames_are_counted_in_words(run: Run, tmp_path: Path) -> None:
    for count, words in ((1, "1 frame"), (2, "2 frames")):
        writer = cv2.VideoWriter(str(tmp_path / "a.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 5, (64, 48))
        for _ in range(count):
            writer.write(np.zeros((48, 64, 3), np.uint8))
        writer.release()
        assert f"0 tags in {words}\n" in run("scan", tmp_path / "a.avi").out


def test_debug_of_several_pictures_has_a_folder_for_each(
    told: Callable[..., Any], reads: Reads, tmp_path: Path, photo: Path
) -> None:
    (tmp_path / "sub").mkdir()
    same = tmp_path / "sub" / "photo.jpg"
    shutil.copy(photo, same)
    called = reads(row(COINS[:1], 0, 0), {})
    for command in (["scan"], ["check", "archaeology"]):
        called.clear()
        told(*command, photo, same, "--debug", tmp_path / "out")
        folders = {tmp_path / "out" / "photo", tmp_path / "out" / "photo-2"}
        assert {words["debug"] for words in called} == folders
        assert all(folder.is_dir() for folder in folders)


def test_debug_is_refused_before_anything_is_read(
    run: Run, reads: Reads, tmp_path: Path, photo: Path
) -> None:
    called = reads([], {})
    (tmp_path / "file").write_text("mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "photo").write_text("mine")
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    mine = pictures / "00-candidates.jpg"
    shutil.copy(photo, mine)
    for command in (["scan"], ["check", "archaeology"]):
        for images, folder, kind in (
            ([photo], tmp_path / "file", "not-a-folder"),
            ([photo], tmp_path / "file" / "in", "unwritable"),
            ([photo, photo], tmp_path / "out", "not-a-folder"),
            ([mine], pictures, "same-file"),
        ):
            ran = run(*command, *images, "--debug", folder, "--json")
            assert ran.error == (1, kind), ran
            assert str(mine if kind == "same-file" else tmp_path) in ran.json["error"]["message"]
    assert called == []
    assert (tmp_path / "file").read_text() == (tmp_path / "out" / "photo").read_text() == "mine"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder that nobody can write to")
def test_debug_in_a_folder_that_can_not_be_written_to_is_refused(run: Run, reads: Reads, photo: Path) -> None:
    called = reads([], {})
    assert run("scan", photo, "--debug", "/proc/self", "--json").error == (1, "unwritable")
    assert called == []


def test_debug_pictures_that_can_not_be_written_after_all_are_no_fault_of_the_photo(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, photo: Path
) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    ran = run("scan", photo, "--debug", tmp_path / "out", "--json")
    assert ran.error == (1, "unwritable")
    assert "No space left" in ran.json["error"]["message"]


def test_debug_goes_with_pictures_only(run: Run, reads: Reads, tmp_path: Path, photo: Path) -> None:
    called = reads([], {})
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 5, (64, 48))
    writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    ran = run("scan", photo, film, "--debug", tmp_path / "out", "--json")
    assert ran.error == (2, "bad-argument")
    assert str(film) in ran.json["error"]["message"]
    assert run("scan", photo, "--camera", "0", "--debug", tmp_path / "out", "--json").error == (2, "usage")
    assert called == []
    assert not (tmp_path / "out").exists()
