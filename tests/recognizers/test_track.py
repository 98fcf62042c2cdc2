"""Tags are followed from frame to frame, are in view only while they are, and are found again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from recognizers import track
from recognizers.rhythm import EAGER, PACE
from recognizers.sighting import Sighting
from recognizers.track import MOMENT, REST, Tracker
from tests.pictures import Lying, camera, picture, row, sightings

POTS = [f"AR:POT:{n:02}" for n in range(1, 9)]
WIDTH = 1280


def laid(payloads: Sequence[str], x: float = 0, y: float = 0) -> list[Lying]:
    """A row of cards with tags large enough that any frame can be read."""
    return [replace(card, tag=18) for card in row(payloads, x, y)]


CARDS = laid(POTS[:4])
SEEN_BY = camera(CARDS, 15, 3, WIDTH)


def moved(dx: float, dy: float, zoom: float = 1.0, turn: float = 0.0) -> np.ndarray:
    """The camera after it has moved: pixels, times, degrees about the picture's middle."""
    about = np.vstack([cv2.getRotationMatrix2D((WIDTH / 2, WIDTH * 3 / 8), turn, zoom), [0, 0, 1]])
    return np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]]) @ about @ SEEN_BY


def frame(cards: Sequence[Lying] = CARDS, by: np.ndarray = SEEN_BY) -> np.ndarray:
    rng = np.random.default_rng(3)
    clean = cv2.GaussianBlur(picture(cards, by, WIDTH), (0, 0), 0.7)
    return np.clip(clean + rng.normal(0, 3, clean.shape), 0, 255).astype(np.uint8)


def texts(seen: Sequence[Sighting]) -> list[str]:
    return sorted(sighting.text for sighting in seen)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether reading works, the last entry; one is added for every time something is read."""
    real, log = track.read, [True]

    def read(pixels: Any, **options: Any) -> list[Sighting]:
        log.append(log[-1])
        return real(pixels, **options) if log[-1] else []

    monkeypatch.setattr(track, "read", read)
    return log


def test_what_was_read_is_followed_without_another_read(reads: list[bool]) -> None:
    tracker = Tracker(budget_ms=None)
    assert texts(tracker.look(frame())) == POTS[:4]
    reads.append(False)
    for n in range(1, 25):
        by = moved(9 * np.sin(n / 3), -2 * n, 1 - 0.008 * n, 0.4 * n)
        seen = tracker.look(frame(by=by))
        assert texts(seen) == POTS[:4], n
        true = {s.text: np.array(s.corners) for s in sightings(CARDS, by)}
        assert max(np.abs(np.array(s.corners) - true[s.text]).max() for s in seen) < 2.5


def test_followed_tags_are_painted_over_where_the_frame_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    real = track.read

    def read(pixels: Any, **options: Any) -> list[Sighting]:
        looked_at.append(texts(real(pixels, **options)))
        return real(pixels, **options)

    monkeypatch.setattr(track, "read", read)
    tracker = Tracker(budget_ms=None)
    for _ in range(track.ALL_ANEW + 1):
        assert texts(tracker.look(frame())) == POTS[:4]
    assert looked_at == [POTS[:4], *[[]] * (track.ALL_ANEW - 1), POTS[:4]]


def test_a_card_that_is_taken_away_is_not_in_view_for_longer_than_a_moment(reads: list[bool]) -> None:
    tracker = Tracker(budget_ms=None)
    tracker.look(frame())
    for n in range(MOMENT + 1):
        assert (POTS[3] in tracker.in_view) is (n < MOMENT + 1)
        assert texts(tracker.look(frame(CARDS[:3]))) == POTS[:3]
    assert tracker.in_view == set(POTS[:3])


def test_another_card_in_a_cards_place_is_never_taken_for_it(reads: list[bool]) -> None:
    tracker = Tracker(budget_ms=None)
    tracker.look(frame())
    reads.append(False)
    others = laid(POTS[4:])
    for n in range(2 * MOMENT):
        assert tracker.look(frame(others, moved(n, 0))) == []
    assert tracker.in_view == set()
    reads.append(True)
    assert texts(tracker.look(frame(others))) == POTS[4:]


def test_a_card_that_was_covered_is_found_again_without_a_read_though_the_camera_moved(
    reads: list[bool],
) -> None:
    tracker = Tracker(budget_ms=None)
    tracker.look(frame())
    reads.append(False)
    hand = Lying("", -17, -30, 20, tag=16, bare=True)
    for n in range(3 * MOMENT):
        seen = tracker.look(frame([*CARDS, hand], moved(n, n, 1 - 0.006 * n)))
        assert texts(seen) == POTS[1:4], n
    assert tracker.in_view == set(POTS[1:4])
    assert texts(tracker.look(frame(by=moved(n, n, 1 - 0.006 * n)))) == POTS[:4]


def test_a_card_that_is_moved_is_the_same_card() -> None:
    tracker = Tracker(budget_ms=None)
    tracker.look(frame())
    elsewhere = [*CARDS[:3], *laid([POTS[3]], 0, -110)]
    by = camera([*CARDS, *elsewhere], 0, 0, WIDTH)
    tracker = Tracker(budget_ms=None)
    tracker.look(frame(by=by))
    for _ in range(2):
        seen = tracker.look(frame(elsewhere, by))
        assert texts(seen) == POTS[:4]
    (place,) = (s.centre for s in seen if s.text == POTS[3])
    (true,) = (s.centre for s in sightings(elsewhere, by) if s.text == POTS[3])
    assert np.hypot(place[0] - true[0], place[1] - true[1]) < 3


def test_two_prints_of_one_tag_are_two() -> None:
    twice = laid([POTS[0], POTS[1], POTS[0]])
    tracker = Tracker(budget_ms=None)
    for _ in range(3):
        assert texts(tracker.look(frame(twice))) == [POTS[0], POTS[0], POTS[1]]


def test_what_was_lost_all_at_once_is_found_where_a_few_that_are_read_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, few = track.read, [set(POTS)]

    def read(pixels: Any, **options: Any) -> list[Sighting]:
        return [s for s in real(pixels, **options) if s.text in few[-1]]

    monkeypatch.setattr(track, "read", read)
    tracker = Tracker(budget_ms=None)
    tracker.look(frame())
    few.append(set())
    for _ in range(3):
        assert tracker.look(np.zeros((WIDTH * 3 // 4, WIDTH, 3), np.uint8)) == []
    few.append(set(POTS[:2]))
    assert texts(tracker.look(frame(by=moved(-60, 40, 0.95, 8)))) == POTS[:4]


def test_a_film_is_read_now_and_then_while_nothing_happens_and_at_its_end(reads: list[bool]) -> None:
    def clock() -> float:
        raise AssertionError("what is found in a film must not hang on the time that it takes")

    tracker = Tracker(budget_ms=None, rest=REST, clock=clock)
    log = []
    eager = EAGER * PACE
    for n in range(eager + 4 * REST):
        before = len(reads)
        assert texts(tracker.look(frame(), last=n == eager + 4 * REST - 1)) == POTS[:4]
        log.append(len(reads) > before)
    assert log[: eager + 1] == [n % PACE == 0 for n in range(eager + 1)]
    assert sum(log[eager + 1 :]) == 4
    assert log[-1]


def test_a_card_that_is_laid_down_in_a_film_is_read_at_once() -> None:
    both = [*CARDS, *laid(POTS[4:5], 0, 110)]
    by = camera(both, 0, 0, WIDTH)
    tracker = Tracker(budget_ms=None, rest=REST)
    for _ in range(EAGER * PACE + REST):
        assert texts(tracker.look(frame(CARDS, by))) == POTS[:4]
    assert texts(tracker.look(frame(both, by))) == POTS[:5]


@pytest.mark.parametrize("budget_ms", [None, 50])
def test_what_other_decks_tags_say_is_told_wherever_something_is_read(
    monkeypatch: pytest.MonkeyPatch, budget_ms: float | None
) -> None:
    told = []

    def read(pixels: Any, *, known: Any, others: Any, **options: Any) -> list[Sighting]:
        told.append((known, others))
        return []

    monkeypatch.setattr(track, "read", read)
    tracker = Tracker(known=POTS[:1], others=POTS, budget_ms=budget_ms, clock=lambda: 0.0)
    for _ in range(3):
        tracker.look(frame())
    assert told == [(POTS[:1], POTS)] * 3


def test_reading_takes_no_more_than_its_share_of_the_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    now, began, numbers = [0.0], [], []

    def read(pixels: Any, **options: Any) -> list[Sighting]:
        began.append(numbers[-1])
        now[0] += 0.2  # seconds, as long as four frames' shares
        return []

    monkeypatch.setattr(track, "read", read)
    tracker = Tracker(budget_ms=50, clock=lambda: now[0])
    empty = frame([Lying("", 0, 0)])
    while len(numbers) < 12:
        numbers.append(len(numbers))
        tracker.look(empty)
    assert began == [0, 4, 8]


def test_a_large_frame_is_read_in_slices_that_together_see_all(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def read(pixels: Any, **options: Any) -> list[Sighting]:
        sizes.append(pixels.shape)
        return real(pixels, **options) if len(sizes) > 1 else []

    real = track.read
    cards = [*CARDS, *laid(POTS[4:], 0, 110)]
    by = camera(cards, 0, 0, 1920)
    large = picture(cards, by, 1920)
    monkeypatch.setattr(track, "read", read)
    tracker = Tracker(budget_ms=1e6)
    for _ in range(20):
        seen = tracker.look(large)
    assert texts(seen) == POTS
    assert max(height * width for height, width in sizes[2:]) < large.shape[0] * large.shape[1] / 3


def test_frames_of_another_size_are_no_harm() -> None:
    tracker = Tracker(budget_ms=None)
    tracker.look(frame())
    small = cv2.resize(frame(), None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    assert texts(tracker.look(small)) == POTS[:4]
    assert tracker.look(np.zeros((4, 6), np.uint8)) == []
