"""The table's plane, from the tags that lie on it: pixels to millimetres, one picture at a time.

A single small tag tells little about perspective. All tags of a picture are squares of known sizes in one
plane, so that plane is what makes them so: five numbers, fitted to all corners at once, with a weak belief
that the camera looks straight down where there is nothing to go by.

What a selfie camera or a mirror over the table shows is turned back first: left is left on the plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from recognizers.sighting import Corners, area

Numbers = npt.NDArray[np.float64]
Plane = npt.NDArray[np.complex128]

CORNER_NOISE = 0.7
"""Pixels by which a reader's corners are off, as a spread."""
USUAL_SIDE = 12.0
"""Millimetres; taken where no tag's side is known."""
USUAL_TILT = 0.35
"""Spread of the perspective terms over photos of tables (half the picture's longer side is 1)."""
_OUTLIER = 3.0
_ROUNDS = 15
_TURNS = np.array([1, -1j, -1, 1j])


@dataclass(frozen=True, slots=True)
class Placed:
    """A square on the plane in millimetres, y downwards: middle, unit vectors to its right and its bottom,
    side. Its bottom is a quarter turn clockwise of its right, except for a tag that lies there mirrored.
    """

    centre: complex
    right: complex
    down: complex
    side: float


def place(corners: Sequence[Corners], sides: Sequence[float | None]) -> list[Placed]:
    """Where each tag lies on the table.

    `corners` are in pixels, in each symbol's own order as in Sighting; `sides` are in millimetres, None for
    a tag (a player marker) that may have any. Where most corners run anticlockwise the picture is a mirror
    image, and the table is the other way round.
    """
    if not corners:
        return []
    pixels = np.array(corners, np.float64) @ np.array([1, 1j])
    turning = np.sign([area(four) for four in corners])
    if turning.sum() < 0:
        pixels, turning = -pixels.conj(), -turning
    odd = turning < 0
    pixels[odd] = pixels[odd][:, [1, 0, 3, 2]]  # clockwise as all others, from its own top-right
    middle = pixels.mean()
    unit = max(float(np.abs(pixels - middle).max()), 1.0)
    points = (pixels - middle) / unit
    side = np.array([np.nan if one is None else one for one in sides], np.float64)
    if np.isnan(side).all():
        side[:] = USUAL_SIDE
    spread = CORNER_NOISE / np.maximum(np.abs(_edges(points)).mean(axis=1) * unit, 1.0)
    fitted = _fit(points, side, spread)
    flat = _flatten(points, fitted)
    along = _edges(flat).mean(axis=1)
    size = np.maximum(np.abs(along), 1e-9)
    clockwise = along / size
    right = np.where(odd, -clockwise, clockwise)
    return [
        Placed(complex(c), complex(r), complex(1j * w), float(s))
        for c, r, w, s in zip(flat.mean(axis=1), right, clockwise, size, strict=True)
    ]


def _edges(points: Plane) -> Plane:
    """(n, 4) edges of (n, 4) corners, each turned so that all four of a square are the same vector."""
    return np.asarray((np.roll(points, -1, axis=1) - points) * _TURNS)


def _flatten(points: Plane, fitted: Numbers) -> Plane:
    """The points on the plane: an affine map (upper triangular, its turn is free), divided by depth."""
    a, b, c, tilt_x, tilt_y = fitted
    depth = 1 + tilt_x * points.real + tilt_y * points.imag
    return np.asarray(((a * points.real + b * points.imag) + 1j * c * points.imag) / depth)


def _fit(points: Plane, side: Numbers, spread: Numbers) -> Numbers:
    """The five numbers that make the tags squares: damped least squares, outliers held back."""
    known = ~np.isnan(side)
    best = _straight_down(points[known], side[known])
    errors = _errors(points, side, spread, best)
    damping = 1e-3
    for _ in range(_ROUNDS):
        weights = np.sqrt(np.minimum(1.0, _OUTLIER / np.maximum(np.abs(errors), 1e-9)))
        slopes = np.column_stack(
            [
                (_errors(points, side, spread, best + step) - errors) / step.max()
                for step in np.diag(1e-6 * np.maximum(np.abs(best), 1.0))
            ]
        )
        wide, short = slopes * weights[:, None], errors * weights
        normal = wide.T @ wide
        change = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -wide.T @ short)
        tried = best + change
        depth = 1 + tried[3] * points.real + tried[4] * points.imag
        new = _errors(points, side, spread, tried) if depth.min() > 0.15 else None
        if new is not None and _cost(new) < _cost(errors):
            settled = _cost(errors) - _cost(new) < 1e-6 * _cost(errors)
            best, errors, damping = tried, new, damping / 5
            if settled:
                break
        else:
            damping *= 10
    return best


def _straight_down(points: Plane, side: Numbers) -> Numbers:
    """The affine map that gives the tags their sides on average, without perspective."""
    edges = points[:, [1, 2, 3, 0]] - points
    across = (edges[:, 0] - edges[:, 2]) / 2
    down = (edges[:, 1] - edges[:, 3]) / 2
    frames = np.array([[across.real, down.real], [across.imag, down.imag]]).transpose(2, 0, 1)
    shapes = frames @ frames.transpose(0, 2, 1)
    whole = np.linalg.det(shapes) > 1e-18
    metric = np.eye(2) * float(np.median(side)) ** 2
    if whole.any():
        metric = np.median(np.linalg.inv(shapes[whole]) * side[whole, None, None] ** 2, axis=0)
    # The median of each entry need not be a shape; what it lacks to be one is noise.
    values, vectors = np.linalg.eigh(metric)
    upright = vectors @ np.diag(np.maximum(values, values.max() * 1e-4)) @ vectors.T
    lower = np.linalg.cholesky(upright)
    return np.array([lower[0, 0], lower[1, 0], lower[1, 1], 0.0, 0.0])


def _errors(points: Plane, side: Numbers, spread: Numbers, fitted: Numbers) -> Numbers:
    """How far the tags are from squares of their sides, and the tilt from the usual, in spreads."""
    edges = _edges(_flatten(points, fitted))
    along = edges.mean(axis=1)
    size = np.maximum(np.abs(along), 1e-9)
    bent = (edges - along[:, None]) / (size * spread)[:, None]
    known = ~np.isnan(side)
    sizes = np.log(size[known] / side[known]) / spread[known]
    return np.concatenate([bent.real.ravel(), bent.imag.ravel(), sizes, fitted[3:] / USUAL_TILT])


def _cost(errors: Numbers) -> float:
    size = np.abs(errors)
    return float(np.where(size <= _OUTLIER, size**2, _OUTLIER * (2 * size - _OUTLIER)).sum())
