"""Which AprilTag belongs to which card, by the table of `companion.games.fiducials`."""

from __future__ import annotations

from functools import cache

from companion import games
from companion.deck import MOST_SEATS, Card, Marker
from companion.games.fiducials import RANGES
from recognizers.sighting import FAMILY
from scorers.refusal import Refusal
from scorers.text import T


def id_of(what: Card | Marker) -> int:
    """The id of a card's or marker's AprilTag.

    Raises `Refusal` (`no-fiducial`) for a deck without ids, and beyond the copies that there are ids for.

    >>> id_of(Marker(3)), id_of(Card("archaeology", "pot-shard", 7))
    (3, 22)
    """
    if isinstance(what, Marker):
        return what.seat
    first, room = _block(what)
    if 1 <= what.copy <= room:
        return first + what.copy - 1
    game = games.load(what.game)
    kind = game.kind(what.kind)
    if not room:
        raise Refusal(
            "no-fiducial",
            T(
                "{game} has no AprilTags for {kind}: print its tags with --symbol qr. "
                "These games have some: {games}.",
                game=game.name,
                kind=kind.name,
                games=tuple(one.name for one in games.built_in()),
            ),
        )
    raise Refusal(
        "no-fiducial",
        T(
            "There are AprilTags for {room} copies of {kind}, none for number {copy}: print the kinds that "
            "have more with --symbol qr and --only; both can be read in one picture.",
            room=room,
            kind=kind.name,
            copy=what.copy,
        ),
    )


def _block(card: Card) -> tuple[int, int]:
    """The id of the first copy of a card's kind, and for how many there is room: none of another's deck."""
    game = games.load(card.game)
    one = next((one for one in RANGES if one.deck == game.deck), None)
    return (0, 0) if one is None else one.firsts.get(game.kind(card.kind).code, (0, 0))


def fiducial_of(what: Card | Marker) -> str:
    """What is read from its AprilTag.

    >>> fiducial_of(Card("archaeology", "pot-shard", 7))
    '36h11:22'
    """
    return f"{FAMILY}:{id_of(what)}"


def fiducial_if_any(what: Card | Marker) -> str | None:
    """The same, or None for a card that has no AprilTag."""
    return fiducial_of(what) if isinstance(what, Marker) or what.copy <= _block(what)[1] else None


def meaning_of_id(number: int) -> Card | Marker | None:
    """The card or marker with this id; None for an id that no deck has.

    >>> meaning_of_id(22), meaning_of_id(3), meaning_of_id(0), meaning_of_id(586)
    (Card(game='archaeology', kind='pot-shard', copy=7), Marker(seat=3), None, None)
    """
    return _meanings().get(number)


@cache
def _meanings() -> dict[int, Card | Marker]:
    found: dict[int, Card | Marker] = {seat: Marker(seat) for seat in range(1, MOST_SEATS + 1)}
    decks = {game.deck: game for game in games.built_in()}
    for one in RANGES:
        game = decks.get(one.deck)
        if game is None:
            continue
        keys = {kind.code: kind for kind in game.kinds}
        for code, (first, room) in one.firsts.items():
            kind = keys[code]
            most = room if kind.copies is None else min(room, kind.copies)
            found.update((first + n, Card(game.key, kind.key, n + 1)) for n in range(most))
    return found
