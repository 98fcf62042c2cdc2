"""The meanings of a sentence's words, put where they belong in an action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from companion.games.base import SEVERAL, Action, Game, Param
from companion.play import forms, lexicon
from companion.play.scanning import Item
from companion.texts import say
from scorers.text import T, Text


class Failure(NamedTuple):
    """Why the words don't make this action, and what of them was understood."""

    action: Action
    understood: tuple[str, ...]
    problem: Text


class _Unfit(Exception):  # noqa: N818 - never leaves this module
    """A word that has no place in the action."""

    def __init__(self, problem: Text) -> None:
        super().__init__(problem)
        self.problem = problem


_HOLDS = {
    "player": ("player", "players"),
    "card": ("card", "kinds", "cards", "name"),
    "counted": ("cards", "kinds", "card"),
    "number": ("number", "numbers", "name"),
    "word": ("name",),
}
"""For each sort of value the kinds of parameter that can take it, the one that fits best first."""


def fill(game: Game, action: Action, items: Sequence[Item]) -> forms.Raw | Failure:
    """The words for the action's parameters; `Failure` unless every word has a place and none is missing."""
    filling = _Filling(game, action)
    try:
        for item in _counted(game, items):
            filling.put(item)
        filling.check_whole()
    except _Unfit as unfit:
        problem = unfit.problem
        strange = [item.value for item in items if item.kind == "unknown"]
        if strange and not any(_own_word(param) for param in action.params):
            problem = _meaningless(strange[0])
        return Failure(action, tuple(filling.understood), problem)
    return filling.raw


def _own_word(param: Param) -> bool:
    """Whether a word of its own meaning in this game belongs here. What a person is called is none."""
    return param.kind == "name" and param.name != "name"


def _meaningless(word: str) -> Text:
    return T("'{word}' has no meaning here.", word=word)


def _counted(game: Game, items: Sequence[Item]) -> list[Item]:
    """The items with every number joined to its card. Cards and numbers stand between other words."""
    found: list[Item] = []
    for among, group in groupby(items, key=lambda item: item.kind in ("card", "number", "one")):
        run = list(group)
        found += _joined(game, run) if among else [item for item in run if item.kind != "and"]
    return found


def _joined(game: Game, run: list[Item]) -> list[Item]:
    """`3 coins 2 maps`, `coin 3 map 2`, `a coin`, a card alone or numbers alone; all else is unclear."""
    run = [
        item
        for item, after in zip(run, [*run[1:], None], strict=True)
        if item.kind != "one" or (after is not None and after.kind == "card")
    ]
    kinds = "".join({"card": "c", "number": "n", "one": "o"}[item.kind] for item in run)
    pairs = [(run[at], run[at + 1]) for at in range(0, len(run) - 1, 2)]
    if kinds in ("nc" * len(pairs), "cn" * len(pairs)) and pairs:
        return [
            Item("card", card.value, number.n)
            for card, number in ((a, b) if a.kind == "card" else (b, a) for a, b in pairs)
        ]
    if kinds == "oc":
        card = run[1]
        return [card if card.plural else Item("card", card.value, 1)]
    if kinds == "c" or set(kinds) <= {"n"}:
        return run
    if "n" in kinds and "c" in kinds:
        said = tuple(say(game.kind(i.value).name) if i.kind == "card" else i.value for i in run)
        raise _Unfit(
            T("Which number belongs to which card: {said}? Join them with 'and' or write CARD=N.", said=said)
        )
    return [item for item in run if item.kind != "one"]


@dataclass
class _Filling:
    game: Game
    action: Action
    raw: forms.Raw = field(default_factory=dict)
    understood: list[str] = field(init=False)
    pending: Param | None = None

    def __post_init__(self) -> None:
        self.understood = [self.action.name]

    def put(self, item: Item) -> None:
        """Gives the item its place."""
        if item.kind == "unknown":
            self._word(item.value)
        elif item.kind == "option":
            self._close_pending()
            self.pending = item.param
        elif item.kind == "flag" and item.param is not None:
            self.raw[forms.key(item.param)] = True
            self.understood.append(item.param.name)
        elif item.kind == "choice" and item.param is not None:
            self._choose(item.param, item.value)
        elif item.kind == "player":
            self._set(self._place("player", item.value), item.value)
        elif item.kind == "number":
            self._set(self._place("number", str(item.n)), str(item.n))
        else:
            self._card(item)

    def check_whole(self) -> None:
        """Refuses where something is missing."""
        self._close_pending()
        missing = [p for p in self.action.params if p.required and p.kind != "flag" and not self._filled(p)]
        if missing:
            raise _Unfit(T("Missing: {what}.", what=tuple(p.help for p in missing)))

    def _word(self, word: str) -> None:
        """A word that the game alone knows, such as a place."""
        free = [p for p in self.action.params if _own_word(p) and self._free(p)]
        if self.pending not in free and not any(p.required and not p.option for p in free):
            raise _Unfit(_meaningless(word))
        self._set(self._place("word", word), word)

    def _card(self, item: Item) -> None:
        name = say(self.game.kind(item.value).name)
        if not item.n:
            param = self._place("card", name)
            if param.kind == "cards":
                raise _Unfit(T("How many of {card}?", card=name))
            self._set(param, item.value)
            return
        named = [p for p in self.action.params if p.kind == "number" and self._names(p, item.value)]
        if named and self.pending is None:
            self._set(named[0], str(item.n))
            return
        param = self._place("counted", f"{item.n} {name}")
        if param.kind == "cards":
            self._set(param, f"{item.value}={item.n}")
        elif item.n == 1 or param.kind == "kinds":
            for _ in range(item.n):
                self._set(param, item.value)
        elif self._count is not None:
            self._set(param, item.value)
            self._set(self._count, str(item.n))
        else:
            raise _Unfit(T("{what}: name the card without a number here.", what=f"{item.n} {name}"))

    @property
    def _count(self) -> Param | None:
        """The option that says how many of a single kind it is, where there is one and it is free."""
        return next((p for p in self.action.params if p.name == "count" and p.option and self._free(p)), None)

    def _names(self, param: Param, kind: str) -> bool:
        """Whether a number is one of these cards: `2 maps` where MAPS is asked for."""
        return self._free(param) and param.name in lexicon.inflected(kind)

    def _choose(self, param: Param, value: str) -> None:
        having = [p for p in self.action.params if p.kind == "choice" and value in p.choices]
        if self.pending in having:
            param = self.pending or param
        elif len(having) > 1:
            free = [p for p in having if not p.option and not self._filled(p)]
            if not free:
                raise _Unfit(
                    T("'{word}' can belong to several options: write --OPTION before it.", word=value)
                )
            param = free[0]
        self._set(param, value)

    def _place(self, sort: str, said: str) -> Param:
        """The parameter that a value belongs to: the option just named, else the next one in the form."""
        fitting = _HOLDS[sort]
        if self.pending is not None:
            if self.pending.kind not in fitting:
                raise _Unfit(
                    T(
                        "After '{option}' comes {what}, not '{said}'.",
                        option=self.pending.name,
                        what=self.pending.help,
                        said=said,
                    )
                )
            return self.pending
        free = [p for p in self.action.params if p.kind in fitting and self._free(p)]
        positional = [p for p in free if not p.option]
        if positional:
            return min(positional, key=lambda p: (self._filled(p), fitting.index(p.kind)))
        needed = [p for p in free if p.required]
        if len(needed) == 1:
            return needed[0]
        raise _Unfit(T("There is no place for '{said}' in this action.", said=said))

    def _set(self, param: Param, value: str) -> None:
        place = forms.key(param)
        if param.kind in SEVERAL:
            self.raw[place] = (*self.raw.get(place, ()), value)
        elif place in self.raw:
            raise _Unfit(
                T(
                    "{what} can be only one: '{first}' or '{second}'?",
                    what=param.help,
                    first=self.raw[place],
                    second=value,
                )
            )
        else:
            self.raw[place] = value
        self.understood.append(value if not param.option else f"{param.name} {value}")
        if self.pending is param and param.kind not in SEVERAL:
            self.pending = None

    def _close_pending(self) -> None:
        if self.pending is not None and not self._filled(self.pending):
            raise _Unfit(
                T("After '{option}' comes {what}.", option=self.pending.name, what=self.pending.help)
            )
        self.pending = None

    def _free(self, param: Param) -> bool:
        return param.kind in SEVERAL or not self._filled(param)

    def _filled(self, param: Param) -> bool:
        return forms.key(param) in self.raw
