"""`companion scan` of a video or a camera: what was seen stays, a key or the end of the file ends it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion import games
from recognizers.load import PictureError
from tests.cli.conftest import Run
from tests.cli.terminal import Terminal
from tests.pictures import Lying, camera, marker, photograph, picture, row

POTS = [f"AR:POT:{n:02}" for n in range(1, 9)]


def film(path: Path, shots: Sequence[Sequence[Lying]], each: int = 3) -> Path:
    """A video in which the camera goes from one part of the table to the next."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10, (960, 720))
    for cards in shots:
        frame = cv2.cvtColor(picture(cards, camera(cards, 15, 3, 960), 960), cv2.COLOR_RGB2BGR)
        for _ in range(each):
            writer.write(frame)
    writer.release()
    return path


@pytest.fixture
def table_film(tmp_path: Path) -> Path:
    """A film of a fan of five, of which no frame shows more than four."""
    fan = [Lying(payload, 26 * n, 0) for n, payload in enumerate(POTS[:5])]
    return film(tmp_path / "film.avi", [fan[:3], fan[1:], fan[2:4]])


def test_a_video_counts_every_card_once(told: Callable[..., Any], table_film: Path) -> None:
    shown = told("scan", table_film)
    (image,) = shown["images"]
    assert (image["file"], image["width"], image["height"], image["frames"]) == (
        str(table_film),
        960,
        720,
        9,
    )
    assert sorted(s["payload"] for s in image["sightings"]) == POTS[:5]
    assert shown["tally"]["players"] == [
        {"player": "-", "cards": {"pot-shard": 5}, "sets": [{"card": "pot-shard", "count": 5}]}
    ]
    assert shown["problems"] == []


def test_a_video_that_breaks_off_is_counted_as_far_as_it_goes_and_not_recorded(
    told: Callable[..., Any], run: Run, table_film: Path, tmp_path: Path
) -> None:
    told("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    before = told("log")
    short = tmp_path / "short.avi"
    short.write_bytes(table_film.read_bytes()[: table_film.stat().st_size // 2])
    ran = run("scan", short, "--player", "Ann", "--yes", "--json")
    shown = ran.json
    assert ran.status == 1
    assert [problem["kind"] for problem in shown["problems"]] == ["truncated-video"]
    assert shown["tally"]["players"][0]["cards"] == {"pot-shard": 5}
    assert told("log") == before


def test_a_video_among_photos_keeps_the_order_and_can_be_recorded(
    told: Callable[..., Any], table_film: Path, tmp_path: Path
) -> None:
    told("setup", "archaeology", "--player", "Ann", "--player", "Bob")
    photo = photograph(tmp_path / "a.png", row(["AR:MAP:01", POTS[0]], 0, 0), width=800)
    shown = told("scan", photo, table_film, photo, "--player", "Ann", "--yes")
    assert [image["file"] for image in shown["images"]] == [str(photo), str(table_film), str(photo)]
    assert shown["tally"]["players"][0]["cards"] == {"pot-shard": 5, "map": 1}
    assert [(s["player"], s["total"]) for s in shown["scoresheets"]] == [("Ann", 18), ("Bob", 0)]


def test_a_videos_tags_are_told_from_those_of_all_decks_as_a_photos_are(
    told: Callable[..., Any], table_film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.tally.tags import known_payloads
    from recognizers import track

    real, others = track.read, []

    def read(pixels: Any, **options: Any) -> Any:
        others.append(options["others"])
        return real(pixels, **options)

    monkeypatch.setattr(track, "read", read)
    told("scan", table_film, "--game", "archaeology")
    assert set(others) == {known_payloads(None, {})}
    assert len(others[0]) > 2 * len(known_payloads(games.load("archaeology"), {}))


def test_the_last_frame_of_a_video_is_known_and_none_of_a_camera_waits() -> None:
    from companion.cli.live import _with_last

    shots = [np.full((2, 2, 3), n, np.uint8) for n in range(3)]
    told = [(int(frame[0, 0, 0]), last) for frame, last in _with_last(iter(shots), is_camera=False)]
    assert told == [(0, False), (1, False), (2, True)]
    assert list(_with_last(iter([]), is_camera=False)) == []
    coming = iter(shots)
    (first, last), rest = next(_with_last(coming, is_camera=True)), list(coming)
    assert (first[0, 0, 0], last, len(rest)) == (0, False, 2)


def test_markers_in_a_video_give_cards_to_players(told: Callable[..., Any], tmp_path: Path) -> None:
    rows = [
        [marker(1, -50, 0), *row(POTS[:2], 0, 0)],
        [marker(2, -50, 0), *row(["AR:COIN:01", "AR:COIN:02"], 0, 0)],
    ]
    shown = told("scan", film(tmp_path / "film.avi", rows))
    assert [(p["player"], p["cards"]) for p in shown["tally"]["players"]] == [
        ("Player 1", {"pot-shard": 2}),
        ("Player 2", {"coin": 2}),
    ]


def test_what_is_no_video_is_said(run: Run, tmp_path: Path) -> None:
    fake = tmp_path / "film.mp4"
    fake.write_text("no film at all")
    ran = run("scan", fake, tmp_path / "none.mp4", "--json")
    assert ran.status == 1
    assert [problem["kind"] for problem in ran.json["problems"]] == ["not-a-video", "not-found"]
    assert str(fake) in ran.json["problems"][0]["message"]


@pytest.mark.skipif(Path("/dev/video0").exists(), reason="this machine has a camera")
def test_a_missing_camera_is_said(run: Run) -> None:
    ran = run("scan", "--camera", "7", "--json")
    assert ran.status == 1
    assert [problem["kind"] for problem in ran.json["problems"]] == ["no-camera"]
    assert "7" in ran.json["problems"][0]["message"]


def test_a_camera_that_is_taken_away_leaves_what_was_seen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _camera(monkeypatch, PictureError("no-camera", "camera {index} stopped giving pictures", index=0))
    ran = run("scan", "--camera", "0", "--json")
    assert ran.status == 1
    assert ran.json["tally"]["players"][0]["cards"] == {"pot-shard": 3}
    assert [problem["message"] for problem in ran.json["problems"]] == ["camera 0 stopped giving pictures"]


def test_ctrl_c_ends_watching_a_camera_and_keeps_what_was_seen(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    _camera(monkeypatch, KeyboardInterrupt())
    ran = run("scan", "--camera", "0", "--json")
    assert ran.status == 0
    assert ran.json["images"][0]["file"] == "camera 0"
    assert ran.json["tally"]["players"][0]["cards"] == {"pot-shard": 3}


def test_a_black_camera_says_so_and_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _clock(monkeypatch)
    cards = row(POTS[:3], 0, 0)
    black, bright = np.full((720, 960, 3), 4, np.uint8), picture(cards, camera(cards, width=960), 960)
    _frames(monkeypatch, [black] * 30 + [bright])
    ran = run("scan", "--camera", "0", "--json")
    assert ran.status == 0
    assert ran.err.count("camera 0 gives only black pictures") == 1
    assert ran.json["tally"]["players"][0]["cards"] == {"pot-shard": 3}


def test_a_camera_that_warms_up_is_not_called_black(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _clock(monkeypatch)
    cards = row(POTS[:3], 0, 0)
    black, bright = np.full((720, 960, 3), 4, np.uint8), picture(cards, camera(cards, width=960), 960)
    _frames(monkeypatch, [*[black] * 15, bright, *[black] * 15])
    assert "black" not in run("scan", "--camera", "0", "--json").err


def test_a_camera_that_was_black_to_the_end_is_a_problem(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _clock(monkeypatch)
    _frames(monkeypatch, [np.zeros((720, 960, 3), np.uint8)] * 25)
    ran = run("scan", "--camera", "0", "--json")
    assert ran.status == 1
    assert [problem["kind"] for problem in ran.json["problems"]] == ["no-camera"]
    assert "black" in ran.json["problems"][0]["message"]


def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time for the wait before a camera is called black, a tenth of a second for every look at it."""
    now = count(0, 0.1)
    monkeypatch.setattr("companion.cli.live._now", lambda: next(now))


def _frames(monkeypatch: pytest.MonkeyPatch, shown: Sequence[Any]) -> None:
    """A camera that shows these frames and is then told to end."""

    def frames(source: object) -> Iterator[object]:
        yield from shown
        raise KeyboardInterrupt

    monkeypatch.setattr("recognizers.frames.frames", frames)


@pytest.mark.skipif(os.name == "nt", reason="needs a pipe")
@pytest.mark.parametrize(
    ("typed", "ends"), [(b"", False), (b"x", False), (b"q", True), (b"\n", True), (None, True)]
)
def test_a_pipe_ends_the_watching_as_keys_do(
    monkeypatch: pytest.MonkeyPatch, typed: bytes | None, ends: bool
) -> None:
    from companion.cli.live import _keyboard

    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin, os.fdopen(writing, "wb", 0) as keys:
        monkeypatch.setattr("sys.stdin", stdin)
        if typed is None:
            keys.close()
        else:
            keys.write(typed)
        with _keyboard(piped=True) as pressed:
            assert pressed() is ends
        with _keyboard(piped=False) as pressed:
            assert pressed() is False


def test_what_the_deck_still_lacks_is_said() -> None:
    from companion import games
    from companion.cli.live import _lacking
    from companion.deck import cards
    from companion.tally.model import Situation

    game = games.load("archaeology")
    whole = list(cards(game, {}))
    situation = Situation(game)
    assert _lacking([], situation) == []
    (line,) = _lacking(whole[:2], situation)
    assert str(line) == f"{len(whole) - 2} cards of the deck not seen yet."
    (line,) = _lacking(whole[2:], situation)
    assert [str(line).count(f"{card.kind} {card.copy}") for card in whole[:2]] == [1, 1]
    assert [str(line) for line in _lacking(whole, situation)] == ["The deck is complete."]
    lamps = list(cards(games.load("caravan"), {}, {"lamp": 2}, ("lamp",)))
    assert _lacking(lamps, Situation(games.load("caravan"))) == []  # nobody knows how many there are


def _camera(monkeypatch: pytest.MonkeyPatch, end: BaseException) -> None:
    """A camera that shows three cards twice, until something happens."""
    cards = row(POTS[:3], 0, 0)
    frame = picture(cards, camera(cards, width=960), 960)

    def frames(source: object) -> Iterator[object]:
        assert source == 0
        yield frame
        yield frame
        raise end

    monkeypatch.setattr("recognizers.frames.frames", frames)


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_on_a_terminal_the_count_is_live_and_a_key_ends_it(folder: Path, tmp_path: Path) -> None:
    cards = row(POTS[:4], 0, 0)
    long = film(tmp_path / "long.avi", [cards, [Lying("", 0, 0)]], each=150)
    with Terminal(folder, "scan", long) as terminal:
        terminal.wait("4 cards")
        terminal.press("q")
        assert terminal.end() == 0
        screen = terminal.text
    assert "Pot shard" in screen
    end = screen[screen.rindex("q or Enter") :]
    assert "Pot shard x 4" in end
    frames = re.search(r"4\s+tags\s+in\s+(\d+)\s+frames", end)
    assert frames
    assert int(frames[1]) < 300


def test_frames_are_kept_only_while_they_show_something_new() -> None:
    from companion.cli.live import _Memory
    from tests.pictures import sightings

    memory = _Memory()
    seen = [
        tuple(sightings(row(POTS[a:b], 0, 0))) for a, b in ((0, 3), (0, 3), (1, 3), (2, 4), (0, 2), (0, 4))
    ]
    for layout in seen:
        memory.add(960, 720, layout)
    assert memory.frames == 6
    assert memory.kept == [seen[0], seen[3], seen[5]]
    assert memory.texts == set(POTS[:4])
    assert memory.layouts == (seen[0], seen[3], seen[5])


def test_how_the_cards_lie_at_the_end_is_kept() -> None:
    from companion.cli.live import _Memory
    from tests.pictures import sightings

    memory = _Memory()
    apart, together = (tuple(sightings(row(POTS[:2], 0, 0, pitch))) for pitch in (100, 30))
    for layout in (apart, together, ()):
        memory.add(960, 720, layout)
    assert memory.layouts == (apart, together)


def test_frames_that_are_not_kept_count_for_the_one_that_is_like_them() -> None:
    from companion.cli.live import _Memory
    from tests.pictures import sightings

    bobs, shards = [marker(2, 0, 0), *row(POTS[:2], 60, 0)], row(POTS[:4], 60, 0)
    shots = [bobs, bobs[:2], shards[1:], [*shards, marker(1, 350, 0)], [*bobs, *shards, marker(1, 350, 0)]]
    bob, fewer, nobody, ann, whole = (tuple(sightings(shot)) for shot in shots)
    memory = _Memory()
    for layout, times in ((bob, 4), (fewer, 3), (nobody, 5), (ann, 6), (whole, 80), (nobody, 9), (ann, 2)):
        for _ in range(times):
            memory.add(960, 720, layout)
    assert memory.layouts == (bob, nobody, ann, whole)
    assert memory.stands_for == (7, 14, 8, 80)
    assert memory.frames == 109


def test_a_view_of_all_markers_is_kept_though_every_two_codes_were_seen_together_before() -> None:
    from companion.cli.live import _Memory
    from tests.pictures import sightings

    three = [marker(seat, 100 * seat, 0) for seat in (1, 2, 3)]
    card = row(POTS[:1], 60, 100)
    views = [[*two, *card] for two in (three[:2], three[1:], three[::2], three)]
    memory = _Memory()
    for layout in (seen := [tuple(sightings(view)) for view in views]) * 2:
        memory.add(960, 720, layout)
    assert memory.layouts == tuple(seen)
    assert memory.stands_for == (2, 2, 2, 2)
    for _ in range(50):
        for view in views:
            memory.add(960, 720, tuple(sightings(view, noise=0.3)))
    assert len(memory.kept) == len(views)
