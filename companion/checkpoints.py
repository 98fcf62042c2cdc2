"""States kept along a journal, so that nobody has to fold ten thousand events to append one.

A checkpoint is never the truth, only a short cut to it: the same state as folding all events up to its
number. It can be used as long as the actions that were in effect then are those in effect now.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, fields
from itertools import chain
from typing import NamedTuple

from companion.stored import Stored
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


class Kept(Stored[Checkpoint]):
    """Checkpoints in the store, the latest first, of which only the `numbers` are known until one is used."""

    def __init__(self, numbers: Sequence[int], load: Callable[[int, int], list[Checkpoint]]) -> None:
        super().__init__(len(numbers), load)
        self.numbers = numbers


def earlier(checkpoints: Sequence[Checkpoint], number: int) -> Iterator[Checkpoint]:
    """Those before event `number`, the latest first. No other is loaded, and none before it is asked for."""
    kept = checkpoints.numbers if isinstance(checkpoints, Kept) else [each.number for each in checkpoints]
    for place, at in enumerate(kept):
        if at < number:
            try:
                checkpoint = checkpoints[place]
            except KeyError:  # the store has let go of it since, and of all before it
                return
            yield checkpoint


def usable(checkpoint: Checkpoint, done: Sequence[int]) -> bool:
    """Whether the actions in effect at the checkpoint's time are those, of all until then, in effect now.

    `done` are the numbers of the actions in effect now, rising.
    """
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
    return tuple(chain.from_iterable(range(first, last + 1) for first, last in runs))
