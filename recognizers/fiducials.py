"""AprilTags of the family 36h11: found as dark squares on white, told apart by their nearest of all codes.

A tag is 8 x 8 modules: a black border one module wide around 6 x 6 bits, on white at least a module wide.
Dark squares are looked for in a reduced picture, which is cheap; their edges are then measured in the
picture itself, so that a tag of a few pixels to the module is still sampled in the middle of its modules.
Bits are not decided one by one: the samples are correlated with every code at every turn, blurred as the
lens may have blurred them, and the best is believed where it fits well and no other comes near.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Literal, cast

import numpy as np
import numpy.typing as npt

from recognizers import squares
from recognizers.load import Pixels
from recognizers.merge import merge
from recognizers.sampling import Pyramid
from recognizers.sighting import FAMILY, Corners, Sighting

IDS = 587
READER = "apriltag"
MODULES = 8

Floats = npt.NDArray[np.float64]
Rough = tuple[Floats, Floats]
"""(n, 4, 2) squares and by how many pixels, (n,), each of their corners may be off."""
Effort = Literal["fast", "normal", "thorough"]

LONG_SIDE = {"fast": 1400, "normal": 2400, "thorough": 2400}
"""Pixels of the longer side, at most, to which a picture is reduced to find squares in it."""

ROUGH_FIT, FRAME_FIT = 0.65, 0.85
"""Correlation of border and white with how they should be, below which a dark square is no tag: where its
edges were measured roughly, and finely."""
STEP, SMALLEST_REDUCED = 3, 60
"""How much smaller each picture is than the last, and pixels of the shorter side of the smallest."""
SHARE = 1000
"""Squares that are measured at once, which takes some 10 kB for each."""
FEWEST_PIXELS = 1.5
"""Pixels of a module's side, below which nothing is told apart."""
AT_PIXELS, CODE_FIT = (1.5, 3.0), (0.88, 0.93)
"""At how many pixels to a module, which correlation of the 36 bits with a code is enough.

Each bit that is wrong takes 0.055 away: of sharp squares of random bits, as foreign tags are, those with more
than one wrong are not believed, which leaves one in 800,000 for any of the 2348 codes so turned.
"""
BLURRED_FIT = 0.92
"""The least that is enough of what is likest to a code as blurred as any: blur mixes bits with those beside
them, so that far fewer are told apart. Of random bits seen with 0.65 and 0.8 modules of blur one square in
1,900 and 1,200 would be believed with 0.88; with this one in 50,000 and 12,000.
"""
LEAD = 0.12
"""By which the best code must fit better than any other."""
BLURS = (0.2, 0.45, 0.7)
"""Spread of the lens's blur, in modules, with which the codes are compared."""
AROUND = MODULES + 2
"""Modules along the side with one of the white at each end: what is sampled."""
INSIDE = 0.22
"""How far from its middle a module is sampled too, in modules."""


def fiducials(
    grey: Pixels,
    *,
    effort: Effort = "normal",
    read: Sequence[Corners] = (),
    pyramid: Pyramid | None = None,
    see: Callable[[Floats], None] = lambda squares: None,
) -> list[Sighting]:
    """Every AprilTag 36h11 in (height, width) luminance, as text `36h11:ID`; corners are of its black square.

    The corners of a mirrored tag run anticlockwise. `thorough` also looks for squares in the picture at
    twice the resolution, and for tags printed white on black. Where other symbols were `read` already no
    square is looked for: codes are full of them. `pyramid` is the luminance's, where there is one. `see` is
    told of all (n, 4, 2) squares that were found, before they are measured.
    """
    factor = math.ceil(max(grey.shape) / LONG_SIDE[effort])
    pyramid = pyramid or Pyramid(grey)
    found = _among(grey, _of_every_size(pyramid, factor, read), see)
    if effort == "thorough":
        if factor > 1:
            finer = factor // 2
            found += _among(grey, [_in_reduced(_reduced(pyramid, finer, read), finer)], see)
        negative = Pyramid(255 - grey)
        found += _among(negative.level(0), _of_every_size(negative, factor, read), see)
    return merge(sorted(found, key=lambda sighting: -sighting.confidence))


def text_of(number: int) -> str:
    """What a sighting of the tag with this id says.

    >>> text_of(12)
    '36h11:12'
    """
    return f"{FAMILY}:{number}"


def _of_every_size(pyramid: Pyramid, factor: int, read: Sequence[Corners]) -> Iterator[Rough]:
    """Where squares are in the picture so reduced, and in ever smaller ones: each shows some sizes best."""
    import cv2

    shorter = min(pyramid.level(0).shape)
    small = _reduced(pyramid, factor, read)
    yield _in_reduced(small, factor)
    while shorter >= SMALLEST_REDUCED * (factor := STEP * factor):
        size = small.shape[1] // STEP, small.shape[0] // STEP
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
        yield _in_reduced(small, factor)


def _reduced(pyramid: Pyramid, factor: int, read: Sequence[Corners]) -> Pixels:
    """The picture in which every `factor` x `factor` pixels are made one, white where symbols were read."""
    import cv2

    height, width = (side // factor for side in pyramid.level(0).shape)
    if min(height, width) < 1:  # too narrow for any tag
        return np.empty((height, width), np.uint8)
    nearest = pyramid.level(factor.bit_length() - 1)
    if nearest.shape == (height, width):
        small = nearest.copy() if read else nearest
    else:
        small = np.asarray(cv2.resize(nearest, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    for corners in read:
        cv2.fillConvexPoly(small, (np.array(corners) / factor).round().astype(np.int32), 255)
    return small


def _in_reduced(small: Pixels, factor: int) -> Rough:
    """Where squares are in the whole picture, of those in the one reduced by `factor`."""
    places = squares.dark_squares(small) * factor + (factor - 1) / 2
    return places, np.full(len(places), factor, np.float64)


def _among(grey: Pixels, rough: Iterable[Rough], see: Callable[[Floats], None]) -> list[Sighting]:
    """The tags among squares."""
    places, off = (np.concatenate(parts) for parts in zip(*rough, strict=True))
    see(places)
    shares = (slice(start, start + SHARE) for start in range(0, len(places), SHARE))
    return [found for share in shares for found in _told(grey, places[share], off[share])]


def _told(grey: Pixels, places: Floats, off: Floats) -> list[Sighting]:
    for how, slack, least in (
        (squares.ROUGH, 0.75 * off, ROUGH_FIT),
        (squares.FINE, 0.5, FRAME_FIT),
        (squares.FINEST, 0.5, FRAME_FIT),
    ):
        if not len(places):
            return []
        places = squares.measured(grey, places, MODULES, how, slack)
        places = places[_in_view(places, grey) & (_frame_fit(modules(grey, places, (0.0,))) >= least)]
    return _identified(places, modules(grey, places, (-INSIDE, 0.0, INSIDE))) if len(places) else []


def _in_view(places: Floats, grey: Pixels) -> npt.NDArray[np.bool_]:
    """Which squares are in the picture with half a module of what should be white around them.

    Where less is in view, what lies outside would pass for the white that a tag must have.
    """
    middle = places.mean(axis=1, keepdims=True)
    outer = middle + (places - middle) * (1 + 1 / MODULES)
    height, width = grey.shape
    inside = (outer >= -0.5) & (outer <= [width - 0.5, height - 0.5])
    return np.asarray(inside.all(axis=(1, 2)))


def modules(grey: Pixels, places: Floats, near: tuple[float, ...]) -> Floats:
    """(n, 10, 10) grey of the modules of each square and of the white around it.

    A module is sampled at its middle and so far from it across and down, in modules.
    """
    at = (np.arange(AROUND)[:, None] - 0.5 + near).ravel() / MODULES
    x, y = np.meshgrid(at, at)
    grid = np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    seen = np.einsum("nij,jk->nki", perspective(places), grid)
    fine = squares.sampled(grey, seen[..., :2] / seen[..., 2:])
    return np.asarray(fine.reshape(-1, AROUND, len(near), AROUND, len(near)).mean(axis=(2, 4)))


def perspective(corners: Floats) -> Floats:
    """(n, 3, 3) maps from the unit square to each (4, 2) corners (Heckbert's closed form)."""
    a, b, c, d = (corners[:, i] for i in range(4))
    u, v, w = b - c, d - c, a - b + c - d
    bottom = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    bottom = np.where(np.abs(bottom) < 1e-9, 1e-9, bottom)
    g = (w[:, 0] * v[:, 1] - w[:, 1] * v[:, 0]) / bottom
    h = (u[:, 0] * w[:, 1] - u[:, 1] * w[:, 0]) / bottom
    maps = np.empty((len(corners), 3, 3))
    maps[:, :2, 0] = b - a + g[:, None] * b
    maps[:, :2, 1] = d - a + h[:, None] * d
    maps[:, :2, 2] = a
    maps[:, 2] = np.stack([g, h, np.ones_like(g)], axis=1)
    return maps


@cache
def frame() -> Floats:
    """The 64 modules that all tags share, as white 1 and black 0; nan where the bits are."""
    frame = np.ones((AROUND, AROUND))
    frame[1:-1, 1:-1] = 0
    frame[2:-2, 2:-2] = np.nan
    return frame


def _frame_fit(modules: Floats) -> Floats:
    """How well border and white of each correlate with what they should be."""
    shared = ~np.isnan(frame())
    return np.asarray(unit(modules[:, shared]) @ unit(frame()[shared][None])[0])


def unit(values: Floats) -> Floats:
    """Rows without their mean, of length 1."""
    off = values - values.mean(axis=1, keepdims=True)
    return np.asarray(off / np.maximum(np.linalg.norm(off, axis=1, keepdims=True), 1e-6))


@cache
def codes() -> npt.NDArray[np.uint8]:
    """(587, 8, 8) modules of every tag, 1 for white."""
    import cv2

    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    drawn = [cv2.aruco.generateImageMarker(family, number, MODULES) for number in range(IDS)]
    return np.asarray(np.array(drawn) > 0, np.uint8)


@cache
def templates() -> npt.NDArray[np.float32]:
    """(blurs, 587 * 4, 36): the bits of every code at every turn, blurred with what is around, as units.

    Turn k is the code turned k quarters anticlockwise (as `np.rot90` does).
    """
    whole = np.ones((IDS, AROUND + 4, AROUND + 4))
    whole[:, 3:-3, 3:-3] = codes()
    turned = np.stack([np.rot90(whole, turn, axes=(1, 2)) for turn in range(4)], axis=1)
    turned = turned.reshape(IDS * 4, AROUND + 4, AROUND + 4)
    steps = np.arange(-2, 3)
    found = []
    for spread in BLURS:
        kernel = np.exp(-(steps**2) / (2 * spread**2))
        kernel /= kernel.sum()
        soft = sum(k * np.roll(turned, s, axis=1) for k, s in zip(kernel, steps, strict=True))
        soft = sum(k * np.roll(soft, s, axis=2) for k, s in zip(kernel, steps, strict=True))
        found.append(unit(soft[:, 4:-4, 4:-4].reshape(IDS * 4, 36)))
    return np.asarray(found, np.float32)


def _identified(places: Floats, modules: Floats) -> list[Sighting]:
    """What the squares say, seen from the front or, what nothing is made of so, in a mirror."""
    flat = _flattened(modules)[:, 2:-2, 2:-2]
    enough = np.interp(module_sides(places), AT_PIXELS, CODE_FIT)
    found = _matched(places, flat, enough)
    # no tag is as another in a mirror, but some differ in 4 bits only: what is sharp is believed
    swapped = places[:, [1, 0, 3, 2]]
    mirrored = _matched(swapped, flat[:, :, ::-1], np.full(len(places), CODE_FIT[-1]))
    return [*found.values(), *(sighting for n, sighting in mirrored.items() if n not in found)]


def module_sides(places: Floats) -> Floats:
    """Pixels of a module along each square's shortest side."""
    return np.asarray(np.linalg.norm(np.roll(places, -1, axis=1) - places, axis=2).min(axis=1) / MODULES)


def _matched(places: Floats, inside: Floats, enough: Floats) -> dict[int, Sighting]:
    """By number of the square, the tags whose 6 x 6 bits fit well `enough` and no other nearly so well."""
    bits = unit(inside.reshape(-1, 36)).astype(np.float32)
    each = np.stack([bits @ blurred.T for blurred in templates()])
    fits = each.max(axis=0)
    best = fits.argmax(axis=1)
    fit = fits[np.arange(len(fits)), best]
    soft = each[:, np.arange(len(fits)), best].argmax(axis=0) == len(BLURS) - 1
    enough = np.where(soft, np.maximum(enough, BLURRED_FIT), enough)
    by_id = fits.reshape(-1, IDS, 4).max(axis=2)
    lead = fit - np.partition(by_id, -2, axis=1)[:, -2]
    found = {}
    large = module_sides(places) >= FEWEST_PIXELS
    for n in np.flatnonzero(large & (fit >= enough) & (lead >= LEAD)):
        number, turn = divmod(int(best[n]), 4)
        # turned anticlockwise k times, the symbol's own top-left stands k corners further back
        corners = np.roll(places[n], turn, axis=0)
        found[int(n)] = sighting(number, corners, _confidence(float(fit[n])))
    return found


def _flattened(modules: Floats) -> Floats:
    """The modules as parts of the white that is around them, which light or shadow makes uneven."""
    places = np.linspace(-1, 1, AROUND)
    x, y = np.meshgrid(places, places)
    plane = np.stack([x, y, np.ones_like(x)], axis=2)
    white = frame() == 1
    fitted = modules[:, white] @ np.linalg.pinv(plane[white]).T
    light = np.einsum("nk,xyk->nxy", fitted, plane)
    return np.asarray(modules / np.maximum(light, 8))


def _confidence(fit: float) -> float:
    """From how well a code fits: a sharp tag does to 0.98 and more, the least that is believed gets 0.75."""
    return float(np.interp(fit, (CODE_FIT[0], 0.98), (0.75, 0.99)))


def sighting(number: int, corners: Floats, confidence: float) -> Sighting:
    points = cast(Corners, tuple((float(x), float(y)) for x, y in corners))
    return Sighting(text_of(number), points, READER, confidence)
