"""Names of the bots, and their strength."""

from naishi.common.i18n import _, listed


def levels() -> tuple[tuple[str, str], ...]:
    """Return the kinds of bots that one can play against, weakest first, with their words."""
    return (
        ("beginner", _("beginner")),
        ("apprentice", _("apprentice")),
        ("improver", _("improver")),
        ("intermediate", _("intermediate")),
        ("strong", _("strong")),
        ("master", _("master")),
    )


def known_levels() -> str:
    return listed((words for _kind, words in levels()), conjunction=False)


NAMES = {
    "beginner": "Koshikibu", "apprentice": "Sagami", "improver": "Akazome", "intermediate": "Izumi",
    "strong": "Murasaki", "master": "Tomoe",
}  # fmt: skip
"""What bots are called, in every language, after women of the Heian period: the young poet Koshikibu, who was a naishi
herself, the poets Sagami and Akazome, Koshikibu's mother Izumi, the author of the Tale of Genji, and Tomoe, who fought
at the head of an army."""

RATINGS = {
    "beginner": 1210, "apprentice": 1343, "improver": 1490, "intermediate": 1616,
    "strong": 1740, "master": 1898,
}  # fmt: skip
"""Their Elo from matches against each other (see docs/results.md): fixed, and moved by no game against a person."""

FORMER_NAMES = {
    "beginner": ("Beginner bot", "Bot débutant", "Początkujący bot"),
    "intermediate": ("Intermediate bot", "Bot intermédiaire", "Średni bot"),
    "strong": ("Strong bot", "Bot fort", "Mocny bot"),
    "master": ("Master bot", "Bot maître", "Mistrzowski bot"),
}
"""What they were called in saved games of earlier versions."""


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
