"""How to play on from a moment of a replay: against whom, and with which hidden cards."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Label, Static

from naishi.common.i18n import _
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.seating import seated
from naishi.tabletop.players import HUMAN, clean_name
from naishi_tui.screens.against_whom import AgainstWhom
from naishi_tui.widgets.choice_row import ChoiceRow


class PlayOn(AgainstWhom):
    """Asks for the hidden cards, too."""

    def __init__(self, replay: NaishiReplay) -> None:
        """Ask how to play on from where a replay is now."""
        self.replay = replay
        turn = replay.turn or 0
        self.seat = turn if replay.seat is None else replay.seat
        """The seat of the person who plays on."""
        mine, theirs = replay.players[self.seat], replay.players[1 - self.seat]
        super().__init__(_("A new game from here, in {name}'s place").format(name=mine.name), theirs.kind)

    def questions(self) -> ComposeResult:
        """Ask for the hidden cards; in an unfinished game they stay hidden."""
        yield Label(Content(_("Hidden cards")))
        if self.replay.revealed:
            yield ChoiceRow(_("as they were"), _("dealt anew"), id="cards")
        else:
            yield Static(Content(_("dealt anew: the game isn't over")), id="anew")

    def begin(self, kind: str) -> Game:
        """Return the game. PINs stay with the other one."""
        anew = not self.replay.revealed or self.query_one("#cards", ChoiceRow).chosen == 1
        mine, theirs = self.replay.players[self.seat], self.replay.players[1 - self.seat]
        name = mine.name if mine.kind == HUMAN else clean_name(_("Player {number}").format(number=self.seat + 1))
        players = seated(self.seat, name, theirs.name, kind)
        return self.replay.branch(players, unknown_to=self.seat if anew else None)
