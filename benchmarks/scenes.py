"""Renders believable photographs of tables of tagged cards, with the truth beside each.

    python -m benchmarks.scenes --seed 7 --cards 40 --out DIR

writes `scene-40-7.jpg` and `scene-40-7.json`. The same arguments give the same picture.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks import covering, handling, laying, optics
from benchmarks.camera import Camera, look
from benchmarks.faces import FIDUCIAL, CardSpec, face, marker, modules_and_white
from benchmarks.handling import Finger, Lie
from benchmarks.laying import FACE_SCALE

__all__ = ["Camera", "CardSpec", "Scene", "covered", "marker", "render", "save", "scatter", "worn"]

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]

TAG_SIDE = {"qr": 12.0, "micro": 12.0, "apriltag": 8.0}
"""Millimetres, where nothing else is asked for."""
AS_PRINTED = [*range(1, 11), *range(16, 103), *range(112, 140), *range(144, 198)]
"""Ids of AprilTags that decks and markers have; any would do."""
KINDS = ("POT", "COI", "MAP", "TAB", "MAS", "CUP", "PAR", "TAL")


@dataclass(frozen=True)
class Scene:
    """A rendered photograph, (height, width, 3) uint8 RGB, the truth about it, ready for JSON, and the JPEG
    file that the pixels are from.
    """

    pixels: Pixels
    truth: dict[str, Any]
    jpeg: bytes


def scatter(
    count: int, rng: np.random.Generator, tag: float | None = None, symbol: str = "qr"
) -> list[CardSpec]:
    """`count` different cards in loose rows, most of them nearly upright, some upside down or sideways.

    `symbol` is `qr`, `apriltag`, `mixed`, where every second card has the other one, or `micro`, Micro QR.
    """
    columns = max(1, round(np.sqrt(count * 4 / 3 * 100 / 76)))
    rows = -(-count // columns)
    slots = rng.permutation(columns * rows)[:count]
    payloads = [f"AR:{kind}:{copy:02d}" for kind in KINDS for copy in range(1, 1 + -(-count // len(KINDS)))]
    cards = []
    fiducials, micro = symbol in ("apriltag", "mixed"), symbol == "micro"
    numbers: Sequence[int] = rng.permutation(AS_PRINTED).tolist() if fiducials else []
    for number, (slot, payload) in enumerate(zip(sorted(slots), rng.permutation(payloads), strict=False)):
        row, column = divmod(int(slot), columns)
        x, y = np.array([column * 76, row * 102]) + rng.uniform(-5, 5, 2)
        rotation = float(rng.choice([0, 0, 0, 0, 180, 90])) + float(rng.normal(0, 7))
        fiducial = symbol == "apriltag" or (symbol == "mixed" and number % 2 == 1)
        text = f"{FIDUCIAL}{numbers[number]}" if fiducial else str(payload)
        side = tag or TAG_SIDE["apriltag" if fiducial else "micro" if micro else "qr"]
        cards.append(CardSpec(text, float(x), float(y), rotation, tag=side, micro=micro))
    return cards


def render(
    seed: int,
    cards: int | Sequence[CardSpec],
    *,
    tilt: float | None = None,
    roll: float | None = None,
    blur: float | None = None,
    noise: float | None = None,
    shadow: float | None = None,
    table: str | None = None,
    tag: float | None = None,
    symbol: str = "qr",
    curl: float = 0.0,
    crease: float = 0.0,
    glare: float = 0.0,
    motion: float = 0.0,
    texture: float = 0.0,
    quality: int = 85,
    width: int = 4032,
    height: int = 3024,
) -> Scene:
    """A photograph of `cards` (how many to scatter, or exactly these, in the order in which they were laid).

    What is None is drawn from `seed`: `tilt` 0-45 degrees, `roll` a few degrees, `blur` the lens's spread
    in pixels, `noise` in levels, `shadow` the part of the light a shadow takes, `table` wood, cloth or
    plain. What is off where it isn't asked for (see `worn`): `curl`, up to how many mm a card's edges or
    middle stand up; `crease`, the part of the cards that have a fold across them; `glare`, how bright
    sleeves mirror a lamp, 1 for white; `motion`, how many pixels the hand moves meanwhile; `texture`, the
    spread of the paper's grain, 0.04 for linen.
    """
    rng = np.random.default_rng(seed)

    def drawn(value: float | None, low: float, high: float) -> float:
        random = float(
            rng.uniform(low, high)
        )  # drawn even where it is given: the rest of the scene stays the same
        return random if value is None else value

    parameters: dict[str, Any] = {
        "seed": seed,
        "tilt": drawn(tilt, 0, 45),
        "roll": drawn(roll, -6, 6),
        "blur": drawn(blur, 0.5, 1.3),
        "noise": drawn(noise, 1.5, 6),
        "shadow": drawn(shadow, 0.1, 0.6),
        "shallow_focus": drawn(None, 0, 1.2),
        "sharpen": drawn(None, 0, 0.8),
        "printer_gain": drawn(None, -0.02, 0.08),
        "distortion": drawn(None, -0.03, 0.03),
        "quality": quality,
        "table": table or str(rng.choice(["wood", "cloth", "plain"])),
        "curl": curl,
        "crease": crease,
        "glare": glare,
        "motion": motion,
        "texture": texture,
        "covered": None,
    }
    # of its own, so that asking for these leaves the rest of the scene as it is
    hands, folds = np.random.default_rng([seed, 1]), np.random.default_rng([seed, 4])
    laid = scatter(cards, rng, tag, symbol) if isinstance(cards, int) else list(cards)
    camera = aim(laid, parameters["tilt"], parameters["roll"], width, height, parameters["distortion"])
    canvas = laying.bare_table(camera, parameters["table"], rng)
    owner = np.full((height, width), -1, np.int16)
    lamp, bends = float(hands.uniform(0, 360)), handling.bends(len(laid), curl, hands)
    lies = [Lie(*how) for how in zip(bends, handling.creases(laid, crease, folds), strict=True)]
    for number, (card, lie) in enumerate(zip(laid, lies, strict=True)):
        printed = _printed(card, rng, hands, parameters)
        if lie.crease:
            printed = lie.crease.broken(card, printed, folds)
        laying.lay(canvas, owner, number, card, camera, lie.shaded(card, printed, lamp), lie)
    shine = handling.glare(owner, camera, glare, hands) if glare else None
    truth = {
        "parameters": parameters,
        "width": width,
        "height": height,
        "cards": [_truth_of(number, card, camera, owner, lies[number]) for number, card in enumerate(laid)],
    }
    file = _photograph(canvas, shine, parameters, rng, hands)
    return Scene(optics.decoded(file), truth, file)


def aim(
    cards: Sequence[CardSpec], tilt: float, roll: float, width: int, height: int, distortion: float
) -> Camera:
    """The camera that sees all the cards, as large as they will go."""
    bare = np.array([[-200.0, -150.0], [200.0, 150.0]])  # what is looked at where there is no card
    outline = np.concatenate([laying.on_table(card, laying.outline(card)) for card in cards] or [bare])
    return look(outline, tilt, roll, width, height, distortion)


def symbol_seen(card: CardSpec, camera: Camera) -> Floats:
    """(4, 2) pixels of the corners of a card's symbol, clockwise from its own top-left."""
    return camera.project(laying.on_table(card, laying.symbol(card)))


def worn(seed: int) -> dict[str, float]:
    """Mild curl, creases, glare, motion and texture for `render`, as a table at home has them, drawn from
    `seed`.
    """
    rng = np.random.default_rng([seed, 2])
    return {
        "curl": float(rng.uniform(0, 3)),
        "glare": float(rng.choice([0, rng.uniform(0.3, 1.0)])),
        "motion": float(rng.uniform(0, 2.5)),
        "texture": float(rng.uniform(0.01, 0.05)),
        "crease": float(rng.uniform(0, 0.4)),
    }


def covered(
    seed: int,
    count: int = 20,
    *,
    least: float = 0.6,
    most: float = 0.99,
    whole: int = 0,
    tag: float | None = None,
    symbol: str = "qr",
    **options: Any,
) -> Scene:
    """`count` cards with tags that, but for `whole` of them, another card or a finger covers so that `least`
    to `most` of each show.

    The truth's `visible` says how much of each shows; `options` are those of `render`.
    """
    rng = np.random.default_rng([seed, 3])
    spread = scatter(count, rng, tag, symbol)
    scene = render(seed, covering.covered(spread, rng, least, most, whole), **options)
    scene.truth["parameters"]["covered"] = {"least": least, "most": most, "whole": whole}
    return scene


def save(scene: Scene, stem: Path, more: dict[str, Any] | None = None) -> Path:
    """Writes a scene beside its truth, as `stem`.jpg and `stem`.json, and into the latter what is `more`."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    picture = stem.with_name(f"{stem.name}.jpg")
    picture.write_bytes(scene.jpeg)
    truth = json.dumps({**(more or {}), **scene.truth}, indent=1)
    picture.with_suffix(".json").write_text(f"{truth}\n", encoding="utf-8")
    return picture


def _photograph(
    canvas: Pixels,
    shine: Map | None,
    parameters: dict[str, Any],
    rng: np.random.Generator,
    hands: np.random.Generator,
) -> bytes:
    height, width = canvas.shape[:2]
    falling = optics.light(height, width, rng, parameters["shadow"])
    rows = np.abs(np.linspace(-1, 1, height, dtype=np.float32) - np.float32(rng.uniform(-0.4, 0.4)))
    depth = np.repeat(np.clip(rows / 1.4, 0, 1)[:, None], width, axis=1)
    shallow = parameters["shallow_focus"] * np.sin(np.radians(parameters["tilt"]))
    soft = optics.out_of_focus(canvas, parameters["blur"], depth, shallow)
    soft = optics.moved(soft, parameters["motion"], float(hands.uniform(0, 180)))
    exposed = optics.expose(soft, falling, rng, parameters["noise"], parameters["sharpen"], shine)
    return optics.jpeg(exposed, parameters["quality"])


def _printed(
    card: CardSpec, rng: np.random.Generator, hands: np.random.Generator, parameters: dict[str, Any]
) -> Pixels:
    if isinstance(card, Finger):
        return handling.finger_face(card, hands, FACE_SCALE)
    printed = face(card, rng, FACE_SCALE, parameters["printer_gain"])
    texture = parameters["texture"]
    return handling.paper(printed, texture, hands, FACE_SCALE) if texture else printed


def _truth_of(
    number: int, card: CardSpec, camera: Camera, owner: npt.NDArray[np.int16], lie: Lie
) -> dict[str, Any]:
    """What is known of a card: corners in pixels, the module's side in pixels, how much of its tag shows."""
    symbol = laying.seen(card, camera, lie, laying.symbol(card))
    sides = np.hypot(*(symbol - np.roll(symbol, 1, axis=0)).T)
    visible = laying.visible(number, symbol, owner) if card.payload else 0.0
    return {
        **asdict(card),
        "corners": np.round(symbol, 2).tolist(),
        "card_corners": np.round(laying.seen(card, camera, lie, laying.outline(card)), 2).tolist(),
        "pixels_per_module": round(float(sides.min()) / modules_and_white(card)[0], 3),
        "visible": round(visible, 4),
        "whole": visible > 0.999,
        "crease": lie.crease and {**asdict(lie.crease), "on_tag": lie.crease.crosses_tag(card)},
    }


def main() -> None:
    """Writes one scene and its truth."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cards", type=int, default=20)
    parser.add_argument(
        "--tilt", type=float, help="degrees from straight above; drawn from the seed if not given"
    )
    parser.add_argument("--tag", type=float, help="side of the symbol in mm: 12, AprilTag 8")
    parser.add_argument("--symbol", choices=["qr", "apriltag", "mixed"], default="qr")
    parser.add_argument(
        "--worn", action="store_true", help="bent and creased cards, glare, a moving hand, grain"
    )
    parser.add_argument("--covered", action="store_true", help="every tag partly covered")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    rendering = covered if options.covered else render
    wanted: dict[str, Any] = {"tilt": options.tilt, "tag": options.tag, "symbol": options.symbol}
    if options.worn:
        wanted |= worn(options.seed)
    scene = rendering(options.seed, options.cards, **wanted)
    print(save(scene, options.out / f"scene-{options.cards}-{options.seed}"))


if __name__ == "__main__":
    main()
