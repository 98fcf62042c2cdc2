"""Prints how many frames a second the tracker follows, and what it finds, in films of tables.

    python -m benchmarks.live [--seconds S] [--symbol S] [--effort E] [--way camera|file|whole]

A film is a rendered table of 40 tags seen by a camera that stops near three parts of it and goes back until
all are in view, shaking; 1920 x 1080 at 30 frames a second, with the blur of its motion, and noise. Times are
of the tracker alone: the wall's, and the processor's, which others on the machine don't lengthen and by which
the tracker goes here. `in view` is what it says of the last frame, `false` are texts that no card has.

Every film is watched as a camera's, of which as much is read as there is time for, and as a file; as
`whole` every frame of it is read, for comparison.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks import optics
from benchmarks.faces import CardSpec
from benchmarks.scenes import AS_PRINTED, Scene, render
from recognizers.read import Effort
from recognizers.track import BUDGET_MS, REST, Tracker

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

Way = Literal["camera", "file", "whole"]
WAYS: tuple[Way, ...] = ("camera", "file", "whole")

SIZE = 1920, 1080
RATE = 30
NEAR = 2.2
"""Times as near as where all tags are in view."""
SHUTTER = 0.35
"""The part of the time between two frames in which light falls on the sensor."""


def fans(symbol: str, rng: np.random.Generator, count: int = 40) -> list[CardSpec]:
    """`count` tags as people lay sets: fans of five, four of them in a row."""
    kinds = ("POT", "PAR", "COIN", "TAL", "CUP", "MAP", "MASK", "THF")
    numbers = rng.permutation(AS_PRINTED)
    cards = []
    for n in range(count):
        fan, place = divmod(n, 5)
        row, column = divmod(fan, 4)
        fiducial = symbol == "apriltag" or (symbol == "mixed" and fan % 2 == 1)
        text = f"36h11:{numbers[n]}" if fiducial else f"AR:{kinds[fan % 8]}:{place + 1 + 5 * (fan // 8):02}"
        x, y = column * 175 + place * 22 + rng.uniform(-2, 2), row * 110 + rng.uniform(-4, 4)
        cards.append(CardSpec(text, x, y, float(rng.normal(0, 2)), tag=8 if fiducial else 12))
    return cards


@dataclass(frozen=True)
class Film:
    """A table and how the camera goes over it: for each frame the map from the table's picture to it."""

    scene: Scene
    path: list[Floats]
    noise: float
    seed: int

    def frames(self) -> Iterator[Pixels]:
        """The frames, (1080, 1920, 3) RGB."""
        rng = np.random.default_rng([self.seed, 9])
        half = cv2.resize(self.scene.pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        middle = np.array([[[SIZE[0] / 2, SIZE[1] / 2]]], np.float64)
        grain = rng.normal(0, 1, (SIZE[1] + 64, SIZE[0] + 64, 1)).astype(np.float32)
        before = self.path[0]
        for step in self.path:
            small = np.sqrt(abs(np.linalg.det(step[:2, :2]))) < 0.7  # or it would alias
            source, to = (half, step @ np.diag([2.0, 2.0, 1.0])) if small else (self.scene.pixels, step)
            frame = cv2.warpPerspective(
                source, to, SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
            )
            on_table = cv2.perspectiveTransform(middle, np.linalg.inv(step))
            way = (middle - cv2.perspectiveTransform(on_table, before))[0, 0] * SHUTTER
            angle = float(np.degrees(np.arctan2(way[1], way[0])))
            frame = optics.moved(np.asarray(frame, np.uint8), float(np.hypot(*way)), angle)
            top, left = rng.integers(0, 64, 2)
            noise = grain[top : top + SIZE[1], left : left + SIZE[0]] * self.noise
            yield np.clip(frame + noise, 0, 255).astype(np.uint8)
            before = step


def film(symbol: str, seconds: float, seed: int = 1, tilt: float = 20, noise: float = 4) -> Film:
    """A camera that stops near three parts of the table, goes back until it sees all, and rests, shaking."""
    rng = np.random.default_rng([seed, 8])
    scene = render(seed, fans(symbol, rng), tilt=tilt, roll=1, blur=0.8, noise=1, shadow=0.3, quality=95)
    count = max(4, round(seconds * RATE))
    corners = np.concatenate([card["card_corners"] for card in scene.truth["cards"]])
    low, high = corners.min(axis=0), corners.max(axis=0)
    whole = 0.94 * min(SIZE / (high - low))
    shake = _shake(count, rng)
    path = []
    for n in range(count):
        t = n / count
        near = NEAR + (1 - NEAR) * _eased((t - 0.66) / 0.14)
        view = np.array([0.22 + 0.28 * (_eased((t - 0.16) / 0.1) + _eased((t - 0.42) / 0.1)), 0.5])
        at = np.array([0.5, 0.5]) + (view - 0.5) * (near - 1) / (NEAR - 1)
        centre = low + (high - low) * at
        dx, dy, turn, lean_x, lean_y = shake[n]
        scale = whole * near
        c, s = np.cos(turn) * scale, np.sin(turn) * scale
        tilted = np.array([[1, 0, 0], [0, 1, 0], [lean_x, lean_y, 1]])
        moved = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array(
            [[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]]
        )
        path.append(
            np.array([[1, 0, SIZE[0] / 2 + dx], [0, 1, SIZE[1] / 2 + dy], [0, 0, 1]]) @ tilted @ moved
        )
    return Film(scene, path, noise, seed)


def _eased(t: float) -> float:
    """From 0 to 1 as t does, starting and ending slowly."""
    t = min(1.0, max(0.0, t))
    return t * t * (3 - 2 * t)


def _shake(count: int, rng: np.random.Generator) -> Floats:
    """A hand's: pixels aside and down, radians of turn, and lean to both sides; smooth over some frames."""
    rough = rng.normal(0, 1, (count + 40, 5))
    kernel = np.hanning(13)
    smooth = np.stack([np.convolve(rough[:, k], kernel, "same") for k in range(5)], axis=1)[20:-20]
    return np.asarray(smooth / smooth.std() * np.array([12, 12, 0.008, 1e-5, 1e-5]), np.float64)


@dataclass(frozen=True)
class Result:
    """What the tracker made of a film."""

    frames: int
    wall_ms: float
    cpu_ms: float
    slowest_ms: float
    first: dict[str, float]  # text -> seconds of film until it was read
    in_view: set[str]
    false: set[str]


def follow(what: Film, effort: Effort, known: set[str], way: Way = "camera") -> Result:
    """Follows a film to its end."""
    budget, rest = (BUDGET_MS if way == "camera" else None), (1 if way == "whole" else REST)
    tracker = Tracker(effort=effort, known=known, budget_ms=budget, rest=rest, clock=time.process_time)
    there = {card["payload"] for card in what.scene.truth["cards"]}
    first: dict[str, float] = {}
    walls, cpus = [], []
    for number, frame in enumerate(what.frames()):
        wall, cpu = time.perf_counter(), time.process_time()
        seen = tracker.look(frame, last=way != "camera" and number == len(what.path) - 1)
        walls.append(1000 * (time.perf_counter() - wall))
        cpus.append(1000 * (time.process_time() - cpu))
        for sighting in seen:
            first.setdefault(sighting.text, number / RATE)
    false = set(first) - there
    mean = float(np.mean(walls)), float(np.mean(cpus))
    return Result(len(walls), *mean, max(walls), first, tracker.in_view, false)


def main() -> None:
    """Prints a row for each film and way to watch it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--symbol", choices=["qr", "apriltag", "mixed"], action="append")
    parser.add_argument("--effort", choices=["fast", "normal"], default="fast")
    parser.add_argument("--way", choices=WAYS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(
        "film      as      frames  /s wall  /s cpu  slowest  half read  all but 10 %  found  in view  false"
    )
    for symbol in options.symbol or ["qr", "apriltag", "mixed"]:
        what = film(symbol, options.seconds, options.seed)
        known = {card["payload"] for card in what.scene.truth["cards"]}
        for way in options.way or ("camera", "file"):
            print(f"{symbol:9} {way:7}" + _row(follow(what, options.effort, known, way), known), flush=True)


def _row(result: Result, known: set[str]) -> str:
    times = sorted(result.first[text] for text in known & set(result.first))
    half, most = (f"{times[n]:.1f} s" if len(times) > n else "-" for n in (19, 35))
    return (
        f" {result.frames:6} {1000 / result.wall_ms:8.1f} {1000 / result.cpu_ms:7.1f}"
        f" {result.slowest_ms:5.0f} ms {half:>10} {most:>13} {len(times):6} {len(result.in_view):8}"
        f" {len(result.false):6}"
    )


if __name__ == "__main__":
    main()
