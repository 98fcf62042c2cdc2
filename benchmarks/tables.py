"""Prints how well one photo of a whole table tells whose cards are whose, and which lie together.

    python -m benchmarks.tables [--seeds N] [--read N]

For Archaeology's sold sets, Caravan's assets and Saboteur's gold beside player markers, players at one side
of the table or around it, tilts to 45 degrees: from true corners with noise (`--seeds` tables each), and
from what is read in rendered photos (`--read` each, slow). `owners` are cards given to who has them,
`unsaid` those given to another or to nobody where nothing is said to be unsure; `sets` are those of the
cards seen that are told exactly.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from benchmarks.faces import CardSpec, marker
from benchmarks.scenes import aim, render, symbol_seen
from companion import deck, games
from companion.deck import Card
from companion.table import Player
from companion.tally.bring_together import bring_together
from companion.tally.model import Reading, Situation, Tally
from recognizers.read import read
from recognizers.sighting import Sighting

Floats = npt.NDArray[np.float64]

GAMES = ("archaeology", "caravan", "saboteur")
TILTS = (0, 15, 30, 45)
NOISE = 0.7
"""Pixels by which readers' corners are off."""
NAMES = ("Ann", "Bob", "Cem", "Dee")
MANY = 18


@dataclass(frozen=True)
class Table:
    """Cards as they lie, and whose each is and in which of their sets, by payload."""

    game: str
    cards: list[CardSpec]
    owner: dict[str, str]
    set_of: dict[str, int]
    players: int

    @property
    def situation(self) -> Situation:
        """What a tally is told of the table."""
        seats = tuple(Player(f"p{n}", name, n) for n, name in enumerate(NAMES[: self.players], 1))
        return Situation(games.load(self.game), seats=seats)


def lay(game: str, seed: int) -> Table:
    """A table of two to four players with their cards in a row beside their markers, from `seed`."""
    rng = np.random.default_rng([seed, GAMES.index(game), 5])
    players = int(rng.integers(2, 5))
    around = bool(rng.random() < 0.4)
    stock = _stock(game, rng)
    table = Table(game, [], {}, {}, players)
    serial = 0
    for n in range(players):
        groups = [[stock.pop() for _ in range(1)] for _ in range(int(rng.integers(2, 6)))]
        if game == "archaeology":
            groups = _sets(stock, rng)
        row, serial = _row(groups, n + 1, rng, table, NAMES[n], serial)
        table.cards.extend(_around(row, n) if around else _below(row, n, rng))
    return table


def _stock(game: str, rng: np.random.Generator) -> list[str]:
    whole = games.load(game)
    missing = {kind.key: MANY for kind in whole.kinds if whole.copies(kind, {}) is None}
    held = {kind.key for kind in whole.kinds if kind.held}
    payloads = [card.payload for card in deck.cards(whole, {}, missing) if card.kind in held]
    return [str(payload) for payload in rng.permutation(payloads)]


def _sets(stock: list[str], rng: np.random.Generator) -> list[list[str]]:
    """One to three sets of one kind each, of two cards to as many as a set of it holds; and a single card."""
    found = []
    for _ in range(int(rng.integers(1, 4))):
        kinds = Counter(payload.rsplit(":", 1)[0] for payload in stock)
        kind = str(rng.choice([kind for kind, n in kinds.items() if n >= 2 and _most(kind) >= 2]))
        of_kind = [payload for payload in stock if payload.startswith(f"{kind}:")]
        found.append(of_kind[: int(rng.integers(2, min(_most(kind), len(of_kind)) + 1))])
        for payload in found[-1]:
            stock.remove(payload)
    return [*found, [stock.pop()]]


def _most(kind: str) -> int:
    """How many cards a set holds of the kind that tags name so."""
    card = deck.meaning(f"{kind}:01")
    assert isinstance(card, Card)
    return games.load(card.game).kind(card.kind).largest_set or 0


def _row(
    groups: Sequence[Sequence[str]], seat: int, rng: np.random.Generator, table: Table, name: str, serial: int
) -> tuple[list[CardSpec], int]:
    """A player's marker and to its right the groups as fans, clearly apart."""
    cards = [marker(f"PL:{seat}", 0, float(rng.uniform(-10, 10)))]
    x = 20 + float(rng.uniform(8, 20)) + 31.5
    for group in groups:
        for payload in group:
            y, turn = float(rng.normal(0, 3)), float(rng.normal(0, 2.5))
            cards.append(CardSpec(payload, x, y, turn))
            table.owner[payload], table.set_of[payload] = name, serial
            x += float(rng.uniform(19, 28))
        x += 63 - 24 + float(rng.uniform(14, 26))
        serial += 1
    return cards, serial


def _below(row: Sequence[CardSpec], n: int, rng: np.random.Generator) -> list[CardSpec]:
    dx = float(rng.uniform(-25, 25))
    return [replace(card, x=card.x + dx, y=card.y + 125 * n) for card in row]


def _around(row: Sequence[CardSpec], n: int) -> list[CardSpec]:
    """The row at one of the table's four sides, read from there."""
    middle = max(card.x for card in row) / 2
    a = np.radians(-90 * n)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    laid = []
    for card in row:
        x, y = turn @ np.array([card.x - middle, card.y + middle + 130])
        laid.append(replace(card, x=float(x), y=float(y), rotation=card.rotation - 90 * n))
    return laid


@dataclass
class Score:
    """Sums over several tables."""

    tables: int = 0
    there: int = 0
    seen: int = 0
    owners: int = 0
    unsaid: int = 0
    unsure: int = 0
    sets: int = 0
    sets_right: int = 0
    false: int = 0
    problems: Counter[str] = field(default_factory=Counter)

    def add(self, table: Table, tally: Tally) -> None:
        """Judges a tally of a table."""
        holder = {found.card.payload: share.player for share in tally.shares for found in share.cards}
        seen = {found.card.payload for found in tally.found}
        told = {card for p in (*tally.problems, *tally.notes) for card in p.cards}
        self.tables += 1
        self.there += len(table.owner)
        self.false += len(seen - set(table.owner))
        self.problems += Counter(problem.kind for problem in tally.problems)
        for payload in seen & set(table.owner):
            right = holder.get(payload) == table.owner[payload]
            self.seen += 1
            self.owners += right
            self.unsure += payload in told
            self.unsaid += not right and payload not in told
        if table.game == "archaeology":
            self._add_sets(table, tally, seen)

    def _add_sets(self, table: Table, tally: Tally, seen: set[str]) -> None:
        for name in set(table.owner.values()):
            lying: dict[int, list[str]] = {}
            for payload in seen & set(table.owner):
                if table.owner[payload] == name:
                    lying.setdefault(table.set_of[payload], []).append(payload)
            true = Counter((_kind(group[0]), len(group)) for group in lying.values())
            told = Counter(pair for share in tally.shares if share.player == name for pair in share.sets)
            self.sets += true.total()
            self.sets_right += (true & told).total()


def _kind(payload: str) -> str:
    card = deck.meaning(payload)
    assert isinstance(card, Card)
    return card.kind


def true_sightings(table: Table, tilt: float, seed: int) -> tuple[Sighting, ...]:
    """Everything on the table, its corners off by the noise of a reader."""
    rng = np.random.default_rng([seed, 6])
    camera = aim(table.cards, tilt, float(rng.uniform(-6, 6)), 4032, 3024, float(rng.uniform(-0.03, 0.03)))
    found = []
    for card in table.cards:
        corners = symbol_seen(card, camera) + rng.normal(0, NOISE, (4, 2))
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        found.append(Sighting(card.payload, (a, b, c, d), "zxing", 0.98))
    return tuple(found)


def from_truth(game: str, seeds: Sequence[int]) -> Score:
    """How tables are told from true corners with noise, each under every tilt."""
    score = Score()
    for seed in seeds:
        table = lay(game, seed)
        for tilt in TILTS:
            seen = true_sightings(table, tilt, seed)
            score.add(table, bring_together([Reading("table", layouts=(seen,))], table.situation))
    return score


def from_photos(game: str, seeds: Sequence[int]) -> Score:
    """How tables are told from what is read in one rendered photo of each, the tilts in turn."""
    score = Score()
    for seed in seeds:
        table = lay(game, seed)
        scene = render(seed, table.cards, tilt=TILTS[seed % len(TILTS)])
        seen = tuple(read(scene.pixels, known={card.payload for card in table.cards}))
        score.add(table, bring_together([Reading("table", layouts=(seen,))], table.situation))
    return score


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=25)
    parser.add_argument("--read", type=int, default=4)
    options = parser.parse_args()
    print("game         corners  photos  cards  seen %  owners %  unsaid %  unsure %  sets %  false")
    for game in GAMES:
        for source, score in (
            ("true", from_truth(game, range(options.seeds))),
            ("read", from_photos(game, range(options.read))),
        ):
            seen = max(1, score.seen)
            parts = (
                score.seen / max(1, score.there),
                score.owners / seen,
                score.unsaid / seen,
                score.unsure / seen,
            )
            sets = f"{100 * score.sets_right / score.sets:7.1f}" if score.sets else "      -"
            shown = "".join(f"{100 * part:9.1f}" for part in parts)
            print(
                f"{game:12} {source:8} {score.tables:6} {score.there:6}{shown} {sets} {score.false:6}",
                flush=True,
            )


if __name__ == "__main__":
    main()
