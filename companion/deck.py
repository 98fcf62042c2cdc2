"""The tags of a deck: which payloads there are, and which card a payload means.

A payload is `DECK:KIND:COPY`, for instance `AR:POT:07`; a player marker is `PL:3` and belongs to seat 3.
An AprilTag says only a number: it is read as `36h11:22`, and `companion.symbols` knows whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion import games
from companion.games.base import Game, Kind
from companion.table import Json
from scorers.refusal import Refusal
from scorers.text import T

PLAYERS = "players"
PLAYER_DECK = "PL"
MOST_SEATS = 10
MOST_COPIES = 99

_CARD = re.compile(r"([A-Z]{2}):([A-Z0-9]+):([0-9]{2})")
_MARKER = re.compile(rf"{PLAYER_DECK}:([1-9][0-9]?)")
_FIDUCIAL = re.compile(r"36h11:(0|[1-9]\d{0,2})")


@dataclass(frozen=True, slots=True)
class Card:
    """One single card of a deck: `kind` is a key of the game's kinds, `copy` counts from 1."""

    game: str
    kind: str
    copy: int

    @property
    def payload(self) -> str:
        """What its tag says."""
        game = games.load(self.game)
        return f"{game.deck}:{game.kind(self.kind).code}:{self.copy:02}"


@dataclass(frozen=True, slots=True)
class Marker:
    """The marker of the player in this seat."""

    seat: int

    @property
    def payload(self) -> str:
        """What its tag says."""
        return f"{PLAYER_DECK}:{self.seat}"


def marker_payloads() -> tuple[str, ...]:
    """The payloads of all player markers, by seat."""
    return tuple(Marker(seat).payload for seat in range(1, MOST_SEATS + 1))


def copies(game: Game, kind: Kind, edition: Mapping[str, Json], given: Mapping[str, int]) -> int | None:
    """How many tags a kind gets: what was `given` for it, else the deck's or the edition's number."""
    return given.get(kind.key, game.copies(kind, edition))


def cards(
    game: Game,
    edition: Mapping[str, Json],
    given: Mapping[str, int] | None = None,
    only: Collection[str] | None = None,
) -> Iterator[Card]:
    """Every card of the deck, kind by kind, or of `only` these kinds.

    Raises `Refusal` (`copies-unknown`) naming all kinds of which nobody has said how many there are.
    """
    wanted = [kind for kind in game.kinds if only is None or kind.key in only]
    numbers = {kind.key: copies(game, kind, edition, given or {}) for kind in wanted}
    unknown = tuple(key for key, n in numbers.items() if n is None)
    if unknown:
        raise Refusal(
            "copies-unknown",
            T(
                "How many copies {game} has of {kinds} is printed in the box and not known here: "
                "say it with --copies KIND=N, or once for all with `companion edition {key} copies.KIND=N`.",
                game=game.name,
                kinds=unknown,
                key=game.key,
            ),
        )
    for key, n in numbers.items():
        for copy in range(1, (n or 0) + 1):
            yield Card(game.key, key, copy)


def meaning(text: str) -> Card | Marker | None:
    """What a tag's text means; None for a text that is no tag of ours, or of no card that a deck holds.

    A copy number beyond the deck's counts as no tag; where nobody knows how many copies there are, any does.

    >>> meaning("AR:POT:07")
    Card(game='archaeology', kind='pot-shard', copy=7)
    >>> meaning("PL:3"), meaning("AR:POT:99"), meaning("https://example.org")
    (Marker(seat=3), None, None)
    >>> meaning("36h11:22")
    Card(game='archaeology', kind='pot-shard', copy=7)
    """
    fiducial = _FIDUCIAL.fullmatch(text)
    if fiducial:
        from companion.symbols import meaning_of_id

        return meaning_of_id(int(fiducial[1]))
    marker = _MARKER.fullmatch(text)
    if marker:
        seat = int(marker[1])
        return Marker(seat) if seat <= MOST_SEATS else None
    card = _CARD.fullmatch(text)
    if not card:
        return None
    game = games.with_deck(card[1])
    return None if game is None else _card(game, card[2], int(card[3]))


def _card(game: Game, code: str, copy: int) -> Card | None:
    for kind in game.kinds:
        if kind.code == code:
            most = kind.copies if kind.copies is not None else MOST_COPIES
            return Card(game.key, kind.key, copy) if 1 <= copy <= most else None
    return None
