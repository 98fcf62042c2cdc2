"""The interface that every game fills in: facts, house rules, setup guide, deals, actions, scoring, view.

A game's module holds tables and pure functions. It knows nothing of the command line, the store or
pictures; a game from another package can do all that the four do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from companion.deals import Dealer
from companion.table import NOTHING, Deal, Json, Player, State
from scorers.refusal import Refusal
from scorers.text import T, Text

if TYPE_CHECKING:
    from random import Random

    from companion.games.status import Part
    from scorers.sheet import Result

Args = Mapping[str, Any]
"""An action's arguments after parsing, by parameter name (see `Param.kind` for the type of each)."""

Cards = tuple[tuple[str, int], ...]
"""Cards by kind key and count, in the order given. In Archaeology every entry is one sold set."""

Holdings = Mapping[str, Cards]
"""What each player has for scoring: player name -> cards, in seat order."""


class Kind(NamedTuple):
    """One kind of card: its key, the word in its tag's payload, its name, and how many the deck holds.

    `copies` is None where only the owner's edition says; `largest_set` where sets don't matter.
    `held` says whether a player can hold it for scoring.
    """

    key: str
    code: str
    name: Text
    copies: int | None
    largest_set: int | None = None
    held: bool = True


class HouseRule(NamedTuple):
    """A named switch: its possible values (the first is not always the default) and where it comes from."""

    key: str
    values: tuple[str, ...]
    default: str
    source: Literal["printed", "house"]
    text: Text


class Fact(NamedTuple):
    """A fact of one's own box that `companion edition` keeps: its key, what it is in words, its range."""

    key: str
    text: Text
    least: int = 0
    most: int = 200


class Step(NamedTuple):
    """One step of the setup guide."""

    title: Text
    text: Text | str


class Guide(NamedTuple):
    """How to set up for exactly these players: the numbers of the rules page, the steps, a drawing."""

    numbers: Mapping[str, Json]
    steps: tuple[Step, ...]
    drawing: str | None = None


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a setup is for: the players, the house rules in force, the edition's facts, who starts."""

    players: tuple[Player, ...]
    rules: Mapping[str, str]
    edition: Mapping[str, Json] = field(default_factory=dict)
    start: str | None = None
    deals: tuple[Deal, ...] = ()

    @property
    def start_name(self) -> str | None:
        """The start player's name, where one is known."""
        return next((player.name for player in self.players if player.id == self.start), None)


ParamKind = Literal[
    "player", "players", "cards", "card", "kinds", "choice", "number", "numbers", "flag", "name", "words"
]
SEVERAL: tuple[ParamKind, ...] = ("players", "cards", "kinds", "numbers", "words")
"""Kinds of parameter that take any number of words: in their place, or as an option given again and again."""


class Param(NamedTuple):
    """One parameter of an action.

    `kind` gives the parsed type: `player` a player id, `players` a tuple of ids, `cards` a `Cards` tuple
    (from CARD=N ...), `card` a kind key, `kinds` a tuple of them (from CARD ...), `choice` one of
    `choices`, `number` an int, `numbers` a tuple of them, `flag` a bool, `name` a str, `words`
    a tuple of str that the action reads itself.
    With `option` it is written `--name VALUE`; else it stands in its place. An absent option is None
    (a flag False, those in `SEVERAL` ()).
    """

    name: str
    kind: ParamKind
    help: Text
    option: bool = False
    required: bool = True
    choices: tuple[str, ...] = ()


class Outcome(NamedTuple):
    """What an accepted action puts on record: `data` for the event, `secret` for its hidden part."""

    data: Mapping[str, Json]
    secret: Mapping[str, Json] = NOTHING


@dataclass(frozen=True, slots=True)
class Action:
    """Something that is done at the table, declared once; every interface is made from this.

    `check(state, args, dealer)` refuses with a `Refusal` or gives what goes on record.
    `effect(state, data, secret)` is the fold: the state after. It never refuses and never draws chance.
    `text(state, data)` is the record's sentence; `state` is the one the action was applied to.
    `answer(before, after, data)` are keys that `do --json` shows beside the event.
    `remarks(before, after, data)` are sentences that follow the record's for people, beside no JSON.
    `lasting` marks what let somebody see a secret: undo passes over it, since nobody can unsee it.
    `stays(state, data)` tells those who undo what was done before that it was passed over; `state` is the
    one after the undo.
    `shows(state, data)` are the lines that the player in `data` alone may see, on a private screen.
    `under_do` is False for an action that has a command of its own instead of `companion do`.
    """

    name: str
    help: Text
    params: tuple[Param, ...]
    check: Callable[[State, Args, Dealer], Outcome]
    effect: Callable[[State, Mapping[str, Json], Mapping[str, Json]], State]
    text: Callable[[State, Mapping[str, Json]], Text]
    answer: Callable[[State, State, Mapping[str, Json]], Mapping[str, Json]] | None = None
    remarks: Callable[[State, State, Mapping[str, Json]], tuple[Text, ...]] | None = None
    lasting: bool = False
    stays: Callable[[State, Mapping[str, Json]], Text] | None = None
    shows: Callable[[State, Mapping[str, Json]], tuple[Text, ...]] | None = None
    under_do: bool = True


class Game(ABC):
    """A game. Subclasses fill in the facts as class attributes and the functions below."""

    key: ClassVar[str]
    name: ClassVar[Text]
    deck: ClassVar[str]
    """The two letters that start the payload of this deck's tags."""
    least_players: ClassVar[int]
    most_players: ClassVar[int]
    kinds: ClassVar[tuple[Kind, ...]]
    house_rules: ClassVar[tuple[HouseRule, ...]]
    facts: ClassVar[tuple[Fact, ...]] = ()
    actions: ClassVar[tuple[Action, ...]]
    settled_at_setup: ClassVar[tuple[str, ...]] = ()
    """Keys of house rules that shaped the deck or the deal and can't change afterwards."""
    credit: ClassVar[Text | None] = None
    """Who made the game, where the rules page asks for it to be named."""

    @abstractmethod
    def guide(self, occasion: Occasion) -> Guide:
        """The setup guide with every number filled in for these players and house rules."""

    def deals(self, occasion: Occasion, round_: int, dealer: Dealer) -> tuple[Deal, ...]:
        """What the companion deals at the start of a round; nothing by default."""
        return ()

    def start_player(self, occasion: Occasion, deals: Sequence[Deal]) -> str | None:
        """The id of the start player that the deals drew, None where they drew none."""
        return None

    @abstractmethod
    def first_facts(self, occasion: Occasion) -> Mapping[str, Json]:
        """The game's own part of the state right after setup."""

    def joined(self, state: State, player: str) -> State:
        """The state after somebody (by id) came late and was given a seat."""
        return state

    @abstractmethod
    def view(self, state: State, viewer: str | None) -> Mapping[str, Json]:
        """The game's part of what `viewer` (a player id, or None for the whole table) may see.

        Its keys stand beside those of `companion.view.view` and must differ from them.
        """

    @abstractmethod
    def score_cards(self, holdings: Holdings, rules: Mapping[str, str]) -> Result:
        """Scoresheets and standings for these cards; refuses what can't be (more copies than exist ...)."""

    @abstractmethod
    def score(self, state: State) -> Result:
        """Scoresheets and standings for what is on record."""

    def secret_score(self, state: State) -> bool:
        """Whether the totals may not be shown yet."""
        return False

    def finished(self, state: State) -> bool:
        """Whether the record says that the game has ended."""
        return not state.open

    def kind(self, key: str) -> Kind:
        """The kind with this key; KeyError if the deck has none."""
        for kind in self.kinds:
            if kind.key == key:
                return kind
        raise KeyError(key)

    def copies(self, kind: Kind, edition: Mapping[str, Json]) -> int | None:
        """How many of a kind this edition's deck holds, None where nobody has said."""
        return kind.copies

    def best_sets(self, counts: Mapping[str, int]) -> tuple[tuple[str, int, int], ...]:
        """The best split of a hand into sets: (kind key, cards, points) each.

        Refused (`no-sets`) in a game without sets, and for more copies than exist.
        """
        raise Refusal("no-sets", T("{game} has no sets to sell.", game=self.name))

    def settle(
        self,
        scores: Mapping[str, int],
        keys: Mapping[str, Mapping[str, int]],
        rules: Mapping[str, str],
        lots: Random | None,
    ) -> Result:
        """Standings from bare totals, with each player's numbers that may rank a tie by their key.

        By default the house rule `tiebreak` decides, where its values are those of `scorers.tiebreaks`.
        """
        from scorers.settle import settle

        tiebreak = rules.get("tiebreak", "shared")
        return settle(
            scores, keys, tiebreak=tiebreak, printed=None if "tiebreak" in rules else True, lots=lots
        )

    def explanations(self) -> Mapping[str, Text]:
        """What `companion explain` says of a word: a kind's key, an action's name, any notion of the game.

        `KEY=VALUE` is what a house rule's value means. A house rule's key in backticks within a text stands
        for the rule: its value in force is shown beside the text.
        """
        return NOTHING

    def advice(self, shown: Mapping[str, Json]) -> tuple[Text, ...]:
        """What to do now, in a line or two, from what `companion.view.view` gives for the whole table."""
        from companion.games import advice

        return advice.OF.get(self.key, advice.general)(shown)

    def status(self, shown: Mapping[str, Json]) -> tuple[Part, ...]:
        """How the table stands, for people: sentences, tables, drawings of what `companion.view.seen` gives.

        Who plays, who starts and the house rules are told for every game. By default the game's part of the
        view is told as it comes.
        """
        from companion.games import status

        return status.general(shown)

    def edition_warnings(self, edition: Mapping[str, Json]) -> Sequence[Text]:
        """What can't be right about the facts filled in so far."""
        return ()
