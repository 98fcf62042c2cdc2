"""The lines between actions: what to do now, whose turn it is, how it stands."""

from __future__ import annotations

from companion.games import advice
from companion.journal import Journal
from companion.view import score_view, seen
from scorers.refusal import Refusal
from scorers.text import T, Text


def now(journal: Journal) -> tuple[Text, ...]:
    """What to do now, and whose turn it is where the table records turns."""
    shown = seen(journal.game, journal.state)
    turn = shown.get("turn")
    whose = (
        (T("It is the turn of {name}.", name=turn),) if isinstance(turn, str) and journal.state.open else ()
    )
    if not journal.state.open:
        return advice.general(shown)
    return (*whose, *journal.game.advice(shown))


def standing(journal: Journal, language: str) -> Text | None:
    """How it stands in one line; None while nobody has anything, or where it can't be added up.

    Totals that the game keeps secret are not in it.
    """
    game, state = journal.game, journal.state
    if game.secret_score(state):
        return None
    try:
        shown = score_view(journal, game.score(state), False, language)
    except Refusal:
        return None
    places = shown["standings"]
    if not any(place["total"] for place in places):
        return None
    said = tuple(T("{name} {total}", name=place["player"], total=place["total"]) for place in places)
    return T("Standing: {players}", players=said)
