"""Games from other packages: found by their entry points, loaded, checked, and kept out where unfit.

An entry point of the group `companion.games` has the game's key as its name and `module:GAME` as its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from scorers.checks import joined
from scorers.refusal import Refusal
from scorers.text import T, Text

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from companion.games.base import Game

GROUP = "companion.games"


class Plugin(NamedTuple):
    """A game that an installed package brings; `game` is None where `problems` keep it out."""

    key: str
    package: str
    version: str
    game: Game | None
    problems: tuple[Text, ...] = ()

    @property
    def trouble(self) -> Text:
        """One sentence that names the package, the game and all that is wrong with it."""
        return T(
            "The package {package} brings the game '{key}', which can't be used: {problems}.",
            package=self.package,
            key=self.key,
            problems=joined(self.problems),
        )


@cache
def _entry_points() -> tuple[tuple[str, str, EntryPoint], ...]:
    """Package, version and entry point of every plug-in, by package, so that the order is always the same."""
    from importlib.metadata import entry_points  # not free, and most commands need no plug-in

    rows = []
    for point in entry_points(group=GROUP):
        package, version = ("?", "?") if point.dist is None else (point.dist.name, point.dist.version)
        rows.append((package, version, point))
    return tuple(sorted(rows, key=lambda row: (row[0], row[2].name)))


def names() -> tuple[str, ...]:
    """The keys that installed packages announce. Nothing is imported for it, so some may turn out unfit."""
    return tuple(dict.fromkeys(point.name for _, _, point in _entry_points()))


@cache
def loaded(built_in: tuple[Game, ...]) -> tuple[Plugin, ...]:
    """Every announced game, imported and checked against the built-in ones and those before it."""
    found: list[Plugin] = []
    for package, version, point in _entry_points():
        taken = [*built_in, *(plugin.game for plugin in found if plugin.game is not None)]
        game, problems = _checked(point, taken)
        found.append(Plugin(point.name, package, version, None if problems else game, tuple(problems)))
    return tuple(found)


def load(key: str, built_in: tuple[Game, ...]) -> Game:
    """The plug-in's game with exactly this key. Refused (`bad-plugin`) where it is unfit."""
    claims = [plugin for plugin in loaded(built_in) if plugin.key == key]
    for plugin in claims:
        if plugin.game is not None:
            return plugin.game
    raise Refusal("bad-plugin", claims[0].trouble)


def forget() -> None:
    """Looks for plug-ins anew the next time, for a test that installs one."""
    _entry_points.cache_clear()
    loaded.cache_clear()


def _checked(point: EntryPoint, taken: Sequence[Game]) -> tuple[Game | None, list[Text]]:
    from companion.games.validate import problems

    try:
        game: Game = point.load()
    except (Exception, SystemExit) as error:  # whatever it raises, the other games must go on
        why = f"{type(error).__name__}: {error}"
        return None, [T("{value} can't be imported ({why})", value=point.value, why=why)]
    wrong = problems(game)
    if not wrong:
        wrong += _claims(point.name, game, taken)
    return game, wrong


def _claims(name: str, game: Game, taken: Sequence[Game]) -> list[Text]:
    """What it claims that isn't free."""
    wrong = []
    if name != game.key:
        wrong.append(T("its entry point is called '{name}', its key is '{key}'", name=name, key=game.key))
    for other in taken:
        if other.key == game.key:
            wrong.append(T("the key '{key}' is taken by {game}", key=game.key, game=other.name))
        if other.deck == game.deck:
            wrong.append(T("the deck code {deck} is taken by {game}", deck=game.deck, game=other.name))
    return wrong
