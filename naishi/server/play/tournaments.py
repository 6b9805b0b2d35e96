"""Tournaments of a server, and their texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable, Iterator, Sequence

from naishi.common.errors import NaishiError
from naishi.common.formats import listed, number
from naishi.common.i18n import _, ngettext, pgettext
from naishi.server.match.words import check_control, control_in_words
from naishi.server.play import rating_text
from naishi.server.play.challenging import Challenging
from naishi.server.storage.account import Account
from naishi.server.storage.match import Match, MatchStage
from naishi.server.storage.matches import Matches
from naishi.server.storage.names import PUNCTUATION
from naishi.server.storage.rows import NAISHI
from naishi.server.storage.tournament import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Entry,
    Setup,
    Tournament,
    TournamentGame,
    TournamentPage,
)
from naishi.server.storage.tournaments import StoredTournaments
from naishi.server.tournament.standings import Kind, Row
from naishi.server.tournament.swiss import most_rounds
from naishi.sessions.session import Revisions
from naishi.tabletop.kinds import options_in_words
from naishi.tabletop.players import letters

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
    """Makes and fills tournaments, and has their rounds begin."""

    def __init__(
        self,
        stored: StoredTournaments,
        matches: Matches,
        challenging: Challenging,
        resign: Callable[[str, int], Awaitable[None]],
        began: Callable[[Match], None],
    ) -> None:
        """Connect tournaments to what they use.

        Args:
            stored: The tournaments.
            matches: Their games.
            challenging: Knows who doesn't want to play whom.
            resign: Gives up a game for a player.
            began: Called with each match that has begun.
        """
        self._stored, self.matches, self._challenging = stored, matches, challenging
        self._resign, self._began = resign, began
        self.changes = Revisions()
        """Counts the changes of what there is to read of tournaments."""
        self._public: Sequence[Tournament] | None = None
        self._pages: dict[str, TournamentPage] = {}
        """What was read since the last change, for everybody."""

    def check_maker(self, host: Account) -> None:
        """Check that a player can make tournaments at all.

        Raises:
            NaishiError: They are a guest.
        """
        if host.guest:
            raise NaishiError(_("Only players with a key can make tournaments; as a guest, you can join one."))

    async def make(self, host: Account, setup: Setup) -> Tournament:
        """Make a tournament, in which its maker plays.

        Raises:
            NaishiError: The maker is a guest or has made enough, or what was chosen can't be.
        """
        await self.check_make(host, setup)
        made = await self._stored.make(host.id, setup)
        self.changed()
        return made

    async def check_make(self, host: Account, setup: Setup) -> None:
        """Check that a player may make a tournament, before anything of them is stored.

        Raises:
            NaishiError: They are a guest or have made enough, or what was chosen can't be.
        """
        self.check_maker(host)
        _check(setup)
        if await self._stored.count_made(host.id) >= MOST_MADE:
            raise NaishiError(_("You have {count} tournaments that aren't over yet.").format(count=MOST_MADE))
        await self._check_joined(host)

    async def join(self, tournament: Tournament, player: Account) -> None:
        """Enter a player for a tournament.

        Raises:
            NaishiError: They can't; the text says why.
        """
        await self.check_join(tournament, player)
        await self._tell(await self._stored.join(tournament.id, player.id))

    async def check_join(self, tournament: Tournament, player: Account) -> None:
        """Check that a player may enter a tournament, before anything of them is stored.

        Raises:
            NaishiError: They can't; the text says why.
        """
        if tournament.setup.terms.rated and player.guest:
            raise NaishiError(_("Rated games are for players with a key; you are a guest."))
        owner = tournament.host
        if await self._challenging.has_blocked(owner, player.id):
            raise NaishiError(_("You can't join this tournament."))
        await self._stored.check_join(tournament.id, player.id)
        await self._check_joined(player)

    async def give_word(self, tournament: Tournament, player: Account, word: str) -> None:
        """Store a player's words for the deal of their game in the round after the one that is shown.

        Raises:
            NaishiError: They don't play in it, or that round has begun, or the tournament is gone.
        """
        await self._stored.give_word(tournament.id, player.id, tournament.round + 1, word)

    async def leave(self, tournament: Tournament, player: Account) -> None:
        """Withdraw a player from a tournament; once it has begun, they lose the game at hand.

        Args:
            tournament: As it was shown to them.
            player: Who leaves.

        Raises:
            NaishiError: They aren't in it, it is over, or it has begun since it was shown.
        """
        page = await self._stored.page(tournament.id)
        await self._stored.leave(tournament.id, player.id, begun=tournament.state is not MatchStage.OPEN)
        if (entry := page.entry_of(player.id)) is not None:
            for game in page.games:
                if game.match is not None and game.played.scores is None and entry.number in game.played.pairing:
                    await self._resign(game.match, player.id)
        self.changed()
        await self.look()

    async def close(self, tournament: Tournament, host: Account) -> None:
        """Remove a tournament of one's own that has not begun.

        Raises:
            NaishiError: It isn't, or it has.
        """
        if not await self._stored.close(tournament.id, host.id):
            raise NaishiError(_("Only the player who made a tournament can close it, and only before it begins."))
        self.changed()

    async def begin(self, tournament: Tournament, host: Account) -> None:
        """Have a tournament of one's own begin.

        Raises:
            NaishiError: It isn't, has begun already, or too few have joined.
        """
        self.matches.check_beginning()
        if tournament.host != host.id:
            raise NaishiError(_("Only the player who made a tournament can start it."))
        await self._tell(await self._stored.begin(tournament.id))

    async def look(self) -> None:
        """Begin the next round wherever all games of a round are over.

        No timer decides anything: this is called when a game has ended, by visitors who look at tournaments, and by the
        sweep of the server, and finds the same whenever that is.

        Raises:
            StorageError: The tournaments can't be read, or the round can't be stored.
        """
        try:
            self.matches.check_beginning()
        except NaishiError:  # the round begins once the server is back
            return
        went_on, begun = await self._stored.go_on()
        if went_on:
            await self._tell(begun)

    async def public(self) -> Sequence[Tournament]:
        """List the tournaments that everybody sees."""
        if self._public is None:
            await self.look()
            revision, found = self.changes.newest, await self._stored.public()
            if revision == self.changes.newest:
                self._public = found
            return found
        return self._public

    async def of(self, player: Account) -> Sequence[Tournament]:
        """List the tournaments that a player has made or plays in."""
        return await self._stored.of(player.id) if player.stored else ()

    async def find(self, word: str) -> Tournament | None:
        """Return the public tournament with an id, or the private one with the word of its invitation."""
        return await self._stored.find(word)

    async def page(self, tournament: str) -> TournamentPage:
        """Return all there is to read of a tournament.

        Raises:
            NaishiError: It is gone.
        """
        if (page := self._pages.get(tournament)) is None:
            await self.look()
            revision = self.changes.newest
            page = await self._stored.page(tournament)
            if revision == self.changes.newest:
                self._pages[tournament] = page
                if len(self._pages) > MOST_KEPT:
                    del self._pages[next(iter(self._pages))]
        return page

    def changed(self) -> None:
        """Forget what was read of tournaments: it may have changed."""
        self._public = None
        self._pages.clear()
        self.changes.bump()

    async def _tell(self, begun: Sequence[str]) -> None:
        """Publish the changes, and the matches that have begun."""
        self.changed()
        for match in begun:
            self._began(await self.matches.get(match))

    async def _check_joined(self, player: Account) -> None:
        most = GUEST_JOINED if player.guest else MOST_JOINED
        if await self._stored.count_joined(player.id) >= most:
            raise NaishiError(_("You play in {count} tournaments already; finish one first.").format(count=most))


def can_begin(tournament: Tournament, player: int) -> bool:
    """Whether a player may have a tournament begin."""
    is_open, enough = tournament.state is MatchStage.OPEN, tournament.count >= FEWEST_PLAYERS
    return is_open and enough and tournament.host == player


def clean_title(name: str) -> str:
    """Return the name of a tournament as it may be shown: letters, numbers, and a little punctuation.

    Raises:
        NaishiError: It can't be; the text says why.
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
    """Make sure that there are tournaments of a game.

    Raises:
        NaishiError: There are none.
    """
    if game != NAISHI:
        raise NaishiError(_("Tournaments are for games of Naishi."))


def _check(setup: Setup) -> None:
    """Make sure that a tournament may be as it was chosen.

    Raises:
        NaishiError: It may not.
    """
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


def line(tournament: Tournament) -> str:
    """Say of a tournament in a line what is played there, and how far it is."""
    words = _("{name} ({terms}): {state}")
    return words.format(name=tournament.setup.name, terms=terms(tournament), state=state(tournament))


def terms(tournament: Tournament) -> str:
    """Say what was chosen for a tournament: its kind, the clock, and the rest."""
    setup = tournament.setup
    said = [_kind(tournament), control_in_words(setup.terms.control)]
    said += options_in_words(setup.terms.game, setup.terms.chosen, in_short=True)
    said += [pgettext("a tournament", "rated")] if setup.terms.rated else []
    said += [] if setup.public else [_("by invitation")]
    return listed(said, conjunction=False)


def _kind(tournament: Tournament) -> str:
    setup = tournament.setup
    if setup.kind is Kind.ROUND_ROBIN:
        return _("everyone against everyone")
    if setup.rounds is None:
        return _("Swiss")
    return ngettext("Swiss, {count} round", "Swiss, {count} rounds", setup.rounds)


def state(tournament: Tournament) -> str:
    """Say how far a tournament is."""
    if tournament.state is MatchStage.OVER:
        return _("over")
    if tournament.state is MatchStage.PLAYING:
        return _("round {round} of {rounds}").format(round=tournament.round, rounds=tournament.setup.rounds)
    return _("{count} of {places} have joined").format(count=tournament.count, places=tournament.setup.places)


def heading(page: TournamentPage) -> Iterator[str]:
    """Say what a tournament is, and who has made it."""
    tournament = page.tournament
    yield _("{line}.").format(line=line(tournament))
    yield _("Made by {name}.").format(name=tournament.host_name)
    if tournament.state is MatchStage.OVER and page.standings:
        first = [page.entry(row.number).name for row in page.standings if row.place == 1]
        yield ngettext("{names} has won.", "{names} share the first place.", len(first), names=listed(first))


def named(entry: Entry, *, rating: bool = True) -> str:
    """Name a player of a tournament, with their rating if they have one, and say if they have left."""
    standing = rating_text.of_standing(entry.standing) if rating else ""
    name = f"{entry.name} ({standing})" if standing else entry.name
    return _("{name}, has left").format(name=name) if entry.has_left else name


def points(value: float) -> str:
    """Write points: whole ones as they are, else with their fraction."""
    for decimals in (0, 1):
        if value * 10**decimals == int(value * 10**decimals):
            return number(value, decimals)
    return number(value, 2)


def standing(page: TournamentPage, row: Row) -> str:
    """Say how a player stands: place, name, points, and the tie-breaks."""
    words = _("{place}. {name}: {points} (Buchholz {buchholz}, Sonneborn-Berger {sonneborn_berger}, won {wins})")
    return words.format(
        place=row.place,
        name=named(page.entry(row.number), rating=False),
        points=points(row.points),
        buchholz=points(row.buchholz),
        sonneborn_berger=points(row.sonneborn_berger),
        wins=row.wins,
    )


def game(page: TournamentPage, played: TournamentGame) -> str:
    """Say who plays whom, who goes first being named first, and how it ended."""
    first, second = played.played.pairing
    one = page.entry(first).name
    if second is None:
        return _("{name} has a bye").format(name=one)
    words = _("{first} – {second}: {score}")
    return words.format(first=one, second=page.entry(second).name, score=score(played))


def score(played: TournamentGame) -> str:
    """Return how a game has ended, such as `1–0`, or that it goes on."""
    if played.played.scores is None:
        return _("playing")
    return "–".join({1.0: "1", 0.5: "½", 0.0: "0"}[each] for each in played.played.scores)


def round_title(page: TournamentPage, number_: int) -> str:
    """Name a round."""
    return _("Round {round} of {rounds}").format(round=number_, rounds=page.tournament.setup.rounds)


def began(match: Match, player: int) -> str:
    """Say to a player that a game of a tournament waits for them."""
    part, seat = match.tournament, match.seat_of(player)
    if part is None or seat is None:
        return ""
    words = _("{tournament}, round {round}: you play {name}.")
    return words.format(tournament=part.name, round=part.round, name=match.names[1 - seat])


def at_table(match: Match) -> str:
    """Say at a match which tournament it belongs to, and that it isn't rated though the others are."""
    if (part := match.tournament) is None:
        return ""
    said = [_("{tournament}, round {round}.").format(tournament=part.name, round=part.round)]
    return " ".join(filter(None, (*said, "" if match.rated else rating_text.why_not(match))))


def rules() -> Sequence[str]:
    """Explain tournaments."""
    return (
        _("In each round of a Swiss tournament, you play someone with about as many points, and nobody twice."),
        _("With an odd number of players, one of the last has a bye, which counts as a win; nobody has two."),
        _("Where everyone plays everyone, whoever sits out in a round gets nothing for it."),
        _("A win is 1 point, a draw half a point. Everyone goes first about as often as second."),
        _("Of players with equal points, the one whose opponents have more points in all is ahead (Buchholz; a bye "
          "counts as your own points)."),
        _("Then whoever beat the stronger ones (Sonneborn-Berger: the points of those you beat, half for a draw), then "
          "whoever won more games; else they share the place."),
        _("A clock in minutes starts once both players are at the table, or an hour after the round began; one in days "
          "starts at once. There are no pauses."),
        _("Before each round the server commits to its deals, and you may add a word of yours to the deal of your game "
          "(in lines: tournament mix Autumn rain on the roof)."),
        _("The next round begins when the last game of a round is over."),
        _("If you leave, delete your account, or run out of time without having played, you lose the games that are "
          "left."),
    )  # fmt: skip
