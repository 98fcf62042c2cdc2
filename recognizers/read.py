"""Reading one picture: pixels in, sightings out.

A decoder looks at the whole picture; meanwhile the places are found where a code may be. Those that it left
unread are looked at again under one view after another, the most gainful first, until nothing is left to
gain or the effort ends.
"""

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Literal

from recognizers import candidates, views
from recognizers.candidates import Candidate
from recognizers.fiducials import fiducials
from recognizers.load import Pixels, luminance
from recognizers.merge import merge
from recognizers.readers import Decode, zbar, zxing
from recognizers.sighting import Corners, Sighting, is_fiducial

Effort = Literal["fast", "normal", "thorough"]

# What may stand in the way of an error-corrected decode being right is small; by how each was come by.
CONFIDENCE = {"zxing": 0.98, "zbar": 0.95, "opencv": 0.9}
CONFIDENCE_IN_KNOWN = 0.99

# The most candidates that a view of `normal` is spent on: a page of print has hundreds and none is a code.
MOST_PARTS = 160
MOST_PARTS_FOR_ZBAR = 8

# Larger pictures are not enlarged whole: that would take memory by the gigabyte and they have pixels enough.
MOST_PIXELS_ENLARGED = 16_000_000

NORMAL_VIEWS = (views.LIFTED, views.SHARP, views.SHARPER, views.EVEN, views.DARK)
THOROUGH_VIEWS = (*NORMAL_VIEWS, views.LEVEL, views.PLAIN, views.LARGE)

Stage = Callable[[Sequence[Candidate], Sequence[Corners]], Iterable[Decode]]


def read(pixels: Pixels, *, effort: Effort = "normal", known: Collection[str] = ()) -> list[Sighting]:
    """Every QR code and AprilTag that can be read in (height, width, 3) RGB or (height, width) grey uint8
    pixels, each once.

    `fast` is one look of one decoder; `normal` adds closer looks at the places where codes may be;
    `thorough` tries everything that ever helps. `known` are the texts that may be there: reading stops when
    all were seen. Texts outside it are reported too. What is reported was decoded with error correction;
    nothing is guessed.
    """
    grey = luminance(pixels)
    workers = max(2, min(4, os.cpu_count() or 2))
    with ThreadPoolExecutor(workers) as pool:  # the decoders and OpenCV leave Python's lock while they work
        squares = pool.submit(fiducials, grey, effort=effort)
        known = frozenset(text for text in known if not is_fiducial(text))
        codes = _codes(grey, effort, known, pool, squares)
        return merge([*codes, *squares.result()])


def _codes(
    grey: Pixels,
    effort: Effort,
    known: Collection[str],
    pool: ThreadPoolExecutor,
    squares: "Future[list[Sighting]]",
) -> list[Sighting]:
    """The QR codes. Where `squares` are read no code is looked for."""
    if effort == "fast":
        return _sightings(zxing(grey), known)
    finding = pool.submit(candidates.find, grey)
    decodes = zxing(grey)
    places = finding.result()
    taken = [sighting.corners for sighting in squares.result()]
    for stage in _stages(grey, effort, pool):
        found = _sightings(decodes, known)
        done = [*taken, *(sighting.corners for sighting in found)]
        left = candidates.unread(places, done)
        if not left or (known and set(known) <= {sighting.text for sighting in found}):
            return found
        decodes += stage(left, done)
    return _sightings(decodes, known)


def _stages(grey: Pixels, effort: Effort, pool: ThreadPoolExecutor) -> list[Stage]:
    """What to try, in order, on the candidates that are left."""
    most = MOST_PARTS if effort == "normal" else None
    for_zbar = MOST_PARTS_FOR_ZBAR if effort == "normal" else None

    def closer(view: views.View) -> Stage:
        return lambda left, _: _in_parts(grey, view, zxing, left[:most], pool)

    def whole(view: views.View) -> Stage:
        return lambda left, _: zxing(view.of_whole(grey))

    def scaled(scale: float) -> Stage:
        return lambda *_: [decode.moved(scale, 0, 0) for decode in zxing(views.resized(grey, scale))]

    def with_zbar(left: Sequence[Candidate], done: Sequence[Corners]) -> Iterable[Decode]:
        # zbar tries every three finder patterns with each other: seconds where there are many codes
        apart = candidates.alone(left, done)
        return _in_parts(grey, views.View("zbar", most=320), zbar, apart[:for_zbar], pool)

    stages = [closer(view) for view in (NORMAL_VIEWS if effort == "normal" else THOROUGH_VIEWS)]
    stages.append(with_zbar)
    if effort == "thorough":
        stages += [whole(views.LIGHT), whole(views.LEVEL), lambda left, _: zbar(grey)]
        stages += [scaled(scale) for scale in (2, 0.5) if scale < 1 or grey.size <= MOST_PIXELS_ENLARGED]
    return stages


def _in_parts(
    grey: Pixels,
    view: views.View,
    reader: Callable[[Pixels], list[Decode]],
    parts: Sequence[Candidate],
    pool: ThreadPoolExecutor,
) -> list[Decode]:
    """What a decoder reads in each part under one view, in the whole picture's pixels."""

    def look(some: Sequence[Candidate]) -> list[Decode]:
        decodes = []
        for part in some:
            seen, scale, x, y = view.of_part(grey, part)
            decodes += [decode.moved(scale, x, y) for decode in reader(seen) if decode.text]
        return decodes

    shares = [parts[start::8] for start in range(min(8, len(parts)))]
    return [decode for decodes in pool.map(look, shares) for decode in decodes]


def _sightings(decodes: Iterable[Decode], known: Collection[str]) -> list[Sighting]:
    return merge(
        Sighting(
            decode.text,
            decode.corners,
            decode.reader,
            CONFIDENCE_IN_KNOWN if decode.text in known else CONFIDENCE[decode.reader],
        )
        for decode in decodes
        if decode.text
    )
