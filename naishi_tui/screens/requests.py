"""What a participant is asked for beside playing: to undo, to redo, to play again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from naishi.common.i18n import _
from naishi.sessions.participant import Ask
from naishi_tui.messages import Rematch
from naishi_tui.screens.part import Handlers, PartHost
from naishi_tui.widgets.key_line import KeyHint

NEEDED: Mapping[str, Ask] = {
    **dict.fromkeys(("choose", "swap", "discard", "bonus", "decree", "recall", "declare", "end"), Ask.PLAY),
    "advice": Ask.ADVISE,
    "faster": Ask.PACE,
    "slower": Ask.PACE,
}
"""What a participant must be allowed for a command: where a screen hasn't got it, the participant says why."""

SOMETIMES = {
    "retry": Ask.RETRY,
    "replace_bot": Ask.REPLACE_BOT,
    "faster": Ask.PACE,
    "slower": Ask.PACE,
    "undo": Ask.UNDO,
    "redo": Ask.REDO,
}
"""Commands that there is a use for only at times, such as where a bot can't go on, or something was done."""

AT_HAND = {"left", "right", "up", "down", "next", "previous", *(f"column_{n}" for n in range(1, 6))}
"""Commands that move the cursor, which nobody looks for in the command palette."""

RARELY = {"choose", "back", "bonus", "redo", "explain", "memory", "legend", "faster", "slower"}
"""Commands that are looked for in the command palette less often than others, or have a key that everybody knows."""


class Requests:
    """Asks the participant of a screen, which refuses in words what it can't do now."""

    def __init__(self, screen: PartHost) -> None:
        self.screen = screen
        self.handlers: Handlers = {"undo": self.undo, "redo": self.redo}

    def hints(self) -> Iterator[KeyHint]:
        """Name the keys that undo and redo, while they do."""
        allowed = self.screen.participant.allowed
        if Ask.UNDO in allowed:
            yield self.screen.hint("undo", _("undo"))
        if Ask.REDO in allowed:
            yield self.screen.hint("redo", _("redo"))
        if Ask.AGREEMENT in allowed:
            yield KeyHint("app.in_match('menu')", self.screen.keymap.shown("match.menu"), _("offers"))
        if Ask.TALK in allowed:
            yield KeyHint("app.in_match('talk')", self.screen.keymap.shown("match.talk"), _("talk"), minor=True)

    async def undo(self) -> None:
        """Undo the last action, and say what that was."""
        screen = self.screen
        before = screen.participant.view.events
        with screen.attempt():
            await screen.participant.undo()
        undone = before[len(screen.participant.view.events) :]
        if undone and screen.is_current:
            screen.tell(_("Undone: {action}.").format(action=screen.in_short(undone[0])))

    async def redo(self) -> None:
        """Redo what was undone last."""
        with self.screen.attempt():
            await self.screen.participant.redo()

    def rematch(self) -> None:
        """Play again; the first-player card passes to the other player."""
        if refusal := self.screen.participant.refusal(Ask.REMATCH):
            self.screen.refuse(refusal)
        else:
            self.screen.post_message(Rematch())
