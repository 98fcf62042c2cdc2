"""Sentences that can be shown in any language.

A `Text` keeps the English sentence and what fills its gaps apart, so that whoever shows it can look the
sentence up in a catalogue first. `str(text)` gives English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Lookup = Callable[[str, str | None, int], str]
"""(singular, plural or None, count) -> the sentence to fill in, as gettext's `ngettext` gives it."""


def english(singular: str, plural: str | None, count: int) -> str:
    """The lookup that needs no catalogue."""
    return singular if plural is None or count == 1 else plural


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with named gaps in `str.format` form; gaps may be filled with other texts.

    >>> str(T("{n} cards of {kind}", n=4, kind=T("Coin")))
    '4 cards of Coin'
    """

    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None
    count: int = 1
    context: str = ""

    def render(self, lookup: Lookup = english) -> str:
        """The sentence in the language that `lookup` knows, its gaps filled in the same language."""
        pattern = self._pattern(lookup)
        if not self.params:
            return pattern
        filled = {key: _fill(value, lookup) for key, value in self.params.items()}
        return pattern.format(**filled)

    def _pattern(self, lookup: Lookup) -> str:
        if not self.context:
            return lookup(self.message, self.plural, self.count)
        # gettext's own form of a message with a context; what it has no entry for comes back as it was
        return lookup(f"{self.context}\x04{self.message}", None, 1).removeprefix(f"{self.context}\x04")

    def __str__(self) -> str:
        return self.render()


def _fill(value: object, lookup: Lookup) -> object:
    if isinstance(value, Text):
        return value.render(lookup)
    if isinstance(value, tuple):
        return BETWEEN.render(lookup).join(str(_fill(part, lookup)) for part in value)
    return value


def T(message: str, **params: object) -> Text:  # noqa: N802 - a marker, as short as gettext's
    """A text to be looked up when it is shown. Message extraction finds it by this name."""
    return Text(message, params)


def TN(singular: str, plural: str, count: int, **params: object) -> Text:  # noqa: N802
    """A text with a plural; `{count}` is filled in.

    >>> str(TN("{count} card", "{count} cards", 1)), str(TN("{count} card", "{count} cards", 2))
    ('1 card', '2 cards')
    """
    return Text(singular, {"count": count, **params}, plural, count)


def TC(context: str, message: str, **params: object) -> Text:  # noqa: N802
    """A text whose translation depends on where it stands: a thief is another word in another game.

    >>> str(TC("caravan", "Thief"))
    'Thief'
    """
    return Text(message, params, context=context)


BETWEEN = T(", ")
"""What stands between the items of a list."""
