"""The journal of a table: its events, and the state they add up to.

Undo appends an event that takes the last action back, redo one that brings it again. What let somebody
see a secret stays, whatever is undone (`Action.lasting`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, overload

from companion import table_actions
from companion.checkpoints import Checkpoint, earlier, usable
from companion.deals import Dealer, from_record, to_record
from companion.games.base import Action, Args, Game, Occasion, Outcome
from companion.games.holdings import with_tags
from companion.table import Deal, Event, Json, Player, State
from scorers.refusal import Refusal
from scorers.text import T, Text

GameOf = Callable[[str], Game]

SETUP, UNDO, REDO = "setup", "undo", "redo"

TAGS = "tags"
"""The argument, and the hidden part of an event, that holds the payloads of the cards a scan saw."""


class Told(NamedTuple):
    """What the log says of an event: the sentence, and the name of the player whom it is about."""

    text: Text
    player: str | None


@dataclass(frozen=True, slots=True)
class Journal:
    """A table's events in order, the state after them, and what can be undone and redone.

    `done` are the numbers of the actions in effect that undo can take back, rising; `undone` those that redo
    can bring again, the next one last. `checkpoints` are short cuts for folding, the latest first.
    """

    game: Game
    events: Sequence[Event]
    state: State
    done: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    checkpoints: Sequence[Checkpoint] = ()

    def event(self, number: int) -> Event:
        """The event with this number."""
        return self.events[number - 1]


def setup_outcome(game: Game, table: str, occasion: Occasion, dealer: Dealer) -> Outcome:
    """What the first event of a table holds: who plays what how, and the first round's deals."""
    deals = game.deals(occasion, 1, dealer)
    public, hidden = to_record(deals)
    players = [{"id": p.id, "name": p.name, "seat": p.seat} for p in occasion.players]
    data = {
        "table": table,
        "game": game.key,
        "players": players,
        "rules": dict(occasion.rules),
        "edition": dict(occasion.edition),
        "start": occasion.start or game.start_player(occasion, deals),
        "deals": public,
        "seeded": dealer.seed is not None,
    }
    return Outcome(data, {"deals": hidden, "seed": dealer.seed})


def fold(events: Sequence[Event], game_of: GameOf, checkpoints: Sequence[Checkpoint] = ()) -> Journal:
    """The journal of these events, from the latest checkpoint on where there are any.

    The first event is the setup; numbers count up from 1.
    """
    if checkpoints:
        last = checkpoints[0]
        game = game_of(last.state.game)
        later, done, undone = events[last.number :], list(last.done), list(last.undone)
    else:
        game = game_of(events[0].data["game"])
        later, done, undone = events[1:], [], []
    back = len(events) + 1
    for event in later:
        back = min(back, _count(game, event, done, undone))
    journal = Journal(game, events, _opened(game, events[0]) if not checkpoints else last.state)
    journal = replace(journal, done=tuple(done), undone=tuple(undone), checkpoints=checkpoints)
    if checkpoints and back > last.number:
        return replace(journal, state=_applied(game, last.state, later, done))
    return replace(journal, state=_folded(journal, back))


def extend(journal: Journal, event: Event) -> Journal:
    """The journal with one more event, folding no more of the earlier ones again than needed."""
    done, undone = list(journal.done), list(journal.undone)
    back = _count(journal.game, event, done, undone)
    events = Appended(journal.events, event)
    after = replace(journal, events=events, done=tuple(done), undone=tuple(undone))
    if back < event.number:
        return replace(after, state=_folded(after, back))
    action = find_action(journal.game, event.action)
    return replace(after, state=_after(action, journal.state, event))


class Appended(Sequence[Event]):
    """A sequence of events with one more at its end, without a copy of those that were there at first."""

    def __init__(self, events: Sequence[Event], event: Event) -> None:
        # appending to what was appended to makes it longer, not deeper
        self._first: Sequence[Event] = events
        self._more: tuple[Event, ...] = (event,)
        if isinstance(events, Appended):
            self._first, self._more = events._first, (*events._more, event)

    def __len__(self) -> int:
        return len(self._first) + len(self._more)

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...

    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        if isinstance(index, slice):
            # asked for all at once, so that those in the store are loaded all at once
            wanted, end = range(*index.indices(len(self))), len(self._first)
            held = self._first[min(wanted, default=0) : end]
            start = end - len(held)
            return [held[i - start] if i < end else self._more[i - end] for i in wanted]
        place = index + len(self) if index < 0 else index
        later = place - len(self._first)
        return self._more[later] if later >= 0 else self._first[place]


def _count(game: Game, event: Event, done: list[int], undone: list[int]) -> int:
    """Brings what is done and undone up to date; gives the number of the event that came or went."""
    if event.action == UNDO:
        undone.append(done.pop())
        return undone[-1]
    if event.action == REDO:
        done.append(undone.pop())
        return done[-1]
    if not find_action(game, event.action).lasting:
        done.append(event.number)
        undone.clear()
    return event.number


def _folded(journal: Journal, number: int) -> State:
    """The state of a journal, from the latest checkpoint before event `number` that still holds."""
    for checkpoint in earlier(journal.checkpoints, number):
        if usable(checkpoint, journal.done):
            return _applied(journal.game, checkpoint.state, journal.events[checkpoint.number :], journal.done)
    first = _opened(journal.game, journal.events[0])
    return _applied(journal.game, first, journal.events[1:], journal.done)


def _applied(game: Game, state: State, events: Sequence[Event], done: Sequence[int]) -> State:
    """The state after those of these events that are in effect: in `done` (rising numbers), or lasting."""
    for event in events:
        if event.action in (UNDO, REDO):
            continue
        action = find_action(game, event.action)
        if action.lasting or _holds(done, event.number):
            state = _after(action, state, event)
    return state


def _after(action: Action, state: State, event: Event) -> State:
    """The state after an action; a scan's event also holds which single cards it saw with the player."""
    state = action.effect(state, event.data, event.secret)
    tags = event.secret.get(TAGS)
    return with_tags(state, event.data["player"], tags) if tags else state


def _holds(numbers: Sequence[int], number: int) -> bool:
    """Whether a number is among rising numbers."""
    place = bisect_left(numbers, number)
    return place < len(numbers) and numbers[place] == number


def _opened(game: Game, event: Event) -> State:
    data = event.data
    players = tuple(Player(p["id"], p["name"], p["seat"]) for p in data["players"])
    deals = from_record(data["deals"], event.secret["deals"])
    occasion = Occasion(players, data["rules"], data["edition"], data["start"], deals)
    return State(
        table=data["table"],
        game=game.key,
        players=players,
        rules=data["rules"],
        edition=data["edition"],
        facts=game.first_facts(occasion),
        start=data["start"],
        deals=deals,
        seed=event.secret.get("seed"),
    )


def actions(game: Game) -> tuple[Action, ...]:
    """The game's own actions and those that every table has."""
    return (*game.actions, *table_actions.ACTIONS)


def find_action(game: Game, name: str) -> Action:
    """The action with this name. KeyError if there is none."""
    for action in actions(game):
        if action.name == name:
            return action
    raise KeyError(name)


def act(journal: Journal, name: str, args: Args, dealer: Dealer, at: str) -> Event:
    """The event of an action that the table's state allows. Raises `Refusal` if it doesn't."""
    action = find_action(journal.game, name)
    if not journal.state.open and not action.lasting:
        raise Refusal(
            "closed",
            T("Table {table} is closed; `companion undo` opens it again.", table=journal.state.table),
        )
    if name not in ("join", "rename"):
        _refuse_absent(journal.state, action, args)
    number = len(journal.events) + 1
    dealer = replace(dealer, seed=journal.state.seed, undone=lambda: _undone_deals(journal), event=number)
    outcome = action.check(journal.state, args, dealer)
    secret = outcome.secret
    if args.get(TAGS):
        secret = {**secret, TAGS: list(args[TAGS])}
    return Event(number, at, name, outcome.data, secret)


def _undone_deals(journal: Journal) -> list[Deal]:
    """The deals of actions no longer in effect, the latest first, without those that were dealt again."""
    standing: set[str] = set()
    gone: list[Deal] = []
    for event in journal.events:
        if event.secret.get("deals"):
            deals = from_record(event.data["deals"], event.secret["deals"])
            if event.number == 1 or _holds(journal.done, event.number):
                standing.update(deal.commitment for deal in deals)
            else:
                gone += deals
    return [deal for deal in reversed(gone) if deal.commitment not in standing]


def _refuse_absent(state: State, action: Action, args: Args) -> None:
    away = {p.id: p.name for p in state.players if p.away}
    named = [args.get(param.name) for param in action.params if param.kind in ("player", "players")]
    for value in named:
        for player in value if isinstance(value, tuple) else (value,):
            if player in away:
                raise Refusal(
                    "not-here",
                    T(
                        "{player} has left the table; `companion do join` brings them back.",
                        player=away[player],
                    ),
                )


def undo(journal: Journal, at: str, by: str | None = None) -> Event:
    """The event that takes the last action back, `by` the id of who asked. Refused where nothing is left."""
    if not journal.done:
        nothing = T("Nothing is left to undo: the setup itself stays.")
        if any(find_action(journal.game, e.action).lasting for e in journal.events[1:] if _acts(e)):
            why = T("What somebody has looked at or turned up stays too: it can't be unseen.")
            nothing = T("{nothing} {why}", nothing=nothing, why=why)
        raise Refusal("nothing-to-undo", nothing)
    return _step(journal, UNDO, journal.done[-1], at, by)


def _acts(event: Event) -> bool:
    return event.action not in (UNDO, REDO)


def redo(journal: Journal, at: str, by: str | None = None) -> Event:
    """The event that brings back what was undone last. Refused where nothing was undone since."""
    if not journal.undone:
        raise Refusal(
            "nothing-to-redo", T("Nothing was undone since the last action, so nothing can be redone.")
        )
    return _step(journal, REDO, journal.undone[-1], at, by)


def _step(journal: Journal, name: str, number: int, at: str, by: str | None) -> Event:
    data: Mapping[str, Json] = {"number": number} if by is None else {"number": number, "player": by}
    return Event(len(journal.events) + 1, at, name, data)


def sentence(before: Journal, event: Event) -> Text:
    """The log's sentence for the event that was appended to `before`."""
    if event.action not in (UNDO, REDO):
        return find_action(before.game, event.action).text(before.state, event.data)
    what = before.event(event.data["number"])
    state = before.state
    if event.action == UNDO:
        state = extend(before, event).state  # the names and counts that were in force when it was done
    return _step_text(event, before.state, find_action(before.game, what.action).text(state, what.data))


def player_of(event: Event, before: State, after: State) -> str | None:
    """The name at the time of the player whom an event is about, None where it is about nobody."""
    player = event.data.get("player")
    known = {p.id: p.name for p in (*after.players, *before.players)}
    return None if player is None else known[player]


def told(events: Sequence[Event], game_of: GameOf) -> list[Told]:
    """What the log says of each event, with the names that were in force at the time."""
    game = game_of(events[0].data["game"])
    state = _opened(game, events[0])
    before: dict[int, State] = {}  # the state before each action that may yet be undone
    done: list[int] = []
    undone: list[int] = []
    said = [Told(table_actions.opening(game.name, state), None)]
    for event in events[1:]:
        back = _count(game, event, done, undone)
        was = state
        if event.action in (UNDO, REDO):
            text = _step_text(event, was, said[back - 1].text)
            state = _applied(game, before[back], events[back - 1 : event.number], done)
        else:
            action = find_action(game, event.action)
            text = action.text(was, event.data)
            before[event.number] = was
            state = _after(action, was, event)
        said.append(Told(text, player_of(event, was, state)))
    return said


def _step_text(event: Event, state: State, what: Text) -> Text:
    by = event.data.get("player")
    if event.action == UNDO:
        if by is None:
            return T("Undone: {what}", what=what)
        return T("Undone by {player}: {what}", player=state.name(by), what=what)
    if by is None:
        return T("Done again: {what}", what=what)
    return T("Done again by {player}: {what}", player=state.name(by), what=what)
