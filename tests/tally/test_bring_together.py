"""Pictures to a tally: each card once, with owner and set, and everything that is wrong told at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion import games
from companion.table import Player
from companion.tally.bring_together import bring_together
from companion.tally.model import NOBODY, Reading, Situation, Tally
from companion.tally.tags import Problem
from scorers.text import T
from tests.pictures import Lying, camera, marker, row, sightings

ARCHAEOLOGY = games.load("archaeology")
TABLE = Situation(
    ARCHAEOLOGY, seats=tuple(Player(f"p{n}", name, n) for n, name in enumerate(("Ann", "Bob"), start=1))
)
ALONE = Situation(ARCHAEOLOGY)
POTS = [f"AR:POT:{n:02}" for n in range(1, 19)]
COINS = [f"AR:COIN:{n:02}" for n in range(1, 15)]


def photo(file: str, *cards: Lying, confidence: float = 0.98, tilt: float = 20) -> Reading:
    seen = sightings(cards, camera(cards, tilt, 3, 4000)) if cards else []
    return Reading(file, 4000, 3000, 1, (tuple(replace(s, confidence=confidence) for s in seen),))


def fan(payloads: Sequence[str], x: float, y: float, pitch: float = 22) -> list[Lying]:
    return [Lying(payload, x + n * pitch, y) for n, payload in enumerate(payloads)]


def kinds(tally: Tally) -> list[str]:
    return [problem.kind for problem in tally.problems]


def held(tally: Tally) -> dict[str, dict[str, int]]:
    return {share.player: tally.counts(share.cards) for share in tally.shares}


def test_a_card_in_several_pictures_counts_once_as_seen_best() -> None:
    far = photo("far.jpg", *row(POTS[:3], 0, 0), confidence=0.5)
    near = photo("near.jpg", *row(POTS[1:4], 0, 0), confidence=0.9)
    tally = bring_together([far, near], ALONE)
    assert held(tally) == {NOBODY: {"pot-shard": 4}}
    assert {f.card.copy: (f.file, f.unsure) for f in tally.found} == {
        1: ("far.jpg", True),
        2: ("near.jpg", False),
        3: ("near.jpg", False),
        4: ("near.jpg", False),
    }
    assert tally.problems == ()


def test_everything_is_the_named_players_whatever_markers_say() -> None:
    pictures = [photo("a.jpg", *row(POTS[:2], 50, 0), marker(1, 0, 0)), photo("b.jpg", *row(COINS[:2], 0, 0))]
    tally = bring_together(pictures, replace(TABLE, owner="Ann"))
    assert held(tally) == {"Ann": {"pot-shard": 2, "coin": 2}}
    assert tally.problems == ()


def test_the_marker_of_another_than_the_named_player_is_a_problem() -> None:
    pictures = [photo("a.jpg", *row(POTS[:2], 50, 0), marker(2, 0, 0)), photo("b.jpg", *row(COINS[:2], 0, 0))]
    tally = bring_together(pictures, replace(TABLE, owner="Ann"))
    assert held(tally) == {"Ann": {"pot-shard": 2, "coin": 2}}
    (problem,) = tally.problems
    assert (problem.kind, problem.cards) == ("other-marker", ("PL:2",))
    assert all(word in str(problem.text) for word in ("a.jpg", "Bob", "Ann"))
    assert bring_together(pictures, replace(ALONE, owner="Ann")).problems == ()


def test_markers_give_cards_to_the_people_at_the_table() -> None:
    cards = [*row(POTS[:3], 55, 0), marker(1, 0, 0), *row(COINS[:2], 55, 130), marker(2, 0, 130)]
    assert held(bring_together([photo("a.jpg", *cards)], TABLE)) == {
        "Ann": {"pot-shard": 3},
        "Bob": {"coin": 2},
    }
    assert set(held(bring_together([photo("a.jpg", *cards)], ALONE))) == {"Player 1", "Player 2"}


def test_at_a_table_cards_without_a_marker_are_nobodys_and_it_is_said() -> None:
    tally = bring_together([photo("a.jpg", *row(POTS[:2], 0, 0))], TABLE)
    assert tally.as_json() == {"players": [], "unassigned": {"pot-shard": 2}}
    assert [(n.kind, n.cards) for n in tally.notes] == [("unassigned", ("AR:POT:01", "AR:POT:02"))]


def test_who_plays_alone_has_everything() -> None:
    solo = replace(TABLE, seats=TABLE.seats[:1])
    assert held(bring_together([photo("a.jpg", *row(POTS[:2], 0, 0))], solo)) == {"Ann": {"pot-shard": 2}}


def test_no_tag_at_all_is_an_empty_tally() -> None:
    assert bring_together([photo("a.jpg")], TABLE).as_json() == {"players": [], "unassigned": {}}
    tally = bring_together([photo("a.jpg")], ALONE)
    assert tally.as_json()["players"] == [{"player": "-", "cards": {}, "sets": []}]
    assert (tally.problems, tally.notes) == ((), ())


def test_one_card_with_two_players_names_both_and_both_files() -> None:
    pictures = [
        photo("ann.jpg", *row(POTS[:2], 55, 0), marker(1, 0, 0)),
        photo("bob.jpg", *row(POTS[1:3], 55, 0), marker(2, 0, 0), confidence=0.9),
    ]
    tally = bring_together(pictures, TABLE)
    (problem,) = tally.problems
    assert (problem.kind, problem.cards) == ("same-card-twice", ("AR:POT:02",))
    assert all(word in str(problem.text) for word in ("Ann", "Bob", "ann.jpg", "bob.jpg", "Pot shard"))
    assert held(tally) == {"Ann": {"pot-shard": 2}, "Bob": {"pot-shard": 1}}


def test_one_card_with_two_players_in_one_picture() -> None:
    cards = [*row(POTS[:2], 55, 0), marker(1, 0, 0), *row([POTS[0], COINS[0]], 55, 140), marker(2, 0, 140)]
    assert kinds(bring_together([photo("a.jpg", *cards)], TABLE)) == ["same-card-twice"]


def test_two_prints_of_one_tag_in_one_picture_count_once_and_are_told() -> None:
    tally = bring_together([photo("a.jpg", *row([POTS[0], COINS[0], POTS[0]], 0, 0))], ALONE)
    assert held(tally) == {NOBODY: {"pot-shard": 1, "coin": 1}}
    (problem,) = tally.problems
    assert (problem.kind, problem.cards) == ("same-tag-twice", ("AR:POT:01",))


def test_everything_that_is_wrong_is_told_at_once() -> None:
    unreadable = Reading("x.jpg", problem=Problem("truncated-picture", T("x.jpg is cut short")))
    cards = row([POTS[0], "AR:POT:99", "CA:LAMP:01", "https://example.org"], 0, 0)
    tally = bring_together([unreadable, photo("a.jpg", *cards, marker(9, 500, 400))], TABLE)
    assert sorted(kinds(tally)) == ["malformed-tag", "no-such-seat", "other-game", "truncated-picture"]


def test_a_marker_of_an_empty_seat_says_which_are_taken() -> None:
    tally = bring_together([photo("a.jpg", *row(POTS[:2], 55, 0), marker(3, 0, 0))], TABLE)
    (problem,) = tally.problems
    assert (problem.kind, problem.cards) == ("no-such-seat", ("PL:3",))
    assert "1 to 2" in str(problem.text)
    assert tally.as_json()["unassigned"] == {"pot-shard": 2}


def test_more_cards_of_a_kind_than_the_edition_holds() -> None:
    caravan = Situation(games.load("caravan"), {"copies.lamp": 2})
    lamps = [f"CA:LAMP:{n:02}" for n in range(1, 4)]
    (problem,) = bring_together([photo("a.jpg", *row(lamps, 0, 0))], caravan).problems
    assert (problem.kind, problem.cards) == ("too-many-copies", tuple(lamps))
    assert "2" in str(problem.text)
    assert bring_together([photo("a.jpg", *row(lamps, 0, 0))], Situation(caravan.game)).problems == ()


def test_an_even_row_between_two_markers_is_said_to_be_unsure() -> None:
    cards = [marker(1, -50, 0), *row(POTS[:4], 0, 0), marker(2, 3 * 76 + 50, 0)]
    tally = bring_together([photo("a.jpg", *cards, tilt=0)], TABLE)
    assert set(kinds(tally)) == {"unsure-owner"}
    assert {card for problem in tally.problems for card in problem.cards} == set(POTS[:4])
    assert all("Ann" in str(p.text) and "Bob" in str(p.text) for p in tally.problems)


def test_a_row_beside_another_is_a_problem_while_a_players_marker_was_read_nowhere() -> None:
    three = replace(TABLE, seats=(*TABLE.seats, Player("p3", "Cem", 3)))
    first = [marker(1, 0, 0), *row(POTS[:3], 55, 0)]
    second = row(COINS[:3], 55, 115)
    third = [marker(2, 0, 250), *row(COINS[3:6], 55, 250)]
    tally = bring_together([photo("a.jpg", *first, *second)], TABLE)
    assert held(tally) == {"Ann": {"pot-shard": 3, "coin": 3}}
    (problem,) = tally.problems
    assert (problem.kind, problem.cards) == ("unsure-owner", tuple(COINS[:3]))
    assert "No marker of Bob was read" in str(problem.text)
    assert tally.notes == ()
    whole = photo("a.jpg", *first, *second, *third)
    assert bring_together([whole], TABLE).problems == ()
    (problem,) = bring_together([whole], three).problems
    assert (problem.kind, problem.cards) == ("unsure-owner", tuple(COINS[:3]))
    assert "Cem" in str(problem.text)
    assert "Bob" not in str(problem.text)


def test_a_player_whose_marker_another_picture_shows_is_not_missing() -> None:
    both = photo("a.jpg", marker(1, 0, 0), *row(POTS[:3], 55, 0), *row(POTS[3:6], 55, 115))
    bobs = photo("b.jpg", marker(2, 0, 0), *row(COINS[:3], 55, 0))
    tally = bring_together([both, bobs], TABLE)
    assert held(tally) == {"Ann": {"pot-shard": 6}, "Bob": {"coin": 3}}
    assert tally.problems == ()
    assert [(n.kind, n.cards) for n in tally.notes] == [("unsure-owner", tuple(POTS[3:6]))]


@pytest.mark.parametrize("gap", [3, 5, 15, 30, 60, 80])
def test_one_unread_marker_does_not_hand_a_display_to_the_neighbour_unseen(gap: float) -> None:
    anns = [*fan(POTS[:5], 60, 0), *fan(COINS[:3], 250, 0)]
    bobs = [marker(2, 0, 88 + gap), *fan(COINS[3:5], 60, 88 + gap), *fan(POTS[5:7], 180, 88 + gap)]
    (problem,) = bring_together([photo("a.jpg", *anns, *bobs, tilt=8)], TABLE).problems
    assert problem.kind == "unsure-owner"
    assert set(problem.cards) == {*POTS[:5], *COINS[:3]}
    assert "No marker of Ann was read" in str(problem.text)


@pytest.mark.parametrize("tilt", [0, 20, 40])
def test_a_picture_of_one_players_row_alone_is_no_problem(tilt: float) -> None:
    sets = [*fan(POTS[:5], 60, 0), *fan(COINS[:3], 250, 0), *fan(POTS[5:7], 400, 0)]
    column = [Lying(p, 60, 100 * n) for n, p in enumerate(COINS[:4])]
    cascade = [Lying(p, 60, 22 * n) for n, p in enumerate(POTS[:5])]
    beside = [Lying(p, 135, 22 * n) for n, p in enumerate(COINS[:4])]
    for cards, at in ((sets, (0, 0)), (column, (60, -70)), ([*cascade, *beside], (0, 0))):
        tally = bring_together([photo("bob.jpg", marker(2, *at), *cards, tilt=tilt)], TABLE)
        assert sum(held(tally)["Bob"].values()) == len(cards)
        assert tally.problems == ()
        (note,) = tally.notes
        assert note.kind == "no-marker"
        assert "Ann" in str(note.text)


def test_who_is_out_needs_no_marker() -> None:
    ann, bob = TABLE.seats
    alone = replace(TABLE, seats=(ann._replace(away=True, out=True), bob))
    cards = [marker(2, 0, 0), *row(POTS[:3], 55, 0), *row(COINS[:3], 55, 115)]
    tally = bring_together([photo("a.jpg", *cards)], alone)
    assert (tally.problems, tally.notes) == ((), ())


def test_without_a_table_a_row_beside_the_markers_is_told() -> None:
    cards = [marker(2, 0, 0), *row(POTS[:3], 55, 0), *row(COINS[:3], 55, 115)]
    tally = bring_together([photo("a.jpg", *cards)], ALONE)
    assert tally.problems == ()
    assert [(n.kind, n.cards) for n in tally.notes] == [("unsure-owner", tuple(COINS[:3]))]


def test_cards_that_nobody_holds_are_left_out_of_scoring_and_told() -> None:
    tally = bring_together([photo("a.jpg", *row([POTS[0], "AR:THF:01"], 0, 0))], ALONE)
    assert tally.as_json() == {
        "players": [{"player": "-", "cards": {"pot-shard": 1}, "sets": [{"card": "pot-shard", "count": 1}]}],
        "unassigned": {"thief": 1},
    }
    assert [(n.kind, n.cards) for n in tally.notes] == [("not-held", ("AR:THF:01",))]


def test_cards_that_overlap_or_touch_are_a_set_and_cards_apart_are_not() -> None:
    cards = [*fan(POTS[:4], 0, 0), *row(COINS[:3], 0, 120, 64), *row(COINS[3:5], 0, 240, 75)]
    (share,) = bring_together([photo("a.jpg", *cards)], ALONE).shares
    assert sorted(share.sets) == [("coin", 1), ("coin", 1), ("coin", 3), ("pot-shard", 4)]


def test_touching_cards_of_different_kinds_are_different_sets() -> None:
    (share,) = bring_together([photo("a.jpg", *fan([*POTS[:2], *COINS[:2]], 0, 0))], ALONE).shares
    assert sorted(share.sets) == [("coin", 2), ("pot-shard", 2)]


def test_a_set_larger_than_can_be_sold_is_split_the_best_way_and_said_so() -> None:
    tally = bring_together([photo("a.jpg", *fan(COINS[:8], 0, 0))], ALONE)
    assert tally.shares[0].sets == (("coin", 5), ("coin", 3))
    (note,) = tally.notes
    assert (note.kind, note.cards) == ("split-set", tuple(COINS[:8]))
    assert tally.problems == ()


def test_a_set_that_no_picture_shows_whole_is_one_set() -> None:
    pictures = [photo("a.jpg", *fan(POTS[:3], 0, 0)), photo("b.jpg", *fan(POTS[2:5], 0, 0))]
    assert bring_together(pictures, ALONE).shares[0].sets == (("pot-shard", 5),)


def test_sets_that_are_laid_anew_between_two_pictures_count_as_they_lie_in_the_second() -> None:
    before = photo("a.jpg", *fan(COINS[:4], 0, 0), *fan(COINS[4:6], 0, 130))
    after = photo("b.jpg", *fan(COINS[:2], 0, 0), *fan([*COINS[4:6], *COINS[2:4]], 0, 130))
    (share,) = bring_together([before, after], ALONE).shares
    assert sorted(share.sets) == [("coin", 2), ("coin", 4)]
    (share,) = bring_together([before, photo("b.jpg", *row(COINS[:6], 0, 0))], ALONE).shares
    assert share.sets == (("coin", 1),) * 6


def test_a_card_laid_elsewhere_out_of_view_of_its_old_set_is_said_to_be_unsure() -> None:
    before = photo("a.jpg", *fan(COINS[:3], 0, 0), *row(COINS[3:4], 0, 130))
    after = photo("b.jpg", *fan(COINS[2:4], 0, 0))
    tally = bring_together([before, after], ALONE)
    unsure = {note.cards for note in tally.notes if note.kind == "unsure-set"}
    assert (COINS[2], COINS[1]) in unsure
    assert all("COIN" in card for cards in unsure for card in cards)
    whole = photo("b.jpg", *fan(COINS[2:4], 0, 0), *fan(COINS[:2], 0, 130))
    tally = bring_together([before, whole], ALONE)
    assert sorted(tally.shares[0].sets) == [("coin", 2), ("coin", 2)]
    assert tally.notes == ()


def test_a_card_that_was_moved_between_two_pictures_is_the_same_card() -> None:
    before = photo("a.jpg", marker(1, 0, 0), *row(POTS[:3], 55, 0), tilt=10)
    after = photo("b.jpg", marker(1, 0, 0), *row(POTS[:2], 55, 0), Lying(POTS[2], 80, 98, 90), tilt=35)
    tally = bring_together([before, after], TABLE)
    assert held(tally) == {"Ann": {"pot-shard": 3}}
    assert tally.problems == ()


def test_a_card_that_changed_hands_between_two_pictures_names_both() -> None:
    def table(ann: Sequence[str], bob: Sequence[str]) -> list[Lying]:
        return [marker(1, 0, 0), *row(ann, 55, 0), marker(2, 0, 130), *row(bob, 55, 130)]

    pictures = [
        photo("a.jpg", *table(POTS[:3], COINS[:2])),
        photo("b.jpg", *table(POTS[:2], [*COINS[:2], POTS[2]]), tilt=40),
    ]
    tally = bring_together(pictures, TABLE)
    (problem,) = tally.problems
    assert (problem.kind, problem.cards) == ("same-card-twice", (POTS[2],))
    assert all(word in str(problem.text) for word in ("Ann", "Bob", "a.jpg", "b.jpg"))
    assert sum(sum(cards.values()) for cards in held(tally).values()) == 5


def test_several_pictures_of_one_table_are_merged_by_card_and_told_apart_by_player() -> None:
    rows = {
        1: [marker(1, 0, 0), *fan(POTS[:5], 60, 0)],
        2: [marker(2, 0, 130), *fan(COINS[:3], 60, 130), *fan(COINS[3:5], 220, 130)],
    }
    pictures = [
        photo("ann.jpg", *rows[1], tilt=5),
        photo("bob.jpg", *rows[2], tilt=45),
        photo("whole.jpg", *rows[1], *rows[2], tilt=30),
    ]
    tally = bring_together(pictures, TABLE)
    assert {share.player: sorted(share.sets) for share in tally.shares} == {
        "Ann": [("pot-shard", 5)],
        "Bob": [("coin", 2), ("coin", 3)],
    }
    assert tally.problems == ()


def test_cards_that_nearly_touch_are_told_as_unsure() -> None:
    tally = bring_together([photo("a.jpg", *row(COINS[:2], 0, 0, 63 + 6), *row(POTS[:4], 0, 200))], ALONE)
    assert ("unsure-set", ("AR:COIN:01", "AR:COIN:02")) in [(n.kind, n.cards) for n in tally.notes]
    assert tally.problems == ()


def test_other_games_have_counts_and_no_sets() -> None:
    cards = fan(["CA:LAMP:01", "CA:LAMP:02", "CA:CR5:01"], 0, 0)
    tally = bring_together([photo("a.jpg", *cards)], Situation(games.load("caravan")))
    assert tally.as_json()["players"] == [{"player": "-", "cards": {"craft-5": 1, "lamp": 2}, "sets": []}]


def test_decks_that_have_a_kind_of_one_name_are_told_apart() -> None:
    tally = bring_together([photo("a.jpg", *row(["CA:THF:01", "AR:THF:01", POTS[0]], 0, 0))], Situation())
    assert tally.game is None
    assert tally.as_json()["players"][0]["cards"] == {"pot-shard": 1, "caravan:thief": 1}
    assert tally.as_json()["unassigned"] == {"archaeology:thief": 1}


def test_the_cards_tell_the_game_where_nobody_does() -> None:
    assert bring_together([photo("a.jpg", *row(POTS[:2], 0, 0))], Situation()).game is ARCHAEOLOGY


@pytest.mark.parametrize("mm", [8.0, 12.0, 20.0])
def test_the_size_of_the_tags_is_a_parameter(mm: float) -> None:
    cards = [replace(card, tag=mm) for card in [*fan(POTS[:3], 0, 0), *row(COINS[:3], 0, 120)]]
    (share,) = bring_together([photo("a.jpg", *cards)], replace(ALONE, tag_mm=mm)).shares
    assert sorted(share.sets) == [("coin", 1), ("coin", 1), ("coin", 1), ("pot-shard", 3)]


def test_several_games_are_named() -> None:
    tally = bring_together([photo("a.jpg", *row([POTS[0], "CA:LAMP:01"], 0, 0))], Situation())
    (note,) = tally.notes
    assert note.kind == "several-games"
    assert all(word in str(note.text) for word in ("Archaeology", "--game archaeology", "--game caravan"))


def test_tags_of_another_game_are_counted_and_the_game_named_once() -> None:
    one, many = (row([f"CA:LAMP:{n:02}" for n in range(1, most)], 0, 0) for most in (2, 6))
    (problem,) = bring_together([photo("a.jpg", *one)], ALONE).problems
    assert "1 tag of Tan-Tan Caravan: CA:LAMP:01;" in str(problem.text)
    (problem,) = bring_together([photo("a.jpg", *many)], ALONE).problems
    assert len(problem.cards) == 5
    assert "5 tags of Tan-Tan Caravan: CA:LAMP:01 and others;" in str(problem.text)
    assert "CA:LAMP:02" not in str(problem.text)


def test_what_lies_with_the_marker_of_an_empty_seat_is_not_the_neighbours() -> None:
    coins = ["AR:COIN:01", "AR:COIN:02"]
    anns = [marker(1, 0, 0), *row(POTS[:2], 55, 0)]
    nobodys = [marker(7, 0, 120), *row(coins, 55, 120)]
    tally = bring_together([photo("a.jpg", *anns, *nobodys)], TABLE)
    assert "no-such-seat" in kinds(tally)
    assert tally.as_json()["unassigned"] == {"coin": 2}
