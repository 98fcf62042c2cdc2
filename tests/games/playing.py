"""A table that is played by the lines one would write after `companion do`, without a store or a screen."""

from __future__ import annotations

import random
import shlex
from collections.abc import Mapping
from typing import Any

import pytest

from companion import games, words
from companion.deals import Dealer
from companion.games.base import SEVERAL, Action, Occasion
from companion.journal import Journal, act, extend, find_action, fold, setup_outcome, undo
from companion.table import Event, Json, Player, State
from scorers.refusal import Refusal

AT = "2026-11-29T20:15:00Z"
NAMES = ("Ann", "Bob", "Cem", "Dee")


class Table:
    """One table; `do` records a line, `refused` gives the refusal of one and sees that nothing was kept."""

    def __init__(
        self,
        game: str,
        players: int = 3,
        *,
        rules: Mapping[str, str] | None = None,
        edition: Mapping[str, Json] | None = None,
        start: str | None = "p1",
    ) -> None:
        self.game = games.load(game)
        self.dealer = Dealer(random.Random(1))
        seats = tuple(Player(f"p{i + 1}", NAMES[i], i + 1) for i in range(players))
        house = {rule.key: rule.default for rule in self.game.house_rules} | dict(rules or {})
        occasion = Occasion(seats, house, edition or {}, start)
        outcome = setup_outcome(self.game, f"{game}-1", occasion, self.dealer)
        self.journal: Journal = fold((Event(1, AT, "setup", outcome.data, outcome.secret),), games.load)

    @property
    def state(self) -> State:
        return self.journal.state

    @property
    def view(self) -> Mapping[str, Any]:
        return self.game.view(self.state, None)

    def event(self, line: str) -> Event:
        name, *rest = shlex.split(line)
        action = find_action(self.game, name)
        args = words.parse(self.game, self.state, action.params, _raw(action, rest))
        return act(self.journal, name, args, self.dealer, AT)

    def do(self, *lines: str) -> Table:
        for line in lines:
            self.journal = extend(self.journal, self.event(line))
        return self

    def undo(self) -> Table:
        self.journal = extend(self.journal, undo(self.journal, AT))
        return self

    def said(self, line: str) -> str:
        """Records the line and gives the log's sentence of it."""
        before, event = self.state, self.event(line)
        self.journal = extend(self.journal, event)
        return str(find_action(self.game, event.action).text(before, event.data))

    def answer(self, line: str) -> Mapping[str, Json]:
        """Records the line and gives what `do --json` shows beside the event."""
        before, event = self.state, self.event(line)
        self.journal = extend(self.journal, event)
        answer = find_action(self.game, event.action).answer
        assert answer is not None
        return answer(before, self.state, event.data)

    def refused(self, line: str) -> Refusal:
        before = self.journal
        with pytest.raises(Refusal) as refused:
            self.event(line)
        assert self.journal is before
        return refused.value

    def hands(self) -> dict[str, int | None]:
        return {hand["player"]: hand["cards"] for hand in self.view["hands_as_recorded"]}


def _raw(action: Action, rest: list[str]) -> dict[str, Any]:
    """The words of a line by parameter, as the command line hands them on."""
    options = {f"--{param.name}": param for param in action.params if param.option}
    raw: dict[str, Any] = {}
    plain: list[str] = []
    while rest:
        word = rest.pop(0)
        if word not in options:
            plain.append(word)
        elif options[word].kind == "flag":
            raw[options[word].name] = True
        elif options[word].kind in SEVERAL:
            raw.setdefault(options[word].name, []).append(rest.pop(0))
        else:
            raw[options[word].name] = rest.pop(0)
    for param in (param for param in action.params if not param.option):
        if param.kind in SEVERAL:
            raw[param.name], plain = plain, []
        elif plain:
            raw[param.name] = plain.pop(0)
    assert not plain, f"{action.name} takes no {plain}"
    return raw
