"""What a Treasure Hunt table shows of the play, with names (nothing in it is secret)."""

from __future__ import annotations

from companion.games.treasure_places import START, in_order
from companion.games.treasure_record import (
    ace_of,
    banked_of,
    hand_of,
    still_out,
    stock_left,
    unnamed,
)
from companion.games.treasure_thief import thief_place
from companion.table import Json, State


def view(state: State) -> dict[str, Json]:
    """Pieces, face-up field cards, treasures in hand and banked, the stock.

    A place or card nobody recorded is null; an ace of which nothing is on record stands at the start place.
    """
    facts = state.facts
    layout = facts["board"] or next((d.value for d in reversed(state.deals) if d.name == "layout"), None)
    by_name = {p.name: p.id for p in state.players}
    return {
        "in_hand": {name: hand_of(state, player) for name, player in by_name.items()},
        "banked": {name: banked_of(state, player) for name, player in by_name.items()},
        "unnamed": {name: n for name, player in by_name.items() if (n := unnamed(state, player))},
        "still_out": still_out(state),
        "stock": stock_left(state),
        "suits": {state.name(player): suit for player, suit in facts["suits"].items()},
        "order": [state.name(player) for player in facts["order"]],
        "turn": None if facts["turn"] is None else state.name(facts["turn"]),
        "thief": None if layout is None else thief_place(state),
        "aces": {name: _ace(state, player) for name, player in by_name.items()},
        "field": {} if layout is None else {p: facts["field"][p] for p in in_order(layout, facts["field"])},
        "spirits": {
            card: {"player": state.name(spirit["player"]), "place": spirit["place"]}
            for card, spirit in facts["spirits"].items()
        },
    }


def _ace(state: State, player: str) -> Json:
    ace = ace_of(state, player)
    if ace is None:
        return {"place": START, "face_up": True}
    return {"place": ace["place"], "face_up": ace["up"]}
