"""The lobby in lines: games of one's own, open tables, games to watch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, ngettext
from naishi.plain.ascii_text import folded
from naishi.plain.commands import Commands, CommandWord
from naishi.plain.new_game import expansion_among
from naishi.plain.parsing import find_level
from naishi.plain.room import MORE
from naishi.plain.server.account import PlainAccount
from naishi.plain.server.context import ServerContext
from naishi.plain.server.learner import LEARNING, Learner
from naishi.plain.server.lobby_commands import in_lobby
from naishi.plain.server.lobby_objects import lobby_object
from naishi.plain.server.looking_back import LOOKING_BACK, LookingBack
from naishi.plain.server.match import PlainMatch
from naishi.plain.server.match_numbers import MatchNumbers
from naishi.plain.server.own_news import OwnNews
from naishi.plain.server.people import PlainPeople
from naishi.plain.server.room import ServerRoom
from naishi.plain.server.table_options import naming_nearest_option, rated_among, terms_among, terms_of
from naishi.plain.server.tournaments import PlainTournaments
from naishi.plain.server.tv import watch_tv
from naishi.plain.server_protocol import LobbyObject
from naishi.server import Match, MatchState
from naishi.server.play import match_text, rating_text
from naishi.server.play.next_turn import next_turn
from naishi.text.deal_text import committed

PLAYERS = ("who", "ranking", "player", "challenge", "decline", "block", "unblock")
"""The commands about other players."""
MOST_TOLD = 3
"""So many tables that have just been opened are named; of more it is said how many they are."""


class PlainLobby(ServerRoom):
    """Where a visitor arrives, and where matches are left to."""

    is_lobby = True

    def __init__(self, context: ServerContext, first_line: str = "", *, by_link: bool = False) -> None:
        """Make the lobby.

        Args:
            context: What all rooms share.
            first_line: What is done on arrival, as if it were typed.
            by_link: Whether a link has led there, and nobody has typed that.
        """
        super().__init__(context, OwnNews(context))
        self._first_line, self._by_link = first_line, by_link
        self._numbers = MatchNumbers(context.visitor)
        self._past = LookingBack(self, self._numbers, self.back)
        self._learner = Learner(self, self.back)
        self._told: dict[str, tuple[bool, object]] = {}
        """Whose turn it was in each game of one's own, and what was new, when it was told last."""
        self._greeted = False
        self._tables: frozenset[str] = frozenset()
        """The open tables that were told of."""
        self._sent: object = None

    @property
    def prompt(self) -> str:
        """What stands before the line that is typed."""
        return _("lobby> ")

    def commands(self) -> Commands:
        """Return what can be typed in the lobby."""
        return in_lobby()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return {
            _("Play"): ("games", "go", "next", "join", "watch", "tv", "new", "private", "bot", "mix", "close"),
            _("Players"): PLAYERS,
            _("Tournaments"): ("tournament",),
            _("Look back"): LOOKING_BACK,
            _("Learn"): LEARNING,
            _("You"): ("name", "account", "web"),
            _("More"): MORE,
        }

    def more_help(self) -> Iterator[str]:
        """Say how to come back to the screen."""
        if self.context.settings.plain:
            yield _("After set plain off, the screen is back at your next visit.")

    def enter(self) -> None:
        """Say where this is; on arrival also what there is."""
        if not self._greeted:
            self._greeted = True
            account = self.visitor.account
            self.console.write(_("Naishi, a card game for two. You are {name}.").format(name=account.name))
            if not account.named and self.visitor.fingerprint is not None:
                self.console.write(_("Type name and the name that you want to play under: name Aiko."))
            if not self._first_line:
                self.console.write(*self._listed(), _("Type new, join, bot strong or help."))
        else:
            self.console.write(_("You are in the lobby."))
        self._hear()
        super().enter()

    async def tell_here(self) -> None:
        """Tell what is new in one's own games, and who waits for an opponent."""
        told, tables = self._told, self._tables
        listing = self.visitor.listing
        self._hear()
        joined = None if self.news.joined is None else self.news.joined.id
        for match in listing.mine:
            (was_turn, old), (is_turn, new) = told.get(match.id, (False, None)), self._told[match.id]
            if match.id != joined and ((is_turn and not was_turn) or (new is not None and new != old)):
                self.console.write(self._numbers.line(match))
        opened = [match for match in listing.open if match.id not in tables]
        if len(opened) > MOST_TOLD:
            self.console.write(ngettext("{count} more table is open.", "{count} more tables are open.", len(opened)))
        else:
            self.console.write(*map(self._numbers.line, opened))
        self._send_lists()

    async def begin(self) -> None:
        """Go where the visitor wanted to when connecting."""
        if self._first_line:
            await self.take(self._first_line)
            self._first_line = ""

    def _hear(self) -> None:
        """Take what the lists say now for known."""
        listing = self.visitor.listing
        me = self.visitor.account.id
        self._told = {match.id: (match.is_turn_of(me), match_text.news_of(match, me)) for match in listing.mine}
        for match in listing.mine:
            self._numbers.of(match)
        self._tables = frozenset(match.id for match in listing.open)

    def _send_lists(self) -> None:
        """Send the lists to a program, if they are others than before."""
        visitor, listing = self.visitor, self.visitor.listing
        now = visitor.account, visitor.own_lists.standing, visitor.code, listing.mine, listing.open, listing.watchable
        if now != self._sent:
            self._sent = now
            self.console.send(self._lists)

    def _lists(self) -> LobbyObject:
        """Return the lists for a program, which is told of everything in them by that."""
        for match in (*self.visitor.listing.mine, *self.visitor.listing.open, *self.visitor.listing.watchable):
            self._numbers.of(match)
        return lobby_object(self.visitor)

    def _listed(self, words: Sequence[str] = ()) -> Iterator[str]:
        """Say what there is: games of one's own, tables and games to watch, or those with some words in their line."""
        listing, wanted = self.visitor.listing, [word.casefold() for word in words]
        for title, matches, nothing in (
            (_("Your games:"), listing.mine, _("You have no game yet.")),
            (_("Open tables:"), listing.open, _("No table is open.")),
            (_("Games to watch:"), listing.watchable, _("There is no game to watch.")),
        ):
            lines = [self._numbers.line(match) for match in matches]
            lines = [line for line in lines if all(word in line.casefold() for word in wanted)]
            if lines:
                yield title
                yield from lines
            elif not wanted:
                yield nothing

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says."""
        match command.id:
            case "games":
                await self._list(words)
            case "go" | "next":
                await self._go(command, words)
            case "join" | "watch":
                await self.come(command.id, words)
            case "tv":
                await watch_tv(self.context, self.news)
                self.back()
            case "new" | "private" | "bot" | "mix" | "close":
                await self._see_to_table(command, words)
            case "tournament":
                await PlainTournaments(self).obey(words, command)
            case "name" | "account" | "web":
                await self._see_to_account(command, words)
            case _ if command.id in PLAYERS:
                await self._obey_about_players(command, words)
            case _ if command.id in LOOKING_BACK:
                await self._past.obey(command.id, words)
            case _:
                await self._learner.obey(command, words)

    async def _see_to_account(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do something about who one is here."""
        match command.id:
            case "name":
                await self._rename(" ".join(words), command)
            case "web":
                await self._show_web_link()
            case _:
                await PlainAccount(self.context, self.news).run()
                self.back()

    async def _see_to_table(self, command: CommandWord, words: Sequence[str]) -> None:
        """Make a table, or do something about one."""
        match command.id:
            case "bot":
                await self._play_bot(words)
            case "mix":
                await self._mix(words)
            case "close":
                await self._close(words)
            case _:
                await self._open_table(words, command)

    async def _obey_about_players(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says about other players."""
        match command.id:
            case "challenge":
                await self._challenge(words, command)
            case "decline":
                await self._decline(words)
            case _:
                await PlainPeople(self.console, self.visitor).obey(command, " ".join(words))

    async def come(self, verb: str, words: Sequence[str]) -> None:
        """Join a table, or watch a game, as the line says or as the visitor asked for when connecting.

        Raises:
            NaishiError: There is none, or its seats are taken.
        """
        if not words:
            raise NaishiError(_("Say which one: its number, or a word that you were given."))
        match = await self._named(words)
        me = self.visitor.account.id
        if verb == "join" and match.state is MatchState.OPEN and match.host != me:
            told = self._numbers.told(match) and not self._first_line
            asks = match_text.has_terms(match) or (self._by_link and self._first_line)
            if asks and not told and not await self._agrees_to_terms(match):
                return
            match = await self.visitor.join(match)
        elif verb == "join" and match.seat_of(me) is None and match.state is not MatchState.OPEN:
            word = self._numbers.of(match) if match.public else match.invite
            raise NaishiError(_("This table is full. To watch: watch {word}").format(word=word))
        await self._go_to(match)

    async def _named(self, words: Sequence[str]) -> Match:
        """Find the match that somebody wants to come to."""
        if (match := self._numbers.found(words)) is not None:
            return match
        word = " ".join(words)
        try:
            return await self.visitor.find(word)
        except NaishiError as error:
            raise self._numbers.with_nearest(error, word) from None

    async def _agrees_to_terms(self, match: Match) -> bool:
        """Ask whoever hasn't been told what is played at a table whether they want that: they come by a word."""
        if match.control or match.rated:
            words = _("{name} is waiting to play ({terms}).")
        elif match.expansion:
            words = _("{name} is waiting to play with Legends & Travellers, the expansion.")
        else:
            words = _("{name} is waiting to play.")
        return await self.confirmed(words.format(name=rating_text.named(match, 0), terms=match_text.terms(match)))

    async def _list(self, words: Sequence[str]) -> None:
        lines = [*self._listed(words)]
        self.console.write(*lines or (_("No game or table matches."),))
        self._hear()
        self._sent = None  # a program that asks is answered
        self._send_lists()

    async def _go(self, command: CommandWord, words: Sequence[str]) -> None:
        """Go to the next game that waits, to one of the list, or where something has happened."""
        if command.id == "next":
            await self._go_to(await next_turn(self.visitor))
        else:
            await self._go_to(self._numbers.find(words) if words else self._where_to_go())

    def _where_to_go(self) -> Match:
        """Return the game that somebody has just joined, or where it is the visitor's turn, or that isn't over."""
        me, mine = self.visitor.account.id, [m for m in self.visitor.listing.mine if m.state is not MatchState.OPEN]
        if self.news.joined is not None:
            return self.news.joined
        if not mine:
            raise NaishiError(_("You have no game yet: new makes a table, bot strong plays a bot."))
        return min(mine, key=lambda match: (not match.is_turn_of(me), match.state is MatchState.OVER))

    async def _go_to(self, match: Match) -> None:
        """Be at a match until it is left.

        Raises:
            NaishiError: It has not begun, or is gone.
        """
        if match.state is MatchState.OPEN:
            raise NaishiError(_("Nobody has joined this table yet."))
        room = PlainMatch(self.context, self.news, await self.visitor.attach(match.id))
        try:
            await room.run()
        finally:
            await room.leave()
        self.back()

    def back(self) -> None:
        """Be in the lobby again."""
        self.left = self.left or self.context.gone
        if not self.left:
            self.enter()

    async def _open_table(self, words: Sequence[str], command: CommandWord) -> None:
        terms = terms_of(words, command.word)
        public = command.id == "new"
        match = await self.visitor.open_table(terms, public=public)
        line = self.context.ssh_line("join", match.id if public else match.invite)
        await self.visitor.refresh()
        self._hear()
        number = self._numbers.of(match)
        yours = _("Table {number} is yours and waits. A friend can join with:")
        with_it = _("Table {number}, with Legends & Travellers, is yours and waits. A friend can join with:")
        with_terms = _("Table {number} ({terms}) is yours and waits. A friend can join with:")
        told = with_terms if terms.control or terms.rated else with_it if terms.expansion else yours
        self.console.write(told.format(number=number, terms=match_text.terms(match)))
        self.console.write_exactly(line)

    async def _challenge(self, words: Sequence[str], command: CommandWord) -> None:
        if not words:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        terms, others = terms_among(words[1:])
        name = " ".join((words[0], *others))
        try:
            match = await self.visitor.challenge(name, terms)
        except NaishiError as error:
            raise naming_nearest_option(error, others) from None
        await self.visitor.refresh()
        self._hear()
        self.console.write(self._numbers.line(match))

    async def _decline(self, words: Sequence[str]) -> None:
        """Decline the challenge that words name; the only one, where none is named."""
        waiting = self.visitor.own_lists.challenges
        match = self._numbers.find(words) if words else waiting[0] if len(waiting) == 1 else None
        if match not in waiting or match is None:
            raise NaishiError(_("Say which challenge, by its number.") if waiting else _("Nobody challenges you."))
        await self.visitor.close_table(match)
        await self.visitor.refresh()
        self._hear()
        self.console.write(_("Declined."))

    async def _play_bot(self, words: Sequence[str]) -> None:
        expansion, others = expansion_among(words)
        kind, *table = others or ("",)
        level = find_level(kind)
        if level is None:
            raise NaishiError(_("Say which bot: bot beginner, bot intermediate, bot strong or bot master."))
        if rated_among(table)[0]:
            raise NaishiError(_("Games against bots aren't rated."))
        if table and expansion:
            raise NaishiError(_("The expansion is chosen when a table is made: new expansion."))
        try:
            own = self._own_table(table) if table else None
        except NaishiError as error:
            raise naming_nearest_option(error, table) from None
        await self._go_to(await self.visitor.play_bot(level, own, expansion=expansion))

    async def _mix(self, words: Sequence[str]) -> None:
        """Add words to the deal of a table, or say what it is committed to."""
        number, *word = words or ("",)
        if folded(number) in {"bot", folded(_("bot"))}:
            self._mix_for_bot(" ".join(word))
            return
        table = self._numbers.find([number])
        if table.state is not MatchState.OPEN:
            raise NaishiError(_("This table is gone: it was closed, or someone else has just joined."))
        if not word:
            self.console.write(committed(await self.visitor.commitment(table)))
        elif table.host == self.visitor.account.id:
            await self.visitor.give_word(table, " ".join(word))
            self.console.write(_("Your words are added to the deal."))
        else:
            await self._go_to(await self.visitor.join(table, " ".join(word)))

    def _mix_for_bot(self, word: str) -> None:
        """Add words to the deal of the next game against a bot, or say what that is committed to."""
        if word:
            self.visitor.bot_deal.add(word)
            self.console.write(_("Your words are added to the deal of your next game against a bot."))
        else:
            self.console.write(committed(self.visitor.bot_deal.commitment))

    async def _close(self, words: Sequence[str]) -> None:
        await self.visitor.close_table(self._own_table(words))
        await self.visitor.refresh()
        self._hear()
        self.console.write(_("The table is closed."))

    def _own_table(self, words: Sequence[str]) -> Match:
        """Return a table of the visitor's own at which nobody has joined; the only one, where none is named."""
        waiting = [match for match in self.visitor.listing.mine if match.state is MatchState.OPEN]
        match = self._numbers.find(words) if words else waiting[0] if len(waiting) == 1 else None
        if match is None or match not in waiting:
            raise NaishiError(_("Say which table of yours that is still waiting, by its number."))
        return match

    async def _show_web_link(self) -> None:
        if self.context.web_link is None:
            raise NaishiError(_("This server has no page for browsers."))
        link = self.context.web_link(await self.visitor.credentials.web_link())
        self.console.write(_("Good once, for the next ten minutes; whoever opens it plays as you:"))
        self.console.write_exactly(link)

    async def _rename(self, name: str, command: CommandWord) -> None:
        if not name:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        await self.visitor.rename(name)
        self.console.write(_("You are {name} now.").format(name=self.visitor.account.name))
