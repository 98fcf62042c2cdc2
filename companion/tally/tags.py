"""What each code in a picture is: a card of the deck in question, a player marker, or something else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache

from companion import deck, games, symbols
from companion.deck import Card, Marker
from companion.games.base import Game
from companion.table import Json
from recognizers.sighting import Sighting
from scorers.text import TN, T, Text

_MOST_NAMED = 4
"""More tags of another game are counted, and one of them named."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about the pictures that a person has to look at: a stable word, a sentence, payloads."""

    kind: str
    text: Text
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """A tag of ours in one layout: what it means and how it was seen."""

    what: Card | Marker
    sighting: Sighting


@dataclass(frozen=True, slots=True)
class Sorted:
    """The codes of one layout by what they are. Only `cards` and `markers` take part in the tally."""

    cards: tuple[Seen, ...]
    markers: tuple[Seen, ...]
    other_games: tuple[Seen, ...]
    malformed: tuple[Sighting, ...]
    foreign: tuple[Sighting, ...]


def sort(sightings: Iterable[Sighting], game: Game | None) -> Sorted:
    """Sorts codes. Without a game the cards of every deck count as cards."""
    cards: list[Seen] = []
    markers: list[Seen] = []
    others: list[Seen] = []
    malformed: list[Sighting] = []
    foreign: list[Sighting] = []
    for sighting in sightings:
        what = deck.meaning(sighting.text)
        if isinstance(what, Marker):
            markers.append(Seen(what, sighting))
        elif what is None:
            (malformed if looks_like_ours(sighting.text) else foreign).append(sighting)
        elif game is None or what.game == game.key:
            cards.append(Seen(what, sighting))
        else:
            others.append(Seen(what, sighting))
    return Sorted(tuple(cards), tuple(markers), tuple(others), tuple(malformed), tuple(foreign))


def together(layouts: Sequence[Sorted]) -> Sorted:
    """What several layouts show, as if they were one: for what is wrong with a whole video."""
    return Sorted(
        *(tuple(one for found in layouts for one in getattr(found, kind.name)) for kind in fields(Sorted))
    )


def looks_like_ours(text: str) -> bool:
    """Whether a text has the form of our tags, or nearly: a deck of ours, a colon, then up to two parts.

    >>> looks_like_ours("AR:POT:99"), looks_like_ours(" PL:0"), looks_like_ours("https://example.org")
    (True, True, False)
    """
    return bool(_form().fullmatch(unicodedata.normalize("NFKC", text).strip()))


@cache
def _form() -> re.Pattern[str]:
    decks = "|".join(sorted({deck.PLAYER_DECK, *(game.deck for game in games.every())}))
    return re.compile(rf"(?:{decks})(?:\s*:[\s\w-]*){{1,3}}", re.IGNORECASE)


def strangers(file: str, found: Sorted, game: Game | None) -> list[Problem]:
    """What is wrong with codes that belong to no card of this deck. Foreign codes are no problem."""
    problems = []
    by_game: dict[str, list[str]] = {}
    for seen in found.other_games:
        if isinstance(seen.what, Card):
            by_game.setdefault(seen.what.game, []).append(seen.what.payload)
    for key, payloads in by_game.items():
        unique = tuple(dict.fromkeys(payloads))
        text = TN(
            "{file}: There is {count} tag of {other}: {tags}; the game is {game}.",
            "{file}: There are {count} tags of {other}: {tags}; the game is {game}.",
            len(unique),
            file=file,
            tags=unique if len(unique) <= _MOST_NAMED else T("{tag} and others", tag=unique[0]),
            other=games.load(key).name,
            game=game.name if game else "",
        )
        problems.append(Problem("other-game", text, unique))
    for sighting in found.malformed:
        problems.append(Problem("malformed-tag", _malformed_text(file, sighting.text), (sighting.text,)))
    return problems


def _malformed_text(file: str, text: str) -> Text:
    """Says which part of a tag's text no card has, and what would be accepted."""
    parts = text.split(":")
    game = next((g for g in games.every() if g.deck == parts[0]), None)
    if game is None or len(parts) != 3:
        return T(
            "{file}: '{tag}' is no tag of a card; those read DECK:KIND:COPY, for instance AR:POT:07, and "
            "player markers PL:1 to PL:{seats}.",
            file=file,
            tag=text,
            seats=deck.MOST_SEATS,
        )
    kind = next((k for k in game.kinds if k.code == parts[1]), None)
    if kind is None:
        return T(
            "{file}: {game} has no kind '{code}' (tag {tag}). Known: {known}.",
            file=file,
            game=game.name,
            code=parts[1],
            tag=text,
            known=tuple(k.code for k in game.kinds),
        )
    return T(
        "{file}: there is no {tag}; the copies of {kind} are numbered 01 to {most:02}.",
        file=file,
        tag=text,
        kind=kind.name,
        most=kind.copies or deck.MOST_COPIES,
    )


def known_payloads(game: Game | None, edition: Mapping[str, Json]) -> frozenset[str]:
    """Everything that a tag in the picture may say: the deck's cards, or those of every deck, and markers.

    Every one stands there as the text of its QR code and, where it has an AprilTag, as that of this.
    Where nobody knows how many copies of a kind there are, all that a tag can name are possible.
    """
    what: list[Card | Marker] = [Marker(seat) for seat in range(1, deck.MOST_SEATS + 1)]
    for one in games.every() if game is None else (game,):
        what += _possible(one, edition if one is game else {})
    return frozenset().union(*either_symbol(what))


def wanted_payloads(
    game: Game, edition: Mapping[str, Json], seats: Iterable[int]
) -> tuple[frozenset[str], ...]:
    """What is to be seen before nothing more can be in a picture: every card of the deck, and these seats'
    markers.
    """
    return either_symbol([*(Marker(seat) for seat in seats), *_possible(game, edition)])


def either_symbol(what: Iterable[Card | Marker]) -> tuple[frozenset[str], ...]:
    """For each what its symbols say, of which one is enough to know it: the QR code, the AprilTag if any.

    >>> either_symbol([Marker(3)]) == (frozenset({"PL:3", "36h11:3"}),)
    True
    """
    texts = ((one.payload, symbols.fiducial_if_any(one)) for one in what)
    return tuple(frozenset(text for text in both if text is not None) for both in texts)


def _possible(game: Game, edition: Mapping[str, Json]) -> Iterator[Card]:
    missing = {k.key: deck.MOST_COPIES for k in game.kinds if game.copies(k, edition) is None}
    return deck.cards(game, edition, missing)
