"""Tan-Tan Caravan - the final score from the assets (rules page caravan.md, "Scoring")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scorers.checks import Problem, bad_counts, check_option, house_rule, refuse_if
from scorers.sheet import Line, Result, Scoresheet
from scorers.text import TN, T, Text
from scorers.tiebreaks import rank_by_rule

CRAFTS: Mapping[str, int] = {
    "craft-2": 2,
    "craft-3": 3,
    "craft-4": 4,
    "craft-5": 5,
    "craft-6": 6,
    "craft-7": 7,
}
"""Points of each craft."""

SPECIALS = ("princess", "merchant", "thief", "mouse", "lamp")
CRAFT_CARDS = 69
SPECIAL_CARDS = 36
"""Cards of all kinds of crafts, of specials, in the box; how many there are of each kind isn't known."""

MERCHANT_FACTOR = 2

NAMES: Mapping[str, Text] = {
    **{craft: T("Craft {value}", value=value) for craft, value in CRAFTS.items()},
    "princess": T("princess"),
    "merchant": T("merchant"),
    "thief": T("thief"),
    "mouse": T("mouse"),
    "lamp": T("lamp"),
}

LAMPS = ("on", "off")
TIEBREAKS = ("shared", "most-cards")
"""Values of the options `lamps` and `tiebreak`, the defaults first; all are house rules."""

_NOTHING: Mapping[str, int] = MappingProxyType({})

_COUNTED: Mapping[str, Callable[[int], Text]] = {
    "princess": lambda n: TN("{count} princess", "{count} princesses", n),
    "merchant": lambda n: TN("{count} merchant", "{count} merchants", n),
    "lamp": lambda n: TN("{count} lamp", "{count} lamps", n),
}


def score(
    assets: Mapping[str, Mapping[str, int]], *, lamps: str = LAMPS[0], tiebreak: str = TIEBREAKS[0]
) -> Result:
    """The final result from each player's assets (cards by key), players in seat order.

    Lines `crafts`, `princess`, `merchant`, `lamp`, each only for who holds such cards; without the majority
    it is a line of 0 points that says why. Everyone tied for the most has the majority. Raises `Refusal`
    with everything that is wrong: `unknown-card`, `bad-number`, `over-limit` (more crafts or specials than
    the box holds), `unknown-option`.

    >>> found = score({"Ann": {"craft-7": 5, "princess": 1}, "Bob": {"lamp": 3}})
    >>> [sheet.total for sheet in found.scoresheets]
    [40, 9]
    """
    check_option("lamps", lamps, LAMPS)
    check_option("tiebreak", tiebreak, TIEBREAKS)
    refuse_if([problem for cards in assets.values() for problem in bad_counts(cards, NAMES)])
    refuse_if(_too_many(assets))
    most = {
        card: max((cards.get(card, 0) for cards in assets.values()), default=0)
        for card in ("princess", "merchant")
    }
    sheets = tuple(
        Scoresheet(
            player,
            score_assets(
                cards,
                cards.get("princess", 0) == most["princess"],
                cards.get("merchant", 0) == most["merchant"],
                most=most,
                lamps=lamps,
            ),
        )
        for player, cards in assets.items()
    )
    standings, explanation = rank_by_rule(
        {sheet.player: sheet.total for sheet in sheets},
        {player: asset_cards(cards) for player, cards in assets.items()},
        tiebreak=tiebreak,
        printed=False,
    )
    if any(cards.get("lamp") for cards in assets.values()):
        note = T("Lamps: {rule}.", rule=house_rule("lamps", lamps))
        explanation = T("{first} {then}", first=explanation, then=note)
    return Result(sheets, standings, explanation)


def score_assets(
    assets: Mapping[str, int],
    most_princesses: bool,
    most_merchants: bool,
    *,
    most: Mapping[str, int] = _NOTHING,
    lamps: str = LAMPS[0],
) -> tuple[Line, ...]:
    """One player's lines, given whether they have the majority of princesses and of merchants.

    `most` (the most that anyone holds, by card) is only for the reason of a line without the majority.
    """
    check_option("lamps", lamps, LAMPS)
    refuse_if(bad_counts(assets, NAMES))
    lines = []
    crafts = _crafts(assets)
    if crafts:
        parts = tuple(T("{count} x {craft}", count=n, craft=NAMES[craft]) for craft, n in crafts.items())
        points = sum(CRAFTS[craft] * n for craft, n in crafts.items())
        lines.append(Line("crafts", points, T("{parts}", parts=parts)))
    if assets.get("princess"):
        lines.append(_princess(assets, most_princesses, most.get("princess")))
    if assets.get("merchant"):
        lines.append(_merchant(assets, most_merchants, most.get("merchant")))
    if assets.get("lamp"):
        lines.append(_lamp(assets["lamp"], lamps))
    return tuple(lines)


def asset_cards(assets: Mapping[str, int]) -> int:
    """How many asset cards these are, of whatever kind: what `tiebreak = most-cards` ranks by."""
    return sum(assets.values())


def _crafts(assets: Mapping[str, int]) -> dict[str, int]:
    return {craft: assets[craft] for craft in CRAFTS if assets.get(craft)}


def _princess(assets: Mapping[str, int], majority: bool, most: int | None) -> Line:
    held, crafts = assets["princess"], _crafts(assets)
    princesses = _COUNTED["princess"](held)
    if not majority:
        return Line("princess", 0, _against(princesses, most))
    if not crafts:
        return Line("princess", 0, T("no craft x {princesses}", princesses=princesses))
    largest = max(crafts, key=lambda craft: (crafts[craft], CRAFTS[craft]))
    detail = T(
        "{cards} of {craft} x {princesses}",
        cards=TN("{count} card", "{count} cards", crafts[largest]),
        craft=NAMES[largest],
        princesses=princesses,
    )
    return Line("princess", crafts[largest] * held, detail)


def _merchant(assets: Mapping[str, int], majority: bool, most: int | None) -> Line:
    held, kinds = assets["merchant"], len(_crafts(assets))
    merchants = _COUNTED["merchant"](held)
    if not majority:
        return Line("merchant", 0, _against(merchants, most))
    detail = T(
        "{kinds} x {merchants} x {factor}",
        kinds=TN("{count} kind of craft", "{count} kinds of craft", kinds),
        merchants=merchants,
        factor=MERCHANT_FACTOR,
    )
    return Line("merchant", kinds * held * MERCHANT_FACTOR, detail)


def _against(held: Text, most: int | None) -> Text:
    if most is None:
        return T("{held}, not the most", held=held)
    return T("{held} against {most}", held=held, most=most)


def _lamp(held: int, lamps: str) -> Line:
    counted = _COUNTED["lamp"](held)
    if lamps == "off":
        return Line(
            "lamp", 0, T("{lamps} count nothing ({rule})", lamps=counted, rule=house_rule("lamps", lamps))
        )
    return Line("lamp", held * held, T("{lamps} squared", lamps=counted))


def _too_many(assets: Mapping[str, Mapping[str, int]]) -> list[Problem]:
    crafts = sum(n for cards in assets.values() for card, n in cards.items() if card in CRAFTS)
    specials = sum(n for cards in assets.values() for card, n in cards.items() if card in SPECIALS)
    problems = []
    if crafts > CRAFT_CARDS:
        text = T("{number} crafts are more than the {copies} that exist", number=crafts, copies=CRAFT_CARDS)
        problems.append(Problem("over-limit", text))
    if specials > SPECIAL_CARDS:
        text = T(
            "{number} specials are more than the {copies} that exist", number=specials, copies=SPECIAL_CARDS
        )
        problems.append(Problem("over-limit", text))
    return problems
