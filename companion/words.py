"""What people type at the table, turned into what actions take.

Cards are understood by key, by name in any of our languages, and by any beginning of those or of a word in
them, as long as only one kind fits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion import names
from companion.games.base import Args, Cards, Game, HouseRule, Param
from companion.table import State
from companion.texts import LANGUAGES, say
from scorers.guess import guess
from scorers.refusal import Refusal
from scorers.text import T, Text

_MOST = 10_000
"""No count, score or option is larger than this; it keeps slips of the keyboard out of the record."""


def parse(game: Game, state: State, params: Sequence[Param], raw: Mapping[str, Any]) -> Args:
    """The arguments of an action from the strings given for its parameters (lists where several may be)."""
    return {param.name: _parsed(game, state, param, raw.get(param.name)) for param in params}


def _parsed(game: Game, state: State, param: Param, raw: Any) -> Any:
    if param.kind == "flag":
        return bool(raw)
    if param.kind == "players":
        return tuple(player_id(state, name) for name in raw or ())
    if param.kind == "cards":
        return cards(game, raw or ())
    if param.kind == "kinds":
        return tuple(card(game, word) for word in raw or ())
    if param.kind == "numbers":
        return tuple(number(word, param.name) for word in raw or ())
    if param.kind == "words":
        return tuple(raw or ())
    if raw is None:
        return None
    if param.kind == "player":
        return player_id(state, raw)
    if param.kind == "card":
        return card(game, raw)
    if param.kind == "number":
        return number(raw, param.name)
    if param.kind == "choice":
        return choice(raw, param.choices)
    return raw


def choice(word: str, choices: Sequence[str]) -> str:
    """The one of `choices` that this word is or begins. Refused (`bad-argument`) otherwise."""
    wanted = _plain(word)
    found = [c for c in choices if c == wanted] or [c for c in choices if wanted and c.startswith(wanted)]
    if len(found) != 1:
        raise Refusal(
            "bad-argument",
            T("'{word}' is none of these: {choices}.", word=word, choices=tuple(choices)),
        )
    return found[0]


def player_id(state: State, name: str) -> str:
    """The id of the player with this name. Refused (`unknown-player`) if nobody has it."""
    found = names.find(name, state.names)
    return next(p.id for p in state.players if p.name == found)


def cards(game: Game, words: Iterable[str]) -> Cards:
    """The cards of words in the form CARD=N. Refused (`bad-argument`, `unknown-card`) otherwise."""
    return tuple(_card_count(game, word) for word in words)


def _card_count(game: Game, word: str) -> tuple[str, int]:
    name, equals, count = word.rpartition("=")
    if not equals or not name.strip():
        raise Refusal(
            "bad-argument",
            T("'{word}' is not CARD=N, for instance {example}=2.", word=word, example=game.kinds[0].key),
        )
    return card(game, name), number(count, word)


def number(word: str, what: str) -> int:
    """A whole number from 0 on. Refused (`bad-argument`) otherwise."""
    text = unicodedata.normalize("NFKC", word.strip())
    if not re.fullmatch(r"\d{1,6}", text) or int(text) > _MOST:
        raise Refusal(
            "bad-argument",
            T(
                "'{word}' in '{what}' is not a whole number from 0 to {most}.",
                word=word,
                what=what,
                most=_MOST,
            ),
        )
    return int(text)


def card(game: Game, word: str) -> str:
    """The key of the kind that this word means. Refused (`unknown-card`) with the nearest otherwise."""
    spellings = {kind.key: (kind.key, *in_all_languages(kind.name)) for kind in game.kinds}
    found = fitting(word, spellings)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refusal(
            "unknown-card", T("'{word}' may be {found}: write more of it.", word=word, found=tuple(found))
        )
    known = tuple(spellings) if len(spellings) <= 15 else (*tuple(spellings)[:4], "...", tuple(spellings)[-1])
    guess = nearest(word, spellings)
    if guess is not None:
        raise Refusal(
            "unknown-card",
            T(
                "{game} has no card '{word}'. Did you mean {near}? Known: {known}.",
                game=game.name,
                word=word,
                near=guess,
                known=known,
            ),
        )
    raise Refusal(
        "unknown-card",
        T("{game} has no card '{word}'. Known: {known}.", game=game.name, word=word, known=known),
    )


Spellings = Mapping[str, Iterable[str]]
"""Key -> all that it may be called."""


def in_all_languages(name: Text) -> tuple[str, ...]:
    """The name in each language we have."""
    return tuple(dict.fromkeys(say(name, language) for language in LANGUAGES))


def fitting(word: str, spellings: Spellings) -> list[str]:
    """The keys that a word may mean: those called so; else those whose name it begins; else those with a word
    that it begins.

    >>> fitting("broken", {"tool": ["broken tool"], "cup": ["broken cup"], "lamp": ["lamp"]})
    ['tool', 'cup']
    """
    return spelt(word, spellings) or _beginning(_all_plain(spellings), _plain(word))


def spelt(word: str, spellings: Spellings) -> list[str]:
    """The keys that are called exactly so."""
    wanted = _plain(word)
    return [key for key, whole in _all_plain(spellings).items() if wanted in whole]


def nearest(word: str, spellings: Spellings) -> str | None:
    """The key with the name, or the word in it, that is most like the word; None where none is."""
    plain = {
        key: {part for name in whole for part in (name, *name.split("-"))}
        for key, whole in _all_plain(spellings).items()
    }
    near = guess(_plain(word), (name for whole in plain.values() for name in whole))
    return next(key for key, whole in plain.items() if near in whole) if near else None


def _parts(name: str) -> list[str]:
    """What follows each hyphen of a plain name.

    >>> _parts("broken-cup-of-clay")
    ['cup-of-clay', 'of-clay', 'clay']
    """
    return [name[at + 1 :] for at, char in enumerate(name) if char == "-"]


def _all_plain(spellings: Spellings) -> dict[str, set[str]]:
    return {key: {_plain(name) for name in whole} for key, whole in spellings.items()}


def _plain(word: str) -> str:
    folded = unicodedata.normalize("NFKC", word.strip()).casefold()
    return re.sub(r"[\s_-]+", "-", folded.replace("'", "").replace("’", ""))


def _beginning(spellings: Mapping[str, set[str]], wanted: str) -> list[str]:
    if not wanted:
        return []
    starts = [key for key, whole in spellings.items() if any(s.startswith(wanted) for s in whole)]
    if starts:
        return starts
    return [
        key
        for key, whole in spellings.items()
        if any(part.startswith(wanted) for s in whole for part in _parts(s))
    ]


def house_rules(
    game: Game, given: Iterable[str], in_force: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Every house rule of the game with its value: what is `in_force`, else the default, or what
    KEY=VALUE words ask for.

    Raises `Refusal`: `bad-argument` for a word of another form, `unknown-rule`, `unknown-value`.
    """
    rules = {rule.key: rule.default for rule in game.house_rules} | dict(in_force or {})
    for word in given:
        key, equals, value = word.partition("=")
        if not equals:
            raise Refusal(
                "bad-argument",
                T("'{word}' is not KEY=VALUE. Known keys: {known}.", word=word, known=tuple(rules)),
            )
        rule = _rule(game, key.strip().casefold())
        value = value.strip().casefold()
        if value not in rule.values:
            raise _unknown_value(rule, value)
        rules[rule.key] = value
    return rules


def _unknown_value(rule: HouseRule, value: str) -> Refusal:
    near = guess(value, rule.values)
    if near:
        text = T(
            "{key} can't be '{value}'. Did you mean {near}? Possible: {values}.",
            key=rule.key,
            value=value,
            near=near,
            values=rule.values,
        )
    else:
        text = T(
            "{key} can't be '{value}'. Possible: {values}.", key=rule.key, value=value, values=rule.values
        )
    return Refusal("unknown-value", text)


def _rule(game: Game, key: str) -> HouseRule:
    for rule in game.house_rules:
        if rule.key == key:
            return rule
    known = tuple(rule.key for rule in game.house_rules)
    near = guess(key, known, 0.5)
    if near:
        raise Refusal(
            "unknown-rule",
            T(
                "{game} has no house rule '{key}'. Did you mean {near}? Known: {known}.",
                game=game.name,
                key=key,
                near=near,
                known=known,
            ),
        )
    raise Refusal(
        "unknown-rule",
        T("{game} has no house rule '{key}'. Known: {known}.", game=game.name, key=key, known=known),
    )
