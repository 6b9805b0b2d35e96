"""Games branched from the middle of another."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Label, Static

from naishi.common.i18n import _
from naishi.games.naishi.editor.draft import Draft
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.bot_names import levels
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import seated
from naishi.games.naishi.rules.position import Position
from naishi.tabletop.players import HUMAN, clean_name
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.keys import field_bindings
from naishi_tui.widgets.menu import ChoiceRow


class AgainstWhom(ModalScreen[Game | None], SteadyScreen[Game | None]):
    """A short form; its result is the new game, or None."""

    CSS_PATH = stylesheet("games/naishi/against_whom.tcss")
    AUTO_FOCUS = "#opponent"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        *field_bindings(),
        Binding("enter", "begin", show=False),
    ]

    def __init__(self, title: str, opponent: str = HUMAN) -> None:
        """Ask.

        Args:
            title: What the form is for.
            opponent: The kind of the opponent that is offered first.
        """
        super().__init__()
        self.heading, self.first_offer = title, opponent

    def questions(self) -> ComposeResult:
        """Lay out what is asked besides."""
        yield from ()

    def begin(self, kind: str) -> Game:
        """Return the game as it was chosen, against an opponent of a kind."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        kinds = [HUMAN, *(kind for kind, _words in levels())]
        with Vertical(id="box"):
            yield Static(Content(self.heading), id="title")
            yield Label(Content(_("Against")))
            yield ChoiceRow(
                _("person"),
                *(level for _kind, level in levels()),
                id="opponent",
                chosen=kinds.index(self.first_offer) if self.first_offer in kinds else 0,
            )
            yield from self.questions()
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
        level = self.query_one("#opponent", ChoiceRow).chosen
        self.dismiss(self.begin(levels()[level - 1][0] if level else HUMAN))


class PlayFrom(AgainstWhom):
    """Asks for the seat and the face-down cards, too."""

    def __init__(self, position: Position, names: Sequence[str]) -> None:
        """Ask how to play.

        Args:
            position: Where the game begins.
            names: What both seats are called.
        """
        super().__init__(_("A new game from this position"))
        self.position, self.names = position, names

    def questions(self) -> ComposeResult:
        """Ask for the seat, the one to act being offered first, and for the face-down cards."""
        yield Label(Content(_("Your seat")))
        yield ChoiceRow(*self.names, id="seat", chosen=self.position.turn)
        yield Label(Content(_("Hidden cards")))
        yield ChoiceRow(_("as they were"), _("dealt again"), id="cards", chosen=1)

    def begin(self, kind: str) -> Game:
        """Return the game; who has set it up need not know what lies face down in it."""
        seat = self.query_one("#seat", ChoiceRow).chosen
        players = seated(seat, self.names[seat], self.names[1 - seat], kind)
        draft = Draft(self.position.to_text())
        if self.query_one("#cards", ChoiceRow).chosen == 1:
            draft.shuffle_face_down(random.SystemRandom())
        return Game.from_position(draft.position, players)


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
            yield ChoiceRow(_("as they were"), _("dealt again"), id="cards")
        else:
            yield Static(Content(_("dealt again: the game isn't over")), id="anew")

    def begin(self, kind: str) -> Game:
        """Return the game. PINs stay with the other one."""
        anew = not self.replay.revealed or self.query_one("#cards", ChoiceRow).chosen == 1
        mine, theirs = self.replay.players[self.seat], self.replay.players[1 - self.seat]
        name = mine.name if mine.kind == HUMAN else clean_name(_("Player {number}").format(number=self.seat + 1))
        players = seated(self.seat, name, theirs.name, kind)
        return self.replay.branch(players, unknown_to=self.seat if anew else None)
