"""What the cards score, in words."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.rules.cards import Card


def explanation(card: Card) -> str:
    """What a card scores, in a sentence or two."""
    return {
        Card.MOUNTAIN: _("One mountain in your territory is worth 5. Two or more cost you 5 in all."),
        Card.NAISHI: _("Scores only in the centre column: 12 in the Line, 8 in the Hand."),
        Card.ADVISOR: _("2, 4, 3, 4, 2 by position, and 4 more for each naishi beside it."),
        Card.SENTINEL: _("3 if no sentinel is beside it. 4 for each fort beside it, in any case."),
        Card.MONK: _("5 in the Hand. 2 for each torii beside it, wherever it is."),
        Card.HORSEMAN: _("3 in the Hand, and 10 more under a banner in the Line."),
        Card.RONIN: _(
            "Counts your different characters and provinces: 8 are worth 8, 9 are worth 15, all 10 are worth 45."
        ),
        Card.NINJA: _("At the end, it copies one character in your territory: its colour and its scoring."),
        Card.FORT: _("6 in the first or the last column."),
        Card.TORII: _("One costs you 5, two are worth nothing, three or more are worth 30."),
        Card.RICE: _("Fields beside each other form a group: two are worth 10, three 20, four or more 30."),
        Card.BANNER: _("Only those in the Line count: one is worth 3, two are worth 8."),
    }[card]
