"""Photos by a selfie camera or in a mirror: owners and sets come out as on the real table."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from benchmarks.faces import CardSpec, marker
from benchmarks.scenes import render
from companion import deck, games, symbols
from companion.table import Player
from companion.tally.bring_together import bring_together
from companion.tally.layout import Rect, lay_out
from companion.tally.model import Reading, Situation, Tally
from companion.tally.plane import place
from companion.tally.tags import known_payloads, sort
from recognizers.load import Pixels
from recognizers.read import read
from recognizers.sighting import Corners, Sighting
from tests.pictures import Lying, camera, row, sightings

GAME = games.load("archaeology")
SITUATION = Situation(GAME, seats=(Player("p1", "Ann", 1), Player("p2", "Bob", 2)))
POTS = [f"AR:POT:{n:02}" for n in range(1, 19)]
COINS = [f"AR:COIN:{n:02}" for n in range(1, 15)]
WIDTH = 1600

# Two sets of one kind lie beside each other: cards that are turned by a quarter would make one of them, and
# cards on the wrong side of their tags would lie nowhere near the others.
ROWS = [
    (marker("PL:1", 0, 0), [POTS[:3], POTS[3:5]], 0),
    (marker("PL:2", 0, 118), [COINS[:2], COINS[2:4]], 118),
]


def laid(april: bool) -> list[CardSpec]:
    cards = []
    for own, groups, y in ROWS:
        cards.append(own)
        x = 60.0
        for group in groups:
            for payload in group:
                cards.append(CardSpec(payload, x, y, tag=12))
                x += 24
            x += 58
    if not april:
        return cards
    return [
        replace(c, payload=symbols.fiducial_of(deck.meaning(c.payload)), tag=c.tag if c.plain else 8)  # type: ignore[arg-type]
        for c in cards
    ]


@cache
def photo(april: bool) -> Pixels:
    scene = render(4, laid(april), tilt=20, roll=3, blur=0.6, noise=2, width=WIDTH, height=WIDTH * 3 // 4)
    return scene.pixels


def told(tally: Tally) -> dict[str, tuple[list[str], list[tuple[str, int]]]]:
    return {
        share.player: (sorted(found.card.payload for found in share.cards), sorted(share.sets))
        for share in tally.shares
    }


@pytest.mark.parametrize("april", [False, True])
def test_owners_and_sets_are_the_same_in_a_mirror(april: bool) -> None:
    for pixels in (photo(april), photo(april)[:, ::-1], photo(april)[::-1]):
        seen = read(np.ascontiguousarray(pixels), known=known_payloads(GAME, {}))
        tally = bring_together([Reading("a.jpg", layouts=(tuple(seen),))], SITUATION)
        assert told(tally) == {
            "Ann": (POTS[:5], [("pot-shard", 2), ("pot-shard", 3)]),
            "Bob": (COINS[:4], [("coin", 2), ("coin", 2)]),
        }
        assert tally.problems == ()


def flipped(sighting: Sighting) -> Sighting:
    """The same tag in the same picture seen in a mirror."""
    a, b, c, d = ((4000 - x, y) for x, y in sighting.corners)
    return replace(sighting, corners=(a, b, c, d))


def rects(seen: list[Sighting]) -> list[Rect]:
    found = sort(seen, GAME)
    return list(lay_out(found.cards, found.markers).card_rects)


CARDS = [*row(POTS[:6], 0, 0), *row(POTS[6:12], 10, 110, turn=20), Lying(POTS[12], 0, 260, 90)]


@pytest.mark.parametrize("tilt", [0, 30, 45])
@pytest.mark.parametrize("roll", [0, 35, 180])
def test_cards_lie_in_a_mirrored_picture_as_they_do_on_the_table(tilt: float, roll: float) -> None:
    seen = sightings(CARDS, camera(CARDS, tilt, roll, 4000))
    plain, mirrored = rects(seen), rects([flipped(sighting) for sighting in seen])
    for i, a in enumerate(plain):
        for j, b in enumerate(plain):
            turn, turned = ((others[j].centre - others[i].centre) / others[i].right
                            for others in (plain, mirrored))  # fmt: skip
            assert abs(turn - turned) < 0.2
            assert abs(b.right / a.right - mirrored[j].right / mirrored[i].right) < 0.01


def in_mirror_of_its_own(corners: Corners) -> Corners:
    """The same tag printed as in a mirror: its own left is where its right was."""
    a, b, c, d = corners
    return b, a, d, c


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("tilt", [0, 30])
def test_a_few_tags_that_are_otherwise_mirrored_bend_no_plane(whole: bool, tilt: float) -> None:
    seen = sightings(CARDS, camera(CARDS, tilt, 5, 4000), 0.5)
    right = place([s.corners for s in seen], [12.0] * len(seen))
    odd = [
        replace(s, corners=in_mirror_of_its_own(s.corners)) if n in (1, 4, 8) else s
        for n, s in enumerate(seen)
    ]
    if whole:
        odd = [flipped(sighting) for sighting in odd]
    placed = place([s.corners for s in odd], [12.0] * len(odd))
    for n, (one, other) in enumerate(zip(right, placed, strict=True)):
        apart, now = abs(one.centre - right[0].centre), abs(other.centre - placed[0].centre)
        assert abs(apart - now) < 0.5
        assert abs(other.side - 12) < 0.5
        sign = -1 if n in (1, 4, 8) else 1
        assert abs(other.right / placed[0].right - sign * one.right / right[0].right) < 0.1
        assert abs(other.down - sign * 1j * other.right) < 1e-9


def test_the_card_of_a_mirrored_tag_lies_on_the_tags_own_right_and_below_it() -> None:
    seen = sightings(CARDS, camera(CARDS, 0, 0, 4000))
    odd = [replace(seen[0], corners=in_mirror_of_its_own(seen[0].corners)), *seen[1:]]
    rect = rects(odd)[0]
    right = rects(seen)
    # the tag's middle stays; the card reaches from it to the left instead of to the right
    from_tag = 63 / 2 - 11
    tag = right[0].centre - complex(from_tag, 88 / 2 - 11) * right[0].right
    assert abs(rect.centre - (tag + complex(-from_tag, 88 / 2 - 11) * right[0].right)) < 0.5
    assert (rect.half_width, rect.half_height) == (31.5, 44)
