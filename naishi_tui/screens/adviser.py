"""The strong bot's advice at the table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.sessions.participant import Ask
from naishi_tui.advice_text import Advice, advise
from naishi_tui.screens.part import Handlers, Part, PartHost
from naishi_tui.widgets import prompt_text
from naishi_tui.widgets.prompt import PromptLine

if TYPE_CHECKING:
    from naishi_tui.screens.turn_commands import TurnCommands


class Adviser(Part):
    """Asks a bot that sees no more than the participant what it would do in a turn."""

    def __init__(self, screen: PartHost, commands: TurnCommands) -> None:
        self.screen, self.commands = screen, commands
        self.handlers: Handlers = {"advice": self.ask}

    async def ask(self) -> None:
        """Ask for advice; asked again, do what it was."""
        if (advised := self.commands.turn.advised) is not None:
            await self.commands.do(advised)
        elif not self.screen.settings.advice:
            self.screen.refuse(_("Advice is off; it can be switched on in the settings."))
        elif refusal := self.screen.participant.refusal(Ask.ADVISE):
            self.screen.refuse(refusal)
        else:
            self.screen.show_prompt(PromptLine(_("Thinking …")))
            self.screen.run_worker(self._advise(self.screen.view), exclusive=True, group="advice")

    async def _advise(self, view: PlayerView) -> None:
        try:
            advice = await asyncio.to_thread(advise, view)
        except NaishiError as error:
            self.screen.refuse(str(error))
        else:
            if view is self.screen.view and self.screen.is_current:
                self.show(advice)

    def show(self, advice: Advice) -> None:
        """Show advice, and the keys that follow it or don't."""
        self.commands.advise(advice)
        do_it = prompt_text.follow_advice(self.screen.keymap) if advice.best is not None else ""
        self.screen.show_prompt(advice.line(do_it))
