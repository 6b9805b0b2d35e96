"""A game that is open in another window, looked at from this one."""

from __future__ import annotations

from naishi.i18n import _
from naishi.rules.legal import Phase
from naishi.settings.schema import Settings
from naishi_tui.drawing import prompt_text as prompt
from naishi_tui.messages import GoOn, Proceed
from naishi_tui.screens.table import Table
from naishi_tui.seats import PublicSeat
from naishi_tui.widgets.key_line import KeyHint

A_LOOK = 1.0
"""Seconds after which it is looked again for what has happened. Nothing is drawn where nothing has."""


class Spectating(Table):
    """The table as everybody at it sees it. It follows the game, and nothing can be done to that from here."""

    def __init__(self, seat: PublicSeat, settings: Settings) -> None:
        self.public = seat
        super().__init__(seat, settings)

    @property
    def note(self) -> str:
        """That one can only look."""
        return _("read only")

    @property
    def aside(self) -> str:
        """Where the game is open."""
        return _("It is open elsewhere: {owner}.").format(owner=owner) if (owner := self.public.owner) else ""

    def hints(self) -> list[KeyHint]:
        """The keys that the last line names."""
        words = {"explain": _("card"), "log": _("log"), "rules": _("help"), "back": _("leave")}
        return [
            KeyHint("", "←↑↓→", _("move")),
            *(KeyHint(id_, self.keymap.shown(id_), does) for id_, does in words.items()),
        ]

    def on_mount(self) -> None:
        """Follow the game from now on."""
        self.set_interval(A_LOOK, self.follow)

    def follow(self) -> None:
        """Draw what has happened elsewhere, if anything has."""
        if self.public.follow():
            self.look_again()

    def action_choose(self) -> None:
        """Open the game once that is possible, or count the points once it is over."""
        if self.view.phase is Phase.OVER:
            self.post_message(Proceed())
        elif self.public.owner is None:
            self.post_message(GoOn(self.public.id))
        else:
            self.refuse(_("You are looking on: close the game in the other window to play it on here."))

    def action_memory(self) -> None:
        """Refuse: nobody's memory is looked into."""
        self.refuse(_("You are looking on; what the players remember is theirs."))

    def action_pace(self, step: int) -> None:
        """Refuse: bots act elsewhere."""
        self.refuse(_("You are looking on; the game is played elsewhere."))

    def _what_now(self) -> str:
        return prompt.looked_at(self.view, ended=self.public.owner is None)
