"""The screens of a match on a server: the table, watching, and what two players can agree on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from naishi.common.i18n import _
from naishi.rules.cards import Card
from naishi.rules.phase import Phase
from naishi.server import MatchParticipant
from naishi.sessions.participant import Ask
from naishi_tui.drawing import prompt_text
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.messages import Rematch
from naishi_tui.screens.board_screen import BoardScreen
from naishi_tui.screens.score import Score
from naishi_tui.screens.table import Table
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


def ways_on(participant: MatchParticipant, back: str) -> str:
    """Say what can be asked for once a match is over.

    Args:
        participant: Whose terminal it is.
        back: The key that leaves.
    """
    if Ask.REMATCH in participant.allowed:
        return _("n: play again. {back}: lobby.").format(back=back)
    return _("{back}: lobby.").format(back=back)


OTHER_SIDE = "v"
"""The key by which somebody who watches looks from the other side of the table."""


NOT_HERE = frozenset({"advice", "faster", "slower"})
"""Commands of the table that a server has no use for: there is no advice, and bots have the same pace for everybody."""


class MatchTable(Table):
    """A person's turn in a match, and waiting for the other's."""

    participant: MatchParticipant
    AUTO_FOCUS = ""
    NOT_HERE = NOT_HERE

    def outdated(self) -> bool:
        """Return whether another screen has to show the match."""
        return self.view.phase is not Phase.PLAY or bool(self.participant.ended_early)

    async def action_advice(self) -> None:
        """Say that there is none, whatever the settings say."""
        self.refuse(self.participant.refusal(Ask.ADVISE))


class MatchWatching(BoardScreen):
    """The board as everybody may see it; or as a player sees it whose game was ended early."""

    participant: MatchParticipant
    NOT_HERE = NOT_HERE
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "rematch", show=False),
        Binding(OTHER_SIDE, "other_side", show=False),
    ]

    def __init__(self, participant: MatchParticipant, settings: Settings) -> None:
        super().__init__(participant, settings)

    @property
    def note(self) -> str:
        """What the other player asks for; else that one watches."""
        return super().note or (_("watching") if self.participant.seat is None else "")

    def outdated(self) -> bool:
        """Return whether another screen has to show the match: the points, or the table of somebody who plays."""
        ended = bool(self.participant.ended_early)
        return not ended and (self.view.outcome is not None or self.participant.seat is not None)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←↑↓→", _("move"))
        if Ask.REMATCH in self.participant.allowed:
            yield KeyHint("rematch", "n", _("rematch"))
        if self.participant.seat is None:
            yield KeyHint("other_side", OTHER_SIDE, _("other side"))
        yield from self.hints_for_undo()
        yield from self.hints_for_reading()
        yield self.hint("back", _("leave"))

    def instruction(self) -> str:
        """Say whose turn it is, or how it ended."""
        return self.participant.ended_early or prompt_text.looked_at(self.view, ended=False)

    def cursor_help(self) -> PromptLine:
        """Say what can be done once the game is over; no card can be chosen."""
        if not self.participant.ended_early:
            return PromptLine("")
        return PromptLine(self.participant.news or ways_on(self.participant, self.keymap.shown("back")))

    def draw(self) -> None:
        """Draw the view, with both Hands once the game is over."""
        self.hands_open = bool(self.participant.ended_early)
        super().draw()

    def known_hand(self) -> Sequence[Card | None]:
        """Return the Hand on the other side, once the game is over."""
        return self.view.theirs.hand if self.hands_open else super().known_hand()

    def action_rematch(self) -> None:
        """Ask for a rematch."""
        if refusal := self.participant.refusal(Ask.REMATCH):
            self.refuse(refusal)
        else:
            self.post_message(Rematch())

    def action_other_side(self) -> None:
        """Look from the other side of the table; nobody else's screen changes."""
        if self.participant.seat is None:
            self.participant.turn_table()
            self.update()

    async def action_choose(self) -> None:
        """Count the points once the game is over."""
        if self.participant.ended_early:
            self.refuse(ways_on(self.participant, self.keymap.shown("back")))
        else:
            self._refuse_to_play()


class MatchScore(Score):
    """The points of a finished match."""

    participant: MatchParticipant

    def cursor_help(self) -> PromptLine:
        """Say what the other player asks for, else what the card under the cursor earned."""
        news = self.participant.news
        return PromptLine(news) if news and not self.counting else super().cursor_help()

    def action_stay(self) -> None:
        """Say how to go on."""
        self.show_prompt(PromptLine(ways_on(self.participant, self.keymap.shown("back"))))

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names: no more than there is on a server."""
        missing = {"replay", "analyse", "back"} | (
            {"rematch"} if Ask.REMATCH not in self.participant.allowed else set()
        )
        yield from (hint for hint in super().key_hints() if hint.id not in missing)
        yield self.hint("back", _("leave"))

    def action_replay(self) -> None:
        """Say that there is none."""
        self.refuse(_("There is no replay or analysis on the server."))

    def action_analyse(self) -> None:
        """Say that there is none."""
        self.action_replay()
