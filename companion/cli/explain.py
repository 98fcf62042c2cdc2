"""`companion explain`: what a card, an action or a moment means, under the house rules in force."""

from __future__ import annotations

from collections.abc import Mapping

import click

from companion import games
from companion.cli import complete
from companion.cli.app import App, pass_app, shared
from companion.explain import Explanation, Vocabulary, find, find_anywhere
from companion.games.base import Game
from companion.games.glossary import NOW
from companion.journal import Journal
from companion.table import Json
from scorers.refusal import Refusal
from scorers.text import T, Text


@click.command("explain")
@click.argument("words", nargs=-1, metavar="[GAME] [WORD ...]", shell_complete=complete.explained)
@shared
@pass_app
def explain_command(app: App, words: tuple[str, ...]) -> None:
    """Say what WORD means: a card, an action, "end", "what may I do now?"; without WORD, list the words.

    Without GAME it is the current table's; a word that it doesn't have is looked for in all games.
    """
    journal = _journal(app)
    game, phrase = _understood(journal, words)
    at_table = None if journal is None else journal.game
    if not phrase:
        one = game or at_table
        _list(app, [one] if one else list(games.every()), one=one is not None)
        return
    if game is None and at_table is not None and Vocabulary(at_table).fitting(phrase):
        game = at_table
    if game is not None:
        vocabulary = Vocabulary(game)
        found = [(vocabulary, find(vocabulary, phrase))]
    else:
        found = find_anywhere([Vocabulary(known) for known in games.every()], phrase)
    _show(app, journal, [_explained(journal, vocabulary, word) for vocabulary, word in found])


def _journal(app: App) -> Journal | None:
    """The table in question, None where there is none yet."""
    table = app.table or app.store.current()
    return None if table is None else app.store.journal(table)


def _understood(journal: Journal | None, words: tuple[str, ...]) -> tuple[Game | None, str]:
    """The game that is named (None: none is) and the phrase to explain.

    The first word names a game if it is a game's key. If it only begins one, then what the whole phrase
    means at the table, or without a table in any game, goes first.
    """
    if not words:
        return None, ""
    first, rest, phrase = words[0], " ".join(words[1:]), " ".join(words)
    if first.strip().casefold() in games.known_keys():
        return games.load(first), rest
    scope = games.every() if journal is None else (journal.game,)
    if any(Vocabulary(game).exactly(phrase) for game in scope):
        return None, phrase
    try:
        return games.load(first), rest
    except Refusal:
        return None, phrase


def _explained(journal: Journal | None, vocabulary: Vocabulary, word: str) -> Explanation:
    in_force: Mapping[str, str] = {}
    if journal is not None and journal.game.key == vocabulary.game.key:
        in_force = journal.state.rules
    return vocabulary.explain(word, in_force)


def _show(app: App, journal: Journal | None, found: list[Explanation]) -> None:
    if app.json:
        rows = [_as_json(app, journal, explanation) for explanation in found]
        app.emit(rows[0] if len(rows) == 1 else {"word": found[0].word, "matches": rows})
        return
    for n, explanation in enumerate(found):
        if n:
            app.print()
        _print(app, journal, explanation)


def _as_json(app: App, journal: Journal | None, told: Explanation) -> dict[str, Json]:
    shown: dict[str, Json] = {
        "game": told.game.key,
        "word": told.word,
        "text": app.say(told.text),
        "rules": [{"key": r.key, "value": r.value, "text": app.say(r.text)} for r in told.rules],
    }
    if told.word == NOW:
        shown["now"] = [app.say(line) for line in _now(journal, told.game)]
        shown["actions"] = [{"form": form, "text": help_} for form, help_ in _actions(app, told.game)]
    elif told.action is not None:
        shown["form"] = _form(app, told.game, told.action.name)
    return shown


def _print(app: App, journal: Journal | None, told: Explanation) -> None:
    app.print(T("{word} ({game})", word=told.title, game=told.game.name), bold=True)
    if told.word == NOW:
        _print_now(app, journal, told.game)
    app.paragraph(told.text)
    for rule in told.rules:
        app.paragraph(T("{key} = {value}: {text}", key=rule.key, value=rule.value, text=rule.text), "  ")
    if told.word == NOW:
        app.print(T("What the companion records:"))
        for form, help_ in _actions(app, told.game):
            app.paragraph(f"{form}: {help_}", "  ")
    elif told.action is not None:
        app.print(_form(app, told.game, told.action.name))


def _now(journal: Journal | None, game: Game) -> tuple[Text, ...]:
    """What the table's record says is due, where the table plays this game."""
    if journal is None or journal.game.key != game.key:
        return ()
    from companion.play.standing import now

    return now(journal)


def _print_now(app: App, journal: Journal | None, game: Game) -> None:
    lines = _now(journal, game)
    if journal is not None and lines:
        # the lines name what is typed at that prompt, so they are given as its words
        app.print(T("At table {table}, as `companion play` says it:", table=journal.state.table))
        for line in lines:
            app.paragraph(line, "  ")


def _actions(app: App, game: Game) -> list[tuple[str, str]]:
    """The game's own actions: how each is written on the command line, and its help."""
    return [(_form(app, game, action.name), app.say(action.help)) for action in game.actions]


def _form(app: App, game: Game, name: str) -> str:
    """How an action is written on the command line, under `do` or as a command of its own."""
    action = Vocabulary(game).actions[name]
    if action.under_do:
        from companion.play.forms import template

        return f"companion do {template(action)}"
    root = click.get_current_context().find_root()
    command = root.command.get_command(root, name) if isinstance(root.command, click.Group) else None
    if command is None:
        return f"companion {name}"
    return " ".join(["companion", name, *command.collect_usage_pieces(click.Context(command))])


def _list(app: App, asked: list[Game], one: bool) -> None:
    vocabularies = [Vocabulary(game) for game in asked]
    if app.json:
        rows: list[Json] = [{"game": v.game.key, "words": list(v.words)} for v in vocabularies]
        app.emit(rows[0] if one else {"games": rows})
        return
    for n, vocabulary in enumerate(vocabularies):
        if n:
            app.print()
        app.print(vocabulary.game.name, bold=True)
        for heading, listed in vocabulary.groups:
            if listed:
                app.paragraph(T("{heading}: {words}", heading=heading, words=tuple(listed)))
