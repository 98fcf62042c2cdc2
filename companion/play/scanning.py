"""The words of a sentence, each with what it means in one action."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from companion.games.base import Action, Game, Param
from companion.play import lexicon
from companion.play.lexicon import Token
from companion.table import State

_LONGEST_CARD = 4
"""Words in the longest name of a card."""

_SHORTEST_CHOICE = 3
"""Letters from which on the beginning of a choice is taken for it."""

ItemKind = Literal["player", "card", "number", "one", "choice", "flag", "option", "and", "unknown"]


class Item(NamedTuple):
    """A word or several with one meaning.

    `value` is a player's name, a kind key, a choice or the words themselves; `n` a number;
    `param` the parameter that an option's word, a flag or a choice belongs to.
    """

    kind: ItemKind
    value: str = ""
    n: int = 0
    param: Param | None = None
    plural: bool = False


class Scan(NamedTuple):
    """What a scan needs to know: the game, the table, the action, and the sentence folded."""

    game: Game
    state: State
    action: Action
    text: str


def scan(what: Scan, words: Sequence[Token], verb: tuple[int, int]) -> list[Item]:
    """The meanings of all words but the verb (its first word, the one after its last), in order.

    Raises `Refusal` (`unknown-card`) for the beginning of several kinds of card.
    """
    items: list[Item] = []
    for start, end in ((0, verb[0]), (verb[1], len(words))):
        at = start
        while at < end:
            item, used = _next(what, words[at:end])
            if item is not None:
                items.append(item)
            at += used
        items.append(Item("and"))
    return _names_last(items)


def _names_last(items: list[Item]) -> list[Item]:
    """The items with the name after the option that it belongs to: `Ann connected` is `connector Ann`."""
    for at, (item, after) in enumerate(pairwise(items)):
        done = after.kind == "option" and after.param is not None and after.value != after.param.name
        if item.kind == "player" and done:
            items[at], items[at + 1] = after, item
    return items


def _next(what: Scan, words: Sequence[Token]) -> tuple[Item | None, int]:
    """The meaning of the first words, None for such that say nothing, and how many words that is."""
    first = words[0]
    if first.player is not None:
        return Item("player", what.state.names[first.player]), 1
    named = _param(what.action, words) or _card(what, words)
    if named is not None:
        return named
    number = lexicon.number(first.text)
    if number is not None:
        return Item("number", first.text, number), 1
    if first.text in lexicon.ONE:
        return Item("one", first.text, 1), 1
    if first.text in lexicon.AND:
        return Item("and"), 1
    if first.text in lexicon.FILLERS:
        return None, 1
    return Item("unknown", first.text), 1


def _param(action: Action, words: Sequence[Token]) -> tuple[Item, int] | None:
    """A flag, an option's name or a choice of one of the action's parameters, of one word or two."""
    for length in (2, 1):
        if len(words) < length or any(word.player is not None for word in words[:length]):
            continue
        spoken = "-".join(word.text for word in words[:length])
        for param in action.params:
            if param.option and spoken == param.name:
                kind: ItemKind = "flag" if param.kind == "flag" else "option"
                return Item(kind, spoken, param=param), length
            if param.option and param.kind == "player" and spoken in lexicon.done_by(param.name):
                return Item("option", spoken, param=param), length
        having = [p for p in action.params if _choice(p, spoken)]
        if having:
            return Item("choice", _choice(having[0], spoken) or "", param=having[0]), length
    return None


def _choice(param: Param, spoken: str) -> str | None:
    if param.kind != "choice":
        return None
    whole = next((choice for choice in param.choices if spoken in lexicon.inflected(choice)), None)
    if whole is not None or len(spoken) < _SHORTEST_CHOICE or _empty(spoken):
        return whole
    begun = [choice for choice in param.choices if choice.startswith(spoken)]
    return begun[0] if len(begun) == 1 else None


def _card(what: Scan, words: Sequence[Token]) -> tuple[Item, int] | None:
    for length in range(min(_LONGEST_CARD, len(words)), 0, -1):
        spoken = words[:length]
        if any(word.player is not None for word in spoken) or _says_nothing(spoken[-1]):
            continue
        if length == 1 and (lexicon.number(spoken[0].text) is not None or _says_nothing(spoken[0])):
            continue
        if spoken[0].text in lexicon.ONE:
            continue
        found = lexicon.card(what.game, what.text[spoken[0].start : spoken[-1].end])
        if found is not None:
            return Item("card", found.kind, plural=found.plural), length
    return None


def _says_nothing(word: Token) -> bool:
    return _empty(word.text)


def _empty(text: str) -> bool:
    return text in lexicon.FILLERS or text in lexicon.ONE or text in lexicon.AND
