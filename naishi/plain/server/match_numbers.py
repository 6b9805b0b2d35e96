"""Numbers and ids that name games."""

from collections.abc import Iterable, Iterator, Sequence

from naishi.common.i18n import NaishiError, _, listed, naming_nearest, quoted
from naishi.plain.console import folded
from naishi.server import Match, MatchStage, Visitor
from naishi.server.history import past_games
from naishi.server.match import match_text
from naishi.server.match.match import NAISHI, RatedOutcome
from naishi.server.match.match_lists import PastMatch
from naishi.server.match.words import control_in_words, time_in_words
from naishi.tabletop.kinds import kind_of

MOST_NAMED = 6
"""So many ids are named where several could be meant."""
LEAST_DIGITS = 4
"""So many digits, without a letter, can be the beginning of an id; fewer are a number."""


class MatchNumbers:
    """Numbers matches as they are first named. A number never comes to mean another match."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._numbers: dict[str, int] = {}
        self._past: set[str] = set()
        """The ids of the finished games that the visitor has been told of."""
        self._unlisted: dict[str, Match] = {}
        """The public ones that the lists have no room for, as the visitor was told of them."""

    def of(self, match: Match) -> int | str:
        return self._numbers.setdefault(match.id, len(self._numbers) + 1)

    def told(self, match: Match) -> bool:
        return match.id in self._numbers

    def line(self, match: Match) -> str:
        words = self._line(match)
        if match.expansion:
            words = _("{line} Played with Legends & Travellers.").format(line=words)
        if match.rated and match.rated_outcome in {None, RatedOutcome.COUNTED}:
            words = _("{line} Rated.").format(line=words)
        if (part := match.tournament) is not None:
            words = _("{line} {tournament}, round {round}.").format(line=words, tournament=part.name, round=part.round)
        if match.state is MatchStage.OPEN and match.control and match.game == NAISHI:
            return _("{line} The clock: {clock}.").format(line=words, clock=control_in_words(match.control))
        if (time := match_text.time_left(match, self._visitor.lobby.matches.now())) is not None:
            _agreed, *left = time_in_words(time, match.names, match.seat_of(self._visitor.account.id))
            words = " ".join((words, *left))
        return words

    def _line(self, match: Match) -> str:
        me, number = self._visitor.account.id, self.of(match)
        if match.state is MatchStage.OPEN:
            return self._larger(match) if match.game != NAISHI else self._open(match)
        news, seat = match_text.standing(match, me), match.seat_of(me)
        names = [match_text.named(match, each) for each in range(len(match.seats))]
        others = listed(name for each, name in enumerate(names) if each != seat)
        if match.game != NAISHI:
            when = kind_of(match.game).when(match.round)
            mine = _("Game {number}, {game} with {names}, {when}: {news}.")
            watched = _("Game {number}, {game}: {names}, {when}, {news}.")
            return (watched if seat is None else mine).format(
                number=number, game=match_text.played(match), names=others, when=when, news=news
            )
        if seat is None:
            words = _("Game {number}: {names}, round {round}, {news}.")
        else:
            words = _("Game {number} with {name}, round {round}: {news}.")
        return words.format(number=number, names=others, name=others, round=match.round, news=news)

    def _open(self, match: Match) -> str:
        me, name = self._visitor.account.id, match_text.named(match, 0)
        if match.challenged == me:
            words = _("Table {number}: {name} challenges you. To play: join {number}. Or: decline {number}.")
        elif match.challenged is not None:
            words, name = _("Table {number}: yours, it waits for {name}."), match.challenged_name
        elif match.host != me:
            words = _("Table {number}: {name} is waiting for an opponent. To sit down: join {number}.")
        else:
            words = _("Table {number}: yours, nobody has joined yet. Friends join it by the word {word}.")
        return words.format(number=self.of(match), name=name, word=_word_of(match))

    def _larger(self, match: Match) -> str:
        me, number = self._visitor.account.id, self.of(match)
        table = _("Table {number}: {table}.").format(number=number, table=match_text.table(match))
        if match.host == me and match.challenged is not None:
            ways = _("It is yours, and waits for {name}.")
        elif match.host == me:
            ways = _("It is yours. Friends join it by the word {word}. To begin before it is full: begin {number}.")
        elif match.challenged == me:
            ways = _("It is a challenge to you. To play: join {number}. Or: decline {number}.")
        elif match.seat_of(me) is not None:
            ways = _("You sit there. To get up: leave {number}.")
        else:
            ways = _("To sit down: join {number}.")
        return f"{table} {ways.format(number=number, word=_word_of(match), name=match.challenged_name)}"

    def past_line(self, past: PastMatch) -> str:
        self._past.add(past.match.id)
        return _("Game {number} with {name}, {date}: {outcome}.").format(
            number=self.of(past.match),
            name=past_games.opponent(past),
            date=past_games.when(past),
            outcome=past_games.outcome(past),
        )

    def find_past(self, words: Sequence[str]) -> str:
        """Return the id of the finished match that a number or an id names. Raises NaishiError: there is none."""
        text = " ".join(words)
        over = {match.id for match in self._visitor.listing.mine if match.state is MatchStage.OVER} | self._past
        for match, number in self._numbers.items():
            if match in over and text in {match, str(number)}:
                return match
        if (begun := self._beginning(text, sorted(over))) is not None:
            return begun
        raise NaishiError(_("There is no finished game of yours with this number. Type history for the list."))

    def find(self, words: Sequence[str]) -> Match:
        """Return the match that words name. Raises NaishiError: there is none, or more than one."""
        if (match := self.found(words)) is None:
            error = NaishiError(_("There is no such game or table here. Type games for the list."))
            raise self.with_nearest(error, " ".join(words))
        return match

    def found(self, words: Sequence[str], among: Iterable[Match] | None = None) -> Match | None:
        """Return the match that words name: its number, who else is there, or its id, of which the beginning will do.

        Args:
            among: Those that can be meant; by default all that are listed.

        Returns:
            The match; None where they name none.

        Raises:
            NaishiError: There is more than one.
        """
        text, matches = " ".join(words), list(self._listed() if among is None else among)
        unlisted = [*self._unlisted.values()] if among is None else []
        for match in matches + unlisted:
            if text in {match.id, str(self._numbers.get(match.id))}:
                return match
        typed = folded(text)
        named = [match for match in matches if any(folded(name).startswith(typed) for name in self._others(match))]
        if len(named) > 1:
            raise NaishiError(_("There is more than one with that name. Say its number; games lists them."))
        if named:
            return named[0]
        begun = self._beginning(text, [match.id for match in matches])
        return next((match for match in matches if match.id == begun), None)

    def _beginning(self, text: str, ids: Iterable[str]) -> str | None:
        """Return the one id that begins with some letters. Raises NaishiError: more than one does."""
        letters = text.casefold()
        if not letters or (letters.isdecimal() and len(letters) < LEAST_DIGITS):
            return None
        return one_of([each for each in ids if each.startswith(letters)], text)

    def with_nearest(self, error: NaishiError, word: str) -> NaishiError:
        matches = list(self._listed())
        names = {folded(name): name for match in matches for name in self._others(match)}
        known = {match.id: match.id for match in matches} | names
        return naming_nearest(error, [folded(word)], known)

    async def unlisted_of(self, name: str) -> list[Match]:
        """Return the tables and then the games of a player that the lists have no room for, the newest first."""
        known = {match.id for match in self._listed()}
        theirs = [match for match in await self._visitor.public_of(name) if match.id not in known]
        self._unlisted |= {match.id: match for match in theirs}
        return sorted(theirs, key=lambda match: (match.state is not MatchStage.OPEN, -match.updated))

    def _listed(self) -> Iterator[Match]:
        listing = self._visitor.listing
        yield from (*listing.mine, *listing.open, *listing.watchable)

    def _others(self, match: Match) -> Iterator[str]:
        me = self._visitor.account.id
        return (name for name, player in zip(match.names, match.seats, strict=True) if name and player != me)


def _word_of(match: Match) -> str:
    return match.id if match.public else match.invite


def one_of(ids: Sequence[str], typed: str) -> str | None:
    """Return the one id that was meant, or None where there is none.

    Raises NaishiError: there are several; the text names some.
    """
    if len(ids) > 1:
        named = listed(ids[:MOST_NAMED], conjunction=False)
        raise NaishiError(_("{typed} could be: {words}.").format(typed=quoted(typed), words=named))
    return ids[0] if ids else None


class MatchIds(MatchNumbers):
    """Names matches by their ids."""

    def of(self, match: Match) -> str:
        return match.id

    async def look_up(self, word: str, *, to_sit: bool = False) -> Match:
        """Find a match by the beginning of its id, by who else is there, or by a word that was passed on.

        Args:
            to_sit: Whether an open table of the player who is named is meant, if there is one.

        Raises:
            NaishiError: There is none, or more than one; the text names the nearest.
        """
        letters, matches = word.strip().casefold()[:32], [*self._listed()]
        found = [match for match in matches if match.id.startswith(letters)]
        if not found:
            found = [*await self._visitor.lobby.matches.lists.of_beginning(self._visitor.account.id, letters)]
        if not found:
            tables = [match for match in matches if match.state is MatchStage.OPEN] if to_sit else []
            unlisted = await self.unlisted_of(word)
            if to_sit and not (found := self._with(folded(word), tables)):
                found = [match for match in unlisted if match.state is MatchStage.OPEN][:1]
            found = found or self._with(folded(word), matches) or unlisted
        if one_of([match.id for match in found], word) is not None:
            return found[0]
        try:
            return await self._visitor.find(word)
        except NaishiError as error:
            raise self.with_nearest(error, word) from None

    def _with(self, name: str, matches: Iterable[Match]) -> list[Match]:
        """Return the matches with someone whose name begins so: of several those that go on, if it is only one."""
        found = [match for match in matches if any(folded(each).startswith(name) for each in self._others(match))]
        going_on = [match for match in found if match.state is not MatchStage.OVER]
        return going_on if len(going_on) == 1 else found
