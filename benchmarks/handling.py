"""What hands and lamps do to cards on a table: bent and creased cards, paper's grain, sleeves that glare,
fingers.

Lengths are millimetres unless a name says pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.camera import Camera
from benchmarks.faces import CardSpec

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Field = npt.NDArray[np.float32]

SKIN = np.array([[224, 172, 145], [198, 140, 108], [141, 92, 66], [96, 62, 45]], np.float32)
SLOPE_TO_SHADE = 0.55
"""Part of the light that a slope of 1 towards or from the lamp adds or takes."""
SLEEVE_TILT = 0.02
"""Spread of the slopes at which sleeved cards lie: each mirrors a lamp at another place."""
LAMP_HIGH = 700.0
PAPER = np.array([236, 233, 226], np.float32)
"""What shows where ink is broken."""
FOLD_ROUND = 0.7
"""Millimetres from a fold over which the paper is bent the most."""
FOLDED_CORNERS = 0.6
"""The part of creases that run through the tag; the others run anywhere."""


@dataclass(frozen=True)
class Bend:
    """A card bent about one axis: `mm` is how far its edges stand up, or, below 0, its middle.

    `axis` is the direction across which it is bent, degrees from the card's width.
    """

    mm: float = 0.0
    axis: float = 0.0

    def heights(self, card: CardSpec, points: Floats) -> Floats:
        """Of (n, 2) points on the card, mm from its top-left, above the table."""
        across = self._across(card, points)
        return self.mm * across**2 if self.mm >= 0 else -self.mm * np.maximum(1 - across**2, 0)

    def shade(self, card: CardSpec, size: tuple[int, int], lamp: float) -> Field:
        """(height, width) parts of the light that fall on the card; `lamp` is where it stands, degrees."""
        points = _points_on(card, size)
        slope = 2 * self.mm * self._across(card, points) / self._half(card)
        towards = -np.cos(np.radians(self.axis + card.rotation - lamp))
        return np.asarray(1 + SLOPE_TO_SHADE * slope * towards, np.float32).reshape(size[1], size[0])

    def _half(self, card: CardSpec) -> float:
        a = np.radians(self.axis)
        return float(abs(np.cos(a)) * card.width + abs(np.sin(a)) * card.height) / 2

    def _across(self, card: CardSpec, points: Floats) -> Floats:
        a = np.radians(self.axis)
        off = points - np.array([card.width, card.height]) / 2
        return np.asarray(np.clip(off @ np.array([np.cos(a), np.sin(a)]) / self._half(card), -1.2, 1.2))


@dataclass(frozen=True)
class Crease:
    """A fold straight across a card, through (x, y) mm from its top-left, `angle` degrees from its width.

    The smaller part of the card stands up by `slope`; along the fold the ink is broken, `width` mm wide.
    """

    x: float
    y: float
    angle: float
    width: float
    slope: float

    def heights(self, card: CardSpec, points: Floats) -> Floats:
        """As those of a Bend."""
        return self.slope * np.maximum(self._off(card, points), 0)

    def shade(self, card: CardSpec, size: tuple[int, int], lamp: float) -> Field:
        """As that of a Bend: what stands up is lit otherwise, and the fold itself, where it is steepest."""
        off = self._off(card, _points_on(card, size))
        slope = self.slope * ((off > 0) + np.exp(-((off / FOLD_ROUND) ** 2)))
        up = self.angle + (90 if self._turned(card) > 0 else -90)
        towards = -np.cos(np.radians(up + card.rotation - lamp))
        return np.asarray(1 + SLOPE_TO_SHADE * slope * towards, np.float32).reshape(size[1], size[0])

    def broken(self, card: CardSpec, printed: Pixels, rng: np.random.Generator) -> Pixels:
        """A printed face (RGBA) on which the paper shows along the fold, flakes of ink left in it."""
        high, wide = printed.shape[:2]
        scale = wide / card.width
        off = self._off(card, _points_on(card, (wide, high))).reshape(high, wide)
        rows, columns = np.nonzero(np.abs(off) < 3 * self.width)
        far = off[rows, columns]
        a = np.radians(self.angle)
        along = (columns * np.cos(a) + rows * np.sin(a)) / scale
        steps = np.arange(-300, 300, 0.5)  # mm along the fold, further than any card is long
        wobble, wide_here = (np.interp(along, steps, rng.normal(0, 1, len(steps))) for _ in range(2))
        far = np.abs(far + 0.12 * self.width * wobble)
        half = self.width / 2 * np.clip(1 + 0.3 * wide_here, 0.3, 1.6)
        flakes = cv2.GaussianBlur(rng.standard_normal((high, wide), np.float32), (0, 0), 0.08 * scale)
        flakes = (flakes / flakes.std())[rows, columns]
        bare = np.clip((half - far) * scale + 0.5, 0, 1) * np.clip(1.2 + flakes, 0, 1)
        dent = 1 - 0.1 * np.exp(-((far / self.width) ** 2))
        colour = PAPER * (1 + 0.03 * flakes[:, None])
        picture = printed.copy()
        ink = picture[rows, columns, :3] * dent[:, None]
        mixed = ink * (1 - bare[:, None]) + colour * bare[:, None] * dent[:, None]
        picture[rows, columns, :3] = np.clip(mixed, 0, 255).astype(np.uint8)
        return picture

    def crosses_tag(self, card: CardSpec) -> bool:
        """Whether the fold runs through the card's tag."""
        near, far = card.inset, card.inset + card.tag
        corners = np.array([[near, near], [far, near], [far, far], [near, far]], np.float64)
        off = self._off(card, corners)
        return bool(card.payload) and bool(off.min() < 0 < off.max())

    def _off(self, card: CardSpec, points: Floats) -> Floats:
        """How many mm points are from the fold, above 0 where the card stands up."""
        return self._turned(card) * self._right_of(points)

    def _turned(self, card: CardSpec) -> int:
        """The sign of the side that stands up: that on which the card's middle isn't."""
        return -1 if self._right_of(np.array([[card.width / 2, card.height / 2]]))[0] > 0 else 1

    def _right_of(self, points: Floats) -> Floats:
        a = np.radians(self.angle)
        return np.asarray((points - [self.x, self.y]) @ np.array([-np.sin(a), np.cos(a)]), np.float64)


@dataclass(frozen=True)
class Lie:
    """How a card lies on the table: bent, and perhaps creased."""

    bend: Bend = Bend()
    crease: Crease | None = None

    @property
    def flat(self) -> bool:
        """Whether all of the card is on the table."""
        return not self.bend.mm and self.crease is None

    def heights(self, card: CardSpec, points: Floats) -> Floats:
        """Of (n, 2) points on the card, mm from its top-left, above the table."""
        bent = self.bend.heights(card, points)
        return bent + self.crease.heights(card, points) if self.crease else bent

    def shaded(self, card: CardSpec, printed: Pixels, lamp: float) -> Pixels:
        """A printed face (RGBA) in the light of a lamp that stands so many degrees from the right."""
        for one in [part for part in (self.bend if self.bend.mm else None, self.crease) if part]:
            shade = one.shade(card, (printed.shape[1], printed.shape[0]), lamp)
            printed[:, :, :3] = np.clip(printed[:, :, :3] * shade[:, :, None], 0, 255)
        return printed


def _points_on(card: CardSpec, size: tuple[int, int]) -> Floats:
    """(n, 2) middles of the pixels of a face of that width and height, mm from the card's top-left."""
    x, y = np.meshgrid((np.arange(size[0]) + 0.5) / size[0], (np.arange(size[1]) + 0.5) / size[1])
    return np.column_stack([x.ravel() * card.width, y.ravel() * card.height])


def creases(cards: Sequence[CardSpec], part: float, rng: np.random.Generator) -> list[Crease | None]:
    """The crease of each card, which `part` of them have; folded corners, where tags are, are the most."""
    found: list[Crease | None] = []
    for card in cards:
        creased, corner = rng.random(2) < [part, FOLDED_CORNERS]
        on_tag = card.inset + card.tag * rng.uniform(0.1, 0.9, 2)
        on_card = np.array([card.width, card.height]) * rng.uniform(0.2, 0.8, 2)
        x, y = on_tag if corner else on_card
        angle, width, slope = rng.uniform([0, 0.2, 0.02], [180, 0.6, 0.1])
        crease = Crease(float(x), float(y), float(angle), float(width), float(slope))
        found.append(crease if creased and not isinstance(card, Finger) else None)
    return found


def bends(cards: int, curl: float, rng: np.random.Generator) -> list[Bend]:
    """How each card is bent, by up to `curl` mm; cards are bent along their grain, mostly lengthwise."""
    ways = rng.choice([0.0, 90.0], cards, p=[0.75, 0.25]) + rng.normal(0, 8, cards)
    high = curl * rng.uniform(-0.7, 1, cards)
    return [Bend(float(mm), float(way)) for mm, way in zip(high, ways, strict=True)]


def paper(printed: Pixels, strength: float, rng: np.random.Generator, scale: float) -> Pixels:
    """A printed face (RGBA) with the grain of its paper: fibres, and the linen that game cards have."""
    high, wide = printed.shape[:2]
    fibres = cv2.GaussianBlur(rng.standard_normal((high, wide), np.float32), (0, 0), 0.12 * scale)
    fibres = fibres / fibres.std()
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32) * np.float32(2 * np.pi / (0.6 * scale))
    linen = np.sin(x) * np.sin(y)
    grain = 1 + strength * (0.7 * fibres + 0.8 * linen)
    rough = np.clip(printed[:, :, :3] * grain[:, :, None], 0, 255).astype(np.uint8)
    return np.dstack([rough, printed[:, :, 3]])


def glare(owner: npt.NDArray[np.int16], camera: Camera, strength: float, rng: np.random.Generator) -> Field:
    """(height, width) levels that a lamp's mirror image adds on sleeved cards, wherever shadows fall.

    Where it falls on a card depends on how the card lies; `owner` is the card's number at each pixel.
    """
    step = 8
    levels = np.zeros(owner.shape, np.float32)
    ys, xs = np.mgrid[0 : camera.height : step, 0 : camera.width : step]
    on_table = camera.unproject(np.column_stack([xs.ravel(), ys.ravel()]).astype(np.float64))
    places = on_table.reshape(*xs.shape, 2).astype(np.float32)
    lamp = rng.uniform([0.2, 0.2], [0.8, 0.8]) * [camera.width, camera.height]
    lamp = camera.unproject(lamp[None])[0]
    turn, long = rng.uniform(0, np.pi), rng.uniform(1.2, 3.0)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    core = rng.uniform(9, 20)
    for number in range(int(owner.max()) + 1):
        mirrored = lamp + 2 * LAMP_HIGH * rng.normal(0, SLEEVE_TILT, 2)
        wave = rng.uniform(0, 2 * np.pi)
        mine = owner == number
        if not mine.any():
            continue
        rows, columns = np.flatnonzero(mine.any(axis=1)), np.flatnonzero(mine.any(axis=0))
        top, bottom = rows[0] // step, rows[-1] // step + 2
        left, right = columns[0] // step, columns[-1] // step + 2
        off = (places[top:bottom, left:right] - mirrored) @ axes.T
        off[..., 1] += 3 * np.sin(off[..., 0] / 14 + wave)  # a sleeve is never quite flat
        far = (off[..., 0] / long) ** 2 + off[..., 1] ** 2
        shine = np.exp(-far / (2 * core**2)) + 0.18 * np.exp(-far / (2 * (3.5 * core) ** 2))
        high, wide = shine.shape
        whole = cv2.resize(shine.astype(np.float32), (wide * step, high * step))
        box = (slice(top * step, bottom * step), slice(left * step, right * step))
        some = levels[box]
        some += 255 * strength * whole[: some.shape[0], : some.shape[1]] * mine[box]
    return np.asarray(cv2.GaussianBlur(levels, (0, 0), 1.5))


@dataclass(frozen=True)
class Finger(CardSpec):
    """A fingertip instead of a card: its tip points up, `width` and `height` are of what shows of it."""


def finger_face(finger: CardSpec, rng: np.random.Generator, scale: float) -> Pixels:
    """A fingertip from above as RGBA pixels."""
    wide, high = round(finger.width * scale), round(finger.height * scale)
    radius = wide / 2
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32) + 0.5
    off = np.hypot(x - radius, np.minimum(y - radius * 1.15, 0) / 1.15) / radius
    shade = 0.45 + 0.55 * np.sqrt(np.clip(1 - off**2, 0, 1))
    picture = SKIN[rng.integers(len(SKIN))] * shade[:, :, None]
    soft = cv2.GaussianBlur(rng.standard_normal((high, wide), np.float32), (0, 0), 0.25 * scale)
    picture *= (1 + 0.03 * soft / soft.std())[:, :, None]
    nail = np.hypot((x - radius) / (0.62 * radius), (y - 1.05 * radius) / (0.85 * radius))
    picture += (np.clip(1.1 - nail, 0, 0.15) * 200)[:, :, None] * np.array([1, 0.85, 0.85], np.float32)
    cuff = y > 0.72 * high
    picture[cuff] = rng.uniform(30, 200, 3) * shade[cuff][:, None]
    mask = np.clip((1 - off) * radius, 0, 1) * 255
    return np.dstack([np.clip(picture, 0, 255).astype(np.uint8), mask.astype(np.uint8)])
