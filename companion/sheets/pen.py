"""A PDF page drawn on in millimetres, y downwards, in shades of grey (0 black, 1 white)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

from reportlab.lib.units import mm

from companion.sheets import typesetting

Align = Literal["left", "centre", "right"]


class Pen:
    """Draws with its origin `height` millimetres above the canvas's own."""

    def __init__(self, canvas: Any, height: float) -> None:
        self.canvas = canvas
        self._height = height

    def _y(self, y: float) -> float:
        return float((self._height - y) * mm)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, thick: float = 0.15, grey: float = 0
    ) -> None:
        """A line; `thick` in millimetres."""
        self.canvas.setLineWidth(thick * mm)
        self.canvas.setStrokeGray(grey)
        self.canvas.line(x1 * mm, self._y(y1), x2 * mm, self._y(y2))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: float | None = None,
        edge: float | None = 0,
        thick: float = 0.2,
        radius: float = 0,
    ) -> None:
        """A rectangle by its left top corner, with grey values for inside and edge (None: not drawn)."""
        if fill is not None:
            self.canvas.setFillGray(fill)
        if edge is not None:
            self.canvas.setStrokeGray(edge)
            self.canvas.setLineWidth(thick * mm)
        self.canvas.roundRect(
            x * mm,
            self._y(y + height),
            width * mm,
            height * mm,
            radius * mm,
            int(edge is not None),
            int(fill is not None),
        )

    def disc(self, x: float, y: float, radius: float, *, fill: float = 0) -> None:
        """A filled circle round (x, y)."""
        self.canvas.setFillGray(fill)
        self.canvas.circle(x * mm, self._y(y), radius * mm, stroke=0, fill=1)

    def black(self, boxes: Iterable[tuple[float, float, float, float]]) -> None:
        """Black rectangles (x, y, width, height) filled as one shape: no seams between those that touch."""
        path = self.canvas.beginPath()
        for x, y, width, height in boxes:
            path.rect(x * mm, self._y(y + height), width * mm, height * mm)
        self.canvas.setFillGray(0)
        self.canvas.drawPath(path, stroke=0, fill=1)

    def text(
        self, x: float, y: float, text: str, size: float, *, align: Align = "left", grey: float = 0
    ) -> None:
        """One line of text with its baseline at y; `size` in points."""
        text = typesetting.printable(text)
        shift = {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * typesetting.width(text, size)
        line = self.canvas.beginText(x * mm - shift, self._y(y))
        line.setFillGray(grey)
        for font, piece in typesetting.runs(text):
            line.setFont(font, size)
            line.textOut(piece)
        self.canvas.drawText(line)

    def paragraph(self, x: float, y: float, text: str, size: float, room: float, *, grey: float = 0) -> float:
        """Lines broken to a room in millimetres, the first baseline at y. Returns the next baseline."""
        for line in typesetting.wrap(text, size, room * mm):
            self.text(x, y, line, size, grey=grey)
            y += 1.4 * size / mm
        return y

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[Pen]:
        """A pen whose origin is at (x, y), turned clockwise."""
        self.canvas.saveState()
        self.canvas.translate(x * mm, self._y(y))
        self.canvas.rotate(-degrees)
        yield Pen(self.canvas, 0)
        self.canvas.restoreState()
