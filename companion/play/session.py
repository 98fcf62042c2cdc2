"""A table played at one prompt: every line is an action, a sentence, or a command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from companion import cli, words
from companion.cli import do, hotseat, secrets, steps
from companion.cli.app import App
from companion.games.base import Action, Occasion
from companion.journal import actions
from companion.play import forms, manual, secrecy
from companion.play.echo import echo
from companion.play.sentences import Unclear, Understood, parse
from companion.play.standing import now, standing
from companion.words import player_id
from scorers.refusal import Refusal
from scorers.text import T, Text

Ask = Callable[[str], str]
"""Shows a prompt, gives the line typed and takes both off the screen again.

EOFError: the input has ended; KeyboardInterrupt: Ctrl-C.
"""

LEAVE = frozenset({"quit", "exit", "q"})


class Session:
    """One sitting at a table. Nothing is kept here that the record doesn't hold.

    `keep` is told each line that may be offered again when somebody leafs back.
    """

    def __init__(self, app: App, ask: Ask, keep: Callable[[str], None] = lambda line: None) -> None:
        self.app = app
        self._ask = ask
        self._keep = keep
        self.journal = app.journal()
        self._advised: tuple[Text, ...] = ()

    def run(self) -> None:
        """Asks for lines until the table is closed or left."""
        self._advise()
        while True:
            try:
                if not self.take(self._ask(self._prompt)):
                    break
            except KeyboardInterrupt:
                break
            except EOFError:
                break
        if self.journal.state.open:
            self.app.print(
                T("All is on record. `companion play` goes on with {table}.", table=self.journal.state.table)
            )

    def take(self, line: str) -> bool:
        """Does what a line says; False if that ends the sitting."""
        line = manual.typed_here(line, self.journal.state.names)
        spoken = forms.split(line)
        if secrecy.tells(self.journal, line, spoken):
            self.app.verbatim(f"{self._prompt}{secrecy.masked(self.journal, line)}")
        else:
            self.app.verbatim(f"{self._prompt}{line}")
            self._keep(line)
        if not spoken:
            self._advise(again=True)
            return True
        if spoken[0].casefold() in LEAVE and len(spoken) == 1:
            return False
        before = len(self.journal.events)
        self._guarded(lambda: self._do(line, spoken))
        self._guarded(self._refresh)
        if len(self.journal.events) > before:
            self._after()
        return self.journal.state.open

    def _do(self, line: str, spoken: Sequence[str]) -> None:
        word, given = spoken[0].casefold(), list(spoken[1:])
        if word.startswith("?") and len(word) > 1:
            word, given = "?", [word[1:], *given]
        if given and self._is_player(word):
            self._act(line, spoken)
        elif manual.asks_what_now(line, self.journal.game):
            self._advise(again=True)
        elif word in ("?", "help"):
            manual.show(self.app, self.journal.game, given)
        elif word == "secret":
            self._secret(" ".join(given))
        elif word == "guide":
            self._guide()
        elif word == "scan" and self._secret_score:
            self._scan_apart(given)
        elif word in manual.COMMANDS:
            self._command(word, given)
        else:
            self._act(line, spoken)

    def _act(self, line: str, spoken: Sequence[str]) -> None:
        """An action in its own form, or a sentence."""
        exact: Text | str | None = None
        action = next((a for a in self._actions if a.name == spoken[0].casefold()), None)
        if action is not None:
            try:
                raw = forms.read(action, spoken[1:])
                self._check(action, raw)
            except Refusal as refusal:
                exact = self.app.refusal(refusal.text)
            except click.UsageError as error:
                exact = cli.usage(error)
            else:
                self._record(action, raw)
                return
        meanings = parse(self.journal.game, self.journal.state, line)
        told = secrecy.tells(self.journal, line, spoken)
        if isinstance(meanings, Unclear):
            self._explain(meanings, exact, told)
            return
        meant = meanings[0] if len(meanings) == 1 else self._which(meanings)
        if meant is not None:
            if not told:
                self.app.print(f"= {meant.form}")
            self._check(meant.action, meant.raw)
            self._record(meant.action, meant.raw)

    def _explain(self, unclear: Unclear, exact: Text | str | None, told: bool) -> None:
        if told:
            self.app.paragraph(T("That isn't understood; it isn't repeated here, since it may be secret."))
        elif exact is not None:
            self.app.paragraph(exact)
        else:
            if unclear.understood:
                self.app.print(T("Understood: {words}.", words=unclear.understood))
            self.app.paragraph(unclear.problem)
        for form in unclear.forms:
            self.app.print(T("The form is: {form}", form=form))
        if not unclear.forms:
            self.app.print(T("`?` lists the forms."))

    def _which(self, meanings: Sequence[Understood]) -> Understood | None:
        self.app.print(T("That can mean:"))
        for n, meant in enumerate(meanings, start=1):
            self.app.print(f"  {n}. {meant.form}")
        question = T("Which one, 1 to {n}? Enter alone for none.", n=len(meanings))
        chosen = self._ask(f"{self.app.say(question)} ").strip()
        self.app.print(f"{self.app.say(question)} {chosen}")
        if chosen.isdecimal() and 1 <= int(chosen) <= len(meanings):
            return meanings[int(chosen) - 1]
        self.app.print(T("Nothing was recorded."))
        return None

    def _check(self, action: Action, raw: Mapping[str, Any]) -> None:
        """Refuses words that can't be read as the action's parameters."""
        given = {param.name: raw.get(forms.key(param)) for param in action.params}
        words.parse(self.journal.game, self.journal.state, action.params, given)

    def _record(self, action: Action, raw: forms.Raw) -> None:
        if action.shows is not None:
            secrets.look(self._fresh(), action.name, raw)
        else:
            do.record(self._fresh(), action.name, raw)

    def _secret(self, name: str) -> None:
        """The hot seat for what a player alone may see, by the action that shows it and asks no more."""
        showing = [a for a in self._actions if a.shows and [p.kind for p in a.params] == ["player"]]
        if not showing:
            raise Refusal("no-secret", T("{game} has no secret of a player.", game=self.journal.game.name))
        if not name:
            raise Refusal("bad-argument", T("Whose? Write `secret NAME`."))
        action = showing[0]
        player_id(self.journal.state, name)
        self._record(action, {forms.key(action.params[0]): name})

    def _scan_apart(self, given: list[str]) -> None:
        """A scan where what is whose is secret: seen by the one who has the screen, and wiped."""
        with hotseat.private_screen(lines=True):
            self.app.print(T("What the pictures show is secret. Press Enter when nobody else can see."))
            sys.stdin.readline()
            self._guarded(lambda: self._command("scan", given))
            self.app.print(T("Press Enter to hide it."))
            sys.stdin.readline()

    def _guide(self) -> None:
        state = self.journal.state
        occasion = Occasion(state.players, state.rules, state.edition, state.start, state.deals)
        guide = self.journal.game.guide(occasion)
        worded = tuple(
            step._replace(text=manual.as_typed_here(self.app.say(step.text), self.journal.game))
            for step in guide.steps
        )
        steps.walk(self.app, guide._replace(steps=worded))

    def _command(self, word: str, given: list[str]) -> None:
        """One of the commands that exist outside of play too."""
        if word in manual.OF_A_GAME:
            given = [self.journal.game.key, *given]
        command = cli.cli.get_command(click.Context(cli.cli), word)
        if command is None:
            raise Refusal(
                "unknown-command", T("There is no '{word}' here. `?` lists what there is.", word=word)
            )
        with echo(True):  # it may ask something itself
            command.main(given, prog_name=word, standalone_mode=False, obj=self._fresh())

    def _fresh(self) -> App:
        """The app for one command, whose options end with it."""
        return replace(self.app)

    def _guarded(self, run: Callable[[], None]) -> None:
        """Says what was refused or broken off; the sitting goes on."""
        try:
            run()
        except Refusal as refusal:
            self.app.paragraph(manual.as_typed_here(self.app.refusal(refusal.text), self.journal.game))
        except click.ClickException as error:
            self.app.print(cli.usage(error))
        except (click.Abort, KeyboardInterrupt, hotseat.Interrupted):
            self.app.print(T("Broken off."))
        except OSError as error:
            self.app.print(str(error))

    def _refresh(self) -> None:
        self.journal = self.app.journal()

    def _after(self) -> None:
        """What follows a new event: how it stands, and what to do now where that has changed."""
        if not self.journal.state.open:
            self._command("score", [])
            return
        lasting = {action.name for action in actions(self.journal.game) if action.lasting}
        line = standing(self.journal, self.app.language)
        if line is not None and self.journal.events[-1].action not in lasting:
            self.app.print(line)
        self._advise()

    def _advise(self, again: bool = False) -> None:
        advised = now(self.journal)
        if again or [self.app.say(t) for t in advised] != [self.app.say(t) for t in self._advised]:
            for text in advised:
                self.app.paragraph(text)
        self._advised = advised

    @property
    def _prompt(self) -> str:
        return f"{self.journal.state.table}> "

    @property
    def _secret_score(self) -> bool:
        return self.journal.game.secret_score(self.journal.state)

    @property
    def _actions(self) -> tuple[Action, ...]:
        return forms.playable(self.journal.game)

    def _is_player(self, word: str) -> bool:
        try:
            player_id(self.journal.state, word)
        except Refusal:
            return False
        return True
