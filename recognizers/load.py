"""Opening pictures: one place where files become upright RGB pixels, or a refusal that says why not.

Everything after this module may rely on (height, width, 3) uint8 RGB pixels as a person would see them.
"""

import errno
import io
import os
import re
import stat
import warnings
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFile, UnidentifiedImageError

Pixels = npt.NDArray[np.uint8]

MOST_MEGAPIXELS = 50
LONGEST_SIDE = 32_766
"""Pixels: OpenCV warps no longer picture, and ZXing looks at none twice as long."""
MOST_MEGABYTES = 500
"""More than any file has that holds so many pixels."""
ACCEPTED = "JPEG, PNG, WebP, TIFF or HEIC"
FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "HEIF")

_ORIENTATION_TAG = 0x0112

# The turn (in quarter turns anticlockwise, after an optional left-right flip) that stands a picture upright.
_UPRIGHT = {
    1: (False, 0),
    2: (True, 0),
    3: (False, 2),
    4: (True, 2),
    5: (True, 1),
    6: (False, 3),
    7: (True, 3),
    8: (False, 1),
}


class PictureError(Exception):
    """A picture, video or camera that cannot be used.

    `kind` is a short stable word. `template` with `values` filled in is the message, which names the file
    and says what would be accepted; they are kept apart so that a caller can translate the template.
    """

    def __init__(self, kind: str, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.kind = kind
        self.template = template
        self.values = values


@dataclass(frozen=True, eq=False)
class Picture:
    """An upright picture: `name` for messages, `pixels` as (height, width, 3) uint8 RGB."""

    name: str
    pixels: Pixels

    @property
    def width(self) -> int:
        """Width in pixels."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Height in pixels."""
        return int(self.pixels.shape[0])

    @cached_property
    def grey(self) -> Pixels:
        """The luminance, (height, width) uint8."""
        return luminance(self.pixels)


def luminance(pixels: Pixels) -> Pixels:
    """The (height, width) uint8 luminance of RGB pixels; a picture that is grey already is returned as it
    is.
    """
    if pixels.ndim == 2:
        return np.ascontiguousarray(pixels)
    import cv2

    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2GRAY), np.uint8)


def load(path: str | Path) -> Picture:
    """Opens a JPEG, PNG, WebP, TIFF or HEIC file as an upright picture; of several frames, the first.

    Raises PictureError of kind `not-found`, `is-a-folder`, `not-a-file`, `empty-file`, `not-a-picture`,
    `picture-too-large` (before any pixel is decoded), `truncated-picture` or `unreadable-image`.
    """
    if not str(path):
        raise PictureError(
            "not-found",
            "an empty name names no file; a picture file ({accepted}) is wanted",
            accepted=ACCEPTED,
        )
    path = Path(path)
    data = _bytes_of(path)
    _register_heif()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # odd metadata is no news to the person at the table
        try:
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                _check_size(path, image.width, image.height)
                pixels = _upright_pixels(image, _turned_by_decoder(image, data))
        except Image.DecompressionBombError as error:
            raise _too_large(path, _pixels_named_in(error)) from None
        except UnidentifiedImageError:
            raise _refusal_of_unidentified(path, data) from None
        except PictureError:
            raise
        except MemoryError:
            raise PictureError(
                "unreadable-image", "{file} needs more memory than there is", file=path
            ) from None
        except Exception as error:  # decoders raise whatever they like on damaged data
            raise _refusal_of_damaged(path, error) from None
    return Picture(str(path), pixels)


def _bytes_of(path: Path) -> bytes:
    try:
        size = _size_of(path)
        with path.open("rb") as file:
            data = file.read(size + 1)  # never more than was looked at: a file may grow
    except OSError as error:
        if os.path.isdir(path):
            raise PictureError(
                "is-a-folder",
                "{file} is a folder; a picture file ({accepted}) is wanted",
                file=path,
                accepted=ACCEPTED,
            ) from None
        # ENAMETOOLONG and ENOTDIR: there can be no such file, which is all the person needs to know
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
            raise PictureError("not-found", "there is no file {file}", file=path) from None
        reason = error.strerror or error
        raise PictureError(
            "unreadable-image", "{file} cannot be read: {reason}", file=path, reason=reason
        ) from None
    except ValueError:  # a null character in the name
        raise PictureError("not-found", "there is no file {file}", file=repr(str(path))) from None
    if not data:
        raise PictureError(
            "empty-file", "{file} is empty; a {accepted} picture is wanted", file=path, accepted=ACCEPTED
        )
    return data


def _size_of(path: Path) -> int:
    """How many bytes are in a file that may be read; what is no file is not opened, as that may wait."""
    about = path.stat()
    if not stat.S_ISREG(about.st_mode) and not stat.S_ISDIR(about.st_mode):  # opening a folder is refused
        raise PictureError(
            "not-a-file",
            "{file} is no ordinary file; save the picture as a file and name that",
            file=path,
        )
    if about.st_size > MOST_MEGABYTES * 1_000_000:
        raise PictureError(
            "picture-too-large",
            "{file} has {megabytes} megabytes; up to {most} are accepted",
            file=path,
            megabytes=-(-about.st_size // 1_000_000),
            most=MOST_MEGABYTES,
        )
    return about.st_size


@cache
def _register_heif() -> None:
    """Teaches Pillow HEIC, once; done on the first picture because the import is not free."""
    import pillow_heif

    pillow_heif.register_heif_opener(thumbnails=False)


def _check_size(path: Path, width: int, height: int) -> None:
    if width * height > MOST_MEGAPIXELS * 1_000_000:
        raise _too_large(path, width * height)
    if max(width, height) > LONGEST_SIDE:
        raise PictureError(
            "picture-too-large",
            "{file} has a side of {pixels} pixels; up to {most} are accepted",
            file=path,
            pixels=max(width, height),
            most=LONGEST_SIDE,
        )


def _too_large(path: Path, pixels: int) -> PictureError:
    return PictureError(
        "picture-too-large",
        "{file} has {megapixels} megapixels; up to {most} are accepted",
        file=path,
        megapixels=-(-pixels // 1_000_000),
        most=MOST_MEGAPIXELS,
    )


def _pixels_named_in(error: Exception) -> int:
    """Pillow refuses the largest pictures by itself, with the number of pixels only in its message."""
    found = re.search(r"\((\d+) pixels", str(error))
    return int(found[1]) if found else MOST_MEGAPIXELS * 1_000_000 + 1


def _refusal_of_unidentified(path: Path, data: bytes) -> PictureError:
    if not looks_like_picture(data[:32]):
        return PictureError(
            "not-a-picture", "{file} is not a {accepted} picture", file=path, accepted=ACCEPTED
        )
    return PictureError(
        "truncated-picture",
        "{file} ends or breaks off before its picture begins; copy or take it again ({accepted} is accepted)",
        file=path,
        accepted=ACCEPTED,
    )


def _refusal_of_damaged(path: Path, error: Exception) -> PictureError:
    words = str(error).lower()
    if isinstance(error, EOFError) or any(
        sign in words for sign in ("truncated", "end of file", "broken", "not enough", "eof", "incomplete")
    ):
        return PictureError(
            "truncated-picture",
            "{file} is cut short: its picture is not all there; copy or take it again",
            file=path,
        )
    return PictureError(
        "unreadable-image",
        "{file} is damaged or of a kind this reader does not know ({reason}); {accepted} is accepted",
        file=path,
        reason=error,
        accepted=ACCEPTED,
    )


def looks_like_picture(head: bytes) -> bool:
    """Whether a file that starts with these (at least 12) bytes claims to be of an accepted format."""
    return (
        head.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"))
        or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")
        or (head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS)
    )


_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"mif2"}


def _turned_by_decoder(image: ImageFile.ImageFile, data: bytes) -> bool:
    """Whether decoding stands the picture upright.

    It does for TIFF, and for HEIC where the turn is a property of the picture, as cameras write it. A
    HEIC file may have its turn in the EXIF alone, and Pillow's plug-in then drops it.
    """
    if image.format == "HEIF":
        header = data[: max(data.find(b"mdat"), 0) or len(data)]
        return b"irot" in header or b"imir" in header
    return image.format == "TIFF"


def _upright_pixels(image: ImageFile.ImageFile, turned: bool) -> Pixels:
    """The picture's first frame as upright RGB pixels; `turned` says that decoding does it.

    The turn is made on the array and not by Pillow, which would hold two more copies of a large picture.
    """
    orientation = image.info.get("original_orientation") or image.getexif().get(_ORIENTATION_TAG, 1)
    image.load()
    pixels = _rgb(image)
    flip, turns = (False, 0) if turned else _UPRIGHT.get(orientation, (False, 0))
    if flip:
        pixels = pixels[:, ::-1]
    return np.ascontiguousarray(np.rot90(pixels, turns))


def _rgb(image: Image.Image) -> Pixels:
    if image.mode == "RGB":
        return np.asarray(image)
    if image.mode.startswith("I") or image.mode == "F":
        return _from_deep_grey(np.asarray(image))
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        return _on_white(image)
    return np.asarray(image.convert("RGB"))


def _from_deep_grey(values: npt.NDArray[Any]) -> Pixels:
    """8-bit RGB from 16-bit, 32-bit or floating grey; Pillow itself would clip everything bright to white."""
    if values.dtype == np.uint16:
        grey = (values >> 8).astype(np.uint8)
    else:
        numbers = np.nan_to_num(values.astype(np.float32))
        low, high = float(numbers.min()), float(numbers.max())
        if low >= 0 and high <= 65535 and values.dtype.kind in "iu":
            low, high = 0.0, 65535.0 if high > 255 else 255.0
        grey = ((numbers - low) * (255.0 / max(high - low, 1e-9))).astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)


def _on_white(image: Image.Image) -> Pixels:
    """See-through parts become white, as paper would show them: a tag saved without its background stays
    black on white.
    """
    rgba = image.convert("RGBA")
    paper = Image.new("RGBA", rgba.size, "white")
    paper.alpha_composite(rgba)
    return np.asarray(paper.convert("RGB"))
