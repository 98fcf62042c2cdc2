"""`scan --annotate`: boxes in the colour of whose a card is, and no picture of the person's own is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from companion import games
from companion.cli import drawn
from companion.cli.app import App
from companion.tally.model import Situation
from recognizers.annotate import DASHES, GREY, INK, LINE, PALETTE, is_ours
from recognizers.load import Pixels
from recognizers.sighting import Sighting
from tests.cli.conftest import Run
from tests.cli.test_scan import COINS, POTS, ann, both, table
from tests.pictures import Lying, marker, photograph, row, sightings

__all__ = ["ann", "both", "table"]


@pytest.fixture
def shown(told: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """`shown(cards, *words)`: the colour of each card's box in the picture drawn of them, by payload."""

    def go(cards: Sequence[Lying], *words: object) -> dict[str, tuple[int, int, int]]:
        photo = photograph(tmp_path / "photo.png", [Lying("", 0, 0)], width=2000)
        monkeypatch.setattr("recognizers.read.read", lambda pixels, **more: sightings(cards))
        told("scan", photo, "--annotate", tmp_path / "drawn.png", *words)
        picture = cv2.imread(str(tmp_path / "drawn.png"))[:, :, ::-1]
        colours = {}
        for seen in sightings(cards):
            x, y = np.mean(seen.corners[1:3], axis=0).round().astype(int)
            there = {tuple(map(int, colour)) for colour in picture[y, x - 3 : x + 4]}
            (colours[seen.text],) = there & {LINE, DASHES, GREY, *PALETTE, INK}
        return colours

    return go


def film(path: Path) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (64, 48))
    writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    return path


# What may be overwritten


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".tif", ".heic"])
def test_a_picture_that_is_there_is_kept_unless_it_was_drawn_by_companion(
    run: Run, ann: Path, tmp_path: Path, ending: str
) -> None:
    mine = tmp_path / f"mine{ending}"
    Image.new("RGB", (64, 48)).save(mine if ending != ".heic" else tmp_path / "a.png")
    if ending == ".heic":
        mine.write_bytes((tmp_path / "a.png").read_bytes())
    before = mine.read_bytes()
    ran = run("scan", ann, "--annotate", mine, "--json")
    assert ran.error == (1, "file-exists")
    assert str(mine) in ran.json["error"]["message"]
    assert mine.read_bytes() == before
    mine.unlink()
    for _ in range(2):
        assert run("scan", ann, "--annotate", mine).status == 0
        assert is_ours(mine)


def test_a_photo_taken_for_the_value_of_annotate_is_kept(
    run: Run, ann: Path, both: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ann.read_bytes()
    ran = run("scan", "--annotate", ann, both)
    assert ran.status == 1
    assert "--annotate names the picture to write" in ran.err
    assert ann.read_bytes() == before


def test_nothing_is_read_where_one_of_several_pictures_is_in_the_way(
    run: Run, ann: Path, both: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recognizers.read.read", None)
    (tmp_path / "seen-2.jpg").write_bytes(b"")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "both.jpg").write_text("mine")
    for target in ("seen.jpg", "out"):
        ran = run("scan", ann, both, "--annotate", tmp_path / target, "--json")
        assert ran.error == (1, "file-exists")
    assert not (tmp_path / "seen-1.jpg").exists()


def test_where_boxes_were_drawn_is_said(run: Run, ann: Path, both: Path, tmp_path: Path) -> None:
    seen = tmp_path / "seen.jpg"
    assert f"Boxes drawn in {seen}." in run("scan", ann, "--annotate", seen).out
    out = run("scan", ann, both, "--annotate", seen).out
    assert f"Boxes drawn in {tmp_path / 'seen-1.jpg'}, {tmp_path / 'seen-2.jpg'}." in out
    assert "Boxes drawn" not in run("scan", ann).out


def test_of_a_picture_that_can_not_be_read_none_is_drawn(run: Run, ann: Path, tmp_path: Path) -> None:
    out = run("scan", tmp_path / "none.jpg", ann, "--annotate", tmp_path / "seen.jpg").out
    assert f"Boxes drawn in {tmp_path / 'seen-2.jpg'}." in out
    assert not (tmp_path / "seen-1.jpg").exists()
    assert "Boxes drawn" not in run("scan", tmp_path / "none.jpg", "--annotate", tmp_path / "a.jpg").out


def test_where_nothing_was_read_it_is_said_that_no_box_was_drawn(run: Run, ann: Path, tmp_path: Path) -> None:
    blank = photograph(tmp_path / "blank.jpg", [Lying("", 0, 0)])
    seen = tmp_path / "seen.jpg"
    out = run("scan", blank, "--annotate", seen).out
    assert f"No box drawn in {seen}: nothing was read there." in out
    assert "Boxes drawn" not in out
    out = run("scan", blank, ann, "--annotate", seen).out
    assert f"No box drawn in {tmp_path / 'seen-1.jpg'}" in out
    assert f"Boxes drawn in {tmp_path / 'seen-2.jpg'}." in out


def test_a_name_that_no_file_can_have_is_refused_before_anything_is_read(
    run: Run, ann: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recognizers.read.read", None)
    for name in ("a" * 300 + ".jpg", "a" * 300):
        ran = run("scan", ann, "--annotate", tmp_path / name, "--json")
        assert ran.error == (1, "unwritable")
        assert ran.json["error"]["message"].startswith(f"{tmp_path / name} cannot be written: ")
    for option in ("--annotate", "--debug"):
        ran = run("scan", ann, option, "", "--json")
        assert ran.error == (2, "usage")
        assert "empty name" in ran.json["error"]["message"]


def test_a_format_that_can_not_hold_the_picture_is_named_and_nothing_is_recorded(
    run: Run, told: Callable[..., Any], table: str, ann: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = tmp_path / "wide.png"
    Image.new("RGB", (16_400, 60), "white").save(wide)
    monkeypatch.setattr("recognizers.read.read", lambda pixels, **more: sightings(row(COINS[:2], 0, 0)))
    before = told("log")
    ran = run("scan", wide, "--player", "Ann", "--yes", "--annotate", tmp_path / "seen.webp", "--json")
    assert ran.error == (1, "unwritable")
    assert "WebP can't hold a picture of 16400 x 60 pixels" in ran.json["error"]["message"]
    assert told("log") == before
    assert not (tmp_path / "seen.webp").exists()


def test_a_video_or_a_camera_has_no_picture_to_draw_in(
    run: Run, ann: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recognizers.read.read", None)
    video = film(tmp_path / "film.avi")
    target = tmp_path / "seen.jpg"
    ran = run("scan", ann, video, "--annotate", target, "--json")
    assert ran.error == (2, "bad-argument")
    assert str(video) in ran.json["error"]["message"]
    assert run("scan", ann, "--camera", 0, "--annotate", target, "--json").error == (2, "usage")
    assert not target.exists()


def test_a_disk_that_is_full_is_no_traceback(
    run: Run, ann: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    ran = run("scan", ann, "--annotate", tmp_path / "seen.jpg", "--json")
    assert ran.error == (1, "unwritable")


# Whose they are


def test_boxes_have_the_colour_of_whose_the_cards_are(shown: Any, table: str) -> None:
    cards = [marker(1, 0, 0), *row(COINS[:3], 60, 0), marker(2, 0, 200), *row(POTS[:2], 60, 200)]
    colours = shown(cards)
    assert {colours[text] for text in ("PL:1", *COINS[:3])} == {PALETTE[0]}
    assert {colours[text] for text in ("PL:2", *POTS[:2])} == {PALETTE[1]}


def test_cards_of_nobody_and_of_another_game_have_colours_of_their_own(shown: Any, table: str) -> None:
    cards = [*row(COINS[:2], 0, 0), *row(["AR:SAND:01", "CA:LAMP:01", "HTTP://A.B"], 0, 200)]
    assert shown(cards) == {
        COINS[0]: GREY,
        COINS[1]: GREY,
        "AR:SAND:01": GREY,
        "CA:LAMP:01": INK,
        "HTTP://A.B": LINE,
    }


def test_one_player_named_has_all(shown: Any) -> None:
    cards = [marker(2, 0, 0), *row(COINS[:2], 60, 0)]
    assert shown(cards, "--player", "Bob") == {"PL:2": LINE, COINS[0]: PALETTE[0], COINS[1]: PALETTE[0]}


def test_without_a_table_markers_have_the_colours_of_their_seats(shown: Any) -> None:
    cards = [marker(3, 0, 0), *row(COINS[:2], 60, 0)]
    assert set(shown(cards).values()) == {PALETTE[2]}


def test_where_nobody_has_anything_boxes_are_as_they_were(shown: Any) -> None:
    assert set(shown(row(COINS[:2], 0, 0)).values()) == {LINE}


def test_the_names_of_those_drawn_are_in_the_legend(
    told: Callable[..., Any], table: str, both: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    legends: list[list[str]] = []

    def annotate(pixels: Pixels, labels: Any, *, groups: Any, **more: Any) -> Pixels:
        legends.append([group.name for group in groups if group.labels])
        return pixels

    monkeypatch.setattr("recognizers.annotate.annotate", annotate)
    told("scan", both, "--annotate", tmp_path / "drawn.jpg")
    assert legends == [["Ann", "Bob"]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AR:COIN:99", "no such card: AR:COIN:99"),
        ("PL:0", "no such card: PL:0"),
        ("https://example.org", "no tag of ours"),
    ],
)
def test_a_code_that_is_no_card_says_whether_it_is_meant_to_be_one(text: str, said: str) -> None:
    sighting = Sighting(text, ((0, 0), (9, 0), (9, 9), (0, 9)), "zxing", 0.98)
    assert drawn.label(App(lang="en"), sighting, Situation(games.load("archaeology"))) == said


def test_a_card_of_another_game_is_labelled_with_its_game() -> None:
    situation = Situation(games.load("archaeology"))
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    name = drawn.label(App(lang="en"), Sighting("CA:LAMP:01", corners, "zxing", 0.98), situation)
    assert name == "Lamp 1 (Tan-Tan Caravan)"
