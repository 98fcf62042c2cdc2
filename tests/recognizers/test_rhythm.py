"""Which frames of a film are read is told by what they show and by counting."""

from collections.abc import Iterable, Iterator

import cv2
import numpy as np
import pytest

from recognizers.rhythm import ALERT, EAGER, PACE, Motion, Rhythm

WIDTH, HEIGHT = 960, 540
"""Of frames at half their size."""
STILL = np.eye(3)


def table(
    cards: Iterable[tuple[int, int]] = ((200, 150), (420, 260), (640, 140)), blur: float = 0.8
) -> np.ndarray:
    """White cards with their left upper corners here, on a brown table; one is a fortieth of the view."""
    rng = np.random.default_rng(2)
    seen = np.full((HEIGHT, WIDTH), 90, np.uint8)
    for x, y in cards:
        seen[y : y + 130, x : x + 100] = 220
        seen[y + 10 : y + 30, x + 10 : x + 30] = 30
    soft = cv2.GaussianBlur(seen, (0, 0), blur)
    return np.clip(soft + rng.normal(0, 3, seen.shape), 0, 255).astype(np.uint8)


def shifted(x: float, y: float) -> Motion:
    """How the table moves by pixels of the whole frame."""
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def seen_after(motion: Motion, view: np.ndarray) -> np.ndarray:
    half = motion.copy()
    half[:2, 2] /= 2
    return np.asarray(
        cv2.warpPerspective(view, half, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def due(
    rhythm: Rhythm, views: Iterable[tuple[np.ndarray, Motion | None]], gains: Iterable[int] = ()
) -> list[int]:
    """The numbers of the frames that are read; something new is in those of `gains`."""
    read = []
    for number, (small, motion) in enumerate(views):
        if rhythm.is_due(small, motion):
            read.append(number)
            rhythm.was_read(gained=number in gains)
    return read


def settled() -> Rhythm:
    """After a table that rests was read in vain for long, and just now."""
    rhythm = Rhythm(6)
    assert due(rhythm, [(table(), STILL)] * 88)[-1] == 87
    return rhythm


def test_a_table_that_rests_is_read_now_and_then_once_nothing_new_turned_up_for_a_while() -> None:
    eager = list(range(0, EAGER * PACE, PACE))
    assert due(Rhythm(6), [(table(), STILL)] * 120) == [*eager, *range(eager[-1] + 6, 120, 6)]


def test_anything_new_makes_it_read_eagerly_again() -> None:
    read = due(settled(), [(table(), STILL)] * 96, gains=[11])
    last = 11 + EAGER * PACE
    assert read == [5, *range(11, last + 1, PACE), *range(last + 6, 96, 6)]


def test_a_camera_that_shakes_shows_nothing_else() -> None:
    def shaken() -> Iterator[tuple[np.ndarray, Motion]]:
        before = STILL
        for number in range(5):
            now = shifted(20 * np.sin(2 * number), 14 * np.cos(3 * number))
            yield seen_after(now, table()), now @ np.linalg.inv(before)
            before = now

    assert due(settled(), shaken()) == []


@pytest.mark.parametrize(
    "view",
    [
        table([(200, 150), (420, 260), (640, 140), (700, 380)]),
        table([(200, 150), (640, 140)]),
        table([(200, 150), (440, 300), (640, 140)]),
    ],
    ids=["laid", "taken", "moved"],
)
def test_a_card_that_is_laid_taken_or_moved_makes_it_read(view: np.ndarray) -> None:
    alert = list(range(0, ALERT * PACE, PACE))
    assert due(settled(), [(view, STILL)] * 20) == [*alert, alert[-1] + 6]


@pytest.mark.parametrize("known", [True, False])
def test_what_comes_into_view_makes_it_read(known: bool) -> None:
    motion = shifted(-200, 0)
    assert due(settled(), [(seen_after(motion, table()), motion if known else None)]) == [0]


def test_a_sharper_view_makes_it_read() -> None:
    rhythm = Rhythm(6)
    due(rhythm, [(table(blur=6), STILL)] * 90)
    assert due(rhythm, [(table(blur=5.5), STILL), (table(blur=0.8), STILL)]) == [1]


def test_where_all_changes_all_the_time_frames_are_read_at_a_pace() -> None:
    rng = np.random.default_rng(1)
    views = [rng.integers(0, 255, (54, 96), np.uint8) for _ in range(20)]
    read = due(Rhythm(6), ((cv2.resize(views[n % 20], (WIDTH, HEIGHT)), None) for n in range(60)))
    assert read == list(range(0, 60, PACE))


def test_slides_of_which_each_shows_something_new_are_all_read() -> None:
    slides = [(table([(100 * n, 200)]), STILL) for n in range(1, 9)]
    assert due(Rhythm(6), slides, gains=range(8)) == list(range(8))
    assert due(Rhythm(6), slides) == [0, 3, 6]


def test_what_is_quite_another_view_is_read_at_once_though_all_was_in_vain() -> None:
    blank = np.zeros((HEIGHT, WIDTH), np.uint8)
    assert due(Rhythm(6), [(view, None) for view in (blank, blank, table(), blank)]) == [0, 2, 3]


def test_with_no_rest_every_frame_is_read() -> None:
    assert due(Rhythm(1), [(table(), STILL)] * 9) == list(range(9))


def test_frames_of_another_size_are_no_harm() -> None:
    rhythm = settled()
    assert not rhythm.is_due(table(), STILL)
    assert rhythm.is_due(np.zeros((4, 6), np.uint8), None)
    rhythm.is_due(np.zeros((4, 6), np.uint8), None)
