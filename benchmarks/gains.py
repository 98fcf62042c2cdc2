"""Prints what each stage of reading gains and takes, one after the other in their order.

    python -m benchmarks.gains [--photos DIR] [--every K] [--scenes N] [--effort normal|thorough] [--alone]

on photos with their truth, of DIR every K-th, where no deck is known; and on N rendered tables (those of
benchmarks.reader), in turn plain, worn and with covered tags, where no deck is known and where it is. For
each stage of `recognizers.stages.ORDER`: the candidates that it looked at, or `whole` where it looks at the
picture; the codes that it was the first to read; what it read that isn't there; the time. With `--alone` each
stage comes right after the first look instead, as if there were no other. All runs in one thread, and times
are what that thread computed, so that others on the machine matter little. No picture is mirrored or white on
black, so that what is there for these can gain nothing here.
"""

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
from threadpoolctl import threadpool_limits

from benchmarks.judging import Found, Verdict, on_photo, on_scene
from benchmarks.reader import DECK, covered_tables, tables, worn_tables
from benchmarks.scenes import Scene, render
from companion.tally.tags import known_payloads
from recognizers import candidates
from recognizers.load import Pixels, load, luminance
from recognizers.readers import zxing
from recognizers.sampling import Pyramid
from recognizers.stages import ORDER, WHOLE, Effort, Search

FIRST, FINDING = "first look", "candidates"
LOOK_AT_WHOLE = frozenset({FIRST, *WHOLE, "whole zbar", "twice"})

Judge = Callable[[Found], Verdict]


class Counting(ThreadPoolExecutor):
    """Does at once, in the thread that asks, what it is given in shares, and counts what is in them."""

    def __init__(self) -> None:
        super().__init__(1)
        self.count = 0

    def map(self, fn: Callable[[Any], Any], shares: Iterable[Sequence[Any]]) -> Iterator[Any]:  # type: ignore[override]
        """The results, in order."""
        done = list(shares)
        self.count += sum(len(share) for share in done)
        return iter([fn(share) for share in done])


@dataclass
class Stage:
    """What one stage came to, over several pictures."""

    looked_at: int = 0
    gained: int = 0
    false: int = 0
    seconds: float = 0.0


@dataclass
class Run:
    """The stages' sums on one kind of picture."""

    effort: Effort
    alone: bool
    known: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    pictures: int = 0
    stages: dict[str, Stage] = field(default_factory=dict)

    def add(self, pixels: Pixels, judge: Judge) -> None:
        """Runs all stages on a picture."""
        self.pictures += 1
        pool = Counting()
        pyramid = Pyramid(luminance(pixels))
        start = time.thread_time()
        decodes = zxing(pyramid.level(0))
        looked = time.thread_time()
        places = candidates.find(pyramid)
        found = time.thread_time()
        search = Search(
            pyramid=pyramid,
            effort=self.effort,
            pool=pool,
            places=places,
            known=self.known,
            others=self.others,
            decodes=decodes,
        )
        verdict = self._note(FIRST, search, judge, Verdict(), looked - start)
        self._of(FINDING).looked_at += len(places)
        self._of(FINDING).seconds += found - looked
        for name in ORDER[self.effort]:
            this = replace(search, decodes=list(decodes), matched=[]) if self.alone else search
            pool.count = 0
            start = time.thread_time()
            this.run({name})
            after = self._note(name, this, judge, verdict, time.thread_time() - start)
            self._of(name).looked_at += pool.count
            verdict = verdict if self.alone else after

    def _note(self, name: str, search: Search, judge: Judge, before: Verdict, seconds: float) -> Verdict:
        after = judge([(sighting.text, sighting.corners) for sighting in search.sightings()])
        stage = self._of(name)
        stage.gained += len(after.read - before.read)
        stage.false += max(0, len(after.false) - len(before.false))
        stage.seconds += seconds
        return after

    def _of(self, name: str) -> Stage:
        return self.stages.setdefault(name, Stage())

    def show(self, title: str) -> None:
        """Prints the table."""
        how = ", each stage alone after the first look" if self.alone else ""
        print(f"\n{title}, {self.pictures} pictures, {self.effort}{how}")
        print(f"{'stage':14}{'looked at':>11}{'gained':>9}{'false':>7}{'ms':>9}{'gained/s':>10}")
        for name, stage in self.stages.items():
            looked = "whole" if name in LOOK_AT_WHOLE else str(stage.looked_at)
            rate = "" if name == FINDING else f"{stage.gained / max(stage.seconds, 1e-9):.2f}"
            print(
                f"{name:14}{looked:>11}{stage.gained:9}{stage.false:7}{1000 * stage.seconds:9.0f}{rate:>10}",
                flush=True,
            )


def photos(folder: Path, every: int, run: Run) -> None:
    """Runs the stages on real photos."""
    for entry in json.loads((folder / "truth.json").read_text(encoding="utf-8"))[::every]:
        codes = entry["codes"]
        run.add(load(folder / entry["file"]).pixels, lambda found, codes=codes: on_photo(found, codes))  # type: ignore[misc]


def rendered(count: int) -> Iterator[Scene]:
    """Plain, worn and covered tables in turn."""
    each = -(-count // 3)
    turns = zip(tables(each), worn_tables(each), covered_tables(each), strict=True)
    for _, scene in itertools.islice(itertools.chain.from_iterable(turns), count):
        yield scene


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, metavar="DIR", help="a folder of photos with truth.json")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="take every K-th photo only")
    parser.add_argument("--scenes", type=int, default=6, metavar="N")
    parser.add_argument("--effort", choices=["normal", "thorough"], default="normal")
    parser.add_argument("--alone", action="store_true", help="each stage right after the first look")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    everybody = known_payloads(None, {})
    small = render(1, 4, tilt=0, width=640, height=480).pixels
    with threadpool_limits(1):
        # what is done once, as imports and tables of codes, isn't any stage's
        Run(options.effort, options.alone, DECK, everybody).add(small, lambda _: Verdict())
        if options.photos:
            run = Run(options.effort, options.alone)
            photos(options.photos, options.every, run)
            run.show(f"Photos in {options.photos.name}, no deck known")
        if options.scenes:
            unknown = Run(options.effort, options.alone)
            told = Run(options.effort, options.alone, DECK, everybody)
            for scene in rendered(options.scenes):
                cards = scene.truth["cards"]
                for run in (unknown, told):
                    run.add(scene.pixels, lambda found, cards=cards: on_scene(found, cards))  # type: ignore[misc]
            unknown.show("Rendered tables, no deck known")
            told.show("Rendered tables, deck known")


if __name__ == "__main__":
    main()
