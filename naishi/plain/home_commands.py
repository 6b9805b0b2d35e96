"""What can be typed outside a game."""

from __future__ import annotations

from naishi.common.i18n import _, pgettext
from naishi.plain.commands import Commands, CommandWord, alone, by_id, common
from naishi.plain.lessons import choosing
from naishi.plain.saved_games import of_saves


def at_home() -> Commands:
    """The commands outside a game."""
    own = (
        alone(
            "resume", _("resume"), _("Continue the game played last, or another one: resume k4m.")
        ),
        CommandWord(
            "new", _("new"), _("new Aiko strong"),
            _(
                "Start a new game; a level stands for a bot. Behind both players: seed and a word, random, noundo, "
                "pin, expansion."
            ),
        ),
        alone(
            "games", pgettext("a command", "games"), _("The other games that can be played here, and how to begin one.")
        ),
        alone("learn", _("learn"), _("Learn the game in eight short lessons, and solve puzzles.")),
        *choosing(),
        alone(
            "exercises", _("exercises"), _("Your own mistakes that are due today, to do better.")
        ),
        CommandWord(
            "bot", _("bot"), _("bot strong"),
            _("Play a bot at once; alone: the same as the last time; bot strong expansion: with the expansion.")
        ),
        CommandWord("replay", _("replay"), _("replay k4m"), _("Look at a saved game step by step.")),
        CommandWord("analyse", _("analyse"), _("analyse k4m"), _("Accuracy, luck and mistakes of a finished game.")),
        CommandWord("watch", _("watch"), _("watch k4m"), _("Watch a game that is open in another window.")),
        alone(
            "statistics", _("statistics"), _("How everybody has done; statistics Aiko: one person.")
        ),
        alone("edit", _("edit"), _("Set up any position, and play or analyse from it.")),
        *of_saves(),
    )  # fmt: skip
    return by_id(own, common())
