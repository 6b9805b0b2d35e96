"""Bots that play each other, watched from behind one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from naishi.common.i18n import _
from naishi.game.events import Event
from naishi.rules.cards import Card
from naishi.rules.phase import Phase
from naishi.sessions import PACES
from naishi.sessions.participant import Ask, Participant
from naishi.text.sentences import newest_turn
from naishi_tui.drawing import prompt_text
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.screens.board_screen import BoardScreen
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Watching(BoardScreen):
    """The board; the bots can be paused, and made faster or slower."""

    paces: ClassVar[tuple[float, ...]] = tuple(sorted(PACES.values(), reverse=True))

    def __init__(self, participant: Participant, settings: Settings, other: Participant) -> None:
        """Watch from behind the seat of a participant; `other` is the one at the other seat."""
        self.other = other
        super().__init__(participant, settings)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←↑↓→", _("move"))
        if self.view.phase is not Phase.PLAY:
            yield self.hint("choose", _("count"))
        elif Ask.CONTINUE in self.participant.allowed:
            yield self.hint("choose", _("play"))
            yield self.hint("next", _("step"))
        else:
            yield self.hint("choose", _("pause"))
        if self.participant.pace > min(self.paces):
            yield self.hint("faster", _("faster"), minor=True)
        if self.participant.pace < max(self.paces):
            yield self.hint("slower", _("slower"), minor=True)
        yield self.hint("memory", _("one Hand") if self.hands_open else _("both Hands"))
        yield from self.hints_for_reading()
        yield self.hint("back", _("home"))

    def instruction(self) -> str:
        """Say who plays, and what can be done here."""
        return prompt_text.watched(self.view, self.keymap, paused=self.participant.bots.paused)

    def cursor_help(self) -> PromptLine:
        """Say how fast the bots play: no card can be chosen."""
        return PromptLine(prompt_text.pace(self.participant.pace))

    def turn_to_show(self) -> tuple[Event, ...]:
        """Return the newest turn, whichever bot's it was."""
        return newest_turn(self.view)

    def known_hand(self) -> Sequence[Card | None]:
        """Return the Hand on the other side, where both are open."""
        return self.other.view.mine.hand if self.hands_open else super().known_hand()

    def action_memory(self) -> None:
        """Open both Hands, or one only."""
        self.hands_open = not self.hands_open
        self.draw()

    def action_next_target(self, _step: int) -> None:
        """Have the bots do one action, while they are paused."""
        with self.attempt():
            self.participant.step()

    async def action_choose(self) -> None:
        """Pause, go on, or count the points once the game is over."""
        if self.view.phase is not Phase.PLAY:
            self.proceed()
        elif Ask.CONTINUE in self.participant.allowed:
            with self.attempt():
                self.participant.resume()
        else:
            with self.attempt():
                self.participant.pause()

    def action_pace(self, step: int) -> None:
        """Have the bots act faster or slower."""
        place = self.paces.index(self.participant.pace) + step
        with self.attempt():
            self.participant.set_pace(self.paces[min(max(place, 0), len(self.paces) - 1)])
