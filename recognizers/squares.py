"""Dark squares on white: found in a reduced picture, measured in the picture itself. All vectorised but the
loop over what is found, which the cheap tests before it keep short.

Squares are (n, 4, 2) corners in pixels, clockwise on the screen; a pixel's middle has whole coordinates.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from recognizers.load import Pixels

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Wanted = Callable[[Ints, Ints], npt.NDArray[np.bool_]]
"""Which boxes are, by their (n, 2) first and last columns and rows."""

WINDOW = 15
"""Side of the surroundings, in reduced pixels, than whose mean a dark pixel is darker."""
DARKER = 10
BRIGHTER = 6
OUTSIDE = 0.07
"""Part of a square's side that what must be bright is outside it."""
SMALLEST = 5
"""Reduced pixels of a square's side; with fewer there is no telling a square from a blot."""
LONGEST = 3.0
"""Times as long as wide: a square seen from a low angle, and turned."""
LEAST_SOLID = 0.4
"""Part of its convex hull that the outline of a square fills: with a gap in the border it runs inside too."""
NOISY = 0.045
"""Part of the pixels that are dark where their neighbour isn't, or the other way round, from which it is
sooner done to clear away first what can be no square: outlines are slow to follow where there are many."""
MOST = 3000
"""A picture of cloth or noise has more dark blots than can be looked at; the largest are."""
LEAST_FILLED = 0.72
"""Part of the convex hull that its largest quadrilateral fills; of a circle it is 0.64."""


@dataclass(frozen=True)
class Round:
    """How an edge is looked for: at how many points of a side, in how many steps, how many modules far."""

    points: int
    steps: int
    reach: float


ROUGH, FINE, FINEST = Round(6, 9, 1.3), Round(10, 13, 0.8), Round(10, 13, 0.15)


def dark_squares(grey: Pixels) -> Floats:
    """Where dark shapes with four corners are, in (height, width) luminance, to about a pixel."""
    if min(grey.shape) < 2 * SMALLEST:
        return np.empty((0, 4, 2))
    dark, mean = _dark(grey)
    outlines = _outlines(dark, lambda first, last: _likely(grey, mean, first, last))
    if not outlines:
        return np.empty((0, 4, 2))
    first, last = _boxes(outlines)
    numbers = np.flatnonzero(_likely(grey, mean, first, last))
    size = (last - first + 1).prod(axis=1)
    numbers = numbers[np.argsort(-size[numbers], kind="stable")][:MOST]
    found = [corners for number in numbers if (corners := _four_corners(outlines[number])) is not None]
    squares = np.array(found).reshape(-1, 4, 2)
    return squares[_darker_within(grey, squares)]


def outlines(grey: Pixels, least: float) -> list[Ints]:
    """The (n, 1, 2) pixels along every dark shape whose box has sides of `least` pixels or more."""
    if min(grey.shape) < 2 * SMALLEST:
        return []

    def large(first: Ints, last: Ints) -> npt.NDArray[np.bool_]:
        return np.asarray((last - first + 1).min(axis=1) >= least)

    found = _outlines(_dark(grey)[0], large)
    return [found[n] for n in np.flatnonzero(large(*_boxes(found)))] if found else []


def _dark(grey: Pixels) -> tuple[Pixels, Pixels]:
    """Where it is darker than the mean of what is around, as 255, and that mean."""
    mean = np.asarray(cv2.blur(grey, (WINDOW, WINDOW), borderType=cv2.BORDER_REPLICATE), np.uint8)
    darker = cv2.subtract(mean, grey)
    return np.asarray(cv2.threshold(darker, DARKER, 255, cv2.THRESH_BINARY)[1], np.uint8), mean


def _cleared(dark: Pixels, wanted: Wanted) -> Pixels:
    """The shapes of which the boxes are wanted."""
    numbers, boxes = (np.asarray(a, np.int32) for a in cv2.connectedComponentsWithStats(dark)[1:3])
    first = boxes[:, :2]
    stay = wanted(first, first + boxes[:, 2:4] - 1)
    stay[0] = False  # all that is not dark
    return np.where(stay, 255, 0).astype(np.uint8).take(numbers)


def _outlines(dark: Pixels, wanted: Wanted) -> list[Ints]:
    """The (n, 1, 2) pixels along the outer edge of every shape that is not 0, but of the tiniest; of a noisy
    picture only those that are wanted, by the first and last column and row of each.
    """
    if cv2.countNonZero(cv2.absdiff(dark[:, 1:], dark[:, :-1])) > NOISY * dark.size:
        dark = _cleared(dark, wanted)
    found, tree = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if not found:
        return []
    outer = (tree[0, :, 3] < 0).tolist()  # the others run along holes
    return [np.asarray(one) for one, whole in zip(found, outer, strict=True) if whole and len(one) > 3]


def _boxes(outlines: list[Ints]) -> tuple[Ints, Ints]:
    """The (n, 2) first and last column and row of each."""
    lengths = np.fromiter(map(len, outlines), np.intp, len(outlines))
    points = np.concatenate(outlines)[:, 0]
    starts = np.cumsum(lengths) - lengths
    return np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)


def _likely(grey: Pixels, mean: Pixels, first: Ints, last: Ints) -> npt.NDArray[np.bool_]:
    """Which boxes are of a square's size and shape and have something bright around."""
    wide, high = (last - first + 1).T
    shorter, longer = np.minimum(wide, high), np.maximum(wide, high)
    likely = (shorter >= SMALLEST) & (longer <= LONGEST * shorter) & (longer < 0.8 * min(grey.shape))
    likely[likely] = _white_around(grey, mean, first[likely], last[likely])
    return np.asarray(likely)


def _white_around(grey: Pixels, mean: Pixels, first: Ints, last: Ints) -> npt.NDArray[np.bool_]:
    """Which boxes have something bright just beyond the middles of two opposite sides.

    However a square with white around it is turned, that is where the white is; from a low angle perhaps of
    two sides only.
    """
    (left, top), (right, bottom) = first.T, last.T
    out = np.clip((last - first + 1).max(axis=1) * OUTSIDE, 1, WINDOW // 3).astype(int)
    across, down = (left + right + 1) // 2, (top + bottom + 1) // 2
    columns = np.stack([across, across, left - 1 - out, right + 1 + out])
    rows = np.stack([top - 1 - out, bottom + 1 + out, down, down])
    inside = (columns >= 0) & (rows >= 0) & (columns < grey.shape[1]) & (rows < grey.shape[0])
    columns, rows = columns.clip(0, grey.shape[1] - 1), rows.clip(0, grey.shape[0] - 1)
    bright = ~inside | (grey[rows, columns] >= mean[rows, columns].astype(np.int16) + BRIGHTER)
    return np.asarray((bright[0] & bright[1]) | (bright[2] & bright[3]))


def _darker_within(grey: Pixels, squares: Floats) -> npt.NDArray[np.bool_]:
    """Which squares are darker just inside their sides than just outside, nearly all the way round."""
    along = np.roll(squares, -1, axis=1) - squares
    length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-9)
    outward = np.stack([along[..., 1], -along[..., 0]], axis=2) / length
    points = squares[:, :, None] + along[:, :, None] * np.array([0.2, 0.5, 0.8])[:, None]
    away = outward[:, :, None] * (length * OUTSIDE + 0.5)[:, :, None]
    rise = sampled(grey, points + away) - sampled(grey, points - away)
    return np.asarray((rise >= BRIGHTER).sum(axis=(1, 2)) >= 10)


def _four_corners(outline: Ints) -> Floats | None:
    """The largest quadrilateral in an outline's convex hull, about; None where it fills too little of it, or
    the outline too little of the hull.
    """
    around = cv2.convexHull(outline)
    whole = cv2.contourArea(around)
    if len(around) < 4 or cv2.contourArea(outline) < LEAST_SOLID * whole:
        return None
    hull = around[:, 0].astype(np.float64)
    x, y = hull.T
    first, third = divmod(int(((x - x[:, None]) ** 2 + (y - y[:, None]) ** 2).argmax()), len(hull))
    beside = (x - x[first]) * (y[first] - y[third]) + (y - y[first]) * (x[third] - x[first])
    second, fourth = int(beside.argmin()), int(beside.argmax())
    area = (beside[fourth] - beside[second]) / 2
    if area < LEAST_FILLED * whole or area <= 0:
        return None
    corners = hull[[first, second, third, fourth]]
    middle = corners.sum(axis=0) / 4
    # the hull runs through the middles of the outermost pixels, half a pixel inside their edges
    return np.asarray(middle + (corners - middle) * (1 + 1 / math.sqrt(area)))


def measured(grey: Pixels, squares: Floats, modules: int, how: Round, slack: Floats | float) -> Floats:
    """The squares with their edges where the grey is halfway from dark to white.

    `modules` is how many of the side the dark border is one of; `slack` pixels is how far off they may be,
    all or (n,) each. Lines are fitted to the steepest rise along every side, and the corners are where they
    meet.
    """
    seen = edges(
        grey,
        squares,
        np.linspace(0.12, 0.88, how.points),
        how.steps,
        lambda length: np.maximum(how.reach * length / modules, np.reshape(slack, (-1, 1)) + 0.5),
    )
    spread = (seen.rise * (seen.between - seen.where[..., None]) ** 2).sum(axis=3) / seen.weight
    weight = np.sqrt(seen.weight) / (0.1 + spread)  # a point with two edges in reach tells little
    edge = seen.points + seen.outward[:, :, None] * seen.where[..., None]
    return _meeting(edge, weight, squares, seen.half)


@dataclass(frozen=True)
class Edges:
    """How the grey rises across the sides of (n, 4, 2) squares, in steps from inside to outside.

    `length` (n, 4, 1) is the sides', `outward` (n, 4, 2) the way out of each, `half` (n, 4) how far both ways
    was looked; of every place along a side `points` says where it is, `rise` how steep each step is, squared,
    `between` how far out it is, and `where` and `weight` the middle of the rise and how much there is.
    """

    length: Floats
    outward: Floats
    half: Floats
    points: Floats
    rise: Floats
    between: Floats
    where: Floats
    weight: Floats


def edges(grey: Pixels, squares: Floats, at: Floats, steps: int, reach: Callable[[Floats], Floats]) -> Edges:
    """What is seen across the sides `at` these parts of them; `reach` tells from their (n, 4) lengths how far
    to look both ways, all in pixels.
    """
    along = np.roll(squares, -1, axis=1) - squares
    length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-9)
    outward = np.stack([along[..., 1], -along[..., 0]], axis=2) / length  # clockwise on a screen
    half = reach(length[..., 0])
    offsets = np.linspace(-1, 1, steps) * half[..., None]
    points = squares[:, :, None] + along[:, :, None] * at[:, None]
    spots = points[:, :, :, None] + outward[:, :, None, None] * offsets[:, :, None, :, None]
    rise = np.maximum(np.diff(sampled(grey, spots), axis=3), 0) ** 2
    between = (offsets[..., 1:] + offsets[..., :-1])[:, :, None] / 2
    weight = rise.sum(axis=3) + 1e-6
    where = (rise * between).sum(axis=3) / weight
    return Edges(length, outward, half, points, rise, between, where, weight)


def _meeting(edge: Floats, weight: Floats, before: Floats, most: Floats) -> Floats:
    """Where lines fitted to (n, 4, points, 2) meet; a corner that would move too far stays."""
    total = weight.sum(axis=2, keepdims=True)
    middle = (edge * weight[..., None]).sum(axis=2) / total
    off = edge - middle[:, :, None]
    xx, xy, yy = ((off[..., i] * off[..., j] * weight).sum(axis=2) for i, j in ((0, 0), (0, 1), (1, 1)))
    angle = np.arctan2(2 * xy, xx - yy) / 2
    way = np.stack([np.cos(angle), np.sin(angle)], axis=2)
    other_middle, other_way = np.roll(middle, 1, axis=1), np.roll(way, 1, axis=1)
    cross = way[..., 0] * other_way[..., 1] - way[..., 1] * other_way[..., 0]
    gap = other_middle - middle
    far = (gap[..., 0] * other_way[..., 1] - gap[..., 1] * other_way[..., 0]) / np.where(
        np.abs(cross) < 0.1, np.inf, cross
    )
    corners = middle + way * far[..., None]
    moved = np.linalg.norm(corners - before, axis=2)
    limit = 2.5 * np.maximum(most, np.roll(most, 1, axis=1))
    ok = (np.abs(cross) >= 0.1) & (moved <= limit)
    return np.where(ok[..., None], corners, before)


def sampled(grey: Pixels, spots: Floats) -> Floats:
    """Grey at (..., 2) places between pixels; outside the picture, as at its edge."""
    height, width = grey.shape
    x = np.clip(spots[..., 0], 0, width - 1.001)
    y = np.clip(spots[..., 1], 0, height - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, below = x - left, y - top
    at = top * width + left
    flat = grey.ravel()
    down = width if height > 1 else 0
    aside = 1 if width > 1 else 0
    upper = flat[at] * (1 - right) + flat[at + aside] * right
    lower = flat[at + down] * (1 - right) + flat[at + down + aside] * right
    return np.asarray(upper * (1 - below) + lower * below)
