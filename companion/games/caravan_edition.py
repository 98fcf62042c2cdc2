"""What only the owner's box tells about Tan-Tan Caravan: which facts there are, and what they are checked by.

Facts are whole numbers by key, in an edition that may hold any part of them; a missing one (or None) is not
known, and nothing is ever put in its place (rules page, "Components").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.base import Fact, Kind
from companion.table import Json
from scorers.caravan import CRAFT_CARDS, CRAFTS, SPECIAL_CARDS, SPECIALS
from scorers.text import T, Text

ALL_CARDS = CRAFT_CARDS + SPECIAL_CARDS
FULL_TABLE = 4
"""The player count at which every card is in play."""

SPACES_FOR = (2, 3, 4)
REMOVED_FOR = (2, 3)


def facts(kinds: Iterable[Kind]) -> tuple[Fact, ...]:
    """Every fact that `companion edition` can keep for a deck of these kinds."""
    kinds = tuple(kinds)
    return (
        *(_copies(kind) for kind in kinds),
        *(_spaces(players) for players in SPACES_FOR),
        *(_removed(kind, players) for players in REMOVED_FOR for kind in kinds),
        *(_money(kind) for kind in kinds),
    )


def _copies(kind: Kind) -> Fact:
    text = T("copies of {card} in the box", card=kind.name)
    if kind.key in CRAFTS:
        return Fact(f"copies.{kind.key}", text, 1, CRAFT_CARDS)
    return Fact(f"copies.{kind.key}", text, 0, SPECIAL_CARDS)


def _spaces(players: int) -> Fact:
    text = T(
        "spaces of the caravan up to the mark {players}, its end with {players} players", players=players
    )
    return Fact(f"caravan-spaces.{players}", text, 1, ALL_CARDS)


def _removed(kind: Kind, players: int) -> Fact:
    text = T("copies of {card} that leave the game with {players} players", card=kind.name, players=players)
    return Fact(
        f"removed.{players}.{kind.key}", text, 0, CRAFT_CARDS if kind.key in CRAFTS else SPECIAL_CARDS
    )


def _money(kind: Kind) -> Fact:
    return Fact(f"money.{kind.key}", T("money of {card}: the number at its top right", card=kind.name), 0, 99)


def number(edition: Mapping[str, Json], key: str) -> int | None:
    """The fact with this key, None where nobody has said."""
    value = edition.get(key)
    return None if value is None else int(value)


def spaces(edition: Mapping[str, Json], players: int) -> int | None:
    """Spaces of the caravan at this many players."""
    return number(edition, f"caravan-spaces.{players}")


def removed(edition: Mapping[str, Json], players: int) -> Mapping[str, int | None]:
    """Kind -> copies that leave the game at this many players, None where nobody has said.

    >>> removed({"removed.2.lamp": 1}, 2)["lamp"], removed({}, 2)["lamp"], removed({}, 4)["lamp"]
    (1, None, 0)
    """
    if players == FULL_TABLE:
        return dict.fromkeys((*CRAFTS, *SPECIALS), 0)
    return {key: number(edition, f"removed.{players}.{key}") for key in (*CRAFTS, *SPECIALS)}


def cards_in_play(edition: Mapping[str, Json], players: int) -> int | None:
    """How many cards are shuffled at this many players, None where that isn't known."""
    gone = [n for n in removed(edition, players).values() if n is not None]
    return ALL_CARDS - sum(gone) if len(gone) == len(CRAFTS) + len(SPECIALS) else None


def most_in_play(edition: Mapping[str, Json], players: int, key: str) -> int | None:
    """The most copies of a kind that can turn up at this many players, None where that isn't known."""
    copies = number(edition, f"copies.{key}")
    return None if copies is None else copies - (removed(edition, players)[key] or 0)


def check_edition(edition: Mapping[str, Json]) -> list[Text]:
    """Warnings about facts that can't all be right; nothing about those that are missing.

    All crafts together are 69, all specials 36; no more of a kind can leave the game than there are.

    >>> [str(warning) for warning in check_edition({"copies.lamp": 3, "removed.2.lamp": 4})]
    ['removed.2.lamp is 4, but copies.lamp is only 3.']
    """
    warnings = [
        *_sum_warnings(edition, tuple(CRAFTS), CRAFT_CARDS, T("crafts")),
        *_sum_warnings(edition, SPECIALS, SPECIAL_CARDS, T("specials")),
    ]
    for players in REMOVED_FOR:
        for key, gone in removed(edition, players).items():
            copies = number(edition, f"copies.{key}")
            if gone is not None and copies is not None and gone > copies:
                warnings.append(
                    T(
                        "removed.{players}.{card} is {gone}, but copies.{card} is only {copies}.",
                        players=players,
                        card=key,
                        gone=gone,
                        copies=copies,
                    )
                )
    return warnings


def _sum_warnings(edition: Mapping[str, Json], keys: tuple[str, ...], known: int, group: Text) -> list[Text]:
    told = [n for key in keys if (n := number(edition, f"copies.{key}")) is not None]
    total, missing = sum(told), len(keys) - len(told)
    if total > known or (not missing and total != known):
        text = T(
            "The {group} add up to {total} cards; a box holds {known}. Check {keys}.",
            group=group,
            total=total,
            known=known,
            keys=tuple(f"copies.{key}" for key in keys),
        )
        return [text]
    return []
