"""Cards and fingers that cover a given part of tags, as fans, piles and hands do."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from benchmarks.faces import CardSpec
from benchmarks.handling import Finger

Floats = npt.NDArray[np.float64]

SLOT = 108.0, 128.0
"""Room for a card and what covers it, so that a cover covers its own card's tag alone."""
FINGERS = 0.35
"""The part of tags that a finger covers; the others, a card."""


def covered(
    cards: Sequence[CardSpec], rng: np.random.Generator, least: float, most: float, whole: int = 0
) -> list[CardSpec]:
    """The cards spread out, and on each one but `whole` of them what leaves `least` to `most` of its tag to
    see.
    """
    bare = set(np.linspace(0, len(cards) - 1, whole).astype(int).tolist())
    columns = max(1, round(np.sqrt(len(cards) * 4 / 3 * SLOT[1] / SLOT[0])))
    laid: list[CardSpec] = []
    for number, card in enumerate(cards):
        row, column = divmod(number, columns)
        x, y = np.array([column * SLOT[0], row * SLOT[1]]) + rng.uniform(-3, 3, 2)
        # upright, or a cover's far end would reach another card's tag
        card = replace(card, x=float(x), y=float(y), rotation=float(rng.normal(0, 4)))
        cover = _cover(card, rng, float(rng.uniform(least, most)))
        laid += [card] if number in bare else [card, cover]
    return laid


def _cover(card: CardSpec, rng: np.random.Generator, visible: float) -> CardSpec:
    """A card or finger over the card's tag, moved in until just that part is left to see."""
    spots = _tag_on_table(card)
    middle = spots.mean(axis=0)
    turn = float(rng.normal(0, 10)) + card.rotation
    if rng.random() < FINGERS:
        way = turn + float(rng.choice([-60, 0, 30, 90]))  # from above, from the left, from below
        cover: CardSpec = Finger("", 0, 0, way, width=float(rng.uniform(13, 18)), height=75, plain=True)
        towards, aside = _axes(way)[1] * -1, _axes(way)[0] * rng.uniform(-4, 4)
        inside = _in_finger
    else:
        cover = CardSpec("", 0, 0, turn, title="Pot shard")
        axis = int(rng.random() < 0.5)  # from the right, as in a fan, or from below, as in a column
        towards = -_axes(turn)[axis]
        # as far beyond the tag's corner as the cover's corner lies in fans: a strip of the card shows
        aside = _axes(turn)[1 - axis] * (cover.height if axis == 0 else cover.width) * rng.uniform(0.2, 0.3)
        inside = _in_card
    near, far = 0.0, 120.0  # how far the cover's middle is from the tag's
    for _ in range(30):
        distance = (near + far) / 2
        x, y = middle + aside - towards * distance
        cover = replace(cover, x=float(x), y=float(y))
        shows = 1 - float(np.mean(inside(cover, spots)))
        near, far = (distance, far) if shows < visible else (near, distance)
    return cover


def _axes(degrees: float) -> tuple[Floats, Floats]:
    """The unit vectors to the right of and down a card that is turned so."""
    a = np.radians(degrees)
    return np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])


def _tag_on_table(card: CardSpec) -> Floats:
    """(n, 2) points spread evenly over a card's tag, on the table."""
    along = card.inset + (np.arange(64) + 0.5) / 64 * card.tag
    x, y = np.meshgrid(along - card.width / 2, along - card.height / 2)
    right, down = _axes(card.rotation)
    return np.array([card.x, card.y]) + x.reshape(-1, 1) * right + y.reshape(-1, 1) * down


def _within(cover: CardSpec, spots: Floats) -> tuple[Floats, Floats]:
    """The points from the cover's middle, to its right and down."""
    right, down = _axes(cover.rotation)
    off = spots - [cover.x, cover.y]
    return off @ right, off @ down


def _in_card(cover: CardSpec, spots: Floats) -> npt.NDArray[np.bool_]:
    x, y = _within(cover, spots)
    return np.asarray((np.abs(x) <= cover.width / 2) & (np.abs(y) <= cover.height / 2))


def _in_finger(cover: CardSpec, spots: Floats) -> npt.NDArray[np.bool_]:
    x, y = _within(cover, spots)
    radius = cover.width / 2
    above = np.minimum(y + cover.height / 2 - 1.15 * radius, 0) / 1.15
    return np.asarray((np.hypot(x, above) <= radius) & (y <= cover.height / 2))
