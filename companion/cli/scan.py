"""`companion scan`: tagged cards from photos, a video or a camera, to a score and to the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from companion import edition, games, names, words
from companion.cli import complete, drawn, live, pictures, review
from companion.cli.app import App, pass_app, shared
from companion.cli.numbers import CameraNumber, Millimetres
from companion.cli.pictures import EFFORTS, Effort
from companion.cli.score import print_scores
from companion.games.base import Game
from companion.journal import Journal
from companion.table import Json
from companion.tally.bring_together import bring_together
from companion.tally.doubts import nothing_read, with_nobodys_as_problem
from companion.tally.model import Reading, Situation, Tally
from companion.tally.proposal import Proposal, elsewhere, proposal, state_with, tags_of
from companion.tally.tags import Problem, known_payloads, wanted_payloads
from companion.view import result_view, score_view
from scorers.refusal import Refusal
from scorers.text import T, Text

SAID_BY_A_RECOUNT = "no-marker", "marker-without-cards"
"""Kinds of notes that tell of a player without cards."""


@click.command("scan")
@click.argument("images", nargs=-1, metavar="IMAGE ...", type=click.Path())
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME",
    shell_complete=complete.player,
    help="All cards in the pictures are theirs.",
)
@click.option(
    "--game", metavar="GAME", shell_complete=complete.game, help="The deck, where no table is open."
)
@click.option("--effort", type=click.Choice(EFFORTS), help="How hard to look; normal.")
@click.option("--camera", type=CameraNumber(), metavar="N", help="Watch camera N until a key is pressed.")
@click.option(
    "--annotate",
    type=pictures.Named(),
    metavar="FILE",
    help="Write the picture with boxes and names.",
)
@pictures.debug_option
@click.option("--yes", is_flag=True, help="Record it without asking, unless there are problems.")
@click.option("--despite-problems", is_flag=True, help="With --yes: record it all the same.")
@click.option(
    "--size",
    type=Millimetres(),
    metavar="MM",
    help="Side of the tags on the cards, 6 to 25 mm; QR 12, AprilTag 8.",
)
@shared
@pass_app
def scan_command(
    app: App,
    images: tuple[str, ...],
    players: tuple[str, ...],
    game: str | None,
    effort: Effort | None,
    camera: int | None,
    annotate: Path | None,
    debug: Path | None,
    yes: bool,
    despite_problems: bool,
    size: float | None,
) -> int:
    """Read tagged cards from each IMAGE (or video), say what they score, and record it."""
    if not images and camera is None:
        raise click.UsageError("What is to be read? Name pictures or videos, or give --camera N.")
    if despite_problems and not yes:
        raise click.UsageError("--despite-problems goes with --yes.")
    if len(players) > 1:
        raise click.UsageError(
            "One --player has all cards in the pictures; scan each player's photos by themselves."
        )
    if debug is not None and camera is not None:
        raise click.UsageError("--debug shows how single pictures are read; it doesn't go with --camera.")
    situation, journal = _situation(app, game, next(iter(players), None), size)
    if yes:
        _check_recordable(app, situation, journal)
    places = drawn.places(annotate, images, camera)
    readings = _read(app, images, situation, camera, effort, debug)
    tally = bring_together(readings, situation)
    shown, refused = _score(app, tally, journal)
    known = () if journal is None else elsewhere(tally, journal.state)
    tally = replace(tally, problems=(*tally.problems, *known, *refused))
    asked = not yes and journal is not None and _asks(app, tally, journal)
    if yes or asked:
        tally = _to_be_recorded(app, tally)
    nothing = None if tally.found else nothing_read(readings, situation, effort == "thorough")
    if yes and nothing is not None and any(reading.width is not None for reading in readings):
        tally = replace(tally, problems=(*tally.problems, Problem("no-card", nothing)))
        nothing = None
    if not app.json:
        _print(app, readings, situation, tally, nothing, shown, journal)
    drawn.draw(app, places, readings, situation, tally)
    if debug is not None and not app.json:
        pictures.print_debug(app, debug)
    recorded = _record(app, tally, journal, yes, despite_problems, asked)
    if app.json:
        app.emit(_as_json(app, readings, situation, journal, tally, shown, recorded))
    return 1 if (yes and not recorded) or any(r.problem is not None for r in readings) else 0


def _asks(app: App, tally: Tally, journal: Journal) -> bool:
    """Whether the person is asked if this is to be recorded."""
    return bool(tally.found) and journal.state.open and app.terminal() and not app.json


def _to_be_recorded(app: App, tally: Tally) -> Tally:
    """The tally with what is no fault of the pictures, and yet has to be looked at before it is recorded."""
    problems, notes = with_nobodys_as_problem(tally)
    unsure = [found for share in tally.shares for found in share.cards if found.unsure]
    if unsure:
        payloads = tuple(found.card.payload for found in unsure)
        problems = (*problems, Problem("unsure-read", review.unsure_text(app, unsure), payloads))
    return replace(tally, problems=problems, notes=notes)


def tally_of(
    app: App, images: Sequence[str], player: str | None, size: float | None, effort: Effort | None
) -> Tally:
    """What pictures show of the table in question; all of it is `player`'s where one is named.

    Of those whose markers were not read, or lie without cards, it has no note: a recount speaks of everyone.
    """
    situation, _ = _situation(app, None, player, size)
    tally = bring_together(_read(app, images, situation, None, effort), situation)
    return replace(tally, notes=tuple(note for note in tally.notes if note.kind not in SAID_BY_A_RECOUNT))


def _situation(
    app: App, game: str | None, player: str | None, size: float | None
) -> tuple[Situation, Journal | None]:
    """What the pictures are of, and the journal of the table that they belong to, None without one."""
    named = None if game is None else games.load(game)
    journal = _table(app)
    if journal is not None and named in (None, journal.game):
        state = journal.state
        owner = None if player is None else names.find(player, state.names)
        return Situation(journal.game, state.edition, state.players, owner, size), journal
    facts = edition.load(app.folder, named) if named is not None and named.facts else {}
    owner = None if player is None else names.clean(player)
    return Situation(named, facts, (), owner, size), None


def _table(app: App) -> Journal | None:
    try:
        return app.journal()
    except Refusal as refusal:
        if refusal.kind == "no-table" and app.table is None:
            return None
        raise


def _check_recordable(app: App, situation: Situation, journal: Journal | None) -> None:
    """Refuses `--yes` before anything is read where nothing could be recorded."""
    table = app.table_id()
    if journal is None:
        other = app.journal().game
        raise Refusal(
            "other-game",
            T(
                "Table {table} is a table of {other}, so cards of {game} can't be recorded there. "
                "`companion use TABLE` chooses another table; without --yes nothing is recorded.",
                table=table,
                other=other.name,
                game=situation.game.name if situation.game else "",
            ),
        )
    if not journal.state.open:
        raise Refusal("closed", T("Table {table} is closed; `companion undo` opens it again.", table=table))


def _read(
    app: App,
    images: Sequence[str],
    situation: Situation,
    camera: int | None = None,
    effort: Effort | None = None,
    debug: Path | None = None,
) -> list[Reading]:
    """All readings in the order given, the camera last."""
    from recognizers.frames import is_video

    known = known_payloads(situation.game, situation.edition)
    videos = [image for image in images if is_video(image)]
    photos = [image for image in images if image not in videos]
    folders = [] if debug is None else pictures.debug_folders(debug, images)
    found = pictures.read_pictures(
        photos, known, effort or "normal", wanted=_wanted(situation), debug=folders
    )
    read = iter(found)
    readings = [
        live.watch(app, Path(image), known, effort or "normal", situation) if image in videos else next(read)
        for image in images
    ]
    if camera is not None:
        readings.append(live.watch(app, camera, known, effort or "normal", situation))
    return readings


def _wanted(situation: Situation) -> tuple[frozenset[str], ...]:
    """What must be seen before reading stops: all cards, and the markers that say whose they are."""
    if situation.game is None:
        return ()
    by_markers = situation.owner is None and len(situation.seats) > 1
    seats = [player.seat for player in situation.seats] if by_markers else []
    return wanted_payloads(situation.game, situation.edition, seats)


def _score(app: App, tally: Tally, journal: Journal | None) -> tuple[dict[str, Json], list[Problem]]:
    """What the cards make: at a table, with what else is on record there. A refusal becomes a problem."""
    nothing: dict[str, Json] = {"scoresheets": [], "standings": [], "explanation": ""}
    if tally.game is None:
        return nothing, []
    proposed = proposal(tally, tally.game)
    try:
        if journal is None:
            return _score_alone(app, tally, tally.game), []
        return _score_with(app, journal, proposed), []
    except Refusal as refusal:
        cards = tuple(found.card.payload for share in tally.shares for found in share.cards)
        return nothing, [Problem(refusal.kind, refusal.text, cards)]


def _score_with(app: App, journal: Journal, proposed: Proposal) -> dict[str, Json]:
    """The score of the table as it would be with the proposal on record."""
    state = state_with(journal, proposed, app.dealer(), app.at())
    result = journal.game.score(state)
    return score_view(replace(journal, state=state), result, False, app.language, for_people=not app.json)


def _score_alone(app: App, tally: Tally, game: Game) -> dict[str, Json]:
    """The score of the cards in the pictures, under the default house rules."""
    holdings = {share.player: () for share in tally.shares} | proposal(tally, game)
    if not holdings:
        return {"scoresheets": [], "standings": [], "explanation": ""}
    return result_view(game.score_cards(holdings, words.house_rules(game, ())), app.language)


def _print(
    app: App,
    readings: Sequence[Reading],
    situation: Situation,
    tally: Tally,
    nothing: Text | None,
    shown: dict[str, Json],
    journal: Journal | None,
) -> None:
    pictures.print_files(app, readings, situation)
    app.print()
    if tally.found:
        review.print_tally(app, tally)
        app.print()
    elif nothing is not None:
        app.print(nothing)
    if tally.problems or tally.notes:
        pictures.print_problems(app, tally.problems, tally.notes)
        app.print()
    if any(share.cards for share in tally.shares):
        _print_score(app, shown, journal)


def _print_score(app: App, shown: dict[str, Json], journal: Journal | None) -> None:
    """The score; at a table, also of whom it knows nothing."""
    sheets = shown["scoresheets"]
    if sheets and not shown["standings"]:
        app.print(T("What is whose stays secret until the last round has ended."))
        return
    print_scores(app, shown)
    without = tuple(sheet["player"] for sheet in sheets if not sheet["lines"])
    if without and journal is not None:
        app.note(T("Nothing is on record of {names}.", names=without))


def _record(
    app: App, tally: Tally, journal: Journal | None, yes: bool, despite_problems: bool, asked: bool
) -> list[str]:
    """Records what was confirmed and says so; gives the record's sentences."""
    if journal is None or tally.game is None:
        return []
    proposed = proposal(tally, journal.game)
    if not yes:
        if not asked:
            if tally.found and journal.state.open and not app.json:
                app.note(_how_to_record(bool(proposed), bool(_to_be_recorded(app, tally).problems)))
            return []

        def show_score(changed: Proposal) -> None:
            _print_score(app, _score_with(app, journal, changed), journal)

        chosen = review.confirmed(app, journal, proposed, len(tally.problems), show_score)
        if chosen is None:
            app.print(T("Nothing was recorded."))
            return []
        proposed = dict(chosen)
    elif proposed and tally.problems and not despite_problems:
        app.note(T("Nothing was recorded, because of the problems; --despite-problems records all the same."))
        return []
    elif not app.json:
        review.print_replaced(app, journal, proposed)
    if not proposed:
        if not app.json:
            app.print(T("Nothing was recorded: no player's cards were read."))
        return []
    said = review.record(app, journal.state.table, proposed, tags_of(tally, journal.game, proposed))
    if not app.json:
        for sentence in said:
            app.print(sentence)
        if len(said) > 1:
            app.print(T("`companion undo`, {n} times, takes all of this back.", n=len(said)))
    return said


def _how_to_record(owned: bool, problems: bool) -> Text:
    """Said where nobody can be asked; `owned` says that somebody has cards."""
    if not owned:
        return T("Nothing was recorded: no player's cards were read.")
    if problems:
        return T("Nothing was recorded; --yes records it once there are no problems.")
    return T("Nothing was recorded; --yes records it.")


def _as_json(
    app: App,
    readings: Sequence[Reading],
    situation: Situation,
    journal: Journal | None,
    tally: Tally,
    shown: dict[str, Json],
    recorded: Sequence[str],
) -> dict[str, Json]:
    return {
        "table": None if journal is None else journal.state.table,
        "game": None if tally.game is None else tally.game.key,
        "images": [pictures.image_json(reading, situation) for reading in readings],
        "tally": tally.as_json(),
        "problems": [pictures.problem_json(app, problem) for problem in tally.problems],
        "notes": [pictures.problem_json(app, note) for note in tally.notes],
        "scoresheets": shown["scoresheets"],
        "standings": shown["standings"],
        "explanation": shown["explanation"],
        "recorded": list(recorded),
    }
