"""Menus at a match: requests and agreements; phrases, muting and reports."""

from collections.abc import Callable, Collection, Iterator
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, listed
from naishi.plain.server.agreeing import plan, rule_lines
from naishi.server import MatchParticipant, Phrase, Request, Verb, Visitor
from naishi.server.match import words
from naishi.server.moderation.talk import REASONS, Reason
from naishi.server.plans.plans import Rule
from naishi.tabletop.chance import committed_to_rematch, mixed_into_rematch
from naishi_tui.dialogs.screens import AskLine, SteadyScreen
from naishi_tui.lobby import lobby_lists
from naishi_tui.messages import bindings
from naishi_tui.widgets.text_rows import Menu

BACK, PLAN, DROP, MIX = "back", "plan", "drop plans", "mix"
"""The ids of the options that ask no other player for anything."""

TO_READ = 0.5
"""Seconds after a question before which an answer to it can't be meant: a key was pressed twice."""


class MatchDialog(ModalScreen[None], SteadyScreen[None]):
    """A menu above a match; it follows what the others do meanwhile.

    Args:
        say: Says on the screen below what has come of it.
    """

    def __init__(self, participant: MatchParticipant, visitor: Visitor, say: Callable[[str], None]) -> None:
        super().__init__()
        self.participant, self.visitor, self.say = participant, visitor, say
        self._changes = participant.changes()

    @work
    async def on_mount(self) -> None:
        async for _change in self._changes:
            self.draw()

    def draw(self) -> None:
        raise NotImplementedError

    def _show(self, line: str, text: str) -> None:
        """Set a line, unless it says that already: the menu would be laid out again."""
        if self.can_draw and str((static := self.query_one(line, Static)).content) != text:
            static.update(Content(text))


class MatchMenu(MatchDialog):
    """What can be asked of the match, true at every moment: it follows what the others do meanwhile.

    An option is a request with its own identity. What is chosen is what is written there, and what has gone can't be
    chosen: the cursor then stands on the way back, which does no harm.
    """

    AUTO_FOCUS = "#requests"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False), *bindings({"match.menu": "back"})]

    def __init__(self, participant: MatchParticipant, visitor: Visitor, say: Callable[[str], None]) -> None:
        super().__init__(participant, visitor, say)
        self.rules: tuple[Rule, ...] = ()
        self.requests: dict[str, Request] = {}
        self.resigning = False
        """Whether the player was asked if that is meant."""
        self._asked = 0.0
        """The time at which the player was asked, as Textual counts it."""

    def compose(self) -> ComposeResult:
        news, watchers, dealt = (Static(Content(text), id=id_) for id_, text in self._texts().items())
        with Vertical(id="box"):
            yield news
            yield watchers
            yield Menu(*self._options(), id="requests", compact=True)
            yield dealt
            yield Static("", id="said")

    def on_screen_suspend(self) -> None:
        """Make room for a question, which may be smaller than the menu."""
        self.query("#box").set(visible=False)

    def on_screen_resume(self) -> None:
        self.query("#box").set(visible=True)

    @override
    def draw(self) -> None:
        if not self.can_draw:
            return  # what has changed came while the menu was being closed
        for id_, text in self._texts().items():
            self._show(f"#{id_}", text)
        if self.query_one("#requests", Menu).fill([*self._options()]):
            self.resigning = False
            self._say(_("Something has changed; this is what can be done now."))

    async def recompose(self) -> None:
        await super().recompose()
        self.resigning = False  # the question has gone
        self.draw()

    def _texts(self) -> dict[str, str]:
        """Return the lines above and below the options, by their ids."""
        me = self.participant
        return {
            "news": " ".join(filter(None, (me.ended_early, me.news.offered or me.news.latest))) or _("This game"),
            "watchers": "\n".join(filter(None, (*me.clock[:1], me.watched_by))),
            "dealt": "\n".join(me.dealt),
        }

    def _options(self) -> Iterator[Option]:
        self.requests = {request.id: request for request in self.participant.requests}
        self.rules = tuple(self.visitor.lobby.plans.rules(self.participant))
        yield Option(_("Back to the game"), id=BACK)
        for id_, request in self.requests.items():
            if request.verb is Verb.RESIGN:  # stays the last
                yield from self._plan_options()
            yield Option(Content(self.participant.words_of(request)), id=id_)
        if self.participant.rematch_deal.commitment is not None:
            yield Option(_("Add a word of yours to the deal of the rematch"), id=MIX)

    def _plan_options(self) -> Iterator[Option]:
        if not self.visitor.lobby.plans.refusal(self.participant):
            yield Option(_("Plan: when they do this, I play that"), id=PLAN)
        if self.rules:
            words = _("Drop what is planned: {plans}").format(plans="; ".join(rule_lines(self.rules)))
            yield Option(Content(words), id=DROP)

    @on(OptionList.OptionSelected)
    async def _chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == BACK:
            self.dismiss()
        elif event.option_id == PLAN:
            self._plan()
        elif event.option_id == MIX:
            self._mix()
        elif event.option_id == DROP:
            self._drop()
        elif (request := self.requests.get(event.option_id or "")) is None:
            return  # it has gone just now, and the menu says so
        elif request.verb is Verb.RESIGN and not self.resigning:
            self.resigning, self._asked = True, events.Idle().time
            self._say(self._of_resigning())
        elif request.verb is not Verb.RESIGN or event.time - self._asked > TO_READ:
            await self._ask(request)
        else:
            self._say(_("That was too quick to be meant. {question}").format(question=self._of_resigning()))

    def _of_resigning(self) -> str:
        leave = _("Enter again: leave. Esc: back to the game.")
        again = _("Enter again: resign. Esc: back to the game.") if len(self.participant.view.names) == 2 else leave
        return f"{self.participant.of_leaving} {again}"

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        """Withdraw the question once the cursor is elsewhere: Enter would do something else there."""
        request = self.requests.get(event.option_id or "")
        if self.resigning and (request is None or request.verb is not Verb.RESIGN):
            self.resigning = False
            self._say("")

    @work
    async def _plan(self) -> None:
        question = _("What do they do, and what do you play then? For example: {example}")

        async def accept(line: str) -> None:
            await plan(self.visitor, self.participant, line.split())

        example = _("decree H3 play develop H3, end")
        if await self.app.push_screen_wait(AskLine(question.format(example=example), accept)):
            rules = self.visitor.lobby.plans.rules(self.participant)
            planned = "; ".join(rule_lines(rules))
            self.dismiss()
            self.say(_("Planned: {plans}").format(plans=planned) if rules else planned)

    @work(exclusive=True, group="drop")
    async def _drop(self) -> None:
        plans = self.visitor.lobby.plans
        try:
            await plans.drop(self.participant)
        except NaishiError as error:
            self._say(str(error))
            return
        self.dismiss()
        self.say(" ".join(rule_lines(plans.rules(self.participant))))

    @work
    async def _mix(self) -> None:
        deal = self.participant.rematch_deal
        if (commitment := deal.commitment) is None:
            return  # it has begun just now
        question = f"{committed_to_rematch(commitment)}\n{lobby_lists.mix(joins=False)}"
        if await self.app.push_screen_wait(AskLine(question, deal.add)):
            self._say(mixed_into_rematch())

    async def _ask(self, request: Request) -> None:
        try:
            await self.participant.request(request)
        except NaishiError as error:
            self._say(str(error))
        else:
            self.dismiss()

    def _say(self, text: str) -> None:
        self._show("#said", text)


MENU_BACK, PEOPLE, MUTE, REPORT = "menu back", "menu people", "menu mute", "menu report"
"""How the ids of the options begin that say nothing; a seat follows where someone in particular is meant."""


class TalkMenu(MatchDialog):
    """Phrases to choose from; and to mute another player, or to report them, for which it asks why."""

    AUTO_FOCUS = "#phrases"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False), *bindings({"match.talk": "back"})]

    def __init__(
        self,
        participant: MatchParticipant,
        visitor: Visitor,
        say: Callable[[str], None],
        outdated: Callable[[], bool],
        *,
        muted: Collection[int],
    ) -> None:
        super().__init__(participant, visitor, say)
        self.outdated, self.muted = outdated, muted
        self.others = participant.listeners
        """The seats of the others, as they were when the menu was opened."""
        self.choosing = False
        """Whether the player is asked who is to be muted or reported."""
        self.reporting: int | None = None
        """The seat of the one who is to be reported: the player is asked for the reason."""

    def _called(self, seat: int) -> str:
        return str(self.participant.view.names[seat])

    @override
    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Content(self._heading()), id="news")
            yield Menu(*self._options(), id="phrases", compact=True)
            yield Static("", id="said")

    @override
    def draw(self) -> None:
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
        yield Option(_("Back to the game"), id=MENU_BACK)
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

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        option = event.option_id or ""
        if option == MENU_BACK:
            self.dismiss()
        elif option == PEOPLE:
            self.choosing = True
            self._refill()
        elif option.startswith(REPORT):
            self.reporting = int(option.rpartition(" ")[2])
            self._refill()
        else:
            self._do(option)

    def _refill(self) -> None:
        self.query_one("#phrases", Menu).fill([*self._options()])
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
        seat = int(option.rpartition(" ")[2])
        return await (talk.unmute if seat in self.muted else talk.mute)(me, seat)
