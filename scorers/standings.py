"""Places from totals: who comes before whom, what decided it, and who shares.

Players that nothing separates share their place. The order in which players are handed in never decides
anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorers.checks import Problem, all_of, joined, refuse_if
from scorers.sheet import Standing
from scorers.text import T, Text


class Criterion(NamedTuple):
    """What ranks players with the same total.

    `key` is the stable word for `Standing.decided_by`; `values` are the players' numbers, of which
    `settle_key` is the name. The texts are made from numbers: `won(mine, theirs)` why one is before others,
    `level(number)` why it didn't decide. `rule` names the house rule behind it, None where the published
    rules say so.
    """

    key: str
    settle_key: str
    values: Mapping[str, int]
    higher_wins: bool
    won: Callable[[int, tuple[int, ...]], Text]
    level: Callable[[int], Text]
    rule: Text | None = None


_SO_FAR: Mapping[str, str] = {
    text.message: instead.message
    for text, instead in (
        (T("{player} wins: {total} against {next}."), T("{player} leads: {total} against {next}.")),
        (T("{player} wins: {why}."), T("{player} leads: {why}.")),
    )
}


def so_far(explanation: Text) -> Text:
    """What `rank` says in a game that goes on: nobody wins yet.

    >>> str(so_far(rank({"Ann": 4, "Bob": 1})[1]))
    'Ann leads: 4 against 1.'
    """
    params = {k: so_far(v) if isinstance(v, Text) else v for k, v in explanation.params.items()}
    return replace(explanation, message=_SO_FAR.get(explanation.message, explanation.message), params=params)


class _Block(NamedTuple):
    """Players whom nothing separates; `by` separated them from others with their total, `why` says how."""

    players: tuple[str, ...]
    by: Criterion | None = None
    why: Text | None = None
    level: tuple[Text, ...] = ()


def rank(
    totals: Mapping[str, int],
    *,
    criteria: Sequence[Criterion] = (),
    lots: random.Random | None = None,
    shared_rule: Text | None = None,
) -> tuple[tuple[Standing, ...], Text]:
    """Standings by place (players of one place in the order given), and in words what decided.

    The higher total is before the lower; equal totals are ranked by `criteria` in turn. Who is still level
    shares the place, or draws lots where `lots` is handed in. `shared_rule` names the house rule by which
    ties are shared. A criterion whose number none of those with one total has is passed over; if only some
    have it, it is a `Refusal`.

    >>> rank({"Ann": 4, "Bob": 4, "Cem": 1})[0][2].place
    3
    >>> str(rank({"Ann": 4, "Bob": 4, "Cem": 1})[1])
    'Ann and Bob share first place: tied on 4.'
    """
    groups = {total: tuple(p for p in totals if totals[p] == total) for total in _descending(totals)}
    refuse_if([problem for c in criteria for problem in _half_given(c, groups)])
    standings: list[Standing] = []
    sentences = _win_by_total(groups)
    for total, tied in groups.items():
        for block in _split(_Block(tied), criteria):
            place = len(standings) + 1
            if len(block.players) > 1 and lots is not None:
                order = tuple(lots.sample(block.players, len(block.players)))
                standings += [Standing(place + i, p, total, False, "lot") for i, p in enumerate(order)]
                sentences.append(_lot_sentence(order, block, place, total))
            else:
                standings += _places(block, place, total)
                sentences += _sentences(block, place, total, shared_rule)
    return tuple(standings), _as_one(sentences)


def _descending(totals: Mapping[str, int]) -> list[int]:
    return sorted(set(totals.values()), reverse=True)


def _half_given(criterion: Criterion, groups: Mapping[int, tuple[str, ...]]) -> list[Problem]:
    problems = []
    for total, tied in groups.items():
        missing = [p for p in tied if p not in criterion.values]
        if missing and len(missing) < len(tied):
            text = T(
                "{all} are tied on {total} and {key} decides, but it is missing for {players}",
                all=all_of(tied),
                total=total,
                key=criterion.settle_key,
                players=all_of(missing),
            )
            problems.append(Problem("missing-key", text))
    return problems


def _split(block: _Block, criteria: Sequence[Criterion]) -> list[_Block]:
    """The block cut into what the criteria can tell apart, best first."""
    if len(block.players) == 1 or not criteria:
        return [block]
    first, rest = criteria[0], criteria[1:]
    if block.players[0] not in first.values:  # then no one's is known: half-given ones were refused
        unasked = T("their {key} would decide it", key=first.settle_key)
        level = (*block.level, _with_rule(unasked, first.rule))
        return _split(_Block(block.players, block.by, block.why, level), rest)
    values = sorted({first.values[p] for p in block.players}, reverse=first.higher_wins)
    if len(values) == 1:
        level = (*block.level, first.level(values[0]))
        return _split(_Block(block.players, block.by, block.why, level), rest)
    parts = []
    for i, value in enumerate(values):
        players = tuple(p for p in block.players if first.values[p] == value)
        behind = tuple(values[i + 1 :])
        if behind:
            part = _Block(players, first, _with_rule(first.won(value, behind), first.rule))
        else:
            part = _Block(players, first, level=(first.level(value),))
        parts += _split(part, rest)
    return parts


def _places(block: _Block, place: int, total: int) -> list[Standing]:
    if len(block.players) > 1:
        return [Standing(place, player, total, True, "shared") for player in block.players]
    decided_by = block.by.key if block.by else "total"
    return [Standing(place, block.players[0], total, False, decided_by)]


def _win_by_total(groups: Mapping[int, tuple[str, ...]]) -> list[Text]:
    """The sentence for a winner whose total nobody else has."""
    if not groups:
        return [T("There is nobody to rank.")]
    best, *others = groups
    if len(groups[best]) > 1:
        return []
    player = groups[best][0]
    if not others:
        return [T("{player} has {total}.", player=player, total=best)]
    return [T("{player} wins: {total} against {next}.", player=player, total=best, next=others[0])]


def _sentences(block: _Block, place: int, total: int, shared_rule: Text | None) -> list[Text]:
    """What is to be said of a block beyond the totals; one behind those tied is told of with them."""
    why = _reasons(T("tied on {total}", total=total), block)
    if len(block.players) > 1:
        players, why = all_of(block.players), _with_rule(why, shared_rule)
        if place == 1:
            return [T("{players} share first place: {why}.", players=players, why=why)]
        return [T("{players} share place {place}: {why}.", players=players, place=place, why=why)]
    if block.why is None:
        return []
    if place == 1:
        return [T("{player} wins: {why}.", player=block.players[0], why=why)]
    return [T("{player} takes place {place}: {why}.", player=block.players[0], place=place, why=why)]


def _lot_sentence(order: tuple[str, ...], block: _Block, place: int, total: int) -> Text:
    tied = T("{players} are tied on {total}", players=all_of(block.players), total=total)
    why = _reasons(tied, block)
    if place == 1:
        return T("{player} wins by lot: {why}; lots drawn: {order}.", player=order[0], why=why, order=order)
    return T("Places from {place} on by lot: {why}; lots drawn: {order}.", place=place, why=why, order=order)


def _reasons(tied: Text, block: _Block) -> Text:
    return joined([tied, *([block.why] if block.why else []), *block.level])


def _with_rule(why: Text, rule: Text | None) -> Text:
    return T("{why} ({rule})", why=why, rule=rule) if rule else why


def _as_one(sentences: Sequence[Text]) -> Text:
    head, *tail = sentences
    for sentence in tail:
        head = T("{first} {then}", first=head, then=sentence)
    return head
