"""Who comes after whom at a table that some may have left."""

from __future__ import annotations

from companion.table import State


def clockwise(state: State, first: str | None) -> tuple[str, ...]:
    """The ids of everybody at the table, clockwise from this player, or from the first seat for None.

    Who has left is passed over, also as the first.
    """
    ids = [player.id for player in state.players]
    start = ids.index(first) if first in ids else 0
    here = {player.id for player in state.present}
    return tuple(player for player in (*ids[start:], *ids[:start]) if player in here)


def after(state: State, player: str) -> tuple[str, ...]:
    """The ids of everybody at the table, clockwise from whoever follows this player, who comes last."""
    first, *rest = clockwise(state, player)
    return (*rest, first) if first == player else (first, *rest)
