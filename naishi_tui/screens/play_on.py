"""How to play on from a moment of a replay: against whom, and with which hidden cards."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Label, Static

from naishi.game.game import Game
from naishi.game.record import HUMAN, Player, clean_name
from naishi.i18n import _
from naishi.sessions import Replay
from naishi.text.bot_names import levels, player_name
from naishi_tui.screens.dismiss_once import DismissOnceScreen
from naishi_tui.widgets.choice_row import ChoiceRow


class PlayOn(ModalScreen[Game | None], DismissOnceScreen[Game | None]):
    """A short form; its result is the new game, or None."""

    CSS_PATH = "play_on.tcss"
    AUTO_FOCUS = "#opponent"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        Binding("down", "app.focus_next", show=False, priority=True),
        Binding("up", "app.focus_previous", show=False, priority=True),
        Binding("enter", "begin", show=False),
    ]

    def __init__(self, replay: Replay) -> None:
        """Ask how to play on from where a replay is now."""
        super().__init__()
        self.replay = replay
        turn = replay.turn or 0
        self.seat = turn if replay.seat is None else replay.seat
        """The seat of the person who plays on."""

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        players = self.replay.players
        kinds = ["", *(kind for kind, _words in levels())]
        opponent = players[1 - self.seat].kind
        name = players[self.seat].name
        with Vertical(id="box"):
            yield Static(Content(_("A new game from here, in {name}'s place").format(name=name)), id="title")
            yield Label(Content(_("Against")))
            yield ChoiceRow(
                _("person"),
                *(level for _kind, level in levels()),
                id="opponent",
                chosen=kinds.index(opponent) if opponent in kinds else 0,
            )
            yield Label(Content(_("Hidden cards")))
            if self.replay.revealed:
                yield ChoiceRow(_("as they were"), _("dealt anew"), id="cards")
            else:
                yield Static(Content(_("dealt anew: the game isn't over")), id="anew")
            with Horizontal(id="buttons"):
                yield Button(_("Play (Enter)"), id="begin", variant="primary", compact=True)
                yield Button(_("Back (Esc)"), id="back", compact=True)

    @on(Button.Pressed, "#back")
    def action_cancel(self) -> None:
        """Begin nothing."""
        self.dismiss(None)

    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        """Begin the game."""
        from naishi.analysis.branching import branch

        level = self.query_one("#opponent", ChoiceRow).chosen
        kind = levels()[level - 1][0] if level else HUMAN
        anew = not self.replay.revealed or self.query_one("#cards", ChoiceRow).chosen == 1
        players = self._players(kind)
        self.dismiss(branch(self.replay.game, players, unknown_to=self.seat if anew else None))

    def _players(self, kind: str) -> tuple[Player, Player]:
        """Seat the person and the opponent. PINs stay with the other game."""
        mine, theirs = self.replay.players[self.seat], self.replay.players[1 - self.seat]
        other = theirs.name if kind in {HUMAN, theirs.kind} else clean_name(player_name(kind))
        name = mine.name if mine.kind == HUMAN else clean_name(_("Player {number}").format(number=self.seat + 1))
        if name == other:
            other = clean_name(_("Player {number}").format(number=2 - self.seat))
        person, opponent = Player(name=name), Player(name=other, kind=kind)
        return (person, opponent) if self.seat == 0 else (opponent, person)
