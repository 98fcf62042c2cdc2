"""Two tables alike but for what is hidden: the same lines played with other deals, nonces, seeds, gold, PINs.

What has come out at the first table (a finished round's deals, a goal turned up) is the same at the second.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion import games, words
from companion.deals import Dealer
from companion.games import saboteur_gold
from companion.games.base import Occasion
from companion.journal import act, extend, fold, redo, setup_outcome, undo
from companion.table import Deal, Event, Json, Player, State
from companion.words import player_id
from scorers.refusal import Refusal
from tests.games.playing import AT, Table

PEOPLE = ("Ann", "Bob", "Cem", "Dee", "Eve")
TOOLS, GOALS = ("pickaxe", "lantern", "cart"), ("top", "middle", "bottom")
UNDO, REDO = "undo", "redo"


@dataclass(frozen=True, slots=True)
class Chosen(Dealer):
    """Deals by the key that `keys` has for a deal's name and round, so that each can be drawn otherwise.

    `made` is filled with the commitments of what was dealt and the name and round each was drawn for.
    """

    keys: Mapping[tuple[str, int], str] = field(default_factory=dict)
    other: str = "first"
    made: dict[str, tuple[str, int]] = field(default_factory=dict)

    def randomness(self, name: str, round_: int) -> random.Random:
        key = self.keys.get((name.removesuffix("/nonce"), round_), self.other)
        return random.Random(f"{key}/{name}/{round_}")

    def seal(self, name: str, round_: int, deal: Json, *, value: Json = None) -> Deal:
        sealed = Dealer.seal(self, name, round_, deal, value=value)
        self.made[sealed.commitment] = (name, round_)
        return sealed


@dataclass(frozen=True)
class Opening:
    """What both tables are opened with."""

    game: str
    players: int = 3
    rules: Mapping[str, str] = field(default_factory=dict)
    seeded: bool = False


class Twin(Table):
    """A table whose deals come from a `Chosen` dealer; it keeps the lines that were accepted."""

    def __init__(self, opening: Opening, dealer: Chosen) -> None:
        self.opening, self.game, self.dealer = opening, games.load(opening.game), dealer
        self.made, self.lines = dealer.made, list[str]()
        seats = tuple(Player(f"p{i + 1}", name, i + 1) for i, name in enumerate(PEOPLE[: opening.players]))
        house = {rule.key: rule.default for rule in self.game.house_rules} | dict(opening.rules)
        sown = replace(dealer, seed=dealer.other if opening.seeded else None)
        outcome = setup_outcome(self.game, f"{opening.game}-1", Occasion(seats, house, {}, "p1"), sown)
        self.journal = fold([Event(1, AT, "setup", outcome.data, outcome.secret)], games.load)
        self.states = [self.state]

    def event(self, line: str) -> Event:
        name, *rest = shlex.split(line)
        if name in (UNDO, REDO):
            by = player_id(self.state, rest[0]) if rest else None
            return (undo if name == UNDO else redo)(self.journal, AT, by)
        if name == "recount":
            counted = {player_id(self.state, rest[0]): words.cards(self.game, rest[1:])}
            return act(self.journal, name, {"counted": counted}, self.dealer, AT)
        return super().event(line)

    def take(self, line: str) -> bool:
        """Records the line if the table accepts it."""
        try:
            event = self.event(line)
        except Refusal:
            return False
        self.journal = extend(self.journal, event)
        self.lines.append(line)
        self.states.append(self.state)
        return True


Line = Callable[[random.Random, Table], str]


def saboteur_line(rng: random.Random, table: Table) -> str:
    """A likely line at a table of Saboteur, or nonsense."""
    who, other = rng.sample([p.name for p in table.state.players], 2)
    gold = " ".join(str(rng.choice((1, 1, 2, 3))) for _ in range(rng.randint(1, 3)))
    lines = [
        f"roles {who}",
        f"peek {rng.choice(GOALS)} --player {who}",
        f"reveal {rng.choice(GOALS)}",
        *[f"gold {who} {gold}"] * 4,
        f"holdings {who} gold-1={rng.randint(0, 4)} gold-{rng.randint(2, 3)}=1",
        f"recount {who} gold-{rng.randint(1, 3)}={rng.randint(0, 3)}",
        f"{rng.choice(('break', 'mend'))} {who} {rng.choice(TOOLS)}",
        f"last {who}",
        f"turn {who}",
        f"redeal {rng.choice(('roles', 'goals'))}",
        rng.choice(
            (f"finish --winner diggers --connector {who}", f"finish --winner saboteurs --last {other}")
        ),
        f"rename {who} {who}{rng.randint(1, 9)}",
        *anywhere(rng, who),
    ]
    return rng.choice(lines)


def anywhere(rng: random.Random, who: str) -> list[str]:
    """Lines that fit any table."""
    pin = rng.randint(1000, 9999)
    return [
        UNDO,
        f"{UNDO} {who}",
        REDO,
        f"pin {who} {pin}",
        f"clear-pin {who}",
        f"start {who}",
    ]


def played(opening: Opening, seed: int, length: int, line: Line) -> Twin:
    """A random table of so many accepted lines or fewer."""
    rng = random.Random(seed)
    table = Twin(opening, Chosen(random.Random(1)))
    for _ in range(length):
        wanted = line(rng, table)
        if opening.game != "saboteur" and rng.random() < 0.15:
            wanted = rng.choice(anywhere(rng, rng.choice([p.name for p in table.state.players])))
        table.take(wanted)
    return table


def twin(first: Twin, seed: int, tries: int = 12) -> Twin | None:
    """The first table's lines played again with all that is still hidden drawn anew; None if no try fits."""
    rng = random.Random(seed)
    came_out = {deal.commitment for state in first.states for deal in state.deals if deal.open}
    known = dict.fromkeys((first.made[c] for c in came_out), "first")
    hidden_gold = all(first.game.secret_score(state) for state in first.states)
    for n in range(tries):
        other = Twin(first.opening, Chosen(random.Random(1), keys=known, other=f"other {seed} {n}"))
        lines = [_other_pin(line) for line in first.lines]
        lines = _other_gold(rng, lines) if hidden_gold and n < tries - 1 else lines
        if all(other.take(line) for line in lines) and _fits(first, other):
            return other
    return None


def _other_pin(line: str) -> str:
    name, who, *rest = [*shlex.split(line), "", ""][:3]
    return shlex.join((name, who, f"{rest[0]}77")) if name == "pin" else line


def _other_gold(rng: random.Random, lines: Sequence[str]) -> list[str]:
    """The lines with the values of gold given anew: those of all such lines together stay the same."""
    found = [(n, line.split()) for n, line in enumerate(lines) if line.startswith("gold ")]
    given = [spoken[2:] for _, spoken in found]
    rng.shuffle(given)
    changed = list(lines)
    for (n, spoken), values in zip(found, given, strict=True):
        changed[n] = " ".join((*spoken[:2], *values))
    return changed


def _fits(first: Twin, other: Twin) -> bool:
    """Whether the tables are alike in what people saw: goals turned up, the pile that a payment came from."""
    for before, after, one, two in zip(
        first.states, other.states, first.journal.events[1:], other.journal.events[1:], strict=False
    ):
        if one.action == "reveal" and one.data["content"] != two.data["content"]:
            return False
        if one.action == "finish" and saboteur_gold.pile(before) != saboteur_gold.pile(after):
            return False
    return True


def hidden(state: State) -> dict[str, Json]:
    """What of a table is hidden, to say in what two differ."""
    return {
        "roles": [d.deal for d in state.deals if d.name == "roles" and not d.open],
        "goals": [d.deal for d in state.deals if d.name == "goals" and not d.open],
        "nonces": [d.nonce for d in state.deals if not d.open],
        "gold": state.facts["holdings"] if state.game == "saboteur" else None,
        "seed": state.seed,
        "pins": dict(state.pins),
    }
