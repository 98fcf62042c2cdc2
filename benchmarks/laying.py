"""Lays printed cards on a table as a camera sees them: where each point comes to lie, what covers what."""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.camera import Camera
from benchmarks.faces import CardSpec, table_top
from benchmarks.handling import Lie

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]

FACE_SCALE = 12.0  # pixels to the millimetre of the printed face
OVERSAMPLING = 2


def bare_table(camera: Camera, kind: str, rng: np.random.Generator) -> Pixels:
    texture = table_top(kind, rng)
    maps = _sample(lambda spots: camera.unproject(spots) * 2.0, np.zeros(2), (camera.width, camera.height), 1)
    return _remapped(texture, maps, cv2.BORDER_REFLECT)


def _sample(where: Callable[[Floats], Floats], origin: Floats, size: tuple[int, int], fine: int) -> Map:
    """Where each of the `fine` x `fine` samples of every pixel of a patch is taken from.

    `where` maps (n, 2) pixels of the picture; it is smooth, so it is worked out on every 16th sample only.
    """
    step = 16
    columns, rows = (-(-side * fine // step) for side in size)
    ys, xs = np.mgrid[0:rows, 0:columns]
    # cv2.resize puts the coarse sample i at (i + 0.5) * step - 0.5; pixel centres are whole numbers
    spots = (np.column_stack([xs.ravel(), ys.ravel()]) + 0.5) * step / fine - 0.5 + origin
    coarse = where(spots).reshape(rows, columns, 2).astype(np.float32)
    whole = cv2.resize(coarse, (columns * step, rows * step), interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole, np.float32)[: size[1] * fine, : size[0] * fine]


def _remapped(pixels: Pixels, where: Map, border: int) -> Pixels:
    columns, rows = (np.ascontiguousarray(where[:, :, axis]) for axis in (0, 1))
    return np.asarray(cv2.remap(pixels, columns, rows, cv2.INTER_LINEAR, borderMode=border), np.uint8)


def outline(card: CardSpec) -> Floats:
    return np.array([[0, 0], [card.width, 0], [card.width, card.height], [0, card.height]], np.float64)


def symbol(card: CardSpec) -> Floats:
    near, far = card.inset, card.inset + card.tag
    return np.array([[near, near], [far, near], [far, far], [near, far]], np.float64)


def on_table(card: CardSpec, points: Floats) -> Floats:
    """(n, 2) points on the card, from its top-left, to the table."""
    middle = np.array([card.width / 2, card.height / 2])
    return np.asarray((points - middle) @ _turn(card).T + np.array([card.x, card.y]), np.float64)


def _on_card(card: CardSpec, points: Floats) -> Floats:
    middle = np.array([card.width / 2, card.height / 2])
    return np.asarray((points - np.array([card.x, card.y])) @ _turn(card) + middle, np.float64)


def _turn(card: CardSpec) -> Floats:
    a = np.radians(card.rotation)
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])


def seen(card: CardSpec, camera: Camera, lie: Lie, points: Floats) -> Floats:
    """(n, 2) points on a card as pixels."""
    return camera.project(on_table(card, points), lie.heights(card, points))


def lay(
    canvas: Pixels,
    owner: npt.NDArray[np.int16],
    number: int,
    card: CardSpec,
    camera: Camera,
    printed: Pixels,
    lie: Lie,
) -> None:
    """Draws a card and its contact shadow into the canvas and marks the pixels that it covers."""
    edge = np.linspace(outline(card), np.roll(outline(card), -1, axis=0), 5)[:-1].reshape(-1, 2)
    corners = seen(card, camera, lie, outline(card))
    around = seen(card, camera, lie, edge) if not lie.flat else corners
    margin = 24
    x0, y0 = np.maximum(np.floor(around.min(axis=0)).astype(int) - margin, 0)
    x1, y1 = np.minimum(np.ceil(around.max(axis=0)).astype(int) + margin, [camera.width, camera.height])
    if x1 <= x0 or y1 <= y0:
        return
    printed = _minified(printed, card, corners)
    scale = printed.shape[1] / card.width
    fine, w, h = OVERSAMPLING, int(x1 - x0), int(y1 - y0)

    def on_print(spots: Floats) -> Floats:
        on_card = _on_card(card, camera.unproject(spots))
        for _ in range(5 if not lie.flat else 0):  # where it is decides how high it is, and that where it is
            on_card = _on_card(card, camera.unproject(spots, lie.heights(card, on_card)))
        return np.asarray(on_card * scale - 0.5)

    maps = _sample(on_print, np.array([x0, y0]), (w, h), fine)
    flat = _remapped(printed, maps, cv2.BORDER_CONSTANT)
    patch = cv2.resize(flat, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)
    region = canvas[y0:y1, x0:x1]
    alpha = patch[:, :, 3:] / 255
    dark = cv2.GaussianBlur(np.roll(alpha[:, :, 0], (4, 3), (0, 1)), (0, 0), 5)[:, :, None]
    under = region * (1 - 0.45 * dark)
    region[:] = np.clip(under * (1 - alpha) + patch[:, :, :3] * alpha, 0, 255).astype(np.uint8)
    owner[y0:y1, x0:x1][alpha[:, :, 0] > 0.5] = number


def _minified(printed: Pixels, card: CardSpec, corners: Floats) -> Pixels:
    """The face at about twice the resolution at which it will be seen, so that sampling it does not alias."""
    sides = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T)
    wanted = OVERSAMPLING * max(sides) / card.height
    if wanted >= FACE_SCALE:
        return printed
    size = (max(8, round(card.width * wanted)), max(8, round(card.height * wanted)))
    return np.asarray(cv2.resize(printed, size, interpolation=cv2.INTER_AREA), np.uint8)


def visible(number: int, symbol: Floats, owner: npt.NDArray[np.int16]) -> float:
    """The part of the symbol that is in the frame and under no later card."""
    x0, y0 = np.floor(symbol.min(axis=0)).astype(int)
    x1, y1 = np.ceil(symbol.max(axis=0)).astype(int) + 1
    inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(inside, np.round(symbol - [x0, y0]).astype(np.int32), 1)
    whole = int(inside.sum())
    height, width = owner.shape
    top, left, bottom, right = max(y0, 0), max(x0, 0), min(y1, height), min(x1, width)
    if bottom <= top or right <= left:
        return 0.0
    seen = inside[top - y0 : bottom - y0, left - x0 : right - x0] & (owner[top:bottom, left:right] == number)
    return int(seen.sum()) / max(1, whole)
