"""The decoders, each behind the same face: luminance in, decodes out.

Only error-corrected decodes leave this module; nothing here guesses.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from recognizers import patterns
from recognizers.load import Pixels
from recognizers.sighting import Corners, area

FORMAT_LEVELS = ("M", "L", "H", "Q")
"""The levels of correction, each at the place of the number that a code's format has for it."""
SAMPLES = 3
"""Pixels to the module's side that are taken where a reader doesn't say how it saw a code."""
LEAD = 0.3
"""By which a code must fit better in a mirror than as it is printed to be believed to be in one. What is
decoded fits the right way by 0.45 better at least; one in 1000 codes that other programs made of the same
text (in another mask, mode or level) fits the wrong way by 0.29 better.
"""


@dataclass(frozen=True, slots=True)
class Decode:
    """What one decoder made of one place: `text` is None where it saw a symbol that it could not read.

    Corners as in Sighting, in pixels of the array that was given.
    """

    text: str | None
    corners: Corners
    reader: str

    def moved(self, scale: float, x: float, y: float) -> "Decode":
        """The same decode in the picture from which a crop at (x, y) was taken and enlarged `scale` times."""
        a, b, c, d = ((px / scale + x, py / scale + y) for px, py in self.corners)
        return replace(self, corners=(a, b, c, d))


Reader = Callable[[Pixels], list[Decode]]


def zxing(grey: Pixels, *, inverted: bool = True) -> list[Decode]:
    """Reads model-2 QR codes with zxing-cpp, white on black ones too unless that is left out; it also says
    where it failed to read one.

    The wider format `QRCode` takes in Micro QR and rMQR, whose short codes it reads out of noise. In a mirror
    zxing still gives corners that run clockwise, and does not say that it was in one.
    """
    import zxingcpp

    found = zxingcpp.read_barcodes(
        grey,
        formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCodeModel2),
        text_mode=zxingcpp.TextMode.Plain,
        return_errors=True,
        try_invert=inverted,
    )
    decodes = []
    for code in found:
        at = code.position
        points = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
        corners = cast(Corners, tuple((float(p.x), float(p.y)) for p in points))
        text = code.text if code.valid and code.text else None
        if text and _was_mirrored(code):
            corners = _transposed(corners)
        decodes.append(Decode(text, corners, "zxing"))
    return decodes


def zbar(grey: Pixels) -> list[Decode]:
    """Reads QR codes with zbar; nothing where libzbar is not installed (see `available`)."""
    module = _pyzbar()
    if module is None:
        return []
    decodes = []
    for code in module.decode(np.ascontiguousarray(grey), symbols=[module.ZBarSymbol.QRCODE]):
        if len(code.polygon) == 4 and code.data:
            text = _text_of(code.data)
            a, b, c, d = _from_top_left([(float(p.x), float(p.y)) for p in code.polygon], code.orientation)
            decodes.append(Decode(text, _likelier(grey, text, (a, b, c, d), (b, a, d, c)), "zbar"))
    return decodes


def opencv(grey: Pixels) -> list[Decode]:
    """Reads QR codes with OpenCV's detector, for comparison: it adds nothing to the others."""
    import cv2

    try:
        _, texts, corners, _ = cv2.QRCodeDetector().detectAndDecodeMulti(grey)
    except (cv2.error, UnicodeDecodeError):  # it gives up on some pictures, and on text that isn't UTF-8
        return []
    if corners is None:
        return []
    decodes = []
    for text, four in zip(texts, corners, strict=True):
        clockwise = cast(Corners, tuple((float(x), float(y)) for x, y in four))
        own = _likelier(grey, text, clockwise, _transposed(clockwise))
        decodes.append(Decode(text or None, own, "opencv"))
    return decodes


READERS: dict[str, Reader] = {"zxing": zxing, "zbar": zbar, "opencv": opencv}


def available() -> dict[str, tuple[bool, str]]:
    """For each reader, whether it works on this machine and its version or what is missing."""
    return {
        "zxing": _version_of("zxingcpp", "zxing-cpp"),
        "zbar": (True, "libzbar is installed") if _pyzbar() else (False, "libzbar is not installed"),
        "opencv": _version_of("cv2", "opencv-python-headless"),
    }


def _version_of(module: str, distribution: str) -> tuple[bool, str]:
    from importlib.metadata import PackageNotFoundError, version

    try:
        importlib.import_module(module)
        return True, f"{distribution} {version(distribution)}"
    except PackageNotFoundError:
        return True, distribution
    except ImportError as error:
        return False, f"{distribution}: {error}"


@cache
def _pyzbar() -> Any | None:
    """The pyzbar module, or None where it finds no libzbar (Windows raises an OSError for a missing DLL)."""
    try:
        return importlib.import_module("pyzbar.pyzbar")
    except (ImportError, OSError):
        return None


def _text_of(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _from_top_left(polygon: list[tuple[float, float]], orientation: str | None) -> Corners:
    """zbar's corners, of which pyzbar loses the order, clockwise from where the symbol's own top-left is if
    it is not in a mirror.

    `orientation` says to which side of the picture the symbol's upper edge lies.
    """
    up = {"UP": (0, -1), "RIGHT": (1, 0), "DOWN": (0, 1), "LEFT": (-1, 0)}.get(orientation or "UP", (0, -1))
    hull = np.array(polygon)
    if area(cast(Corners, tuple(polygon))) < 0:
        hull = hull[::-1]
    turned = [np.roll(hull, -start, axis=0) for start in range(4)]
    best = max(turned, key=lambda four: float(np.dot(four[0] - four[3] + four[1] - four[2], up)))
    return cast(Corners, tuple((float(x), float(y)) for x, y in best))


def _transposed(corners: Corners) -> Corners:
    """The symbol's own corners in a mirror, of what a decoder gives that exchanges rows and columns there."""
    a, b, c, d = corners
    return a, d, c, b


def _was_mirrored(code: Any) -> bool:
    """Whether zxing read a code in a mirror: as the modules that it saw have the code's format.

    The format is there twice, and of one of the two a part may be covered or glaring.
    """
    modules = np.asarray(code.to_image(scale=1, add_quiet_zones=False)) == 0
    mask = code.extra.get("DataMask")
    if mask is None or code.ec_level not in FORMAT_LEVELS:
        return False
    value = patterns.format_bits(FORMAT_LEVELS.index(code.ec_level) << 3 | mask)
    bits = np.array([value >> bit & 1 for bit in range(15)], bool)
    wrong, wrong_in_mirror = ((_formats(m) != bits).sum(axis=1).min() for m in (modules, modules.T))
    return bool(wrong_in_mirror < wrong)


def _formats(modules: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The two times 15 bits of the format in a code's modules, the lowest bit first."""
    beside = np.array([0, 1, 2, 3, 4, 5, 7, 8])  # the timing pattern is between them
    first = np.concatenate([modules[beside, 8], modules[8, beside[-2::-1]]])
    second = np.concatenate([modules[8, :-9:-1], modules[-7:, 8]])
    return np.stack([first, second])


def _likelier(grey: Pixels, text: str, plain: Corners, mirrored: Corners) -> Corners:
    """In which order of a code's corners its text is there, as companion prints it; `plain` where that isn't
    so of either.
    """
    if not patterns.fits(text):
        return plain
    code = patterns.codes([text])[0]
    return mirrored if _fit(grey, code, mirrored) > _fit(grey, code, plain) + LEAD else plain


def _fit(grey: Pixels, code: patterns.Bits, corners: Corners) -> float:
    """How well what is between corners correlates with a code's modules, to 1."""
    import cv2

    side = patterns.SIDE * SAMPLES
    # a pixel's corner is half a pixel before its middle, which has whole coordinates
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    straight = cv2.getPerspectiveTransform(np.array(corners, np.float32) - 0.5, square)
    fine = cv2.warpPerspective(grey, straight, (side, side), flags=cv2.INTER_LINEAR)
    blocks = np.asarray(fine, np.float64).reshape(patterns.SIDE, SAMPLES, patterns.SIDE, SAMPLES)
    seen = blocks.mean(axis=(1, 3))
    spread = max(float(seen.std() * code.std()), 1e-6)
    return -float(((seen - seen.mean()) * (code - code.mean())).mean()) / spread
