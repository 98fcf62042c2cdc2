"""Cards on a table for tests: where they lie in millimetres, how a camera sees them, what it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import segno

from recognizers.sighting import Sighting

WIDTH, HEIGHT, INSET = 63.0, 88.0, 5.0
MODULES = 21
FACE_SCALE = 6
"""Pixels to the millimetre of a printed face; a whole number of pixels to the module would be too kind."""


@dataclass(frozen=True)
class Lying:
    """A card (or, with `bare`, a tag alone) whose middle lies at (x, y) mm, turned clockwise by degrees."""

    payload: str
    x: float
    y: float
    turn: float = 0.0
    tag: float = 12.0
    bare: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        return (self.tag + 6, self.tag + 6) if self.bare else (WIDTH, HEIGHT)

    @property
    def inset(self) -> float:
        """From the left and top edges to the symbol, in mm."""
        return 3.0 if self.bare else INSET

    def on_table(self, points: Sequence[Sequence[float]]) -> np.ndarray:
        """(n, 2) points on the card, from its top-left, in mm on the table."""
        a = np.radians(self.turn)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        return (np.array(points, float) - np.array(self.size) / 2) @ turn.T + (self.x, self.y)

    @property
    def symbol(self) -> np.ndarray:
        """The symbol's corners in mm on the table, clockwise from its own top-left."""
        near, far = self.inset, self.inset + self.tag
        return self.on_table([(near, near), (far, near), (far, far), (near, far)])

    @property
    def outline(self) -> np.ndarray:
        """The card's corners in mm on the table."""
        w, h = self.size
        return self.on_table([(0, 0), (w, 0), (w, h), (0, h)])


def marker(seat: int, x: float, y: float, turn: float = 0.0, tag: float = 12.0) -> Lying:
    """A player marker on a small piece of paper."""
    return Lying(f"PL:{seat}", x, y, turn, tag, bare=True)


def row(payloads: Sequence[str], x: float, y: float, pitch: float = 76.0, turn: float = 0.0) -> list[Lying]:
    """Cards from left to right, their middles `pitch` mm apart."""
    return [Lying(payload, x + n * pitch, y, turn) for n, payload in enumerate(payloads)]


def camera(cards: Sequence[Lying], tilt: float = 0.0, roll: float = 0.0, width: int = 2000) -> np.ndarray:
    """A homography from mm on the table to the pixels of a 4:3 picture that holds all the cards."""
    points = np.concatenate([card.outline for card in cards])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    t, r = np.radians([tilt, roll])
    turn = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(t), np.sin(t)], [0, -np.sin(t), np.cos(t)]])
    rotation = lean @ turn
    lens = np.array([[0.72 * width, 0, width / 2], [0, 0.72 * width, width * 3 / 8], [0, 0, 1]])
    for distance in range(150, 6000, 10):
        pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]])
        pose[:, 2] -= rotation[:, :2] @ middle
        seen = pose @ np.column_stack([points, np.ones(len(points))]).T
        pixels = (lens @ seen)[:2] / seen[2]
        low, high = pixels.min(axis=1), pixels.max(axis=1)
        inside = low.min() > 20 and high[0] < width - 20 and high[1] < width * 3 / 4 - 20
        if seen[2].min() > 50 and inside:
            return lens @ pose
    raise AssertionError("the cards do not fit into the picture")


def sightings(
    cards: Sequence[Lying], seen_by: np.ndarray | None = None, noise: float = 0.0, seed: int = 1
) -> list[Sighting]:
    """What a reader that reads everything would see, its corners off by `noise` pixels."""
    rng = np.random.default_rng(seed)
    through = camera(cards) if seen_by is None else seen_by
    found = []
    for card in cards:
        corners = cv2.perspectiveTransform(card.symbol[None], through)[0]
        corners = corners + rng.normal(0, noise, (4, 2)) if noise else corners
        points = tuple((float(x), float(y)) for x, y in corners)
        found.append(Sighting(card.payload, points, "zxing", 0.98))
    return found


def picture(cards: Sequence[Lying], seen_by: np.ndarray | None = None, width: int = 2000) -> np.ndarray:
    """The photograph, (3/4 width, width, 3) RGB: later cards lie on earlier ones."""
    through = camera(cards, width=width) if seen_by is None else seen_by
    canvas = np.full((width * 3 // 4, width, 3), (120, 85, 60), np.uint8)
    for card in cards:
        face = _face(card.payload, card.tag, card.bare)
        h, w = face.shape[:2]
        corners = cv2.perspectiveTransform(card.outline[None], through)[0].astype(np.float32)
        x0, y0 = (int(v) for v in np.floor(corners.min(axis=0)))
        x1, y1 = (int(v) + 1 for v in np.ceil(corners.max(axis=0)))
        source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
        warp = cv2.getPerspectiveTransform(source, corners - np.array((x0, y0), np.float32))
        laid = cv2.warpPerspective(face, warp, (x1 - x0, y1 - y0), flags=cv2.INTER_AREA)
        there = cv2.warpPerspective(np.full((h, w), 255, np.uint8), warp, (x1 - x0, y1 - y0)) > 127
        canvas[y0:y1, x0:x1][there] = laid[there]
    return cv2.GaussianBlur(canvas, (0, 0), 0.6)


@cache
def _face(payload: str, tag: float, bare: bool) -> np.ndarray:
    card = Lying(payload, 0, 0, 0, tag, bare)
    w, h = (round(side * FACE_SCALE) for side in card.size)
    face = np.full((h, w, 3), 235, np.uint8)
    if payload:
        code = segno.make(payload, error="h" if len(payload) <= 10 else "m", boost_error=False, micro=False)
        modules = 255 - 255 * np.array(code.matrix, np.uint8)
        side, near = round(tag * FACE_SCALE), round(card.inset * FACE_SCALE)
        symbol = cv2.resize(modules, (side * 4, side * 4), interpolation=cv2.INTER_NEAREST)
        symbol = cv2.resize(symbol, (side, side), interpolation=cv2.INTER_AREA)
        quiet = round(2 * tag / MODULES * FACE_SCALE)
        face[near - quiet : near + side + quiet, near - quiet : near + side + quiet] = 255
        face[near : near + side, near : near + side] = symbol[:, :, None]
    return face


def photograph(
    path: Path, cards: Sequence[Lying], seen_by: np.ndarray | None = None, width: int = 2000
) -> Path:
    """Writes the photograph to a file of the format that its ending names."""
    pixels = cv2.cvtColor(picture(cards, seen_by, width), cv2.COLOR_RGB2BGR)
    assert cv2.imwrite(str(path), pixels)
    return path
