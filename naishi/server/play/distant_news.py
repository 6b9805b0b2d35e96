"""News from other server processes, for a lobby."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Protocol

from naishi.server.play.account_news import news_of
from naishi.server.play.closing import Closing
from naishi.server.play.identities import Identities
from naishi.server.play.link_requests import LinkRequests
from naishi.server.play.login import LinkAnswer, LinkRequest, Login
from naishi.server.play.phrases import Phrase
from naishi.server.play.plans import Plans
from naishi.server.play.presence import Elsewhere, Everybody
from naishi.server.play.public_lists import PublicLists
from naishi.server.play.running_sessions import RunningSessions
from naishi.server.play.tournaments import Tournaments
from naishi.server.play.visitor import Visitor
from naishi.server.storage.account import Account
from naishi.server.storage.match import Match
from naishi.server.storage.matches import Matches

_ROW: Mapping[str, Any] = {
    "player": None, "count": 1, "name": "", "guest": False, "plays": False, "match": None, "seat": None, "address": "",
}  # fmt: skip


class LobbyAmongOthers(Protocol):
    """What the other processes hear of a lobby, and what it hears of them."""

    visitors: set[Visitor]
    everybody: Everybody
    identities: Identities
    link_requests: LinkRequests
    matches: Matches
    plans: Plans
    closing: Closing
    public: PublicLists
    tournaments: Tournaments

    def match_changed(self, match: Match) -> None: ...  # noqa: D102 - see `Lobby`
    async def look_at_sanctions(self) -> None: ...  # noqa: D102 - see `Lobby`
    async def players_changed_here(self, *player_ids: int) -> None: ...  # noqa: D102


class DistantNews:
    """Passes it on, both ways."""

    def __init__(self, lobby: LobbyAmongOthers, sessions: RunningSessions) -> None:
        """Pass the news of other processes to a lobby.

        Args:
            lobby: The place, as this process holds it.
            sessions: Of the matches that somebody is at here.
        """
        self._lobby, self._sessions = lobby, sessions

    def present(self) -> Mapping[str, Mapping[str, Any]]:
        """Return who is here: a row of `live.present` by its key."""
        lobby = self._lobby
        rows = {
            f"player {player}": {**_ROW, "player": player, "count": count}
            for player, count in lobby.everybody.here.items()
            if player > 0
        }
        for visitor in lobby.visitors:
            account = visitor.account
            if (row := rows.get(f"player {account.id}")) is not None:
                row |= {"name": account.name, "guest": account.guest, "plays": row["plays"] or visitor.plays}
        for address, count in Counter(visitor.address for visitor in lobby.visitors).items():
            rows[f"address {address}"] = {**_ROW, "address": address, "count": count}
        for match, session in self._sessions.items():
            for terminal in session.terminals:
                at = {"match": match, "seat": terminal.seat, "name": terminal.name}
                rows[f"terminal {match} {id(terminal)}"] = {**_ROW, **at}
        return rows

    async def presence_changed_elsewhere(self, players: Collection[int], matches: Collection[str]) -> None:
        """Take note that players have come or gone elsewhere, and who is at some matches there."""
        self._sessions.presence_changed(players, matches)
        for player in players:
            if player not in self._lobby.everybody:
                self._lobby.link_requests.end_without_owner(player)
        for match in matches:
            session = self._sessions.get(match)
            if session is not None and session.state.clock is not None and session.state.clock.waits:
                await session.look_at_clock()  # both may be there now

    async def changed_elsewhere(self, matches: Collection[str], *, tournaments: bool) -> None:
        """Look again at matches, and at tournaments.

        Raises:
            NaishiError: They can't be read now.
        """
        lobby = self._lobby
        for each in matches:  # first what is on screens
            await self._sessions.look_again(each)
        await lobby.plans.changed_elsewhere(matches)
        found = await lobby.matches.lists.some(list(matches))
        for match in found:
            lobby.match_changed(match)
        if gone := set(matches) - {match.id for match in found}:
            lobby.public.changed()
            for visitor in lobby.visitors:
                if visitor.own_lists.show_any(gone):
                    visitor.own_lists_changed()
        if tournaments:
            lobby.tournaments.changed()

    async def sanctions_changed(self) -> None:
        """Look again whom the operator keeps out or has muted.

        Raises:
            NaishiError: It can't be read now.
        """
        await self._lobby.look_at_sanctions()

    async def look_at_everything(self) -> None:
        """Look again at all that somebody here is at.

        Raises:
            NaishiError: It can't be read now.
        """
        await self._sessions.look_again_at_all()
        await self._lobby.look_at_sanctions()

    async def take_over(self) -> None:
        """Do what a process has left that was killed.

        Raises:
            NaishiError: It can't be read now.
        """
        await self._lobby.plans.resume()

    async def hear(self, kind: str, said: Mapping[str, Any]) -> None:
        """Hear what another process tells.

        Raises:
            NaishiError: What it is about can't be read now.
        """
        lobby = self._lobby
        match kind:
            case "account":
                lobby.identities.hear_account_changed(said["player"], news_of(said["event"], said["name"]))
            case "settle":
                news = news_of(said["event"], said["name"])
                await lobby.identities.hear_settled(said["player"], said["fingerprint"], news)
            case "claimed":
                await lobby.identities.hear_claimed(said["player"], said["name"])
            case "players":
                await lobby.players_changed_here(*said["players"])
            case "phrase":
                if (session := self._sessions.get(said["match"])) is not None:
                    session.phrases.hear(said["seat"], Phrase(said["phrase"]), said["unheard"])
            case "operator":
                lobby.closing.hear(said)
            case "asked":
                lobby.link_requests.hear_asked(_request_of(said))
            case "answered":
                lobby.link_requests.hear_answered(said["number"], LinkAnswer(said["answer"]))


class EitherOf:
    """The matches that somebody is at, at this process or at another one."""

    def __init__(self, sessions: RunningSessions, elsewhere: Elsewhere) -> None:
        self._sessions, self._elsewhere = sessions, elsewhere

    def __contains__(self, match: object) -> bool:
        return match in self._sessions or match in self._elsewhere.matches


def _request_of(said: Mapping[str, Any]) -> LinkRequest:
    asker = Login(Account(**said["account"]))
    owner, keys, games = Account(**said["owner"]), said["keys"], said["games"]
    return LinkRequest(owner, asker, said["fingerprint"], keys, games, number=said["number"])
