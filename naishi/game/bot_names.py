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


def player_name(kind: str) -> str:
    """Return the name that a bot of one of these kinds plays under."""
    return {
        "beginner": _("Beginner bot"),
        "intermediate": _("Intermediate bot"),
        "strong": _("Strong bot"),
        "master": _("Master bot"),
    }[kind]


def strength(kind: str) -> str:
    """Say how strong the bots of one of these kinds are, as games between them have shown (see the README)."""
    return {
        "beginner": _("Good for a first game: it overlooks much."),
        "intermediate": _("It wins {games} of 100 games against the beginner.").format(games=99),
        "strong": _("It wins {games} of 100 games against the intermediate bot.").format(games=63),
        "master": _("It wins {games} of 100 games against the strong bot.").format(games=64),
    }[kind]
