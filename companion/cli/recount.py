"""`companion recount`: a photo, or a count by hand, held against the record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from companion import words
from companion.cli import complete, show
from companion.cli.app import App, pass_app, shared
from companion.cli.tables import report
from companion.games.base import Cards
from companion.journal import Journal, act
from companion.recount import Difference, differences
from companion.table import Event, Json
from companion.tally.proposal import proposal
from scorers.refusal import Refusal
from scorers.text import T


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
@click.option("--correct", "answer", flag_value="correct", help="Where they differ, correct the record.")
@click.option("--keep", "answer", flag_value="keep", help="Where they differ, keep the record.")
@shared
@pass_app
def recount_command(
    app: App, what: tuple[str, ...], hand: str | None, player: str | None, answer: str | None
) -> None:
    """Hold photos, or a count by hand, against the record, and correct it or keep it."""
    journal = app.journal()
    _refuse_secret(journal)
    if hand is None:
        _refuse_cards(what)
    counted = _photos(app, journal, what, player) if hand is None else _by_hand(journal, hand, what)
    found = differences(journal.state, counted)
    if not app.json:
        _print(app, journal, found)
    if found and answer is None and app.terminal() and not app.json:
        answer = click.prompt(
            app.say(T("Correct the record, or keep it?")), type=click.Choice(["correct", "keep"])
        )
    if found and answer == "correct":
        _correct(app, counted, found)
    elif app.json:
        app.emit({"table": journal.state.table, **_as_json(found), "corrected": False})
    elif found:
        app.print(T("The record stays as it is."))


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


def _by_hand(journal: Journal, name: str, what: tuple[str, ...]) -> dict[str, Cards]:
    player = journal.state.name(words.player_id(journal.state, name))
    return {player: words.cards(journal.game, what)}


def _photos(app: App, journal: Journal, images: tuple[str, ...], player: str | None) -> dict[str, Cards]:
    """What the pictures show each player to have; refused where they can't be relied on."""
    from companion.cli import scan

    tally = scan.tally_of(app, images, player)
    if tally.problems:
        raise Refusal(
            "unclear-photo",
            T(
                "The pictures can't be held against the record: {problems}",
                problems=tuple(problem.text for problem in tally.problems),
            ),
        )
    if not tally.shares:
        raise Refusal("no-owner", T("No player's cards were found: name one with --player, or lay markers."))
    return proposal(tally, journal.game)


def _print(app: App, journal: Journal, found: Sequence[Difference]) -> None:
    if found:
        show.differences(app, journal.game, found, T("Counted"))
    else:
        app.print(T("Counted and recorded are the same."))


def _as_json(found: Sequence[Difference]) -> dict[str, Json]:
    return {
        "differences": [
            {"player": d.player, "card": d.card, "recorded": list(d.recorded), "counted": list(d.counted)}
            for d in found
        ]
    }


def _correct(app: App, counted: Mapping[str, Cards], found: Sequence[Difference]) -> None:
    def build(journal: Journal) -> Event:
        ids = {words.player_id(journal.state, name): cards for name, cards in counted.items()}
        return act(journal, "recount", {"counted": ids}, app.dealer(), app.at())

    recorded = app.store.append(app.table_id(), build)
    report(app, recorded, {**_as_json(found), "corrected": True})
