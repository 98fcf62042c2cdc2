"""What is wrong with the cards of some pictures, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from companion import games
from companion.deck import Card, Marker
from companion.tally.model import Found, Situation, card_text, held, player_name, taken
from companion.tally.owners import Owned
from companion.tally.tags import Problem
from scorers.text import TN, T


def unsure_owners(
    file: str, cards: Sequence[Card], owned: Sequence[Owned], situation: Situation
) -> list[Problem]:
    """One problem for every group of players between whom cards lie."""
    between: dict[tuple[int, ...], list[Card]] = {}
    for card, result in zip(cards, owned, strict=True):
        if result.rivals and result.seat is not None:
            between.setdefault((result.seat, *result.rivals), []).append(card)
    return [
        Problem(
            "unsure-owner",
            T(
                "{file}: {cards} may be of {players}; counted for {first}. Move them apart or name who has "
                "them with --player.",
                file=file,
                cards=tuple(card_text(card) for card in group),
                players=tuple(player_name(seat, situation) for seat in seats),
                first=player_name(seats[0], situation),
            ),
            tuple(card.payload for card in group),
        )
        for seats, group in between.items()
    ]


def missing(situation: Situation, read: Collection[int]) -> tuple[str, ...]:
    """The players whose cards count at the table, without those whose markers were read."""
    return tuple(p.name for p in situation.seats if not p.out and p.seat not in read)


def aside(file: str, player: str, cards: Sequence[Card], missing: Sequence[str]) -> Problem:
    """Cards in a row beside that of the nearest marker; `missing` has whose markers were read nowhere."""
    texts = tuple(card_text(card) for card in cards)
    if missing:
        text = TN(
            "{file}: No marker of {missing} was read. {cards} lies in a row next to the one with {player}'s "
            "marker and may be somebody else's. Lay every marker in its row and where it can be read, or "
            "scan each player's cards by themselves with --player NAME.",
            "{file}: No marker of {missing} was read. {cards} lie in a row next to the one with {player}'s "
            "marker and may be somebody else's. Lay every marker in its row and where it can be read, or "
            "scan each player's cards by themselves with --player NAME.",
            len(cards),
            file=file,
            missing=tuple(missing),
            player=player,
            cards=texts,
        )
    else:
        text = TN(
            "{file}: {cards} lies in a row next to the one with {player}'s marker; counted for {player}.",
            "{file}: {cards} lie in a row next to the one with {player}'s marker; counted for {player}.",
            len(cards),
            file=file,
            cards=texts,
            player=player,
        )
    return Problem("unsure-owner", text, tuple(card.payload for card in cards))


def unmarked(missing: Sequence[str]) -> Problem:
    """Players whose markers were read nowhere, where nothing speaks for cards of theirs in the pictures."""
    text = T("Not counted, since no marker of theirs was read: {names}.", names=tuple(missing))
    return Problem("no-marker", text)


def idle_markers(read: Collection[int], holders: Mapping[Card, str], situation: Situation) -> list[Problem]:
    """Says for whom nothing is counted though their markers were read: a hand may lie on their cards."""
    having = set(holders.values())
    names = tuple(
        name
        for seat in sorted(read)
        if taken(seat, situation) and (name := player_name(seat, situation)) not in having
    )
    if not names or not holders:
        return []
    text = TN(
        "No card is counted for {names}, though the marker was read.",
        "No card is counted for {names}, though their markers were read.",
        len(names),
        names=names,
    )
    return [Problem("marker-without-cards", text)]


def other_marker(file: str, markers: Sequence[Marker], situation: Situation) -> Problem | None:
    """The markers of others at the table in a picture that is said to be of one player's cards alone."""
    others = tuple(
        marker
        for marker in dict.fromkeys(markers)
        if situation.seats and player_name(marker.seat, situation) != situation.owner
    )
    if not others:
        return None
    text = T(
        "{file}: There are markers of {others}, but --player says that all cards are {owner}'s. Without "
        "--player the markers say whose they are; with it, only {owner}'s cards may be in the picture.",
        file=file,
        others=tuple(player_name(marker.seat, situation) for marker in others),
        owner=situation.owner,
    )
    return Problem("other-marker", text, tuple(marker.payload for marker in others))


def twice_in_one(file: str, cards: Sequence[Card], names: Sequence[str | None]) -> list[Problem]:
    """Two prints of one tag in one picture; where they are of two players, that is reported by itself."""
    problems = []
    for card, n in Counter(cards).items():
        of = {name for other, name in zip(cards, names, strict=True) if other == card}
        if n > 1 and len(of - {None}) < 2:
            text = T(
                "{file}: {card} is there {n} times; every tag may be printed and stuck on one card only.",
                file=file,
                card=card_text(card),
                n=n,
            )
            problems.append(Problem("same-tag-twice", text, (card.payload,)))
    return problems


def too_many(best: Mapping[Card, Found], situation: Situation) -> list[Problem]:
    """More different cards of a kind than this deck or edition has."""
    numbers: dict[tuple[str, str], list[Card]] = {}
    for card in best:
        numbers.setdefault((card.game, card.kind), []).append(card)
    problems = []
    for (game_key, kind_key), group in numbers.items():
        game = games.load(game_key)
        kind = game.kind(kind_key)
        most = game.copies(kind, situation.edition if game is situation.game else {})
        if most is not None and len(group) > most:
            text = T(
                "{n} different cards of {kind} were read, but the deck holds {most}.",
                n=len(group),
                kind=kind.name,
                most=most,
            )
            problems.append(Problem("too-many-copies", text, tuple(sorted(c.payload for c in group))))
    return problems


def left_over(rest: Sequence[Found]) -> list[Problem]:
    """Says which cards count for nobody, and why."""
    notes = []
    useless = [found.card for found in rest if not held(found.card)]
    nobodys = [found.card for found in rest if held(found.card)]
    if useless:
        text = TN(
            "{count} card that nobody can hold for points is not counted: {cards}.",
            "{count} cards that nobody can hold for points are not counted: {cards}.",
            len(useless),
            cards=tuple(card_text(card) for card in useless),
        )
        notes.append(Problem("not-held", text, tuple(card.payload for card in useless)))
    if nobodys:
        text = TN(
            "{count} card is given to nobody: lay a player marker in its row, or name who has it with "
            "--player. From the marker to the next card, and from set to set, a card's width is the most.",
            "{count} cards are given to nobody: lay player markers in their rows, or name who has them with "
            "--player. From the marker to the next card, and from set to set, a card's width is the most.",
            len(nobodys),
        )
        notes.append(Problem("unassigned", text, tuple(card.payload for card in nobodys)))
    return notes


def several_games(keys: Sequence[str]) -> Problem:
    """Cards of several games where no table or option says which is played."""
    text = T(
        "Cards of several games were read: {games}. Only those of one are added up; name it: {options}.",
        games=tuple(games.load(key).name for key in keys),
        options=tuple(f"--game {key}" for key in keys),
    )
    return Problem("several-games", text)


def no_such_seat(file: str, marker: Marker, taken: int) -> Problem:
    """A marker of a seat beyond the table's."""
    text = TN(
        "{file}: {tag} is the marker of seat {seat}, but only one person plays.",
        "{file}: {tag} is the marker of seat {seat}, but only seats 1 to {count} are taken.",
        taken,
        file=file,
        tag=marker.payload,
        seat=marker.seat,
    )
    return Problem("no-such-seat", text, (marker.payload,))


def same_card_twice(card: Card, files: Mapping[str, str], holder: str) -> Problem:
    """One card with several players; `files` tells in which picture each has it."""
    players = tuple(T("{player} in {file}", player=name, file=file) for name, file in files.items())
    text = T(
        "{card} is with {players}; a card can be in one place only. Counted for {holder}.",
        card=card_text(card),
        players=players,
        holder=holder,
    )
    return Problem("same-card-twice", text, (card.payload,))


def beyond_deck(cards: Iterable[Card], of_kind: Mapping[str, int]) -> list[Problem]:
    """Cards with a number beyond the copies that this deck is said to hold."""
    return [
        Problem(
            "too-many-copies",
            T("{card} was read, but the deck holds {most} of its kind.", card=card_text(card), most=most),
            (card.payload,),
        )
        for card in sorted(cards, key=lambda card: card.payload)
        if card.copy > (most := of_kind.get(card.kind, 0))
    ]
