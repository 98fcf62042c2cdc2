"""What a word means in a game: which words there are, which one is meant, which house rules bear on it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion import words
from companion.games.base import Action, Game, HouseRule, Kind
from companion.games.glossary import Entry, entries
from companion.journal import actions
from companion.play.lexicon import singular
from scorers.refusal import Refusal
from scorers.text import T, Text

_RULE = re.compile(r"`([a-z0-9-]+)`")


class InForce(NamedTuple):
    """A house rule that bears on a word: its key, its value in force, and what that value means."""

    key: str
    value: str
    text: Text


class Explanation(NamedTuple):
    """What a word of a game means; `action` is there where the word is one that is recorded."""

    game: Game
    word: str
    title: Text | str
    text: Text
    rules: tuple[InForce, ...]
    action: Action | None


class Vocabulary:
    """All words that are explained for a game: its cards, actions and house rules, and further notions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions: dict[str, Action] = {}
        for action in actions(game):
            self.actions.setdefault(action.name, action)  # a game's own goes before one of any table
        self._kinds = {kind.key: kind for kind in game.kinds}
        self._rules = {rule.key: rule for rule in game.house_rules}
        self._entries = entries(game)
        notions = [word for word in self._entries if "=" not in word]
        self.words = tuple(dict.fromkeys((*self._kinds, *self.actions, *self._rules, *notions)))

    @property
    def groups(self) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        """The words under headings, each once."""
        known = {*self._kinds, *self.actions, *self._rules}
        return (
            (T("Cards"), tuple(self._kinds)),
            (T("Actions"), tuple(word for word in self.actions if word not in self._kinds)),
            (
                T("House rules"),
                tuple(w for w in self._rules if w not in self._kinds and w not in self.actions),
            ),
            (T("And"), tuple(word for word in self.words if word not in known)),
        )

    def exactly(self, word: str) -> list[str]:
        """The words that are called so. A word's own key goes before what else is called so."""
        wanted = _trimmed(word)
        return words.spelt(wanted, {key: (key,) for key in self.words}) or words.spelt(wanted, self.spellings)

    def fitting(self, word: str) -> list[str]:
        """The words that may be meant: those called so, else those that it, or its singular, begins."""
        wanted = _trimmed(word)
        for spelled in (wanted, *singular(wanted.casefold())):
            found = self.exactly(spelled) or words.fitting(spelled, self.spellings)
            if found:
                return found
        return []

    @property
    def spellings(self) -> dict[str, tuple[str, ...]]:
        """All that each word may be called, in any language."""
        return {word: (word, *self._names(word)) for word in self.words}

    def _names(self, word: str) -> list[str]:
        kind, entry = self._kinds.get(word), self._entries.get(word)
        names = [*([kind.name] if kind else []), *(entry.names if entry else ())]
        return [_trimmed(spelt) for name in names for spelt in words.in_all_languages(name)]

    def explain(self, word: str, in_force: Mapping[str, str]) -> Explanation:
        """What this word, one of `words`, means under these house rules (the default where one is absent)."""
        text = self._text(word)
        named = [word, *_RULE.findall(_message(text))]
        rules = tuple(
            InForce(key, value, self._meaning(self._rules[key], value))
            for key in dict.fromkeys(named)
            if key in self._rules
            for value in [in_force.get(key, self._rules[key].default)]
        )
        return Explanation(self.game, word, self._title(word), text, rules, self.actions.get(word))

    def _title(self, word: str) -> Text | str:
        if word in self._kinds:
            return self._kinds[word].name
        entry = self._entries.get(word)
        typed = word in self.actions or word in self._rules
        if entry and entry.names and (not typed or words.spelt(word, {word: [str(entry.names[0])]})):
            return entry.names[0]
        return word.replace("-", " ")

    def _text(self, word: str) -> Text:
        entry = self._entries.get(word)
        if entry is not None:
            return entry.text
        if word in self._kinds:
            return _card_text(self.game, self._kinds[word])
        return self.actions[word].help if word in self.actions else self._rules[word].text

    def _meaning(self, rule: HouseRule, value: str) -> Text:
        return self._entries.get(f"{rule.key}={value}", Entry(rule.text)).text


def find(vocabulary: Vocabulary, word: str) -> str:
    """The word of this game that is meant. Refused (`unknown-word`) with the nearest where none is clear."""
    found = vocabulary.fitting(word)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refusal(
            "unknown-word", T("'{word}' may be {found}: write more of it.", word=word, found=tuple(found))
        )
    raise _unknown([vocabulary], word)


def find_anywhere(vocabularies: Sequence[Vocabulary], word: str) -> list[tuple[Vocabulary, str]]:
    """The word wherever a game has it: games that call something just so, else those where it begins one.

    Refused (`unknown-word`) with the nearest where no game has it.
    """
    exact = [(vocabulary, key) for vocabulary in vocabularies for key in vocabulary.exactly(word)]
    found = exact or [(vocabulary, key) for vocabulary in vocabularies for key in vocabulary.fitting(word)]
    if not found:
        raise _unknown(vocabularies, word)
    return found


def _unknown(vocabularies: Sequence[Vocabulary], word: str) -> Refusal:
    for vocabulary in vocabularies:
        near = words.nearest(_trimmed(word), vocabulary.spellings)
        if near is not None:
            return Refusal(
                "unknown-word",
                T(
                    "'{word}' is not explained. Did you mean {near} ({game})? `companion explain {key}` "
                    "lists the words.",
                    word=word,
                    near=near,
                    game=vocabulary.game.name,
                    key=vocabulary.game.key,
                ),
            )
    keys = tuple(vocabulary.game.key for vocabulary in vocabularies)
    return Refusal(
        "unknown-word",
        T(
            "'{word}' is not explained. `companion explain GAME` lists the words; GAME: {games}.",
            word=word,
            games=keys,
        ),
    )


def _card_text(game: Game, kind: Kind) -> Text:
    if kind.copies is None:
        return T("{card} is a card of {game}.", card=kind.name, game=game.name)
    return T("{card} is a card of {game}; there are {n}.", card=kind.name, game=game.name, n=kind.copies)


def _trimmed(word: str) -> str:
    return word.strip().rstrip("?!.？！。 ")


def _message(text: Text) -> str:
    """The sentence as it was written, with those that fill its gaps."""
    inner = [_message(value) for value in text.params.values() if isinstance(value, Text)]
    return " ".join([text.message, *inner])
