"""What is tried on a picture to read its QR codes, in which order, and when to stop.

Every stage gets the places where nothing was read yet and adds what it reads there. The order is that of
what a stage gains for its time, as measured on rendered tables and on real photos (docs/reading.md).
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Literal

from recognizers import candidates, closed_set, matching, views
from recognizers.candidates import Candidate
from recognizers.closed_set import Compared
from recognizers.load import Pixels
from recognizers.merge import merge
from recognizers.patterns import fits
from recognizers.readers import Decode, zbar, zxing
from recognizers.sighting import Corners, Sighting

Effort = Literal["fast", "normal", "thorough"]

# What may stand in the way of an error-corrected decode being right is small; by how each was come by.
CONFIDENCE = {"zxing": 0.98, "zbar": 0.95, "opencv": 0.9}
CONFIDENCE_IN_KNOWN = 0.99

# Larger pictures are not enlarged whole: that would take memory by the gigabyte and they have pixels enough.
MOST_PIXELS_ENLARGED = 16_000_000

CLOSER = {
    view.name: view
    for view in (
        views.LIFTED,
        views.SHARP,
        views.SHARPER,
        views.EVEN,
        views.DARK,
        views.LEVEL,
        views.PLAIN,
        views.LARGE,
    )
}
WHOLE = {"whole light": views.LIGHT, "whole level": views.LEVEL}
SCALED = {"twice": 2.0, "half": 0.5}

ORDER: dict[Effort, tuple[str, ...]] = {
    "fast": (),
    "normal": ("lifted", "closed set", "sharp", "sharper", "even", "dark", "zbar"),
    "thorough": (
        "lifted",
        "closed set",
        "sharp",
        "sharper",
        "even",
        "dark",
        "level",
        "plain",
        "large",
        "zbar",
        "covered",
        "mirrored",
        "inverted",
        "whole light",
        "whole level",
        "whole zbar",
        "twice",
        "half",
    ),
}
"""The stages after one look of one decoder at the whole picture."""
FIDUCIALS = "fiducials"
FIRST = frozenset({"lifted"})
"""What may be tried before it is known where other symbols are."""
EVERY = frozenset((FIDUCIALS, *ORDER["thorough"]))

MOST_PARTS = {"normal": 160, "thorough": 4000}
"""Candidates that a view is spent on: a page of print has hundreds and none is a code."""
MOST_PARTS_FOR_ZBAR = {"normal": 8, "thorough": 4000}
MOST_MATCHED = {"normal": 120, "thorough": 400}
"""Candidates that are compared with a known deck."""
SHARE = 24
"""Of them what is compared at once, which takes some megabytes for each."""


@dataclass
class Search:
    """A picture's codes so far: the luminance, where codes may be, what is known to be possible."""

    grey: Pixels
    effort: Effort
    pool: ThreadPoolExecutor
    places: Sequence[Candidate]
    known: frozenset[str]
    others: frozenset[str]
    decodes: list[Decode]
    taken: Sequence[Corners] = ()
    """Where there is no use in looking: symbols of another kind."""
    matched: list[Sighting] = field(default_factory=list)
    """Sightings that were told by comparing, not by decoding."""
    compared: Sequence[Compared] = ()
    """What the last comparison saw."""

    def sightings(self) -> list[Sighting]:
        """What was read up to now, each code once."""
        decoded = (
            Sighting(
                decode.text,
                decode.corners,
                decode.reader,
                CONFIDENCE_IN_KNOWN if decode.text in self.known else CONFIDENCE[decode.reader],
            )
            for decode in self.decodes
            if decode.text
        )
        return merge([*decoded, *self.matched])

    def run(self, allowed: Collection[str], see: Callable[[str, "Search"], None] | None = None) -> None:
        """Runs the stages of the effort that are allowed until nothing is left to gain.

        `see` is told after each.
        """
        for name in ORDER[self.effort]:
            if name not in allowed:
                continue
            found = self.sightings()
            done = [*self.taken, *(sighting.corners for sighting in found)]
            left = candidates.unread(self.places, done)
            if not left or (self.known and self.known <= {sighting.text for sighting in found}):
                return
            self._run(name, left, done, found)
            if see:
                see(name, self)

    def _run(
        self, name: str, left: list[Candidate], done: Sequence[Corners], found: Sequence[Sighting]
    ) -> None:
        if name in CLOSER:
            self.decodes += self._in_parts(CLOSER[name], zxing, left[: MOST_PARTS[self.effort]])
        elif name == "zbar":
            # zbar tries every three finder patterns with each other: seconds where there are many codes
            apart = candidates.alone(left, done)[: MOST_PARTS_FOR_ZBAR[self.effort]]
            self.decodes += self._in_parts(views.View("zbar", most=320), zbar, apart)
        elif name in WHOLE:
            self.decodes += zxing(WHOLE[name].of_whole(self.grey))
        elif name == "whole zbar":
            self.decodes += zbar(self.grey)
        elif name in SCALED:
            scale = SCALED[name]
            if scale < 1 or self.grey.size <= MOST_PIXELS_ENLARGED:
                seen = views.resized(self.grey, scale)
                self.decodes += [decode.moved(scale, 0, 0) for decode in zxing(seen)]
        else:
            self.matched += self._compared(name, left[: MOST_MATCHED[self.effort]], found)

    def _compared(
        self, name: str, left: Sequence[Candidate], found: Sequence[Sighting]
    ) -> Iterable[Sighting]:
        if not any(fits(text) for text in self.known):
            return []
        grey = 255 - self.grey if name == "inverted" else self.grey
        covered, mirrored = name == "covered", name == "mirrored"
        texts = self.known | self.others

        def look(some: Sequence[Candidate]) -> Compared | None:
            return closed_set.compare(grey, some, texts, found, in_part=covered, mirrored=mirrored)

        matching.book(texts)  # once, not in every share
        shares = [left[start : start + SHARE] for start in range(0, len(left), SHARE)]
        self.compared = [compared for compared in self.pool.map(look, shares) if compared]
        return [sighting for compared in self.compared for sighting in compared.sightings()]

    def _in_parts(
        self, view: views.View, reader: Callable[[Pixels], list[Decode]], parts: Sequence[Candidate]
    ) -> list[Decode]:
        """What a decoder reads in each part under one view, in the whole picture's pixels."""

        def look(some: Sequence[Candidate]) -> list[Decode]:
            decodes = []
            for part in some:
                seen, scale, x, y = view.of_part(self.grey, part)
                decodes += [decode.moved(scale, x, y) for decode in reader(seen) if decode.text]
            return decodes

        shares = [parts[start::8] for start in range(min(8, len(parts)))]
        return [decode for decodes in self.pool.map(look, shares) for decode in decodes]
