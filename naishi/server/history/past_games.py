"""Finished games of a player: listed and reviewed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from naishi.common.errors import NaishiError
from naishi.common.formats import day, listed, moment
from naishi.common.i18n import N_, _, ngettext
from naishi.server.accounts.login import Login
from naishi.server.match.match import Match, MatchStage
from naishi.server.match.match_lists import PastMatch, PastMatches
from naishi.server.match.match_text import TWO
from naishi.server.match.rows import NAISHI
from naishi.server.match.state import EndKind, MatchState
from naishi.server.match.store import Matches, state_of
from naishi.server.match.words import ended_early
from naishi.sessions.replay import Replay
from naishi.tabletop.kinds import kind_of, options_in_words


class PastRecord(NamedTuple):
    """All that a save of a finished game has: what `naishi.saves.document.write_line` makes a line of."""

    game: Mapping[str, Any]
    """Its document."""
    id: str
    begun: datetime
    ended: datetime


class PastGame(NamedTuple):
    """A finished game of a player's, with all that was hidden in it."""

    match: Match
    game: Any
    """A `Game`, with the names that its players had when it began."""
    ended: str
    """How the players ended it before its end, as a sentence; empty where they haven't."""
    seat: int
    """The player's."""

    def replay(self) -> Replay:
        replay = Replay(self.game, ended=self.ended, names=self.match.names)
        replay.look_from(self.seat)
        return replay


class PastGames:
    """The finished games of whoever a visitor is now; those of others are refused."""

    def __init__(self, past: PastMatches, matches: Matches, login: Login) -> None:
        self._past, self._matches, self._login = past, matches, login

    @property
    def player(self) -> int:
        return self._login.account.id

    def changes(self) -> AsyncIterator[int]:
        return self._login.changes()

    async def page(self, after: PastMatch | None = None, count: int = 50) -> Sequence[PastMatch]:
        """List some games, the newest first.

        Args:
            after: The last one that was listed; None to begin with the newest.
        """
        if not self._login.account.stored:
            return ()
        return await self._past.page(self.player, after, count)

    async def load(self, match_id: str) -> PastGame:
        """Return a finished game. Raises NaishiError: it isn't one, or it isn't the player's."""
        match, state = await self._load(match_id)
        return PastGame(match, state.game, ended_early(state, match.names), match.seat_of(self.player) or 0)

    async def _load(self, match_id: str) -> tuple[Match, MatchState]:
        """Return a match that is over. Raises NaishiError: it isn't, or it isn't the player's."""
        match = await self._matches.get(match_id)
        if match.seat_of(self.player) is None:
            raise NaishiError(_("Only its players can look at a game again."))
        if match.state is not MatchStage.OVER:
            raise not_over()
        state = state_of(match, await self._matches.load(match_id))
        if not state.over:  # against a bot, the end has just been undone
            raise not_over()
        return match, state

    async def record(self, match_id: str) -> PastRecord:
        """Return what a save of a game has, to be kept at home.

        Raises NaishiError: it isn't a finished game of the player's.
        """
        match, state = await self._load(match_id)
        begun_at = await self._matches.begun_at(match_id)
        begun, ended = (moment(each) for each in (begun_at or match.updated, match.updated))
        game = state.game.copy()
        for seat, name in enumerate(match.stored_names):
            game.change_player(seat, name=name)
        document = dict(game.document())
        if (early_end := state.early_end) is not None:
            document["early_end"] = early_end.model_dump(mode="json")
        return PastRecord(document, match.id, begun, ended)


def not_over() -> NaishiError:
    return NaishiError(_("This game isn't over yet. Once it is, you can look at all of it again."))


LOST = {
    "resigned": N_("you resigned"),
    "timed out": N_("you lost on time"),
    "claimed": N_("you stayed away and lost"),
}
"""How the player can lose before the end of a game."""
WON = {
    "resigned": N_("you won by resignation"),
    "timed out": N_("you won on time"),
    "claimed": N_("you claimed the game and won"),
}
"""How the player can win before that: the other one, whose name stands beside it, isn't named again."""

GONE = {
    "resigned": N_("resigned"),
    "timed out": N_("lost on time"),
    "claimed": N_("stayed away"),
}
"""How a player of more than two can have left."""


def when(past: PastMatch) -> str:
    """Return the day on which a match ended, in UTC: a server doesn't know where its players are."""
    return day(moment(past.ended_at).date())


def opponent(past: PastMatch) -> str:
    """Name the other players; the game, the expansion and the tournament, where there is something to say of them."""
    match, part = past.match, past.match.tournament
    name = listed(name for seat, name in enumerate(match.names) if seat != past.seat)
    notes = [] if match.game == NAISHI else [kind_of(match.game).title()]
    notes += [*options_in_words(match.game, match.options, in_short=True), *([part.name] if part is not None else [])]
    return _("{what} ({note})").format(what=name, note=listed(notes, conjunction=False)) if notes else name


def outcome(past: PastMatch) -> str:
    """Say how a match ended for the player, whose points come first."""
    result, match = past.match.result, past.match
    if result is not None and result.how == "aborted":
        off = match.agreements.aborted
        return _("you called it off") if off == past.seat else _("the other player called it off")
    if result is not None and result.how == EndKind.UNPLAYED:
        return _("called off")
    if len(match.seats) != TWO:
        return _among_several(past)
    if result is None or result.winner is None:
        return _("a draw was agreed") if result is not None and result.how == "drawn" else _("a draw")
    won = result.winner == past.seat
    if result.how in LOST:
        return _(WON[result.how] if won else LOST[result.how])
    if result.points is None:
        return _("you won") if won else _("you lost")
    mine, theirs = result.points[past.seat], result.points[1 - past.seat]
    if min(mine, theirs) < 0:
        words = _("you won {mine} to {theirs}") if won else _("you lost {mine} to {theirs}")
    else:
        words = _("you won {mine}–{theirs}") if won else _("you lost {mine}–{theirs}")
    return words.format(mine=mine, theirs=theirs)


def _among_several(past: PastMatch) -> str:
    result, left = past.match.result, dict(past.match.agreements.vacated)
    if past.seat in left:
        return _(LOST[left[past.seat]])
    if result is None or result.ranks is None:
        return _("called off")
    rank, count = result.ranks[past.seat], len(result.ranks)
    if result.winner == past.seat:
        place = _("you won")
    else:
        place = _("place {rank} of {count}").format(rank=rank, count=count)
    if result.points is None:
        return place
    points = result.points[past.seat]
    return ngettext("{place}, {count} point", "{place}, {count} points", points, place=place)


def in_a_list(past: PastMatch) -> tuple[str, str]:
    """Return whom the player met, and how that ended; of more than two, the game, and all by their places."""
    match = past.match
    if len(match.seats) == TWO:
        return opponent(past), outcome(past)
    result, game = match.result, kind_of(match.game).title()
    if result is None or result.ranks is None:
        return opponent(past), outcome(past)
    ranks = result.ranks
    ranked = sorted(range(len(match.seats)), key=lambda seat: ranks[seat])
    return game, listed((_place(past, seat, ranks[seat]) for seat in ranked), conjunction=False)


def _place(past: PastMatch, seat: int, rank: int) -> str:
    """Say which place a seat of a match of more than two had, with its points; or how its player left."""
    match, left = past.match, dict(past.match.agreements.vacated)
    points = None if match.result is None else match.result.points
    said = _("{rank}. {name}").format(rank=rank, name=match.names[seat])
    if seat in left:
        return _("{what} ({note})").format(what=said, note=_(GONE[left[seat]]))
    return said if points is None else _("{name} {points}").format(name=said, points=points[seat])
