"""The sets in which one player's cards lie (rules page Archaeology: a set is sold as it is laid down)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion import games
from companion.deck import Card
from companion.tally.model import card_text, kind_of
from companion.tally.owners import groups
from companion.tally.tags import Problem
from scorers.text import T

Sets = tuple[tuple[str, int], ...]


def lying_sets(
    player: str,
    cards: Sequence[Card],
    together: Sequence[tuple[Card, Card]],
    nearly: Mapping[frozenset[Card], float],
) -> tuple[Sets, list[Problem]]:
    """A player's sets as (kind key, number of cards), and notes on what a person should look at.

    `together` are cards of one kind that overlap or touch; `nearly` are some that don't quite, with the gap
    in millimetres. More cards together than a set holds are split the best way. Cards of a game without sets
    are left out.
    """
    cards = [card for card in cards if kind_of(card).largest_set is not None]
    place = {card: index for index, card in enumerate(cards)}
    pairs = [(place[a], place[b]) for a, b in together if a in place and b in place]
    lying = [[cards[index] for index in group] for group in groups(len(cards), pairs)]
    notes = _near(lying, nearly)
    sets: list[tuple[str, int]] = []
    for group in lying:
        split = _split(group)
        sets += split
        if len(split) > 1:
            notes.append(_split_note(player, group, split))
    return tuple(sets), notes


def _split(group: Sequence[Card]) -> list[tuple[str, int]]:
    kind = kind_of(group[0])
    if len(group) <= (kind.largest_set or 0):
        return [(kind.key, len(group))]
    best = games.load(group[0].game).best_sets({kind.key: len(group)})
    return [(key, n) for key, n, _ in best]


def _split_note(player: str, group: Sequence[Card], split: Sequence[tuple[str, int]]) -> Problem:
    kind = kind_of(group[0])
    text = T(
        "{player}: {n} cards of {kind} lie together and a set holds at most {most}: split the best way, into "
        "sets of {sets}.",
        player=player,
        n=len(group),
        kind=kind.name,
        most=kind.largest_set,
        sets=tuple(str(n) for _, n in split),
    )
    return Problem("split-set", text, tuple(card.payload for card in group))


def _near(lying: Sequence[Sequence[Card]], nearly: Mapping[frozenset[Card], float]) -> list[Problem]:
    """Cards of one kind that nearly touch and count as two sets."""
    group_of = {card: number for number, group in enumerate(lying) for card in group}
    notes = []
    for pair, apart in nearly.items():
        a, b = sorted(pair, key=lambda card: card.copy)
        if a in group_of and b in group_of and group_of[a] != group_of[b]:
            text = T(
                "{a} and {b} lie {mm} mm apart: counted as two sets. Cards of one set should touch.",
                a=card_text(a),
                b=card_text(b),
                mm=round(apart),
            )
            notes.append(Problem("unsure-set", text, (a.payload, b.payload)))
    return notes
