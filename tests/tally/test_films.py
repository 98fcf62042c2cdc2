"""What a video shows of whose the cards are: over all its frames, of which no one may show every marker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.table import Player
from companion.tally.bring_together import bring_together
from companion.tally.model import NOBODY, Reading
from tests.pictures import Lying, marker, row
from tests.tally.test_bring_together import ALONE, COINS, POTS, TABLE, fan, held, photo

ANN, BOB = marker(1, 300, 0), marker(2, 15, 0)
SHARDS = fan(POTS[:3], 200, 0, 18)
TWO = fan(COINS[:2], 77, 0, 18)


def film(*shots: tuple[int, Sequence[Lying]]) -> Reading:
    """A video that shows these cards for so many frames each."""
    layouts = tuple(photo("", *cards).layouts[0] for _, cards in shots)
    counts = tuple(count for count, _ in shots)
    return Reading("film.mp4", 640, 480, 9, layouts, None, sum(counts), counts)


def test_a_video_counts_a_card_once_over_all_its_frames() -> None:
    frames = [photo("", *row(POTS[:3], 0, 0)).layouts[0], photo("", *row(POTS[2:5], 0, 0)).layouts[0]]
    tally = bring_together([Reading("film.mp4", 640, 480, 9, tuple(frames), frames=40)], ALONE)
    assert held(tally) == {NOBODY: {"pot-shard": 5}}


def test_in_a_video_a_card_is_whose_it_is_in_most_frames() -> None:
    rows = [*row(POTS[:2], 55, 0), *row(COINS[:2], 55, 120)]
    whole = [*rows, marker(1, 0, 0), marker(2, 0, 120)]
    frames = [photo("", *cards).layouts[0] for cards in ([*rows, marker(2, 0, 120)], whole, whole)]
    tally = bring_together([Reading("film.mp4", 640, 480, 9, tuple(frames), frames=3)], TABLE)
    assert held(tally) == {"Ann": {"pot-shard": 2}, "Bob": {"coin": 2}}
    assert tally.problems == ()


def test_in_a_video_a_row_beside_its_neighbours_is_a_problem_only_if_its_own_marker_is_in_no_frame() -> None:
    rows = [*row(POTS[:2], 55, 0), *row(COINS[:2], 55, 120)]
    without = photo("", *rows, marker(2, 0, 120)).layouts[0]
    whole = photo("", *rows, marker(1, 0, 0), marker(2, 0, 120)).layouts[0]
    three = replace(TABLE, seats=(*TABLE.seats, Player("p3", "Cem", 3)))
    for situation in (TABLE, three):
        film = Reading("film.mp4", 640, 480, 9, (without, whole, whole), frames=3)
        assert bring_together([film], situation).problems == ()
    film = Reading("film.mp4", 640, 480, 9, (without, without), frames=2)
    (problem,) = bring_together([film], TABLE).problems
    assert set(problem.cards) == set(POTS[:2])


def test_frames_with_the_markers_of_all_who_may_have_a_card_go_before_others() -> None:
    to_bob = [(20, [BOB, *TWO, *SHARDS[:n]]) for n in (1, 2, 3)]
    to_ann = [(20, [*SHARDS, ANN])]
    tally = bring_together([film(*to_bob, *to_ann, (30, [BOB, *TWO, *SHARDS, ANN]))], TABLE)
    assert held(tally) == {"Ann": {"pot-shard": 3}, "Bob": {"coin": 2}}
    assert (tally.problems, tally.notes) == ((), ())


def test_a_card_goes_by_the_frames_that_a_layout_stands_for_not_by_layouts() -> None:
    to_bob = [(5, [BOB, *TWO, *SHARDS[:n]]) for n in (1, 2, 3)]
    tally = bring_together([film(*to_bob, (98, [*SHARDS, ANN]))], TABLE)
    assert held(tally) == {"Ann": {"pot-shard": 3}, "Bob": {"coin": 2}}
    assert tally.problems == ()


def test_a_card_without_a_clear_majority_of_frames_is_unsure() -> None:
    to_bob = [(20, [BOB, *TWO, *SHARDS[:n]]) for n in (1, 2, 3)]
    (problem,) = bring_together([film(*to_bob, (70, [*SHARDS, ANN]))], TABLE).problems
    assert (problem.kind, set(problem.cards)) == ("unsure-owner", {POTS[0], POTS[1]})
    assert all(word in str(problem.text) for word in ("film.mp4", "Ann", "Bob"))


def test_touching_cards_that_fall_to_two_players_are_unsure() -> None:
    shots = [(9, [BOB, *TWO, *SHARDS[:1]]), (9, SHARDS), (9, [*SHARDS[1:], ANN])]
    problems = bring_together([film(*shots)], TABLE).problems
    assert {problem.kind for problem in problems} == {"unsure-owner"}
    assert {card for problem in problems for card in problem.cards} == set(POTS[:3])


def test_a_card_that_changes_hands_before_the_end_of_a_video_is_unsure() -> None:
    def table(anns: Sequence[str], bobs: Sequence[str]) -> list[Lying]:
        return [marker(1, 0, 0), *row(anns, 55, 0), marker(2, 0, 130), *row(bobs, 55, 130)]

    before, after = table(POTS[:3], COINS[:2]), table(POTS[:2], [*COINS[:2], POTS[2]])
    (problem,) = bring_together([film((50, before), (1, after))], TABLE).problems
    assert (problem.kind, problem.cards) == ("unsure-owner", (POTS[2],))


def test_frames_that_leave_an_owner_unsure_are_outvoted() -> None:
    even = [marker(1, -50, 0), *row(POTS[:4], 0, 0), marker(2, 3 * 76 + 50, 0)]
    clear = [marker(1, -50, 0), *row(POTS[:4], 0, 0), marker(2, 3 * 76 + 90, 0)]
    assert bring_together([film((2, even), (30, clear))], TABLE).problems == ()
    tally = bring_together([film((30, even), (30, clear))], TABLE)
    assert {problem.kind for problem in tally.problems} == {"unsure-owner"}
