"""Tables of one visitor: asked about, joined, begun, left."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from naishi.common.i18n import NaishiError, _
from naishi.server.lobby.lobby import Visitor
from naishi.server.match import match_text
from naishi.server.match.match import NAISHI, Match, MatchStage, Terms
from naishi.server.tables.open_tables import table_is_gone
from naishi.tabletop.chance import committed, mixed
from naishi.tabletop.kinds import kind_of


class AtTable(NamedTuple):
    """A table at which a visitor sits now."""

    match: Match
    said: str = ""
    """What there is to say while one waits; empty where there is nothing, or the game has begun."""

    @property
    def has_begun(self) -> bool:
        return self.match.state is not MatchStage.OPEN


class NewTable(NamedTuple):
    """A table that a visitor has made."""

    match: Match
    word: str
    """By what others come to it."""


def agreed(
    game: str,
    places: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    control: str = "",
    rated: bool = False,
) -> Terms:
    """Return what is agreed on with a game of some kind.

    Args:
        places: For how many players; by default for as few as can be.
        options: Values by the names of options of the kind; by default the usual ones.
        control: The clock; empty for none.
    """
    kind = kind_of(game)
    places = kind.seats[0] if places is None else places
    usual = {row.name: row.values[0][0] for row in kind.option_rows()}
    chosen = {name: value for name, value in (options or {}).items() if value != usual[name]}
    return Terms(control=control, rated=rated, game=game, places=places, options=chosen)


def check_against_bots(terms: Terms) -> None:
    """Make sure that a game can be played against bots as it is agreed on.

    Raises NaishiError: it is rated, or has a clock.
    """
    if terms.rated:
        raise NaishiError(_("Games against bots aren't rated."))
    if terms.control:
        raise NaishiError(_("Games against bots have no clock."))


class TableFlow:
    """Sits a visitor down at tables, and has them leave; asks before what they can't know.

    All that is done raises a NaishiError with the reason where it can't be done.
    """

    def __init__(self, visitor: Visitor, confirm: Callable[[str], Awaitable[bool]]) -> None:
        self._visitor, self._confirm = visitor, confirm

    def joins(self, match: Match) -> bool:
        me = self._visitor.account.id
        return match.state is MatchStage.OPEN and match.host != me and me not in match.seats

    def waits_at(self, match: Match) -> bool:
        me = self._visitor.account.id
        return match.state is MatchStage.OPEN and me in {match.host, match.challenged, *match.seats}

    def is_host(self, match: Match) -> bool:
        return match.host == self._visitor.account.id

    def can_begin(self, match: Match) -> bool:
        count = len(match.seats) - len(match.empty)
        return self.is_host(match) and count >= 2 and count in kind_of(match.game).seats

    async def agrees(self, match: Match, *, always: bool = False, more: str = "") -> bool:
        """Return whether a visitor who hasn't seen a table in a list wants to sit down there; ask, if need be.

        Args:
            always: Whether to ask also where nothing special was agreed: they have come by a word or a link.
        """
        asks = self.joins(match) and (match_text.has_terms(match) or always)
        return not asks or await self._confirm("\n".join(filter(None, (sitting_down(match), more))))

    async def open(self, terms: Terms, *, public: bool) -> NewTable:
        match = await self._visitor.tables.open(terms, public=public)
        return NewTable(match, match.id if public else match.invite)

    async def challenge(self, name: str, terms: Terms) -> AtTable:
        """Make a table for one player, and bots at the other seats of a larger one.

        The game begins at once if they have challenged the visitor to the same, too.
        """
        match = await self._visitor.tables.challenge(name, terms)
        words = _("{name} sees your challenge in the lobby, now or on coming back.")
        return AtTable(match, words.format(name=name))

    async def against_bots(self, terms: Terms, level: str) -> Match:
        check_against_bots(terms)
        return await self._visitor.tables.play_bots(terms, level)

    async def join(self, match: Match, word: str = "") -> AtTable:
        joined = AtTable(await self._visitor.tables.join(match, word))
        return joined if joined.has_begun else AtTable(joined.match, seated(joined.match))

    async def pair(self, terms: Terms | None) -> AtTable:
        at = AtTable(await self._visitor.tables.pair(terms))
        words = _("You wait for a player near your rating ({terms}), and after a while for anyone.")
        return at if at.has_begun else AtTable(at.match, words.format(terms=match_text.terms(at.match)))

    async def commitment(self, match: Match) -> str:
        check_open(match)
        return committed(await self._visitor.tables.commitment(match))

    async def mix(self, match: Match, word: str) -> AtTable:
        """Add a word to the deal of one's own table; at someone else's, sit down with it."""
        check_open(match)
        if self.joins(match):
            return await self.join(match, word)
        await self._visitor.tables.give_word(match, word)
        return AtTable(match, mixed())

    async def leave(self, match: Match) -> str:
        """Close one's own table, decline someone's challenge, or free one's seat; say which."""
        own, challenged = self.is_host(match), match.challenged == self._visitor.account.id
        await self._visitor.tables.close(match)
        if challenged:
            return _("Declined.")
        return _("The table is closed.") if own else _("You have left the table.")


def check_open(match: Match) -> None:
    """Make sure that the game at a table has not begun. Raises NaishiError: it has."""
    if match.state is not MatchStage.OPEN:
        raise table_is_gone()


def sitting_down(match: Match) -> str:
    """Ask whoever comes to a table by a word, and hasn't seen it in a list, whether they agree to how it is played."""
    if len(match.seats) > 2:
        return _("{table}. Sit down?").format(table=match_text.table(match))
    words = _("{name} is waiting to play {terms}. Sit down?")
    if match.game == NAISHI:
        words = _("{name} is waiting to play {game}. Sit down?")
        if match_text.has_terms(match):
            words = _("{name} is waiting to play {game} ({terms}). Sit down?")
    game, terms = kind_of(match.game).title(), match_text.terms(match)
    return words.format(name=match_text.named(match, 0), game=game, terms=terms)


def seated(match: Match) -> str:
    words = _("You sit at this table: {table}. The game begins when it is full, or when {host} says so.")
    return words.format(table=match_text.table(match), host=match.names[match.seat_of(match.host) or 0])
