"""Visitor of a server: identity, language, limits, any transport."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from typing_extensions import override

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.errors import StorageError
from naishi.server.play import code_use
from naishi.server.play.account_news import AccountNews
from naishi.server.play.accounts import to_the_end
from naishi.server.play.closing import Words
from naishi.server.play.credentials import Credentials
from naishi.server.play.login import Login
from naishi.server.play.own_lists import OwnLists
from naishi.server.play.own_tables import TableActions
from naishi.server.play.own_tournaments import TournamentActions
from naishi.server.play.participant import MatchParticipant
from naishi.server.play.past_games import PastGames
from naishi.server.play.place import LobbyForVisitors
from naishi.server.play.sanctions import ban_words
from naishi.server.storage.account import Account
from naishi.server.storage.codes import meanings
from naishi.server.storage.match import Match


@dataclass(frozen=True, slots=True)
class Listing:
    """What a visitor sees in the lobby."""

    mine: Sequence[Match] = ()
    open: Sequence[Match] = ()
    watchable: Sequence[Match] = ()


class Visitor(Login):
    """One connection that has logged in.

    What it changes in the lobby or in its account goes through here, `tables` or `credentials`, at a match through its
    `MatchParticipant`. What there is to look at, such as the public lists, is read from `lobby` as well.
    """

    def __init__(
        self, lobby: LobbyForVisitors, account: Account, fingerprint: str | None, address: str, language: str
    ) -> None:
        """See `Lobby.visit`."""
        super().__init__(account, fingerprint, address)
        self.lobby = lobby
        self.language = language
        self.credentials, self.tables = (
            Credentials(lobby.accounts, self),
            TableActions(lobby.tables, lobby.pairing, lobby.accounts, self),
        )
        self.tournaments = TournamentActions(lobby.tournaments, lobby.accounts, self)
        self.past_games = PastGames(lobby.past, lobby.matches, self)
        self.own_lists = OwnLists(lobby, self)
        self.send_away: Callable[[Words], None] = lambda _words: None
        """Ends the visitor's terminal with a sentence."""
        self.on_announced: Callable[[], None] = lambda: None
        """Called once something was announced; the terminal takes it then, or when it can."""
        self._announced: list[Words] = []

    @property
    def listing(self) -> Listing:
        """What the visitor sees in the lobby, as it was when `refresh` was called last."""
        public, own = self.lobby.public, self.own_lists
        mine = {match.id for match in own.mine}  # the public lists may be a second older
        return Listing(
            own.mine,
            [
                *own.challenges,
                *(match for match in public.open if match.id not in mine and match.host != self.account.id),
            ],
            [match for match in public.watchable if match.id not in mine and self.account.id not in match.seats],
        )

    async def refresh(self) -> Listing:
        """Look at the visitor's own lists again, if anything may have changed in them and they can be read."""
        await self.own_lists.look()
        return self.listing

    def announce(self, words: Words) -> None:
        """Have the visitor read a sentence of the operator's, whatever is on their screen."""
        self._announced.append(words)
        self.on_announced()

    def go_if_banned(self) -> None:
        """End the visitor's terminal if the operator keeps them out by now."""
        ban = self.lobby.sanctions.ban_of(self.account.id, self.fingerprint, self.address)
        if ban is not None:
            self.send_away(partial(ban_words, ban))

    def take_announced(self) -> str:
        """Return what was announced since the last call, in the language of the moment."""
        announced, self._announced = self._announced, []
        return " ".join(words() for words in announced)

    async def choose(self, name: str, value: object) -> None:
        """Keep the value of one setting.

        Raises:
            SaveNotWrittenError: It couldn't be stored.
        """
        self.settings[name] = value
        if self.account.stored:
            await self.lobby.players.choose(self.account.id, name, value)
            for each in self.lobby.identities.of_player(self.account.id):
                each.settings[name] = value  # how a screen looks stays as it is until the next visit

    async def find(self, word: str) -> Match:
        """Find a match by its word, as slowly as wrong words allow.

        What can be no secret, such as a name that was mistyped, isn't counted.

        Raises:
            NaishiError: There is none, or too many wrong words were tried.
        """
        word = next(reversed(word.replace("=", " ").split()), "")  # of `join WORD`, or of all that friends are sent
        if may_be_guessed := bool(meanings(word)):
            await self.lobby.allowances.tries.check(self.counted_as)
        if (match := await self.lobby.matches.lists.find(word)) is not None:
            return match
        if (tournament := await self.lobby.tournaments.find(word)) is not None:
            words = _(
                "This is the word of a tournament, {name}: tournament join {word} "
                "(on a screen: in the list of tournaments)."
            )
            raise NaishiError(words.format(name=tournament.setup.name, word=word))
        if await code_use.is_for_account(self.lobby.accounts, word):
            raise NaishiError(_("This isn't the word of a game but a code: it is for your account."))
        if may_be_guessed:
            await self.lobby.allowances.tries.record_wrong(self.counted_as)
        raise NaishiError(_("There is no game with this word."))

    async def public_of(self, name: str) -> Sequence[Match]:
        """List the public tables and games of a player, also those that the lists have no room for; none of oneself."""
        lobby = self.lobby
        try:
            other = await lobby.company.find(name)
        except NaishiError:
            return ()
        if other.id == self.account.id:
            return ()
        return await lobby.matches.lists.public_of(other.id, here=other.id in lobby.everybody)

    async def attach(self, match_id: str) -> MatchParticipant:
        """Come to a match: at one's seat, or to watch.

        Raises:
            NaishiError: There is no such match, or it has not begun.
        """
        account = self.account
        participant = await self.lobby.attach(match_id, account)
        if self.account.id != account.id:  # somebody else by now, who may have no seat there
            await self.lobby.detach(participant)
            return await self.attach(match_id)
        self.participants.add(participant)
        if participant.seat is not None:
            await self.lobby.rated.came_to(participant.match, account.id, self.address, self.fingerprint)
            with suppress(StorageError):  # then it is there the next time
                await self.lobby.talk.arrive(participant)
        return participant

    async def follow(self, participant: MatchParticipant) -> MatchParticipant:
        """Come to the match that has followed one where the visitor is: whoever has a seat here has one there.

        Raises:
            NaishiError: It can't be opened.
        """
        following = await self.lobby.follow(participant)
        self.participants.add(following)
        return following

    async def detach(self, participant: MatchParticipant) -> None:
        """Leave a match; it waits."""
        self.participants.discard(participant)
        await self.lobby.detach(participant)

    async def block(self, other: Account) -> str:
        """Hear no more of another player; return what to say of it.

        Raises:
            NaishiError: It is the visitor, or there are too many.
        """
        await self.lobby.challenging.check_block(self.account, other)
        await self.lobby.challenging.block(await self.stored(), other)
        return _("{name} can't challenge you any more, nor sit down at your tables.").format(name=other.name)

    async def unblock(self, other: Account) -> str:
        """Let another player challenge the visitor again; return what to say of it."""
        if self.account.stored:  # else nobody is blocked
            await self.lobby.challenging.unblock(self.account, other)
        return _("{name} can challenge you.").format(name=other.name)

    async def rename(self, name: str) -> None:
        """Take a name, or another one.

        Raises:
            NaishiError: It can't be used, is too much like somebody else's, or isn't the first one of late.
        """
        await self.lobby.accounts.rename(self, name)

    async def delete_account(self, account: Account) -> None:
        """Delete the visitor's account: unfinished games are given up, and nobody can come back with it.

        Args:
            account: The account, as it was shown to the visitor.

        Raises:
            NaishiError: The visitor has another one by now, or none.
            SaveNotWrittenError: It couldn't be stored.
        """
        await to_the_end(self.lobby.accounts.delete(self, account))

    @override
    def become(
        self, account: Account, settings: dict[str, Any], news: AccountNews | None = None, *, keep_seats: bool = False
    ) -> None:
        if self.account.id != account.id and self in self.lobby.visitors:  # else they have just left
            self.lobby.everybody.arrive(account.id)
            self.lobby.everybody.depart(self.account.id)
        before = self.account.id
        super().become(account, settings, news, keep_seats=keep_seats)
        if before != account.id:
            self.go_if_banned()

    async def stored(self) -> Account:
        """Return the visitor's account, stored: see `Accounts.stored`."""
        return await self.lobby.accounts.stored(self)

    async def check_pace(self) -> None:
        """Count an analysis, an answer that is judged or an export for the address of the visitor.

        Raises:
            NaishiError: There were many.
        """
        if not await self.lobby.allowances.analyses.take(self.address):
            raise NaishiError(_("There were many requests from your address. Please wait a little."))
