"""What somebody may have meant by a word that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable


def guess(word: str, known: Iterable[str], alike: float = 0.6) -> str | None:
    """The known word that is most like this one, None where none is alike enough (0 not at all, 1 equal).

    >>> guess("selll", ["sell", "dig"]), guess("x", ["sell", "dig"])
    ('sell', None)
    """
    from difflib import get_close_matches  # only wanted once something has gone wrong

    return next(iter(get_close_matches(word, list(known), 1, alike)), None)
