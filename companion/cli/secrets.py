"""Secrets on a shared screen, and the check of deals afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from companion import words
from companion.cli import complete
from companion.cli.app import App, pass_app, shared
from companion.cli.do import find, record
from companion.cli.tables import report
from companion.deals import canonical, clean_commitment, commitments_in, holds
from companion.games.base import Action, Game
from companion.journal import Journal, act
from companion.table import Deal, Event, Json, State
from companion.view import checked_deal
from scorers.refusal import Refusal
from scorers.text import TN, T

_ENDED = 130
"""The exit status after Ctrl-C, here as everywhere."""


@click.command("roles")
@click.option(
    "--player",
    metavar="NAME",
    shell_complete=complete.player,
    help="Only this player; else everybody in seat order.",
)
@shared
@pass_app
def roles_command(app: App, player: str | None) -> int:
    """Show each player their role, one at a time, and nobody else's."""
    for_persons_only(app)
    state = app.journal().state
    wanted = [player] if player else list(state.names)
    for name in wanted:
        if not look(app, "roles", {"player": name}):
            return _ENDED
    return 0


@click.command("peek")
@click.argument("goal")
@click.option(
    "--player",
    required=True,
    metavar="NAME",
    shell_complete=complete.player,
    help="Who looks, and nobody else.",
)
@shared
@pass_app
def peek_command(app: App, goal: str, player: str) -> int:
    """Show one player what GOAL (top, middle or bottom) hides."""
    for_persons_only(app)
    return 0 if look(app, "peek", {"player": player, "goal": goal}) else _ENDED


@click.command("reveal")
@click.argument("goal")
@shared
@pass_app
def reveal_command(app: App, goal: str) -> None:
    """Turn GOAL (top, middle or bottom) up for everybody."""
    _action(app.journal().game, "reveal")
    record(app, "reveal", {"goal": goal})


@click.command("verify")
@click.option(
    "--commitment",
    "typed",
    metavar="HEX",
    multiple=True,
    help="A copy of a commitment that somebody kept: is it the one on record?",
)
@click.option(
    "--photo",
    metavar="IMAGE",
    multiple=True,
    type=click.Path(),
    help="A picture of such a copy as a QR code.",
)
@click.option("--deal", "name", metavar="NAME", help="The copy is of the deal NAME (roles, goals ...).")
@click.option("--round", "round_", metavar="N", type=click.IntRange(1), help="The copy is of round N.")
@shared
@pass_app
def verify_command(
    app: App, typed: tuple[str, ...], photo: tuple[str, ...], name: str | None, round_: int | None
) -> int:
    """Check the deals of finished rounds against the commitments shown before the first look.

    A copy of a commitment, kept since then by typing it or as a QR code, is held against the record too.
    """
    state = app.journal().state
    copies = _copies(typed, photo)
    if not copies and (name is not None or round_ is not None):
        raise click.UsageError("--deal and --round say what a copy is of: give --commitment or --photo too.")
    meant = _meant(state, name, round_) if copies else ()
    matched = [(copy, next((d for d in reversed(meant) if d.commitment == copy), None)) for copy in copies]
    checked = [(deal, holds(deal)) for deal in state.deals]
    broken = any(deal.open and not ok for deal, ok in checked) or any(deal is None for _, deal in matched)
    if app.json:
        shown: dict[str, Json] = {
            "table": state.table,
            "deals": [checked_deal(deal, ok) for deal, ok in checked],
        }
        if copies:
            shown["copies"] = [_copy_json(copy, deal) for copy, deal in matched]
        app.emit(shown)
        return 1 if broken else 0
    _print_deals(app, checked)
    for copy, deal in matched:
        _print_copy(app, state, copy, deal, meant)
    return 1 if broken else 0


def _print_deals(app: App, checked: Sequence[tuple[Deal, bool]]) -> None:
    if not checked:
        app.print(T("Nothing was dealt at this table."))
    for deal, ok in checked:
        app.print(
            T("{name}, round {n}: {verdict}", name=deal.name, n=deal.round, verdict=_verdict(deal.open, ok))
        )
        app.verbatim(deal.commitment)
        if deal.open:
            app.verbatim(T("nonce {nonce}", nonce=deal.nonce))
            app.verbatim(T("deal {deal}", deal=canonical(deal.deal)))
    app.print(T("A commitment is SHA-256 over the nonce, a colon and the deal, as they stand here."))


def _copies(typed: Sequence[str], photos: Sequence[str]) -> tuple[str, ...]:
    """The commitments that people kept, each once, as 64 small hex digits."""
    return tuple(dict.fromkeys([*map(clean_commitment, typed), *(c for p in photos for c in _in_photo(p))]))


def _in_photo(image: str) -> list[str]:
    """The commitments among the codes in a picture. Refused (`no-commitment`) where there is none."""
    from companion.cli.pictures import text_of
    from recognizers.load import PictureError, load
    from recognizers.read import read

    try:
        texts = [sighting.text for sighting in read(load(image).pixels)]
    except PictureError as error:
        raise Refusal(error.kind, text_of(error)) from error
    found = [commitment for text in texts for commitment in commitments_in(text)]
    if found:
        return found
    read_here = TN("{count} other code was read", "{count} other codes were read", len(texts))
    raise Refusal(
        "no-commitment",
        T(
            "No code in {file} is a commitment, 64 hex digits ({read}). Type it: --commitment HEX.",
            file=image,
            read=read_here,
        ),
    )


def _meant(state: State, name: str | None, round_: int | None) -> tuple[Deal, ...]:
    """The deals on record that a copy may be of. Refused (`unknown-deal`) where there is none."""
    found = tuple(d for d in state.deals if name in (None, d.name) and round_ in (None, d.round))
    if not found:
        known = tuple(T("{name} of round {n}", name=d.name, n=d.round) for d in state.deals)
        raise Refusal(
            "unknown-deal", T("There is no such deal on record. Dealt: {known}.", known=known or T("none"))
        )
    return found


def _copy_json(copy: str, deal: Deal | None) -> dict[str, Json]:
    told = {"name": None, "round": None} if deal is None else {"name": deal.name, "round": deal.round}
    return {"commitment": copy, **told, "ok": deal is not None}


def _print_copy(app: App, state: State, copy: str, deal: Deal | None, meant: Sequence[Deal]) -> None:
    if deal is None:
        app.print(T("The copy is NOT a commitment on record:"))
        app.verbatim(copy)
        for other in meant:
            app.print(T("On record for the deal '{name}', round {n}:", name=other.name, n=other.round))
            app.verbatim(other.commitment)
    elif deal is state.deal(deal.name, deal.round):
        app.print(
            T("The copy equals the commitment to the deal '{name}', round {n}.", name=deal.name, n=deal.round)
        )
    else:
        app.print(
            T(
                "The copy equals the commitment to a deal '{name}', round {n}, that was dealt again since.",
                name=deal.name,
                n=deal.round,
            )
        )


def _verdict(is_open: bool, ok: bool) -> object:
    if not is_open:
        return T("still secret; it can be checked at the round's end")
    return T("as committed") if ok else T("NOT what was committed to")


def for_persons_only(app: App) -> None:
    """Refuses (`needs-terminal`) to show a secret where no person reads it."""
    if app.json or not app.terminal():
        raise Refusal(
            "needs-terminal", T("A secret is shown to a person on a terminal, not to a pipe or a file.")
        )


def _action(game: Game, name: str) -> Action:
    action = find(game, name)
    if action is None:
        raise Refusal("no-secret", T("{game} has no '{name}'.", game=game.name, name=name))
    return action


def look(app: App, name: str, raw: Mapping[str, Any]) -> bool:
    """Lets one person look: recorded when they press Enter, then shown, wiped on the next key.

    A player with a PIN is asked for it first; one without may set it while the secret is shown.
    False if it was broken off.
    """
    from companion.cli import hotseat, pin

    def build(journal: Journal) -> Event:
        action = _action(journal.game, name)
        args = words.parse(journal.game, journal.state, action.params, raw)
        return act(journal, name, args, app.dealer(), app.at())

    who = build(app.journal()).data["player"]
    set_now = None
    try:
        with hotseat.private_screen():
            pin.pass_to(app, who)
            guarded = pin.admit(app, who) is not None
            recorded = app.store.append(app.table_id(), build)
            shows = _action(recorded.before.game, name).shows
            lines = shows(recorded.before.state, recorded.event.data) if shows else ()
            hide = T("Press any key to hide it.")
            offer = T("Press any key to hide it (P: and set a PIN that later looks ask for).")
            hotseat.show([*(app.say(line) for line in lines), "", app.say(hide if guarded else offer)])
            pressed = hotseat.key()
            hotseat.wipe()
            if not guarded and pressed in ("p", "P"):
                set_now = pin.choose(app, who)
    except hotseat.Interrupted:
        app.note(T("Ended. Nothing is left on the screen."))
        return False
    if set_now is not None:
        report(app, set_now)
    return True
