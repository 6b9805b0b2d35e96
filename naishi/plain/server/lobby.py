"""Lobby of a server in lines, and the account there."""

from collections.abc import AsyncIterator, Iterator, Sequence

from typing_extensions import override

from naishi.common.i18n import N_, NaishiError, _, day, moment, pgettext
from naishi.plain.console import Commands, CommandWord, by_id, common, is_whole
from naishi.plain.room import MORE, find_number, own
from naishi.plain.server.commands import in_account, in_lobby
from naishi.plain.server.lists import LOOKING_BACK, LookingBack, PlainLists, PlainPeople
from naishi.plain.server.match import PlainMatch
from naishi.plain.server.match_numbers import MatchNumbers
from naishi.plain.server.room import OwnNews, ServerContext, ServerRoom
from naishi.plain.server.tables import TABLES, PlainTables
from naishi.plain.server.tournaments import PlainTournaments
from naishi.server import Match, MatchParticipant, MatchStage
from naishi.server.accounts.login import LinkAnswer, LinkRequest
from naishi.server.accounts.players import Key
from naishi.server.lobby import account_flow
from naishi.server.lobby.account_flow import AccountFlow, other_key, rename
from naishi.server.lobby.notices import next_turn
from naishi.server.lobby.tv import Tv, nothing_on
from naishi.server.match import match_text
from naishi.server.match.match import NAISHI
from naishi.tabletop.kinds import keys, kind_of


class PlainAccount(ServerRoom):
    """The account of a visitor; it follows what is done about it elsewhere."""

    is_account = True
    asks = N_("account> ")

    def __init__(self, context: ServerContext, news: OwnNews) -> None:
        super().__init__(context, news)
        self._flow = AccountFlow(self.visitor, self.confirmed)
        self._request: LinkRequest | None = None
        """Who asks to be added, as it was told last."""
        self._keys: Sequence[Key] = ()
        """The keys, as they were numbered last."""

    def commands(self) -> Commands:
        return in_account()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        return {
            pgettext("of an account", "Keys"): ("keys", "add", "allow", "refuse", "withdraw", "call", "remove"),
            _("Codes"): ("recovery", "code"),
            _("More"): ("delete", *MORE),
        }

    def enter(self) -> None:
        visitor = self.visitor
        self.console.write(_("The account of {name}.").format(name=visitor.account.name))
        if visitor.fingerprint is None:
            guest = (
                _("You are a guest. By this code you come back to your games: {code}").format(code=visitor.code),
                _("For an account that lasts, connect with a key and enter this code there: your games come along."),
            )
            self.console.write_exactly(*(guest if visitor.code else account_flow.guest_without_code()))
        else:
            self.console.write(_("Type keys, add, recovery, code or help."))
        super().enter()

    async def begin(self) -> None:
        visitor = self.visitor
        if visitor.fingerprint is not None:
            aborts = await visitor.lobby.rated.ratings.aborts(visitor.account.id, 30)
            self.console.write(match_text.about(visitor.own_lists.standing, aborts))

    async def tell_here(self) -> None:
        before, self._request = self._request, self.visitor.credentials.link_request
        if self._request is not None and self._request is not before:
            self.console.write_exactly(self._asking(self._request))
        elif before is not None and self._request is None and before.answer is LinkAnswer.WITHDRAWN:
            self.console.write(_("This request is no longer open."))

    def _asking(self, request: LinkRequest) -> str:
        words = _("{who} asks to be added to your account. Type allow or refuse.")
        return words.format(who=account_flow.asking(request))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        visitor = self.visitor
        match command.id:
            case "keys":
                self.console.write_exactly(*[line async for line in self._key_lines()])
            case "add":
                words_ = _(
                    "For the next ten minutes this code adds a key. Connect with the other key, go to the account "
                    "there and enter it. Then allow it here:"
                )
                self.console.write_exactly(words_, await visitor.credentials.link_code())
            case "recovery":
                await self._make_recovery_code()
            case "code":
                await self._use_code(" ".join(words), command)
            case "allow" | "refuse":
                await self._answer(allow=command.id == "allow")
            case "withdraw":
                await self._withdraw()
            case "call" | "remove":
                await self._change_key(command, words)
            case "delete":
                await self._delete()

    async def _make_recovery_code(self) -> None:
        said, code = await self._flow.make_recovery_code()
        if not code:
            self.console.write(said)
            return
        words = _(
            "Your recovery code, shown only now. Print it or write it down. If you lose your keys, connect with a new "
            "one and enter the code in the account:"
        )
        self.console.write_exactly(words, code)

    async def _use_code(self, typed: str, command: CommandWord) -> None:
        if not typed:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        use = await self.visitor.credentials.read_code(typed)
        said, code = await self._flow.use_code(use)
        if code:
            following = _("Your next recovery code: {code}").format(code=code)
            said = f"{said} {following}"
        self.console.write_exactly(said or account_flow.waiting(self.visitor))

    async def _answer(self, *, allow: bool) -> None:
        """Answer the request that was told of; ask again before anybody is let in."""
        if (request := self._request) is None:
            raise NaishiError(_("No key asks to be added."))
        self.console.write(await self._flow.answer(request, allow=allow))

    async def _withdraw(self) -> None:
        visitor = self.visitor
        asks = visitor.asked is not None and visitor.asked.is_open
        visitor.credentials.withdraw_link()
        if said := await self._flow.withdraw_code():
            self.console.write(said)
        if asks:
            self.console.write(_("Withdrawn."))
        elif not said:
            raise NaishiError(_("There is nothing to withdraw: no code to add a key, and no request to add yours."))

    async def _key_lines(self) -> AsyncIterator[str]:
        self._keys = await self.visitor.credentials.keys()
        if not self._keys:
            yield _("You have no key.")
        for number, key in enumerate(self._keys, 1):
            used = _("in use here") if key.fingerprint == self.visitor.fingerprint else _used(key)
            yield _("Key {number}: {key}, {used}.").format(number=number, key=account_flow.called(key), used=used)
        if self._request is not None:
            yield self._asking(self._request)

    async def _change_key(self, command: CommandWord, words: Sequence[str]) -> None:
        if not self._keys:
            self._keys = await self.visitor.credentials.keys()
        if not self._keys:
            raise NaishiError(_("You have no key."))
        key = self._keys[find_number(words[:1], len(self._keys), command) - 1]
        if command.id == "call":
            await self.visitor.credentials.name_key(key.fingerprint, " ".join(words[1:]))
            self.console.write(_("Set."))
        else:
            said = await self._flow.remove_key(key)
            self._keys = self._keys if said == account_flow.nothing_changed() else ()
            self.console.write(said)

    async def _delete(self) -> None:
        account = self.visitor.account
        if not account.stored:
            raise NaishiError(_("Nothing is stored of you yet."))
        self.console.write(*await self._flow.deleting(account))
        typed = await self.ask(_("To delete the account, type its name, {name}: ").format(name=account.name))
        named = account_flow.is_name(account, typed or "")
        self.console.write(await self._flow.delete(account) if named else account_flow.nothing_changed())


def _used(key: Key) -> str:
    if not key.last_used:
        return _("never used")
    return _("last used {day}").format(day=day(moment(key.last_used)))


class MatchOnTv(PlainMatch):
    """A match that is watched until something else is on."""

    def __init__(self, context: ServerContext, news: OwnNews, me: MatchParticipant, tv: Tv) -> None:
        self._tv = tv
        self.switched = False
        super().__init__(context, news, me)

    def commands(self) -> Commands:
        return {id_: command for id_, command in super().commands().items() if id_ != "next"}

    async def tell_here(self) -> None:
        await super().tell_here()
        self.left = self.switched = self._tv.is_outdated

    def _ways_on(self) -> str:
        return _("The next game comes in a moment.")


class NothingOnTv(ServerRoom):
    """Waits for a game."""

    def __init__(self, context: ServerContext, news: OwnNews, tv: Tv) -> None:
        super().__init__(context, news)
        self._tv = tv
        self.switched = False

    @override
    def commands(self) -> Commands:
        return by_id(common())

    @override
    def enter(self) -> None:
        super().enter()
        self.console.notice(nothing_on())

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do nothing: there is no command of this room alone."""

    async def leave(self) -> None:
        """Leave nothing behind."""

    async def tell_here(self) -> None:
        self.left = self.switched = self._tv.is_outdated


async def watch_tv(context: ServerContext, news: OwnNews) -> None:
    """Watch one public game after the other until that is left."""
    tv = Tv(context.visitor)
    context.happenings.follow("tv", tv.changes())
    try:
        while True:
            room = await _on_now(tv, context, news)
            try:
                await room.run()
            finally:
                await room.leave()
            if not room.switched:
                return
    finally:
        context.happenings.forget("tv")


async def _on_now(tv: Tv, context: ServerContext, news: OwnNews) -> MatchOnTv | NothingOnTv:
    while (match := tv.switch()) is not None:
        try:
            return MatchOnTv(context, news, await context.visitor.attach(match.id), tv)
        except NaishiError:
            tv.skip(match)
    return NothingOnTv(context, news, tv)


PLAYERS = ("who", "ranking", "player", "challenge", "decline", "block", "unblock")
LATER = ("begin", "leave", "close")
"""Those about tables where the game has not begun."""


class PlainLobby(ServerRoom):
    """Where a visitor arrives, and where matches are left to.

    Args:
        numbers: By which games and tables are named, if not by numbers of this visit.
    """

    is_lobby = True
    asks = N_("lobby> ")

    def __init__(
        self,
        context: ServerContext,
        first_line: str = "",
        *,
        by_link: bool = False,
        numbers: MatchNumbers | None = None,
    ) -> None:
        super().__init__(context, OwnNews(context))
        self._first_line, self._by_link = first_line, by_link
        self._numbers = MatchNumbers(context.visitor) if numbers is None else numbers
        self._lists = PlainLists(self, self._numbers)
        self._tables = PlainTables(self, self._lists, self._go_to)
        self._past = LookingBack(self, self._numbers, self.back)
        self._naishi = own(NAISHI, "lobby")(self, self.back)
        self._greeted = False
        self.failed = False
        """Whether the visitor couldn't go where they wanted to on arrival, and has typed nothing since."""

    @override
    def commands(self) -> Commands:
        return in_lobby()

    @override
    def help_groups(self) -> dict[str, tuple[str, ...]]:
        return {
            _("Play"): ("games", "go", "next", "join", "watch", "tv", "pair", "new", "private", "bot", "mix", *LATER),
            _("Players"): PLAYERS,
            _("Tournaments"): ("tournament",),
            _("Look back"): (*LOOKING_BACK[:-1], *self._naishi.looking_back, LOOKING_BACK[-1]),
            _("Learn"): self._naishi.learning,
            _("You"): ("name", "account", "web"),
            _("More"): MORE,
        }

    def more_help(self) -> Iterator[str]:
        for key in keys():
            if key != NAISHI:
                seats = kind_of(key).seats
                words = _("{game}, for {fewest} to {most} players: new {key} and how many, as in new {key} {most}.")
                yield words.format(game=kind_of(key).title(), fewest=seats[0], most=seats[-1], key=key)
        if self.context.settings.plain:
            yield _("After set plain off, the screen is back at your next visit.")

    def enter(self) -> None:
        """Say where this is; on arrival also what there is."""
        if not self._greeted:
            self._greeted = True
            account = self.visitor.account
            self.console.write(_("Naishi, Ninjato and Shogun in a terminal. You are {name}.").format(name=account.name))
            if not account.named and self.visitor.fingerprint is not None:
                self.console.write(_("Type name and the name that you want to play under: name Aiko."))
                self.console.write(*filter(None, [other_key(self.context.ssh_line())]))
            if not self._first_line:
                self.console.write(*self._lists.lines(), _("Type new, join, bot strong or help."))
        else:
            self.console.write(_("You are in the lobby."))
        self._lists.hear()
        super().enter()

    async def tell_here(self) -> None:
        self._lists.tell()

    async def begin(self) -> None:
        if self._first_line:
            done = await self.take(self._first_line)
            self._first_line, self.failed = "", not done

    @override
    def of_elsewhere(self, word: str) -> str:
        words = _("{typed} is a command of your account. To go there, type account.")
        return words if is_whole(word, in_account()) else ""

    @override
    async def understand(self, words: Sequence[str]) -> None:
        self.failed = False
        await super().understand(words)

    @override
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "games":
                await self._lists.list_all(words)
            case "go" | "next":
                await self._go(command, words)
            case "join" | "watch":
                await self.come(command.id, words)
            case "tv":
                await watch_tv(self.context, self.news)
                self.back()
            case _ if command.id in TABLES:
                await self._tables.obey(command, words)
            case "tournament":
                await PlainTournaments(self).obey(words, command)
            case "name" | "account" | "web":
                await self._see_to_account(command, words)
            case _ if command.id in PLAYERS:
                await PlainPeople(self.console, self.visitor).obey(command, " ".join(words))
            case _ if command.id in LOOKING_BACK:
                await self._past.obey(command.id, words)
            case _:
                await self._naishi.obey(command, words)

    async def _see_to_account(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "name":
                await self._rename(" ".join(words), command)
            case "web":
                await self._show_web_link()
            case _:
                await PlainAccount(self.context, self.news).run()
                self.back()

    async def come(self, verb: str, words: Sequence[str]) -> None:
        """Join a table, or watch a game, as the line says or as the visitor asked for when connecting.

        Raises NaishiError: there is none, or its seats are taken.
        """
        if not words:
            raise NaishiError(_("Say which one: its number, or a word that you were given."))
        match = await self._named(words)
        me = self.visitor.account.id
        if verb == "join" and match.state is MatchStage.OPEN and match.host != me:
            told = self._numbers.told(match) and not self._first_line
            by_link = self._by_link and bool(self._first_line)
            if not told and not await self._tables.flow.agrees(match, always=by_link):
                return
            is_new = not told and not self.visitor.listing.mine
            match = (await self._tables.flow.join(match)).match
            if is_new:
                self.console.write(self.welcome(match))
            if match.state is MatchStage.OPEN:
                await self._lists.look()
                self.console.write(self._numbers.line(match))
                return
        elif verb == "join" and match.seat_of(me) is None and match.state is not MatchStage.OPEN:
            word = self._numbers.of(match) if match.public else match.invite
            raise NaishiError(_("This table is full. To watch: watch {word}").format(word=word))
        await self._go_to(match)

    def welcome(self, match: Match) -> str:
        words = _("New here? Type rules for the rules of {game}, and what for what you can do now.")
        return words.format(game=kind_of(match.game).title())

    async def _named(self, words: Sequence[str]) -> Match:
        if (match := self._numbers.found(words)) is not None:
            return match
        word = " ".join(words)
        if unlisted := await self._numbers.unlisted_of(word):
            return unlisted[0]
        try:
            return await self.visitor.find(word)
        except NaishiError as error:
            if word.isdecimal():
                raise NaishiError(
                    _(
                        "Nothing has the number {number} here. Type the number of a table that games lists, or a word "
                        "that you were given."
                    ).format(number=word)
                ) from None
            raise self._numbers.with_nearest(error, word) from None

    async def _go(self, command: CommandWord, words: Sequence[str]) -> None:
        if command.id == "next":
            await self._go_to(await next_turn(self.visitor))
        else:
            await self._go_to(self._numbers.find(words) if words else self._where_to_go())

    def _where_to_go(self) -> Match:
        """Return the game that someone has just joined, or where it is the visitor's turn, or that isn't over."""
        me, mine = self.visitor.account.id, [m for m in self.visitor.listing.mine if m.state is not MatchStage.OPEN]
        if self.news.joined is not None:
            return self.news.joined
        if not mine:
            raise NaishiError(_("You have no game yet: new makes a table, bot strong plays a bot."))
        return min(mine, key=lambda match: (not match.is_turn_of(me), match.state is MatchStage.OVER))

    async def _go_to(self, match: Match) -> None:
        """Be at a match until it is left. Raises NaishiError: it has not begun, or is gone."""
        room = PlainMatch(self.context, self.news, await self.visitor.come(match))
        try:
            await room.run()
        finally:
            await room.leave()
        self.back()

    def back(self) -> None:
        self.left = self.left or self.context.gone
        if not self.left:
            self.enter()

    async def _show_web_link(self) -> None:
        if self.context.web_link is None:
            raise NaishiError(_("This server has no page for browsers."))
        link = self.context.web_link(await self.visitor.credentials.web_link())
        words = _("Good once, for the next ten minutes; whoever opens it plays as {name}:")
        self.console.write(words.format(name=self.visitor.account.name))
        self.console.write_exactly(link)

    async def _rename(self, name: str, command: CommandWord) -> None:
        if not name:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        self.console.write(await rename(self.visitor, name))
