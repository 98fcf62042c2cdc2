"""What the companion knows: the games, their house rules, the facts of one's own box."""

from __future__ import annotations

import click

from companion import edition, games
from companion.cli import complete, show
from companion.cli.app import App, pass_app, shared
from companion.table import Json
from scorers.text import T

_SOURCES = {"printed": T("printed rules"), "house": T("house rule")}
"""Where a rule comes from, in words."""


@click.command("games")
@shared
@pass_app
def games_command(app: App) -> None:
    """List the games."""
    known = games.every()
    for plugin in games.plugged_in():
        if plugin.problems:
            app.note(T("Warning: {warning}", warning=plugin.trouble))
    if app.json:
        listed = [
            {"key": g.key, "name": app.say(g.name), "players": [g.least_players, g.most_players]}
            for g in known
        ]
        app.emit({"games": listed})
        return
    rows = [(g.key, app.say(g.name), f"{g.least_players}-{g.most_players}") for g in known]
    show.table(app, (T("Key"), T("Game"), T("Players")), rows)


@click.command("rules")
@click.argument("game", shell_complete=complete.game)
@shared
@pass_app
def rules_command(app: App, game: str) -> None:
    """House rules of GAME: the values in force at the current table of it, else the defaults."""
    chosen = games.load(game)
    in_force = _in_force(app, chosen.key)
    rules: list[dict[str, Json]] = [
        {
            "key": rule.key,
            "value": in_force.get(rule.key, rule.default),
            "default": rule.default,
            "values": list(rule.values),
            "source": rule.source,
            "text": app.say(rule.text),
        }
        for rule in chosen.house_rules
    ]
    if app.json:
        credit = {} if chosen.credit is None else {"credit": app.say(chosen.credit)}
        app.emit({"game": chosen.key, **credit, "rules": rules})
        return
    app.print(chosen.name, bold=True)
    if chosen.credit is not None:
        app.print(chosen.credit)
    app.print()
    for rule in rules:
        values = " | ".join(rule["values"])
        told = {**rule, "values": values, "source": _SOURCES[rule["source"]]}
        app.print(T("{key} = {value}   ({values}; {source})", **told))
        app.paragraph(rule["text"], indent="    ")


def _in_force(app: App, game: str) -> dict[str, str]:
    table = app.table or app.store.current()
    if table is None:
        return {}
    journal = app.store.journal(table)
    return dict(journal.state.rules) if journal.game.key == game else {}


@click.command("edition")
@click.argument("game", shell_complete=complete.game)
@click.argument("facts", nargs=-1, metavar="[KEY=NUMBER ...]", shell_complete=complete.fact)
@shared
@pass_app
def edition_command(app: App, game: str, facts: tuple[str, ...]) -> None:
    """The facts of one's own box of GAME; KEY=NUMBER fills one in, KEY= forgets it."""
    chosen = games.load(game)
    before = edition.load(app.folder, chosen)
    known = edition.change(app.folder, chosen, facts) if facts else before
    rows: list[dict[str, Json]] = [
        {"key": fact.key, "value": known.get(fact.key), "text": app.say(fact.text)} for fact in chosen.facts
    ]
    warnings = chosen.edition_warnings(known)
    for warning in warnings:
        app.note(T("Warning: {warning}", warning=warning))
    if app.json:
        app.emit({"game": chosen.key, "facts": rows})
        return
    if not rows:
        app.print(T("{game} is the same in every box: nothing to fill in.", game=chosen.name))
        return
    if facts:
        rows = [row for row in rows if row["value"] != before.get(row["key"])]
    shown = [(r["key"], "-" if r["value"] is None else str(r["value"]), r["text"]) for r in rows]
    if shown:
        show.table(app, (T("Key"), T("Value"), T("What")), shown, numbers=(1,))
    else:
        app.print(T("Nothing changes: that was filled in already."))
    if facts:
        app.print(T("`companion edition {game}` shows all facts of your box.", game=chosen.key))
    else:
        app.print(T("Kept in {file}.", file=str(edition.path(app.folder, chosen))))
