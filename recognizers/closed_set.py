"""Reading tags that no decoder reads, by knowing which there can be.

A place that looks like a code is aligned to what all codes of version 1 share and then compared with every
code of the deck at once. Nothing is decoded and nothing corrected: the right code fits far better than
chance, or nothing is reported.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from recognizers import align, matching, sampling
from recognizers.align import Aligned
from recognizers.candidates import Candidate
from recognizers.matching import Book, Matches
from recognizers.merge import merge
from recognizers.patterns import fits
from recognizers.sampling import SIDE, Floats, Pyramid
from recognizers.sighting import Corners, Sighting

READER = "closed-set"

LEAST_SURE, LEAST_SURE_IN_PART = 7.5, 8.3
"""Fisher's z of the best code from which it is believed: where no code of the deck is, higher ones turn up
less than once in 10,000 pictures with 60 candidates each. docs/reading.md says how that was worked out.
"""
SUREST = 16.0
LEAST_AHEAD = 0.3
"""Part of its fit by which the best code must be ahead of the second: what is none of the codes may be like
one, but then it is nearly as like to others."""
LEAST_OF_QUALITY = 0.6
"""Part of the fixed modules' fit that the code's must be: two codes correlate by 0.49 at most, so that a
sharp code of another deck is told from the one of this that it is likest to."""
NEIGHBOURS = 6
"""Tags read elsewhere, the nearest, from which is learned how large and how foreshortened a tag is here."""
LIKE_NEIGHBOURS = (0.7, 1.9)
"""Times as large as its neighbours a candidate's box may be to be believed a tag like them."""
BOX_SHAPES = (0.78, 0.62)
"""Parts of a candidate's box, in width and height, that a code in it fills: upright, and turned."""
FEWEST_PIXELS = 0.9
"""Pixels to a module below which nothing is told apart."""
TRIES, COVERED_TRIES = 3, 6
"""Turns of a place that are refined, of codes in full view and of covered ones."""
KEPT, COVERED_KEPT = 2, 4
"""Grids of a place that are compared with the codes."""
PLAIN = 10.0
"""Surety from which a grid needs no refining by its code."""


@dataclass(frozen=True, eq=False)
class Compared:
    """What became of places: the best grid of each, its (n, 529) samples, and the code that fits best."""

    grids: Aligned
    samples: Floats
    matches: Matches
    codes: Book
    least: float

    def sightings(self) -> list[Sighting]:
        """The matches that are believed. Confidence is from 0.5, at the limit of that, to 0.99."""
        matches, sure = self.matches, self.matches.sure
        believed = (sure >= self.least) & (matches.lead >= LEAST_AHEAD * matches.fit)
        believed &= matches.fit >= LEAST_OF_QUALITY * matches.quality
        corners = sampling.corners_of(self.grids.matrices) + 0.5  # a pixel's corner is half a pixel before it
        found = []
        for n in np.flatnonzero(believed).tolist():
            four = cast(Corners, tuple((float(x), float(y)) for x, y in corners[n]))
            text = self.codes.texts[matches.best[n]]
            found.append(Sighting(text, four, READER, confidence(float(sure[n] - self.least))))
        return merge(sorted(found, key=lambda sighting: -sighting.confidence))


def compare(
    pyramid: Pyramid,
    places: Sequence[Candidate],
    known: Collection[str],
    read: Sequence[Sighting] = (),
    *,
    in_part: bool = False,
    mirrored: bool = False,
) -> Compared | None:
    """Compares what is at these places of a picture's luminance with the known texts' codes.

    `read` are sightings elsewhere in the picture, which show how tags look there. With `in_part` something
    may cover a part of a tag; with `mirrored` tags are looked for as in a mirror, and their corners run
    anticlockwise. None where nothing can be compared.
    """
    _one_thread()
    codes = matching.book(frozenset(known))
    middles, shapes, owner = starts(places, read)
    if not codes.texts or not len(middles):
        return None
    if mirrored:
        shapes = shapes * np.array([-1, 1], np.float32)
    found = align.searched(pyramid, middles, shapes, COVERED_TRIES if in_part else TRIES)
    grids = replace(found, place=owner[found.place])
    if in_part:
        grids = align.covered(grids)
    firm = align.FIRM_COVERED if in_part else align.FIRM
    grids = align.refined(pyramid, grids, align.ROUGH, firm)
    kept = grids.of(_best(grids.place, grids.fit, COVERED_KEPT if in_part else KEPT))
    grids = align.refined(pyramid, kept, align.FINE_ROUNDS, firm)
    match = matching.matched_in_part if in_part else matching.matched
    samples = sampled(pyramid, grids.matrices)
    first = match(samples, codes)
    best = _best(grids.place, first.sure, 1)
    grids, first, samples = grids.of(best), first.of(best), samples[best]
    unsure = np.flatnonzero(first.sure < PLAIN)
    moved = jointly(pyramid, grids.of(unsure), codes, first.of(unsure))
    again = sampled(pyramid, moved.matrices)
    samples[unsure], grids.matrices[unsure] = again, moved.matrices
    matches = first.replaced(unsure, match(again, codes))
    return Compared(grids, samples, matches, codes, LEAST_SURE_IN_PART if in_part else LEAST_SURE)


@cache
def _one_thread() -> None:
    """Keeps NumPy from sharing products out between threads: here they are many and small, and take several
    times as long so. Readers share out the places themselves.
    """
    threadpool_limits(1, "blas")


def starts(
    places: Sequence[Candidate], read: Sequence[Sighting]
) -> tuple[Floats, Floats, npt.NDArray[np.intp]]:
    """Where to search: middles (n, 2), shapes (n, 2, 2) and to which place each belongs (n,).

    However tags are turned, seen from one camera they have one shape at one spot of the table: the product
    of a tag's two sides, as columns of a matrix, with its transpose, does not change as the tag turns.
    """
    quads = np.array([sighting.corners for sighting in read if fits(sighting.text)], np.float64)
    quads = quads.reshape(-1, 4, 2)
    squares, spots = sampling.shapes(quads / SIDE), quads.mean(axis=1)
    middles, shapes, owner = [], [], []
    for number, place in enumerate(places):
        middle = np.array(place.centre) - 0.5
        near = np.argsort(((spots - middle) ** 2).sum(axis=1))[:NEIGHBOURS]
        found = [sampling.root(np.median(squares[near], axis=0))] if len(near) else []
        box = np.diag([place.width, place.height]) / SIDE
        ratio = np.sqrt(np.linalg.det(box) / max(np.linalg.det(found[0]), 1e-6)) if found else 0.0
        if not LIKE_NEIGHBOURS[0] < ratio < LIKE_NEIGHBOURS[1]:
            found = [box * part for part in BOX_SHAPES]
        for shape in found:
            if np.linalg.det(shape) >= FEWEST_PIXELS**2:
                middles.append(middle)
                shapes.append(shape)
                owner.append(number)
    return (
        np.array(middles, np.float32).reshape(-1, 2),
        np.array(shapes, np.float32).reshape(-1, 2, 2),
        np.array(owner, np.intp),
    )


def _best(place: npt.NDArray[np.intp], score: Floats, count: int) -> npt.NDArray[np.intp]:
    """Which have the highest scores at their place, `count` of each."""
    order = np.lexsort((-score, place))
    in_order = place[order]
    rank = np.arange(len(order)) - np.searchsorted(in_order, in_order)
    return np.asarray(order[rank < count])


def sampled(pyramid: Pyramid, matrices: Floats) -> Floats:
    """(n, 529) brightness of the modules of grids, and of a module around."""
    found = np.empty((len(matrices), matching.AROUND**2), np.float32)
    for level, some in pyramid.shares(align.modules_of(matrices)):
        here = sampling.at_level(matrices[some], level)
        fine = sampling.sampled(pyramid.level(level), sampling.projected(here, align.points()))
        blocks = fine.reshape(-1, matching.AROUND, align.FINE, matching.AROUND, align.FINE)
        found[some] = blocks.mean(axis=(2, 4)).reshape(len(some), -1)
    return found


def jointly(pyramid: Pyramid, grids: Aligned, codes: Book, matches: Matches) -> Aligned:
    """The grids moved to where their best codes fit best, as far as they are in view."""
    templates = 1 - 2 * codes.modules[matches.best].astype(np.float32)
    templates = np.pad(templates, ((0, 0), (1, 1), (1, 1)), constant_values=1)
    views = np.concatenate([matching.beside_edges(align.points()), np.ones((1, len(align.points())))])
    view = views.astype(np.float32)[matches.edge]  # no edge is -1: the last
    matrices, fit = grids.matrices.copy(), grids.fit.copy()
    for level, some in pyramid.shares(align.modules_of(matrices)):
        here = sampling.at_level(matrices[some], level)
        for each in align.JOINT:
            one = align.basis(templates[some], each.blur, each.freedom)
            for _ in range(each.steps):
                seen = sampling.sampled(pyramid.level(level), sampling.projected(here, align.points()))
                here, fit[some] = align.stepped(here, seen, one, view[some])
        matrices[some] = sampling.from_level(here, level)
    return replace(grids, matrices=matrices, fit=fit)


def confidence(beyond: float) -> float:
    """From 0.5 for what is just believed to 0.99, by how far beyond that its z is.

    >>> confidence(0), confidence(99)
    (0.5, 0.99)
    """
    return round(min(0.99, 0.5 + 0.49 * beyond / (SUREST - LEAST_SURE)), 4)
