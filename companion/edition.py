"""The facts of one's own box: what the published rules leave to the print run. A small file a game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from companion.games.base import Fact, Game
from companion.table import Json
from companion.words import number
from scorers.guess import guess
from scorers.refusal import Refusal
from scorers.text import T


def path(folder: Path, game: Game) -> Path:
    """The file in the data folder that holds this game's facts."""
    return folder / f"edition-{game.key}.json"


def load(folder: Path, game: Game) -> dict[str, Json]:
    """The facts filled in so far. Refused (`bad-edition`) where the file can't be read as such."""
    file = path(folder, game)
    try:
        text = file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise _bad(file, str(error)) from error
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise _bad(file, str(error)) from error
    if not isinstance(facts, dict):
        raise _bad(file, "it is not a JSON object")
    known = {fact.key: fact for fact in game.facts}
    for key, value in facts.items():
        if key not in known:
            raise _bad(file, f"there is no fact '{key}'")
        if isinstance(value, bool) or not isinstance(value, int):
            raise _bad(file, f"'{key}' is not a whole number")
        if not known[key].least <= value <= known[key].most:
            raise _bad(file, f"'{key}' is {known[key].least} to {known[key].most}, not {value}")
    return facts


def change(folder: Path, game: Game, words: Iterable[str]) -> dict[str, Json]:
    """The facts after KEY=NUMBER words (KEY= forgets one), kept on disk.

    Raises `Refusal`: `bad-argument`, `unknown-fact`, `over-limit`; nothing is kept then.
    """
    facts = load(folder, game)
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise Refusal("bad-argument", T("'{word}' is not KEY=NUMBER.", word=word))
        fact = _fact(game, key.strip())
        if not value.strip():
            facts.pop(fact.key, None)
            continue
        given = number(value, word)
        if not fact.least <= given <= fact.most:
            raise Refusal(
                "over-limit",
                T(
                    "{key} is {least} to {most}, not {n}.",
                    key=fact.key,
                    least=fact.least,
                    most=fact.most,
                    n=given,
                ),
            )
        facts[fact.key] = given
    _save(folder, game, facts)
    return facts


def _save(folder: Path, game: Game, facts: Mapping[str, Json]) -> None:
    file = path(folder, game)
    fresh = file.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with fresh.open("w", encoding="utf-8") as stream:
            json.dump(facts, stream, ensure_ascii=False, indent=2, sort_keys=True)
            stream.write("\n")
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(file)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise Refusal(
            "data-folder",
            T("{file} can't be written: {why}.", file=str(file), why=error.strerror or str(error)),
        ) from error


def _fact(game: Game, key: str) -> Fact:
    for fact in game.facts:
        if fact.key == key:
            return fact
    known = tuple(fact.key for fact in game.facts)
    if not known:
        raise Refusal("unknown-fact", T("{game} has no facts that differ from box to box.", game=game.name))
    near = guess(key, known, 0.4)
    raise Refusal(
        "unknown-fact",
        T(
            "{game} has no fact '{key}'. Did you mean {near}? `companion edition {game_key}` lists them.",
            game=game.name,
            key=key,
            near=near if near else known[0],
            game_key=game.key,
        ),
    )


def _bad(file: Path, why: str) -> Refusal:
    return Refusal(
        "bad-edition",
        T("The edition file {file} can't be used: {why}. Mend it or move it away.", file=str(file), why=why),
    )
