"""Naishi's games watched: bots, and games open elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.game.turns import last_turn, newest_turn
from naishi.games.naishi.game.view import Event, PlayerView
from naishi.games.naishi.rules.cards import Card, Phase
from naishi.sessions import PACES
from naishi.sessions.participant import Ask, Participant
from naishi.settings.keymap import arrows
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi import prompt_text
from naishi_tui.games.naishi.board_view import BoardView, CardScreen, memory_aid
from naishi_tui.keys import bindings_of, table_bindings
from naishi_tui.messages import ResumeGame
from naishi_tui.table.game_screen import next_steps, pace, speed
from naishi_tui.widgets.text_rows import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class WatchedBoard(CardScreen):
    """The board of a game that others play."""

    CSS_PATH = stylesheet("games/naishi/board_view.tcss")
    DEFAULT_CLASSES = "-board"
    turn: Callable[[PlayerView], tuple[Event, ...]] = staticmethod(last_turn)
    """Which turn of a view is shown and marked."""

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.board_view = BoardView(self, self.turn, self.open_hand)
        self.cursor, self.middle = self.board_view.cursor, self.board_view
        self.parts += (self.board_view,)
        self.offer(self.game_commands, self.cursor.moves, self.cursor.columns, {"back": self.leave})
        self.draw()

    def open_hand(self) -> Sequence[Card | None] | None:
        return self.view.theirs.hand if self.participant.ended_early else None


class Watching(WatchedBoard):
    """Bots that play each other; they can be paused, and made faster or slower."""

    turn = staticmethod(newest_turn)
    BINDINGS: ClassVar[list[BindingType]] = [
        *table_bindings(without=("choose", "next", "previous", "memory")),
        *bindings_of("watch.pause", "watch.step", "watch.hands"),
    ]

    def __init__(self, participant: Participant, settings: Settings, other: Participant) -> None:
        """Watch from behind the seat of a participant; `other` is the one at the other seat."""
        self.other = other
        self.hands_open = False
        """Whether the Hand on the other side is open too."""
        super().__init__(participant, settings)
        self.offer(pace(self), {"pause": self.go_on_or_pause, "step": self.step, "hands": self.open_hands})

    @override
    def open_hand(self) -> Sequence[Card | None] | None:
        return self.other.view.mine.hand if self.hands_open else None

    @property
    def reader(self) -> None:
        """Nobody who plays: the bots are watched from behind one of them, and that one isn't "you"."""

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", arrows("←↑↓→"), _("move"))
        if self.view.phase is not Phase.PLAY:
            yield hint("watch.pause", _("count"))
        elif Ask.CONTINUE in self.participant.allowed:
            yield hint("watch.pause", _("play"))
            yield hint("watch.step")
        else:
            yield hint("watch.pause")
        if self.participant.pace > min(PACES.values()):
            yield hint("faster")
        if self.participant.pace < max(PACES.values()):
            yield hint("slower")
        yield hint("watch.hands", _("one Hand") if self.hands_open else _("both Hands"))
        yield from self.reading.hints()
        yield hint("back", _("home"))

    def instruction(self) -> str:
        return prompt_text.watched(self.view, paused=self.participant.bots.paused)

    def cursor_help(self) -> PromptLine:
        return PromptLine(speed(self.participant.pace))

    def open_hands(self) -> None:
        self.hands_open = not self.hands_open
        self.draw()

    def step(self) -> None:
        with self.attempt():
            self.participant.step()

    def go_on_or_pause(self) -> None:
        if self.view.phase is not Phase.PLAY:
            self.following.proceed()
        elif Ask.CONTINUE in self.participant.allowed:
            with self.attempt():
                self.participant.resume()
        else:
            with self.attempt():
                self.participant.pause()


class Spectating(WatchedBoard):
    """A game as everybody at the table sees it; or one that was ended early, as its player sees it."""

    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings(), *bindings_of("score.rematch", "watch.other_side")]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.offer(memory_aid(self), {"choose": self.choose})
        self.offer({"rematch": self.requests.rematch, "other_side": self.requests.turn_table})

    @property
    def note(self) -> str:
        """What the other player asks for; else that one watches."""
        return super().note or (_("watching") if self.view.public else "")

    def outdated(self) -> bool:
        """Return whether the points come next, or one's own table: at once only far away, where nobody waits."""
        me = self.participant
        return me.goes_on_without and not me.ended_early and (self.view.phase is Phase.OVER or not self.view.public)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        allowed = self.participant.allowed
        yield KeyHint("", arrows("←↑↓→"), _("move"))
        if Ask.TAKE_OVER in allowed:
            yield hint("choose", _("play on"))
        if Ask.REMATCH in allowed:
            yield hint("score.rematch")
        if Ask.OTHER_SIDE in allowed:
            yield hint("watch.other_side")
        yield from self.requests.hints()
        yield from self.reading.hints()
        yield hint("back", _("leave"))

    def instruction(self) -> str:
        me = self.participant
        return me.ended_early or prompt_text.looked_at(self.view, ended=Ask.TAKE_OVER in me.allowed)

    def cursor_help(self) -> PromptLine:
        """Say where the game is open, and what can be done once it is over; no card can be chosen."""
        me = self.participant
        if not me.ended_early:
            return PromptLine(me.elsewhere)
        # Why it isn't rated is said in short: how it ended needs the other line.
        return PromptLine(super().note or " ".join((*me.unrated[1:], next_steps(me))))

    def choose(self) -> None:
        """Open the game once that is possible, or say how to go on once it is over, else why nothing can be chosen."""
        me = self.participant
        if me.ended_early:
            self.refuse(next_steps(me))
        elif self.view.phase is Phase.OVER:
            self.following.proceed()
        elif Ask.TAKE_OVER in me.allowed:
            self.post_message(ResumeGame(me.id))  # type: ignore[attr-defined]
        else:
            self.refuse(me.refusal(Ask.PLAY))
