"""What a person can set about the app: the names, the values, the defaults, and in words what each is for.

The flags of the command are made from this, and `naishi.settings.layers` checks it. No pydantic here: a command
takes its flags without it, and the app draws its first frame.
"""

from __future__ import annotations

from typing import Annotated, Literal

from naishi.i18n import _


class Look:
    """How the app looks and behaves."""

    theme: Annotated[
        Literal["dark", "light", "colour-blind", "terminal"],
        _("The colours; `terminal` takes the terminal's own sixteen."),
    ] = "dark"
    ascii: Annotated[bool, _("Draw with ASCII alone.")] = False
    animations: Annotated[bool, _("Count the score row by row.")] = True
    hints: Annotated[bool, _("Show what cards are worth now.")] = True
    """And what a choice would change; off for the pure game."""
    memory_aid: Annotated[bool, _("Show what a perfect memory knows.")] = False
    """The opponent's known cards, the discards, what has not been seen."""
    handover: Annotated[Literal["always", "never"], _("Whether Hands are covered when the keyboard passes.")] = "always"
    """`never` is for teaching with open Hands."""
    pace: Annotated[Literal["instant", "quick", "relaxed"], _("How fast bots act.")] = "quick"
    advice: Annotated[bool, _("Let a key ask the strong bot for advice.")] = True
    language: Annotated[str, _("The language, such as en.")] = "en"
    keys: Annotated[dict[str, str], _("Another key for a command of the table, such as undo=z; once for each.")] = {}  # noqa: RUF012 - pydantic copies it
    """By the ids that `naishi_tui.keys` lists; keys as Textual names them, with commas between."""
