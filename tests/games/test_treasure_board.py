"""Treasure Hunt's board: the nine rings, what is legal, what is said of what isn't, the picture."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from companion.games.treasure_board import (
    HEIGHT,
    SHAPES,
    WIDTH,
    Cell,
    clockwise,
    drawing,
    legal,
    neighbours,
    random_layout,
    rings,
)

DUNGEONS = range(15, 21)
SEEDS = range(60)


def every_ring() -> set[frozenset[Cell]]:
    """All closed chordless rings of 12 cells on the grid, by trying every walk from a first cell."""
    found: set[frozenset[Cell]] = set()
    first = (0, 0)

    def go(path: list[Cell]) -> None:
        for cell in neighbours(path[-1]):
            if cell < first or cell in path:
                continue
            touched = {n for n in neighbours(cell) if n in path}
            if len(path) == 11 and touched == {path[-1], first}:
                found.add(to_origin([*path, cell]))
            elif len(path) < 11 and touched == {path[-1]}:
                go([*path, cell])

    go([first])
    return found


def to_origin(cells: Sequence[Cell]) -> frozenset[Cell]:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - top) for x, y in cells)


def cells(layout: dict, *keys: str) -> list[Cell]:
    return [tuple(cell) for key in keys for cell in layout[key]]


def boards() -> list[tuple[int, dict]]:
    return [(n, random_layout(random.Random(f"{seed}/{n}"), n)) for n in DUNGEONS for seed in SEEDS]


BOARDS = boards()


def simple() -> dict:
    """A legal board with 3 dungeon cards: the 4x4 ring, a chain to the right of its lower right corner."""
    return {
        "track": [
            [0, 0],
            [1, 0],
            [2, 0],
            [3, 0],
            [3, 1],
            [3, 2],
            [3, 3],
            [2, 3],
            [1, 3],
            [0, 3],
            [0, 2],
            [0, 1],
        ],
        "dungeon": [[4, 3], [5, 3], [5, 4]],
        "thief": [3, 3],
        "entry": [0, 0],
        "start": [0, -1],
    }


def faults(**changes: object) -> list[str]:
    return [str(fault) for fault in legal({**simple(), **changes}, 3)]


def test_four_shapes_are_nine_rings_and_no_other_exists():
    assert len(SHAPES) == 4
    assert {frozenset(ring) for ring in rings()} == every_ring()
    assert len(rings()) == 9


def test_rings_run_clockwise_with_y_downwards():
    assert all(clockwise(ring) for ring in rings())
    assert not any(clockwise(ring[::-1]) for ring in rings())


@pytest.mark.parametrize("players_dungeon", DUNGEONS)
def test_random_boards_are_legal(players_dungeon: int):
    for n, layout in BOARDS:
        if n == players_dungeon:
            assert [str(fault) for fault in legal(layout, n)] == []


def test_legality_of_random_boards_by_an_independent_count():
    for n, layout in BOARDS:
        track, board = cells(layout, "track"), set(cells(layout, "track", "dungeon"))
        assert len(board) == 12 + n == len(layout["track"]) + len(layout["dungeon"])
        for i, cell in enumerate(track):
            assert set(neighbours(cell)) & set(track) == {track[i - 1], track[(i + 1) % 12]}
        assert not any({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} <= board for x, y in board)
        # Connected with as many edges as cells: the track is the only loop.
        edges = sum(c in board for x, y in board for c in ((x + 1, y), (x, y + 1)))
        assert edges == len(board)
        start, entry = tuple(layout["start"]), tuple(layout["entry"])
        assert set(neighbours(start)) & board == {entry}
        assert start not in board
        assert tuple(layout["thief"]) in track
        assert entry == track[0]


def test_random_boards_keep_clear_of_the_rings_inside():
    for _, layout in BOARDS:
        track = cells(layout, "track")
        for x, y in [*cells(layout, "dungeon"), tuple(layout["start"])]:
            # A ray downwards from an inside cell would cross the ring an odd number of times.
            crossed = sum(tx == x and ty > y and (tx + 1, ty) in track for tx, ty in track)
            assert crossed % 2 == 0, (layout, (x, y))


def test_boards_fit_a_table_and_a_terminal():
    for _, layout in BOARDS:
        points = [*cells(layout, "track", "dungeon"), tuple(layout["start"])]
        assert min(x for x, _ in points) == 0 == min(y for _, y in points)
        assert max(x for x, _ in points) < WIDTH
        assert max(y for _, y in points) < HEIGHT
        assert max(map(len, drawing(layout).splitlines())) <= 78


def test_boards_vary_in_ring_number_and_length_of_dungeons():
    ring, numbers, uneven, thieves = set(), set(), 0, set()
    for _, layout in BOARDS:
        track, dungeon = cells(layout, "track"), cells(layout, "dungeon")
        ring.add(to_origin(track))
        thieves.add(track.index(tuple(layout["thief"])))
        roots = [i for i, cell in enumerate(dungeon) if set(neighbours(cell)) & set(track)]
        lengths = [b - a for a, b in zip(roots, [*roots[1:], len(dungeon)], strict=True)]
        numbers.add(len(lengths))
        uneven += len(set(lengths)) > 1
    assert len(ring) == 9
    assert numbers == {1, 2, 3, 4, 5}
    assert uneven > len(BOARDS) * 0.7
    assert thieves == set(range(1, 12))


def test_a_seed_gives_the_same_board_again():
    assert random_layout(random.Random("x"), 20) == random_layout(random.Random("x"), 20)
    assert random_layout(random.Random("x"), 20) != random_layout(random.Random("y"), 20)


def test_a_plain_board_is_legal():
    assert faults() == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"track": simple()["track"][::-1]}, ["The track isn't listed clockwise."]),
        ({"dungeon": [[4, 3], [5, 3]]}, ["The dungeons have 2 cards; they must have 3."]),
        ({"dungeon": [[4, 3], [5, 3], [7, 3]]}, ["Dungeon card (7, 3) has no way to the track."]),
        ({"dungeon": [[4, 3], [4, 3], [5, 3]]}, ["Dungeon card (4, 3) is there 2 times."]),
        ({"dungeon": [[4, 3], [4, 2], [5, 3]]}, ["Four cards form a square at (3, 2)."]),
        ({"dungeon": [[4, 3], [5, 3], [3, 0]]}, ["Dungeon card (3, 0) lies on the track."]),
        ({"thief": [4, 3]}, ["The thief at (4, 3) isn't on the track."]),
        ({"start": [2, -1]}, ["The start place (2, -1) isn't beside the entry (0, 0)."]),
        ({"start": [1, 0]}, ["The start place (1, 0) lies on a card."]),
    ],
)
def test_each_fault_is_named(changes: dict, expected: list[str]):
    assert faults(**changes) == expected


def test_a_card_inside_the_ring_makes_a_square_and_touches_twice():
    said = faults(dungeon=[[4, 3], [5, 3], [1, 1]])
    assert said == [
        "Dungeon card (1, 1) touches the track at more than one place.",
        "Four cards form a square at (0, 0).",
    ]


def test_a_card_that_bridges_the_ring_is_refused_without_a_square():
    layout = {
        "track": [
            [0, 0],
            [1, 0],
            [2, 0],
            [3, 0],
            [4, 0],
            [4, 1],
            [4, 2],
            [3, 2],
            [2, 2],
            [1, 2],
            [0, 2],
            [0, 1],
        ],
        "dungeon": [[2, 1]],
        "thief": [4, 1],
        "entry": [0, 0],
        "start": [0, -1],
    }
    assert [str(f) for f in legal(layout, 1)] == [
        "Dungeon card (2, 1) touches the track at more than one place."
    ]


def test_a_broken_track_and_a_chord_are_named():
    broken = [*simple()["track"][:-1], [9, 9]]
    said = faults(track=broken)
    assert "Track places 10 and 11 follow each other but share no edge." in said
    assert "Track places 0 and 11 follow each other but share no edge." in said
    rows = [[x, 0] for x in range(6)] + [[x, 1] for x in range(5, -1, -1)]
    assert "Track places 1 and 10 touch but don't follow each other." in faults(track=rows, start=[0, -1])


def test_all_faults_are_said_at_once():
    assert (
        len(faults(dungeon=[[4, 3], [4, 3], [9, 9], [1, 1]], thief=[7, 7], entry=[8, 8], start=[3, 3])) >= 7
    )


def test_the_picture_shows_every_card():
    picture = drawing(simple())
    assert picture == "\n".join(
        [
            "   S",
            "┌─────┬─────┬─────┬─────┐",
            "│ 0 E │  1  │  2  │  3  │",
            "├─────┼─────┴─────┼─────┤",
            "│  11 │           │  4  │",
            "├─────┤           ├─────┤",
            "│  10 │           │  5  │",
            "├─────┼─────┬─────┼─────┼─────┬─────┐",
            "│  9  │  8  │  7  │ 6 T │░░D1░│░░D2░│",
            "└─────┴─────┴─────┴─────┴─────┼─────┤",
            "                              │░░D3░│",
            "                              └─────┘",
        ]
    )


def test_pictures_of_random_boards_have_a_mark_for_every_card():
    for n, layout in BOARDS[::7]:
        picture = drawing(layout)
        words = picture.replace("│", " ").replace("░", " ").split()
        assert sorted(w for w in words if w.startswith("D")) == sorted(f"D{i}" for i in range(1, n + 1))
        assert sorted(w for w in words if w.isdigit()) == sorted(map(str, range(12)))
        assert [words.count(mark) for mark in "ETS"] == [1, 1, 1]
