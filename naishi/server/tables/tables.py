"""Open tables, and games that begin from them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from naishi.common.i18n import NaishiError, _, quoted
from naishi.server.accounts.login import Identities
from naishi.server.accounts.people import Company
from naishi.server.accounts.players import Players
from naishi.server.match.match import NAISHI, PLAIN, DealSecret, Match, MatchStage, Terms
from naishi.server.match.participant import check_has_words
from naishi.server.match.store import Matches
from naishi.server.match.storing import Players as Seats
from naishi.server.presence.presence import Account
from naishi.server.ratings.ratings import RatedTables
from naishi.server.tables import open_tables
from naishi.tabletop.chance import DealProof, new_secret
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player, bot_name, numbered_by_seat

MOST_TABLES = 5
"""Tables at which one player may wait at a time."""
MOST_GAMES = 40
"""Unfinished games of one player, tables at which nobody has joined included."""
GUEST_TABLES, GUEST_GAMES = 2, 8
"""The same for a guest: a new one costs nothing."""


@dataclass
class Tables:
    """Brings players together at tables, and with bots."""

    store: open_tables.OpenTables
    matches: Matches
    players: Players
    rated: RatedTables
    challenging: open_tables.Challenging
    company: Company
    identities: Identities
    changed: Callable[[Match], None]
    """Called whenever a table or its game was stored."""

    async def open(self, host: Account, terms: Terms = PLAIN, *, public: bool, challenged: int | None = None) -> Match:
        """Make a table at which a player waits.

        Args:
            challenged: The only player who may sit down there; None for whoever finds it.

        Raises:
            NaishiError: The player waits at too many, or has too many games, or the table can't be rated.
        """
        await self.check_open(host, terms)
        match = await self.store.open(host.id, terms, public=public, challenged=challenged)
        self.changed(match)
        return match

    async def check_open(self, host: Account, terms: Terms) -> None:
        """Make sure that a player may wait at another table; nothing of them has to be stored yet.

        Raises NaishiError: there can't be such a game, the player waits at too many tables, or has too many games.
        """
        check_terms(terms)
        if terms.rated:
            self.rated.check_host(host)
        most = GUEST_TABLES if host.guest else MOST_TABLES
        if await self.matches.lists.count_unfinished(host.id, MatchStage.OPEN) >= most:
            raise NaishiError(_("You are already waiting at {count} tables.").format(count=most))
        await self.check_games(host)

    async def close(self, match: Match, host: Account) -> bool:
        """Remove a host's table where no game has begun; return whether it was still there."""
        closed = await self.store.close(match.id, host.id)
        self.changed(match)
        return closed

    async def join(self, match: Match, player: Account, word: str = "") -> Match:
        """Sit down at a table; who goes first is drawn once all seats are taken.

        Args:
            word: What the player adds to the deal: see `DealProof`.

        Raises:
            NaishiError: It is the player's own, someone else was quicker, or the player has too many games.
        """
        if match.seat_of(player.id) is not None and (match.state is not MatchStage.OPEN or match.host != player.id):
            return match
        await self.check_join(match, player, word)
        if match.game != NAISHI:
            return await self._stored(self.store.sit(match.id, player.id, seating(match)), player)
        if match.rated:
            await self.rated.check_join(match, player)
        return await self._stored(self._fill(match, (await self.players.get(match.host), player), word), player)

    async def check_join(self, match: Match, player: Account, word: str = "") -> None:
        """Make sure that a player may sit down at a table; nothing of them has to be stored yet.

        Raises NaishiError: it is the player's own or gone, they may not play with those who sit there, have too many
        games, or add a word to a deal that can have none.
        """
        if word:
            check_has_words(match)
        if match.host == player.id:
            raise NaishiError(_("This is your own table; someone else has to join."))
        now = [each for each in await self.matches.lists.some([match.id]) if each.state is MatchStage.OPEN]
        if not now:
            raise open_tables.table_is_gone()
        await self.challenging.check_join(now[0], player)
        await self.check_games(player)
        if match.rated:
            self.rated.check_host(player)

    async def leave_live(self, player: int) -> None:
        """Free the seats of a player who has gone at tables for games in one sitting.

        Raises StorageError: it couldn't be stored.
        """
        for match in await self.store.live_seats_of(player):
            with suppress(open_tables.TableError):  # the game has just begun
                self.changed(await self.store.stand_up(match.id, player))

    async def begin(self, match: Match, host: Account, bot: str = "") -> Match:
        """Begin the game at one's own table with those who sit there, without waiting for more.

        Args:
            bot: The kind of the bots that get the empty seats; empty for a game of fewer.

        Raises:
            NaishiError: It isn't one's own or is rated, the game has begun, there are too few, or no such bot.
        """
        self.matches.check_beginning()
        self.check_seat_bot(match, host)
        check_bot(match.game, bot)
        count = len(match.seats) if bot else len(match.seats) - len(match.empty)
        if count not in kind_of(match.game).seats:
            raise _wrong_number(match.game)
        deal = seating(match, bot)
        filling = self._fill(match, (host, bot)) if match.game == NAISHI else self.store.begin(match.id, deal)
        return await self._stored(filling, host)

    async def play_bots(self, player: Account, terms: Terms, bot: str, proof: DealProof | None = None) -> Match:
        """Begin a game against bots, once `check_terms` and `check_bot` have allowed it.

        Args:
            proof: What the deal of a game of Naishi is drawn from, where the player could know what that is committed
                to.

        Raises NaishiError: the player has too many games.
        """
        await self.check_games(player)
        if terms.game == NAISHI:
            game, seats = _dealt((player, bot), terms.expansion, proof)
        else:
            game, seats = seated(terms.game, terms.chosen, [(player.id, player.name)], terms.places, bot)
        match = await self.matches.start(player.id, game, seats, public=True)
        self.changed(match)
        return match

    async def _stored(self, write: Awaitable[Match], player: Account) -> Match:
        match = await write
        self.changed(match)
        seat = match.seat_of(player.id)
        if match.state is not MatchStage.OPEN and seat is not None:
            await self.matches.look(match.id, seat)  # who waited there is no news to whoever sits down
        return match

    def check_seat_bot(self, match: Match, host: Account) -> None:
        """Make sure that a player may give the empty seat of a table to a bot.

        Raises NaishiError: it isn't their own, or it is rated.
        """
        if match.host != host.id:
            raise NaishiError(_("Only the player who made the table can do that."))
        if match.rated:
            raise NaishiError(_("This table is rated, and games against bots aren't. Close it, then play a bot."))

    async def _fill(self, match: Match, players: tuple[Account, Account | str], word: str = "") -> Match:
        def deal(secret: DealSecret | None) -> tuple[Game, Seats]:
            proof = None if secret is None else DealProof.draw(secret.secret, (secret.word, word))
            return _dealt(players, match.expansion, proof)

        return await self.store.fill(match.id, deal)

    async def check_games(self, player: Account) -> None:
        """Make sure that a player may begin another game.

        Raises NaishiError: they have too many that aren't over, or the server stops soon.
        """
        self.matches.check_beginning()
        most = GUEST_GAMES if player.guest else MOST_GAMES
        if await self.matches.lists.count_unfinished(player.id) >= most:
            raise NaishiError(_("You have {count} unfinished games; finish one first.").format(count=most))


def check_terms(terms: Terms) -> None:
    """Make sure that there can be such a game.

    Raises NaishiError: there is no such kind, it isn't for so many players, has no such option, or can't be rated.
    """
    kind = kind_of(terms.game)
    if terms.places not in kind.seats:
        raise _wrong_number(terms.game)
    if terms.rated and terms.game != NAISHI:
        raise NaishiError(_("Only games of Naishi can be rated."))
    rows = kind.option_rows()
    values = {row.name: [value for value, _words in row.offered(at_home=False).values] for row in rows}
    for name, value in terms.chosen.items():
        if value not in values.get(name, ()):
            raise NaishiError(_("{game} has no such option.").format(game=kind.title()))


def is_for(match: Match, terms: Terms, *, rated: bool) -> bool:
    there = match.game, match.control, match.rated, len(match.seats), dict(match.options)
    return there == (terms.game, terms.control, rated, terms.places, dict(terms.chosen))


def check_bot(game: str, bot: str) -> None:
    """Make sure that a kind of game offers a bot; empty for none. Raises NaishiError: it doesn't."""
    if bot and bot not in {level.kind for level in kind_of(game).levels()}:
        raise NaishiError(_("There is no bot called {name}.").format(name=quoted(bot)))


def _wrong_number(game: str) -> NaishiError:
    kind = kind_of(game)
    if len(kind.seats) == 1:
        return NaishiError(_("{game} is for two players.").format(game=kind.title()))
    words = _("{game} is for {fewest} to {most} players.")
    return NaishiError(words.format(game=kind.title(), fewest=kind.seats[0], most=kind.seats[-1]))


def seating(match: Match, bot: str = "") -> open_tables.SeatedDeal:
    """Return what makes the game of a table once it begins; who sits where is drawn, and bots get the empty seats."""
    return lambda sit: seated(match.game, match.options, sit, len(match.seats) if bot else len(sit), bot)


def seated(
    key: str, options: Mapping[str, str], people: Sequence[tuple[int, str]], places: int, bot: str
) -> tuple[Any, Seats]:
    """Return a new game of a kind, and by seat the accounts of those who play, None for a bot."""
    kind = kind_of(key)
    players: list[tuple[int | None, Player]] = [(account, Player(name=name)) for account, name in people]
    usual = next((level.names for level in kind.levels() if level.kind == bot), (bot,))
    while len(players) < places:
        name = bot_name(usual, [player.name for _account, player in players])
        players.append((None, Player(name=name, kind=bot)))
    SystemRandom().shuffle(players)
    undo = "free" if len(people) == 1 else "off"
    game = kind.new(numbered_by_seat([player for _account, player in players]), {**options, "undo": undo})
    return game, tuple(account for account, _player in players)


def _dealt(
    players: tuple[Account, Account | str], expansion: str | None, proof: DealProof | None = None
) -> tuple[Game, Seats]:
    """Deal for two players, of whom a bot is given by its kind; who goes first is drawn.

    Args:
        proof: What is drawn from; by default a secret that nobody has committed to, and that nobody keeps.
    """
    kind = kind_of(NAISHI)
    names = {level.kind: level.player_name for level in kind.levels()}
    both = [
        (each.id, Player(name=each.name))
        if isinstance(each, Account)
        else (None, Player(name=names.get(each, each), kind=each))
        for each in players
    ]
    drawn = proof or DealProof.draw(new_secret())
    if drawn.host:
        both.reverse()
    (first, one), (second, other) = both
    options = {"undo": "free" if None in {first, second} else "off", "expansion": expansion}
    return kind.new((one, other), options, drawn.seed, proof=proof), (first, second)


def check_has_begun(match: Match) -> None:
    """Make sure that one can go to a match. Raises NaishiError: the game has not begun."""
    if match.state is MatchStage.OPEN:
        words = _("The game has not begun: seats are empty.")
        raise NaishiError(words if len(match.seats) - len(match.empty) > 1 else _("Nobody has joined this table yet."))
