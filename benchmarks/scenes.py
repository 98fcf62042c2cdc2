"""Renders believable photographs of tables of tagged cards, with the truth beside each.

    python -m benchmarks.scenes --seed 7 --cards 40 --out DIR

writes `scene-40-7.jpg` and `scene-40-7.json`. The same arguments give the same picture.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks import covering, handling, optics
from benchmarks.camera import Camera, look
from benchmarks.faces import FIDUCIAL, CardSpec, face, marker, modules_and_white, table_top
from benchmarks.handling import Bend, Finger

__all__ = ["Camera", "CardSpec", "Scene", "covered", "marker", "render", "scatter", "worn"]

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]

TAG_SIDE = {"qr": 12.0, "apriltag": 8.0}
"""Millimetres, where nothing else is asked for."""
AS_PRINTED = [*range(1, 11), *range(16, 103), *range(112, 140), *range(144, 198)]
"""Ids of AprilTags that decks and markers have; any would do."""
KINDS = ("POT", "COI", "MAP", "TAB", "MAS", "CUP", "PAR", "TAL")
FACE_SCALE = 12.0  # pixels to the millimetre of the printed face
OVERSAMPLING = 2


@dataclass(frozen=True)
class Scene:
    """A rendered photograph, (height, width, 3) uint8 RGB, and the truth about it, ready for JSON."""

    pixels: Pixels
    truth: dict[str, Any]


def scatter(
    count: int, rng: np.random.Generator, tag: float | None = None, symbol: str = "qr"
) -> list[CardSpec]:
    """`count` different cards in loose rows, most of them nearly upright, some upside down or sideways.

    `symbol` is `qr`, `apriltag` or `mixed`, where every second card has the other one.
    """
    columns = max(1, round(np.sqrt(count * 4 / 3 * 100 / 76)))
    rows = -(-count // columns)
    slots = rng.permutation(columns * rows)[:count]
    payloads = [f"AR:{kind}:{copy:02d}" for kind in KINDS for copy in range(1, 1 + -(-count // len(KINDS)))]
    cards = []
    numbers: Sequence[int] = rng.permutation(AS_PRINTED).tolist() if symbol != "qr" else []
    for number, (slot, payload) in enumerate(zip(sorted(slots), rng.permutation(payloads), strict=False)):
        row, column = divmod(int(slot), columns)
        x, y = np.array([column * 76, row * 102]) + rng.uniform(-5, 5, 2)
        rotation = float(rng.choice([0, 0, 0, 0, 180, 90])) + float(rng.normal(0, 7))
        fiducial = symbol == "apriltag" or (symbol == "mixed" and number % 2 == 1)
        text = f"{FIDUCIAL}{numbers[number]}" if fiducial else str(payload)
        side = tag or TAG_SIDE["apriltag" if fiducial else "qr"]
        cards.append(CardSpec(text, float(x), float(y), rotation, tag=side))
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
    middle stand up; `glare`, how bright sleeves mirror a lamp, 1 for white; `motion`, how many pixels the
    hand moves meanwhile; `texture`, the spread of the paper's grain, 0.04 for linen.
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
        "glare": glare,
        "motion": motion,
        "texture": texture,
    }
    # of its own, so that asking for these leaves the rest of the scene as it is
    hands = np.random.default_rng([seed, 1])
    laid = scatter(cards, rng, tag, symbol) if isinstance(cards, int) else list(cards)
    camera = aim(laid, parameters["tilt"], parameters["roll"], width, height, parameters["distortion"])
    canvas = _bare_table(camera, parameters["table"], rng)
    owner = np.full((height, width), -1, np.int16)
    lamp, bends = float(hands.uniform(0, 360)), handling.bends(len(laid), curl, hands)
    for number, (card, bend) in enumerate(zip(laid, bends, strict=True)):
        printed = _printed(card, rng, hands, parameters)
        if bend.mm:
            shade = bend.shade(card, (printed.shape[1], printed.shape[0]), lamp)
            printed[:, :, :3] = np.clip(printed[:, :, :3] * shade[:, :, None], 0, 255)
        _lay(canvas, owner, number, card, camera, printed, bend)
    shine = handling.glare(owner, camera, glare, hands) if glare else None
    truth = {
        "parameters": parameters,
        "width": width,
        "height": height,
        "cards": [_truth_of(number, card, camera, owner, bends[number]) for number, card in enumerate(laid)],
    }
    return Scene(_photograph(canvas, shine, parameters, rng, hands), truth)


def aim(
    cards: Sequence[CardSpec], tilt: float, roll: float, width: int, height: int, distortion: float
) -> Camera:
    """The camera that sees all the cards, as large as they will go."""
    bare = np.array([[-200.0, -150.0], [200.0, 150.0]])  # what is looked at where there is no card
    outline = np.concatenate([_on_table(card, _outline(card)) for card in cards] or [bare])
    return look(outline, tilt, roll, width, height, distortion)


def symbol_seen(card: CardSpec, camera: Camera) -> Floats:
    """(4, 2) pixels of the corners of a card's symbol, clockwise from its own top-left."""
    return camera.project(_on_table(card, _symbol(card)))


def worn(seed: int) -> dict[str, float]:
    """Mild curl, glare, motion and texture for `render`, as a table at home has them, drawn from `seed`."""
    rng = np.random.default_rng([seed, 2])
    return {
        "curl": float(rng.uniform(0, 3)),
        "glare": float(rng.choice([0, rng.uniform(0.3, 1.0)])),
        "motion": float(rng.uniform(0, 2.5)),
        "texture": float(rng.uniform(0.01, 0.05)),
    }


def covered(
    seed: int,
    count: int = 20,
    *,
    least: float = 0.6,
    most: float = 0.99,
    tag: float | None = None,
    symbol: str = "qr",
    **options: Any,
) -> Scene:
    """`count` cards with tags that another card or a finger covers so that `least` to `most` of each show.

    The truth's `visible` says how much of each shows; `options` are those of `render`.
    """
    rng = np.random.default_rng([seed, 3])
    spread = scatter(count, rng, tag, symbol)
    return render(seed, covering.covered(spread, rng, least, most), **options)


def _photograph(
    canvas: Pixels,
    shine: Map | None,
    parameters: dict[str, Any],
    rng: np.random.Generator,
    hands: np.random.Generator,
) -> Pixels:
    height, width = canvas.shape[:2]
    falling = optics.light(height, width, rng, parameters["shadow"])
    rows = np.abs(np.linspace(-1, 1, height, dtype=np.float32) - np.float32(rng.uniform(-0.4, 0.4)))
    depth = np.repeat(np.clip(rows / 1.4, 0, 1)[:, None], width, axis=1)
    shallow = parameters["shallow_focus"] * np.sin(np.radians(parameters["tilt"]))
    soft = optics.out_of_focus(canvas, parameters["blur"], depth, shallow)
    soft = optics.moved(soft, parameters["motion"], float(hands.uniform(0, 180)))
    exposed = optics.expose(soft, falling, rng, parameters["noise"], parameters["sharpen"], shine)
    return optics.compress(exposed, parameters["quality"])


def _bare_table(camera: Camera, kind: str, rng: np.random.Generator) -> Pixels:
    texture = table_top(kind, rng)
    maps = _sample(lambda spots: camera.unproject(spots) * 2.0, np.zeros(2), (camera.width, camera.height), 1)
    return _remapped(texture, maps, cv2.BORDER_REFLECT)


def _sample(where: Callable[[Floats], Floats], origin: Floats, size: tuple[int, int], fine: int) -> Map:
    """Where each of the `fine` x `fine` samples of every pixel of a patch is taken from.

    `where` maps (n, 2) pixels of the picture; it is smooth, so it is worked out on every 16th sample only.
    """
    step = 16
    columns, rows = (-(-side * fine // step) for side in size)
    ys, xs = np.mgrid[0:rows, 0:columns]
    # cv2.resize puts the coarse sample i at (i + 0.5) * step - 0.5; pixel centres are whole numbers
    spots = (np.column_stack([xs.ravel(), ys.ravel()]) + 0.5) * step / fine - 0.5 + origin
    coarse = where(spots).reshape(rows, columns, 2).astype(np.float32)
    whole = cv2.resize(coarse, (columns * step, rows * step), interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole, np.float32)[: size[1] * fine, : size[0] * fine]


def _remapped(pixels: Pixels, where: Map, border: int) -> Pixels:
    columns, rows = (np.ascontiguousarray(where[:, :, axis]) for axis in (0, 1))
    return np.asarray(cv2.remap(pixels, columns, rows, cv2.INTER_LINEAR, borderMode=border), np.uint8)


def _outline(card: CardSpec) -> Floats:
    return np.array([[0, 0], [card.width, 0], [card.width, card.height], [0, card.height]], np.float64)


def _symbol(card: CardSpec) -> Floats:
    near, far = card.inset, card.inset + card.tag
    return np.array([[near, near], [far, near], [far, far], [near, far]], np.float64)


def _on_table(card: CardSpec, points: Floats) -> Floats:
    """(n, 2) points on the card, from its top-left, to the table."""
    middle = np.array([card.width / 2, card.height / 2])
    return np.asarray((points - middle) @ _turn(card).T + np.array([card.x, card.y]), np.float64)


def _on_card(card: CardSpec, points: Floats) -> Floats:
    middle = np.array([card.width / 2, card.height / 2])
    return np.asarray((points - np.array([card.x, card.y])) @ _turn(card) + middle, np.float64)


def _turn(card: CardSpec) -> Floats:
    a = np.radians(card.rotation)
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])


def _seen(card: CardSpec, camera: Camera, bend: Bend, points: Floats) -> Floats:
    """(n, 2) points on a card as pixels."""
    return camera.project(_on_table(card, points), bend.heights(card, points))


def _printed(
    card: CardSpec, rng: np.random.Generator, hands: np.random.Generator, parameters: dict[str, Any]
) -> Pixels:
    if isinstance(card, Finger):
        return handling.finger_face(card, hands, FACE_SCALE)
    printed = face(card, rng, FACE_SCALE, parameters["printer_gain"])
    texture = parameters["texture"]
    return handling.paper(printed, texture, hands, FACE_SCALE) if texture else printed


def _lay(
    canvas: Pixels,
    owner: npt.NDArray[np.int16],
    number: int,
    card: CardSpec,
    camera: Camera,
    printed: Pixels,
    bend: Bend,
) -> None:
    """Draws a card and its contact shadow into the canvas and marks the pixels that it covers."""
    edge = np.linspace(_outline(card), np.roll(_outline(card), -1, axis=0), 5)[:-1].reshape(-1, 2)
    corners = _seen(card, camera, bend, _outline(card))
    around = _seen(card, camera, bend, edge) if bend.mm else corners
    margin = 24
    x0, y0 = np.maximum(np.floor(around.min(axis=0)).astype(int) - margin, 0)
    x1, y1 = np.minimum(np.ceil(around.max(axis=0)).astype(int) + margin, [camera.width, camera.height])
    if x1 <= x0 or y1 <= y0:
        return
    printed = _minified(printed, card, corners)
    scale = printed.shape[1] / card.width
    fine, w, h = OVERSAMPLING, int(x1 - x0), int(y1 - y0)

    def on_print(spots: Floats) -> Floats:
        on_card = _on_card(card, camera.unproject(spots))
        for _ in range(5 if bend.mm else 0):  # where it is decides how high it is, and that where it is
            on_card = _on_card(card, camera.unproject(spots, bend.heights(card, on_card)))
        return np.asarray(on_card * scale - 0.5)

    maps = _sample(on_print, np.array([x0, y0]), (w, h), fine)
    flat = _remapped(printed, maps, cv2.BORDER_CONSTANT)
    patch = cv2.resize(flat, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)
    region = canvas[y0:y1, x0:x1]
    alpha = patch[:, :, 3:] / 255
    dark = cv2.GaussianBlur(np.roll(alpha[:, :, 0], (4, 3), (0, 1)), (0, 0), 5)[:, :, None]
    under = region * (1 - 0.45 * dark)
    region[:] = np.clip(under * (1 - alpha) + patch[:, :, :3] * alpha, 0, 255).astype(np.uint8)
    owner[y0:y1, x0:x1][alpha[:, :, 0] > 0.5] = number


def _minified(printed: Pixels, card: CardSpec, corners: Floats) -> Pixels:
    """The face at about twice the resolution at which it will be seen, so that sampling it does not alias."""
    sides = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T)
    wanted = OVERSAMPLING * max(sides) / card.height
    if wanted >= FACE_SCALE:
        return printed
    size = (max(8, round(card.width * wanted)), max(8, round(card.height * wanted)))
    return np.asarray(cv2.resize(printed, size, interpolation=cv2.INTER_AREA), np.uint8)


def _truth_of(
    number: int, card: CardSpec, camera: Camera, owner: npt.NDArray[np.int16], bend: Bend
) -> dict[str, Any]:
    """What is known of a card: corners in pixels, the module's side in pixels, how much of its tag shows."""
    symbol = _seen(card, camera, bend, _symbol(card))
    sides = np.hypot(*(symbol - np.roll(symbol, 1, axis=0)).T)
    visible = _visible(number, symbol, owner) if card.payload else 0.0
    return {
        **asdict(card),
        "corners": np.round(symbol, 2).tolist(),
        "card_corners": np.round(_seen(card, camera, bend, _outline(card)), 2).tolist(),
        "pixels_per_module": round(float(sides.min()) / modules_and_white(card.payload)[0], 3),
        "visible": round(visible, 4),
        "whole": visible > 0.999,
    }


def _visible(number: int, symbol: Floats, owner: npt.NDArray[np.int16]) -> float:
    """The part of the symbol that is in the frame and under no later card."""
    x0, y0 = np.floor(symbol.min(axis=0)).astype(int)
    x1, y1 = np.ceil(symbol.max(axis=0)).astype(int) + 1
    inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(inside, np.round(symbol - [x0, y0]).astype(np.int32), 1)
    whole = int(inside.sum())
    height, width = owner.shape
    top, left, bottom, right = max(y0, 0), max(x0, 0), min(y1, height), min(x1, width)
    if bottom <= top or right <= left:
        return 0.0
    seen = inside[top - y0 : bottom - y0, left - x0 : right - x0] & (owner[top:bottom, left:right] == number)
    return int(seen.sum()) / max(1, whole)


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
    parser.add_argument("--worn", action="store_true", help="bent cards, glare, a moving hand, grain")
    parser.add_argument("--covered", action="store_true", help="every tag partly covered")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    rendering = covered if options.covered else render
    wanted: dict[str, Any] = {"tilt": options.tilt, "tag": options.tag, "symbol": options.symbol}
    if options.worn:
        wanted |= worn(options.seed)
    scene = rendering(options.seed, options.cards, **wanted)
    options.out.mkdir(parents=True, exist_ok=True)
    stem = options.out / f"scene-{options.cards}-{options.seed}"
    # 97 so that writing the picture adds nothing to the compression that it has been through
    bgr = cv2.cvtColor(scene.pixels, cv2.COLOR_RGB2BGR)
    cv2.imwrite(str(stem.with_suffix(".jpg")), bgr, [cv2.IMWRITE_JPEG_QUALITY, 97])
    stem.with_suffix(".json").write_text(json.dumps(scene.truth, indent=1) + "\n", encoding="utf-8")
    print(stem.with_suffix(".jpg"))


if __name__ == "__main__":
    main()
