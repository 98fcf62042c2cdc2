"""The market, the wallet and buying at a Caravan table (rules page, "Play", **Buy**)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.deals import Dealer
from companion.games.base import Action, Args, Outcome, Param
from companion.games.caravan_board import COSTS
from companion.games.caravan_edition import ALL_CARDS
from companion.games.caravan_guide import HAND_LIMIT
from companion.games.caravan_record import (
    UNKNOWN,
    all_spaces,
    free,
    in_words,
    money,
    name_of,
    put,
    refuse_in_distribution,
    refuse_too_many,
    started_if_full,
    takers,
)
from companion.games.clockwise import after
from companion.games.hands import hands, moved
from companion.table import Json, State
from scorers.caravan import NAMES
from scorers.refusal import Refusal
from scorers.text import TN, T, Text

PLACES = len(COSTS)
Row = Sequence[str | None]


def _check_market(state: State, args: Args, dealer: Dealer) -> Outcome:
    cards = args["cards"]
    if len(cards) > PLACES:
        raise Refusal(
            "over-limit",
            T(
                "The market has {places} places, not {named}: name the wallet's card, then up to {places} "
                "from the left.",
                places=PLACES,
                named=len(cards),
            ),
        )
    if (args["pile"] or 0) > ALL_CARDS:
        raise Refusal(
            "over-limit",
            T("The pile can't hold {pile} cards: there are {all} in all.", pile=args["pile"], all=ALL_CARDS),
        )
    market = [*cards, *[None] * (PLACES - len(cards))]
    data = {"wallet": args["wallet"], "market": market, "pile": args["pile"]}
    refuse_too_many(_market(state, data, {}))
    return Outcome(data)


def _market(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    state = state.with_facts(row={"wallet": data["wallet"], "market": list(data["market"])})
    return state if data["pile"] is None else state.with_facts(pile=data["pile"])


def _market_text(state: State, data: Mapping[str, Json]) -> Text:
    cards = tuple(name_of(kind) for kind in data["market"])
    return T("On the wallet: {wallet}. Market: {cards}", wallet=NAMES[data["wallet"]], cards=cards)


def _check_buy(state: State, args: Args, dealer: Dealer) -> Outcome:
    player, cards, row = args["player"], args["cards"], state.facts["row"]
    refuse_in_distribution(state, T("Buying"))
    _check_number(state, player, cards)
    if row is not None and row["wallet"] is None:
        raise Refusal(
            "no-wallet",
            T(
                "No card lies on the wallet space as recorded, so nothing can be bought; "
                "`companion do market WALLET CARD ...` corrects that."
            ),
        )
    if free(state) == 0:
        raise Refusal(
            "caravan-full",
            T(
                "The caravan's {spaces} spaces are taken as recorded, so a distribution comes first: "
                "`companion do distribute --first NAME`; `companion do caravan CARD=N ...` corrects it.",
                spaces=all_spaces(state),
            ),
        )
    _check_places(args["place"], len(cards))
    places = list(args["place"]) or None
    if row is not None:
        places = _found(row["market"], cards, args["place"])
    cost = None if places is None else sum(COSTS[place - 1] for place in places)
    data: dict[str, Json] = {
        "player": player,
        "cards": list(cards),
        "places": places,
        "cost": cost,
        "money": _check_money(state, cost, args["money"]),
        "refill": list(args["refill"]),
        "pile_empty": args["pile-empty"],
    }
    _check_refill(state, data)
    refuse_too_many(_buy(state, data, {}))
    return Outcome(data)


def _check_number(state: State, player: str, cards: Sequence[str]) -> None:
    if not cards:
        raise Refusal(
            "nothing-bought",
            T(
                "{player} buys nothing: name at least one card of the market, for instance craft-5.",
                player=state.name(player),
            ),
        )
    if len(cards) > PLACES:
        raise Refusal(
            "over-limit",
            T("The market has {places} places: {n} cards can't be bought.", places=PLACES, n=len(cards)),
        )
    hand = hands(state).get(player)
    if hand is not None and hand + len(cards) > HAND_LIMIT:
        room = max(0, HAND_LIMIT - hand)
        may = (
            T("With a full hand you must stock") if not room else T("At most {room} can be bought", room=room)
        )
        raise Refusal(
            "hand-limit",
            T(
                "{player} holds {hand} cards as recorded and can't buy {n}: a hand holds at most {limit}. "
                "{may}. If the record is wrong: `companion do hand NAME N`.",
                player=state.name(player),
                hand=hand,
                n=len(cards),
                limit=HAND_LIMIT,
                may=may,
            ),
        )


def _check_places(places: Sequence[int], cards: int) -> None:
    if not places:
        return
    if len(places) != cards:
        raise Refusal(
            "bad-number",
            T(
                "--place is named once for each card, in the same order: {cards} cards, {places} places.",
                cards=cards,
                places=len(places),
            ),
        )
    wrong = [place for place in places if not 1 <= place <= PLACES]
    if wrong or len(set(places)) < len(places):
        raise Refusal(
            "bad-number",
            T(
                "Places are counted from the left, 1 to {most}, each at most once; not {places}.",
                most=PLACES,
                places=tuple(places),
            ),
        )


def _found(market: Row, cards: Sequence[str], named: Sequence[int]) -> list[int]:
    """The place of each card bought, from 1: as named, else the cheapest it can lie at."""
    if named:
        for place, card in zip(named, cards, strict=True):
            _check_place(market, place, card)
        return list(named)
    left: list[str | None] = list(market)
    places: dict[int, int] = {}
    for wanted_known in (True, False):  # cards that are on record first, the rest among the unknown ones
        for index, card in enumerate(cards):
            wanted = card if wanted_known else UNKNOWN
            if index not in places and wanted in left:
                places[index] = left.index(wanted) + 1
                left[left.index(wanted)] = None
    missing = tuple(NAMES[card] for index, card in enumerate(cards) if index not in places)
    if missing:
        raise Refusal(
            "not-there",
            T(
                "The market as recorded doesn't hold {missing} beside what else is bought, but {there}. "
                "If that is wrong: `companion do market WALLET CARD ...`.",
                missing=missing,
                there=tuple(name_of(kind) for kind in market),
            ),
        )
    return [places[index] for index in range(len(cards))]


def _check_place(market: Row, place: int, card: str) -> None:
    there = market[place - 1]
    if there is None:
        open_places = tuple(n for n, kind in enumerate(market, start=1) if kind is not None)
        raise Refusal(
            "empty-place",
            T(
                "Place {place} of the market is empty. Places with a card: {places}.",
                place=place,
                places=open_places or T("none"),
            ),
        )
    if there not in (card, UNKNOWN):
        raise Refusal(
            "not-there",
            T(
                "Place {place} of the market holds {there}, not {card}. It holds, from the left: {all}.",
                place=place,
                there=NAMES[there],
                card=NAMES[card],
                all=tuple(name_of(kind) for kind in market),
            ),
        )


def _check_money(state: State, cost: int | None, told: int | None) -> int | None:
    """What there is to spend, None where it isn't known. Refuses (`too-expensive`) spending more."""
    row = state.facts["row"]
    wallet = UNKNOWN if row is None else row["wallet"]
    there = money(state, wallet) if told is None else told
    if cost is not None and there is not None and cost > there:
        raise Refusal(
            "too-expensive",
            T(
                "That costs {cost}, and {wallet} on the wallet has {money} money: cards bought may cost "
                "{money} or less together. If its top right shows another number: --money N.",
                cost=cost,
                wallet=name_of(wallet),
                money=there,
            ),
        )
    return there


def _drawn(state: State, bought: int) -> int:
    """How many cards the pile gives to fill the places again, all that are left if it hasn't as many."""
    row, pile = state.facts["row"], state.facts["pile"]
    lying = PLACES if row is None else sum(kind is not None for kind in row["market"])
    needed = PLACES + 1 - (lying - bought)
    return needed if pile is None else min(needed, pile)


def _check_refill(state: State, data: Mapping[str, Json]) -> None:
    refill, needed = data["refill"], _drawn(state, len(data["cards"]))
    if refill and state.facts["row"] is None:
        raise Refusal(
            "not-recorded",
            T(
                "The market isn't on record, so --refill has nowhere to go: leave it out, or record the "
                "market first with `companion do market WALLET CARD ...`."
            ),
        )
    fits = len(refill) <= needed if data["pile_empty"] else len(refill) in (0, needed)
    if not fits:
        raise Refusal(
            "bad-number",
            T(
                "{needed} from the pile to fill the wallet and the market again, not {named}: name them "
                "all in order, or none. If the pile has run out, --pile-empty says so.",
                needed=TN("{count} card comes", "{count} cards come", needed),
                named=len(refill),
            ),
        )


def _buy(state: State, data: Mapping[str, Json], secret: Mapping[str, Json]) -> State:
    player, row = data["player"], state.facts["row"]
    state = moved(state, player, len(data["cards"]))
    state = put(state, [(UNKNOWN if row is None else row["wallet"], 1)])
    state = _refilled(state, data)
    buyer_first = state.rules["wallet-fill-starter"] == "buyer"
    return started_if_full(state, player if buyer_first else after(state, player)[0])


def _refilled(state: State, data: Mapping[str, Json]) -> State:
    """The state with the market closed up to the left and filled again, a new card on the wallet."""
    row, pile, drawn = state.facts["row"], state.facts["pile"], _drawn(state, len(data["cards"]))
    if data["pile_empty"]:
        drawn = len(data["refill"])
    left = 0 if data["pile_empty"] else None if pile is None else pile - drawn
    state = state.with_facts(pile=left)
    if row is None:
        return state
    new: list[str | None] = list(data["refill"]) or [UNKNOWN] * drawn
    bought = {place - 1 for place in data["places"]}
    lying = [kind for i, kind in enumerate(row["market"]) if i not in bought and kind is not None]
    # with the pile used up the row can only close up, whatever the house rule
    if state.rules["new-wallet"] == "from-pile" and new:
        wallet, market = new[0], [*lying, *new[1:]]
    else:
        wallet, *market = [*lying, *new] or [None]
    market = [*market, *[None] * (PLACES - len(market))]
    return state.with_facts(row={"wallet": wallet, "market": market[:PLACES]})


def _buy_text(state: State, data: Mapping[str, Json]) -> Text:
    counts = {card: data["cards"].count(card) for card in data["cards"]}
    bought = T(
        "{player} buys {cards} {paid}",
        player=state.name(data["player"]),
        cards=in_words(counts.items()),
        paid=_paid(data["cost"], data["money"]),
    )
    bought_state = _buy(state, data, {})
    if not takers(bought_state):
        return bought
    first = state.name(bought_state.facts["distribution"]["first"])
    return T("{bought}. The wallet card fills the caravan: {first} takes first", bought=bought, first=first)


def _paid(cost: int | None, there: int | None) -> Text:
    if cost is None:
        return T("(cost not checked: the places aren't on record)")
    if there is None:
        return T("for {cost} (not checked: the wallet's money isn't known; --money N tells it)", cost=cost)
    return T("for {cost} of {money} money", cost=cost, money=there)


MARKET = Action(
    name="market",
    help=T("What lies on the wallet and, from the left, in the market: from then on they are on record."),
    params=(
        Param("wallet", "card", T("the card on the wallet space")),
        Param("cards", "kinds", T("the market's cards from the left; fewer than 5 leave places empty")),
        Param("pile", "number", T("how many cards the pile holds"), option=True, required=False),
    ),
    check=_check_market,
    effect=_market,
    text=_market_text,
)

BUY = Action(
    name="buy",
    help=T("NAME buys cards of the market; the wallet card moves to the caravan."),
    params=(
        Param("player", "player", T("who buys")),
        Param("cards", "kinds", T("the cards, each by its name"), required=False),
        Param(
            "place",
            "numbers",
            T("the place of each card, 1 to 5 from the left; else the cheapest where it lies"),
            option=True,
            required=False,
        ),
        Param(
            "refill", "kinds", T("the cards that come from the pile, in order"), option=True, required=False
        ),
        Param("money", "number", T("the wallet card's money, at its top right"), option=True, required=False),
        Param("pile-empty", "flag", T("the pile has run out"), option=True, required=False),
    ),
    check=_check_buy,
    effect=_buy,
    text=_buy_text,
)
