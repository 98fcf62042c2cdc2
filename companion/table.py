"""What a table is made of: players, deals, events, and the state that the events add up to.

Everything here is immutable. A state changes only by folding an event over it (see `companion.journal`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

Json = Any
"""A value that `json` can write: objects with string keys, lists, strings, whole numbers, booleans, null."""


NOTHING: Mapping[str, Json] = MappingProxyType({})
"""An empty mapping that nobody can fill."""


class Player(NamedTuple):
    """A person at the table. `id` never changes; the name can be corrected, the seat too.

    `away` is somebody who left; `out` says that what they have is not scored.
    """

    id: str
    name: str
    seat: int
    away: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """A random outcome with its commitment (see `companion.deals`).

    `value` is what may be shown at once (None while the deal is a secret); `deal` and `nonce` are what the
    commitment was made over, and stay hidden until `open`.
    """

    name: str
    round: int
    commitment: str
    nonce: str
    deal: Json
    value: Json = None
    open: bool = False


class Look(NamedTuple):
    """Someone looked at a secret: what they looked at, never what they saw. Undo leaves it standing."""

    player: str
    what: str
    round: int


class Event(NamedTuple):
    """The record of one accepted action. `data` holds what the action's effect needs, players by id.

    `secret` is the part that nobody may read off the record (nonces, deals, the seed); the store keeps it
    apart. `number` counts from 1 within the table; `at` is UTC in ISO 8601 with whole seconds and a Z.
    """

    number: int
    at: str
    action: str
    data: Mapping[str, Json] = NOTHING
    secret: Mapping[str, Json] = NOTHING


@dataclass(frozen=True, slots=True)
class State:
    """The table as its journal says it stands. `facts` is the game's own part, in JSON form.

    `pins` are the salted hashes of players' PINs by player id (see `companion.pins`); no view holds them.
    """

    table: str
    game: str
    players: tuple[Player, ...]
    rules: Mapping[str, str]
    edition: Mapping[str, Json]
    facts: Mapping[str, Json]
    start: str | None = None
    deals: tuple[Deal, ...] = ()
    looks: tuple[Look, ...] = ()
    open: bool = True
    seed: str | None = None
    pins: Mapping[str, Json] = field(default_factory=dict)

    def player(self, player_id: str) -> Player:
        """The player with this id; KeyError if nobody has it."""
        for player in self.players:
            if player.id == player_id:
                return player
        raise KeyError(player_id)

    def name(self, player_id: str) -> str:
        """The present name of the player with this id."""
        return self.player(player_id).name

    @property
    def names(self) -> tuple[str, ...]:
        """The names in seat order."""
        return tuple(player.name for player in self.players)

    @property
    def present(self) -> tuple[Player, ...]:
        """The players who have not left, in seat order."""
        return tuple(player for player in self.players if not player.away)

    def with_facts(self, **facts: Json) -> State:
        """The same table with these entries of the game's facts replaced."""
        return replace(self, facts={**self.facts, **facts})

    def deal(self, name: str, round_: int) -> Deal | None:
        """The deal of this name and round, the latest if it was dealt anew; None if there is none."""
        for deal in reversed(self.deals):
            if deal.name == name and deal.round == round_:
                return deal
        return None
