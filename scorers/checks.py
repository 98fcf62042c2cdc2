"""Checks of what is handed to a scorer: they find all that is wrong, so that it is refused at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorers.guess import guess
from scorers.refusal import Refusal
from scorers.text import T, Text


class Problem(NamedTuple):
    """One thing that is wrong: the stable word for it, and a sentence."""

    kind: str
    text: Text


def refuse_if(problems: Sequence[Problem]) -> None:
    """Raise one `Refusal` that names all the problems, of the first one's kind; nothing if there are none."""
    if problems:
        raise Refusal(problems[0].kind, joined([problem.text for problem in problems]))


def joined(parts: Sequence[Text]) -> Text:
    """Clauses of one sentence.

    >>> str(joined([T("tied on 4"), T("each sold 2 cards")]))
    'tied on 4; each sold 2 cards'
    """
    head, *tail = parts
    for part in tail:
        head = T("{first}; {then}", first=head, then=part)
    return head


def all_of(names: Sequence[object]) -> Text:
    """Names in a row.

    >>> str(all_of(["Ann"])), str(all_of(["Ann", "Bob", "Cem"]))
    ('Ann', 'Ann, Bob and Cem')
    """
    *most, last = names
    return T("{names} and {last}", names=tuple(most), last=last) if most else T("{name}", name=last)


def unknown(kind: str, asked: str, known: Iterable[str], what: Text) -> Problem:
    """`asked` is none of `known`: suggests the nearest, or lists them all where none is near.

    >>> str(unknown("unknown-card", "con", ["coin", "map"], T("card")).text)
    "there is no card 'con'; did you mean coin?"
    """
    names = tuple(known)
    folded = {name.casefold(): name for name in names}
    near = guess(asked.casefold(), folded)
    if near:
        return Problem(
            kind,
            T(
                "there is no {what} '{asked}'; did you mean {near}?",
                what=what,
                asked=asked,
                near=folded[near],
            ),
        )
    return Problem(
        kind, T("there is no {what} '{asked}'; there are {known}", what=what, asked=asked, known=names)
    )


def check_option(key: str, value: str, values: Sequence[str]) -> None:
    """Refuse a value that the house rule `key` doesn't have."""
    if value in values:
        return
    text = T("{key} is one of {values}, not '{value}'", key=key, values=tuple(values), value=value)
    near = guess(value.casefold(), values)
    if near:
        text = joined([text, T("did you mean {near}?", near=near)])
    raise Refusal("unknown-option", text)


def check_players(names: Iterable[str], seated: Collection[str]) -> None:
    """Refuse names of people who have no seat."""
    refuse_if([unknown("unknown-player", n, seated, T("player")) for n in names if n not in seated])


def bad_counts(counts: Mapping[str, int], known: Collection[str]) -> list[Problem]:
    """Cards that don't exist, and numbers of cards below 0, in one player's holdings."""
    problems = [unknown("unknown-card", card, known, T("card")) for card in counts if card not in known]
    problems += [
        Problem(
            "bad-number", T("{card}: a number of cards is 0 or more, not {count}", card=card, count=count)
        )
        for card, count in counts.items()
        if card in known and count < 0
    ]
    return problems


def below_zero(number: int, what: Text) -> list[Problem]:
    """A number that can't be negative but is."""
    if number >= 0:
        return []
    return [Problem("bad-number", T("{what} is 0 or more, not {number}", what=what, number=number))]


def house_rule(key: str, value: str) -> Text:
    """How an explanation names a house rule that decided.

    >>> str(house_rule("lamps", "on"))
    'house rule lamps = on'
    """
    return T("house rule {key} = {value}", key=key, value=value)
