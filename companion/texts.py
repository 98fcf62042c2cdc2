"""The language in which texts are shown: gettext catalogues in `companion/locale`."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from scorers.text import Lookup, Text, english

LANGUAGES = ("en", "ja")
FOLDER = Path(__file__).parent / "locale"


def preferred(environment: os._Environ[str] | dict[str, str]) -> str:
    """The language that the environment asks for, English where we don't know it.

    >>> preferred({"LANG": "ja_JP.UTF-8"}), preferred({"LANG": "C"})
    ('ja', 'en')
    """
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(variable)
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


@cache
def lookup(language: str) -> Lookup:
    """How sentences are looked up in this language; what the catalogue lacks stays English."""
    if language == "en":
        return english
    import gettext  # with locale it is not free, and English needs neither

    catalogue = gettext.translation("companion", FOLDER, [language], fallback=True)

    def find(singular: str, plural: str | None, count: int) -> str:
        return catalogue.gettext(singular) if plural is None else catalogue.ngettext(singular, plural, count)

    return find


def say(text: Text | str, language: str = "en") -> str:
    """The text in this language; a plain string (a name, a number) as it is."""
    return text.render(lookup(language)) if isinstance(text, Text) else text
