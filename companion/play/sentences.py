"""Sentences such as `ann sells 3 coins`, read as actions.

Nothing is guessed: every word has to have a meaning in the action, and a sentence that can mean two things
is given back with both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from companion.games.base import Action, Game, Param
from companion.play import forms, lexicon
from companion.play.filling import Failure, fill
from companion.play.lexicon import Token
from companion.play.scanning import Scan, scan
from companion.table import State
from scorers.refusal import Refusal
from scorers.text import T, Text


class Understood(NamedTuple):
    """One thing that a sentence can mean: the action and the words for its parameters."""

    action: Action
    raw: forms.Raw

    @property
    def form(self) -> str:
        """What will be recorded, in the action's own form."""
        return forms.written(self.action, self.raw)


class Unclear(NamedTuple):
    """A sentence that means no action: what was understood of it, what was not, the forms that exist."""

    understood: tuple[str, ...]
    problem: Text
    forms: tuple[str, ...]


def parse(game: Game, state: State, sentence: str) -> tuple[Understood, ...] | Unclear:
    """What the sentence can mean, each once; `Unclear` where it means nothing that can be recorded."""
    text, words = lexicon.tokens(sentence, state.names)
    meanings: dict[str, Understood] = {}
    failures: list[Failure] = []
    actions = forms.playable(game)
    for action, first, last in (*verbs(actions, words), *implied(actions, words)):
        result = _read(game, state, action, text, words, (first, last))
        if isinstance(result, Failure):
            failures.append(result)
        else:
            meant = Understood(action, result)
            meanings.setdefault(meant.form, meant)
    if meanings:
        return tuple(meanings.values())
    if failures:
        best = max(failures, key=lambda failure: len(failure.understood))
        return Unclear(best.understood, best.problem, (forms.template(best.action),))
    return _no_verb(game, state, words)


def verbs(actions: Sequence[Action], words: Sequence[Token]) -> list[tuple[Action, int, int]]:
    """Every place where words are an action's name: the action, its first word, the one after its last."""
    found = []
    for action in actions:
        first, *rest = action.name.split("-")
        forms_of_first = lexicon.inflected(first)
        whole = lexicon.inflected(action.name)
        for at, token in enumerate(words):
            if token.player is not None:
                continue
            if token.text in whole:
                found.append((action, at, at + 1))
            elif rest and token.text in forms_of_first:
                after = [t.text for t in words[at + 1 : at + 1 + len(rest)]]
                if after == rest:
                    found.append((action, at, at + 1 + len(rest)))
    return found


def implied(actions: Sequence[Action], words: Sequence[Token]) -> list[tuple[Action, int, int]]:
    """Like `verbs` for actions that aren't named: `the diggers win` is the one that asks for the winner."""
    return [
        (action, at, at + 1)
        for action in actions
        for param in action.params
        if param.option and param.required
        for at, token in enumerate(words)
        if token.player is None and token.text in lexicon.done_by(param.name)
    ]


def _read(
    game: Game, state: State, action: Action, text: str, words: Sequence[Token], verb: tuple[int, int]
) -> forms.Raw | Failure:
    owner = _owner(action)
    if owner is not None and _does(words, verb[0], action):
        return Failure(action, (action.name,), T("It isn't said {what}.", what=owner.help))
    try:
        scanned = scan(Scan(game, state, action, text), words, verb)
    except Refusal as refusal:
        return Failure(action, (action.name,), refusal.text)
    return fill(game, action, scanned)


def _owner(action: Action) -> Param | None:
    """The parameter that by its help says to whose thing something is done: `whose tool is broken`.

    Then a player as the subject is somebody else: `Ann breaks a lantern` doesn't say whose.
    """
    done_to = re.compile(r"whose .+ is \w")
    return next((p for p in action.params if p.kind == "player" and done_to.match(str(p.help))), None)


def _does(words: Sequence[Token], verb: int, action: Action) -> bool:
    """Whether a player is said to do it: `Ann breaks`, but not `Ann's lantern` or `Ann hand 5`."""
    before = words[verb - 1] if verb else None
    named = before is not None and before.player is not None and not before.owner
    return named and words[verb].text != action.name


def _no_verb(game: Game, state: State, words: Sequence[Token]) -> Unclear:
    known = {action.name: action for action in forms.playable(game)}
    spoken = {form: name for name in known for form in lexicon.inflected(name)}
    near = [
        name
        for token in words
        if token.player is None
        for form in get_close_matches(token.text, spoken, 1, 0.8)
        for name in [spoken[form]]
    ]
    players = tuple(state.names[t.player] for t in words if t.player is not None)
    if near:
        best = near[0]
        return Unclear(
            players,
            T("No action is named. Did you mean {near}?", near=best),
            (forms.template(known[best]),),
        )
    return Unclear(
        players,
        T("No action is named. There are {known}.", known=tuple(known)),
        (),
    )
