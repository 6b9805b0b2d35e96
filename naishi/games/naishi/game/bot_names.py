"""Names of the bots, and their strength."""

from naishi.common.i18n import N_, _, listed
from naishi.tabletop.kinds import Level

LEVELS = (
    Level("beginner", N_("beginner"), "Koshikibu", 1210, ("Beginner bot", "Bot débutant", "Początkujący bot")),
    Level("apprentice", N_("apprentice"), "Sagami", 1343),
    Level("improver", N_("improver"), "Akazome", 1490),
    Level("intermediate", N_("intermediate"), "Izumi", 1616, ("Intermediate bot", "Bot intermédiaire", "Średni bot")),
    Level("strong", N_("strong"), "Murasaki", 1740, ("Strong bot", "Bot fort", "Mocny bot")),
    Level("master", N_("master"), "Tomoe", 1898, ("Master bot", "Bot maître", "Mistrzowski bot")),
)
"""The bots that one can play against, weakest first, with their words in English.

They are called, in every language, after women of the Heian period: the young poet Koshikibu, who was a naishi herself,
the poets Sagami and Akazome, Koshikibu's mother Izumi, the author of the Tale of Genji, and Tomoe, who fought at the
head of an army. Their Elo is from matches against each other (see docs/results.md): fixed, and moved by no game against
a person."""

NAMES = {level.kind: level.player_name for level in LEVELS}
RATINGS = {level.kind: level.rating for level in LEVELS if level.rating is not None}


def levels() -> tuple[tuple[str, str], ...]:
    """Return the kinds of bots that one can play against, weakest first, with their words."""
    return tuple((level.kind, _(level.words)) for level in LEVELS)


def known_levels() -> str:
    return listed((words for _kind, words in levels()), conjunction=False)


def player_name(kind: str) -> str:
    """Return the name that a bot plays under; one that another package adds has its own."""
    return NAMES.get(kind, kind)


def titled(kind: str) -> str:
    """Name a bot of one of these kinds with its level, where one chooses a bot."""
    return _("{name} ({level})").format(name=player_name(kind), level=dict(levels())[kind])


def strength(kind: str) -> str:
    """Say how strong the bots of one of these kinds are, as games between them have shown (see docs/results.md)."""
    return {
        "beginner": _("Good for a first game: it often misjudges."),
        "apprentice": _("It wins {games} of 100 games against the beginner.").format(games=68),
        "improver": _("It wins {games} of 100 games against the apprentice.").format(games=70),
        "intermediate": _("It wins {games} of 100 games against the improver.").format(games=67),
        "strong": _("It wins {games} of 100 games against the intermediate bot.").format(games=67),
        "master": _("It wins {games} of 100 games against the strong bot.").format(games=71),
    }[kind]
