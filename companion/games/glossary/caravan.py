"""Tan-Tan Caravan's words (rules page "Tan-Tan Caravan")."""

from __future__ import annotations

from companion.games.caravan_guide import HAND_LIMIT
from companion.games.glossary import NOW, Entries, Entry
from scorers.caravan import CRAFTS
from scorers.text import TC, T, Text


def _craft(key: str) -> Text:
    return T(
        "A craft: each card of it among your assets scores {n} points. Many of one kind make your "
        "princesses worth more, and each different kind your merchants.",
        n=CRAFTS[key],
    )


WORDS: Entries = {
    **{key: Entry(_craft(key)) for key in CRAFTS},
    "craft": Entry(
        T(
            "The goods of the caravan: six kinds, of value 2 to 7. Each one among your assets scores its "
            "value. Only crafts count for the largest kind (princess) and for the number of kinds "
            "(merchant)."
        ),
        (T("craft"), T("goods")),
    ),
    "princess": Entry(
        T(
            "Only who has the most princesses scores them: the number of cards in their largest kind of "
            "craft, times their princesses. If several are tied for most, all of them score."
        )
    ),
    "merchant": Entry(
        T(
            "Only who has the most merchants scores them: the number of different kinds of craft, times "
            "their merchants, times 2. If several are tied for most, all of them score."
        )
    ),
    "lamp": Entry(
        T(
            "Lamps score by their number times itself, 1, 4, 9, 16 and so on; whether they do is settled "
            "by `lamps`."
        )
    ),
    "mouse": Entry(
        T(
            "If the caravan holds mice, then in a distribution every player but the first takes one mouse "
            "together with their kind, while there are any. The mouse is discarded, and it eats: that "
            "player also discards one card of their assets, which may be one just taken. Without assets "
            "nothing happens. Whether mice may be stocked beside another kind is settled by "
            "`mice-with-stock`."
        )
    ),
    "thief": Entry(
        T(
            "A thief is taken in a distribution as your kind, like any other. For each thief card you "
            "draw one card at random from the hands of others, spread over them as you like. Thieves "
            "score nothing."
        ),
        (TC("caravan", "thief"),),
    ),
    "buy": Entry(
        T(
            "On your turn you may buy from the market with the money of the wallet card: what you take "
            "may cost that much or less together, and what isn't spent is lost. The cards go into your "
            "hand, which holds {limit} at most. Then the market closes up to the left and is filled from "
            "the pile, the old wallet card goes to the caravan's next free space, and there is a new one, "
            "as `new-wallet` says. With no card in hand you must buy.",
            limit=HAND_LIMIT,
        ),
        (T("purchase"),),
    ),
    "stock": Entry(
        T(
            "On your turn you may put any number of cards of one kind from your hand into the caravan, no "
            "more than it has free spaces. With {limit} cards in hand you must stock. Mice may go along "
            "where `mice-with-stock` allows it.",
            limit=HAND_LIMIT,
        ),
        (TC("caravan", "stock"),),
    ),
    "caravan": Entry(
        T(
            "The row of spaces above the market. Stocked cards and used-up wallet cards fill it; how many "
            "spaces it has for your number of players stands on the board. When the last one fills, a "
            "distribution starts at once. As an action it states what the caravan holds, to correct the "
            "record."
        ),
        (T("caravan"), T("caravan space")),
    ),
    "wallet": Entry(
        T(
            "One card beside the market whose money, the number at its top right, is what a buyer may "
            "spend. After a purchase it moves into the caravan; `new-wallet` says where the next one "
            "comes from. If that fills the caravan, `wallet-fill-starter` says who takes first."
        ),
        (T("wallet"), T("money")),
    ),
    "market": Entry(
        T(
            "Five open cards in a row with the wallet; from the left their places cost 1, 1, 2, 3 and 5. "
            "As an action it states what lies on the wallet and in the market; from then on the companion "
            "keeps it on record and checks purchases against it."
        ),
        (T("market"),),
    ),
    "pile": Entry(
        T("The cards not yet played. It lies face up, so everybody sees what comes next."), (T("pile"),)
    ),
    "distribution": Entry(
        T(
            "When the caravan's last space fills, its cards are shared out at once. From the first player "
            "clockwise each takes all the cards of one kind and lays them face up among the own assets. "
            "It ends when each has taken once or nothing is left; what is left stays in the caravan. "
            "First is whoever set it off; where a wallet card did, `wallet-fill-starter` decides. Mice "
            "and thieves have their own words here."
        ),
        (T("distribution"),),
    ),
    "distribute": Entry(
        T(
            "Begins a distribution by hand, also the last one of the game, or ends the one under way. One "
            "that the record sees coming starts by itself."
        )
    ),
    "take": Entry(
        T(
            "In a distribution you take all the cards of one kind that the caravan holds, never a part of "
            "them, and only once. You can't take what isn't there. If mice are left and you aren't the "
            "first, one comes with them."
        )
    ),
    "assets": Entry(
        T("The cards lying face up in front of you. Only they score; a card in hand is worth nothing."),
        (T("assets"),),
    ),
    "hand": Entry(
        T(
            "Up to {limit} cards that the others don't see. They are worth nothing until they have gone "
            "through the caravan. How many you start with is settled by `starting-hand`. The companion "
            "knows hand sizes only, and this corrects one.",
            limit=HAND_LIMIT,
        ),
        (T("hand"), T("hand limit")),
    ),
    "majority": Entry(
        T(
            "Princesses and merchants score only for whoever has the most of them at the end, at least "
            "one. If several have equally many, all of them score; who has fewer scores nothing for them."
        ),
        (T("majority"), T("most")),
    ),
    "edition": Entry(
        T(
            "How many cards of each kind there are, which leave the game with fewer players, and how many "
            "spaces the caravan has is printed in your box and on your board. `companion edition caravan` "
            "keeps it, once for all; without it the checks that need a number are left out."
        ),
        (T("edition"),),
    ),
    NOW: Entry(
        T(
            "On your turn do one of two things: buy from the market with the wallet's money, or stock "
            "cards of one kind from your hand into the caravan. With no card in hand you must buy, with "
            "{limit} you must stock. In a distribution take one kind when it is your turn.",
            limit=HAND_LIMIT,
        ),
        (T("what may I do now"), T("what now"), T("what can I do"), T("my turn"), T("turn")),
    ),
    "end": Entry(
        T(
            "When the pile is used up, play goes on until nobody can buy or stock any more, or all agree "
            "to stop. Then what the caravan holds is distributed one last time, and assets are scored: "
            "crafts, princesses, merchants and lamps, the lamps as `lamps` says. Most points win. Tell "
            "the companion with `companion close`."
        ),
        (T("end of the game"), T("game over"), T("scoring"), T("victory points")),
    ),
    "tie": Entry(T("If players have the same points, `tiebreak` says what happens."), (T("tie"),)),
    "setup": Entry(
        T(
            "Put the board in the middle, take out the cards that your box names for your number of "
            "players, and shuffle; the pile lies face up. Deal what `starting-hand` says, then one card "
            "to the wallet and five into the market. Whoever saw a camel most recently starts; a picture "
            "counts."
        ),
        (T("setup"),),
    ),
    "starting-hand": Entry(
        T("How many cards each player is dealt at the start is settled by `starting-hand`.")
    ),
    "starting-hand=4": Entry(T("Each player is dealt 4 cards at the start.")),
    "starting-hand=0": Entry(T("Nobody is dealt a card at the start.")),
    "wallet-fill-starter": Entry(
        T(
            "A wallet card that moves into the caravan may fill it: who then takes first is settled by "
            "`wallet-fill-starter`."
        )
    ),
    "wallet-fill-starter=buyer": Entry(
        T("If a purchase's wallet card fills the caravan, the buyer takes first in the distribution.")
    ),
    "wallet-fill-starter=next": Entry(
        T(
            "If a purchase's wallet card fills the caravan, the player after the buyer takes first in the "
            "distribution."
        )
    ),
    "lamps": Entry(T("Some editions have no scoring for lamps; `lamps` says whether yours has.")),
    "lamps=on": Entry(T("Lamps score their number times itself.")),
    "lamps=off": Entry(T("Lamps score nothing.")),
    "mice-with-stock": Entry(
        T("Whether mice may be stocked beside another kind is settled by `mice-with-stock`.")
    ),
    "mice-with-stock=off": Entry(
        T("Only cards of one kind are stocked at a time; mice are a kind like any other.")
    ),
    "mice-with-stock=on": Entry(T("Any number of mice may be stocked beside the cards of one kind.")),
    "new-wallet": Entry(
        T("Where the next wallet card comes from after a purchase is settled by `new-wallet`.")
    ),
    "new-wallet=leftmost": Entry(
        T("As the market closes up, its leftmost card becomes the new wallet card.")
    ),
    "new-wallet=from-pile": Entry(T("The top card of the pile becomes the new wallet card.")),
    "tiebreak": Entry(T("What happens between players with the same points is settled by `tiebreak`.")),
    "tiebreak=shared": Entry(T("Players with the same points share the place.")),
    "tiebreak=most-cards": Entry(
        T(
            "Of players with the same points, who has more cards among the assets is first; if level, "
            "they share."
        )
    ),
}
