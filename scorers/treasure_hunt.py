"""Treasure Hunt - battles, the thief's walk, the stock, the final score (rules page treasure-hunt.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorers.checks import Problem, all_of, below_zero, check_option, refuse_if, unknown
from scorers.sheet import Line, Result, Scoresheet
from scorers.text import TN, T, Text
from scorers.tiebreaks import rank_by_rule

SUITS = ("H", "D", "S", "C")
COLOURS: Mapping[str, str] = {"H": "red", "D": "red", "S": "black", "C": "black"}
RANKS: Mapping[str, int] = {
    "A": 1,
    **{str(number): number for number in range(2, 11)},
    "J": 11,
    "Q": 12,
    "K": 13,
}
JOKER = "joker"
JOKER_NUMBER = 14

BEATS: Mapping[str, str] = {"K": "Q", "Q": "J", "J": "K"}
"""Which face each face beats in a battle."""

TREASURES: tuple[str, ...] = tuple(f"D{number}" for number in range(2, 11))
RUSH_TREASURES = ("DJ", "DQ", "DK")
RUSH_PLAYERS = 3
"""The most players with whom the variant `rush` makes diamond J, Q, K treasures."""

TRACK = 12


class Setup(NamedTuple):
    """The row of the setup table for one player count; `field_pack` and `dungeon` are for 1 and 2 jokers."""

    hands: int
    stock: int
    field_pack: tuple[int, int]
    track: int
    dungeon: tuple[int, int]


SETUP: Mapping[int, Setup] = {
    2: Setup(8, 13, (31, 32), TRACK, (19, 20)),
    3: Setup(12, 11, (29, 30), TRACK, (17, 18)),
    4: Setup(16, 9, (27, 28), TRACK, (15, 16)),
}

TIEBREAKS = ("shared", "pip-sum")
"""Values of the option `tiebreak`, the default first; both are house rules."""

_RANK_NAMES: Mapping[str, object] = {"A": T("ace"), "J": T("jack"), "Q": T("queen"), "K": T("king")}


def _names() -> dict[str, Text]:
    names = {}
    for rank in RANKS:
        spoken = _RANK_NAMES.get(rank, rank)
        names["H" + rank] = T("{rank} of hearts", rank=spoken)
        names["D" + rank] = T("{rank} of diamonds", rank=spoken)
        names["S" + rank] = T("{rank} of spades", rank=spoken)
        names["C" + rank] = T("{rank} of clubs", rank=spoken)
    return {suit + rank: names[suit + rank] for suit in SUITS for rank in RANKS} | {JOKER: T("joker")}


NAMES: Mapping[str, Text] = _names()
"""All cards by key (`D10`, `HA`, `SK`, `joker`), in words."""


class Ace(NamedTuple):
    """A player's ace as the thief meets it.

    Its place along the track (None if not on it), which way it lies, and how many treasures its owner has in
    hand (banked ones are safe).
    """

    place: int | None
    face_up: bool
    treasures: int


def setup(players: int) -> Setup:
    """The numbers for this many players; a `Refusal` outside 2-4."""
    if players not in SETUP:
        text = T(
            "Treasure Hunt is for {least} to {most} players, not {players}",
            least=min(SETUP),
            most=max(SETUP),
            players=players,
        )
        refuse_if([Problem("over-limit", text)])
    return SETUP[players]


def card_number(card: str) -> int:
    """The number of a card: ace 1, 2-10, J 11, Q 12, K 13, joker 14.

    >>> card_number("D10"), card_number("SK"), card_number("joker")
    (10, 13, 14)
    """
    refuse_if(_unknown_card(card))
    return JOKER_NUMBER if card == JOKER else RANKS[card[1:]]


def face_of(card: str) -> str:
    """`J`, `Q` or `K` of a card that can be shown in a battle; a `Refusal` for any other.

    >>> face_of("SK")
    'K'
    """
    refuse_if(_unknown_card(card))
    if card[1:] not in BEATS:
        text = T("a battle is fought with a jack, queen or king, not with the {card}", card=NAMES[card])
        refuse_if([Problem("not-a-face", text)])
    return card[1:]


def battle(first: str | None, second: str | None) -> int:
    """1 if the first wins, -1 if the second does, 0 for a draw. `K`, `Q`, `J`, or None for nothing to show.

    >>> battle("K", "Q"), battle("J", "Q"), battle(None, None)
    (1, -1, 0)
    """
    shown = (first, second)
    refuse_if(
        [
            unknown("not-a-face", face, BEATS, T("face"))
            for face in shown
            if face is not None and face not in BEATS
        ]
    )
    if first == second:
        return 0
    if second is None:
        return 1
    if first is None:
        return -1
    return 1 if BEATS[first] == second else -1


def battle_with_mana(
    first_suit: str, second_suit: str, field_card: str, first: str | None, second: str | None
) -> int:
    """`battle` under the variant `mana`, with the suits of the two aces and the field card fought on.

    Between red and black, a loss by the one of the field card's colour is a draw. A joker on the field has
    no colour.

    >>> battle_with_mana("H", "S", "D4", "Q", "K")
    0
    """
    refuse_if(
        [unknown("unknown-suit", s, SUITS, T("suit")) for s in (first_suit, second_suit) if s not in SUITS]
    )
    refuse_if(_unknown_card(field_card))
    if first_suit == second_suit:
        refuse_if([Problem("not-a-battle", T("aces of one suit don't fight"))])
    outcome = battle(first, second)
    if outcome == 0 or field_card == JOKER or COLOURS[first_suit] == COLOURS[second_suit]:
        return outcome
    loser = second_suit if outcome == 1 else first_suit
    return 0 if COLOURS[loser] == COLOURS[field_card[0]] else outcome


def thief_path(start: int, by: int, track: int = TRACK) -> tuple[int, ...]:
    """The places (0 to `track` - 1, clockwise) the thief goes over, the one it stops on last; not the start.

    >>> thief_path(10, 5)
    (11, 0, 1, 2, 3)
    """
    problems = []
    if track < 1:
        problems.append(Problem("bad-number", T("a track has at least 1 place, not {track}", track=track)))
    elif not 0 <= start < track:
        problems.append(_off_track(start, track))
    if not 1 <= by <= JOKER_NUMBER:
        text = T("the thief goes 1 to {most} places, not {by}", most=JOKER_NUMBER, by=by)
        problems.append(Problem("bad-number", text))
    refuse_if(problems)
    return tuple((start + step) % track for step in range(1, by + 1))


def robbed(path: Sequence[int], aces: Mapping[str, Ace]) -> tuple[str, ...]:
    """Who loses one treasure from hand to a thief that goes over `path`, in the order it meets them.

    Only face-up aces whose owner has a treasure in hand; one move robs one ace once, also where it passes
    twice.

    >>> robbed(thief_path(10, 5), {"Ann": Ace(0, True, 1), "Bob": Ace(2, False, 1), "Cem": Ace(1, True, 0)})
    ('Ann',)
    """
    problems = []
    for player, ace in aces.items():
        problems += below_zero(ace.treasures, T("the number of treasures of {player}", player=player))
        if ace.place is not None and not 0 <= ace.place < TRACK:
            problems.append(_off_track(ace.place, TRACK))
    refuse_if(problems)
    return tuple(
        player
        for place in dict.fromkeys(path)
        for player, ace in aces.items()
        if ace.place == place and ace.face_up and ace.treasures
    )


def treasures_in_game(players: int, rush: bool = False, diamonds_played: bool = False) -> tuple[str, ...]:
    """The cards that are treasures: diamonds 2-10, and J, Q, K under `rush`.

    `rush` changes something only with at most 3 players and nobody playing diamonds.

    >>> len(treasures_in_game(3)), len(treasures_in_game(3, rush=True)), len(treasures_in_game(4, rush=True))
    (9, 12, 9)
    """
    setup(players)
    return _treasures(rush and players <= RUSH_PLAYERS and not diamonds_played)


def check_stock(players: int, stock: int, treasures_held: int) -> None:
    """Refuse a record in which cards in the stock and treasures held (in hand and banked) don't add up.

    By the base rules their sum is the first stock: 13, 11, 9 cards at 2, 3, 4 players.
    """
    due = setup(players).stock
    refuse_if(
        below_zero(stock, T("the stock")) + below_zero(treasures_held, T("the number of treasures held"))
    )
    if stock + treasures_held != due:
        text = T(
            "{stock} cards in the stock and {held} treasures held are not {due} together ({players} players)",
            stock=stock,
            held=treasures_held,
            players=players,
            due=due,
        )
        refuse_if([Problem("stock-mismatch", text)])


def score(
    treasures: Mapping[str, Sequence[str]], *, tiebreak: str = TIEBREAKS[0], rush: bool = False
) -> Result:
    """The final result from each player's treasure cards (hand and bank together), players in seat order.

    A line of 1 point for each card, its item the card's key. With `rush` and at most 3 players the diamond
    J, Q, K count too. Raises `Refusal` with everything that is wrong: `unknown-card`, `not-a-treasure`,
    `same-card-twice`, `over-limit` (more treasures than there are), `unknown-option`.

    >>> found = score({"Ann": ["D2", "D3"], "Bob": ["D9", "D10"]}, tiebreak="pip-sum")
    >>> str(found.explanation)
    "Bob wins: tied on 2; higher sum of the treasures' numbers: 19 against 5 (house rule tiebreak = pip-sum)."
    """
    check_option("tiebreak", tiebreak, TIEBREAKS)
    accepted = _treasures(rush and len(treasures) <= RUSH_PLAYERS)
    refuse_if(_bad_treasures(treasures, accepted))
    sheets = tuple(
        Scoresheet(player, tuple(Line(card, 1, NAMES[card]) for card in cards))
        for player, cards in treasures.items()
    )
    standings, explanation = rank_by_rule(
        {sheet.player: sheet.total for sheet in sheets},
        {player: pip_sum(cards) for player, cards in treasures.items()},
        tiebreak=tiebreak,
        printed=False,
    )
    return Result(sheets, standings, explanation)


def pip_sum(cards: Sequence[str]) -> int:
    """The sum of the cards' numbers: what `tiebreak = pip-sum` ranks by."""
    return sum(card_number(card) for card in cards)


def _treasures(rush: bool) -> tuple[str, ...]:
    return TREASURES + RUSH_TREASURES if rush else TREASURES


def _unknown_card(card: str) -> list[Problem]:
    if card in NAMES:
        return []
    return [unknown("unknown-card", card, NAMES, T("card"))]


def _off_track(place: int, track: int) -> Problem:
    text = T("the places of the track are 0 to {last}, not {place}", last=track - 1, place=place)
    return Problem("bad-number", text)


def _bad_treasures(treasures: Mapping[str, Sequence[str]], accepted: tuple[str, ...]) -> list[Problem]:
    problems = []
    holders: dict[str, list[str]] = {}
    for player, cards in treasures.items():
        for card in cards:
            if card not in NAMES:
                problems += _unknown_card(card)
            elif card not in accepted:
                text = T(
                    "the {card} is no treasure; treasures are {accepted}", card=NAMES[card], accepted=accepted
                )
                problems.append(Problem("not-a-treasure", text))
            else:
                holders.setdefault(card, []).append(player)
    for card, players in holders.items():
        if len(players) > 1:
            text = T("the {card} is counted twice: {players}", card=NAMES[card], players=all_of(players))
            problems.append(Problem("same-card-twice", text))
    total = sum(map(len, treasures.values()))
    if total > len(accepted):
        text = TN(
            "{count} treasure is more than the {limit} there are",
            "{count} treasures are more than the {limit} there are",
            total,
            limit=len(accepted),
        )
        problems.append(Problem("over-limit", text))
    return problems
