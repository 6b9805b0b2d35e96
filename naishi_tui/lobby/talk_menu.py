"""What a player can say to the other one of a match, and do about what the other says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server import MatchParticipant, Phrase, Visitor
from naishi.server.play import phrases
from naishi.server.play.talk import REASONS
from naishi.server.storage.reports import Reason
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.keys import bindings
from naishi_tui.widgets.menu import Menu

BACK, MUTE, REPORT = "menu back", "menu mute", "menu report"
"""The ids of the options that say nothing."""


class TalkMenu(ModalScreen[None], SteadyScreen[None]):
    """Phrases to choose from; and to mute the other player, or to report them, for which it asks why."""

    AUTO_FOCUS = "#phrases"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        *bindings({"match.talk": "cancel"}),
    ]

    def __init__(
        self,
        participant: MatchParticipant,
        visitor: Visitor,
        say: Callable[[str], None],
        outdated: Callable[[], bool],
        *,
        muted: bool,
    ) -> None:
        """Show what can be said.

        Args:
            participant: Who says it.
            visitor: Whose terminal it is.
            say: Says on the screen below what has come of it.
            outdated: Whether another screen is about to take the place of that one.
            muted: Whether the other player is muted.
        """
        super().__init__()
        self.participant, self.visitor, self.say, self.muted = participant, visitor, say, muted
        self.outdated = outdated
        self.reporting = False
        """Whether the player is asked for the reason of a report."""
        self._changes = participant.changes()

    @property
    def other(self) -> str:
        """The name of the other player."""
        return str(self.participant.view.names[self.participant.others[0]])

    def compose(self) -> ComposeResult:
        """Lay out what can be said."""
        with Vertical(id="box"):
            yield Static(Content(self._heading()), id="news")
            yield Menu(*self._options(), id="phrases", compact=True)
            yield Static("", id="said")

    def on_mount(self) -> None:
        """Follow what the other player says meanwhile."""
        self._follow()

    @work
    async def _follow(self) -> None:
        async for _change in self._changes:
            if self.can_draw:
                self._show("#news", self._heading())

    async def recompose(self) -> None:
        """Lay out the menu again, in another language."""
        self.reporting = False
        await super().recompose()

    def _heading(self) -> str:
        if self.reporting:
            return _("Why do you report {name}? Whoever runs this server will read it.").format(name=self.other)
        return self.participant.conversation.news or _("You and {name}").format(name=self.other)

    def _options(self) -> Iterator[Option]:
        yield Option(_("Back to the game"), id=BACK)
        if self.reporting:
            yield from (Option(_(words), id=reason.value) for reason, words in REASONS.items())
            return
        yield from (Option(phrases.words_of(phrase), id=phrase.value) for phrase in Phrase)
        mute = _("Show what {name} says again") if self.muted else _("Mute {name}: show nothing more that they say")
        yield Option(Content(mute.format(name=self.other)), id=MUTE)
        yield Option(Content(_("Report {name} …").format(name=self.other)), id=REPORT)

    def action_cancel(self) -> None:
        """Go back to the game."""
        self.dismiss()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == BACK:
            self.dismiss()
        elif event.option_id == REPORT:
            self._ask_why()
        else:
            self._do(event.option_id or "")

    def _ask_why(self) -> None:
        self.reporting = True
        menu = self.query_one("#phrases", OptionList)
        menu.clear_options()
        menu.add_options(self._options())
        menu.highlighted = 0
        self._show("#news", self._heading())
        self._show("#said", "")

    @work(exclusive=True, group="talk")
    async def _do(self, option: str) -> None:
        """Do what was chosen, and go back to the game; what came of it is told where it can be read."""
        try:
            said = await self._done(option)
        except NaishiError as error:
            self._show("#said", str(error))
            return
        if self.outdated():  # the screen below goes, and what is told there with it
            self._show("#said", said)
            return
        self.dismiss()
        self.say(said)

    async def _done(self, option: str) -> str:
        talk, me, name = self.visitor.lobby.talk, self.participant, self.other
        if self.reporting:
            await talk.report(me, Reason(option), self.visitor.account, self.visitor.address)
            return _("Kept for whoever runs this server.")
        if option == MUTE and self.muted:
            await talk.unmute(me)
            return _("You hear {name} again.").format(name=name)
        if option == MUTE:
            await talk.mute(me)
            return _("You hear nothing more from {name}; they aren't told.").format(name=name)
        await talk.say(me, Phrase(option))
        return phrases.told(me.conversation.spoken[-1], me.seat, me.view.names)

    def _show(self, line: str, text: str) -> None:
        """Set a line, unless it says that already: the menu would be laid out anew."""
        if self.can_draw and str((static := self.query_one(line, Static)).content) != text:
            static.update(Content(text))
