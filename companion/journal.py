"""The journal of a table: its events, and the state they add up to.

Undo appends an event that takes the last action back, redo one that brings it again. What let somebody
see a secret stays, whatever is undone (`Action.lasting`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion import table_actions
from companion.deals import Dealer, from_record, to_record
from companion.games.base import Action, Args, Game, Occasion, Outcome
from companion.table import Event, Json, Player, State
from scorers.refusal import Refusal
from scorers.text import T, Text

GameOf = Callable[[str], Game]

SETUP, UNDO, REDO = "setup", "undo", "redo"


@dataclass(frozen=True, slots=True)
class Journal:
    """A table's events in order, the state after them, and what can be undone and redone.

    `done` are the numbers of the actions in effect that undo can take back, in order; `undone` those that
    redo can bring again, the next one last.
    """

    game: Game
    events: tuple[Event, ...]
    state: State
    done: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()

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


def fold(events: Sequence[Event], game_of: GameOf) -> Journal:
    """The journal of these events. The first is the setup; numbers count up from 1."""
    game = game_of(events[0].data["game"])
    done, undone = _in_effect(events, game)
    gone = set(undone) | _dropped(events, done, undone, game)
    state = _opened(game, events[0])
    for event in events[1:]:
        if event.action not in (UNDO, REDO) and event.number not in gone:
            state = find_action(game, event.action).effect(state, event.data, event.secret)
    return Journal(game, tuple(events), state, tuple(done), tuple(undone))


def extend(journal: Journal, event: Event, game_of: GameOf) -> Journal:
    """The journal with one more event, without folding the earlier ones again where that can be."""
    events = (*journal.events, event)
    if event.action in (UNDO, REDO):
        return fold(events, game_of)
    action = find_action(journal.game, event.action)
    state = action.effect(journal.state, event.data, event.secret)
    if action.lasting:
        return replace(journal, events=events, state=state)
    return Journal(journal.game, events, state, (*journal.done, event.number), ())


def _in_effect(events: Sequence[Event], game: Game) -> tuple[list[int], list[int]]:
    done: list[int] = []
    undone: list[int] = []
    for event in events[1:]:
        if event.action == UNDO:
            undone.append(done.pop())
        elif event.action == REDO:
            done.append(undone.pop())
        elif not find_action(game, event.action).lasting:
            done.append(event.number)
            undone.clear()
    return done, undone


def _dropped(events: Sequence[Event], done: list[int], undone: list[int], game: Game) -> set[int]:
    """Numbers of actions that were undone and then overtaken by a new action."""
    kept = set(done) | set(undone)
    return {
        e.number
        for e in events[1:]
        if e.action not in (UNDO, REDO) and e.number not in kept and not find_action(game, e.action).lasting
    }


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


def find_action(game: Game, name: str) -> Action:
    """The action with this name, the game's own or one that every table has. KeyError if there is none."""
    for action in (*game.actions, *table_actions.ACTIONS):
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
    dealer = replace(dealer, seed=journal.state.seed)
    outcome = action.check(journal.state, args, dealer)
    return Event(len(journal.events) + 1, at, name, outcome.data, outcome.secret)


def undo(journal: Journal, at: str, by: str | None = None) -> Event:
    """The event that takes the last action back, `by` the id of who asked. Refused where nothing is left."""
    if not journal.done:
        raise Refusal("nothing-to-undo", T("Nothing is left to undo: the setup itself stays."))
    return _step(journal, UNDO, journal.done[-1], at, by)


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


def sentences(events: Sequence[Event], game_of: GameOf) -> list[Text]:
    """What the log says of each event, with the names that were in force at the time."""
    journal = fold(events[:1], game_of)
    said: list[Text] = [table_actions.opening(journal.game.name, journal.state)]
    for event in events[1:]:
        if event.action in (UNDO, REDO):
            said.append(_step_text(event, journal.state, said[event.data["number"] - 1]))
        else:
            said.append(find_action(journal.game, event.action).text(journal.state, event.data))
        journal = extend(journal, event, game_of)
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
