"""A phone's camera over a table: millimetres on the table, and a little above it, to pixels and back."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A phone's camera over the table plane: (x, y) in mm on the table to pixels and back, lens
    distortion included.

    `up` is what a millimetre of height adds to a point's homogeneous pixel; heights are above the table.
    """

    matrix: Floats  # ideal homography, table mm -> pixels
    width: int
    height: int
    distortion: float
    up: Floats

    def project(self, points: Floats, heights: Floats | float = 0.0) -> Floats:
        """(n, 2) table points in mm, and how many mm they are above it, to (n, 2) pixels."""
        points = np.asarray(points, np.float64)
        flat = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        flat += np.broadcast_to(heights, len(points))[:, None] * self.up
        ideal = flat[:, :2] / flat[:, 2:]
        seen: Floats = np.array(ideal, np.float64)
        for _ in range(8):  # the lens is defined from seen to ideal; its inverse converges fast
            seen = self._middle + (ideal - self._middle) / self._stretch(seen)
        return seen

    def unproject(self, points: Floats, heights: Floats | None = None) -> Floats:
        """(n, 2) pixels to (n, 2) points in mm on the table, or so many mm above it."""
        ideal = self._middle + (points - self._middle) * self._stretch(points)
        if heights is None:
            return np.asarray(
                cv2.perspectiveTransform(ideal[None], np.linalg.inv(self.matrix))[0], np.float64
            )
        planes = np.repeat(self.matrix[None], len(points), axis=0)
        planes[:, :, 2] += heights[:, None] * self.up
        flat = np.linalg.solve(planes, np.column_stack([ideal, np.ones(len(ideal))])[:, :, None])[:, :, 0]
        return np.asarray(flat[:, :2] / flat[:, 2:], np.float64)

    @property
    def _middle(self) -> Floats:
        return np.array([self.width / 2, self.height / 2])

    def _stretch(self, points: Floats) -> Floats:
        radius = np.hypot(*(points - self._middle).T) / np.hypot(*self._middle)
        return np.asarray(1 + self.distortion * radius**2)[:, None]


def look(outline: Floats, tilt: float, roll: float, width: int, height: int, distortion: float) -> Camera:
    """A camera that sees the whole `outline` ((n, 2) mm), leaning `tilt` degrees from straight down."""
    focal = 0.72 * max(width, height)  # 26 mm on full frame
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    t, r = np.radians([tilt, roll])
    lean = np.array([[1, 0, 0], [0, np.cos(t), np.sin(t)], [0, -np.sin(t), np.cos(t)]])
    turn = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    rotation = turn @ lean
    points = np.column_stack([outline, np.zeros(len(outline))])
    low, high = 50.0, 20_000.0
    for _ in range(50):
        distance = (low + high) / 2
        shift = _centred(points, rotation, focal, distance)
        seen = points @ rotation.T + shift
        pixels = seen[:, :2] / seen[:, 2:] * focal
        fits = seen[:, 2].min() > 20 and (np.abs(pixels) < 0.47 * np.array([width, height])).all()
        low, high = (low, distance) if fits else (distance, high)
    shift = _centred(points, rotation, focal, high)
    matrix = lens @ np.column_stack([rotation[:, 0], rotation[:, 1], shift])
    return Camera(matrix, width, height, distortion, -lens @ rotation[:, 2])


def _centred(points: Floats, rotation: Floats, focal: float, distance: float) -> Floats:
    """The translation at `distance` that puts the outline's picture in the middle of the frame."""
    shift = np.array([0.0, 0.0, distance])
    for _ in range(12):
        seen = points @ rotation.T + shift
        flat = seen[:, :2] / np.maximum(seen[:, 2:], 1)
        shift[:2] -= (flat.min(axis=0) + flat.max(axis=0)) / 2 * distance * 0.8
    return shift
