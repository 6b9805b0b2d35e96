"""What the bots are called, and how strong they are."""

from __future__ import annotations

from naishi.common.i18n import _


def levels() -> tuple[tuple[str, str], ...]:
    """Return the kinds of bots that one can play against, weakest first, with their words."""
    return (
        ("beginner", _("beginner")),
        ("intermediate", _("intermediate")),
        ("strong", _("strong")),
        ("master", _("master")),
    )


NAMES = {"beginner": "Koshikibu", "intermediate": "Izumi", "strong": "Murasaki", "master": "Tomoe"}
"""What bots are called, in every language, after women of the Heian period: the young poet Koshikibu, who was a naishi
herself, her mother Izumi, the author of the Tale of Genji, and Tomoe, who fought at the head of an army."""

RATINGS = {"beginner": 837, "intermediate": 1681, "strong": 1740, "master": 1898}
"""Their Elo from matches against each other (see the README): fixed, and moved by no game against a person."""

FORMER_NAMES = (
    *("Beginner bot", "Intermediate bot", "Strong bot", "Master bot"),
    *("Bot débutant", "Bot intermédiaire", "Bot fort", "Bot maître"),
    *("Początkujący bot", "Średni bot", "Mocny bot", "Mistrzowski bot"),
)
"""What they were called in saved games of earlier versions."""


def player_name(kind: str) -> str:
    """Return the name that a bot plays under; one that another package adds has its own."""
    return NAMES.get(kind, kind)


def rating_of_name(name: str) -> int | None:
    """Return the rating of the bot that has a name; None for any other name."""
    return next((RATINGS[kind] for kind, each in NAMES.items() if each == name), None)


def titled(kind: str) -> str:
    """Name a bot of one of these kinds with its level, where one chooses a bot."""
    return _("{name} ({level})").format(name=player_name(kind), level=dict(levels())[kind])


def strength(kind: str) -> str:
    """Say how strong the bots of one of these kinds are, as games between them have shown (see the README)."""
    return {
        "beginner": _("Good for a first game: it overlooks much."),
        "intermediate": _("It wins {games} of 100 games against the beginner.").format(games=99),
        "strong": _("It wins {games} of 100 games against the intermediate bot.").format(games=58),
        "master": _("It wins {games} of 100 games against the strong bot.").format(games=71),
    }[kind]
