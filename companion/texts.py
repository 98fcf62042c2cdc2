"""The language in which texts are shown: gettext catalogues in `companion/locale`."""

from __future__ import annotations

import os
import re
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


def sentence(text: Text | str, language: str = "en") -> str:
    """A refusal as people are shown it: with a capital where words of ours begin it, and a full stop.

    What somebody is called, or a card's key, stays as it is written.

    >>> sentence(Text("a set holds at most {n}", {"n": 5})), sentence(Text("{who} is away.", {"who": "ann"}))
    ('A set holds at most 5.', 'ann is away.')
    """
    said = say(text, language)
    if _ours(text):
        said = said[:1].upper() + said[1:]
    if said.endswith(tuple(".?!:)。？！」")) or not said:
        return said
    return said + ("。" if language == "ja" else ".")


def _ours(text: Text | str) -> bool:
    """Whether a text begins with words of ours, not with what fills a gap from elsewhere."""
    if isinstance(text, str):
        return False
    first = re.match(r"\{(\w+)\}", text.message)
    if first is None:
        return True
    filled = text.params.get(first[1])
    return isinstance(filled, Text) and _ours(filled)


def say(text: Text | str, language: str = "en") -> str:
    """The text in this language; a plain string (a name, a number) as it is."""
    return text.render(lookup(language)) if isinstance(text, Text) else text
