"""Tournaments of a server: made, filled, begun."""

import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from sqlalchemy import Connection

from naishi.common.i18n import NaishiError, _, letters, naming_nearest
from naishi.server.accounts.accounts import Accounts
from naishi.server.accounts.login import Login
from naishi.server.database.codes import meanings
from naishi.server.database.database import Database
from naishi.server.database.names import PUNCTUATION
from naishi.server.match.match import NAISHI, Match, MatchStage
from naishi.server.match.store import Matches
from naishi.server.match.words import check_control
from naishi.server.presence.presence import Account
from naishi.server.tables.open_tables import Challenging
from naishi.server.tournaments import store
from naishi.server.tournaments.tournament import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Kind,
    Setup,
    Tournament,
    TournamentPage,
    most_rounds,
)
from naishi.sessions.session import Revisions
from naishi.tabletop.chance import read_word

MOST_MADE = 2
"""Unfinished tournaments that one player can have made."""
MOST_JOINED, GUEST_JOINED = 5, 2
"""Those in which one can play at a time, and a guest."""
MOST_ROUNDS = 15
"""Of a Swiss of 32 players; for more rounds there is the round robin."""
NAME_COLUMNS = 30
"""How wide the name of a tournament may be on a terminal."""
MOST_KEPT = 64
"""Pages that are kept in memory until something has changed."""


class Tournaments:
    """The tournaments of a server: their lists, kept until something changes, and their rounds, begun when due.

    Args:
        resign: Gives up the game of a player in a match.
        began: Called with each match that has begun.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        matches: Matches,
        challenging: Challenging,
        resign: Callable[[str, int], Awaitable[None]],
        began: Callable[[Match], None],
    ) -> None:
        self.database, self.clock, self.matches, self.challenging = database, clock, matches, challenging
        self.resign, self._began = resign, began
        self.changes = Revisions()
        self._public: Sequence[Tournament] | None = None
        self._pages: dict[str, TournamentPage] = {}
        """What was read since the last change, for everybody."""

    async def look(self) -> None:
        """Begin the next round wherever all games of a round are over.

        No timer decides anything: this is called when a game has ended, by visitors who look at tournaments, and by the
        sweep of the server, and finds the same whenever that is.
        """
        try:
            self.matches.check_beginning()
        except NaishiError:  # the round begins once the server is back
            return
        if due := await self.database.read(store.due):
            await self.change(lambda db: [match for each in due for match in store.go_on(db, each, self.clock())])

    async def change(self, change: Callable[[Connection], Sequence[str]]) -> None:
        """Change something, and tell of the matches that have begun by that, which `change` returns."""
        begun = await self.database.write(change)
        self.changed()
        for match in begun:
            self._began(await self.matches.get(match))

    async def public(self) -> Sequence[Tournament]:
        if self._public is None:
            await self.look()
            revision, found = self.changes.newest, await self.database.read(store.public)
            if revision == self.changes.newest:
                self._public = found
            return found
        return self._public

    async def of(self, player: Account) -> Sequence[Tournament]:
        return await self.database.read(lambda db: store.of_player(db, player.id)) if player.stored else ()

    async def find(self, word: str) -> Tournament | None:
        return await self.database.read(lambda db: store.find(db, word))

    async def page(self, tournament: str) -> TournamentPage:
        if (page := self._pages.get(tournament)) is None:
            await self.look()
            revision = self.changes.newest
            page = await self.database.read(lambda db: store.page(db, tournament))
            if revision == self.changes.newest:
                self._pages[tournament] = page
                if len(self._pages) > MOST_KEPT:
                    del self._pages[next(iter(self._pages))]
        return page

    def changed(self) -> None:
        self._public = None
        self._pages.clear()
        self.changes.bump()


def _check_joined(db: Connection, player: Account) -> None:
    most = GUEST_JOINED if player.guest else MOST_JOINED
    if store.count_joined(db, player.id) >= most:
        raise NaishiError(_("You play in {count} tournaments already; finish one first.").format(count=most))


def can_begin(tournament: Tournament, player: int) -> bool:
    enough = tournament.count >= FEWEST_PLAYERS
    return tournament.state is MatchStage.OPEN and enough and tournament.host == player


def clean_title(name: str) -> str:
    """Return the name of a tournament as it may be shown: letters, numbers, and a little punctuation.

    Raises NaishiError: it can't be; the text says why.
    """
    clean = " ".join(letters(name[:200]).split())
    wide = sum(2 if unicodedata.east_asian_width(each) in {"W", "F"} else 1 for each in clean)
    if not any(unicodedata.category(each)[0] == "L" for each in clean):
        raise NaishiError(_("A tournament needs a name."))
    if wide > NAME_COLUMNS:
        raise NaishiError(_("A name can be at most {count} columns wide.").format(count=NAME_COLUMNS))
    if any(unicodedata.category(each)[0] not in "LMN" and each not in PUNCTUATION for each in clean):
        raise NaishiError(_("A name can contain letters, digits, spaces and - _ . '"))
    return clean


def check_game(game: str) -> None:
    """Make sure that there are tournaments of a game. Raises NaishiError: there are none."""
    if game != NAISHI:
        raise NaishiError(_("Tournaments are for games of Naishi."))


def _check(setup: Setup) -> None:
    """Make sure that a tournament may be as it was chosen. Raises NaishiError: it may not."""
    clean_title(setup.name)
    check_game(setup.terms.game)
    check_control(setup.terms.control or "?")
    if not FEWEST_PLAYERS <= setup.places <= MOST_PLAYERS:
        words = _("A tournament has room for {fewest} to {most} players.")
        raise NaishiError(words.format(fewest=FEWEST_PLAYERS, most=MOST_PLAYERS))
    if setup.rounds is not None and not 1 <= setup.rounds <= MOST_ROUNDS:
        raise NaishiError(_("A Swiss tournament has 1 to {most} rounds.").format(most=MOST_ROUNDS))
    if setup.kind is Kind.SWISS and (setup.rounds or 1) > (most := most_rounds(setup.places)):
        raise NaishiError(
            _("The most rounds for that many players ({players}): {most}.").format(players=setup.places, most=most)
        )


class TournamentActions:
    """The tournaments of a place as one person sees them, and what that person does there.

    All of it raises a NaishiError with the reason where it can't be done.

    Args:
        accounts: Store those who have none yet, and count what comes from an address.
    """

    def __init__(self, tournaments: Tournaments, accounts: Accounts, login: Login) -> None:
        self.login, self._all, self._accounts = login, tournaments, accounts

    def changes(self) -> AsyncIterator[int]:
        return self._all.changes.since(self._all.changes.newest)

    def check_maker(self) -> None:
        """Make sure that the visitor can make tournaments at all: a guest can't."""
        if self.login.account.guest:
            raise NaishiError(_("Only players with a key can make tournaments; as a guest, you can join one."))

    async def mine(self) -> Sequence[Tournament]:
        return await self._all.of(self.login.account)

    async def others(self) -> Sequence[Tournament]:
        """List the other ones that everybody sees: first those that can be joined, last those that are over."""
        mine = {each.id for each in await self.mine()}
        return [each for each in await self._all.public() if each.id not in mine]

    async def match(self, match_id: str) -> Match:
        return await self._all.matches.get(match_id)

    async def page(self, tournament: str) -> TournamentPage:
        return await self._all.page(tournament)

    async def find(self, text: str) -> Tournament:
        """Find a tournament by the beginning of its id or of its name, or by the word of an invitation."""
        typed = text.strip().casefold()
        listed = [*await self.mine(), *await self.others()]
        named = [each for each in listed if typed and each.setup.name.casefold().startswith(typed)]
        exact = [each for each in listed if each.id == typed or each.setup.name.casefold() == typed]
        found = exact or named or [each for each in listed if typed and each.id.startswith(typed)]
        if len(found) > 1:
            raise NaishiError(_("There is more than one tournament of that name. Say its ID; tournament lists them."))
        if found:
            return found[0]
        try:
            return await self._by_word(typed)
        except NaishiError as error:
            names = {each.setup.name.casefold(): each.setup.name for each in listed}
            raise naming_nearest(error, [typed], names) from None

    async def word_for(self, made: Tournament) -> str:
        """Return by what others find a tournament: its name, its id where others have that name, or its word."""
        if not made.setup.public:
            return made.invite
        name = made.setup.name
        listed = [*await self.mine(), *await self.others()]
        same = [each for each in listed if each.setup.name.casefold() == name.casefold()]
        return made.id if len(same) > 1 else name

    async def _by_word(self, word: str) -> Tournament:
        allowances, who = self._accounts.allowances, self.login.counted_as
        if may_be_guessed := bool(meanings(word)):
            await allowances.tries.check(who)
        if (found := await self._all.find(word)) is not None:
            return found
        if may_be_guessed:
            await allowances.tries.record_wrong(who)
        raise NaishiError(_("There is no such tournament."))

    async def make(self, setup: Setup) -> Tournament:
        """Make a tournament, in which the visitor plays."""
        setup = replace(setup, name=clean_title(setup.name))
        self.check_maker()
        _check(setup)
        await self._check_make(setup)  # before anything of the visitor is stored, and again for whoever that is then
        async with self._counted():
            host = await self._accounts.stored(self.login)
            await self._check_make(setup)
            made = await self._all.database.write(lambda db: store.make(db, host.id, setup, self._all.clock()))
        self._all.changed()
        return made

    async def _check_make(self, setup: Setup) -> None:
        host = self.login.account

        def check(db: Connection) -> None:
            store.check_name(db, setup)
            if store.count_made(db, host.id) >= MOST_MADE:
                raise NaishiError(_("You have {count} tournaments that aren't over yet.").format(count=MOST_MADE))
            _check_joined(db, host)

        await self._all.database.read(check)

    async def join(self, tournament: Tournament) -> None:
        await self._check_join(tournament)
        async with self._counted():
            player = await self._accounts.stored(self.login)
            await self._check_join(tournament)
            await self._all.change(lambda db: store.join(db, tournament.id, player.id, self._all.clock()))

    async def _check_join(self, tournament: Tournament) -> None:
        player = self.login.account
        if tournament.setup.terms.rated and player.guest:
            raise NaishiError(_("Rated games are for players with a key; you are a guest."))
        if await self._all.challenging.has_blocked(tournament.host, player.id):
            raise NaishiError(_("You can't join this tournament."))

        def check(db: Connection) -> None:
            store.joinable(db, tournament.id, player.id)
            _check_joined(db, player)

        await self._all.database.read(check)

    async def mix(self, tournament: Tournament, word: str) -> None:
        """Add a word of the visitor's to the deal of their game in the round after the one shown: see `DealProof`."""
        me, round_, checked = self.login.account.id, tournament.round + 1, read_word(word)
        await self._all.database.write(lambda db: store.give_word(db, tournament.id, me, round_, checked))

    async def leave(self, tournament: Tournament) -> None:
        """Be in a tournament no more; once it has begun, the game at hand and what is left of it are lost."""
        me, database = self.login.account.id, self._all.database
        page = await database.read(lambda db: store.page(db, tournament.id))
        begun = tournament.state is not MatchStage.OPEN
        await database.write(lambda db: store.leave(db, tournament.id, me, begun=begun))
        if (entry := page.entry_of(me)) is not None:
            for game in page.games:
                if game.match is not None and game.played.scores is None and entry.number in game.played.pairing:
                    await self._all.resign(game.match, me)
        self._all.changed()
        await self._all.look()

    async def begin(self, tournament: Tournament) -> None:
        self._all.matches.check_beginning()
        if tournament.host != self.login.account.id:
            raise NaishiError(_("Only the player who made a tournament can start it."))
        await self._all.change(lambda db: store.begin(db, tournament.id, self._all.clock()))

    async def close(self, tournament: Tournament) -> None:
        me = self.login.account.id
        if not await self._all.database.write(lambda db: store.close(db, tournament.id, me)):
            raise NaishiError(_("Only the player who made a tournament can close it, and only before it begins."))
        self._all.changed()

    def _counted(self) -> AbstractAsyncContextManager[None]:
        refusal = _("That is very often. Please wait a little.")
        return self._accounts.allowances.games.counted(self.login.address, refusal)
