"""Exchange of changes between a server's processes.

The row of a match and its revision are the truth. What is told says only where to look again, so that whatever was
missed is found by looking: at once when something was written, and all of it each few seconds.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from contextvars import Context
from functools import partial
from itertools import count
from typing import Any

from naishi.common.i18n import NaishiError
from naishi.server.accounts.login import LinkAnswer, LinkRequest, Login, news_of
from naishi.server.database import sharing
from naishi.server.database.connection import StorageError
from naishi.server.database.sharing import Leases, Live
from naishi.server.lobby.lobby import Lobby
from naishi.server.match.words import Phrase
from naishi.server.presence.presence import Account

TOGETHER = 0.03
"""Seconds in which what comes is told together."""
BEAT = 2.0
"""Seconds between two notes that this process runs."""
PATIENCE = 8.0
"""Seconds without one after which a process counts as killed."""
EVERYTHING = 5
"""Beats between two looks at everything."""
KEPT = 60.0
"""Seconds for which a message is kept."""

_ROW: Mapping[str, Any] = {
    "player": None, "count": 1, "name": "", "guest": False, "plays": False, "match": None, "seat": None, "address": "",
}  # fmt: skip

_log = logging.getLogger(__name__)


async def join_others(lobby: Lobby, replaces: str = "") -> "Cluster | None":
    """Be one of several processes of a server from now on, if it has several; before anybody is let in.

    Returns:
        What follows the others; None for the only process.

    Raises StorageError: what they share can't be used.
    """
    if lobby.live is None:
        return None
    cluster = Cluster(lobby, lobby.live)
    lobby.leave_others = cluster.leave
    await cluster.join(replaces)
    return cluster


class Cluster:
    """Follows the other processes of a server, and tells them what goes on here, for one event loop."""

    def __init__(self, lobby: Lobby, live: Live) -> None:
        elsewhere = lobby.elsewhere
        self._lobby, self._live, self._elsewhere = lobby, live, elsewhere
        self._heard = 0
        self._numbers = count(1)
        self._said: list[tuple[int, str]] = []
        self._told: Mapping[str, Mapping[str, Any]] = {}
        self._news = asyncio.Event()
        elsewhere.leases, elsewhere.tell, elsewhere.somebody_moved = Leases(live), self.tell, self._news.set
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, replaces: str = "") -> None:
        """Be one of the processes from now on. Raises StorageError: the live file can't be used."""
        begun = await self._live.write(lambda db: sharing.begin(db, self._live.process, self._live.now(), replaces))
        self._heard = begun.newest
        self._elsewhere.update(begun.present)
        for work in (self._follow, self._tell_others, self._beat):
            self._tasks.append(asyncio.create_task(_always(work), name="other processes", context=Context()))

    async def leave(self) -> None:
        """Be none of them any more; others do what was to be done here."""
        if not await self.stop():
            return
        me = self._live.process
        with suppress(StorageError):
            await self._tell_now()
            await self._live.write(lambda db: sharing.end(db, me, me))

    async def stop(self) -> bool:
        """Follow the others no more and say nothing of it, as if killed; return whether they were followed."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return bool(tasks)

    def tell(self, kind: str, **said: object) -> None:
        """Tell the others something, a moment later."""
        self._said.append((next(self._numbers), json.dumps({"kind": kind, **said})))
        self._news.set()

    async def _follow(self) -> None:
        await self._live.changed()
        heard = await self._live.read(partial(sharing.hear, me=self._live.process, after=self._heard))
        self._heard = heard.newest
        if heard.present:
            await self._presence_changed_elsewhere(*self._elsewhere.update(heard.present))
        for kind, said in heard.said:
            with suppress(NaishiError):  # the database can't be read now: it is read later
                await self._receive(kind, said)
        matches = [topic.partition(" ")[2] for topic in heard.topics if topic.startswith("match ")]
        if "sanctions" in heard.topics:
            await self._lobby.look_at_sanctions()
        if heard.topics:
            await self._changed_elsewhere(matches, tournaments="tournaments" in heard.topics)

    async def _tell_others(self) -> None:
        await self._news.wait()
        await self._tell_now()
        await asyncio.sleep(TOGETHER)

    async def _tell_now(self) -> None:
        self._news.clear()
        said, self._said = self._said, []
        here = self._present()
        rows = [{**row, "key": key} for key, row in here.items() if self._told.get(key) != row]
        absent = self._told.keys() - here.keys()
        if not (said or rows or absent):
            return
        until, me = self._live.now() + KEPT, self._live.process
        try:
            await self._live.write(lambda db: sharing.tell(db, me, said, until, rows, absent))
        except StorageError:
            self._said = said + self._said
            self._news.set()
            raise
        self._told = here

    async def _beat(self) -> None:
        for beat in range(EVERYTHING):
            me, now, watched = self._live.process, self._live.now(), self._live.unchanged
            ended, known = await self._live.write(lambda db: sharing.beat(db, me, now, PATIENCE, watched))  # noqa: B023
            if not known:
                self._told = {}
                self._news.set()
            if ended:
                _log.warning("another process has ended: %s", ", ".join(ended))
                gone: Mapping[str, tuple[()]] = dict.fromkeys(ended, ())
                await self._presence_changed_elsewhere(*self._elsewhere.update(gone))
                await self._lobby.plans.resume()
            if beat == 0:
                await self._lobby.sessions.look_again_at_all()
                await self._lobby.look_at_sanctions()
            await asyncio.sleep(BEAT)

    def _present(self) -> Mapping[str, Mapping[str, Any]]:
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
        for address, terminals in Counter(visitor.address for visitor in lobby.visitors).items():
            rows[f"address {address}"] = {**_ROW, "address": address, "count": terminals}
        for match, session in lobby.sessions.items():
            for terminal in session.terminals:
                at = {"match": match, "seat": terminal.seat, "name": terminal.name}
                rows[f"terminal {match} {id(terminal)}"] = {**_ROW, **at}
        return rows

    async def _presence_changed_elsewhere(self, players: Collection[int], matches: Collection[str]) -> None:
        self._lobby.sessions.presence_changed(players, matches)
        for player in players:
            if player not in self._lobby.everybody:
                self._lobby.link_requests.end_all(player, LinkAnswer.LEFT)
        for match in matches:
            session = self._lobby.sessions.get(match)
            if session is not None and session.state.clock is not None and session.state.clock.waits:
                await session.actor.look()  # both may be there now

    async def _changed_elsewhere(self, matches: Collection[str], *, tournaments: bool) -> None:
        """Look again at matches, and at tournaments. Raises NaishiError: they can't be read now."""
        lobby = self._lobby
        for each in matches:  # first what is on screens
            await self._lobby.sessions.look_again(each)
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

    async def _receive(self, kind: str, said: Mapping[str, Any]) -> None:
        """Hear what another process tells. Raises NaishiError: what it is about can't be read now."""
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
                if (session := self._lobby.sessions.get(said["match"])) is not None:
                    session.phrases.hear(said["seat"], Phrase(said["phrase"]), said["unheard"])
            case "operator":
                lobby.closing.hear(said)
            case "asked":
                owner, account = Account(**said["owner"]), Account(**said["account"])
                asked = owner, Login(account), said["fingerprint"], said["keys"], said["games"]
                lobby.link_requests.hear_asked(LinkRequest(*asked, number=said["number"]))
            case "answered":
                lobby.link_requests.hear_answered(said["number"], LinkAnswer(said["answer"]))


async def _always(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do something again and again, whatever goes wrong with it once."""
    while True:
        try:
            await work()
        except Exception as error:
            if not isinstance(error, NaishiError):  # else the log has it
                _log.exception("what other processes do could not be followed")
            await asyncio.sleep(BEAT / 2)
