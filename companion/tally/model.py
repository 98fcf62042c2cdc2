"""What goes into a tally and what it is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion import games
from companion.deck import Card
from companion.games.base import Game, Kind
from companion.table import Json, Player
from companion.tally.tags import Problem
from recognizers.sighting import Sighting
from scorers.text import T, Text

NOBODY = "-"
"""Who has the cards where no table is open and nobody was named."""
UNSURE_BELOW = 0.7
"""Reads less sure than this are marked for the person who looks them over."""
BY_COMPARISON = "closed-set"
"""The reader of codes that were told by comparing them with the deck's, not decoded."""


def percent(sighting: Sighting) -> str:
    """How sure a read is, for people.

    >>> percent(Sighting("PL:1", ((0, 0), (1, 0), (1, 1), (0, 1)), "zxing", 0.982))
    '98 %'
    """
    return f"{round(sighting.confidence * 100)} %"


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in one file or camera: `layouts` has one entry for a picture, several for a video.

    `problem` says why a file could not be read (to its end); `frames` is how many a video had, `stands_for`
    how many of them each layout stands for (one where it is empty).
    """

    file: str
    width: int | None = None
    height: int | None = None
    milliseconds: int = 0
    layouts: tuple[tuple[Sighting, ...], ...] = ()
    problem: Problem | None = None
    frames: int | None = None
    stands_for: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """What the pictures are of. `seats` are the table's players (none without a table); `owner` was named.

    `game` is None where tags of every deck are accepted. `tag_mm` is the side of
    the cards' symbols where they haven't their usual ones.
    """

    game: Game | None = None
    edition: Mapping[str, Json] = field(default_factory=dict)
    seats: tuple[Player, ...] = ()
    owner: str | None = None
    tag_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A card as it was best seen: where, how surely."""

    card: Card
    file: str
    sighting: Sighting

    @property
    def unsure(self) -> bool:
        """Whether a person should look at it."""
        return self.sighting.confidence < UNSURE_BELOW

    @property
    def compared(self) -> bool:
        """Whether it was told by comparing."""
        return self.sighting.reader == BY_COMPARISON


@dataclass(frozen=True, slots=True)
class Share:
    """One player's cards, and the sets they lie in: (kind key, number of cards) each."""

    player: str
    cards: tuple[Found, ...]
    sets: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """Every card once. `problems` keep a tally from being recorded unseen, `notes` don't.

    `game` is the game that all cards are of, None where there is no single one.
    """

    game: Game | None
    shares: tuple[Share, ...]
    unassigned: tuple[Found, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]

    @property
    def found(self) -> tuple[Found, ...]:
        """All cards, whoever has them."""
        return (*(card for share in self.shares for card in share.cards), *self.unassigned)

    def counts(self, cards: Sequence[Found]) -> dict[str, int]:
        """Cards by kind; where decks are mixed and have kinds of one name, the game stands before it."""
        games_of: dict[str, set[str]] = {}
        for found in self.found:
            games_of.setdefault(found.card.kind, set()).add(found.card.game)
        keys = (
            c.card.kind if len(games_of[c.card.kind]) == 1 else f"{c.card.game}:{c.card.kind}" for c in cards
        )
        return dict(Counter(keys))

    def as_json(self) -> dict[str, Json]:
        """The tally as other programs read it."""
        return {
            "players": [
                {
                    "player": share.player,
                    "cards": self.counts(share.cards),
                    "sets": [{"card": card, "count": n} for card, n in share.sets],
                }
                for share in self.shares
            ],
            "unassigned": self.counts(self.unassigned),
        }


def player_name(seat: int, situation: Situation) -> str:
    """The name of who sits there, `Player N` where no table says."""
    named = (player.name for player in situation.seats if player.seat == seat)
    return next(named, f"Player {seat}")


def taken(seat: int, situation: Situation) -> bool:
    """Whether somebody sits there; without a table every seat may be taken."""
    return not situation.seats or any(player.seat == seat for player in situation.seats)


def held(card: Card) -> bool:
    """Whether a player can hold this card for scoring."""
    return kind_of(card).held


def kind_of(card: Card) -> Kind:
    return games.load(card.game).kind(card.kind)


def card_text(card: Card) -> Text:
    """A single card in words: its kind's name, its number, its tag."""
    return T("{kind} {copy} ({tag})", kind=kind_of(card).name, copy=card.copy, tag=card.payload)
