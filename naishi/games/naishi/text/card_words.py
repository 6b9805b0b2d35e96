"""Names of places, and scores of cards, in words."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from naishi.common.i18n import N_, _
from naishi.games.naishi.rules.cards import HAND, LINE, RIVER, Card, Cell, Zone


def places(cells: Iterable[Cell], *, commas: bool = False) -> str:
    """List places in few words: "L1 L3 H2"; where a language has words for them, once for each row: "rząd 1 3".

    Args:
        commas: Whether those words stand in a sentence, and need commas there: "rząd 1, 3, ręka 2".
    """
    rows = [list(row) for _zone, row in groupby(sorted(cells), key=lambda cell: cell.zone)]
    between = ", " if commas and rows and not _is_code(rows[0][0]) else " "
    return between.join(between.join(_row(row)) for row in rows)


def _row(row: list[Cell]) -> list[str]:
    if _is_code(row[0]):
        return [f"{cell.noun:several}" for cell in row]
    first, *others = (str(cell.position + 1) for cell in row)
    return [f"{row[0].noun:several} {first}", *others]


def _is_code(cell: Cell) -> bool:
    """Whether the language names places by codes such as "L1", rather than by words."""
    return f"{cell.noun:several}"[-1].isdigit()


def zone_words() -> Mapping[str, Zone]:
    """Return how the language of the moment begins the name of a place in each row: "L", "M", "ręka"."""
    return {str(row[0].noun).rstrip("1 \N{NO-BREAK SPACE}"): row[0].zone for row in (LINE, HAND, RIVER)}


def explanation(card: Card, *, expansion: bool = False) -> str:
    if card is Card.RONIN and expansion:
        return _(
            "Counts your different characters and provinces, and the Ryokan if you have it: 8 are worth 8, 9 are worth "
            "15, 10 or more are worth 45."
        )
    return _(_EXPLANATIONS[card])


_EXPLANATIONS = {
    Card.MOUNTAIN: N_("One mountain in your territory is worth 5. Two or more cost you 5 in all."),
    Card.NAISHI: N_("Scores only in the centre column: 12 in the Line, 8 in the Hand."),
    Card.ADVISOR: N_("2, 4, 3, 4, 2 by column, and 4 more for each naishi beside it."),
    Card.SENTINEL: N_("3 if no sentinel is beside it. 4 for each fort beside it, in any case."),
    Card.MONK: N_("5 in the Hand. 2 for each torii beside it, wherever it is."),
    Card.HORSEMAN: N_("3 in the Hand, and 10 more under a banner in the Line."),
    Card.RONIN: N_(
        "Counts your different characters and provinces: 8 are worth 8, 9 are worth 15, all 10 are worth 45."
    ),
    Card.NINJA: N_("At the end, it copies one character in your territory: its colour and its scoring."),
    Card.FORT: N_("6 in the first or the last column."),
    Card.TORII: N_("One costs you 5, two are worth nothing, three or more are worth 30."),
    Card.RICE: N_("Fields beside each other form a group: two are worth 10, three 20, four or more 30."),
    Card.BANNER: N_("Only those in the Line count: one is worth 3, two are worth 8."),
    Card.LEGENDARY_NAISHI: N_("10 at L1, L3, L5 or H3; nothing anywhere else."),
    Card.LEGENDARY_ADVISOR: N_("5 for each of your advisors, itself included; nothing if you have a naishi."),
    Card.LEGENDARY_SENTINEL: N_(
        "5 if no sentinel is beside it. 3 for each fort and each rice field in its row, in any case."
    ),
    Card.LEGENDARY_MONK: N_("2 for each character beside it. It counts as a monk and as a torii."),
    Card.LEGENDARY_HORSEMAN: N_("8 for each banner beside it, 4 for each other province beside it."),
    Card.LEGENDARY_RONIN: N_(
        "Counts what you have most of, among characters and provinces: 3 are worth 8, 4 are worth 15, 5 or more "
        "are worth 25."
    ),
    Card.LEGENDARY_NINJA: N_("At the end, it copies one character in the other territory: its colour and scoring."),
    Card.UMBRELLA_LADY: N_("No points. When you discard her to develop, you may exchange any two of your cards."),
    Card.OLD_MAN: N_("No points. When you discard him to develop, you may recall your emissaries."),
    Card.CHERRY_LADY: N_("No points. When you take her from the River, you may exchange any two of your cards."),
    Card.LITTLE_GIRL: N_("No points. When you discard her to develop, you may develop once more, from another pile."),
    Card.PORTER: N_("No points. When you take him from the River, you may recall your emissaries."),
    Card.SAMURAI: N_("No points. When you take him from the River, you also take the Ryokan, with 7 up."),
}


def ryokan() -> str:
    return _(
        "Worth 4 or 7 to its owner. Whoever takes a Traveller from the River gets it, 4 up; if it is theirs already, "
        "it is turned to 7. The samurai brings it with 7 up."
    )
