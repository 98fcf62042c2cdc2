"""Which typed lines may not stay on a screen that everybody looks at.

While a game keeps the scores secret, nobody else may read what somebody has: lines that say cards or numbers
are taken off the screen, and so is what could not be understood, since it may say them too.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.base import Action
from companion.journal import Journal
from companion.play import forms, lexicon, manual
from companion.play.sentences import implied, verbs

_TELLING = frozenset({"card", "cards", "kinds", "number", "numbers"})
_HIDDEN = "..."
_TELLING_COMMAND = "recount"


def tells(journal: Journal, line: str, spoken: Sequence[str]) -> bool:
    """Whether this line may say what the game keeps secret so far."""
    if not spoken or not journal.game.secret_score(journal.state):
        return False
    if spoken[0].casefold() == _TELLING_COMMAND:
        return True
    if spoken[0].casefold().lstrip("?") in (*manual.COMMANDS, *manual.HERE, "help", ""):
        return False
    if manual.asks_what_now(line, journal.game):
        return False
    named = _named(journal, line)
    return not named or any(_telling(action) for action in named)


def masked(journal: Journal, line: str) -> str:
    """What stands on the screen for such a line: the action or command, and no more."""
    if line.split()[0].casefold() == _TELLING_COMMAND:
        return f"{_TELLING_COMMAND} {_HIDDEN}"
    named = _named(journal, line)
    return f"{named[0].name} {_HIDDEN}" if named else _HIDDEN


def _telling(action: Action) -> bool:
    return any(param.kind in _TELLING for param in action.params)


def _named(journal: Journal, line: str) -> list[Action]:
    _, words = lexicon.tokens(line, journal.state.names)
    playable = forms.playable(journal.game)
    return [action for action, _, _ in (*verbs(playable, words), *implied(playable, words))]
