"""`companion scan`: pictures in, tally, problems and score out, and the record."""

from __future__ import annotations

import io
import json
import os
import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.cli.conftest import Run
from tests.pictures import Lying, camera, marker, photograph, picture, row

POTS = [f"AR:POT:{n:02}" for n in range(1, 19)]
COINS = [f"AR:COIN:{n:02}" for n in range(1, 15)]


def fan(payloads: Sequence[str], x: float, y: float, pitch: float = 24) -> list[Lying]:
    return [Lying(payload, x + n * pitch, y) for n, payload in enumerate(payloads)]


TWO_ROWS = [
    marker(1, 0, 0),
    *fan(POTS[:5], 60, 0),
    *fan(COINS[:3], 250, 0),
    marker(2, 0, 130),
    *fan(COINS[3:8], 60, 130),
]


@pytest.fixture
def ann(tmp_path: Path) -> Path:
    """A fan of five pot shards and one of two coins."""
    return photograph(tmp_path / "ann.jpg", [*fan(POTS[:5], 0, 0), *fan(COINS[:2], 0, 120)])


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """Ann's and Bob's rows with their markers, seen at a slant."""
    return photograph(tmp_path / "both.jpg", TWO_ROWS, camera(TWO_ROWS, 25, 4, 2600), 2600)


@pytest.fixture
def table(told: Callable[..., Any]) -> str:
    """An open archaeology table of Ann and Bob."""
    opened: str = told("setup", "archaeology", "--player", "Ann", "--player", "Bob")["table"]
    return opened


def kinds(shown: Any) -> list[str]:
    return [problem["kind"] for problem in shown["problems"]]


def holdings(told: Callable[..., Any]) -> dict[str, int]:
    return {sheet["player"]: sheet["total"] for sheet in told("score")["scoresheets"]}


def test_json_has_the_shape_that_programs_rely_on(told: Callable[..., Any], ann: Path) -> None:
    shown = told("scan", ann)
    (image,) = shown["images"]
    assert (image["file"], image["width"], image["height"]) == (str(ann), 2000, 1500)
    assert image["milliseconds"] >= 1
    assert image["foreign"] == []
    assert {s["payload"] for s in image["sightings"]} == {*POTS[:5], *COINS[:2]}
    for sighting in image["sightings"]:
        assert set(sighting) == {"card", "copy", "payload", "corners", "reader", "confidence"}
        assert [len(corner) for corner in sighting["corners"]] == [2, 2, 2, 2]
        assert 0 < sighting["confidence"] <= 1
    assert {(s["card"], s["copy"]) for s in image["sightings"]} >= {("pot-shard", 1), ("coin", 2)}
    assert shown["tally"] == {
        "players": [
            {
                "player": "-",
                "cards": {"pot-shard": 5, "coin": 2},
                "sets": [{"card": "pot-shard", "count": 5}, {"card": "coin", "count": 2}],
            }
        ],
        "unassigned": {},
    }
    assert shown["problems"] == []
    assert [(s["player"], s["total"]) for s in shown["scoresheets"]] == [("-", 20)]
    assert shown["standings"][0]["place"] == 1


def test_corners_are_where_the_code_is(told: Callable[..., Any], tmp_path: Path) -> None:
    cards = [Lying(POTS[0], 0, 0, 30), Lying(POTS[1], 120, 0)]
    through = camera(cards, 20)
    shown = told("scan", photograph(tmp_path / "a.png", cards, through))
    for sighting in shown["images"][0]["sightings"]:
        card = next(c for c in cards if c.payload == sighting["payload"])
        true = cv2.perspectiveTransform(card.symbol[None], through)[0]
        assert np.abs(np.array(sighting["corners"]) - true).max() < 6


def test_markers_give_cards_to_the_table_and_yes_records_them(
    told: Callable[..., Any], table: str, both: Path
) -> None:
    shown = told("scan", both, "--yes")
    assert shown["table"] == table
    assert [(p["player"], p["cards"]) for p in shown["tally"]["players"]] == [
        ("Ann", {"pot-shard": 5, "coin": 3}),
        ("Bob", {"coin": 5}),
    ]
    assert {s["card"] for s in shown["images"][0]["sightings"]} == {"player", "pot-shard", "coin"}
    assert {s["player"]: s["total"] for s in shown["scoresheets"]} == {"Ann": 25, "Bob": 30}
    assert len(shown["recorded"]) == 2
    assert holdings(told) == {"Ann": 25, "Bob": 30}
    assert [event["action"] for event in told("log")["events"]] == ["setup", "holdings", "holdings"]


def test_a_named_player_gets_everything_of_several_pictures(
    told: Callable[..., Any], table: str, ann: Path, tmp_path: Path
) -> None:
    more = photograph(tmp_path / "more.webp", fan(COINS[1:4], 0, 0))
    shown = told("scan", ann, more, "--player", "bob", "--yes")
    assert [(p["player"], p["cards"]) for p in shown["tally"]["players"]] == [
        ("Bob", {"pot-shard": 5, "coin": 4})
    ]
    assert holdings(told) == {"Ann": 0, "Bob": 15 + 18}


def test_a_scan_replaces_what_was_recorded(
    told: Callable[..., Any], table: str, ann: Path, tmp_path: Path
) -> None:
    told("scan", ann, "--player", "Ann", "--yes")
    told("scan", photograph(tmp_path / "b.png", fan(COINS[:1], 0, 0)), "--player", "Ann", "--yes")
    assert holdings(told) == {"Ann": 2, "Bob": 0}


def test_without_yes_nothing_is_recorded_elsewhere_than_on_a_terminal(
    told: Callable[..., Any], run: Run, table: str, both: Path
) -> None:
    assert told("scan", both)["recorded"] == []
    assert run("scan", both).status == 0
    assert holdings(told) == {"Ann": 0, "Bob": 0}


def test_people_see_what_was_read_and_what_it_scores(run: Run, table: str, both: Path) -> None:
    ran = run("scan", both)
    assert ran.status == 0
    assert "Pot shard x 5, Coin x 3" in ran.out
    assert "a set of 5 pot shards" in ran.out
    assert "Bob leads: 30 against 25." in ran.out
    assert ran.err == "Nothing was recorded; --yes records it.\n"


def test_with_problems_yes_records_nothing_and_reports_them_all(
    told: Callable[..., Any], run: Run, table: str, tmp_path: Path
) -> None:
    bad = photograph(tmp_path / "a.png", row([POTS[0], "AR:POT:99", "CA:LAMP:01"], 0, 0))
    ran = run("scan", bad, tmp_path / "none.jpg", "--player", "Ann", "--yes", "--json")
    assert ran.status == 1
    assert sorted(kinds(ran.json)) == ["malformed-tag", "not-found", "other-game"]
    assert ran.json["recorded"] == []
    assert holdings(told) == {"Ann": 0, "Bob": 0}
    ran = run("scan", bad, "--player", "Ann", "--yes", "--despite-problems", "--json")
    assert ran.status == 0
    assert holdings(told) == {"Ann": 1, "Bob": 0}


def test_the_same_card_with_two_players(run: Run, table: str, tmp_path: Path) -> None:
    cards = [marker(1, 0, 0), *row(POTS[:2], 55, 0), marker(2, 0, 140), *row([POTS[1], COINS[0]], 55, 140)]
    ran = run("scan", photograph(tmp_path / "a.png", cards), "--yes", "--json")
    assert ran.status == 1
    (problem,) = ran.json["problems"]
    assert (problem["kind"], problem["cards"]) == ("same-card-twice", ["AR:POT:02"])
    assert "Ann" in problem["message"]
    assert "Bob" in problem["message"]


def test_a_card_that_an_earlier_scan_gave_to_another_is_found_out(
    told: Callable[..., Any], run: Run, table: str, ann: Path
) -> None:
    told("scan", str(ann), "--player", "Ann", "--yes")
    ran = run("scan", str(ann), "--player", "Bob", "--yes", "--json")
    assert ran.status == 1
    assert set(kinds(ran.json)) == {"same-card-twice"}
    assert all("Ann" in p["message"] and "Bob" in p["message"] for p in ran.json["problems"])
    told("do", "holdings", "Ann")  # counted by hand: nobody knows any more which single cards she has
    assert kinds(told("scan", str(ann), "--player", "Bob", "--yes")) == []
    assert kinds(told("scan", str(ann), "--player", "Bob", "--yes")) == []


def test_one_player_a_scan(run: Run, table: str, ann: Path) -> None:
    assert run("scan", str(ann), "--player", "Ann", "--player", "Bob", "--json").error == (2, "usage")


def test_yes_where_nobody_has_the_cards_is_refused_and_says_what_to_do(
    run: Run, table: str, ann: Path
) -> None:
    ran = run("scan", ann, "--yes", "--json")
    assert (ran.status, kinds(ran.json)) == (1, ["no-owner"])
    assert "--player" in ran.json["problems"][0]["message"]
    assert ran.json["tally"] == {"players": [], "unassigned": {"pot-shard": 5, "coin": 2}}


def test_a_photo_with_no_tag_in_it_is_fine(
    told: Callable[..., Any], run: Run, table: str, tmp_path: Path
) -> None:
    empty = photograph(tmp_path / "table.jpg", [Lying("", 0, 0)])
    shown = told("scan", empty)
    assert shown["images"][0]["sightings"] == []
    assert shown["tally"] == {"players": [], "unassigned": {}}
    looked = run("scan", empty)
    assert looked.status == 0
    assert "No card was read. What helps: " in looked.out
    assert "--effort thorough" in looked.out
    assert "--effort thorough" not in run("scan", empty, "--effort", "thorough").out
    ran = run("scan", empty, "--yes")
    assert ran.status == 1
    assert ran.out.count("No card was read.") == 1
    assert "Nothing was recorded: no player's cards were read." in ran.out
    shown = run("scan", empty, "--yes", "--json")
    assert (shown.status, kinds(shown.json)) == (1, ["no-card"])
    nothing = run("scan", tmp_path / "none.jpg", "--yes")
    assert nothing.status == 1
    assert "--despite-problems" not in nothing.out + nothing.err


def test_what_was_read_instead_of_cards_is_said(run: Run, table: str, tmp_path: Path) -> None:
    markers = photograph(tmp_path / "m.png", [marker(1, 0, 0), marker(2, 0, 130)])
    assert "No card was read, only 2 player markers." in run("scan", markers).out
    lamps = photograph(tmp_path / "l.png", row(["CA:LAMP:01", "CA:LAMP:02"], 0, 0))
    said = " ".join(run("scan", lamps).out.split())
    assert "`--game caravan` reads them, or `companion use TABLE`" in said


def test_with_one_marker_unread_yes_records_nothing(
    told: Callable[..., Any], run: Run, table: str, tmp_path: Path
) -> None:
    photo = photograph(tmp_path / "one.jpg", TWO_ROWS[1:], camera(TWO_ROWS, 25, 4, 2600), 2600)
    ran = run("scan", photo, "--yes", "--json")
    assert (ran.status, kinds(ran.json)) == (1, ["unsure-owner"])
    assert holdings(told) == {"Ann": 0, "Bob": 0}


def test_a_partial_reading_is_not_recorded_unseen(
    told: Callable[..., Any], run: Run, table: str, tmp_path: Path
) -> None:
    cards = [marker(1, 0, 0), *row(POTS[:2], 55, 0), *row(COINS[:2], 55, 300)]
    photo = photograph(tmp_path / "some.png", cards)
    shown = told("scan", photo)
    assert (kinds(shown), [note["kind"] for note in shown["notes"]]) == ([], ["no-marker", "unassigned"])
    ran = run("scan", photo, "--yes", "--json")
    assert (ran.status, kinds(ran.json)) == (1, ["no-owner"])
    assert ran.json["problems"][0]["cards"] == COINS[:2]
    assert "--yes records it once there are no problems" in run("scan", photo).err
    assert [note["kind"] for note in ran.json["notes"]] == ["no-marker"]
    assert run("scan", photo, "--yes").out.count("given to nobody") == 1
    assert holdings(told) == {"Ann": 0, "Bob": 0}
    assert run("scan", photo, "--yes", "--despite-problems").status == 0
    assert holdings(told) == {"Ann": 2, "Bob": 0}


def test_an_unsure_read_is_not_recorded_unseen(
    told: Callable[..., Any], run: Run, table: str, ann: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.tally.model.UNSURE_BELOW", 2)
    assert kinds(told("scan", ann, "--player", "Ann")) == []
    ran = run("scan", ann, "--player", "Ann", "--yes", "--json")
    assert (ran.status, kinds(ran.json)) == (1, ["unsure-read"])
    assert len(ran.json["problems"][0]["cards"]) == 7


def test_the_marker_of_another_player_is_not_passed_over(run: Run, table: str, both: Path) -> None:
    ran = run("scan", both, "--player", "Ann", "--yes", "--json")
    assert (ran.status, kinds(ran.json)) == (1, ["other-marker"])
    assert ran.json["recorded"] == []


def test_how_all_entries_are_taken_back_is_said(
    run: Run, told: Callable[..., Any], table: str, both: Path, ann: Path
) -> None:
    assert "`companion undo`, 2 times, takes all of this back." in run("scan", both, "--yes").out
    run("undo")
    run("undo")
    assert holdings(told) == {"Ann": 0, "Bob": 0}
    assert "companion undo" not in run("scan", ann, "--player", "Ann", "--yes").out


def test_a_score_follows_only_where_somebody_has_cards(run: Run, table: str, ann: Path) -> None:
    ran = run("scan", ann)
    assert "Points" not in ran.out
    assert "tied" not in ran.out
    assert ran.err == "Nothing was recorded: no player's cards were read.\n"
    ran = run("scan", ann, "--player", "Ann")
    assert "Ann leads: 20 against 0." in ran.out
    assert "Nothing is on record of Bob." in ran.err


def test_what_on_record_is_replaced_is_said(
    run: Run, told: Callable[..., Any], table: str, both: Path
) -> None:
    told("do", "sell", "Ann", "coin=2")
    told("do", "sell", "Bob", "coin=5")
    said = " ".join(run("scan", both, "--yes").out.split())
    assert "This replaces what is on record: Player Card On record As read Ann Coin 2 3" in said
    assert "Ann Pot shard - 5" in said
    assert "Bob Coin 5" not in said.partition("This replaces")[2]
    assert "This replaces" not in run("scan", both, "--yes").out


def test_of_secret_scores_it_is_said_only_whose_are_replaced(
    run: Run, told: Callable[..., Any], tmp_path: Path
) -> None:
    told("setup", "saboteur", "--player", "Ann", "--player", "Bob", "--player", "Cem")
    photo = photograph(tmp_path / "gold.png", row(["SA:G3:01", "SA:G3:02"], 0, 0))
    told("do", "holdings", "Ann", "gold-1=1")
    said = run("scan", photo, "--player", "Ann", "--yes").out
    assert "This replaces what is on record of Ann; what it says stays secret." in said
    assert "On record" not in said


def test_cards_of_nobody_are_shown_without_a_player(run: Run, ann: Path) -> None:
    out = run("scan", "--game", "archaeology", ann).out
    assert "Player" not in out
    assert "Place" not in out
    assert not any(line.startswith("- ") for line in out.splitlines())
    assert "total" in out


def test_foreign_codes_are_listed_and_never_cards(told: Callable[..., Any], tmp_path: Path) -> None:
    cards = [*row(POTS[:2], 0, 0), Lying("HTTPS://EXAMPLE.ORG/A", 200, 0, tag=30)]
    shown = told("scan", photograph(tmp_path / "a.png", cards))
    (foreign,) = shown["images"][0]["foreign"]
    assert foreign["text"] == "HTTPS://EXAMPLE.ORG/A"
    assert len(foreign["corners"]) == 4
    assert shown["tally"]["players"][0]["cards"] == {"pot-shard": 2}
    assert shown["problems"] == []


def test_without_table_and_game_every_deck_is_accepted(told: Callable[..., Any], tmp_path: Path) -> None:
    mixed = photograph(tmp_path / "a.png", row([POTS[0], "CA:LAMP:01", "TH:D10:01"], 0, 0))
    shown = told("scan", mixed)
    assert shown["tally"]["players"][0]["cards"] == {"pot-shard": 1, "lamp": 1, "D10": 1}
    assert (shown["problems"], shown["scoresheets"], shown["game"]) == ([], [], None)
    assert kinds(told("scan", mixed, "--game", "arch")) == ["other-game", "other-game"]


def test_the_game_named_wins_over_the_tables_but_records_nothing(
    told: Callable[..., Any], run: Run, table: str, tmp_path: Path
) -> None:
    lamps = photograph(tmp_path / "a.png", row(["CA:LAMP:01", "CA:LAMP:02"], 0, 0))
    shown = told("scan", lamps, "--game", "caravan")
    assert (shown["table"], shown["problems"], shown["standings"][0]["total"]) == (None, [], 4)
    ran = run("scan", lamps, "--game", "caravan", "--yes", "--json")
    assert ran.error == (1, "other-game")
    assert "Archaeology" in ran.json["error"]["message"]


def test_yes_without_a_table_is_refused(run: Run, ann: Path) -> None:
    assert run("scan", ann, "--yes", "--json").error == (1, "no-table")


def test_yes_at_a_closed_table_is_refused(told: Callable[..., Any], run: Run, table: str, both: Path) -> None:
    told("close")
    assert told("scan", both)["standings"][0]["player"] == "Bob"
    assert run("scan", both, "--yes", "--json").error == (1, "closed")


@pytest.mark.parametrize("name", ["Ann Lee", "🦊🎲", "x" * 60, "山田さん", "a=b", "C,D", "[red]Ann"])
def test_names_of_all_kinds(told: Callable[..., Any], ann: Path, name: str) -> None:
    told("setup", "archaeology", "--player", name, "--player", "Other")
    shown = told("scan", ann, "--player", name, "--yes")
    assert [p["player"] for p in shown["tally"]["players"]] == [name]


def test_a_player_who_is_not_there_is_refused_with_the_nearest(run: Run, table: str, ann: Path) -> None:
    ran = run("scan", ann, "--player", "Anne", "--json")
    assert ran.error == (1, "unknown-player")
    assert "Ann" in ran.json["error"]["message"]


def test_a_card_that_can_not_be_held_under_the_house_rules_is_a_problem(
    told: Callable[..., Any], run: Run, tmp_path: Path
) -> None:
    told("setup", "treasure-hunt", "--player", "Ann", "--player", "Bob")
    cards = photograph(tmp_path / "a.png", row(["TH:D10:01", "TH:DK:01"], 0, 0))
    ran = run("scan", cards, "--player", "Ann", "--yes", "--json")
    assert ran.status == 1
    assert ran.json["problems"]
    assert ran.json["scoresheets"] == []


def test_gold_on_record_stays_secret(told: Callable[..., Any], run: Run, tmp_path: Path) -> None:
    told("setup", "saboteur", "--player", "Ann", "--player", "Bob", "--player", "Cem")
    told("do", "holdings", "Bob", "gold-3=2")
    gold = photograph(tmp_path / "a.png", row(["SA:G1:01", "SA:G2:01"], 0, 0))
    shown = told("scan", gold, "--player", "Ann", "--yes")
    assert shown["tally"]["players"][0]["cards"] == {"gold-1": 1, "gold-2": 1}
    assert [sheet["total"] for sheet in shown["scoresheets"]] == [None, None, None]
    assert shown["standings"] == []
    assert "gold" in shown["recorded"][0]
    assert "6" not in run("scan", gold, "--player", "Ann").out.split("ms")[1]


SAMPLES = sorted((Path(__file__).resolve().parents[2] / "sample_images").glob("*.json"))


@pytest.mark.parametrize("truth", SAMPLES, ids=lambda path: path.stem)
def test_sample_pictures_are_read_as_they_are(told: Callable[..., Any], truth: Path) -> None:
    expected = json.loads(truth.read_text(encoding="utf-8"))["players"]
    shown = told("scan", truth.with_suffix(".jpg"))
    assert {share["player"]: share["cards"] for share in shown["tally"]["players"]} == expected
    assert shown["problems"] == []


# Files that are no pictures


def _bomb(path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    packed = zlib.compress(bytes(20_001), 9)
    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 0, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


def _truncated(path: Path) -> None:
    whole = io.BytesIO()
    from PIL import Image

    Image.fromarray(picture(row(POTS[:3], 0, 0))).save(whole, "JPEG")
    path.write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])


BAD_FILES: dict[str, Callable[[Path], object]] = {
    "truncated-picture": _truncated,
    "not-a-picture": lambda path: path.write_text("Dear diary, today we played cards."),
    "empty-file": lambda path: path.write_bytes(b""),
    "picture-too-large": _bomb,
    "is-a-folder": lambda path: path.mkdir(),
    "not-found": lambda path: None,
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_file_that_is_no_picture_is_named_and_the_others_are_read(
    run: Run, ann: Path, tmp_path: Path, kind: str
) -> None:
    bad = tmp_path / "bad.jpg"
    BAD_FILES[kind](bad)
    ran = run("scan", bad, ann, "--json")
    assert ran.status == 1
    assert kinds(ran.json) == [kind]
    assert str(bad) in ran.json["problems"][0]["message"]
    assert [(i["file"], len(i["sightings"])) for i in ran.json["images"]] == [(str(bad), 0), (str(ann), 7)]
    told = run("scan", bad, ann)
    assert told.status == 1
    assert str(bad) in told.out
    assert "Pot shard x 5" in told.out


def test_many_pictures_come_out_in_the_order_given(told: Callable[..., Any], tmp_path: Path) -> None:
    files = [photograph(tmp_path / f"{n}.png", row([POTS[n]], 0, 0), width=700) for n in (5, 2, 9, 0, 7)]
    shown = told("scan", *files)
    assert [image["file"] for image in shown["images"]] == [str(file) for file in files]
    assert [image["sightings"][0]["copy"] for image in shown["images"]] == [6, 3, 10, 1, 8]


def test_a_name_with_a_leading_dash_after_two_dashes(run: Run, tmp_path: Path, ann: Path) -> None:
    dashed = tmp_path / "-odd.jpg"
    ann.rename(dashed)
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        ran = run("scan", "--json", "--", "-odd.jpg")
    finally:
        os.chdir(here)
    assert ran.status == 0
    assert len(ran.json["images"][0]["sightings"]) == 7


def test_nothing_to_read_is_a_wrong_command_line(run: Run) -> None:
    assert run("scan", "--json").error == (2, "usage")
    assert run("scan", "x.jpg", "--despite-problems", "--json").error == (2, "usage")
    assert run("scan", "x.jpg", "--size", "3", "--json").error == (2, "usage")
    assert run("scan", "x.jpg", "--effort", "lazy", "--json").error == (2, "usage")


def test_output_that_nobody_reads_to_its_end(folder: Path, ann: Path) -> None:
    import subprocess

    from tests.cli.conftest import COMMAND, environment

    words = " ".join(f"'{word}'" for word in (*COMMAND, "scan", str(ann)))
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {words} | true"],
        capture_output=True,
        env=environment(folder),
        timeout=60,
        check=False,
    )
    assert done.stderr == b""


def test_the_json_is_one_object_of_utf_8_whatever_the_locale(run_process: Run, ann: Path, table: str) -> None:
    ran = run_process("scan", ann, "--player", "Ann", "--json", LC_ALL="C", LANG="C")
    assert ran.status == 0
    assert json.loads(ran.out)["tally"]["players"][0]["player"] == "Ann"
