"""What is tried on a picture to read its QR codes, in which order, and when to stop.

Every stage gets the places where nothing was read yet and adds what it reads there. The order is that of
what a stage gains for its time, as `benchmarks.gains` measures it on rendered tables and on real photos.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from recognizers import candidates, closed_set, matching, views
from recognizers.candidates import Candidate
from recognizers.closed_set import Compared
from recognizers.load import Pixels
from recognizers.merge import merge
from recognizers.patterns import fits
from recognizers.readers import Decode, zbar, zxing
from recognizers.sampling import Pyramid
from recognizers.sighting import Corners, Sighting

Effort = Literal["fast", "normal", "thorough"]

# What may stand in the way of an error-corrected decode being right is small; by how each was come by.
CONFIDENCE = {"zxing": 0.98, "zbar": 0.95}
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
INVERTED = frozenset({"lifted", "plain"})
"""Where codes are looked for that are white on black too, which takes half as long again."""
WHOLE = {"half light": (views.LIGHT, 1), "whole light": (views.LIGHT, 0), "whole level": (views.LEVEL, 0)}
"""Views of the whole picture, and how often it is halved for them."""
TWICE = 2.0
ON_WHOLE = frozenset({*WHOLE, "whole zbar", "twice"})
"""Stages that look at the whole picture; all others need to know where codes may be."""

ORDER: dict[Effort, tuple[str, ...]] = {
    "fast": (),
    "normal": ("lifted", "sharp", "closed set", "sharper", "dark", "half light", "even"),
    "thorough": (
        "lifted",
        "sharp",
        "closed set",
        "sharper",
        "dark",
        "even",
        "plain",
        "large",
        "level",
        "half light",
        "whole light",
        "covered",
        "zbar",
        "whole level",
        "twice",
        "mirrored",
        "inverted",
        "whole zbar",
    ),
}
"""The stages after one look of one decoder at the whole picture."""
FIRST_LOOK, CANDIDATES, FIDUCIALS = "zxing", "candidates", "fiducials"
"""What goes before them: one look at the whole picture, meanwhile where codes may be; and the AprilTags."""
FIRST = frozenset({"lifted"})
"""The look that every candidate gets."""
MEANWHILE = {True: FIRST, False: frozenset(ORDER["normal"])}
"""What is tried while AprilTags are still looked for, where they were told of and where not: then there are
seldom any on which closer looks would be lost."""
EVERY = frozenset((FIRST_LOOK, CANDIDATES, FIDUCIALS, *ORDER["thorough"]))

MOST_PARTS = {"normal": 160, "thorough": 4000}
"""Candidates that a view is spent on: a page of print has hundreds and none is a code."""
LIKE_ENOUGH: dict[Effort, tuple[float, float]] = {"normal": (0.12, 0.3), "thorough": (0.0, 0.0)}
"""Views but the first are spent on candidates of this likeness, or of this part of the likeliest's."""
MOST_MATCHED = {"normal": 120, "thorough": 400}
"""Candidates that are compared with a known deck."""
SHARE = 24
"""Of them what is compared at once, which takes some megabytes for each."""


def needs_candidates(effort: Effort, use: Collection[str]) -> bool:
    """Whether any stage of this effort that is in use asks where codes may be.

    >>> needs_candidates("fast", EVERY), needs_candidates("thorough", {"zbar"})
    (False, True)
    >>> needs_candidates("thorough", {"twice"})
    False
    """
    return any(name in use and name not in ON_WHOLE for name in ORDER[effort])


@dataclass
class Search:
    """A picture's codes so far: its luminance, where codes may be, what is known to be possible."""

    pyramid: Pyramid
    effort: Effort
    pool: ThreadPoolExecutor
    places: Sequence[Candidate] | None
    """None where nobody looked for any; then only the stages that look at the whole picture are run."""
    known: frozenset[str]
    others: frozenset[str]
    decodes: list[Decode]
    wanted: Collection[frozenset[str]] = ()
    """Of each of these groups of texts one is enough."""
    tags: Sequence[Sighting] = ()
    """AprilTags; where they are no code is looked for."""
    matched: list[Sighting] = field(default_factory=list)
    """Sightings that were told by comparing, not by decoding."""
    compared: Sequence[Compared] = ()
    """What the last comparison saw."""

    @property
    def grey(self) -> Pixels:
        """The (height, width) luminance."""
        return self.pyramid.level(0)

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
            if name not in allowed or (self.places is None and name not in ON_WHOLE):
                continue
            found = self.sightings()
            done = [sighting.corners for sighting in (*self.tags, *found)]
            left = candidates.unread(self.places or (), done)
            if (self.places is not None and not left) or self._all_seen(found):
                return
            self._run(name, left, done, found)
            if see:
                see(name, self)

    def _all_seen(self, found: Iterable[Sighting]) -> bool:
        """Whether one text of every wanted group was read, or, where none is wanted, all that are known."""
        texts = {sighting.text for sighting in (*self.tags, *found)}
        if self.wanted:
            return not any(group.isdisjoint(texts) for group in self.wanted)
        return bool(self.known) and self.known <= texts

    def _run(
        self, name: str, left: list[Candidate], done: Sequence[Corners], found: Sequence[Sighting]
    ) -> None:
        if name in CLOSER:
            reader = partial(zxing, inverted=name in INVERTED)
            parts = left if name in FIRST else self._likely(left)
            self.decodes += self._in_parts(CLOSER[name], reader, parts[: MOST_PARTS[self.effort]])
        elif name == "zbar":
            # zbar tries every three finder patterns with each other: seconds where there are many codes
            apart = candidates.alone(left, done)
            self.decodes += self._in_parts(views.View("zbar", most=240), zbar, apart)
        elif name in WHOLE:
            view, halvings = WHOLE[name]
            seen = view.of_whole(self.pyramid.level(halvings))
            self.decodes += [decode.moved(0.5**halvings, 0, 0) for decode in zxing(seen, inverted=False)]
        elif name == "whole zbar":
            self.decodes += zbar(self.grey)
        elif name == "twice":
            if self.grey.size <= MOST_PIXELS_ENLARGED:
                seen = views.resized(self.grey, TWICE)
                self.decodes += [decode.moved(TWICE, 0, 0) for decode in zxing(seen)]
        else:
            self.matched += self._compared(name, left[: MOST_MATCHED[self.effort]], found)

    def _likely(self, parts: Sequence[Candidate]) -> Sequence[Candidate]:
        """Those that look so much like codes that they are worth several looks."""
        enough, part_of_best = LIKE_ENOUGH[self.effort]
        least = min(enough, part_of_best * max(part.likeness for part in parts))
        return [part for part in parts if part.likeness >= least]

    def _compared(
        self, name: str, left: Sequence[Candidate], found: Sequence[Sighting]
    ) -> Iterable[Sighting]:
        if not any(fits(text) for text in self.known):
            return []
        pyramid = Pyramid(255 - self.grey) if name == "inverted" else self.pyramid
        covered, mirrored = name == "covered", name == "mirrored"
        texts = self.known | self.others

        def look(some: Sequence[Candidate]) -> Compared | None:
            return closed_set.compare(pyramid, some, texts, found, in_part=covered, mirrored=mirrored)

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
                seen, scale, x, y = view.of_part(self.pyramid, part)
                decodes += [decode.moved(scale, x, y) for decode in reader(seen) if decode.text]
            return decodes

        shares = [parts[start::8] for start in range(min(8, len(parts)))]
        return [decode for decodes in self.pool.map(look, shares) for decode in decodes]
