"""Looking a tally over: shown, asked about, corrected by hand, recorded. The person outranks the photo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import click

from companion import games, names, words
from companion.cli import show
from companion.cli.app import App
from companion.games.base import Cards, Game
from companion.games.holdings import recorded
from companion.journal import Journal, sentence
from companion.recount import differences
from companion.table import State
from companion.tally.model import NOBODY, Found, Tally, percent
from companion.tally.proposal import Proposal, builds, has_sets, state_with
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

_HELP = ("?", "help")
_MOST_NAMED = 6
"""More cards that were told by comparing are counted, and the least sure of them named."""


def print_tally(app: App, tally: Tally) -> None:
    """Who has what: cards by kind, sets as they lie, and the reads that a person should check."""
    rows = [
        (
            share.player,
            _cards(app, tally, share.cards),
            ", ".join(_times(_name(app, tally.game, card), n) for card, n in share.sets),
            _unsure(app, share.cards),
        )
        for share in tally.shares
    ]
    if tally.unassigned:
        nobody = app.say(T("(nobody)"))
        rows.append((nobody, _cards(app, tally, tally.unassigned), "", _unsure(app, tally.unassigned)))
    nobodys = [row[0] for row in rows] == [NOBODY]
    used = [n for n in range(4) if (n == 0 and not nobodys) or n == 1 or any(row[n] for row in rows if n > 1)]
    headings = (T("Player"), T("Cards"), T("Sets"), T("Unsure"))
    if rows:
        show.table(app, [headings[n] for n in used], [[row[n] for n in used] for row in rows])
    print_compared(app, tally.found)


def print_compared(app: App, cards: Sequence[Found]) -> None:
    """A line on those that were told by comparing with the deck's codes, the least sure first."""
    compared = sorted((f for f in cards if f.compared), key=lambda f: f.sighting.confidence)
    named = tuple(_how_sure(app, found) for found in compared[:_MOST_NAMED])
    if len(compared) > len(named):
        text = T(
            "{count} of {of} cards were told by comparing them with the deck's codes; "
            "the least sure: {cards}.",
            count=len(compared),
            of=len(cards),
            cards=named,
        )
        app.print(text)
    elif compared:
        text = TN(
            "{count} of {of} cards was told by comparing it with the deck's codes: {cards}.",
            "{count} of {of} cards were told by comparing them with the deck's codes: {cards}.",
            len(compared),
            of=len(cards),
            cards=named,
        )
        app.print(text)


def print_unsure(app: App, cards: Sequence[Found]) -> None:
    """A line on the reads that a person should check, where no table names them."""
    unsure = [found for found in cards if found.unsure]
    if unsure:
        app.print(unsure_text(app, unsure))


def unsure_text(app: App, cards: Sequence[Found]) -> Text:
    """Says which reads a person should check."""
    return T("Unsure, look at them: {cards}.", cards=tuple(_how_sure(app, found) for found in cards))


def _cards(app: App, tally: Tally, cards: Sequence[Found]) -> str:
    counts = tally.counts(cards)
    return ", ".join(_times(_name(app, tally.game, key), n) for key, n in counts.items()) or "-"


def _times(name: str, n: int) -> str:
    return name if n == 1 else f"{name} x {n}"


def _name(app: App, game: Game | None, key: str) -> str:
    """A kind's name; where decks are mixed, its key."""
    return key if game is None else app.say(game.kind(key).name)


def _unsure(app: App, cards: Sequence[Found]) -> str:
    return ", ".join(_how_sure(app, found) for found in cards if found.unsure)


def _how_sure(app: App, found: Found) -> str:
    kind = games.load(found.card.game).kind(found.card.kind)
    return f"{app.say(kind.name)} {found.card.copy} ({percent(found.sighting)})"


def confirmed(
    app: App,
    journal: Journal,
    proposed: Proposal,
    problems: int,
    show_score: Callable[[Proposal], None],
) -> Proposal | None:
    """What the person wants recorded: as proposed, as corrected, or (None) nothing.

    `show_score` prints what the cards make, which has been done for `proposed`.
    """
    current = dict(proposed)
    while True:
        print_replaced(app, journal, current)
        answer = _ask(app, journal.state, current, problems)
        if answer == "y":
            return current
        if answer == "n":
            return None
        before, current = current, _corrected(app, journal, current)
        if current != before:
            _print_typed(app, current)
            app.print()
            show_score(current)


def print_replaced(app: App, journal: Journal, proposed: Proposal) -> None:
    """What on record the proposal would change.

    Where the record is secret, all whose it replaces: whether what was read agrees with it would tell it.
    """
    state = journal.state
    if journal.game.secret_score(state):
        held = state.facts.get("holdings", {})
        whose = tuple(p.name for p in state.players if p.name in proposed and p.id in held)
        if whose:
            app.print(
                T("This replaces what is on record of {names}; what it says stays secret.", names=whose)
            )
        return
    before = recorded(state)
    found = [d for d in differences(state, proposed) if before.get(d.player)]
    if found:
        app.print(T("This replaces what is on record:"))
        show.differences(app, journal.game, found, T("As read"))


def _ask(app: App, state: State, proposed: Proposal, problems: int) -> str:
    if problems:
        app.print(
            TN(
                "There is {count} problem; look at it first.",
                "There are {count} problems; look at them first.",
                problems,
            )
        )
    asked = T("Record this at table {table}? (y)es, (n)o, (e)dit", table=state.table)
    default = "y" if proposed and not problems else "n"
    choice = click.Choice(["y", "n", "e"], case_sensitive=False)
    answer: str = click.prompt(app.say(asked), type=choice, default=default, show_choices=False)
    return answer


def _corrected(app: App, journal: Journal, proposed: Proposal) -> dict[str, Cards]:
    """The proposal after lines `NAME CARD=N ...`, each of which replaces what NAME has."""
    _print_form(app, journal, proposed)
    current = dict(proposed)
    while True:
        line = click.prompt(">", default="", show_default=False, prompt_suffix=" ")
        if not line.strip():
            return current
        if line.strip().casefold() in _HELP:
            _print_form(app, journal, current)
            continue
        try:
            name, cards = correction(journal.game, journal.state, line)
            changed = {**current, name: cards}
            state_with(journal, changed, app.dealer(), app.at())
            if name in current:
                app.print(T("This replaces: {line}", line=_typed(name, current[name])), hang=2)
            current = changed
        except Refusal as refusal:
            app.print(f"! {app.refusal(refusal.text)}", hang=2)


def _print_form(app: App, journal: Journal, current: Proposal) -> None:
    app.print(
        T(
            "One player a line, everything that player has: NAME {example}=2 ...",
            example=journal.game.kinds[0].key,
        )
    )
    app.print(T("NAME: {names}.", names=journal.state.names))
    app.print(T("Cards: {cards}.", cards=tuple(kind.key for kind in journal.game.kinds if kind.held)))
    if has_sets(journal.game):
        app.print(T("Each CARD=N is one set."))
    if current:
        app.print(T("As it stands:"))
        _print_typed(app, current)
    app.print(T("An empty line ends."))


def _print_typed(app: App, proposed: Proposal) -> None:
    for name, cards in proposed.items():
        app.print(f"  {_typed(name, cards)}", hang=2)


def _typed(name: str, cards: Cards) -> str:
    """A line that gives the player these cards: what `correction` reads."""
    return " ".join([name, *(f"{card}={n}" for card, n in cards)])


def correction(game: Game, state: State, line: str) -> tuple[str, Cards]:
    """The player and the cards of a line `NAME CARD=N ...`; the shortest NAME for which the rest can be read.

    Raises `Refusal`: `unknown-player`, or what is wrong with the cards.
    """
    parts = line.split()
    by_name = {" ".join(names.folded(name).split()): name for name in state.names}
    trouble: Refusal | None = None
    for n in range(1, len(parts) + 1):
        name = by_name.get(names.folded(" ".join(parts[:n])))
        if name is None:
            continue
        try:
            return name, words.cards(game, parts[n:])
        except Refusal as refusal:
            trouble = trouble or refusal
    if trouble is not None:
        raise trouble
    said = [part for part in parts if "=" not in part] or parts[:1]
    names.find(" ".join(said), state.names)
    raise Refusal(
        "bad-argument", T("'{line}' is not NAME CARD=N ... with spaces between them.", line=line.strip())
    )


def record(
    app: App, table: str, proposed: Proposal, tags: Mapping[str, tuple[str, ...]] | None = None
) -> list[str]:
    """Puts the proposal on record, all of it or nothing; gives the record's sentences."""
    appended = app.store.append_all(table, builds(proposed, app.dealer(), app.at(), tags))
    return [app.say(sentence(one.before, one.event)) for one in appended]
