"""Printed card faces and table tops for rendered scenes. All lengths are millimetres unless a name says
pixels.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import segno

Pixels = npt.NDArray[np.uint8]

FIDUCIAL = "36h11:"
"""What a payload starts with that is printed as an AprilTag; any other is printed as a QR code."""
QR, MICRO_QR, APRILTAG = (21, 4.0), (15, 2.0), (8, 1.5)
"""Modules along the side of each symbol, and of white around it."""
CREAM = (246, 242, 232)


@dataclass(frozen=True)
class CardSpec:
    """A card on the table: where it lies, how it is turned and what its tag says.

    A payload `36h11:ID` is an AprilTag, any other a QR code of version 1 or, `micro`, a Micro QR code M3;
    without a payload the card has no tag. `x`, `y` are the card's centre (y towards the camera), `rotation`
    its clockwise turn in degrees. `tag` is the side of the symbol, whose outer corner lies `inset` from the
    card's left and top edges.
    Later cards lie on earlier ones.
    """

    payload: str
    x: float
    y: float
    rotation: float = 0.0
    title: str = ""
    width: float = 63.0
    height: float = 88.0
    tag: float = 12.0
    inset: float = 5.0
    plain: bool = False
    micro: bool = False


def modules_and_white(card: CardSpec) -> tuple[int, float]:
    """Modules along the side of a card's symbol, and modules of white around it."""
    if card.payload.startswith(FIDUCIAL):
        return APRILTAG
    return MICRO_QR if card.micro else QR


def symbol(card: CardSpec) -> Pixels:
    """A card's symbol, one pixel to the module, 0 for white and 1 for black."""
    if card.payload.startswith(FIDUCIAL):
        number, side = int(card.payload.removeprefix(FIDUCIAL)), APRILTAG[0]
        family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
        return np.asarray(cv2.aruco.generateImageMarker(family, number, side) == 0, np.uint8)
    version, level = ("M3", "m") if card.micro else (1, "h")
    made = segno.make(card.payload, version=version, error=level, boost_error=False)
    return np.array(made.matrix, np.uint8)


def marker(payload: str, x: float, y: float, rotation: float = 0.0) -> CardSpec:
    """A player marker: a small plain card that is little more than its tag."""
    return CardSpec(payload, x, y, rotation, width=40, height=40, tag=24, inset=8, plain=True)


def face(card: CardSpec, rng: np.random.Generator, scale: float, gain: float) -> Pixels:
    """The card's printed face as RGBA pixels, `scale` pixels to the millimetre, its corners rounded.

    `gain` is by how much printing widens black, in modules.
    """
    wide, high = round(card.width * scale), round(card.height * scale)
    picture = np.full((high, wide, 3), CREAM, np.uint8)
    if not card.plain:
        _illustrate(picture, rng, scale)
        _letter(picture, card.title or card.payload, (0.36 * wide, 0.105 * high), 3.2 * scale)
        _letter(picture, "Worth 3, or 10 with five of a kind", (0.12 * wide, 0.93 * high), 2.2 * scale)
    if card.payload:
        _stick_tag(picture, card, scale, gain)
    mask = np.zeros((high, wide), np.uint8)
    radius = round(3 * scale)
    cv2.rectangle(mask, (radius, 0), (wide - radius, high), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide, high - radius), 255, -1)
    for x in (radius, wide - radius - 1):
        for y in (radius, high - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return np.dstack([picture, mask])


def _illustrate(picture: Pixels, rng: np.random.Generator, scale: float) -> None:
    """A framed field of shaded colour with shapes and fine hatching on it, as busy as a game card's
    picture.
    """
    high, wide = picture.shape[:2]
    inner = picture[int(0.13 * high) : int(0.88 * high), int(0.06 * wide) : int(0.94 * wide)]
    tall, broad = inner.shape[:2]
    top, bottom = rng.integers(60, 235, (2, 3))
    ramp = np.linspace(0, 1, tall)[:, None, None]
    inner[:] = (top * (1 - ramp) + bottom * ramp).astype(np.uint8)
    for _ in range(14):
        colour = [int(c) for c in rng.integers(20, 250, 3)]
        at = (int(rng.integers(0, broad)), int(rng.integers(0, tall)))
        size = int(rng.uniform(2, 14) * scale)
        if rng.random() < 0.5:
            axes = (size, max(1, int(size * rng.uniform(0.3, 1))))
            cv2.ellipse(inner, at, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
        else:
            points = (np.array(at) + rng.uniform(-size, size, (int(rng.integers(3, 7)), 2))).astype(np.int32)
            cv2.fillPoly(inner, [points], colour, cv2.LINE_AA)
    for _ in range(25):
        start, step = rng.uniform(0, [broad, tall]), rng.uniform(-6, 6, 2) * scale
        ends = [tuple(int(v) for v in p) for p in (start, start + step)]
        cv2.line(inner, ends[0], ends[1], (30, 25, 20), max(1, int(0.3 * scale)), cv2.LINE_AA)
    cv2.rectangle(inner, (0, 0), (broad - 1, tall - 1), (40, 35, 30), max(1, int(0.5 * scale)))


def _letter(picture: Pixels, text: str, at: tuple[float, float], height: float) -> None:
    font = cv2.FONT_HERSHEY_DUPLEX
    place = (int(at[0]), int(at[1]))
    cv2.putText(picture, text, place, font, height / 30, (30, 25, 25), max(1, int(height / 14)), cv2.LINE_AA)


def _stick_tag(picture: Pixels, card: CardSpec, scale: float, gain: float) -> None:
    """The white sticker with its code, drawn with exact edges, and the small print beneath."""
    modules, white = modules_and_white(card)
    module = card.tag * scale / modules
    quiet, caption = white * module, 2.2 * scale
    left, top, side = card.inset * scale, card.inset * scale, card.tag * scale
    # in a QR code's wide white, beneath the others' narrow one
    baseline = caption if (modules, white) == QR else quiet + 0.8 * caption
    foot = top + side + max(quiet, baseline) + caption / 2
    sticker = [left - quiet, top - quiet, left + side + quiet, foot]
    _fill(picture, sticker, (252, 252, 252))
    for y, row in enumerate(symbol(card)):
        for x, dark in enumerate(row):
            if dark:
                box = [left + (x - gain) * module, top + (y - gain) * module]
                box += [left + (x + 1 + gain) * module, top + (y + 1 + gain) * module]
                _fill(picture, box, (24, 22, 24))
    _letter(picture, card.title or card.payload, (left, top + side + baseline), caption * 0.7)


def _fill(picture: Pixels, box: list[float], colour: tuple[int, int, int]) -> None:
    """Fills a box whose edges may lie between pixels (cv2 draws to 1/16 pixel)."""
    x0, y0, x1, y1 = (round(v * 16) - 8 for v in box)
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.int32)
    cv2.fillConvexPoly(picture, corners, colour, cv2.LINE_AA, 4)


def table_top(kind: str, rng: np.random.Generator, size: int = 1536) -> Pixels:
    """A square, seamless-enough RGB texture: `wood`, `cloth` (patterned) or `plain`."""
    if kind == "wood":
        base = np.array(rng.choice([[150, 105, 65], [95, 62, 40], [190, 150, 105]]), np.float32)
        grain = _noise(rng, size, (3, 160)) * 26 + _noise(rng, size, (12, 500)) * 20
        boards = (np.arange(size) // (size // 9)) % 2 * 8.0
        return _clipped(base + (grain + boards[:, None])[:, :, None])
    if kind == "cloth":
        base = np.array(rng.choice([[40, 90, 60], [110, 40, 45], [70, 80, 120]]), np.float32)
        y, x = np.mgrid[0:size, 0:size]
        checks = (((x // 48) % 2) ^ ((y // 48) % 2)) * float(rng.choice([0, 35, 70]))
        return _clipped(base + (checks + _noise(rng, size, (3, 3)) * 14)[:, :, None])
    base = np.array(rng.choice([[225, 222, 215], [60, 60, 64], [140, 138, 130]]), np.float32)
    return _clipped(base + (_noise(rng, size, (5, 5)) * 4)[:, :, None])


def _noise(rng: np.random.Generator, size: int, length: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Smooth noise of unit spread that changes over `length` (rows, columns) pixels."""
    coarse = [max(4, 2 * size // along) for along in length]
    small = rng.standard_normal((min(coarse[0], size), min(coarse[1], size)), np.float32)
    field = np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.asarray(field / (field.std() + 1e-9), np.float32)


def _clipped(values: npt.NDArray[np.floating]) -> Pixels:
    return np.asarray(np.clip(values, 0, 255), np.uint8)
