"""Tables and bot games of one person."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, suppress

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.accounts.accounts import Accounts
from naishi.server.accounts.login import Login
from naishi.server.match.clock import is_live
from naishi.server.match.match import PLAIN, Match, Terms
from naishi.server.match.participant import check_has_words
from naishi.server.match.rows import NAISHI
from naishi.server.match.words import check_control
from naishi.server.presence.presence import Account
from naishi.server.tables.open_tables import table_is_gone
from naishi.server.tables.public_lists import CONTROL, Pairing
from naishi.server.tables.tables import Tables, check_bot, check_terms
from naishi.tabletop.commitments import DealProof, check_word, commitment_to, new_secret, read_word


class TableActions:
    """What one person does about tables, by whatever door they came in: refused first, counted and stored after.

    Args:
        pairing: Finds opponents.
        accounts: Store those who have none yet, and count what comes from an address.
    """

    def __init__(self, tables: Tables, pairing: Pairing, accounts: Accounts, login: Login) -> None:
        self._tables, self._pairing, self._accounts, self._login = tables, pairing, accounts, login
        self.bot_deal = BotDeal()
        """The deal of the next game against a bot."""

    async def open(self, terms: Terms = PLAIN, *, public: bool) -> Match:
        """Make a table at which the visitor waits.

        Raises NaishiError: there are too many, or there is no such clock.
        """
        check_control(terms.control)
        await self._tables.check_open(self._login.account, terms)
        async with self._counted():
            return await self._tables.open(await self._stored(), terms, public=public)

    async def challenge(self, name: str, terms: Terms = PLAIN) -> Match:
        """Make a table at which the visitor waits for one player.

        Raises:
            NaishiError: There is none of that name, the two may not play, there are too many tables, or no such clock.
        """
        check_control(terms.control)
        await self._tables.check_challenge(self._login.account, name, terms)
        async with self._counted():
            return await self._tables.challenge(await self._stored(), name, terms)

    async def pair(self, terms: Terms | None = None) -> Match:
        """Sit down with the player nearest in rating who waits; else wait at a public table until someone is near.

        Args:
            terms: What the visitor wants to play, with a clock of minutes; by default the base game, rated for
                whoever has a key.

        Raises:
            NaishiError: There are too many tables or games, or no such clock, or the clock isn't one of minutes.
        """
        account, pairing = self._login.account, self._pairing
        terms = terms or Terms(control=CONTROL, rated=not account.guest)
        check_control(terms.control)
        if not is_live(terms.control):
            raise NaishiError(_("Players are paired for games with a clock of minutes, such as 10+5."))
        await self._tables.check_open(account, terms)
        standing = await self._tables.rated.ratings.of(account.id) if account.stored else None
        for table in await pairing.find(account, standing, terms):
            with suppress(NaishiError):  # someone was quicker, or they may not play each other
                return await self.join(table)
        match = await self.open(terms, public=True)
        pairing.begin(self._login.account, match, terms)
        return match

    async def close(self, match: Match) -> None:
        """Remove a table of the visitor's own where no game has begun, or one that was made for the visitor.

        Of a table of someone else's, the visitor's seat is free again.

        Raises:
            NaishiError: The game has just begun, or the table is gone or someone else's.
        """
        tables, me = self._tables, self._login.account
        if match.challenged == me.id:
            await tables.decline(match, me)
        elif match.host != me.id and match.seat_of(me.id) is not None:
            await tables.leave(match, me)
        elif not await tables.close(match, me):
            raise table_is_gone()

    async def begin(self, match: Match, bot: str = "") -> Match:
        """Begin the game at the visitor's own table without waiting for more.

        Args:
            bot: The kind of the bots that get the empty seats; empty for a game of those who sit there.

        Raises:
            NaishiError: It isn't the visitor's own or is rated, there are too few, or no such bot.
        """
        self._tables.check_begin(match, self._login.account, bot)
        return await self._tables.begin(match, self._login.account, bot)

    async def play_bots(self, terms: Terms, bot: str) -> Match:
        """Begin a game of any kind against bots; of Naishi, with the deal that a word may have been added to.

        Raises NaishiError: there can't be such a game, there is no such bot, or there are too many games.
        """
        tables = self._tables
        check_terms(terms)
        check_bot(terms.game, bot)
        if terms.game == NAISHI:
            return await self.play_bot(bot, expansion=terms.expansion)
        await tables.check_games(self._login.account)
        async with self._counted():
            return await tables.play_bots(await self._stored(), terms, bot)

    async def join(self, match: Match, word: str = "") -> Match:
        """Sit down at a table, with a word of one's own for the deal if one likes.

        Raises NaishiError: it is the visitor's own, someone else was quicker, or the visitor has too many games.
        """
        word = check_word(word)
        if not self._login.account.stored:
            await self._tables.check_join(match, self._login.account, word)
        return await self._tables.join(match, await self._stored(), word)

    async def commitment(self, table: Match) -> str:
        """Return what the deal of an open table is committed to: see `OpenTables.commitment`."""
        return await self._tables.store.commitment(table.id)

    async def give_word(self, table: Match, word: str) -> None:
        """Add a word to the deal of one's own table: see `DealProof`.

        Raises NaishiError: it isn't plain ASCII or too long, the deal can have none, or the table isn't one's own or
        not open any more.
        """
        check_has_words(table)
        await self._tables.store.give_word(table.id, self._login.account.id, read_word(word))

    async def play_bot(self, kind: str, table: Match | None = None, *, expansion: str | None = None) -> Match:
        """Begin a game against a bot, or give it the empty seat of one's own table.

        Args:
            table: One's own; None for a new game.
            expansion: The module that a new game is played with; a table has its own.

        Raises:
            NaishiError: There are too many, or someone has just joined.
        """
        tables, login = self._tables, self._login
        if table is not None:
            tables.check_seat_bot(table, login.account)
            async with self._counted():
                return await tables.seat_bot(table, login.account, kind)
        await tables.check_games(login.account)
        deal, self.bot_deal = self.bot_deal, BotDeal()
        try:
            async with self._counted():
                return await tables.play_bot(await self._stored(), kind, expansion, deal.proof())
        except NaishiError:
            self.bot_deal = deal
            raise

    async def _stored(self) -> Account:
        return await self._accounts.stored(self._login)

    def _counted(self) -> AbstractAsyncContextManager[None]:
        refusal = _("There were many new games from your address. Please wait a little.")
        return self._accounts.allowances.games.counted(self._login.address, refusal)


class BotDeal:
    """The secret of a game against a bot, which is committed to before the visitor adds a word.

    It belongs to one visit: the commitment is shown there and kept nowhere else, and the next visit has another one.
    """

    def __init__(self) -> None:
        self._secret, self._word = new_secret(), ""

    @property
    def commitment(self) -> str:
        return commitment_to(self._secret)

    def add(self, word: str) -> None:
        """Add a word of the visitor's; another one takes its place.

        Raises NaishiError: it isn't plain ASCII, or too long, or empty.
        """
        self._word = read_word(word)

    def proof(self) -> DealProof:
        return DealProof.draw(self._secret, (self._word, ""))
