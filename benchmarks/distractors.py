"""Pictures in which there is no tag of the known deck: whatever is told of it is false.

    python -m benchmarks.distractors [--count N] [--seed S] [--effort EFFORT] [--photos DIR ...] [--tails]

reads N drawn pictures, the same for the same seed: other decks' tags, foreign QR codes, pages of print,
patterned cloth, other squares, AprilTags of other decks and what is like them, most partly covered, hatched
pictures; and with `--photos` every picture in those folders. It
prints what was read that is not there. `--tails` prints instead how well the known codes fit what none of
them is, and where that leaves the limit.
"""

import argparse
import string
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import segno

from benchmarks import optics
from benchmarks.faces import table_top
from companion import games
from companion.tally.tags import known_payloads
from recognizers import candidates, closed_set, matching
from recognizers.closed_set import Compared
from recognizers.fiducials import codes
from recognizers.load import Pixels, load, luminance
from recognizers.patterns import fits
from recognizers.read import read
from recognizers.sampling import Pyramid
from recognizers.sighting import is_fiducial

WIDTH, HEIGHT = 1600, 1200
KNOWN = "archaeology"
"""The deck that is on none of the pictures."""
EXPECTED = 60
"""Candidates in a picture, on average at most, for which the limit is worked out."""
ONE_FALSE_IN = 10_000
"""Pictures, in which less than one false card may be told."""

Rng = np.random.Generator
Flat = npt.NDArray[np.uint8]
Values = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Distractor:
    """A picture, (height, width, 3) RGB, what kind it is, and the texts that are truly in it."""

    kind: str
    pixels: Pixels
    texts: frozenset[str]


def deck() -> frozenset[str]:
    """What is known: the texts of one deck's tags."""
    return known_payloads(games.load(KNOWN), {})


def every_deck() -> frozenset[str]:
    """The texts of all decks' tags."""
    return known_payloads(None, {})


def distractor(seed: int) -> Distractor:
    """The picture of a seed: flat things drawn, then seen at an angle by a camera in poor light."""
    rng = np.random.default_rng(seed)
    kind = list(DRAWN)[seed % len(DRAWN)]
    flat = cv2.resize(table_top(str(rng.choice(["wood", "cloth", "plain"])), rng, 512), (WIDTH, WIDTH))
    texts = DRAWN[kind](np.asarray(flat, np.uint8), rng)
    return Distractor(kind, _seen(np.asarray(flat[:HEIGHT], np.uint8), rng), frozenset(texts))


def _seen(flat: Flat, rng: Rng) -> Pixels:
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    moved = corners + rng.uniform(-0.16, 0.1, (4, 2)) * [WIDTH, HEIGHT] * np.sign(
        [WIDTH, HEIGHT] - 2 * corners
    )
    lens = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    seen = cv2.warpPerspective(flat, lens, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
    soft = optics.out_of_focus(np.asarray(seen, np.uint8), float(rng.uniform(0.4, 1.6)), None, 0)
    light = optics.light(HEIGHT, WIDTH, rng, float(rng.uniform(0.1, 0.6)))
    exposed = optics.expose(soft, light, rng, float(rng.uniform(1.5, 7)), float(rng.uniform(0, 0.8)))
    return optics.compress(exposed, int(rng.integers(55, 95)))


def _places(rng: Rng, side: float) -> Iterator[tuple[int, int]]:
    """Where squares of a side lie on a table, in loose rows."""
    step = int(1.5 * side)
    for y in range(20, HEIGHT - int(side) - 20, step):
        for x in range(20, WIDTH - int(side) - 20, step):
            yield x + int(rng.uniform(0, 0.3 * side)), y + int(rng.uniform(0, 0.3 * side))


def _stick(flat: Flat, drawn: npt.NDArray[np.uint8], x: int, y: int, module: float, rng: Rng) -> None:
    """Prints modules (1 for black) with white around, a little turned."""
    fine = 8
    large = np.kron(np.where(np.pad(drawn, 4), 25, 250), np.ones((fine, fine))).astype(np.uint8)
    side = round(len(drawn) * module + 8 * module)
    turn = cv2.getRotationMatrix2D((len(large) / 2, len(large) / 2), float(rng.normal(0, 15)), 1.0)
    turned = cv2.warpAffine(large, turn, large.shape[::-1], borderValue=250)
    small = cv2.resize(turned, (side, side), interpolation=cv2.INTER_AREA)
    part = flat[y : y + side, x : x + side]
    part[:] = small[: part.shape[0], : part.shape[1], None]


def _other_decks(flat: Flat, rng: Rng) -> list[str]:
    """Tags of other decks: the same symbol, another text."""
    texts = rng.permutation(sorted(t for t in every_deck() - deck() if fits(t)))
    module = float(rng.uniform(1.2, 4))
    used = []
    for (x, y), text in zip(_places(rng, 29 * module), texts, strict=False):
        code = segno.make(str(text), version=1, error="h", mode="alphanumeric", boost_error=False)
        _stick(flat, np.array(code.matrix, np.uint8), x, y, module, rng)
        used.append(str(text))
    return used


def _foreign_codes(flat: Flat, rng: Rng) -> list[str]:
    """QR codes of versions 1 to 4 and all levels that say anything."""
    module = float(rng.uniform(1.2, 4))
    used = []
    for x, y in list(_places(rng, 41 * module))[:60]:
        text = "".join(rng.choice(list(string.ascii_uppercase + string.digits + ":"), rng.integers(4, 11)))
        level = str(rng.choice(list("lmqh")))
        code = segno.make(text, version=int(rng.integers(1, 5)), error=level, boost_error=False, micro=False)
        _stick(flat, np.array(code.matrix, np.uint8), x, y, module, rng)
        used.append(text)
    return used


def _print(flat: Flat, rng: Rng) -> list[str]:
    """A page of a book."""
    size = float(rng.uniform(0.35, 1.1))
    flat[40:-40, 60:-60] = rng.integers(225, 252)
    letters = list(string.ascii_letters + string.digits + "     .,:-()#%&@")
    for y in range(70, HEIGHT - 60, int(30 * size) + 4):
        line = "".join(rng.choice(letters, int(80 / size)))
        cv2.putText(flat, line, (80, y), cv2.FONT_HERSHEY_COMPLEX, size, (20, 20, 25), 1, cv2.LINE_AA)
    return []


def _cloth(flat: Flat, rng: Rng) -> list[str]:
    """Woven and printed patterns: a small motif of random cells over and over, or crossing stripes."""
    step = int(rng.integers(2, 9))
    if rng.random() < 0.6:
        motif = rng.integers(0, 2, (int(rng.integers(3, 24)),) * 2).astype(np.uint8)
        tile = np.kron(motif, np.ones((step, step), np.uint8))
        reps = (-(-flat.shape[0] // len(tile)), -(-flat.shape[1] // len(tile)))
        pattern = np.tile(tile, reps)[: flat.shape[0], : flat.shape[1]]
    else:
        y, x = np.mgrid[0 : flat.shape[0], 0 : flat.shape[1]]
        pattern = (((x // step) % 3 == 0) ^ ((y // (step + 1)) % 4 == 0)).astype(np.uint8)
    dark, bright = rng.integers(10, 110, 3), rng.integers(140, 250, 3)
    flat[:] = np.where(pattern[..., None], dark, bright)
    return []


def _squares(flat: Flat, rng: Rng) -> list[str]:
    """Random modules with finder patterns in their corners, crosswords, ArUco and Data Matrix look-alikes."""
    module = float(rng.uniform(1.2, 4))
    ring = (np.maximum(*np.abs(np.mgrid[-3:4, -3:4])) != 2).astype(np.uint8)
    for x, y in _places(rng, 29 * module):
        drawn = rng.integers(0, 2, (21, 21)).astype(np.uint8)
        for number in range(int(rng.integers(0, 5))):
            row, column = divmod(number, 2)
            drawn[14 * row : 14 * row + 7, 14 * column : 14 * column + 7] = ring
        if rng.random() < 0.2:
            drawn = np.kron(rng.integers(0, 2, (7, 7)), np.ones((3, 3))).astype(np.uint8)
        _stick(flat, drawn, x, y, module, rng)
    return []


def _fiducials(flat: Flat, rng: Rng) -> list[str]:
    """AprilTags of other decks, and in such frames random bits and other families' tags; most are covered in
    part.
    """
    module = float(rng.uniform(1.6, 5))
    texts = rng.permutation(sorted(t for t in every_deck() - deck() if is_fiducial(t)))
    families = [
        cv2.aruco.getPredefinedDictionary(family)
        for family in (cv2.aruco.DICT_6X6_1000, cv2.aruco.DICT_APRILTAG_36h10)
    ]
    used = []
    for (x, y), text in zip(_places(rng, 16 * module), texts, strict=False):
        chance = rng.random()
        if chance < 0.4:
            white = codes()[int(str(text).partition(":")[2])]
            used.append(str(text))
        elif chance < 0.7:
            white = np.pad(rng.integers(0, 2, (6, 6)), 1)
        else:
            family = families[int(rng.integers(len(families)))]
            white = cv2.aruco.generateImageMarker(family, int(rng.integers(len(family.bytesList))), 8) > 0
        _stick(flat, 1 - np.asarray(white, np.uint8), x, y, module, rng)
        if rng.random() < 0.7:
            middle, side = np.array([x, y]) + 8 * module, 8 * module
            out = np.array([np.cos(angle := rng.uniform(0, 2 * np.pi)), np.sin(angle)])
            along, start = np.array([-out[1], out[0]]), middle + out * side * rng.uniform(0.05, 0.55)
            far = [start - along * side, start + along * side, start + along * side + out * side]
            card = np.rint([*far, start - along * side + out * side]).astype(np.int32)
            cv2.fillConvexPoly(flat, card, [int(v) for v in rng.integers(20, 250, 3)])
    return used


def _hatching(flat: Flat, rng: Rng) -> list[str]:
    """Pictures as busy as those on cards."""
    for _ in range(int(rng.integers(200, 2500))):
        start, step = rng.uniform(0, [WIDTH, HEIGHT]), rng.uniform(-60, 60, 2)
        ends = [tuple(int(v) for v in p) for p in (start, start + step)]
        colour = [int(c) for c in rng.integers(10, 250, 3)]
        if rng.random() < 0.5:
            cv2.line(flat, ends[0], ends[1], colour, int(rng.integers(1, 5)), cv2.LINE_AA)
        else:
            cv2.rectangle(flat, ends[0], ends[1], colour, -1)
    return []


DRAWN: dict[str, Callable[[Flat, Rng], list[str]]] = {
    "other decks' tags": _other_decks,
    "foreign QR codes": _foreign_codes,
    "print": _print,
    "cloth": _cloth,
    "random squares": _squares,
    "fiducials": _fiducials,
    "hatching": _hatching,
}


def pictures(count: int, seed: int, folders: list[Path]) -> Iterator[Distractor]:
    """The drawn ones, then those in the folders, whose texts are not known but are none of the deck's."""
    for number in range(seed, seed + count):
        yield distractor(number)
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp"):
                yield Distractor(folder.name, load(path).pixels, frozenset())


def false_reads(found: Iterator[Distractor], effort: str) -> None:
    """Prints what was read of the deck, and which of other tags were told wrongly."""
    count, false, told, spent = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    known, others = deck(), every_deck()
    for one in found:
        start = time.perf_counter()
        sightings = read(one.pixels, effort=effort, known=known, others=others)  # type: ignore[arg-type]
        spent[one.kind] += time.perf_counter() - start  # type: ignore[assignment]
        count[one.kind] += 1
        for sighting in sightings:
            ours = sighting.text in others or is_fiducial(sighting.text)
            told[one.kind] += sighting.reader == closed_set.READER
            if ours and sighting.text not in one.texts:
                false[one.kind] += 1
                print(f"false in {one.kind}, picture {count[one.kind]}: {sighting}", flush=True)
    print(f"{'at ' + effort:24}{'pictures':>10}{'false':>8}{'told':>8}{'ms each':>10}")
    for kind in [*count, "all"]:
        n, wrong, right, seconds = (
            c.total() if kind == "all" else c[kind] for c in (count, false, told, spent)
        )
        print(f"{kind:24}{n:10}{wrong:8}{right:8}{1000 * seconds / n:10.0f}")


def tails(found: Iterator[Distractor]) -> None:
    """Prints how surely the best of all codes fits what is none of them, and the limits that follow.

    Of a picture with tags of other decks, those are left out of the codes: what is left are the likest.
    """
    every = frozenset(text for text in every_deck() if fits(text))
    groups: dict[str, list[Compared]] = {}
    scores = 0
    for one in found:
        pyramid = Pyramid(luminance(one.pixels))
        places = candidates.find(pyramid)[:200]
        for covered in (False, True):
            compared = closed_set.compare(pyramid, places, every - one.texts, in_part=covered)
            if compared is not None:
                name = ("codes like those there" if one.texts & every else "no codes") + covered * ", in part"
                groups.setdefault(name, []).append(compared)
                masks = len(matching.edges()) + 1 if covered else 1
                scores += len(compared.samples) * len(compared.codes.texts) * masks
    print(f"{scores} scores of a square with a code")
    for name, results in sorted(groups.items()):
        every_fit = (
            np.concatenate([getattr(c.matches, k) for c in results]) for k in ("sure", "fit", "lead")
        )
        sure, fit, lead = every_fit
        _tail(name, sure, lead / np.maximum(fit, 1e-6))


def _tail(name: str, sure: Values, ahead: Values) -> None:
    """How the best code's z, and the part of its fit by which it is ahead, fall off: both about
    exponentially, which for z is on the safe side.
    """
    least, scale = _fall(sure)
    first, step = _fall(ahead)
    together = np.corrcoef(sure, ahead)[0, 1]
    chance_ahead = 0.1 * np.exp(-(closed_set.LEAST_AHEAD - first) / step)
    wanted = 1 / (EXPECTED * ONE_FALSE_IN)
    alone = least + scale * np.log(0.1 / wanted)
    both = least + scale * np.log(0.1 * chance_ahead / wanted)
    print(f"{name}: {len(sure)} squares, z {sure.mean():.2f} on average, highest {sure.max():.2f}")
    print(f"  z: a tenth above {least:.2f}, then 1/e every {scale:.3f}; limit by itself {alone:.2f}")
    print(
        f"  ahead by a part: a tenth above {first:.3f}, then 1/e every {step:.4f}, highest {ahead.max():.3f}"
    )
    print(f"  {closed_set.LEAST_AHEAD} ahead: 1 in {1 / chance_ahead:.0f}; correlated {together:.2f} with z")
    print(f"  limit of z for one false card in {ONE_FALSE_IN} pictures: {both:.2f}")


def _fall(values: Values) -> tuple[float, float]:
    """Above which value a tenth lies, and by how much more those lie on average."""
    least = float(np.quantile(values, 0.9))
    return least, float((values[values >= least] - least).mean())


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--effort", choices=["fast", "normal", "thorough"], default="normal")
    parser.add_argument("--photos", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--tails", action="store_true")
    options = parser.parse_args()
    found = pictures(options.count, options.seed, options.photos)
    if options.tails:
        tails(found)
    else:
        false_reads(found, options.effort)


if __name__ == "__main__":
    main()
