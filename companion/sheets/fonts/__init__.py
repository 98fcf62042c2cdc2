"""The fonts that are shipped for print and for writing on pictures; `SOURCE.md` says where they come from."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent

JAPANESE = _FOLDER / "BIZUDPGothic-Regular.ttf"
"""A TrueType font with Japanese, Latin letters and the four card suits."""

LATIN = _FOLDER / "RobotoCondensed-Regular.ttf"
"""A TrueType font with Latin, Greek and Cyrillic letters that take little width."""
