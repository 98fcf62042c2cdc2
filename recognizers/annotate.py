"""Drawing what was read onto the picture, and writing pictures."""

import errno
import io
import os
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from recognizers.load import FORMATS, PictureError, Pixels
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
NAME_OF = {"WEBP": "WebP", "HEIF": "HEIC"}
"""Of formats, for people."""
LINE, DASHES = (255, 0, 144), (0, 110, 255)
PAPER = (255, 255, 255)
INK = (20, 20, 20)

GREY = (110, 110, 110)
PALETTE = (
    (0, 114, 178),
    (230, 159, 0),
    (0, 158, 115),
    (213, 94, 0),
    (86, 180, 233),
    (204, 121, 167),
    (240, 228, 66),
    (128, 0, 50),
    (150, 220, 60),
    (110, 60, 190),
)
"""Colours to tell groups apart by; the first seven are told apart by the colour-blind too."""

DASHES_A_SIDE = 3

_SOFTWARE, _MADE_BY = 0x0131, "companion: a picture with boxes drawn"
"""The EXIF field, and what it says in the pictures that are written here."""

_Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
_Box = tuple[float, float, float, float]
_Colour = tuple[int, int, int]
_Label = tuple[Corners, str]


@dataclass(frozen=True)
class Group:
    """Labels that have a colour of their own, which stands for `name` in the legend."""

    name: str
    colour: _Colour
    labels: Sequence[_Label]
    dashed: Sequence[_Label] = ()


def annotate(
    pixels: Pixels,
    labels: Sequence[_Label],
    *,
    dashed: Sequence[_Label] = (),
    groups: Sequence[Group] = (),
    legend: str = "",
    font_path: Path | None = None,
) -> Pixels:
    """A copy of (height, width, 3) RGB pixels with each label's corners boxed and its name beside the box.

    The boxes of `dashed` labels are dashed, and blue where they are of no group. In a corner of the picture
    there is a legend: the names of the groups that have labels, and where any is dashed `legend` says what
    that means. Line and letter sizes follow the picture's, so that the result can be read when it is shown
    whole on a screen. `font_path` is a TrueType or OpenType font with the names' letters; without it only
    Latin letters are sure to show. Raises PictureError of kind `unreadable-font`.
    """
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    long_side = max(image.size)
    width = max(1, round(long_side / 800))
    font = _font(font_path, max(10, round(long_side / 75)))
    groups = [group for group in groups if group.labels or group.dashed]
    solid = [(LINE, PAPER, labels), *((group.colour, group.colour, group.labels) for group in groups)]
    broken = [(DASHES, PAPER, dashed), *((group.colour, group.colour, group.dashed) for group in groups)]
    taken: list[_Box] = [_bounds(corners) for _, _, some in (*solid, *broken) for corners, _ in some]
    for colour, _, some in broken:
        for corners, _ in some:
            for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
                _dashes(draw, start, end, width, colour)
            _dot(draw, corners, width, colour)
    for colour, _, some in solid:
        for corners, _ in some:
            draw.polygon(corners, outline=colour, width=width)
            _dot(draw, corners, width, colour)
    rows: list[tuple[str, _Colour, bool]] = [(group.name, group.colour, False) for group in groups]
    if legend and any(some for _, _, some in broken):
        rows.append((legend, DASHES if dashed else INK, True))
    if rows:
        _explain(draw, font, rows, width, taken, image.size)
    for colour, paper, some in (*solid, *broken):
        for corners, name in some:
            if name:
                _write(draw, font, name, corners, colour, paper, taken, image.size)
    return np.asarray(image)


def _dot(draw: ImageDraw.ImageDraw, corners: Corners, width: int, colour: _Colour) -> None:
    """Marks the symbol's own top-left."""
    x, y = corners[0]
    draw.ellipse((x - 2 * width, y - 2 * width, x + 2 * width, y + 2 * width), fill=colour)


def _dashes(draw: ImageDraw.ImageDraw, start: Point, end: Point, width: int, colour: _Colour) -> None:
    (x, y), (far_x, far_y) = start, end
    parts = 2 * DASHES_A_SIDE - 1
    for n in range(0, parts, 2):
        a, b = n / parts, (n + 1) / parts
        dash = [(x + (far_x - x) * t, y + (far_y - y) * t) for t in (a, b)]
        draw.line(dash, fill=colour, width=width)


def _font(path: Path | None, size: int) -> _Font:
    if path is None:
        return ImageFont.load_default(size)
    try:
        return ImageFont.truetype(str(path), size)
    except OSError as error:
        raise PictureError(
            "unreadable-font",
            "{file} cannot be used as a font ({reason}); a TrueType or OpenType file is wanted",
            file=path,
            reason=error,
        ) from None


def _write(
    draw: ImageDraw.ImageDraw,
    font: _Font,
    name: str,
    corners: Corners,
    colour: _Colour,
    paper: _Colour,
    taken: list[_Box],
    size: tuple[int, int],
) -> None:
    """Writes a name on a strip where it hides neither a box nor another name, if there is such a
    place.
    """
    left, top, right, bottom = draw.textbbox((0, 0), name, font=font)
    pad = max(2.0, (bottom - top) / 6)
    wide, high = right - left + 2 * pad, bottom - top + 2 * pad
    places = [_inside(place, wide, high, size) for place in _places(_bounds(corners), wide, high, pad)]
    x, y = _freest(places, wide, high, taken)
    draw.rectangle((x, y, x + wide, y + high), fill=paper, outline=colour)
    draw.text((x + pad - left, y + pad - top), name, fill=_ink_on(paper), font=font)


def _ink_on(paper: _Colour) -> _Colour:
    """What can be read on it: dark letters, or, where it is dark itself, white ones."""
    red, green, blue = paper
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 110 else PAPER


def _explain(
    draw: ImageDraw.ImageDraw,
    font: _Font,
    rows: Sequence[tuple[str, _Colour, bool]],
    width: int,
    taken: list[_Box],
    size: tuple[int, int],
) -> None:
    """Writes the legend in that corner of the picture where it hides least: names beside their colours, or
    beside a dashed line.
    """
    boxes = [draw.textbbox((0, 0), name, font=font) for name, _, _ in rows]
    letter = max(bottom - top for _, top, _, bottom in boxes)
    pad, line, step = letter / 2, 4.0 * letter, 1.5 * letter
    wide = max(right - left for left, _, right, _ in boxes) + line + 3 * pad
    high = step * len(rows) - pad + 2 * pad
    right_x, low_y = max(0.0, size[0] - 1 - wide), max(0.0, size[1] - 1 - high)
    x, y = _freest([(0.0, low_y), (right_x, low_y), (0.0, 0.0), (right_x, 0.0)], wide, high, taken)
    draw.rectangle((x, y, x + wide, y + high), fill=PAPER, outline=rows[-1][1])
    for n, ((name, colour, dashed), (left, top, _, bottom)) in enumerate(zip(rows, boxes, strict=True)):
        middle = y + pad + step * n + letter / 2
        if dashed:
            _dashes(draw, (x + pad, middle), (x + pad + line, middle), width, colour)
        else:
            draw.rectangle((x + pad, middle - letter / 2, x + pad + line, middle + letter / 2), fill=colour)
        draw.text((x + 2 * pad + line - left, middle - (bottom - top) / 2 - top), name, fill=INK, font=font)


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


def is_ours(path: str | Path) -> bool:
    """Whether a file is a picture that `save` wrote; one that can't be read is not."""
    import pillow_heif

    pillow_heif.register_heif_opener(thumbnails=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(path, formats=FORMATS) as image:
                return bool(image.getexif().get(_SOFTWARE) == _MADE_BY)
        except Exception:  # decoders raise whatever they like on what is no picture
            return False


def save(pixels: Pixels, path: str | Path) -> None:
    """Writes RGB or grey pixels to a file of the format that its ending names, marked for `is_ours`.

    Raises PictureError of kind `unknown-extension` or `unwritable`; a file that could not be written whole
    is not left.
    """
    path = Path(path)
    kind = FORMAT_OF.get(path.suffix.lower())
    if kind is None:
        raise PictureError(
            "unknown-extension",
            "{file} has no ending that names a picture format; {accepted} are accepted",
            file=path,
            accepted=", ".join(FORMAT_OF),
        )
    packed = _packed_for(path, pixels, kind)
    part = path.with_name(f".companion-{os.getpid()}.part")  # its name is no longer than any may be
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


def _packed_for(path: Path, pixels: Pixels, kind: str) -> bytes:
    """Refuses what the format can't hold; what it can is only said by its packer, in its own words."""
    try:
        return _packed(pixels, kind)
    except MemoryError:
        raise
    except Exception:  # packers raise whatever they like
        raise PictureError(
            "unwritable",
            "{file} cannot be written: {format} can't hold a picture of {width} x {height} pixels; a name in "
            ".png would do",
            file=path,
            format=NAME_OF.get(kind, kind),
            width=pixels.shape[1],
            height=pixels.shape[0],
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
    exif = Image.Exif()
    exif[_SOFTWARE] = _MADE_BY
    packed = io.BytesIO()
    Image.fromarray(pixels).save(packed, kind, exif=exif, **options)
    return packed.getvalue()
