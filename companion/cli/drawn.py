"""`scan --annotate`: pictures with boxes round what was read, in the colour of whose it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion import deck, games
from companion.cli.app import App
from companion.cli.pictures import different, text_of, unwritable
from companion.deck import Card
from companion.tally.model import (
    BY_COMPARISON,
    NOBODY,
    UNSURE_BELOW,
    Reading,
    Situation,
    Tally,
    held,
    percent,
    player_name,
    taken,
)
from companion.tally.tags import looks_like_ours
from scorers.refusal import Refusal
from scorers.text import T, Text

if TYPE_CHECKING:
    from recognizers.sighting import Corners, Sighting

_Label = tuple["Corners", str]


def places(target: Path | None, files: Sequence[str], camera: int | None = None) -> list[Path]:
    """For every file where its picture with boxes is to be written; nowhere without a `target`.

    One picture is written to `target`; several get -1, -2 ... before its ending, or, where `target` has no
    ending or is a folder, their own names in it. Refused before anything is read: `bad-argument` for a video,
    `unknown-extension`, `unwritable` for a name that no file can have, and `same-file` and `file-exists`
    where a picture that isn't ours would be lost.
    """
    if target is None:
        return []
    if camera is not None:
        raise click.UsageError("--annotate draws in single pictures; it doesn't go with --camera.")
    _refuse_videos(files)
    try:
        found = _places(target, files)
        _refuse_lost(found, files)
    except OSError as error:
        raise unwritable(target, error) from error
    return found


def _refuse_videos(files: Sequence[str]) -> None:
    from recognizers.frames import is_video

    videos = tuple(file for file in files if is_video(file))
    if videos:
        raise Refusal(
            "bad-argument",
            T(
                "--annotate draws in single pictures, and {videos} is no picture but a video; leave it out.",
                videos=videos,
            ),
        )


def _places(target: Path, files: Sequence[str]) -> list[Path]:
    from recognizers.annotate import FORMAT_OF

    if target.is_dir() or not target.suffix:
        return _in_folder(target, files, FORMAT_OF)
    if target.suffix.lower() not in FORMAT_OF:
        raise Refusal(
            "unknown-extension",
            T(
                "--annotate {file}: the ending names the picture format; {accepted} are accepted.",
                file=str(target),
                accepted=tuple(FORMAT_OF),
            ),
        )
    if len(files) == 1:
        return [target]
    return [target.with_name(f"{target.stem}-{n}{target.suffix}") for n in range(1, len(files) + 1)]


def _in_folder(folder: Path, files: Sequence[str], endings: Collection[str]) -> list[Path]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    named = []
    for file in map(Path, files):
        named.append((file.stem, file.suffix if file.suffix.lower() in endings else ".jpg"))
    return different(folder, named)


def _refuse_lost(found: Sequence[Path], files: Sequence[str]) -> None:
    from recognizers.annotate import is_ours

    originals = {Path(file).resolve() for file in files}
    for place in found:
        if place.resolve() in originals:
            raise Refusal(
                "same-file",
                T("--annotate would overwrite the picture {file}; name another file.", file=str(place)),
            )
        if place.is_file() and not is_ours(place):
            raise Refusal(
                "file-exists",
                T(
                    "--annotate names the picture to write, and {file} is there already and wasn't drawn by "
                    "companion; name another file.",
                    file=str(place),
                ),
            )


def draw(
    app: App, found: Sequence[Path], readings: Sequence[Reading], situation: Situation, tally: Tally
) -> None:
    """Writes a picture for every file that could be read, each in its place, and says so."""
    written: list[str] = []
    bare: list[str] = []
    for place, reading in zip(found, readings, strict=False):  # there are no places where none are wanted
        if reading.layouts:
            _draw(app, place, reading, situation, tally)
            (written if any(reading.layouts) else bare).append(str(place))
    if app.json:
        return
    if written:
        app.print(T("Boxes drawn in {files}.", files=tuple(written)))
    if bare:
        app.print(T("No box drawn in {files}: nothing was read there.", files=tuple(bare)))


def _draw(app: App, place: Path, reading: Reading, situation: Situation, tally: Tally) -> None:
    from companion.sheets.fonts import JAPANESE
    from recognizers.annotate import Group, annotate, save
    from recognizers.load import PictureError, load

    owner = {found.card: share.player for share in tally.shares for found in share.cards}
    colours = _colours(app, situation, tally)
    solid: dict[str, list[_Label]] = {name: [] for name in ("", *colours)}
    dashed: dict[str, list[_Label]] = {name: [] for name in ("", *colours)}
    for sighting in reading.layouts[0]:
        labels = dashed if sighting.reader == BY_COMPARISON else solid
        group = _group(app, sighting, situation, owner)
        labels[group if group in colours else ""].append((sighting.corners, label(app, sighting, situation)))
    groups = [Group(name, colour, solid[name], dashed[name]) for name, colour in colours.items()]
    legend = app.say(T("told by comparing with the deck's codes"))
    font = JAPANESE if JAPANESE.is_file() else None
    try:
        pixels = load(reading.file).pixels
        drawn = annotate(pixels, solid[""], dashed=dashed[""], groups=groups, legend=legend, font_path=font)
        save(drawn, place)
    except PictureError as error:
        raise Refusal(error.kind, text_of(error)) from error
    except MemoryError as error:
        text = T("{file} needs more memory than there is; a smaller picture would do.", file=reading.file)
        raise Refusal("unreadable-image", text) from error


def _colours(app: App, situation: Situation, tally: Tally) -> dict[str, tuple[int, int, int]]:
    """The colour of every group that there may be, by its name: players by seat, then who is no player.

    Where nobody could have a card there are none, and all is drawn alike.
    """
    from recognizers.annotate import GREY, INK, PALETTE

    named = [share.player for share in tally.shares]
    if NOBODY in named:
        return {}
    seats = range(1, deck.MOST_SEATS + 1)
    others = ((_nobody(), GREY), (_not_counted(), GREY), (_other_game(), INK))
    return {
        **dict.fromkeys(named, PALETTE[0]),  # one without a seat is alone
        **{player_name(seat, situation): colour for seat, colour in zip(seats, PALETTE, strict=True)},
        **{app.say(text): colour for text, colour in others},
    }


def _nobody() -> Text:
    return T("(nobody)")


def _not_counted() -> Text:
    return T("(not counted)")


def _other_game() -> Text:
    return T("(another game)")


def _group(app: App, sighting: Sighting, situation: Situation, owner: Mapping[Card, str]) -> str:
    """The name of the group that a code is of; none where it is nothing of ours."""
    what = deck.meaning(sighting.text)
    if what is None:
        return ""
    if not isinstance(what, Card):
        counts = situation.owner is None and taken(what.seat, situation)
        return player_name(what.seat, situation) if counts else ""
    if situation.game is not None and what.game != situation.game.key:
        return app.say(_other_game())
    return owner.get(what) or app.say(_nobody() if held(what) else _not_counted())


def label(app: App, sighting: Sighting, situation: Situation) -> str:
    """What is written beside a code: the card, whose marker it is, or that it is no tag of ours; and how
    sure that is, where it was compared or is unsure.
    """
    what = deck.meaning(sighting.text)
    if what is None:
        ours = looks_like_ours(sighting.text)
        return app.say(T("no such card: {tag}", tag=sighting.text) if ours else T("no tag of ours"))
    if isinstance(what, Card):
        game = games.load(what.game)
        name = f"{app.say(game.kind(what.kind).name)} {what.copy}"
        if situation.game is not None and game.key != situation.game.key:
            name = f"{name} ({app.say(game.name)})"
    else:
        name = player_name(what.seat, situation)
    plain = sighting.reader != BY_COMPARISON and sighting.confidence >= UNSURE_BELOW
    return name if plain else f"{name} ({percent(sighting)})"
