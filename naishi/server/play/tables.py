"""Tables at which somebody waits, and the games that begin there or against a bot at once."""

from __future__ import annotations

from collections.abc import Callable

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.bot_names import player_name
from naishi.games.naishi.game.deal_proof import DealProof
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import GameRecord, Options
from naishi.games.naishi.rules.expansion import Module
from naishi.server.play.account_news import AccountEvent, AccountNews
from naishi.server.play.challenging import Challenging
from naishi.server.play.identities import Identities
from naishi.server.play.people import Company
from naishi.server.play.rated_tables import RatedTables
from naishi.server.storage.deal_secrets import DealSecret
from naishi.server.storage.match import Match, MatchState
from naishi.server.storage.matches import Matches
from naishi.server.storage.open_tables import table_is_gone
from naishi.server.storage.players import Account, Players
from naishi.server.storage.terms import PLAIN, Terms
from naishi.tabletop.commitments import new_secret
from naishi.tabletop.players import Player

MOST_TABLES = 5
"""Tables at which one player may wait at a time."""
MOST_GAMES = 40
"""Unfinished games of one player, tables at which nobody has joined included."""
GUEST_TABLES, GUEST_GAMES = 2, 8
"""The same for a guest: a new one costs nothing."""


class Tables:
    """Brings players together: at tables, by challenges, and with bots."""

    def __init__(
        self,
        matches: Matches,
        players: Players,
        rated: RatedTables,
        challenging: Challenging,
        company: Company,
        identities: Identities,
        changed: Callable[[Match], None],
    ) -> None:
        """Begin.

        Args:
            matches: Where matches are stored.
            players: Where accounts are.
            rated: Who may sit down at a rated table.
            challenging: Who may challenge whom.
            company: Finds players by their names.
            identities: Tells players what is new for them.
            changed: Called whenever a table or its game was stored.
        """
        self._matches = matches
        self._players = players
        self._rated = rated
        self._challenging = challenging
        self._company = company
        self._identities = identities
        self._changed = changed

    async def open(self, host: Account, terms: Terms = PLAIN, *, public: bool, challenged: int | None = None) -> Match:
        """Make a table at which a player waits.

        Args:
            host: Who waits.
            terms: What the game there is agreed to be.
            public: Whether everybody sees it.
            challenged: The only player who may sit down there; None for whoever finds it.

        Raises:
            NaishiError: The player waits at too many, or has too many games, or the table can't be rated.
        """
        await self.check_open(host, terms)
        match = await self._matches.tables.open(host.id, terms, public=public, challenged=challenged)
        self._changed(match)
        return match

    async def check_open(self, host: Account, terms: Terms) -> None:
        """Make sure that a player may wait at another table; nothing of them has to be stored yet.

        Raises:
            NaishiError: The player waits at too many, or has too many games, or the table can't be rated.
        """
        if terms.rated:
            self._rated.check_host(host)
        most = GUEST_TABLES if host.guest else MOST_TABLES
        if await self._matches.lists.count_unfinished(host.id, MatchState.OPEN) >= most:
            raise NaishiError(_("You are already waiting at {count} tables.").format(count=most))
        await self.check_games(host)

    async def challenge(self, host: Account, name: str, terms: Terms = PLAIN) -> Match:
        """Make a table at which a player waits for another one, and nobody else finds.

        Raises:
            NaishiError: There is none of that name, the two may not play, or the player waits at too many tables.
        """
        other = await self.check_challenge(host, name, terms)
        match = await self.open(host, terms, public=False, challenged=other.id)
        self._identities.account_changed(other.id, AccountNews(AccountEvent.CHALLENGED, host.name))
        return match

    async def check_challenge(self, host: Account, name: str, terms: Terms) -> Account:
        """Return the player of a name, whom another one may challenge.

        Raises:
            NaishiError: There is none of that name, the two may not play, or the player waits at too many tables.
        """
        other = await self._company.find(name)
        await self._challenging.check(host, other, rated=terms.rated)
        await self.check_open(host, terms)
        return other

    async def decline(self, match: Match, player: Account) -> None:
        """Close a table that was made for a player, who doesn't want to sit down there."""
        await self._challenging.decline(match, player)
        self._identities.account_changed(match.host, AccountNews(AccountEvent.DECLINED, player.name))

    async def close(self, match: Match, host: Account) -> None:
        """Remove a table at which nobody has joined."""
        await self._matches.tables.close(match.id, host.id)
        self._changed(match)

    async def join(self, match: Match, player: Account, word: str = "") -> Match:
        """Sit down at a table; who goes first is drawn.

        Args:
            match: The table.
            player: Who sits down.
            word: What the player adds to the deal: see `DealProof`.

        Raises:
            NaishiError: It is the player's own, somebody else was quicker, or the player has too many games.
        """
        if match.seat_of(player.id) is not None and match.state is not MatchState.OPEN:
            return match
        await self.check_join(match, player)
        if match.rated:
            await self._rated.check_join(match, player)
        filled = await self._fill(match, (await self._players.get(match.host), player), word)
        if (seat := filled.seat_of(player.id)) is not None:
            await self._matches.look(filled.id, seat)  # who waited there is no news to whoever sits down
        return filled

    async def check_join(self, match: Match, player: Account) -> None:
        """Make sure that a player may sit down at a table; nothing of them has to be stored yet.

        Raises:
            NaishiError: It is the player's own or gone, the two may not play, or the player has too many games.
        """
        if match.host == player.id:
            raise NaishiError(_("This is your own table; someone else has to join."))
        if not any(each.state is MatchState.OPEN for each in await self._matches.lists.some([match.id])):
            raise table_is_gone()
        await self._challenging.check_join(match, player)
        await self.check_games(player)
        if match.rated:
            self._rated.check_host(player)

    async def seat_bot(self, match: Match, host: Account, kind: str) -> Match:
        """Give the empty seat of one's own table to a bot.

        Raises:
            NaishiError: It isn't one's own, or somebody has just joined.
        """
        self.check_seat_bot(match, host)
        return await self._fill(match, (host, kind))

    def check_seat_bot(self, match: Match, host: Account) -> None:
        """Make sure that a player may give the empty seat of a table to a bot.

        Raises:
            NaishiError: It isn't their own, or it is rated.
        """
        if match.host != host.id:
            raise NaishiError(_("Only the player who made the table can do that."))
        if match.rated:
            raise NaishiError(_("This table is rated, and games against bots aren't. Close it, then play a bot."))

    async def play_bot(
        self, player: Account, kind: str, expansion: Module | None = None, proof: DealProof | None = None
    ) -> Match:
        """Begin a game against a bot.

        Args:
            player: Who plays it.
            kind: Of the bot.
            expansion: The module that is played with.
            proof: What the deal is drawn from, where the player could know what that is committed to.

        Raises:
            NaishiError: The player has too many games.
        """
        await self.check_games(player)
        seats, game = _dealt((player, kind), expansion, proof)
        match = await self._matches.start(player.id, game, seats, public=True)
        self._changed(match)
        return match

    async def _fill(self, match: Match, players: tuple[Account, Account | str], word: str = "") -> Match:
        def deal(secret: DealSecret | None) -> tuple[Game, tuple[int | None, int | None]]:
            proof = None if secret is None else DealProof.draw(secret.secret, (secret.word, word))
            seats, game = _dealt(players, match.expansion, proof)
            return game, seats

        filled = await self._matches.tables.fill(match.id, deal)
        self._changed(filled)
        return filled

    async def check_games(self, player: Account) -> None:
        """Make sure that a player may begin another game.

        Raises:
            NaishiError: They have too many that aren't over.
        """
        most = GUEST_GAMES if player.guest else MOST_GAMES
        if await self._matches.lists.count_unfinished(player.id) >= most:
            raise NaishiError(_("You have {count} unfinished games; finish one first.").format(count=most))


def _dealt(
    players: tuple[Account, Account | str], expansion: Module | None, proof: DealProof | None = None
) -> tuple[tuple[int | None, int | None], Game]:
    """Deal for two players, of whom a bot is given by its kind; who goes first is drawn.

    Args:
        players: Whoever made the table, and the other one.
        expansion: The module that is played with.
        proof: What is drawn from; by default a secret that nobody has committed to, and that nobody keeps.
    """
    both = [
        (each.id, Player(name=each.name))
        if isinstance(each, Account)
        else (None, Player(name=player_name(each), kind=each))
        for each in players
    ]
    drawn = proof or DealProof.draw(new_secret())
    if drawn.host:
        both.reverse()
    (first, one), (second, other) = both
    against_bot = None in {first, second}
    options = Options(undo="free" if against_bot else "off", expansion=expansion)
    record = GameRecord(players=(one, other), options=options, deal=drawn.deal(expansion), proof=proof)
    return (first, second), Game(record)
