"""Trading with the market, exploring the Pyramid, and the market itself (rules page, "Play")."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deals import Dealer
from companion.games.archaeology_record import (
    CHAMBER_OF,
    acted,
    check_treasures,
    check_unseen,
    in_words,
    laid,
    maps_used,
    market_believed,
    sold,
    taken,
    unsold,
    with_market,
)
from companion.games.base import Action, Args, Cards, Outcome, Param
from companion.games.hands import moved
from companion.games.holdings import merged
from companion.table import Json, State
from scorers.archaeology import KINDS, counted
from scorers.checks import Problem, refuse_if
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

ALL_MAPS = 6
"""Maps that together open all three chambers."""


def worth(cards: Cards) -> int:
    """The trade value of treasures.

    >>> worth((("coin", 2), ("map", 1)))
    7
    """
    return sum(KINDS[card].trade_value * n for card, n in cards)


def _entries(data: Json) -> Cards:
    return tuple((card, n) for card, n in data)


def _check_trade(state: State, args: Args, dealer: Dealer) -> Outcome:
    given, wanted = merged(args["cards"]), merged(args["for"])
    check_treasures((*given, *wanted))
    if not given or not wanted:
        raise Refusal(
            "nothing-traded",
            T("A trade names what is given and, with --for, what is taken: coin=2 --for talisman=1."),
        )
    short = worth(wanted) - worth(given)
    if short > 0:
        raise Refusal(
            "too-little",
            T(
                "{given} are worth {worth}, {wanted} {price}: that falls short by {short}. "
                "What is given must be worth at least as much as what is taken.",
                given=in_words(given),
                worth=worth(given),
                wanted=in_words(wanted),
                price=worth(wanted),
                short=short,
            ),
        )
    _check_market(state, wanted)
    check_unseen(state, given, T("given"))
    data = {"player": args["player"], "cards": [list(e) for e in given], "for": [list(e) for e in wanted]}
    return Outcome(data)


def _check_market(state: State, wanted: Cards) -> None:
    """Refuse (`not-there`) what the market, where it is on record, can't hold."""
    market = state.facts["market"]
    missing = [(card, n - (market or {"cards": {}})["cards"].get(card, 0)) for card, n in wanted]
    short = sum(max(0, n) for _, n in missing)
    if market is None or market["unnamed"] is None or short <= market["unnamed"]:
        exist = unsold(state)
        refuse_if(
            [
                Problem(
                    "over-limit",
                    T(
                        "{cards} can't lie in the market: at most {left} are neither sold nor used",
                        cards=counted(card, n),
                        left=exist[card],
                    ),
                )
                for card, n in wanted
                if n > exist[card]
            ]
        )
        return
    raise Refusal(
        "not-there",
        T(
            "The market holds {there} as recorded, not {wanted}. If that is wrong, "
            "`companion do market CARD=N ...` says what it holds.",
            there=market_words(market),
            wanted=in_words(wanted),
        ),
    )


def market_words(market: Mapping[str, Json]) -> Text:
    """The market's cards in words."""
    known = in_words(market["cards"].items())
    if market["unnamed"] is None:
        return T("{known} and others", known=known)
    if market["unnamed"]:
        more = TN("{count} card of no recorded kind", "{count} cards of no recorded kind", market["unnamed"])
        return T("{known} and {more}", known=known, more=more)
    return known


def _trade(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    given, wanted = _entries(data["cards"]), _entries(data["for"])
    state = moved(acted(state), data["player"], -sum(n for _, n in given))
    state = moved(state, data["player"], sum(n for _, n in wanted))
    return laid(taken(state, wanted), given)


def _trade_text(state: State, data: Mapping[str, Json]) -> Text:
    given, wanted = _entries(data["cards"]), _entries(data["for"])
    return T(
        "{player} trades {given} (worth {worth}) for {wanted} (worth {price})",
        player=state.name(data["player"]),
        given=in_words(given),
        worth=worth(given),
        wanted=in_words(wanted),
        price=worth(wanted),
    )


def _check_market_entry(state: State, args: Args, dealer: Dealer) -> Outcome:
    cards = merged(args["cards"])
    check_treasures(cards)
    left = unsold(state)
    refuse_if(
        [
            Problem(
                "over-limit",
                T(
                    "{cards} can't lie in the market: of {copies} at most {left} are neither sold nor used",
                    cards=counted(card, n),
                    copies=KINDS[card].copies,
                    left=left[card],
                ),
            )
            for card, n in cards
            if n > left[card]
        ]
    )
    return Outcome({"cards": [list(entry) for entry in cards]})


def _market(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    return with_market(state, dict(_entries(data["cards"])), 0)


def _market_text(state: State, data: Mapping[str, Json]) -> Text:
    return T("The market holds {cards}", cards=in_words(data["cards"]))


def opened(state: State, maps: int) -> tuple[int, ...]:
    """The chambers, each by the maps it takes, that discarding this many maps opens; none if it can't be."""
    if maps == ALL_MAPS:
        return tuple(CHAMBER_OF)
    return (maps,) if maps in CHAMBER_OF else ()


def _check_explore(state: State, args: Args, dealer: Dealer) -> Outcome:
    maps, chambers = args["maps"], state.facts["chambers"]
    wanted = opened(state, maps)
    closed = tuple(
        T("{maps} for the {cards}", maps=counted("map", n), cards=cards)
        for n, cards in CHAMBER_OF.items()
        if str(n) not in chambers
    )
    still = closed or (T("none, all are open"),)
    if not wanted:
        raise Refusal(
            "bad-number",
            T(
                "Exploring takes 1, 2 or 3 maps for the chamber of 3, 5 or 7, or all 6 for the three; not "
                "{maps}. Still closed: {closed}.",
                maps=maps,
                closed=still,
            ),
        )
    for n in wanted:
        if str(n) in chambers:
            raise Refusal(
                "already-open",
                T(
                    "{player} has opened the chamber of {cards}; each opens once. Still closed: {closed}.",
                    player=state.name(chambers[str(n)]),
                    cards=CHAMBER_OF[n],
                    closed=still,
                ),
            )
    _check_maps(state, maps)
    return Outcome({"player": args["player"], "maps": maps})


def _check_maps(state: State, maps: int) -> None:
    left = unsold(state)["map"]
    if maps > left:
        raise Refusal(
            "over-limit",
            T(
                "{asked} can't be discarded: of 6 maps {sold} are sold and {used} have opened chambers, so "
                "at most {left} can be used.",
                asked=counted("map", maps),
                sold=sold(state)["map"],
                used=maps_used(state),
                left=left,
            ),
        )


def _explore(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player, chambers = data["player"], opened(state, data["maps"])
    state = moved(acted(state), player, -data["maps"])
    state = moved(state, player, sum(CHAMBER_OF[n] for n in chambers))
    now_open = {**state.facts["chambers"], **{str(n): player for n in chambers}}
    return market_believed(state.with_facts(chambers=now_open))


def _explore_text(state: State, data: Mapping[str, Json]) -> Text:
    chambers = opened(state, data["maps"])
    return T(
        "{player} discards {maps} and takes the {cards} treasures of {what}",
        player=state.name(data["player"]),
        maps=counted("map", data["maps"]),
        cards=sum(CHAMBER_OF[n] for n in chambers),
        what=T("a chamber") if len(chambers) == 1 else T("all three chambers"),
    )


TRADE = Action(
    name="trade",
    help=T("NAME gives the market these cards and takes others, worth no more in all."),
    params=(
        Param("player", "player", T("who trades")),
        Param("cards", "cards", T("what is given, each CARD=N"), required=False),
        Param("for", "cards", T("what is taken from the market, CARD=N"), option=True, required=False),
    ),
    check=_check_trade,
    effect=_trade,
    text=_trade_text,
)

MARKET = Action(
    name="market",
    help=T("The market holds exactly these cards: from then on its contents are on record."),
    params=(Param("cards", "cards", T("the cards, each CARD=N; none: it is empty"), required=False),),
    check=_check_market_entry,
    effect=_market,
    text=_market_text,
)

EXPLORE = Action(
    name="explore",
    help=T("NAME discards 1, 2 or 3 maps and takes the chamber of 3, 5 or 7; 6 maps open all three."),
    params=(Param("player", "player", T("who explores")), Param("maps", "number", T("how many maps"))),
    check=_check_explore,
    effect=_explore,
    text=_explore_text,
)
