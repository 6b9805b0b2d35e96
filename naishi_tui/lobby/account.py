"""Account of a player, and the people of a server with the page of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, day, moment
from naishi.server import Visitor
from naishi.server.accounts import people_text
from naishi.server.accounts.accounts import LINK_TIME, CodeUse, Used
from naishi.server.accounts.login import LinkRequest
from naishi.server.accounts.people import Page, Person
from naishi.server.accounts.players import Key
from naishi.server.lobby import account_flow
from naishi.server.lobby.account_flow import AccountFlow
from naishi.server.lobby.table_flow import TableFlow
from naishi.server.maintenance.cleanup import DAY, GUEST_AGE
from naishi.server.match import match_text
from naishi.server.presence.presence import Account
from naishi.server.ratings.ratings import Ranked
from naishi.settings.keymap import shown
from naishi.tabletop.kinds import keys
from naishi.transports.client import PublicAddress
from naishi_tui.dialogs.screens import AskLine, Choice, ChooseOne, Confirm, FindBy, MenuScreen, Stylesheets
from naishi_tui.drawing.cells import cut
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.lobby.lobby_lists import GoToMatch
from naishi_tui.lobby.table_questions import LastWanted
from naishi_tui.messages import Routed, bindings
from naishi_tui.widgets.text_rows import KeyHint, KeyLine, Menu, Span, TextRows, hint


class KeyMenu(ChooseOne[str]):
    """Its result is `name`, `remove`, or nothing.

    Args:
        removable: Whether it may be removed: it is neither the last one nor the one in use.
    """

    def __init__(self, key: Key, *, removable: bool) -> None:
        super().__init__()
        self.key, self.removable = key, removable

    @override
    def question(self) -> str:
        return account_flow.called(self.key)

    def choices(self) -> list[Choice[str]]:
        choices = [Choice(_("Back"), ""), Choice(_("Name this key"), "name")]
        return [*choices, Choice(_("Remove this key"), "remove")] if self.removable else choices


def key_rows(keys: Sequence[Key], in_use: str | None) -> list[str]:
    """Describe keys in columns; the first row names these."""
    rows = [[_("key"), _("added"), _("last used"), _("name")]]
    for key in keys:
        used = _("in use here") if key.fingerprint == in_use else _date(key.last_used)
        rows.append([account_flow.short(key.fingerprint), _date(key.added), used, key.name])
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([*map(cut, cells[:-1], widths), cells[-1]]) for cells in rows]


def guest(visitor: Visitor) -> str:
    """Say how a guest comes back, and how to have an account."""
    if not visitor.code:
        return "\n\n".join(account_flow.guest_without_code())
    back = _("You are a guest. By this code you come back to your games:")
    good = _("It is good for {days} days after each visit.").format(days=int(GUEST_AGE / DAY))
    account = _(
        "For an account that lasts, connect with a key (ssh-keygen makes one), press c there and enter this code: "
        "your games come along."
    )
    return "\n\n".join((back, f"  {visitor.code}", good, account))


def _date(seconds: float) -> str:
    return day(moment(seconds)) if seconds else "–"


ANSWERS = ("allow", "refuse")
"""How the ids of the options begin that answer a request."""


class ShowAccount(Routed):
    """Show the visitor's account."""


class AccountScreen(MenuScreen):
    """It follows what is done to the account elsewhere, and shows at once who asks for what."""

    CSS_PATH: ClassVar[Stylesheets] = [stylesheet("dialogs/menu_screen.tcss"), stylesheet("lobby/account.tcss")]
    GRAVE = ANSWERS
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({f"account.{each}": f"do({each!r})" for each in ("add", "recovery", "code", "web")}),
    ]

    def __init__(self, visitor: Visitor, public: PublicAddress) -> None:
        super().__init__()
        self.visitor, self.public = visitor, public
        self.flow = AccountFlow(visitor, self._confirm)
        self.keys: Sequence[Key] = ()
        self.has_recovery_code = self.has_link_code = False
        self.aborts = 0
        """The games that the player has called off lately."""
        self.request: LinkRequest | None = None
        self.link_code = self.recovery_code = self.web_link = self.said = ""
        self._changes = visitor.changes()
        self._revision = -1
        self._forgetting: Timer | None = None

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield Static("", id="about")
        yield Menu(id="entries", compact=True)
        yield Static("", id="shown")
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    @override
    def on_mount(self) -> None:
        self.run_worker(self._follow())

    async def _follow(self) -> None:
        async for _change in self._changes:
            if self._revision != self.visitor.account_revision:
                await self.load()
                self.draw()

    async def load(self) -> None:
        self._revision = self.visitor.account_revision
        self.keys = await self.visitor.credentials.keys()
        self.has_recovery_code = await self.visitor.credentials.has_recovery_code()
        self.has_link_code = await self.visitor.credentials.has_link_code()
        if self.recovery_code and not await self.visitor.credentials.is_recovery_code(self.recovery_code):
            self.recovery_code = ""  # another terminal has made a new one, or it was used
        await self.visitor.refresh()
        self.aborts = await self.visitor.lobby.rated.ratings.aborts(self.visitor.account.id, 30)

    @override
    def draw(self) -> None:
        if not self.can_draw:
            return  # it is being laid out again, and drawn after that, or was closed
        visitor, before = self.visitor, self.request
        self.request = visitor.credentials.link_request
        if self.request is not None and self.request is not before:
            self.link_code = ""  # it was used
        super().draw()
        has_key, standing = visitor.fingerprint is not None, visitor.own_lists.standing
        about = match_text.about(standing, self.aborts) if has_key else guest(visitor)
        self.query_one("#about", Static).update(Content(about))
        for line, text in (("#shown", self._shown()), ("#said", self.said)):
            static = self.query_one(line, Static)
            static.update(Content(text))
            static.display = bool(text)
        if self.request is not before:
            self.call_after_refresh(self.menu.scroll_home, animate=False)

    def _shown(self) -> str:
        """Return what the visitor waits for, the code that was just made, or who waits for an answer."""
        if waits := account_flow.waiting(self.visitor):
            return waits
        if self.recovery_code:
            return _(
                "Your recovery code, shown only now: {code}\nPrint it or write it down. If you lose your keys, connect "
                "with a new one, press c and enter the code."
            ).format(code=self.recovery_code)
        if self.link_code:
            return _(
                "For the next ten minutes: {code}\nConnect with the other key, press c there and enter this code. "
                "Then look here: you have to allow it."
            ).format(code=self.link_code)
        if self.web_link:
            return _(
                "Open this in a browser within ten minutes; it is good once, and whoever opens it plays as {name}:\n"
                "{link}"
            ).format(name=self.visitor.account.name, link=self.web_link)
        return "" if self.request is None else _("A key asks to be added: answer at the top of the list (Home).")

    def options(self) -> Iterator[Option]:
        visitor = self.visitor
        if (request := self.request) is not None:
            yield _title(_("A key asks to be added to your account"), "request")
            yield Option(Content(f"  {account_flow.asking(request)}"), disabled=True, id="asking")
            for answer, words in zip(ANSWERS, (_("Allow it …"), _("Refuse it")), strict=True):
                yield Option(Content(f"  {words}"), id=f"{answer} {request.number}")
        if visitor.fingerprint is not None:
            yield _title(_("Your keys"), "keys")
            columns, *rows = key_rows(self.keys, visitor.fingerprint)
            yield Option(Content.styled(f"  {columns}", "$quiet"), disabled=True, id="columns")
            for key, row in zip(self.keys, rows, strict=True):
                yield Option(Content(f"  {row}"), id=f"key {key.fingerprint}")
        yield _title(_("What you can do"), "actions")
        actions = [(id_, shown(command) if command else "", words) for id_, command, words in self._actions()]
        widest = max(cell_len(each) for _id, each, _words in actions)
        for id_, shown_key, words in actions:
            yield Option(Content(f"  {cut(shown_key, widest)}  {words}"), id=id_)

    def _actions(self) -> Iterator[tuple[str, str, str]]:
        """Yield the ids of actions, the commands that have keys for them, and words."""
        visitor = self.visitor
        if visitor.fingerprint is not None:
            yield "add", "account.add", _("Add a key, to play from another computer too")
            if self.has_link_code:
                yield "withdraw code", "", _("Withdraw the code that adds a key")
            if self.has_recovery_code:
                yield "recovery", "account.recovery", _("Make a new recovery code; the old one stops working")
            else:
                yield "recovery", "account.recovery", _("Make a recovery code, in case you lose your keys")
        if visitor.asked is not None and visitor.asked.is_open:
            yield "withdraw", "", _("Withdraw the request to add your key")
        yield "code", "account.code", _("Enter a code that you were given")
        if visitor.fingerprint is not None and self.public.web_page:
            yield "web", "account.web", _("Play in a browser too: a link that lets it in")
        if visitor.account.stored:
            yield "delete", "", _("Delete your account")

    @override
    def tell(self, text: str) -> None:
        self.said = text
        self.draw()

    @override
    def heading(self) -> tuple[Span, ...]:
        return Span(f" {self.visitor.account.name}  "), Span(_("your account"), "quiet")

    async def choose(self, entry: str) -> str:
        try:
            return await self._do(*entry.partition(" ")[::2])
        finally:
            await self.load()

    async def _do(self, action: str, about: str) -> str:
        """Do what an entry says; return what to say about it.

        Raises NaishiError: it can't be done; the text says why.
        """
        flow, visitor = self.flow, self.visitor
        match action:
            case "allow" | "refuse" if (request := self.request) is not None and about == str(request.number):
                return await flow.answer(request, allow=action == "allow")
            case "key":
                (key,) = [key for key in self.keys if key.fingerprint == about]
                return await self._change_key(key, removable=about != visitor.fingerprint and len(self.keys) > 1)
            case "add":
                await self._make_link_code()
            case "web":
                self.link_code = self.recovery_code = ""
                self.web_link = self.public.web_link(await visitor.credentials.web_link())
            case "recovery":
                said, made = await flow.make_recovery_code()
                self.recovery_code = made or self.recovery_code
                return said
            case "code":
                said, next_code = await self._use_code()
                self.recovery_code = next_code or self.recovery_code
                return said
            case "withdraw" if about == "code":
                self.link_code = ""
                return await flow.withdraw_code()
            case "withdraw":
                visitor.credentials.withdraw_link()
            case "delete":
                return await self._delete()
        return ""

    async def _confirm(self, question: str) -> bool:
        confirmed: bool | None = await self.app.push_screen_wait(Confirm(question))
        return bool(confirmed)

    async def _change_key(self, key: Key, *, removable: bool) -> str:
        """Name a key, or remove it. Raises NaishiError: it is gone, or can't be removed."""
        choice = await self.app.push_screen_wait(KeyMenu(key, removable=removable))
        if choice == "name":
            question = _("What do you call this key? For example: laptop. Esc: back.")
            name = partial(self.visitor.credentials.name_key, key.fingerprint)
            await self.app.push_screen_wait(AskLine(question, name))
        return await self.flow.remove_key(key) if choice == "remove" else ""

    async def _use_code(self) -> Used:
        """Ask for a code, say what it does, and do that. Raises NaishiError: it has expired meanwhile."""
        question = FindBy(_("Enter a code that you were given. Esc: back."), self.visitor.credentials.read_code)
        use: CodeUse | None = await self.app.push_screen_wait(question)
        return Used("") if use is None else await self.flow.use_code(use)

    async def _delete(self) -> str:
        """Delete the account, after asking twice. Raises NaishiError: it is another one by now."""
        account = self.visitor.account
        if not await self._confirm(" ".join(await self.flow.deleting(account))):
            return account_flow.nothing_changed()

        async def accept(name: str) -> None:
            if not account_flow.is_name(account, name):
                raise NaishiError(_("That isn't the name."))

        question = _("To delete the account, type its name: {name}. Esc: keep it.").format(name=account.name)
        if not await self.app.push_screen_wait(AskLine(question, accept)):
            return account_flow.nothing_changed()
        return await self.flow.delete(account)

    async def _make_link_code(self) -> None:
        self.link_code, self.recovery_code, self.web_link = await self.visitor.credentials.link_code(), "", ""
        if self._forgetting is not None:
            self._forgetting.stop()
        self._forgetting = self.set_timer(LINK_TIME, self._forget_link_code)

    def _forget_link_code(self) -> None:
        self.link_code, self.has_link_code = "", False
        self.draw()


def _title(text: str, id_: str) -> Option:
    return Option(Content.styled(text, "bold"), disabled=True, id=f"title {id_}")


@dataclass
class ShowPlayer(Routed):
    """Show the page of a player."""

    name: str


class PlayerPage(MenuScreen):
    """What there is to read of a player, above what can be done."""

    CSS_PATH: ClassVar[Stylesheets] = [stylesheet("dialogs/menu_screen.tcss"), stylesheet("lobby/player_page.tcss")]

    def __init__(self, visitor: Visitor, page: Page, *, blocked: bool) -> None:
        super().__init__()
        self.visitor, self.page, self.blocked = visitor, page, blocked

    @classmethod
    async def of(cls, visitor: Visitor, name: str) -> "PlayerPage":
        """Return the page of a player. Raises NaishiError: there is none of that name."""
        company = visitor.lobby.company
        account = await company.find(name)
        blocked = await visitor.lobby.challenging.blocks(visitor.account, account)
        return cls(visitor, await company.page(account, visitor.account), blocked=blocked)

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        about = [*people_text.about(self.page)]
        if line := people_text.sparkline(self.page.curve):
            about.append(f"\n{line}")
        with VerticalScroll(id="about", can_focus=False):
            yield Static(Content("\n".join(about)))
        yield Menu(id="entries", compact=True)
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    @override
    def heading(self) -> tuple[Span, ...]:
        return (Span(f" {self.page.profile.account.name}"),)

    @override
    def options(self) -> Iterator[Option]:
        account, me = self.page.profile.account, self.visitor.account
        if account.id == me.id:
            return
        if self.blocked:
            yield Option(Content(_("Unblock {name}").format(name=account.name)), id="unblock")
            return
        block = _("Block {name}: no challenges, no seat at your tables")
        yield Option(Content(_("Challenge {name}").format(name=account.name)), id="challenge")
        yield Option(Content(block.format(name=account.name)), id="block")

    async def choose(self, entry: str) -> str:
        """Challenge the player; or block them, or let them again."""
        return await (self._challenge() if entry == "challenge" else self._block())

    async def _challenge(self) -> str:
        account, me = self.page.profile.account, self.visitor
        question = _("You challenge {name}. Esc: no.").format(name=account.name)
        rating = "" if me.account.guest or account.guest else match_text.about(me.own_lists.standing)
        ask = self.app.push_screen_wait
        wanted = await LastWanted().choose(
            ask, lambda questions, last: questions.table(question, last.terms, rating), keys()[0]
        )
        if wanted is None:
            return ""

        async def confirm(question: str) -> bool:
            return await ask(Confirm(question, harmless=True))

        at = await TableFlow(me, confirm).challenge(account.name, wanted.terms)
        if at.has_begun:  # they have challenged this player, too
            self.post_message(GoToMatch(at.match))
            return ""
        return at.said

    async def _block(self) -> str:
        account = self.page.profile.account
        said = await (self.visitor.unblock(account) if self.blocked else self.visitor.block(account))
        self.blocked = not self.blocked
        self.draw()
        return said


class ShowPeople(Routed):
    """Show the players."""


class PeopleScreen(MenuScreen):
    """Players to choose from; the page of one leads to a challenge."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"people.name": "ask_name"})]

    def __init__(self, visitor: Visitor) -> None:
        super().__init__()
        self.visitor = visitor
        self.people: Sequence[Person] = ()
        self.ranking: Sequence[Ranked] = ()

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("choose", _("Enter"), _("page, challenge"))
        yield hint("people.name", gives="ask_name")
        yield KeyHint("back", _("Esc"), _("back"))

    def on_mount(self) -> None:
        self.set_interval(60.0, self.look)

    @override
    def heading(self) -> tuple[Span, ...]:
        return Span(f" {self.visitor.account.name}  "), Span(_("players"), "quiet")

    async def load(self) -> None:
        company = self.visitor.lobby.company
        self.people, self.ranking = await company.here(), await company.ranking()

    async def look(self) -> None:
        await self.load()
        if self.is_current:
            self.draw()

    @override
    def options(self) -> Iterator[Option]:
        yield Option(Content.styled(_("Here now"), "bold"), disabled=True)
        for each in self.people:
            yield Option(Content(f"  {people_text.person(each)}"), id=f"here {each.account.name}")
        yield Option(Content.styled(_("Ranking"), "bold"), disabled=True)
        for place, ranked in enumerate(self.ranking, 1):
            yield Option(Content(f"  {people_text.ranked(place, ranked)}"), id=f"ranked {ranked.name}")
        if not self.ranking:
            yield Option(Content.styled(f"  {people_text.no_ranking()}", "$quiet"), disabled=True)

    @work
    async def action_ask_name(self) -> None:
        question = FindBy(_("Which player? Esc: back."), self.visitor.lobby.company.find)
        found: Account | None = await self.app.push_screen_wait(question)
        if found is not None:
            self.post_message(ShowPlayer(found.name))

    async def choose(self, entry: str) -> str:
        self.post_message(ShowPlayer(entry.partition(" ")[2]))
        return ""
