"""A recount: what was photographed or counted by hand, held against the record.

It is an assertion. Where the two differ, the table says which is right: one answer corrects the record, in
a single event, or keeps it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion import games
from companion.deals import Dealer
from companion.games.base import Action, Args, Cards, Outcome, Param
from companion.games.holdings import recorded
from companion.table import Json, State
from scorers.checks import joined
from scorers.text import T, Text


class Difference(NamedTuple):
    """One player's cards of one kind: how many of it lie in each set, on record and as counted, falling.

    In a game without sets all cards of a kind are one set.
    """

    player: str
    card: str
    recorded: tuple[int, ...]
    counted: tuple[int, ...]


def differences(state: State, counted: Mapping[str, Cards]) -> tuple[Difference, ...]:
    """Where the counted cards of these players (by name) differ from the record, kind by kind."""
    on_record = recorded(state)
    found = []
    for name, cards in counted.items():
        here, there = _by_kind(on_record.get(name, ())), _by_kind(cards)
        found += [
            Difference(name, card, here.get(card, ()), there.get(card, ()))
            for card in dict.fromkeys((*here, *there))
            if here.get(card, ()) != there.get(card, ())
        ]
    return tuple(found)


def fewer(found: Sequence[Difference]) -> tuple[str, ...]:
    """The players of whom fewer cards of some kind were counted than are on record."""
    return tuple(dict.fromkeys(d.player for d in found if sum(d.counted) < sum(d.recorded)))


def _by_kind(cards: Cards) -> dict[str, tuple[int, ...]]:
    kinds = Counter(card for card, n in cards if n)
    return {
        kind: tuple(sorted((n for card, n in cards if card == kind and n), reverse=True)) for kind in kinds
    }


def _check(state: State, args: Args, dealer: Dealer) -> Outcome:
    """`args["counted"]` is player id -> cards; each player's is checked beside those of the others."""
    action = _holdings(state)
    counted: Mapping[str, Cards] = args["counted"]
    outcomes = []
    for player in counted:  # what is about to be replaced must not stand in the way of the others' cards
        blank = action.check(state, {"player": player, "cards": ()}, dealer)
        state = action.effect(state, blank.data, blank.secret)
    for player, cards in counted.items():
        outcome = action.check(state, {"player": player, "cards": cards}, dealer)
        state = action.effect(state, outcome.data, outcome.secret)
        outcomes.append(outcome)
    data: dict[str, Json] = {"counts": [dict(outcome.data) for outcome in outcomes]}
    return Outcome(data, {"counts": [dict(outcome.secret) for outcome in outcomes]})


def _effect(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    action = _holdings(state)
    for one, hidden in zip(data["counts"], secret["counts"], strict=True):
        state = action.effect(state, one, hidden)
    return state


def _text(state: State, data: Mapping[str, Json]) -> Text:
    action = _holdings(state)
    return T("Recount: {counts}", counts=joined([action.text(state, one) for one in data["counts"]]))


def _holdings(state: State) -> Action:
    return next(action for action in games.load(state.game).actions if action.name == "holdings")


ACTION = Action(
    name="recount",
    help=T("The record is corrected to what was counted."),
    params=(Param("counted", "words", T("each player's cards")),),
    check=_check,
    effect=_effect,
    text=_text,
    under_do=False,
)
