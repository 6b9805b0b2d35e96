"""Tournaments as one person takes part in them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.common.nearest import naming_nearest
from naishi.server.accounts.accounts import Accounts
from naishi.server.accounts.login import Login
from naishi.server.database.codes import meanings
from naishi.server.match.match import Match
from naishi.server.tournaments.service import Tournaments, clean_title
from naishi.server.tournaments.tournament import Setup, Tournament, TournamentPage
from naishi.tabletop.commitments import read_word


class TournamentActions:
    """The tournaments of a place as one person sees them, and what that person does there."""

    def __init__(self, tournaments: Tournaments, accounts: Accounts, login: Login) -> None:
        """Act for whoever is at a terminal by then.

        Args:
            tournaments: All of them.
            accounts: Store those who have none yet, and count what comes from an address.
            login: Who is at the terminal.
        """
        self.login, self._all, self._accounts = login, tournaments, accounts

    def changes(self) -> AsyncIterator[int]:
        """Yield whenever what there is to read of tournaments may have changed since this was called."""
        return self._all.changes.since(self._all.changes.newest)

    def check_maker(self) -> None:
        """Make sure that the visitor can make tournaments at all.

        Raises:
            NaishiError: They are a guest.
        """
        self._all.check_maker(self.login.account)

    async def mine(self) -> Sequence[Tournament]:
        """List those that the visitor has made or plays in."""
        return await self._all.of(self.login.account)

    async def others(self) -> Sequence[Tournament]:
        """List the other ones that everybody sees: first those that can be joined, last those that are over."""
        mine = {each.id for each in await self.mine()}
        return [each for each in await self._all.public() if each.id not in mine]

    async def match(self, match_id: str) -> Match:
        """Return a game of a tournament.

        Raises:
            NaishiError: It is gone.
        """
        return await self._all.matches.get(match_id)

    async def page(self, tournament: str) -> TournamentPage:
        """Return all there is to read of a tournament.

        Raises:
            NaishiError: It is gone.
        """
        return await self._all.page(tournament)

    async def find(self, text: str) -> Tournament:
        """Find a tournament by the beginning of its id or of its name, or by the word of an invitation.

        Raises:
            NaishiError: There is none (the text names the nearest), or more than one, or too many words were tried.
        """
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
        """Make a tournament, in which the visitor plays.

        Raises:
            NaishiError: They can't; the text says why.
        """
        setup = replace(setup, name=clean_title(setup.name))
        await self._all.check_make(self.login.account, setup)
        async with self._counted():
            return await self._all.make(await self._accounts.stored(self.login), setup)

    async def join(self, tournament: Tournament) -> None:
        """Play in a tournament.

        Raises:
            NaishiError: The visitor can't; the text says why.
        """
        await self._all.check_join(tournament, self.login.account)
        async with self._counted():
            await self._all.join(tournament, await self._accounts.stored(self.login))

    async def mix(self, tournament: Tournament, word: str) -> None:
        """Add a word of the visitor's to the deal of their game in the next round: see `DealProof`.

        Raises:
            NaishiError: It isn't plain ASCII or too long, they don't play in it, or the round has begun.
        """
        await self._all.give_word(tournament, self.login.account, read_word(word))

    async def leave(self, tournament: Tournament) -> None:
        """Be in a tournament no more; once it has begun, what is left of it is lost.

        Raises:
            NaishiError: The visitor isn't in it, it is over, or it has begun since it was shown.
        """
        await self._all.leave(tournament, self.login.account)

    async def begin(self, tournament: Tournament) -> None:
        """Have a tournament of the visitor's own begin.

        Raises:
            NaishiError: It can't.
        """
        await self._all.begin(tournament, self.login.account)

    async def close(self, tournament: Tournament) -> None:
        """Remove a tournament of the visitor's own that has not begun.

        Raises:
            NaishiError: It isn't, or it has.
        """
        await self._all.close(tournament, self.login.account)

    def _counted(self) -> AbstractAsyncContextManager[None]:
        """Count what costs the place something, as games and tables are counted."""
        games, refusal = self._accounts.allowances.games, _("That is very often. Please wait a little.")
        return games.counted(self.login.address, refusal)
