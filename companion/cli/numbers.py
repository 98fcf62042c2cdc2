"""Numbers on the command line that say, where one is wrong, what would be accepted."""

from __future__ import annotations

import math

import click
from click.types import FloatParamType, IntParamType

SMALLEST_MM, LARGEST_MM = 6.0, 25.0
"""Sides of the tags that are read; fewer are printed of some symbols."""


class Millimetres(FloatParamType):
    """A side in millimetres; with `any_` whoever takes it refuses what is too small or too large."""

    name = "MM"

    def __init__(self, any_: bool = False) -> None:
        self._any = any_

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, or a usage error."""
        accepted = f"millimetres from {SMALLEST_MM:g} to {LARGEST_MM:g}"
        try:
            number = float(str(value))
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self.fail(f"{value} is no number: {accepted}, as in 12.", param, ctx)
        if not self._any and not SMALLEST_MM <= number <= LARGEST_MM:
            self.fail(f"{value} is out of range: {accepted}, as in 12.", param, ctx)
        return number


class CameraNumber(IntParamType):
    """The number of a camera."""

    name = "N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a usage error."""
        digits = str(value).strip()
        if not (digits.isascii() and digits.isdecimal()) or len(digits) > 4:
            self.fail(
                f"{value} is no number of a camera: those are counted from 0, which is mostly the only one.",
                param,
                ctx,
            )
        return int(digits)
