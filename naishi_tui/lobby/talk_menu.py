"""Menu of phrases, muting and reports at a match."""

from collections.abc import Callable, Collection, Iterator
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, listed
from naishi.server import MatchParticipant, Phrase, Visitor
from naishi.server.match import words
from naishi.server.moderation.talk import REASONS, Reason
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.keys import bindings
from naishi_tui.widgets.text_rows import Menu

BACK, PEOPLE, MUTE, REPORT = "menu back", "menu people", "menu mute", "menu report"
"""How the ids of the options begin that say nothing; a seat follows where someone in particular is meant."""


class TalkMenu(ModalScreen[None], SteadyScreen[None]):
    """Phrases to choose from; and to mute another player, or to report them, for which it asks why.

    Args:
        say: Says on the screen below what has come of it.
    """

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
        muted: Collection[int],
    ) -> None:
        super().__init__()
        self.participant, self.visitor, self.say, self.muted = participant, visitor, say, muted
        self.outdated = outdated
        self.others = participant.listeners
        """The seats of the others, as they were when the menu was opened."""
        self.choosing = False
        """Whether the player is asked who is to be muted or reported."""
        self.reporting: int | None = None
        """The seat of the one who is to be reported: the player is asked for the reason."""
        self._changes = participant.changes()

    def _called(self, seat: int) -> str:
        return str(self.participant.view.names[seat])

    @override
    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Content(self._heading()), id="news")
            yield Menu(*self._options(), id="phrases", compact=True)
            yield Static("", id="said")

    def on_mount(self) -> None:
        self._follow()

    @work
    async def _follow(self) -> None:
        async for _change in self._changes:
            if self.can_draw:
                self._show("#news", self._heading())

    async def recompose(self) -> None:
        self.reporting, self.choosing = None, False
        await super().recompose()

    def _heading(self) -> str:
        if self.reporting is not None:
            words = _("Why do you report {name}? Whoever runs this server will read it.")
            return words.format(name=self._called(self.reporting))
        others = listed(map(self._called, self.others))
        return self.participant.conversation.news or _("You and {name}").format(name=others)

    def _options(self) -> Iterator[Option]:
        yield Option(_("Back to the game"), id=BACK)
        if self.reporting is not None:
            yield from (Option(_(words), id=reason.value) for reason, words in REASONS.items())
        elif self.choosing:
            yield from self._people()
        else:
            if not self.participant.is_vacated:
                yield from (Option(words.phrase_words(phrase), id=phrase.value) for phrase in Phrase)
            yield from self._people() if len(self.others) == 1 else [Option(_("Mute or report someone …"), id=PEOPLE)]

    def _people(self) -> Iterator[Option]:
        for seat in self.others:
            muted = seat in self.muted
            mute = _("Show what {name} says again") if muted else _("Mute {name}: show nothing more that they say")
            yield Option(Content(mute.format(name=self._called(seat))), id=f"{MUTE} {seat}")
            yield Option(Content(_("Report {name} …").format(name=self._called(seat))), id=f"{REPORT} {seat}")

    def action_cancel(self) -> None:
        self.dismiss()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        option = event.option_id or ""
        if option == BACK:
            self.dismiss()
        elif option == PEOPLE:
            self.choosing = True
            self._refill()
        elif option.startswith(REPORT):
            self.reporting = _seat_in(option)
            self._refill()
        else:
            self._do(option)

    def _refill(self) -> None:
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
        talk, me = self.visitor.lobby.talk, self.participant
        if self.reporting is not None:
            return await talk.report(me, Reason(option), self.visitor.account, self.visitor.address, self.reporting)
        if not option.startswith(MUTE):
            later = await talk.say(me, Phrase(option))
            return f"{words.told(me.conversation.spoken[-1], me.seat, me.view.names)} {later}".rstrip()
        seat = _seat_in(option)
        return await (talk.unmute if seat in self.muted else talk.mute)(me, seat)

    def _show(self, line: str, text: str) -> None:
        """Set a line, unless it says that already: the menu would be laid out again."""
        if self.can_draw and str((static := self.query_one(line, Static)).content) != text:
            static.update(Content(text))


def _seat_in(option: str) -> int:
    return int(option.rpartition(" ")[2])
