"""What the bots are called."""

from __future__ import annotations

from naishi.i18n import _


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
