"""What keeps a tally from being recorded unseen though nothing in it is wrong; and why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from companion import games
from companion.deck import Card, Marker
from companion.tally.model import Reading, Situation, Tally
from companion.tally.tags import Problem, sort, together
from scorers.text import TN, T, Text


def with_nobodys_as_problem(tally: Tally) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """The problems and notes of a tally that is to be recorded: cards that are nobody's are a problem."""
    nobodys = [
        Problem("no-owner", note.text, note.cards) for note in tally.notes if note.kind == "unassigned"
    ]
    notes = tuple(note for note in tally.notes if note.kind != "unassigned")
    return (*tally.problems, *nobodys), notes


def nothing_read(readings: Sequence[Reading], situation: Situation, thorough: bool) -> Text:
    """Says that no card was read, what was, and what helps; `thorough` says that it was looked for so."""
    if all(reading.width is None for reading in readings):
        return T("No card was read.")
    seen = together([sort(layout, situation.game) for reading in readings for layout in reading.layouts])
    markers = {one.what for one in seen.markers if isinstance(one.what, Marker)}
    others = dict.fromkeys(one.what.game for one in seen.other_games if isinstance(one.what, Card))
    if others and situation.game is not None:
        return T(
            "No card of {game} was read, but those of {others}: {options} reads them, or `companion use "
            "TABLE` chooses another table.",
            game=situation.game.name,
            others=tuple(games.load(key).name for key in others),
            options=tuple(f"`--game {key}`" for key in others),
        )
    what = T("No card was read.")
    if markers:
        what = TN(
            "No card was read, only {count} player marker.",
            "No card was read, only {count} player markers.",
            len(markers),
        )
    return T("{what} {helps}", what=what, helps=_LOOKED_HARD if thorough else _LOOK_HARDER)


_LOOK_HARDER = T(
    "What helps: going nearer (50 cm at most for QR codes of 12 mm), more light, and --effort thorough, "
    "which looks harder."
)
_LOOKED_HARD = T("What helps: going nearer (50 cm at most for QR codes of 12 mm), and more light.")
