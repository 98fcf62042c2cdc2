"""What can be typed during play, and the help on it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from companion.cli.app import App
from companion.explain import Vocabulary
from companion.games.base import Game
from companion.games.glossary import NOW
from companion.play import forms
from scorers.refusal import Refusal
from scorers.text import T, Text

COMMANDS: Mapping[str, tuple[str, Text]] = {
    "status": ("", T("the table as it stands")),
    "score": ("", T("scoresheets and standings")),
    "log": ("[--player NAME]", T("what was recorded")),
    "undo": ("", T("take the last action back")),
    "redo": ("", T("bring it back again")),
    "scan": ("FILE ... [--player NAME]", T("read tagged cards from pictures")),
    "recount": ("FILE ... | CARD=N ...", T("hold pictures, or a count by hand, against the record")),
    "pin": ("set|clear NAME", T("the PIN before a player's secrets")),
    "rename": ("OLD NEW", T("correct a name")),
    "rules": ("", T("the house rules")),
    "edition": ("", T("the facts of your box")),
    "best": ("CARD=N ...", T("the best sets for a hand")),
    "explain": ("[WORD]", T("what a card, an action or a moment means")),
    "verify": ("", T("check the deals against their commitments")),
    "roles": ("", T("show each player their role, one at a time")),
    "close": ("", T("the table has ended")),
}
"""Commands that exist outside of play too, with what follows them here."""

OF_A_GAME = frozenset({"rules", "edition", "best", "explain"})
"""Those of them that outside of play are given the game first."""

HERE: Mapping[str, tuple[str, Text]] = {
    "secret": ("NAME", T("show a player what they alone may see")),
    "guide": ("", T("the setup guide, step by step")),
    "?": ("[ACTION]", T("this help; Enter alone: what to do now")),
    "quit": ("", T("leave; `companion play` goes on later")),
}


def commands(game: Game) -> dict[str, tuple[str, Text]]:
    """The commands of this game's table, with what follows them and what they are for."""
    without = set()
    if not any(action.name == "roles" for action in game.actions):
        without |= {"roles", "secret"}
    if not any(kind.largest_set for kind in game.kinds):
        without.add("best")
    if not game.facts:
        without.add("edition")
    return {word: what for word, what in {**COMMANDS, **HERE}.items() if word not in without}


def as_typed_here(said: str, game: Game) -> str:
    """A sentence that tells what to type, as it is typed during play: without `companion` and `do`."""
    here = {*(action.name for action in forms.playable(game)), *COMMANDS}

    def shortened(match: re.Match[str]) -> str:
        return f"`{match[1]}" if match[1] in here else match[0]

    return re.sub(r"`companion (?:do )?([\w-]+)", shortened, said)


def asks_what_now(line: str, game: Game) -> bool:
    """Whether the line asks what is to be done: `now`, or in words, in any of our languages."""
    return Vocabulary(game).exactly(line) == [NOW]


def typed_here(line: str, players: Sequence[str]) -> str:
    """A line as it is meant here, where somebody types it as on the command line: `companion roles`.

    >>> typed_here("companion do start Ann", ["Ann"]), typed_here("companion sells 1 map", ["Companion"])
    ('start Ann', 'companion sells 1 map')
    """
    if "companion" in map(str.casefold, players):
        return line
    return re.sub(r"^\s*companion\s+(?:do\s+)?(?=\S)", "", line)


def show(app: App, game: Game, asked: Sequence[str]) -> None:
    """Help on an action, or on all that can be typed. Refused (`unknown-action`) for a word of neither."""
    if not asked:
        _everything(app, game)
        return
    word = asked[0].casefold()
    for action in forms.playable(game):
        if action.name == word:
            app.print(forms.template(action))
            app.paragraph(action.help, indent="  ")
            for param in action.params:
                app.print(f"  {param.name}: {app.say(param.help)}")
            return
    known = commands(game)
    if word not in known:
        names = (*(action.name for action in forms.playable(game)), *known)
        raise Refusal(
            "unknown-action", T("There is no '{word}' here. There are: {names}.", word=word, names=names)
        )
    follows, what = known[word]
    app.print(f"{word} {follows}".strip() + f"  {app.say(what)}", hang=4)


def _everything(app: App, game: Game) -> None:
    app.print(T("Actions, in their own form or as a short sentence:"))
    for action in forms.playable(game):
        app.print(f"  {forms.template(action)}", hang=4)
    app.print(T("Commands:"))
    for word, (follows, what) in commands(game).items():
        app.print(f"  {f'{word} {follows}'.strip():<30}  {app.say(what)}", hang=32)
