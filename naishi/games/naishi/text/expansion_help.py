"""Rules of Legends & Travellers, in our own words.

(Expansion: all of it.)
"""

from __future__ import annotations

from collections.abc import Callable

from naishi.common.i18n import _
from naishi.tabletop.kinds import Section


def _expansion() -> Section:
    return Section(
        _("The expansion: Legends & Travellers"),
        (
            _(
                "You choose before a game whether to play with it. Three of the seven Legends take part, drawn at "
                "random, and everybody knows which; each replaces one card of its character. Five of the six "
                "Travellers take part, and nobody knows which one is missing."
            ),
            _(
                "They are shuffled into the River, whose piles then have seven cards each. Nobody is dealt one of "
                "them. Everything else is as in the base game."
            ),
        ),
    )


def _travellers() -> Section:
    return Section(
        _("Travellers"),
        (
            _(
                "A Traveller is worth nothing at the end, has no colour and counts as nothing, but may have an effect "
                "when you develop: some when you take them from the River, others when you discard them from your "
                "Line or Hand. Swaps, exchanges, the decree and discards from the River trigger nothing."
            ),
            _(
                "Cherry Blossom Lady, when taken, and Umbrella Lady, when discarded: exchange any two of your ten "
                "cards."
            ),
            _("Porter, when taken, and Old Man, when discarded: recall all your emissaries except one on the decree."),
            _("Little Girl, when discarded: develop once more, from another pile."),
            _("Samurai, when taken: take the Ryokan, wherever it is, with its 7 up. This always happens."),
            _(
                "A develop can trigger two effects, and the Little Girl's develop can add more. Use them at once, in "
                "any order, or leave them unused. Until then, the next card of the pile stays face down. They are "
                "neither your action nor your bonus: the turn goes on afterwards."
            ),
            _(
                "An emissary that has come back can take your bonus, unless you have taken one this turn. An effect "
                "that can do nothing, such as a recall of nobody, is lost. A pile that the Little Girl's develop "
                "empties counts for the end like any other, and effects work in the last turn, too."
            ),
        ),
    )


def _ryokan() -> Section:
    return Section(
        _("The Ryokan"),
        (
            _(
                "The Ryokan lies beside the table, belonging to nobody. Whoever takes a Traveller from the River takes "
                "it too, also from the other player, with its 4 up. If it is yours already, turn it to 7. The Samurai "
                "always brings it with 7 up. Nothing else moves or turns it."
            ),
            _(
                "At the end it is worth 4 or 7 points to its owner. It is black, a colour that no other card has, and "
                "one more type for a ronin: 11 types are worth 45, as 10 are. It is next to nothing."
            ),
        ),
    )


def _legends() -> Section:
    return Section(
        _("Legends"),
        (
            _(
                "A Legend scores by its own rule. For all other cards it counts as the card it replaces, and it has "
                "that card's colour."
            ),
            _("Legendary Naishi: 10 at position 1, 3 or 5 of the Line or position 3 of the Hand."),
            _(
                "Legendary Advisor: 5 for each of your advisors, itself and copies included. Nothing if you have any "
                "naishi, be it a copy."
            ),
            _(
                "Legendary Sentinel: 5 if no other sentinel is next to it. In any case, 3 for each fort and each rice "
                "field in its own row."
            ),
            _(
                "Legendary Monk: 2 for each character next to it; Travellers are none, nor is a ninja that copies "
                "nothing. It counts as a monk and as a torii, for a ronin as two types, but has only the monk's "
                "colour."
            ),
            _(
                "Legendary Horseman: 4 for each province next to it, and 8 instead for a banner. Line or Hand alike. "
                "The Legendary Monk is a province for it."
            ),
            _(
                "Legendary Ronin: count the character or province that you have most of, adjacent or not, a ninja as "
                "what it copies. 3 are worth 8, 4 are worth 15, 5 or more are worth 25. Mountains don't count."
            ),
            _(
                "Legendary Ninja: copies a character in the other territory, but no ninja and no Legend. It scores as "
                "that character in your own territory and adds it to the types of a ronin. It must copy if it can, and "
                "scores nothing if it can't. A ninja can't copy a Legend either."
            ),
        ),
    )


EXPANSION_SECTIONS: tuple[Callable[[], Section], ...] = (_expansion, _travellers, _ryokan, _legends)
"""What `naishi.games.naishi.text.rules_help` adds to the rules of the base game."""
