"""`companion recount`: a photo, or a count by hand, held against the record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from companion import words
from companion.cli import complete, pictures, show
from companion.cli.app import App, pass_app, shared
from companion.cli.numbers import Millimetres
from companion.cli.pictures import EFFORTS, Effort
from companion.cli.tables import report
from companion.games.base import Cards
from companion.games.holdings import recorded
from companion.journal import Journal, act
from companion.recount import Difference, differences, fewer
from companion.table import Event, Json
from companion.tally.model import Tally
from companion.tally.proposal import elsewhere, proposal
from companion.tally.tags import Problem
from scorers.refusal import Refusal
from scorers.text import T


@dataclass(frozen=True, slots=True)
class _Count:
    """Whose cards were counted, by name; in pictures, also what is wrong with these."""

    cards: Mapping[str, Cards]
    found: tuple[Difference, ...]
    by_hand: bool = True
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


@click.command("recount")
@click.argument("what", nargs=-1, required=True, metavar="IMAGE ... | CARD=N ...")
@click.option(
    "--hand",
    metavar="NAME",
    shell_complete=complete.player,
    help="NAME's cards were counted by hand: CARD=N ...",
)
@click.option(
    "--player", metavar="NAME", shell_complete=complete.player, help="All cards in the pictures are theirs."
)
@click.option("--effort", type=click.Choice(EFFORTS), help="How hard to look; normal.")
@click.option(
    "--correct", is_flag=True, help="Where they differ, correct the record, unless there are problems."
)
@click.option("--despite-problems", is_flag=True, help="With --correct: correct it all the same.")
@click.option("--keep", is_flag=True, help="Where they differ, keep the record.")
@click.option(
    "--size",
    type=Millimetres(),
    metavar="MM",
    help="Side of the tags on the cards, 6 to 25 mm; QR 12, AprilTag 8.",
)
@shared
@pass_app
def recount_command(
    app: App,
    what: tuple[str, ...],
    hand: str | None,
    player: str | None,
    effort: Effort | None,
    correct: bool,
    despite_problems: bool,
    keep: bool,
    size: float | None,
) -> int:
    """Hold photos, or a count by hand, against the record, and correct it or keep it."""
    if correct and keep:
        raise click.UsageError("Give either --correct or --keep, not both.")
    if despite_problems and not correct:
        raise click.UsageError("--despite-problems goes with --correct.")
    if hand is not None:
        _refuse_options(player=player, effort=effort, size=size)
    journal = app.journal()
    _refuse_secret(journal)
    if hand is None:
        _refuse_cards(what)
        count = _in_pictures(app, journal, what, player, size, effort)
    else:
        count = _by_hand(journal, hand, what)
    if not app.json:
        _print(app, journal, count)
    if count.found and correct and count.problems and not despite_problems:
        _refuse_problems(app, count.problems)
    asked = bool(count.found) and not (correct or keep) and app.terminal() and not app.json
    if count.found and (_says_correct(app, count) if asked else correct):
        _correct(app, count)
    elif app.json:
        app.emit({"table": journal.state.table, **_as_json(app, count), "corrected": False})
    elif count.found and (asked or keep):
        app.print(T("The record stays as it is."))
    elif count.found:
        app.note(T("The record stays as it is; --correct corrects it."))
    return 1 if count.problems and not (asked or despite_problems) else 0


def _refuse_options(**given: object) -> None:
    """Refuses options on how pictures are read where there are none."""
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"--{name} goes with pictures, not with --hand.")


def _refuse_secret(journal: Journal) -> None:
    """Refuses while the record is secret: whether a guess agrees with it would tell what it says."""
    if journal.game.secret_score(journal.state):
        raise Refusal(
            "secret",
            T(
                "What is whose stays secret at table {table} until the end; until then no count is held "
                "against it. "
                "`companion do holdings` replaces what is on record.",
                table=journal.state.table,
            ),
        )


def _refuse_cards(what: tuple[str, ...]) -> None:
    """Refuses (`bad-argument`) cards in place of pictures: whose they are has to be said."""
    cards = [word for word in what if re.fullmatch(r"[^=]+=\d+", word) and not Path(word).exists()]
    if cards:
        raise Refusal(
            "bad-argument",
            T("{cards}: whose cards were counted? Add --hand NAME.", cards=tuple(cards)),
        )


def _by_hand(journal: Journal, name: str, what: tuple[str, ...]) -> _Count:
    player = journal.state.name(words.player_id(journal.state, name))
    counted = {player: words.cards(journal.game, what)}
    return _Count(counted, differences(journal.state, counted))


def _in_pictures(
    app: App,
    journal: Journal,
    images: tuple[str, ...],
    player: str | None,
    size: float | None,
    effort: Effort | None,
) -> _Count:
    """What the pictures show; refused where they show no cards of any player."""
    from companion.cli import scan

    tally = scan.tally_of(app, images, player, size, effort)
    counted = proposal(tally, journal.game)
    if not counted:
        raise _nothing_counted(tally)
    found = differences(journal.state, counted)
    problems = (*tally.problems, *elsewhere(tally, journal.state), *_nobodys(tally, found))
    return _Count(counted, found, False, problems, tally.notes)


def _nothing_counted(tally: Tally) -> Refusal:
    if tally.problems:
        return _unclear(tally.problems)
    if tally.shares:
        return Refusal(
            "no-owner",
            T(
                "No card of {player} was read in the pictures, so there is nothing to hold against the "
                "record. --hand NAME takes what was counted by hand.",
                player=tally.shares[0].player,
            ),
        )
    return Refusal("no-owner", T("No player's cards were found: name one with --player, or lay markers."))


def _unclear(problems: Sequence[Problem]) -> Refusal:
    return Refusal(
        "unclear-photo",
        T(
            "The pictures can't be held against the record: {problems}",
            problems=tuple(problem.text for problem in problems),
        ),
    )


def _nobodys(tally: Tally, found: Sequence[Difference]) -> list[Problem]:
    """Cards that can be held and are nobody's, where somebody's record would go down: they may be theirs."""
    losing = fewer(found)
    if not losing:
        return []
    text = T(
        "Fewer cards than on record were counted for {names}, while there are cards that are nobody's. Lay "
        "those nearer to a marker, name who has them with --player, or count by hand with --hand.",
        names=losing,
    )
    return [Problem("no-owner", text, note.cards) for note in tally.notes if note.kind == "unassigned"]


def _refuse_problems(app: App, problems: Sequence[Problem]) -> None:
    """Refuses to correct; people have the problems on the screen already."""
    if app.json:
        raise _unclear(problems)
    raise Refusal(
        "unclear-photo",
        T("The record was not corrected, because of the problems; --despite-problems corrects all the same."),
    )


def _print(app: App, journal: Journal, count: _Count) -> None:
    if count.problems or count.notes:
        pictures.print_problems(app, count.problems, count.notes)
        app.print()
    if count.found:
        show.differences(app, journal.game, count.found, T("Counted"))
    differing = {difference.player for difference in count.found}
    for name in count.cards:
        if name not in differing:
            app.print(T("{player}: the same.", player=name))
    for name in recorded(journal.state):
        if name not in count.cards and not count.by_hand:
            app.print(T("{player}: no cards in the pictures, left as recorded.", player=name))


def _says_correct(app: App, count: _Count) -> bool:
    """What the person wants; where there are problems Enter alone keeps the record."""
    answer: str = click.prompt(
        app.say(T("Correct the record, or keep it? (c)orrect, (k)eep")),
        type=click.Choice(["c", "k", "correct", "keep"], case_sensitive=False),
        default="k" if count.problems else None,
        show_choices=False,
    )
    return answer.startswith("c")


def _as_json(app: App, count: _Count) -> dict[str, Json]:
    return {
        "counted": list(count.cards),
        "differences": [
            {"player": d.player, "card": d.card, "recorded": list(d.recorded), "counted": list(d.counted)}
            for d in count.found
        ],
        "problems": [pictures.problem_json(app, problem) for problem in count.problems],
        "notes": [pictures.problem_json(app, note) for note in count.notes],
    }


def _correct(app: App, count: _Count) -> None:
    def build(journal: Journal) -> Event:
        ids = {words.player_id(journal.state, name): cards for name, cards in count.cards.items()}
        return act(journal, "recount", {"counted": ids}, app.dealer(), app.at())

    appended = app.store.append(app.table_id(), build)
    report(app, appended, {**_as_json(app, count), "corrected": True})
