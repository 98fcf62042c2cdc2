"""States kept along a journal, so that nobody has to fold ten thousand events to append one.

A checkpoint is never the truth, only a short cut to it: the same state as folding all events up to its
number. It can be used as long as the actions that were in effect then are those in effect now.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import NamedTuple

from companion.table import Deal, Json, Look, Player, State

EVERY = 16
"""A checkpoint is kept after every so many events."""

KEPT = 128
"""So many checkpoints of a table are kept, the latest ones."""


class Checkpoint(NamedTuple):
    """The state after event `number`, with what could be undone and redone then."""

    number: int
    state: State
    done: tuple[int, ...]
    undone: tuple[int, ...]


def usable(checkpoint: Checkpoint, done: Sequence[int], before: int) -> bool:
    """Whether the checkpoint lies before event `before` and the actions of its time are still in effect.

    `done` are the numbers of the actions in effect now, rising.
    """
    if checkpoint.number >= before:
        return False
    return checkpoint.done == tuple(done[: bisect_right(done, checkpoint.number)])


def to_json(checkpoint: Checkpoint) -> Json:
    """The checkpoint in JSON form."""
    state = checkpoint.state
    plain = {field.name: getattr(state, field.name) for field in fields(State)}
    plain["players"] = [list(player) for player in state.players]
    plain["looks"] = [list(look) for look in state.looks]
    plain["deals"] = [asdict(deal) for deal in state.deals]
    return {
        "number": checkpoint.number,
        "state": plain,
        "done": _runs(checkpoint.done),
        "undone": _runs(checkpoint.undone[::-1]),
    }


def from_json(value: Json) -> Checkpoint:
    """The checkpoint that `to_json` wrote."""
    plain = dict(value["state"])
    plain["players"] = tuple(Player(*player) for player in plain["players"])
    plain["looks"] = tuple(Look(*look) for look in plain["looks"])
    plain["deals"] = tuple(Deal(**deal) for deal in plain["deals"])
    done, undone = _numbers(value["done"]), _numbers(value["undone"])
    return Checkpoint(value["number"], State(**plain), done, undone[::-1])


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """Rising numbers as first and last of each unbroken run.

    >>> _runs([2, 3, 4, 7])
    [[2, 4], [7, 7]]
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return runs


def _numbers(runs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(number for first, last in runs for number in range(first, last + 1))
