"""Prints a sheet as a printer would, and reads it back as a photo reader would."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pypdfium2
import zxingcpp

from companion.sheets.tags import SheetInfo, Tag, write_tags

Grey = npt.NDArray[np.uint8]


def pdf_of(tags: Sequence[Tag], **options: object) -> tuple[bytes, SheetInfo]:
    out = io.BytesIO()
    options.setdefault("deck", "Archaeology")
    info = write_tags(tags, out, **options)  # type: ignore[arg-type]
    return out.getvalue(), info


def render(pdf: bytes, page: int, dpi: int) -> Grey:
    document = pypdfium2.PdfDocument(pdf)
    return np.asarray(document[page].render(scale=dpi / 72).to_pil().convert("L"))


def text_of(pdf: bytes, page: int) -> str:
    return str(pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_range())


@dataclass(frozen=True)
class Found:
    """A symbol in a picture: what it says and the pixels it covers, measured on its black modules."""

    text: str
    left: int
    top: int
    right: int  # one past the last black column
    bottom: int


def symbols(image: Grey) -> list[Found]:
    found = []
    for code in zxingcpp.read_barcodes(image):
        points = [code.position.top_left, code.position.top_right, code.position.bottom_right]
        points.append(code.position.bottom_left)
        x, y = min(p.x for p in points), min(p.y for p in points)
        side = max(p.x for p in points) - x
        # Two modules of leeway: enough to hold the whole symbol, too little to reach a label or a mark.
        leeway = round(side / 21 * 2)
        left, top = x - leeway, y - leeway
        rows, columns = np.nonzero(image[top : y + side + leeway, left : x + side + leeway] < 128)
        found.append(
            Found(
                code.text,
                left + int(columns.min()),
                top + int(rows.min()),
                left + int(columns.max()) + 1,
                top + int(rows.max()) + 1,
            )
        )
    return found


def longest_dark_run(image: Grey) -> int:
    """Pixels of the longest unbroken horizontal dark line."""
    longest = 0
    for row in image < 128:
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
        longest = max(longest, int((edges[1::2] - edges[::2]).max(initial=0)))
    return longest
