"""Nothing outside `companion/games` knows one game from another, so a plug-in's is served like any other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games

COMPANION = Path(games.__file__).parents[1]
OUTSIDE = sorted(
    path
    for path in COMPANION.rglob("*.py")
    if COMPANION / "games" not in path.parents and "locale" not in path.parts
)
MODULES = {key.replace("-", "_") for key in games.KEYS}
DECKS = {game.deck for game in games.built_in()}
NAMED = re.compile("|".join(map(re.escape, (*games.KEYS, *sorted(MODULES)))))
STEMS = tuple(key.split("-")[0] for key in games.KEYS)
"""What the modules of a game begin with."""


def _docstrings(tree: ast.AST) -> set[int]:
    """The strings that stand by themselves: docstrings, and those below what they describe."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def _special(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    told = _docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in told and (NAMED.fullmatch(node.value) or node.value in DECKS):
                yield f"line {node.lineno}: {node.value!r}"
        elif isinstance(node, ast.Import):
            yield from (f"line {node.lineno}: {a.name}" for a in node.names if _of_one_game(a.name))
        elif isinstance(node, ast.ImportFrom):
            found = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (f"line {node.lineno}: {name}" for name in found if _of_one_game(name))


def _of_one_game(module: str) -> bool:
    """Whether this is a game's own module, of `companion.games` or of `scorers`."""
    return module.startswith(
        tuple(f"{package}.{stem}" for package in ("companion.games", "scorers") for stem in STEMS)
    )


def test_the_search_finds_what_it_is_for() -> None:
    assert list(_special("if game.key == 'caravan': pass"))
    assert list(_special("if deck == 'AR': pass"))
    assert list(_special("from companion.games import treasure_guide"))
    assert list(_special("from scorers.saboteur import GOLD"))
    assert list(_special("from companion.games.archaeology import GAME"))
    assert list(_special("import companion.games.archaeology"))
    assert not list(_special("from companion.games.base import Game"))
    assert not list(_special("from companion import games"))
    assert not list(_special("'''About caravan.'''\nx = 'caravans'"))


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(COMPANION)))
def test_no_game_is_named_outside_the_games(path: Path) -> None:
    assert list(_special(path.read_text(encoding="utf-8"))) == []
