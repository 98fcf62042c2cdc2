"""What the shell offers when Tab is pressed."""

from __future__ import annotations

from collections.abc import Iterable

import click

from companion import games
from companion.cli.app import App
from companion.games.base import Game
from companion.journal import Journal
from scorers.refusal import Refusal


def game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Keys of games."""
    return _starting(games.known_keys(), incomplete)


def explained(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Keys of games, and the words that are explained for the game named, or for the table's."""
    from companion.explain import Vocabulary

    said: tuple[str, ...] = ctx.params.get("words") or ()
    journal = _journal(ctx)
    if said and said[0] in games.known_keys():
        return _starting(Vocabulary(games.load(said[0])).words, incomplete)
    known = Vocabulary(journal.game).words if journal else ()
    return _starting((*games.known_keys(), *known), incomplete)


def deck_name(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Keys of games, and the players' markers."""
    return _starting((*games.known_keys(), "players"), incomplete)


def table(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Ids of tables."""
    try:
        return _starting(ctx.ensure_object(App).store.tables(), incomplete)
    except Refusal:
        return []


def player(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names of the players at the table in question."""
    journal = _journal(ctx)
    return _starting(journal.state.names if journal else (), incomplete)


def card(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Kinds of card, each with the equals sign that a number follows."""
    return [f"{key}=" for key in kind(ctx, param, incomplete)]


def kind(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Keys of the kinds of card of the game in question."""
    return _starting((k.key for g in _games(ctx) for k in g.kinds), incomplete)


def rule(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """House rules of the game in question, each with its values."""
    every = (f"{r.key}={value}" for g in _games(ctx) for r in g.house_rules for value in r.values)
    return _starting(every, incomplete)


def fact(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Facts of the box of the game in question."""
    return [f"{key}=" for key in _starting((f.key for g in _games(ctx) for f in g.facts), incomplete)]


def _games(ctx: click.Context) -> tuple[Game, ...]:
    named = ctx.params.get("game")
    if named is None and any(p.name == "game" for p in ctx.command.params if isinstance(p, click.Argument)):
        named = next(iter(ctx.args), None)  # where an option lacks its value, arguments are left unread
    if named:
        try:
            return (games.load(named),)
        except Refusal:
            return ()
    journal = _journal(ctx)
    return (journal.game,) if journal else games.every()


def _journal(ctx: click.Context) -> Journal | None:
    try:
        return ctx.ensure_object(App).journal()
    except Refusal:
        return None


def _starting(words: Iterable[str], incomplete: str) -> list[str]:
    wanted = incomplete.casefold()
    return [word for word in dict.fromkeys(words) if word.casefold().startswith(wanted)]
