"""What the bots are called on screen."""

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
