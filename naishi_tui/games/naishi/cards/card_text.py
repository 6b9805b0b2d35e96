"""Card text: name, kind mark, abridged scoring."""

import re
from typing import Final, Literal

from naishi.common.i18n import Noun, _, listed, ngettext, pgettext
from naishi.games.naishi.rules.cards import BY_LETTER, REPLACED, Card, Kind
from naishi.games.naishi.rules.scoring import ScoreLine
from naishi.games.naishi.text.card_words import places
from naishi_tui.games.naishi.cards.card_art import LEGEND

TRAVELLER = "○"
"""The icon of a Traveller; that of a Legend is `LEGEND`."""

RYOKAN: Final = "ryokan"
"""What has a row of its own on the score pad and is explained like a card, but lies in no cell."""
CardOrRyokan = Card | Literal["ryokan"]


def name(card: Card) -> Noun:
    """Name a card where there is little room, capitalised, in at most 8 characters; sentences have its whole name."""
    return card.noun.short


def points(number: int) -> str:
    return ngettext("{count} point", "{count} points", number)


def kind_mark(card: Card) -> str:
    if card in REPLACED:
        return LEGEND
    return {Kind.MOUNTAIN: "", Kind.CHARACTER: "□", Kind.PROVINCE: "⬡", Kind.TRAVELLER: TRAVELLER}[card.kind]


def kind_name(card: Card) -> str:
    if card in REPLACED:
        return _("Legend")
    return {
        Kind.MOUNTAIN: _("mountain"),
        Kind.CHARACTER: _("character"),
        Kind.PROVINCE: _("province"),
        Kind.TRAVELLER: _("Traveller"),
    }[card.kind]


def rule(card: Card) -> tuple[str, str]:
    """What a card scores, in two lines of at most 9 characters."""
    return {
        Card.MOUNTAIN: (_("one: +5"), _("more: -5")),
        Card.NAISHI: (_("in centre"), _("L 12  H 8")),
        Card.ADVISOR: (_("2 4 3 4 2"), _("naishi +4")),
        Card.SENTINEL: (_("alone 3"), _("fort +4")),
        Card.MONK: (_("Hand 5"), _("torii +2")),
        Card.HORSEMAN: (_("Hand 3"), _("banner 10")),
        Card.RONIN: (_("types 8+"), _("8, 15, 45")),
        Card.NINJA: (_("copies a"), pgettext("on a card", "character")),
        Card.FORT: (_("at edge 6"), ""),
        Card.TORII: (_("1:-5  2:0"), _("3: +30")),
        Card.RICE: (_("2:10 3:20"), _("4: 30")),
        Card.BANNER: (_("Line 1: 3"), _("Line 2: 8")),
        Card.LEGENDARY_NAISHI: (_("L1 L3 L5"), _("H3: 10")),
        Card.LEGENDARY_ADVISOR: (_("advisor 5"), _("naishi: 0")),
        Card.LEGENDARY_SENTINEL: (_("alone 5"), _("F/R row 3")),
        Card.LEGENDARY_MONK: (_("beside □"), _("2 each")),
        Card.LEGENDARY_HORSEMAN: (_("by ⬡ 4"), _("banner 8")),
        Card.LEGENDARY_RONIN: (_("alike 3+"), _("8, 15, 25")),
        Card.LEGENDARY_NINJA: (_("copies"), pgettext("on a card", "theirs")),
        Card.UMBRELLA_LADY: (_("leaves:"), _("exchange")),
        Card.OLD_MAN: (_("leaves:"), pgettext("on a card", "recall")),
        Card.CHERRY_LADY: (_("comes:"), _("exchange")),
        Card.LITTLE_GIRL: (_("leaves:"), pgettext("on a card", "develop")),
        Card.PORTER: (_("comes:"), pgettext("on a card", "recall")),
        Card.SAMURAI: (_("comes:"), _("Ryokan 7")),
    }[card]


def rule_line(card: Card) -> str:
    """What a card scores, in one line of at most 16 characters."""
    return {
        Card.MOUNTAIN: _("one 5, more -5"),
        Card.NAISHI: _("centre: L12, H8"),
        Card.ADVISOR: _("2-4, naishi +4"),
        Card.SENTINEL: _("alone 3, fort +4"),
        Card.MONK: _("Hand 5, torii +2"),
        Card.HORSEMAN: _("H 3, banner +10"),
        Card.RONIN: _("8:8  9:15  10:45"),
        Card.NINJA: _("copies character"),
        Card.FORT: _("at the edge 6"),
        Card.TORII: _("1:-5  2:0  3:30"),
        Card.RICE: _("2:10  3:20  4:30"),
        Card.BANNER: _("Line 1: 3, 2: 8"),
        Card.LEGENDARY_NAISHI: _("L1 L3 L5 H3: 10"),
        Card.LEGENDARY_ADVISOR: _("5 per advisor"),
        Card.LEGENDARY_SENTINEL: _("5, F/R in row 3"),
        Card.LEGENDARY_MONK: _("2 per character"),
        Card.LEGENDARY_HORSEMAN: _("⬡ 4, banner 8"),
        Card.LEGENDARY_RONIN: _("3:8  4:15  5:25"),
        Card.LEGENDARY_NINJA: _("copies theirs"),
        Card.UMBRELLA_LADY: _("leaves: exchange"),
        Card.OLD_MAN: _("leaves: recall"),
        Card.CHERRY_LADY: _("comes: exchange"),
        Card.LITTLE_GIRL: _("leaves: develop"),
        Card.PORTER: _("comes: recall"),
        Card.SAMURAI: _("comes: Ryokan 7"),
    }[card]


def short(card: Card) -> str:
    """What a card scores, in at most five lines of 13 characters."""
    return {
        Card.MOUNTAIN: _("Only one: 5. Two or more: -5 in all."),
        Card.NAISHI: _("In the centre: 12 in the Line, 8 in the Hand."),
        Card.ADVISOR: _("2 4 3 4 2 by column. 4 per naishi beside it."),
        Card.SENTINEL: _("3 with no sentinel beside it. 4 per fort beside it."),
        Card.MONK: _("5 in the Hand. 2 per torii beside it."),
        Card.HORSEMAN: _("3 in the Hand, 10 more under a banner."),
        Card.RONIN: _("Types you have: 8 score 8, 9 score 15, 10 score 45."),
        Card.NINJA: _("At the end, copies one of your characters."),
        Card.FORT: _("6 in the first or the last column."),
        Card.TORII: _("One: -5. Two: 0. Three or more: 30."),
        Card.RICE: _("Together: two 10, three 20, four or more 30."),
        Card.BANNER: _("In the Line: one 3, two 8."),
        Card.LEGENDARY_NAISHI: _("10 at L1, L3, L5 or H3."),
        Card.LEGENDARY_ADVISOR: _("5 per advisor you have, 0 with a naishi."),
        Card.LEGENDARY_SENTINEL: _("5 when alone. 3 per fort or rice in its row."),
        Card.LEGENDARY_MONK: _("2 per character beside it. A torii, too."),
        Card.LEGENDARY_HORSEMAN: _("Beside it: 8 per banner, 4 per other province."),
        Card.LEGENDARY_RONIN: _("Most alike: 3 score 8, 4 score 15, 5 score 25."),
        Card.LEGENDARY_NINJA: _("At the end, copies one of their characters."),
        Card.UMBRELLA_LADY: _("Discarded: exchange two of your cards."),
        Card.OLD_MAN: _("Discarded: recall your emissaries."),
        Card.CHERRY_LADY: _("Taken: exchange two of your cards."),
        Card.LITTLE_GIRL: _("Discarded: develop once more."),
        Card.PORTER: _("Taken: recall your emissaries."),
        Card.SAMURAI: _("Taken: the Ryokan, with 7 up."),
    }[card]


def diagram(card: Card) -> tuple[str, str]:
    """A Line over a Hand that shows where a card scores, or what beside it counts; five columns of 5 characters.

    Empty for Travellers that have no effect on cards of the territory.
    """
    return {
        Card.MOUNTAIN: ("   M    .    .    .    .", "   .    .    .    .    .      = 5"),
        Card.NAISHI: ("   .    .   12    .    .", "   .    .    8    .    ."),
        Card.ADVISOR: ("   2    4    3    4    2", _noted("   2    4    3    4    2", _("+ naishi beside"))),
        Card.SENTINEL: ("   .    F    S    .    .", "   .    .    F    .    .      = 3 + 4 + 4"),
        Card.MONK: ("   .    .    T    .    .", "   .    .    K    T    .      = 5 + 2 + 2"),
        Card.HORSEMAN: ("   .    B    .    .    .", "   .    H    .    .    .      = 3 + 10"),
        Card.RONIN: ("   A    S    K    H    N", "   F    T    R    B    O      = 45"),
        Card.NINJA: ("   .    .    N    .    .", _noted("   .    .    X    .    .", _("= 8, as a naishi"))),
        Card.FORT: ("   6    .    .    .    6", "   6    .    .    .    6"),
        Card.TORII: ("   T    .    .    .    T", "   .    T    .    .    .      = 30"),
        Card.RICE: ("   R    R    .    .    R", "   .    R    .    .    R      = 20 + 10"),
        Card.BANNER: ("   B    .    B    .    .", "   .    .    .    .    .      = 8"),
        Card.LEGENDARY_NAISHI: ("  10    .   10    .   10", "   .    .   10    .    ."),
        Card.LEGENDARY_ADVISOR: (
            "   a    .    A    .    .",
            _noted("   .    .    .    .    A", _("= 15, with no naishi")),
        ),
        Card.LEGENDARY_SENTINEL: ("   F    s    .    R    .", "   .    .    .    .    .      = 5 + 3 + 3"),
        Card.LEGENDARY_MONK: ("   .    A    k    H    .", "   .    .    S    .    .      = 2 + 2 + 2"),
        Card.LEGENDARY_HORSEMAN: ("   .    B    h    T    .", "   .    .    R    .    .      = 8 + 4 + 4"),
        Card.LEGENDARY_RONIN: ("   o    .    T    .    T", "   .    T    .    .    T      = 15"),
        Card.LEGENDARY_NINJA: (
            "   .    .    x    .    .",
            _noted("   .    .    .    .    .", _("= 12, as their naishi")),
        ),
    }.get(card, ("", ""))


def _noted(row: str, note: str) -> str:
    return f"{row}      {note}"


def letters(card: Card) -> str:
    """Explain the letters in the diagram of a card; empty where it has none."""
    found = dict.fromkeys(re.findall(r"(?<!\S)[A-Za-z](?!\S)", "\n".join(row[:25] for row in diagram(card))))
    return listed(
        (_("{letter} {card}").format(letter=each, card=BY_LETTER[each].noun) for each in found), conjunction=False
    )


def earned(line: ScoreLine) -> str:
    name: str = line.card.noun
    if line.copy_of is not None:
        words = _("Legendary Ninja as {card}") if line.card is Card.LEGENDARY_NINJA else _("Ninja as {card}")
        name = words.format(card=line.copy_of.noun)
    reasons = (f"{part.reason} {part.points:+}" if part.points else f"{part.reason} 0" for part in line.parts)
    told = {"card": name, "cells": places(line.cells, commas=True), "reasons": listed(reasons, conjunction=False)}
    if len(line.parts) > 1:
        return _("{card} {cells}: {reasons} = {points}.").format(points=line.points, **told)
    return _("{card} {cells}: {reasons}.").format(**told)
