"""Drawing what was read onto the picture, and writing pictures."""

import errno
import io
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from recognizers.load import PictureError, Pixels
from recognizers.sighting import Corners, Point

FORMAT_OF = {
    ".jpg": "JPEG",
    ".jpeg": "JPEG",
    ".png": "PNG",
    ".webp": "WEBP",
    ".tif": "TIFF",
    ".tiff": "TIFF",
    ".heic": "HEIF",
}
LINE, DASHES = (255, 0, 144), (0, 110, 255)
PAPER = (255, 255, 255)
INK = (20, 20, 20)

DASHES_A_SIDE = 3

_Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
_Box = tuple[float, float, float, float]
_Colour = tuple[int, int, int]


def annotate(
    pixels: Pixels,
    labels: Sequence[tuple[Corners, str]],
    *,
    dashed: Sequence[tuple[Corners, str]] = (),
    legend: str = "",
    font_path: Path | None = None,
) -> Pixels:
    """A copy of (height, width, 3) RGB pixels with each label's corners boxed and its name beside the box.

    The boxes of `dashed` labels are dashed and of another colour; where there are any `legend` says in a
    corner of the picture what that means. Line and letter sizes follow the picture's, so that the result can
    be read when it is shown whole on a screen. `font_path` is a TrueType or OpenType font with the names'
    letters; without it only Latin letters are sure to show. Raises PictureError of kind `unreadable-font`.
    """
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    long_side = max(image.size)
    width = max(1, round(long_side / 800))
    font = _font(font_path, max(10, round(long_side / 75)))
    taken: list[_Box] = [_bounds(corners) for corners, _ in (*labels, *dashed)]
    for corners, _ in dashed:
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            _dashes(draw, start, end, width)
        _dot(draw, corners, width, DASHES)
    for corners, _ in labels:
        draw.polygon(corners, outline=LINE, width=width)
        _dot(draw, corners, width, LINE)
    if legend and dashed:
        _explain(draw, font, legend, width, taken, image.size)
    for colour, some in ((LINE, labels), (DASHES, dashed)):
        for corners, name in some:
            if name:
                _write(draw, font, name, corners, colour, taken, image.size)
    return np.asarray(image)


def _dot(draw: ImageDraw.ImageDraw, corners: Corners, width: int, colour: _Colour) -> None:
    """Marks the symbol's own top-left."""
    x, y = corners[0]
    draw.ellipse((x - 2 * width, y - 2 * width, x + 2 * width, y + 2 * width), fill=colour)


def _dashes(draw: ImageDraw.ImageDraw, start: Point, end: Point, width: int) -> None:
    (x, y), (far_x, far_y) = start, end
    parts = 2 * DASHES_A_SIDE - 1
    for n in range(0, parts, 2):
        a, b = n / parts, (n + 1) / parts
        dash = [(x + (far_x - x) * t, y + (far_y - y) * t) for t in (a, b)]
        draw.line(dash, fill=DASHES, width=width)


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
    colour: _Colour,
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
    x, y = _freest(places, wide, high, taken)
    draw.rectangle((x, y, x + wide, y + high), fill=PAPER, outline=colour)
    draw.text((x + pad - left, y + pad - top), name, fill=INK, font=font)


def _explain(
    draw: ImageDraw.ImageDraw,
    font: _Font,
    legend: str,
    width: int,
    taken: list[_Box],
    size: tuple[int, int],
) -> None:
    """Writes the legend beside a dashed line in that corner of the picture where it hides least."""
    left, top, right, bottom = draw.textbbox((0, 0), legend, font=font)
    letter = bottom - top
    pad, line = letter / 2, 4.0 * letter
    wide, high = right - left + line + 3 * pad, letter + 2 * pad
    right_x, low_y = max(0.0, size[0] - 1 - wide), max(0.0, size[1] - 1 - high)
    x, y = _freest([(0.0, low_y), (right_x, low_y), (0.0, 0.0), (right_x, 0.0)], wide, high, taken)
    draw.rectangle((x, y, x + wide, y + high), fill=PAPER, outline=DASHES)
    _dashes(draw, (x + pad, y + high / 2), (x + pad + line, y + high / 2), width)
    draw.text((x + 2 * pad + line - left, y + pad - top), legend, fill=INK, font=font)


def _freest(places: Sequence[Point], wide: float, high: float, taken: list[_Box]) -> Point:
    """The first of the places where a strip hides least; it is taken then."""
    x, y = min(places, key=lambda place: _hidden((*place, place[0] + wide, place[1] + high), taken))
    taken.append((x, y, x + wide, y + high))
    return x, y


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
    if kind == "JPEG":
        options |= {"subsampling": 0}  # thin lines keep their colour
    if kind == "TIFF":
        options = {"compression": "tiff_lzw"}
    packed = io.BytesIO()
    Image.fromarray(pixels).save(packed, kind, **options)
    return packed.getvalue()
