"""Reading picture files for `scan` and `check`: several at once, with progress; on request pictures of how
each was read are written.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Literal

import click

from companion import deck
from companion.cli.app import App
from companion.deck import Card
from companion.table import Json
from companion.tally.model import Reading, Situation
from companion.tally.tags import Problem, known_payloads, sort
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

if TYPE_CHECKING:
    from recognizers.load import PictureError
    from recognizers.sighting import Sighting

Effort = Literal["fast", "normal", "thorough"]
EFFORTS = ("fast", "normal", "thorough")

_AT_ONCE = 2
"""Pictures read at a time: each may take hundreds of megabytes, and the readers use several cores."""
_PROGRESS_FROM = 4
_DEBUG_PICTURE = re.compile(r"\d\d+-.+\.(?:jpg|png)")

Wanted = Collection[frozenset[str]]


class Named(click.Path):
    """A file or folder that has a name: an empty one would be the current folder."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """The path, or a usage error."""
        if not str(value).strip():
            self.fail("An empty name names nothing; give a file or a folder.", param, ctx)
        return Path(value)


debug_option = click.option(
    "--debug",
    type=Named(),
    metavar="FOLDER",
    help="Write pictures of each step of reading.",
)


def read_pictures(
    files: Sequence[str],
    known: Collection[str],
    effort: Effort,
    *,
    wanted: Wanted = (),
    debug: Sequence[Path] = (),
) -> list[Reading]:
    """Reads these files, in the order given; one that can't be read has its problem in its place.

    `wanted` is as `recognizers.read.read` has it. For every file `debug` has the folder for pictures of how
    it was read.
    """
    pool = ThreadPoolExecutor(_AT_ONCE)
    try:
        waiting: list[Future[Reading]] = [
            pool.submit(_read, file, known, effort, wanted, debug[n] if debug else None)
            for n, file in enumerate(files)
        ]
        with _progress(len(files)) as step:
            done = []
            for future in waiting:
                done.append(future.result())
                step()
        return done
    finally:
        pool.shutdown(cancel_futures=True)


def _read(
    file: str,
    known: Collection[str],
    effort: Effort,
    wanted: Wanted,
    debug: Path | None,
) -> Reading:
    from recognizers.load import PictureError, load
    from recognizers.read import read

    start = time.perf_counter()
    try:
        try:
            picture = load(file)
        except PictureError as error:
            return Reading(file, problem=problem_of(error))
        others = known_payloads(None, {})  # so that no other deck's tag is taken for one of this
        found = tuple(
            read(picture.pixels, effort=effort, known=known, others=others, wanted=wanted, debug=debug)
        )
    except PictureError as error:  # the pictures of how it was read could not be written
        raise Refusal(error.kind, text_of(error)) from error
    except MemoryError:
        text = T("{file} needs more memory than there is; a smaller picture would do.", file=file)
        return Reading(file, problem=Problem("unreadable-image", text))
    took = round((time.perf_counter() - start) * 1000)
    return Reading(file, picture.width, picture.height, took, (found,))


def text_of(error: PictureError) -> Text:
    """What a reader says about a file, translatable."""
    return Text(error.template, {key: str(value) for key, value in error.values.items()})


def problem_of(error: PictureError) -> Problem:
    """A file that can't be used, as a problem of the tally."""
    return Problem(error.kind, text_of(error))


@contextmanager
def _progress(count: int) -> Iterator[Callable[[], None]]:
    """Shows on a terminal how many of many pictures are read; gives what to call after each."""
    if count < _PROGRESS_FROM or sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=count)
        yield lambda: bar.advance(task)


def different(folder: Path, named: Iterable[tuple[str, str]]) -> list[Path]:
    """Places in a folder by stem and ending, none of them twice: of one name the second gets -2 after it."""
    places: list[Path] = []
    for stem, ending in named:
        place, n = folder / f"{stem}{ending}", 1
        while place in places:
            n += 1
            place = folder / f"{stem}-{n}{ending}"
        places.append(place)
    return places


def debug_folders(target: Path, files: Sequence[str]) -> list[Path]:
    """For every file the folder for pictures of how it was read: `target`, or, of several, one each in it.

    They are made, and it is tried whether they can be written to, before anything is read. Refused:
    `bad-argument` for a video, `not-a-folder`, `unwritable`, and `same-file` where a picture to be read might
    be overwritten.
    """
    from recognizers.frames import is_video

    videos = tuple(file for file in files if is_video(file))
    if videos:
        raise Refusal(
            "bad-argument",
            T(
                "--debug shows how single pictures are read, and {videos} is no picture but a video; "
                "leave it out.",
                videos=videos,
            ),
        )
    _make(target)
    folders = [target] if len(files) == 1 else different(target, ((Path(file).stem, "") for file in files))
    for folder in folders:
        _make(folder)
    at = {folder.resolve() for folder in folders}
    for file in map(Path, files):
        if _DEBUG_PICTURE.fullmatch(file.name) and file.resolve().parent in at:
            raise Refusal(
                "same-file",
                T("--debug might overwrite the picture {file}; name another folder.", file=str(file)),
            )
    return folders


def print_debug(app: App, target: Path) -> None:
    """Says where the pictures of how it was read are, and what explains them."""
    found = [path for path in (*target.glob("*"), *target.glob("*/*")) if _DEBUG_PICTURE.fullmatch(path.name)]
    if found:
        app.print(
            T(
                "How it was read: {pictures} in {folder}; docs/reading.md says what they show.",
                pictures=TN("{count} picture", "{count} pictures", len(found)),
                folder=str(target),
            )
        )


def unwritable(file: Path, error: OSError) -> Refusal:
    """The refusal of a file or folder that can't be written."""
    text = T("{file} cannot be written: {reason}", file=str(file), reason=error.strerror or str(error))
    return Refusal("unwritable", text)


def _make(folder: Path) -> None:
    try:
        if folder.exists() and not folder.is_dir():
            raise Refusal(
                "not-a-folder",
                T(
                    "--debug {file}: that is no folder; name one, it is made if it isn't there.",
                    file=str(folder),
                ),
            )
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise unwritable(folder, error) from error


def image_json(reading: Reading, situation: Situation) -> dict[str, Json]:
    """One file as other programs read it; of a video every code once, as it was seen best."""
    found = _once(reading)
    ours = [(s, what) for s in found if (what := deck.meaning(s.text)) is not None]
    shown: dict[str, Json] = {
        "file": reading.file,
        "width": reading.width,
        "height": reading.height,
        "milliseconds": reading.milliseconds,
        "sightings": [
            {
                "card": what.kind if isinstance(what, Card) else "player",
                "copy": what.copy if isinstance(what, Card) else 1,
                "payload": sighting.text,
                "corners": _corners(sighting),
                "reader": sighting.reader,
                "confidence": round(sighting.confidence, 3),
            }
            for sighting, what in ours
        ],
        "foreign": [{"text": s.text, "corners": _corners(s)} for s in found if deck.meaning(s.text) is None],
    }
    if reading.frames is not None:
        shown["frames"] = reading.frames
    return shown


def _once(reading: Reading) -> list[Sighting]:
    if len(reading.layouts) == 1:
        return list(reading.layouts[0])
    best: dict[str, Sighting] = {}
    for layout in reading.layouts:
        for sighting in layout:
            before = best.get(sighting.text)
            if before is None or sighting.confidence > before.confidence:
                best[sighting.text] = sighting
    return list(best.values())


def _corners(sighting: Sighting) -> Json:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in sighting.corners]


def problem_json(app: App, problem: Problem) -> dict[str, Json]:
    """A problem or note as other programs read it."""
    return {"kind": problem.kind, "message": app.say(problem.text), "cards": list(problem.cards)}


def print_problems(app: App, problems: Sequence[Problem], notes: Sequence[Problem] = ()) -> None:
    """All of them, a line each: problems by an exclamation mark, notes by a dash."""
    for sign, group in (("!", problems), ("-", notes)):
        for problem in group:
            app.print(f"{sign} {app.refusal(problem.text)}", hang=2)


def print_files(app: App, readings: Sequence[Reading], situation: Situation) -> None:
    """A line for every file that could be read: how much was in it, and what codes are not ours."""
    for reading in readings:
        if reading.width is None:
            continue
        texts = [sort(layout, situation.game) for layout in reading.layouts]
        ours = {s.sighting.text for found in texts for s in (*found.cards, *found.markers)}
        foreign = tuple(dict.fromkeys(_short(s.text) for found in texts for s in found.foreign))
        tags = TN("{count} tag", "{count} tags", len(ours))
        text = T("{file}: {tags}, {ms} ms", file=reading.file, tags=tags, ms=reading.milliseconds)
        if reading.frames is not None:
            frames = TN("{count} frame", "{count} frames", reading.frames)
            text = T("{file}: {tags} in {frames}", file=reading.file, tags=tags, frames=frames)
        app.print(text)
        if foreign:
            app.print(T("  codes that are no tags: {texts}", texts=foreign))


def _short(text: str) -> str:
    """A foreign text fit for one line of a terminal: nothing that moves the cursor, not too long."""
    plain = "".join(c if c.isprintable() else "?" for c in text)
    return plain if len(plain) <= 60 else plain[:57] + "..."
