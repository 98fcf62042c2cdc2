"""`companion score` and `companion best`: what the cards on record, or in a hand, are worth."""

from __future__ import annotations

from collections.abc import Mapping

import click

from companion import games, words
from companion.cli import complete, show
from companion.cli.app import App, pass_app, shared
from companion.games.holdings import merged
from companion.table import Json
from companion.tally.model import NOBODY
from companion.view import score_view
from scorers.sheet import Result
from scorers.text import T, Text

_DECIDED_BY: Mapping[str, Text] = {
    "total": T("the total"),
    "shared": T("nothing: shared"),
    "lot": T("lots"),
    "fewest-cards-sold": T("fewer cards sold"),
    "most-cards-sold": T("more cards sold"),
    "most-cards": T("more asset cards"),
    "pip-sum": T("the sum of the treasures' numbers"),
}
"""The keys of `Standing.decided_by` in words."""


@click.command("score")
@click.option("--reveal", is_flag=True, help="Show totals that the game keeps secret to the end.")
@shared
@pass_app
def score_command(app: App, reveal: bool) -> None:
    """Scoresheets with every line's reason, standings, and what decided."""
    journal = app.journal()
    result = journal.game.score(journal.state)
    shown = score_view(journal, result, reveal, app.language, for_people=not app.json)
    if app.json:
        app.emit(shown)
        return
    app.print(T("{table}: {game}", table=journal.state.table, game=journal.game.name), bold=True)
    app.print()
    if not shown["standings"] and shown["scoresheets"]:
        app.print(T("What is whose stays secret until the last round has ended; --reveal shows it now."))
        return
    if not shown["final"]:
        app.print(T("Not final: the table is still open."))
        app.print()
    print_scores(app, shown)
    if journal.state.open and any(sheet.lines for sheet in result.scoresheets):
        note_missing(app, result)


def note_missing(app: App, result: Result) -> None:
    """Says of whom nothing is on record, before or when a table is closed."""
    without = tuple(sheet.player for sheet in result.scoresheets if not sheet.lines)
    if without:
        app.note(T("Nothing is on record of {names}.", names=without))


def print_scores(app: App, shown: dict[str, Json]) -> None:
    """Scoresheets, standings and what decided, for a person; of cards that are nobody's the sheet alone."""
    sheets = shown["scoresheets"]
    nobodys = [sheet["player"] for sheet in sheets] == [NOBODY]
    rows = [
        (sheet["player"], line["detail"], str(line["points"]))
        for sheet in sheets
        for line in [*sheet["lines"], {"detail": app.say(T("total")), "points": sheet["total"]}]
    ]
    headings = (T("Player"), T("What"), T("Points"))
    if nobodys:
        show.table(app, headings[1:], [row[1:] for row in rows], numbers=(1,))
        return
    if rows:
        show.table(app, headings, rows, numbers=(2,))
        app.print()
    places = [
        (
            f"{s['place']}=" if s["shared"] else str(s["place"]),
            s["player"],
            str(s["total"]),
            app.say(decided_by(s["decided_by"])),
        )
        for s in shown["standings"]
    ]
    if places:
        show.table(app, (T("Place"), T("Player"), T("Total"), T("Decided by")), places, numbers=(2,))
        app.print()
    if shown["explanation"]:
        app.paragraph(shown["explanation"])


def decided_by(key: str) -> Text | str:
    """What decided a place, in words; a game from another package may have a criterion of its own."""
    return _DECIDED_BY.get(key, key.replace("-", " "))


@click.command("best")
@click.argument("game", shell_complete=complete.game)
@click.argument("cards", nargs=-1, required=True, metavar="CARD=N ...", shell_complete=complete.card)
@shared
@pass_app
def best_command(app: App, game: str, cards: tuple[str, ...]) -> None:
    """The best sets for a hand, each CARD=N of it (Archaeology). No table needed."""
    chosen = games.load(game)
    counts = dict(merged(words.cards(chosen, cards)))
    sets = chosen.best_sets(counts)
    total = sum(points for _, _, points in sets)
    if app.json:
        listed = [{"card": card, "count": n, "points": points} for card, n, points in sets]
        app.emit({"sets": listed, "total": total})
        return
    rows = [(app.say(chosen.kind(card).name), str(n), str(points)) for card, n, points in sets]
    rows.append((app.say(T("total")), str(sum(counts.values())), str(total)))
    show.table(app, (T("Set"), T("Cards"), T("Points")), rows, numbers=(1, 2))
