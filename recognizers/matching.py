"""Telling the codes of a known deck apart: sampled squares against every code at once.

Only the modules that differ from code to code count here (208 of the text and its checks, 30 of the
format); the others, which every code has, say how well the square was aligned and how blurred it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from recognizers import patterns
from recognizers.sampling import Floats

AROUND = patterns.SIDE + 2
"""Modules along the side of what is sampled: the symbol and a module of the white around it."""
BLURS = (0.15, 0.4, 0.55, 0.7)
"""Spread of the blur that is undone, in modules; the one is taken with which the fixed part fits best."""
NOISE = 0.05
"""Variance of the noise that undoing the blur reckons with, of a module's own."""
CLIPPED = 2.5
"""Times the spread, beyond which a module's brightness tells no more: glare, a pen's stroke."""
EDGE_ANGLES, EDGE_PLACES = 16, (-8.0, -6.5, -5.0, -3.5, -2.0)
"""Straight edges of what may cover a part: at how many angles, how many modules from the middle."""


@dataclass(frozen=True, eq=False)
class Book:
    """Every code that may be there: texts, modules (n, 21, 21), and the same as what is compared."""

    texts: tuple[str, ...]
    modules: npt.NDArray[np.uint8]
    signs: Floats
    """(n, 238): 1 for white, -1 for black."""


@dataclass(frozen=True, eq=False)
class Matches:
    """For each sampled square the best code, how well it fits, and by how much better than the second.

    `fit` and `lead` are correlations; `shown` is how many of the 238 modules were compared; `quality` is the
    correlation of the fixed part; `edge` is which of `edges` was taken to cover a part, -1 for none.
    """

    best: npt.NDArray[np.intp]
    fit: Floats
    lead: Floats
    shown: npt.NDArray[np.intp]
    quality: Floats
    edge: npt.NDArray[np.intp]

    @property
    def sure(self) -> Floats:
        """Fisher's z of the fit."""
        return surety(self.fit, self.shown)

    def of(self, chosen: npt.NDArray[np.intp]) -> "Matches":
        """Some of them."""
        return Matches(*(column[chosen] for column in _columns(self)))

    def replaced(self, chosen: npt.NDArray[np.intp], new: "Matches") -> "Matches":
        """The same with new ones in the place of some."""
        columns = [column.copy() for column in _columns(self)]
        for column, values in zip(columns, _columns(new), strict=True):
            column[chosen] = values
        return Matches(*columns)


@lru_cache(maxsize=8)
def book(texts: frozenset[str]) -> Book:
    """The codes of all these texts that can be a tag's."""
    able = tuple(sorted(text for text in texts if patterns.fits(text)))
    modules = patterns.codes(able)
    signs = 1 - 2 * modules.reshape(len(able), -1)[:, _compared()].astype(np.float32)
    return Book(able, modules, signs)


@cache
def _compared() -> npt.NDArray[np.bool_]:
    return np.asarray((patterns.data_places() | patterns.format_places()).ravel())


@cache
def _fixed() -> Floats:
    """The fixed modules, zero mean and unit length."""
    return unit(1 - 2 * patterns.function_modules().ravel()[~_compared()].astype(np.float32))


def unit(values: Floats) -> Floats:
    """Zero mean and unit length along the last axis, so that a product is a correlation."""
    centred = values - values.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return np.asarray(centred / np.maximum(length, 1e-6), np.float32)


@cache
def _level() -> Floats:
    """Takes the light's level and slope out of (n, 529) samples."""
    v, u = np.mgrid[-1 : 1 : AROUND * 1j, -1 : 1 : AROUND * 1j].reshape(2, -1)
    light = np.stack([np.ones_like(u), u, v], axis=1)
    return np.asarray(np.eye(len(u)) - light @ np.linalg.pinv(light), np.float32)


@cache
def _blur_parts() -> tuple[Floats, Floats]:
    """Of each blur along a line of modules the eigenvectors, (blurs, 23, 23), and by how much to multiply
    what samples have of each pair of them to undo the blur as far as noise lets (Wiener), (blurs, 23, 23).
    """
    apart = np.arange(AROUND)[:, None] - np.arange(AROUND)
    vectors, gains = [], []
    for blur in BLURS:
        line = np.exp(-(apart**2) / (2 * blur**2))
        line /= line.sum(axis=1).max()
        values, own = np.linalg.eigh(line)
        both = values[:, None] * values
        vectors.append(own)
        gains.append(both / (both**2 + NOISE))
    return np.array(vectors, np.float32), np.array(gains, np.float32)


def sharpened(samples: Floats) -> tuple[Floats, Floats]:
    """(n, 529) samples as (n, 441) modules, level and with the blur undone; and the fixed part's fit (n,)."""
    flat = samples @ _level()
    most = CLIPPED * flat.std(axis=1, keepdims=True)
    flat = np.clip(flat, -most, most).reshape(-1, AROUND, AROUND)
    vectors, gains = (parts[:, None] for parts in _blur_parts())
    back = vectors.transpose(0, 1, 3, 2)
    clear = vectors @ (gains * (back @ flat @ vectors)) @ back  # (blurs, n, 23, 23)
    clear = clear[..., 1:-1, 1:-1].reshape(len(BLURS), len(samples), patterns.SIDE**2)
    quality = unit(clear[..., ~_compared()]) @ _fixed()
    chosen = quality.argmax(axis=0)
    every = np.arange(len(flat))
    return clear[chosen, every], np.asarray(quality[chosen, every], np.float32)


def matched(samples: Floats, codes: Book) -> Matches:
    """The best code for each of (n, 529) samples, every module in view."""
    clear, quality = sharpened(samples)
    fits = unit(clear[:, _compared()]) @ unit(codes.signs).T
    return _matches(fits, codes.signs.shape[1], quality)


def matched_in_part(samples: Floats, codes: Book) -> Matches:
    """The same where a straight edge may cover a part, of which nothing is compared then.

    Edges are told apart by how surely the best code fits what they leave: by Fisher's z, not by the
    correlation, which is easily high over few modules.
    """
    clear, quality = sharpened(samples)
    values = clear[:, _compared()]
    found = _matches(unit(values) @ unit(codes.signs).T, values.shape[1], quality)
    for edge, shown in enumerate(edges()):
        signs = codes.signs[:, shown]
        fits = unit(values[:, shown]) @ unit(signs).T
        found = _surer(found, _matches(fits, int(shown.sum()), quality, edge))
    return found


def surety(fit: Floats, shown: npt.NDArray[np.intp]) -> Floats:
    """Fisher's z of a correlation over so many modules: of noise, about normal with unit spread.

    >>> round(float(surety(np.float32(0.5), np.intp(238))), 1)
    8.4
    """
    return np.asarray(np.arctanh(np.clip(fit, -0.999, 0.999)) * np.sqrt(shown - 3.0), np.float32)


def _matches(fits: Floats, shown: int, quality: Floats, edge: int = -1) -> Matches:
    every = np.arange(len(fits))
    best = fits.argmax(axis=1)
    fit = fits[every, best]
    second = np.partition(fits, -2, axis=1)[:, -2] if fits.shape[1] > 1 else np.zeros_like(fit)
    return Matches(best, fit, fit - second, np.full(len(fit), shown), quality, np.full(len(fit), edge))


def _surer(one: Matches, other: Matches) -> Matches:
    """Of each square the surer match."""
    better = other.sure > one.sure
    pairs = zip(_columns(one), _columns(other), strict=True)
    return Matches(*(np.where(better, new, old) for old, new in pairs))


def _columns(matches: Matches) -> Sequence[npt.NDArray[Any]]:
    return matches.best, matches.fit, matches.lead, matches.shown, matches.quality, matches.edge


@cache
def edges() -> npt.NDArray[np.bool_]:
    """(edges, 238): which of the modules compared are in view beside each edge."""
    v, u = np.mgrid[0 : patterns.SIDE, 0 : patterns.SIDE].reshape(2, -1)[:, _compared()] + 0.5
    return beside_edges(np.stack([u, v], axis=1).astype(np.float32))


def beside_edges(points: Floats) -> npt.NDArray[np.bool_]:
    """(edges, m): which of (m, 2) points, in modules, each edge leaves in view."""
    u, v = (points - np.float32(patterns.SIDE / 2)).T
    found = []
    for angle in 2 * np.pi * np.arange(EDGE_ANGLES) / EDGE_ANGLES:
        across = np.cos(angle) * u + np.sin(angle) * v
        found += [across > place for place in EDGE_PLACES]
    return np.array(found)
