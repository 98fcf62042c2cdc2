"""Makes the pictures in sample_images/, each with its truth beside it.

    python -m benchmarks.samples

They are rendered (see `benchmarks.scenes`), so that nobody's photo or artwork is in the repository.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.scenes import CardSpec, marker, render, save

OUT = Path(__file__).resolve().parents[1] / "sample_images"
WIDTH, HEIGHT = 3000, 2250


def fan(deck: str, codes: Sequence[str], x: float, y: float, step: float = 24.0) -> list[CardSpec]:
    """Cards that overlap to the right, each tag showing; `codes` are `KIND:COPY`."""
    return [
        CardSpec(f"{deck}:{code}", x + i * step, y, title=code.partition(":")[0].title())
        for i, code in enumerate(codes)
    ]


def row(deck: str, codes: Sequence[str], x: float, y: float) -> list[CardSpec]:
    """Cards side by side that do not touch."""
    return fan(deck, codes, x, y, step=72.0)


def archaeology() -> list[CardSpec]:
    """Two players' sold sets with their markers: Ann's 15 + 10, Bob's 15 + 4."""
    return [
        marker("PL:1", -20, 0),
        *fan("AR", ["POT:01", "POT:05", "POT:07", "POT:11", "POT:18"], 50, 0),
        *fan("AR", ["COIN:02", "COIN:09", "COIN:13"], 230, 0),
        marker("PL:2", -20, 190),
        *fan("AR", ["CUP:01", "CUP:04"], 50, 190),
        *fan("AR", ["MASK:03"], 160, 190),
    ]


def caravan() -> list[CardSpec]:
    """One player's assets in two rows."""
    return [
        *row("CA", ["CR2:01", "CR2:02", "CR2:05", "CR5:01", "CR5:03", "CR5:04", "CR5:08"], 0, 0),
        *row("CA", ["CR7:02", "PRIN:01", "PRIN:02", "MERC:03", "LAMP:01", "LAMP:04"], 30, 100),
    ]


def saboteur() -> list[CardSpec]:
    """One player's gold: 1 + 2 + 3."""
    return row("SA", ["G1:04", "G2:07", "G3:01"], 0, 0)


def treasure_hunt() -> list[CardSpec]:
    """One player's treasures."""
    return row("TH", ["D2:01", "D9:01", "D10:01"], 0, 0)


SAMPLES = {
    "archaeology-table": (
        archaeology,
        11,
        24.0,
        {
            "Player 1": {"pot-shard": 5, "coin": 3},
            "Player 2": {"broken-cup": 2, "pharaohs-mask": 1},
        },
    ),
    "caravan-ann": (
        caravan,
        12,
        15.0,
        {"-": {"craft-2": 3, "craft-5": 4, "craft-7": 1, "princess": 2, "merchant": 1, "lamp": 2}},
    ),
    "saboteur-ann": (saboteur, 13, 30.0, {"-": {"gold-1": 1, "gold-2": 1, "gold-3": 1}}),
    "treasure-hunt-ann": (treasure_hunt, 14, 10.0, {"-": {"D2": 1, "D9": 1, "D10": 1}}),
}
"""Name -> the cards, the seed, the tilt in degrees, and whose cards they are as `scan` tells it."""


def main() -> None:
    """Writes every sample: the picture as JPEG, the truth as JSON."""
    for name, (cards, seed, tilt, players) in SAMPLES.items():
        scene = render(
            seed, cards(), tilt=tilt, table="wood", width=WIDTH, height=HEIGHT, blur=0.7, noise=2.5
        )
        print(save(scene, OUT / name, {"players": players}).name)


if __name__ == "__main__":
    main()
