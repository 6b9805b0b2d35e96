"""The ids by which verbs name games and tables: the same at every visit, and the first letters will do."""

from __future__ import annotations

from collections.abc import Iterable

from naishi.common.errors import NaishiError
from naishi.plain.ascii_text import folded
from naishi.plain.server.match_numbers import MatchNumbers, one_of
from naishi.server import Match, MatchState


class MatchIds(MatchNumbers):
    """Names matches by their ids."""

    def of(self, match: Match) -> str:
        """Return the id of a match."""
        return match.id

    async def look_up(self, word: str, *, to_sit: bool = False) -> Match:
        """Find a match by the beginning of its id, by who else is there, or by a word that was passed on.

        Args:
            word: What names it.
            to_sit: Whether an open table of the player who is named is meant, if there is one.

        Raises:
            NaishiError: There is none, or more than one; the text names the nearest.
        """
        letters, matches = word.strip().casefold()[:32], [*self._listed()]
        found = [match for match in matches if match.id.startswith(letters)]
        if not found:
            found = [*await self._visitor.lobby.matches.lists.of_beginning(self._visitor.account.id, letters)]
        if not found:
            tables = [match for match in matches if match.state is MatchState.OPEN] if to_sit else []
            found = self._with(folded(word), tables) or self._with(folded(word), matches)
        if one_of([match.id for match in found], word) is not None:
            return found[0]
        try:
            return await self._visitor.find(word)
        except NaishiError as error:
            raise self.with_nearest(error, word) from None

    def _with(self, name: str, matches: Iterable[Match]) -> list[Match]:
        """Return the matches with somebody whose name begins so: of several those that go on, if it is only one."""
        found = [match for match in matches if any(folded(each).startswith(name) for each in self._others(match))]
        going_on = [match for match in found if match.state is not MatchState.OVER]
        return going_on if len(going_on) == 1 else found
