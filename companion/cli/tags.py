"""`companion tags`: stickers to print for a deck, or markers for the players."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import click

from companion import deck, edition, games, words
from companion.cli import complete
from companion.cli.app import App, pass_app, shared
from companion.cli.numbers import Millimetres
from companion.deck import Card, Marker
from companion.games.base import Game
from companion.symbols import fiducial_of
from companion.table import Json
from scorers.refusal import Refusal
from scorers.text import TN, T, Text


@click.command("tags")
@click.argument("game", metavar="GAME|players", shell_complete=complete.deck_name)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.pdf", help="Where to write.")
@click.option(
    "--symbol",
    type=click.Choice(["qr", "apriltag"]),
    default="qr",
    help="QR codes, or AprilTags, which are smaller and read from farther away; qr.",
)
@click.option(
    "--size",
    type=Millimetres(any_=True),
    metavar="MM",
    help="Side of the symbol: QR 8 to 25 mm, 12; AprilTag 6 to 25 mm, 8.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", help="The paper; a4.")
@click.option(
    "--only",
    multiple=True,
    shell_complete=complete.kind,
    metavar="CARD",
    help="Only this kind, or one card of it (coin:7); repeat it.",
)
@click.option(
    "--copies",
    multiple=True,
    shell_complete=complete.card,
    metavar="KIND=N",
    help="How many the deck has of a kind; repeat it.",
)
@click.option("--start", type=int, default=1, metavar="N", help="The first free place on a part-used sheet.")
@click.option("--list", "listed", is_flag=True, help="List the tags; write nothing.")
@shared
@pass_app
def tags_command(
    app: App,
    game: str,
    output: Path | None,
    symbol: Literal["qr", "apriltag"],
    size: float | None,
    paper: Literal["a4", "letter"],
    only: tuple[str, ...],
    copies: tuple[str, ...],
    start: int,
    listed: bool,
) -> None:
    """Write a PDF of tags for the deck of GAME, or for the players."""
    name, tags = _wanted(app, game, only, copies, symbol)
    if listed:
        _list(app, name, tags)
        return
    if output is None:
        raise click.UsageError("Where to? Give -o FILE.pdf, or --list to see the tags.")
    if output.suffix.casefold() != ".pdf":
        raise Refusal(
            "not-a-pdf", T("{file}: tag sheets are PDF files, so give a name in .pdf.", file=str(output))
        )
    from companion.sheets.tags import AS_MARKERS, ON_CARDS, SYMBOLS, Tag, write_tags
    from companion.texts import lookup

    qr, other = SYMBOLS["qr"], SYMBOLS["apriltag"]
    if symbol == "qr" and size is not None and other.smallest <= size < qr.smallest:
        raise Refusal(
            "over-limit",
            T(
                "A QR code of {size} mm can't be printed: its side may be {smallest} to {largest} mm. "
                "AprilTags (--symbol apriltag) go down to {other} mm.",
                size=f"{size:g}",
                smallest=f"{qr.smallest:g}",
                largest=f"{qr.largest:g}",
                other=f"{other.smallest:g}",
            ),
        )
    players = name == deck.PLAYERS
    sheet = write_tags(
        [Tag(payload, app.say(label), copy) for payload, _, label, copy in tags],
        output,
        deck=app.say(T("Players") if players else games.load(name).name),
        symbol=symbol,
        size_mm=size,
        paper=paper,
        start=start,
        lang=app.language,
        lookup=lookup(app.language),
        help=AS_MARKERS if players else ON_CARDS,
    )
    if app.json:
        app.emit({"deck": name, "file": str(output), "tags": len(tags), "pages": sheet.pages})
    else:
        app.print(
            T(
                "{tags} on {sheets} and a page of instructions: {file}. Print at 100 %.",
                tags=TN("{count} tag", "{count} tags", len(tags)),
                sheets=TN("{count} sheet", "{count} sheets", sheet.tag_pages),
                file=str(output),
            )
        )
        if size not in (None, SYMBOLS[symbol].usual) and not players:
            app.print(T("Tags of this size are read with `companion scan --size {size}`.", size=f"{size:g}"))


_Wanted = tuple[str, str, Text, int]
"""Payload, kind key, name on the label, copy."""


def _wanted(
    app: App, game: str, only: tuple[str, ...], copies: tuple[str, ...], symbol: str
) -> tuple[str, list[_Wanted]]:
    says: Callable[[Card | Marker], str] = (
        fiducial_of if symbol == "apriltag" else (lambda what: what.payload)
    )
    if game.strip().casefold() == deck.PLAYERS:
        return deck.PLAYERS, _markers(only, copies, says)
    chosen = games.load(game)
    given = copies_given(chosen, copies)
    facts = edition.load(app.folder, chosen) if chosen.facts else {}
    picked = [_pick(chosen, word) for word in only]
    kinds = {kind for kind, _ in picked}
    tags = [
        (says(card), card.kind, chosen.kind(card.kind).name, card.copy)
        for card in deck.cards(chosen, facts, given, kinds or None)
        if not picked or (card.kind, None) in picked or (card.kind, card.copy) in picked
    ]
    for kind, copy in picked:
        if not any(kind == t[1] and copy in (None, t[3]) for t in tags):
            raise Refusal(
                "over-limit",
                T(
                    "{game} has no {kind} number {copy}.",
                    game=chosen.name,
                    kind=chosen.kind(kind).name,
                    copy=copy,
                ),
            )
    return chosen.key, tags


def copies_given(game: Game, words_given: tuple[str, ...]) -> dict[str, int]:
    """Copies by kind from words KIND=N. Refused (`over-limit`) beyond what the deck, or a tag, can have."""
    given = dict(words.cards(game, words_given))
    for key, n in given.items():
        known = game.kind(key).copies
        if not 0 <= n <= (deck.MOST_COPIES if known is None else known):
            raise Refusal(
                "over-limit",
                T(
                    "{game} can have 0 to {most} tags of {kind}, not {n}.",
                    game=game.name,
                    most=deck.MOST_COPIES if known is None else known,
                    kind=game.kind(key).name,
                    n=n,
                ),
            )
    return given


def _pick(game: Game, word: str) -> tuple[str, int | None]:
    name, colon, copy = word.rpartition(":")
    if colon and copy.strip().isdecimal():
        return words.card(game, name), int(copy)
    return words.card(game, word), None


def _markers(
    only: tuple[str, ...], copies: tuple[str, ...], says: Callable[[Card | Marker], str]
) -> list[_Wanted]:
    if copies:
        raise click.UsageError("Player markers have no copies; --only N picks one.")
    wanted = {words.number(word.rpartition(":")[2], word) for word in only}
    beyond = sorted(seat for seat in wanted if not 1 <= seat <= deck.MOST_SEATS)
    if beyond:
        raise Refusal(
            "over-limit", T("Player markers go from 1 to {n}, not {seat}.", n=deck.MOST_SEATS, seat=beyond[0])
        )
    seats = sorted(wanted) or range(1, deck.MOST_SEATS + 1)
    return [(says(Marker(seat)), "player", T("Player"), seat) for seat in seats]


def _list(app: App, name: str, tags: list[_Wanted]) -> None:
    if app.json:
        rows: list[Json] = [{"payload": p, "card": card, "copy": copy} for p, card, _, copy in tags]
        # json.md: every marker stands alone, as copy 1 of the card "player"
        if name == deck.PLAYERS:
            rows = [{**row, "copy": 1} for row in rows]
        app.emit({"deck": name, "tags": rows})
        return
    for payload, _, label, copy in tags:
        app.print(f"{payload:<11} {app.say(label)} {copy}")
