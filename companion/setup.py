"""Opening a table: who plays, which rules are in force, what is dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion import names
from companion.deals import Dealer
from companion.games.base import Game, Guide, Occasion
from companion.journal import Journal, setup_outcome
from companion.store import Store
from companion.table import Event, Json, Player
from scorers.refusal import Refusal
from scorers.text import T


class Opened(NamedTuple):
    """A table that was just opened, with its guide."""

    journal: Journal
    guide: Guide


def seated(game: Game, given: Sequence[str], count: int | None) -> tuple[Player, ...]:
    """The players in seat order from names, or P1 ... PN for a count.

    Raises `Refusal`: `players-out-of-range`, `bad-name`, `same-name`.
    """
    wanted = tuple(given) if given else tuple(f"P{n}" for n in range(1, min(count or 0, 99) + 1))
    number = len(given) if given else count or 0
    if not game.least_players <= number <= game.most_players:
        raise Refusal(
            "players-out-of-range",
            T(
                "{game} is for {least} to {most} players, not {number}.",
                game=game.name,
                least=game.least_players,
                most=game.most_players,
                number=number,
            ),
        )
    return tuple(Player(f"p{seat}", name, seat) for seat, name in enumerate(names.distinct(wanted), start=1))


def occasion(
    players: tuple[Player, ...], rules: Mapping[str, str], edition: Mapping[str, Json], start: str | None
) -> Occasion:
    """What the setup is for; `start` is the name of who was said to start. Refused if nobody is called so."""
    starter = None
    if start is not None:
        name = names.find(start, [p.name for p in players])
        starter = next(p.id for p in players if p.name == name)
    return Occasion(players, rules, edition, starter)


def open_table(store: Store, game: Game, what: Occasion, dealer: Dealer, at: str) -> Opened:
    """Opens the table and deals; on disk before this returns."""

    def build(table: str) -> Event:
        outcome = setup_outcome(game, table, what, dealer)
        return Event(1, at, "setup", outcome.data, outcome.secret)

    journal = store.open_table(game.key, build)
    state = journal.state
    dealt = Occasion(state.players, state.rules, state.edition, state.start, state.deals)
    return Opened(journal, game.guide(dealt))
