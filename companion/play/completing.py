"""What the prompt offers when Tab is pressed: actions, players, cards, options, commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from companion.games.base import Action, Game, Param
from companion.journal import Journal
from companion.play import forms, manual
from companion.table import State

_COMMAND_NAMES_PLAYER = frozenset({"secret", "rename", "pin"})


class Words(Completer):
    """Completes the last word of the line by what was typed before it."""

    def __init__(self, journal: Callable[[], Journal]) -> None:
        self._journal = journal

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """See `Completer.get_completions`."""
        journal = self._journal()
        before = document.text_before_cursor
        typed = before.split()
        last = typed.pop() if typed and not before[-1].isspace() else ""
        for word in dict.fromkeys(offered(journal.game, journal.state, typed)):
            if word.casefold().lstrip("'").startswith(last.casefold().lstrip("'")) and word != last:
                yield Completion(word, start_position=-len(last))


def offered(game: Game, state: State, typed: list[str]) -> Iterable[str]:
    """The words that may follow those typed already, whether in an action's form or in a sentence."""
    players = [forms.quoted(name) for name in state.names]
    actions = {action.name: action for action in forms.playable(game)}
    if not typed:
        return [*actions, *manual.commands(game), *players]
    first = typed[0].casefold()
    if first in _COMMAND_NAMES_PLAYER:
        return [*(("set", "clear") if first == "pin" and len(typed) == 1 else ()), *players]
    if first in ("?", "help"):
        return [*actions, *manual.commands(game)]
    action = next((actions[word.casefold()] for word in typed if word.casefold() in actions), None)
    if action is None:
        return [] if first in manual.COMMANDS else [*actions, *players]
    return _of_action(game, action, players, typed)


def _of_action(game: Game, action: Action, players: list[str], typed: list[str]) -> Iterable[str]:
    named = next((p for p in action.params if p.option and typed[-1] == f"--{p.name}"), None)
    if named is not None and named.kind != "flag":
        return _values(game, named, players)
    free = [p for p in action.params if not p.option]
    options = [f"--{p.name}" for p in action.params if p.option and f"--{p.name}" not in typed]
    return [*(word for param in free for word in _values(game, param, players)), *options]


def _values(game: Game, param: Param, players: list[str]) -> Iterable[str]:
    """What a parameter can be given, as far as that can be listed."""
    if param.kind in ("player", "players"):
        return players
    if param.kind == "cards":
        return [f"{kind.key}=" for kind in game.kinds]
    if param.kind in ("card", "kinds"):
        return [kind.key for kind in game.kinds]
    return param.choices
