"""`companion check`: is the deck complete - which cards do these pictures lack, which are strangers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from companion import deck, edition, games
from companion.cli import complete, live, pictures, review
from companion.cli.app import App, pass_app, shared
from companion.cli.pictures import EFFORTS, Effort
from companion.cli.tags import copies_given
from companion.deck import Card
from companion.games.base import Game
from companion.table import Json
from companion.tally import faults
from companion.tally.model import Found, Reading, Situation
from companion.tally.tags import Problem, Sorted, either_symbol, known_payloads, sort, strangers
from scorers.refusal import Refusal
from scorers.text import TN, T, Text


@click.command("check")
@click.argument("game", shell_complete=complete.game)
@click.argument("images", nargs=-1, metavar="IMAGE ...", type=click.Path())
@click.option(
    "--copies",
    multiple=True,
    shell_complete=complete.card,
    metavar="KIND=N",
    help="How many the deck has of a kind; repeat it.",
)
@click.option("--effort", type=click.Choice(EFFORTS), default="normal", help="How hard to look; normal.")
@pictures.debug_option
@shared
@pass_app
def check_command(
    app: App,
    game: str,
    images: tuple[str, ...],
    copies: tuple[str, ...],
    effort: Effort,
    debug: Path | None,
) -> int:
    """Say which cards of the deck of GAME photos and videos lack, which are twice, which are strangers."""
    from recognizers.frames import is_video

    chosen = _game(game)
    if not images:
        raise click.UsageError("What is to be read? Name pictures or videos after GAME.")
    facts = edition.load(app.folder, chosen) if chosen.facts else {}
    whole = list(deck.cards(chosen, facts, copies_given(chosen, copies)))
    situation = Situation(chosen, facts)
    known, wanted = known_payloads(chosen, facts), either_symbol(whole)
    folders = [] if debug is None else pictures.debug_folders(debug, images)
    videos = [image for image in images if is_video(image)]
    photos = [image for image in images if image not in videos]
    read = iter(pictures.read_pictures(photos, known, effort, wanted=wanted, debug=folders))
    readings = [
        live.watch(app, Path(image), known, effort, situation) if image in videos else next(read)
        for image in images
    ]
    checked = _check(readings, whole, chosen)
    if app.json:
        app.emit(_as_json(app, chosen, checked, readings, situation))
    else:
        _print(app, chosen, checked, readings, situation)
        if debug is not None:
            pictures.print_debug(app, debug)
    return 1 if not checked.read or any(reading.problem is not None for reading in readings) else 0


def _game(word: str) -> Game:
    """The game; where the first picture stands in its place, that is said."""
    from recognizers.annotate import FORMAT_OF
    from recognizers.frames import VIDEO_SUFFIXES

    try:
        return games.load(word)
    except Refusal:
        path = Path(word)
        if path.suffix.lower() in {*FORMAT_OF, *VIDEO_SUFFIXES} or path.exists():
            raise click.UsageError(
                f"GAME is missing: the deck's name comes before the pictures, as in "
                f"`companion check archaeology {word}`. Known: {', '.join(games.known_keys())}."
            ) from None
        raise


@dataclass(frozen=True, slots=True)
class _Checked:
    """`missing` has the copies that were not seen, by kind; `found` those seen of the `of` in the deck.

    `read` is whether any card of this game was read, be it one that the deck is said not to have.
    """

    missing: dict[str, list[int]]
    of_kind: Mapping[str, int]
    found: list[Found]
    of: int
    problems: Sequence[Problem]
    read: bool


def _check(readings: Sequence[Reading], whole: Sequence[Card], game: Game) -> _Checked:
    seen: dict[Card, Found] = {}
    problems = [reading.problem for reading in readings if reading.problem is not None]
    for reading in readings:
        layouts = [sort(layout, game) for layout in reading.layouts]
        others = tuple(other for found in layouts for other in found.other_games)
        malformed = tuple(sighting for found in layouts for sighting in found.malformed)
        problems += strangers(reading.file, Sorted((), (), others, malformed, ()), game)
        for found in layouts:
            cards = [s.what for s in found.cards if isinstance(s.what, Card)]
            for one in found.cards:
                if isinstance(one.what, Card):
                    before = seen.setdefault(one.what, as_seen := Found(one.what, reading.file, one.sighting))
                    if before.sighting.confidence < one.sighting.confidence:
                        seen[one.what] = as_seen
            problems += faults.twice_in_one(reading.file, cards, [None] * len(cards))
    of_kind = Counter(card.kind for card in whole)
    problems += faults.beyond_deck(seen, of_kind)
    problems = list({(p.kind, str(p.text), p.cards): p for p in problems}.values())  # frames repeat them
    if not seen and any(reading.layouts for reading in readings):
        problems.append(Problem("no-tags", _none_read(game, problems)))
    missing: dict[str, list[int]] = {}
    for card in whole:
        if card not in seen:
            missing.setdefault(card.kind, []).append(card.copy)
    return _Checked(
        missing, of_kind, [seen[card] for card in whole if card in seen], len(whole), problems, bool(seen)
    )


def _none_read(game: Game, problems: Sequence[Problem]) -> Text:
    """That no tag of the game was read, and what helps where the tags aren't another game's."""
    if any(problem.kind == "other-game" for problem in problems):
        return T("No tag of {game} was read.", game=game.name)
    return T(
        "No tag of {game} was read. Lay its cards face up with no tag covered, and take the picture from so "
        "near that they fill it, sharp and evenly lit.",
        game=game.name,
    )


def _as_json(
    app: App, game: Game, checked: _Checked, readings: Sequence[Reading], situation: Situation
) -> dict[str, Json]:
    return {
        "game": game.key,
        "complete": not checked.missing,
        "missing": [{"card": card, "copies": copies} for card, copies in checked.missing.items()],
        "found": len(checked.found),
        "of": checked.of,
        "images": [pictures.image_json(reading, situation) for reading in readings],
        "problems": [pictures.problem_json(app, problem) for problem in checked.problems],
    }


def _print(
    app: App, game: Game, checked: _Checked, readings: Sequence[Reading], situation: Situation
) -> None:
    pictures.print_files(app, readings, situation)
    app.print()
    if checked.missing and checked.read:
        app.print(
            T(
                "{found} of {of} cards of {game} were seen.",
                found=len(checked.found),
                of=checked.of,
                game=game.name,
            )
        )
        _print_missing(app, game, checked)
    elif checked.read:
        app.print(T("{game} is complete: all {of} cards were seen.", game=game.name, of=checked.of))
    review.print_compared(app, checked.found)
    review.print_unsure(app, checked.found)
    pictures.print_problems(app, checked.problems)


def _print_missing(app: App, game: Game, checked: _Checked) -> None:
    """A line for every kind, with the numbers; kinds of a single card each together on one line."""
    single = [game.kind(key).name for key in checked.missing if game.kind(key).copies == 1]
    for key, numbers in checked.missing.items():
        if game.kind(key).copies != 1:
            text = TN(
                "{kind}: {count} of {of} is missing: {numbers}",
                "{kind}: {count} of {of} are missing: {numbers}",
                len(numbers),
                kind=game.kind(key).name,
                of=checked.of_kind[key],
                numbers=tuple(numbers),
            )
            app.print(text)
    if single:
        app.print(T("Missing: {cards}", cards=tuple(single)))
