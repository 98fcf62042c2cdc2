"""The decoders, each behind the same face: luminance in, decodes out.

Only error-corrected decodes leave this module; nothing here guesses.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

import numpy as np

from recognizers.load import Pixels
from recognizers.sighting import Corners


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

    The wider format `QRCode` takes in Micro QR and rMQR, whose short codes it reads out of noise.
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
        decodes.append(Decode(code.text if code.valid and code.text else None, corners, "zxing"))
    return decodes


def zbar(grey: Pixels) -> list[Decode]:
    """Reads QR codes with zbar; nothing where libzbar is not installed (see `available`)."""
    module = _pyzbar()
    if module is None:
        return []
    decodes = []
    for code in module.decode(np.ascontiguousarray(grey), symbols=[module.ZBarSymbol.QRCODE]):
        if len(code.polygon) == 4 and code.data:
            corners = _from_top_left([(float(p.x), float(p.y)) for p in code.polygon], code.orientation)
            decodes.append(Decode(_text_of(code.data), corners, "zbar"))
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
    return [
        Decode(text or None, cast(Corners, tuple((float(x), float(y)) for x, y in four)), "opencv")
        for text, four in zip(texts, corners, strict=True)
    ]


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
    """zbar's corners, of which pyzbar loses the order, clockwise from the symbol's own top-left.

    `orientation` says to which side of the picture the symbol's upper edge lies.
    """
    up = {"UP": (0, -1), "RIGHT": (1, 0), "DOWN": (0, 1), "LEFT": (-1, 0)}.get(orientation or "UP", (0, -1))
    hull = np.array(polygon)
    if _twice_area(hull) < 0:
        hull = hull[::-1]
    turned = [np.roll(hull, -start, axis=0) for start in range(4)]
    best = max(turned, key=lambda four: float(np.dot(four[0] - four[3] + four[1] - four[2], up)))
    return cast(Corners, tuple((float(x), float(y)) for x, y in best))


def _twice_area(four: np.ndarray[Any, Any]) -> float:
    x, y = four[:, 0], four[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))
