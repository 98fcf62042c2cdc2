"""Archaeology's words (rules page "Archaeology: The Card Game")."""

from __future__ import annotations

from companion.games.archaeology_guide import CHAMBERS, HAND, MAPS, MARKET, SANDSTORMS_IN_PLAY, THIEVES
from companion.games.glossary import NOW, Entries, Entry
from scorers.archaeology import KINDS
from scorers.text import TC, T, Text


def _treasure(key: str, remark: Text) -> Text:
    """What is worth knowing of a kind of treasure, with its numbers."""
    kind = KINDS[key]
    sales = tuple(T("{n} for {points}", n=n, points=points) for n, points in enumerate(kind.sales, start=1))
    return T(
        "{remark} There are {copies}. In a trade each counts {trade}. As one set you may sell {sales}, "
        "and no more.",
        remark=remark,
        copies=kind.copies,
        trade=kind.trade_value,
        sales=sales,
    )


_MAP = T("A map may be sold or traded like a treasure.")  # here, where the extraction of messages sees it

WORDS: Entries = {
    "pot-shard": Entry(
        _treasure(
            "pot-shard",
            T("The most common treasure, and nearly worthless until five of them make a whole pot."),
        )
    ),
    "parchment": Entry(
        _treasure("parchment", T("Scraps of parchment pay little one by one, but four together pay well."))
    ),
    "coin": Entry(_treasure("coin", T("Coins pay a little more with each one in the set."))),
    "talisman": Entry(_treasure("talisman", T("Talismans are scarce, and a large set of them pays well."))),
    "broken-cup": Entry(
        _treasure("broken-cup", T("One half of a cup is worth little; two halves make a cup."))
    ),
    "map": Entry(
        T(
            "{treasure} But a map does more for you as a way into the Pyramid: see explore.",
            treasure=_treasure("map", _MAP),
        )
    ),
    "pharaohs-mask": Entry(
        _treasure("pharaohs-mask", T("The rarest treasure. Who gets all the masks together is paid best."))
    ),
    "thief": Entry(
        T(
            "Whoever digs a thief lays it in the middle and draws one card at random from the hand of an "
            "opponent of their choice. If nobody else has a card, nothing is taken. There are {n} "
            "thieves, so those not yet seen are known. Sold sets are safe from it.",
            n=THIEVES,
        )
    ),
    "sandstorm": Entry(
        T(
            "Whoever digs a sandstorm lays it in the middle. Then every player, the digger too, picks "
            "half of the own hand, rounded down, and lays it into the market: of 5 cards 2, of a single "
            "card none. It goes in turn order from the digger, who then digs again. With 4 players {few} "
            "sandstorms are in the deck, with 1 or 2 players {many}.",
            few=SANDSTORMS_IN_PLAY[4],
            many=SANDSTORMS_IN_PLAY[2],
        )
    ),
    "pyramid": Entry(
        T(
            "The Pyramid stands beside the market. Round it lie three face-down chambers of {chambers} "
            "cards, which maps open. The card itself is never held and scores nothing.",
            chambers=CHAMBERS,
        )
    ),
    "chamber": Entry(
        T(
            "A pile of face-down treasures beside the Pyramid. There are three, of {chambers} cards; each "
            "can be taken once, for 1, 2 or 3 maps.",
            chambers=CHAMBERS,
        ),
        (T("chamber"),),
    ),
    "sell": Entry(
        T(
            "On your turn you may sell sets to the museum: cards of one kind, laid face up in front of "
            "you. A sold set is safe from thieves and sandstorms and counts at the end, but nothing can "
            "be added to it any more. The same kind may be sold again as a new set. How much a set brings "
            "depends on its size, so ask `companion best` how to split a hand."
        ),
        (T("sale"), T("set"), T("museum")),
    ),
    "dig": Entry(
        T(
            "Every turn begins with a dig: you draw the top card of the dig deck. A treasure goes into "
            "your hand, which may grow without limit. A thief or a sandstorm takes effect at once. Then "
            "you may act."
        ),
        (T("draw"),),
    ),
    "dig-deck": Entry(
        T(
            "The face-down pile that everybody draws from: the treasures left after dealing, the {maps} "
            "maps, the thieves and the sandstorms. When it is empty, play goes on without digging.",
            maps=MAPS,
        ),
        (T("dig deck"), T("draw pile")),
    ),
    "trade": Entry(
        T(
            "On your turn you may swap any number of your cards for any number of the market's. What you "
            "give must be worth at least as much as what you take, by the trade values. Maps may be "
            "traded too."
        ),
        (T("trade"), T("trade value"), T("swap")),
    ),
    "market": Entry(
        T(
            "The open cards in the middle, {n} at the start, against which everybody may trade. "
            "Sandstorms blow cards into it. The companion only knows what lies there once you tell it; "
            "without that it records trades all the same.",
            n=MARKET,
        ),
        (T("market"),),
    ),
    "explore": Entry(
        T(
            "On your turn you may discard 1, 2 or 3 maps and take the whole chamber of {chambers} cards "
            "in that order. Each chamber can be taken once. The maps leave the game. All {maps} maps "
            "together open all three chambers.",
            chambers=CHAMBERS,
            maps=MAPS,
        ),
        (T("explore the pyramid"), T("open a chamber")),
    ),
    "hand": Entry(
        T(
            "What you hold and haven't sold. Everybody starts with {n} cards; there is no limit. What is "
            "left in a hand scores nothing, which is why everything is sold at the end. The companion "
            "counts hand sizes, and this corrects one that went wrong.",
            n=HAND,
        ),
        (T("hand"), T("hand size")),
    ),
    "pass": Entry(
        T(
            "Once the dig deck is empty you may pass instead of acting. When all have passed in a row, "
            "the forced sale begins."
        )
    ),
    "forced-sale": Entry(
        T(
            "The end of the game: in turn order, from the game's start player, everybody must sell at "
            "least one set on each turn, until no hand holds a card."
        ),
        (T("forced sale"),),
    ),
    NOW: Entry(
        T(
            "On your turn dig first, as long as the dig deck lasts. Then, in any order and as often as "
            "you like: trade with the market, explore a chamber for maps, sell sets. Once the deck is "
            "empty you may also pass."
        ),
        (T("what may I do now"), T("what now"), T("what can I do"), T("my turn"), T("turn")),
    ),
    "end": Entry(
        T(
            "When the dig deck is empty play goes on without digging, and a player may pass. Once all "
            "pass in a row, everybody sells, turn by turn, until no hand holds a card. Your score is what "
            "all your sales brought; the most money wins."
        ),
        (T("end of the game"), T("game over"), T("scoring")),
    ),
    "tie": Entry(
        T("If players have the same money, `tiebreak` says who is first; those still level share the place."),
        (T("tie"),),
    ),
    "setup": Entry(
        T(
            "Take out thieves, sandstorms, maps and the Pyramid. Deal {hand} treasures to each player, "
            "{market} into the market and three chambers beside the Pyramid; so none of these holds a "
            "map, a thief or a sandstorm. The rest is shuffled together into the dig deck. `companion "
            "setup` gives every number for your table.",
            hand=HAND,
            market=MARKET,
        ),
        (T("setup"),),
    ),
    "tiebreak": Entry(T("Who is first among players with the same money: `tiebreak` decides.")),
    "tiebreak=fewest-cards-sold": Entry(
        T("Of players with the same money, who sold fewer cards in all is first.")
    ),
    "tiebreak=most-cards-sold": Entry(
        T("Of players with the same money, who sold more cards in all is first.")
    ),
    "tiebreak=shared": Entry(T("Players with the same money share the place.")),
    "treasure": Entry(
        T(
            "Any card that can be sold: pot shards, parchment scraps, coins, talismans, broken cups, maps "
            "and masks, {n} in all.",
            n=sum(kind.copies for kind in KINDS.values()),
        ),
        (TC("archaeology", "treasure"),),
    ),
}
