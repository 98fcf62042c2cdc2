"""Drawing what was read onto the picture, and writing pictures."""

import errno
import io
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from recognizers.load import PictureError, Pixels
from recognizers.sighting import Corners

FORMAT_OF = {
    ".jpg": "JPEG",
    ".jpeg": "JPEG",
    ".png": "PNG",
    ".webp": "WEBP",
    ".tif": "TIFF",
    ".tiff": "TIFF",
    ".heic": "HEIF",
}
LINE = (255, 0, 144)
PAPER = (255, 255, 255)
INK = (20, 20, 20)

_Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
_Box = tuple[float, float, float, float]


def annotate(
    pixels: Pixels, labels: Sequence[tuple[Corners, str]], *, font_path: Path | None = None
) -> Pixels:
    """A copy of (height, width, 3) RGB pixels with each label's corners boxed and its name beside the box.

    Line and letter sizes follow the picture's, so that the result can be read when it is shown whole on a
    screen. `font_path` is a TrueType or OpenType font with the names' letters; without it only Latin
    letters are sure to show. Raises PictureError of kind `unreadable-font`.
    """
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    long_side = max(image.size)
    width = max(1, round(long_side / 800))
    font = _font(font_path, max(10, round(long_side / 75)))
    taken: list[_Box] = [_bounds(corners) for corners, _ in labels]
    for corners, _ in labels:
        draw.polygon(corners, outline=LINE, width=width)
        x, y = corners[0]
        draw.ellipse((x - 2 * width, y - 2 * width, x + 2 * width, y + 2 * width), fill=LINE)
    for corners, name in labels:
        if name:
            _write(draw, font, name, corners, taken, image.size)
    return np.asarray(image)


def _font(path: Path | None, size: int) -> _Font:
    if path is None:
        return ImageFont.load_default(size)
    try:
        return ImageFont.truetype(str(path), size)
    except OSError as error:
        template = "{file} cannot be used as a font ({reason}); a TrueType or OpenType file is wanted"
        raise PictureError("unreadable-font", template, file=path, reason=error) from None


def _write(
    draw: ImageDraw.ImageDraw,
    font: _Font,
    name: str,
    corners: Corners,
    taken: list[_Box],
    size: tuple[int, int],
) -> None:
    """Writes a name on a paper strip where it hides neither a box nor another name, if there is such a
    place.
    """
    left, top, right, bottom = draw.textbbox((0, 0), name, font=font)
    pad = max(2.0, (bottom - top) / 6)
    wide, high = right - left + 2 * pad, bottom - top + 2 * pad
    places = [_inside(place, wide, high, size) for place in _places(_bounds(corners), wide, high, pad)]
    x, y = min(places, key=lambda place: _hidden((*place, place[0] + wide, place[1] + high), taken))
    taken.append((x, y, x + wide, y + high))
    draw.rectangle((x, y, x + wide, y + high), fill=PAPER, outline=LINE)
    draw.text((x + pad - left, y + pad - top), name, fill=INK, font=font)


def _places(box: _Box, wide: float, high: float, gap: float) -> list[tuple[float, float]]:
    """Where a strip may lie beside a box, the best first: below, above, right, left."""
    x0, y0, x1, y1 = box
    middle = (x0 + x1 - wide) / 2
    return [
        (middle, y1 + gap),
        (middle, y0 - gap - high),
        (x1 + gap, (y0 + y1 - high) / 2),
        (x0 - gap - wide, (y0 + y1 - high) / 2),
        (x0, y1 + gap + high),
        (x0, y0 - gap - 2 * high),
    ]


def _inside(
    place: tuple[float, float], wide: float, high: float, size: tuple[int, int]
) -> tuple[float, float]:
    return max(0.0, min(place[0], size[0] - 1 - wide)), max(0.0, min(place[1], size[1] - 1 - high))


def _hidden(box: _Box, taken: Sequence[_Box]) -> float:
    """How many square pixels of what is drawn already a box would cover."""
    return sum(
        max(0.0, min(box[2], t[2]) - max(box[0], t[0])) * max(0.0, min(box[3], t[3]) - max(box[1], t[1]))
        for t in taken
    )


def _bounds(corners: Corners) -> _Box:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def save(pixels: Pixels, path: str | Path) -> None:
    """Writes RGB or grey pixels to a file of the format that its ending names.

    Raises PictureError of kind `unknown-extension` or `unwritable`; a file that could not be written whole
    is not left.
    """
    path = Path(path)
    kind = FORMAT_OF.get(path.suffix.lower())
    if kind is None:
        template = "{file} has no ending that names a picture format; {accepted} are accepted"
        raise PictureError("unknown-extension", template, file=path, accepted=", ".join(FORMAT_OF))
    packed = _packed(pixels, kind)
    part = path.with_name(f".{path.name}.part")
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "Is a directory")
        part.write_bytes(packed)
        part.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            part.unlink()
        reason = getattr(error, "strerror", None) or error
        raise PictureError(
            "unwritable", "{file} cannot be written: {reason}", file=path, reason=reason
        ) from None


def _packed(pixels: Pixels, kind: str) -> bytes:
    if kind == "HEIF":
        import pillow_heif

        pillow_heif.register_heif_opener(thumbnails=False)
    options: dict[str, int | str] = {"quality": 90} if kind in ("JPEG", "WEBP", "HEIF") else {}
    if kind == "TIFF":
        options = {"compression": "tiff_lzw"}
    packed = io.BytesIO()
    Image.fromarray(pixels).save(packed, kind, **options)
    return packed.getvalue()
