"""Whether a game keeps the promises of its interface: everything that is wrong with it, told at once.

Plug-ins are checked when they are loaded; the built-in games by the tests.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from companion import table_actions
from companion.deals import Dealer
from companion.deck import MOST_COPIES, MOST_SEATS, PLAYER_DECK, PLAYERS
from companion.games.base import (
    SEVERAL,
    Action,
    Fact,
    Game,
    HouseRule,
    Kind,
    Occasion,
    ParamKind,
)
from companion.table import Json, Player, State
from scorers.text import T, Text

LONGEST_CODE = 4
"""A payload is DECK:KIND:COPY of at most 10 characters: two, a colon, these, a colon, two digits."""
RESERVED = ("players", "rules", "start_player", "deals", "looks", "open")
"""Keys of `companion.view.view` that a game's own part of it may not replace."""
_JOURNAL_ACTIONS = ("setup", "undo", "redo")
_EVERYWHERE = ("data", "table", "lang", "json", "help")
"""Options that every command has."""

_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_CARD = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
_CODE = re.compile(rf"[A-Z0-9]{{1,{LONGEST_CODE}}}")
_DECK = re.compile(r"[A-Z]{2}")


def problems(game: object) -> list[Text]:
    """What is wrong with a game, as parts of a sentence; nothing where it may be used.

    Declarations are checked first; only a game whose declarations hold is set up for trial.
    """
    if not isinstance(game, Game):
        return [T("it is a {type}, not a companion.games.base.Game", type=type(game).__name__)]
    wrong = list(_shape(game)) or [
        *_identity(game),
        *_kinds(game.kinds),
        *_house_rules(game.house_rules),
        *_facts(game.facts),
        *_actions(game.actions),
        *_holdings(game),
    ]
    return wrong or [*_explanations(game), *_trial(game)]


def _shape(game: Game) -> Iterator[Text]:
    """Attributes that are missing or of another type than the interface says."""
    wanted: Mapping[str, tuple[type, type | None]] = {
        "key": (str, None),
        "name": (Text, None),
        "deck": (str, None),
        "least_players": (int, None),
        "most_players": (int, None),
        "kinds": (tuple, Kind),
        "house_rules": (tuple, HouseRule),
        "facts": (tuple, Fact),
        "actions": (tuple, Action),
    }
    for attribute, (kind, inner) in wanted.items():
        value = getattr(game, attribute, None)
        if value is None:
            yield T("it lacks '{name}'", name=attribute)
            continue
        parts: tuple[object, ...] = value if isinstance(value, tuple) else ()
        if not isinstance(value, kind) or not all(isinstance(part, inner or object) for part in parts):
            of = f"tuple of {inner.__name__}" if inner else kind.__name__
            yield T("'{name}' has to be a {type}", name=attribute, type=of)
    if game.credit is not None and not isinstance(game.credit, Text):
        yield T("'{name}' has to be a {type}", name="credit", type="Text")


def _identity(game: Game) -> Iterator[Text]:
    if not _WORD.fullmatch(game.key) or game.key == PLAYERS:
        yield T(
            "the key '{key}' has to be small letters and digits, joined by hyphens, and not '{taken}'",
            key=game.key,
            taken=PLAYERS,
        )
    if not _DECK.fullmatch(game.deck) or game.deck == PLAYER_DECK:
        yield T(
            "the deck code '{deck}' has to be two capital letters, and not {taken}",
            deck=game.deck,
            taken=PLAYER_DECK,
        )
    if not 1 <= game.least_players <= game.most_players <= MOST_SEATS:
        yield T(
            "{least} to {most} players are not within 1 to {seats}",
            least=game.least_players,
            most=game.most_players,
            seats=MOST_SEATS,
        )


def _kinds(kinds: tuple[Kind, ...]) -> Iterator[Text]:
    if not kinds:
        yield T("it has no kinds of card")
    for key in _twice(kind.key.casefold() for kind in kinds):
        yield T("the kind '{key}' is there twice", key=key)
    for code in _twice(kind.code for kind in kinds):
        yield T("two kinds have the code '{code}'", code=code)
    for kind in kinds:
        if not _CARD.fullmatch(kind.key):
            yield T("the kind's key '{key}' has to be letters and digits, joined by hyphens", key=kind.key)
        if not _CODE.fullmatch(kind.code):
            yield T(
                "the code '{code}' of {kind} has to be 1 to {longest} capital letters and digits, so that a "
                "tag's payload fits its 10 characters",
                code=kind.code,
                kind=kind.key,
                longest=LONGEST_CODE,
            )
        if kind.copies is not None and not 1 <= kind.copies <= MOST_COPIES:
            yield T(
                "{n} copies of {kind} are not within 1 to {most}",
                n=kind.copies,
                kind=kind.key,
                most=MOST_COPIES,
            )


def _house_rules(rules: tuple[HouseRule, ...]) -> Iterator[Text]:
    for key in _twice(rule.key for rule in rules):
        yield T("the house rule '{key}' is there twice", key=key)
    for rule in rules:
        for word in (rule.key, *rule.values):
            if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word):
                yield T(
                    "'{word}' of the house rule {key} has to be small letters and digits, joined by hyphens",
                    word=word,
                    key=rule.key,
                )
        for value in _twice(rule.values):
            yield T("the house rule {key} has the value '{value}' twice", key=rule.key, value=value)
        if rule.default not in rule.values:
            yield T(
                "the default '{default}' of the house rule {key} is none of its values {values}",
                default=rule.default,
                key=rule.key,
                values=rule.values,
            )
        if rule.source not in ("printed", "house"):
            yield T("the house rule {key} has to come from 'printed' or 'house'", key=rule.key)


def _facts(facts: tuple[Fact, ...]) -> Iterator[Text]:
    for key in _twice(fact.key for fact in facts):
        yield T("the fact '{key}' is there twice", key=key)
    for fact in facts:
        if not fact.key or "=" in fact.key or fact.key != fact.key.strip():
            yield T("the fact's key '{key}' can't be written as KEY=NUMBER", key=fact.key)
        if not 0 <= fact.least <= fact.most:
            yield T("the fact {key} has no number from {a} to {b}", key=fact.key, a=fact.least, b=fact.most)


def _actions(actions: tuple[Action, ...]) -> Iterator[Text]:
    for name in _twice(action.name for action in actions):
        yield T("the action '{name}' is there twice", name=name)
    taken = (*_JOURNAL_ACTIONS, *(action.name for action in table_actions.ACTIONS))
    for action in actions:
        if action.name in taken:
            yield T("the action '{name}' is one that every table has already", name=action.name)
        if not _WORD.fullmatch(action.name):
            yield T("the action's name '{name}' has to be small letters and hyphens", name=action.name)
        if not all(callable(part) for part in (action.check, action.effect, action.text)):
            yield T("the action {name} needs functions for check, effect and text", name=action.name)
        yield from _params(action)


def _params(action: Action) -> Iterator[Text]:
    for name in _twice(param.name for param in action.params):
        yield T("{action} has the parameter '{name}' twice", action=action.name, name=name)
    in_place = [param for param in action.params if not param.option]
    if sum(param.kind in SEVERAL for param in in_place) > 1:
        yield T("{action} takes any number of words in more than one place", action=action.name)
    kinds = get_args(ParamKind)
    for param in action.params:
        if param.kind not in kinds:
            yield T(
                "{action}: '{kind}' is no kind of parameter; there are {kinds}",
                action=action.name,
                kind=param.kind,
                kinds=kinds,
            )
        if not _WORD.fullmatch(param.name) or (param.option and param.name in _EVERYWHERE):
            yield T("{action}: a parameter can't be called '{name}'", action=action.name, name=param.name)
        if (param.kind == "choice") != bool(param.choices):
            yield T("{action}: choices belong to a choice, and only there", action=action.name)
        if param.kind == "flag" and not param.option:
            yield T("{action}: the flag {name} has to be an option", action=action.name, name=param.name)


def _holdings(game: Game) -> Iterator[Text]:
    if any(kind.held for kind in game.kinds) and all(action.name != "holdings" for action in game.actions):
        yield T(
            "it needs the action 'holdings' (companion.games.holdings.holdings_action), which records a scan"
        )


def _twice(words: Iterable[str]) -> list[str]:
    """The words that stand there more than once."""
    return [word for word, n in Counter(words).items() if n > 1]


def _explanations(game: Game) -> Iterator[Text]:
    told = game.explanations()
    if not isinstance(told, Mapping) or not all(
        isinstance(word, str) and isinstance(text, Text) for word, text in told.items()
    ):
        yield T("explanations() has to give texts by word")


def _trial(game: Game) -> Iterator[Text]:
    """Sets a table up for the fewest and for the most players, as the house rules stand by default."""
    for count in sorted({game.least_players, game.most_players}):
        try:
            yield from _table(game, count)
        except Exception as error:  # the game's own code: whatever it raises is told, not thrown
            why = f"{type(error).__name__}: {error}"
            yield T("a trial table for {n} fails ({why})", n=count, why=why)


def _table(game: Game, count: int) -> Iterator[Text]:
    players = tuple(Player(f"p{n}", f"P{n}", n) for n in range(1, count + 1))
    rules = {rule.key: rule.default for rule in game.house_rules}
    occasion = Occasion(players, rules)
    deals = game.deals(occasion, 1, Dealer(random.Random(0)))
    occasion = Occasion(players, rules, {}, game.start_player(occasion, deals), deals)
    guide = game.guide(occasion)
    yield from _not_json(guide.numbers, "guide().numbers")
    if not guide.steps:
        yield T("guide() has no steps")
    facts = game.first_facts(occasion)
    yield from _not_json(facts, "first_facts()")
    for deal in deals:
        yield from _not_json({"deal": deal.deal, "value": deal.value}, f"deals() {deal.name}")
    state = State("trial", game.key, players, rules, {}, facts, occasion.start, deals)
    for viewer in (None, *(player.id for player in players)):
        seen = game.view(state, viewer)
        yield from _not_json(seen, "view()")
        clash = tuple(key for key in RESERVED if key in seen)
        if clash:
            yield T("view() may not use the keys {keys}", keys=clash)
            break
    result = game.score(state)
    if tuple(sheet.player for sheet in result.scoresheets) != state.names:
        yield T("score() has to give every player's scoresheet, in seat order")


def _not_json(value: Mapping[str, Json], where: str) -> Iterator[Text]:
    fault = next(_faults(dict(value), where), None)
    if fault:
        yield T("{place} can't be written as JSON: {what}", place=where, what=fault)


def _faults(value: Any, where: str) -> Iterator[str]:
    """Places whose value is no object with string keys, list, string, whole number, boolean or null."""
    if value is None or isinstance(value, str | int):
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                yield f"{where}[{key!r}]"
            else:
                yield from _faults(inner, f"{where}.{key}")
    elif isinstance(value, list | tuple):
        for n, inner in enumerate(value):
            yield from _faults(inner, f"{where}[{n}]")
    else:
        yield f"{where} is a {type(value).__name__}"
