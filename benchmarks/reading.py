"""Prints what each decoder and the merged reader read, and how long they take, side by side in one run.

    python -m benchmarks.reading

on ten rendered tables, no deck known; `benchmarks.reader` does so on many more, and on photos. A scene's row
counts the tags that are whole in the picture. A misread is a text that no card on the table has, or one that
is read where its card isn't. Times are wall milliseconds on pixels in memory, the better of two.
"""

import argparse
import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from benchmarks.judging import SINGLE, Found, Reading, on_scene, readings, warm_up
from benchmarks.scenes import Scene, render
from recognizers.load import Pixels

OURS = "ours normal"
SCENES = [(cards, seed, tilt) for cards in (20, 40) for seed, tilt in enumerate((0, 15, 30, 40, 45), 1)]


@dataclass
class Score:
    """What one reader did over several pictures."""

    reads: int = 0
    misreads: int = 0
    milliseconds: float = 0.0


def timed(reading: Reading, pixels: Pixels, runs: int = 2) -> tuple[Found, float]:
    """What was read, and the best wall milliseconds of some runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        found = reading(pixels)
        best = min(best, 1000 * (time.perf_counter() - start))
    return found, best


def on_table(reading: Reading, scene: Scene) -> Score:
    """How many whole tags of a scene are read, and what is read that isn't there."""
    found, milliseconds = timed(reading, scene.pixels)
    cards = scene.truth["cards"]
    verdict = on_scene(found, cards)
    return Score(sum(cards[n]["whole"] for n in verdict.read), len(verdict.false), milliseconds)


def scenes_table() -> None:
    """Prints the table of rendered scenes."""
    using = readings()
    warm_up(using.values())
    totals = {name: Score() for name in using}
    tags = behind = 0
    ratios = []
    print("Rendered tables, 4032 x 3024, 12 mm tags: whole tags read (misread) and milliseconds")
    print(_row("cards tilt px/module tags", using))
    for cards, seed, tilt in SCENES:
        scene = render(seed, cards, tilt=tilt)
        results = {name: on_table(reading, scene) for name, reading in using.items()}
        for name, score in results.items():
            _add(totals[name], score)
        whole = [card for card in scene.truth["cards"] if card["whole"]]
        tags += len(whole)
        sizes = sorted(card["pixels_per_module"] for card in whole)
        label = f"{cards:5} {tilt:4} {sizes[0]:4.1f}-{sizes[-1]:3.1f} {len(whole):5}"
        print(_row(label, (_cell(score) for score in results.values())), flush=True)
        behind += results[OURS].reads < max(results[name].reads for name in SINGLE if name in results)
        if "pyzbar" in results:
            ratios.append(results[OURS].milliseconds / results["pyzbar"].milliseconds)
    print(_row(f"all {tags:21}", (_cell(score, len(SCENES)) for score in totals.values())))
    print(f"scenes where a single decoder reads more than ours: {behind} of {len(SCENES)}")
    if ratios:
        print(f"time, ours / pyzbar: {np.median(ratios):.2f} (median), {max(ratios):.2f} (worst scene)")
    else:
        print("pyzbar is not in the table: libzbar is not installed")


def _add(total: Score, score: Score) -> None:
    total.reads += score.reads
    total.misreads += score.misreads
    total.milliseconds += score.milliseconds


def _cell(score: Score, pictures: int = 1) -> str:
    return f"{score.reads} ({score.misreads}) {score.milliseconds / pictures:.0f}"


def _row(label: str, cells: Iterable[str]) -> str:
    return f"{label:<26}" + "".join(f"{cell:>16}" for cell in cells)


def main() -> None:
    """Prints the tables."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    scenes_table()


if __name__ == "__main__":
    main()
