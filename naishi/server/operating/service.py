"""Execution of an operator's orders, at a lobby."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from sqlalchemy import Connection

from naishi.common.i18n import NaishiError, _, listed, quoted
from naishi.server.accounts.accounts import to_the_end
from naishi.server.accounts.login import AccountEvent, AccountNews
from naishi.server.database.connection import StorageError
from naishi.server.database.names import skeleton
from naishi.server.lobby.lobby import Lobby
from naishi.server.maintenance.cleanup import Entry, add_entry
from naishi.server.match.match import Match, MatchStage
from naishi.server.moderation.sanctions import Ban, BanKind, add_ban, end_silence, keep_name, lift_ban, silence
from naishi.server.operating import orders
from naishi.server.operating.orders import SERVING, SPANS, Guest, Order, Reply, Target
from naishi.server.presence.presence import Account

NAME_KEPT = 90 * SPANS["d"]
"""For how long nobody may have a name that was taken from a player."""


class Operator:
    """Does what an operator asks for: each change as a whole or not at all, with a line in the audit.

    Args:
        lobby: Where it is done; other processes act on what is stored and said there.
    """

    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.time, *, serves: bool = True) -> None:
        self._lobby, self._clock, self._serves = lobby, clock, serves

    async def obey(self, order: Order, who: str, why: str = "") -> Reply:
        """Do what is asked for, to its end; return what the operator reads.

        Raises NaishiError: it is refused; the text says why, and nothing has changed.
        """
        if order.verb in SERVING and not self._serves:
            raise NaishiError(_("No server is running; this needs one."))
        return await to_the_end(self._obey(order, Entry(self._clock(), who, order.verb, why=why)))

    async def _obey(self, order: Order, entry: Entry) -> Reply:
        changes = {
            "close": self._close,
            "call-off": self._call_off,
            "rename": self._rename,
            "mute": self._mute,
            "unmute": self._mute,
            "ban": self._ban,
            "unban": self._ban,
            "delete": self._delete,
            "say": self._say,
            "stop": self._stop,
            "cancel": self._stop,
        }
        change = changes.get(order.verb)
        return await (self._read(order) if change is None else change(order, entry))

    async def _read(self, order: Order) -> Reply:
        match order.verb:
            case "here":
                return self._here()
            case "games":
                return await self._games(order.whom)
            case "bans":
                return orders.bans((await self._lobby.sanctions.refresh()).bans)
            case "mutes":
                return orders.silences((await self._lobby.sanctions.refresh()).silences)
            case _:
                return orders.entries(await self._lobby.audit.newest(order.most))

    def _here(self) -> Reply:
        here = [
            Guest(
                visitor.account.name,
                visitor.account.id if visitor.account.stored else None,
                visitor.fingerprint,
                visitor.address,
                next((each.match_id for each in visitor.participants), None),
            )
            for visitor in self._lobby.visitors
        ]
        return orders.guests(sorted(here, key=lambda each: (each.name.casefold(), each.key or "")))

    async def _games(self, name: str) -> Reply:
        lists = self._lobby.matches.lists
        if not name:
            return orders.matches(await lists.unfinished())
        found = await lists.of((await self._player(name)).id)
        return orders.matches([each for each in found if each.state is not MatchStage.OVER])

    async def _close(self, order: Order, entry: Entry) -> Reply:
        lobby, table = self._lobby, await self._match(order.whom)
        if table.state is not MatchStage.OPEN:
            raise NaishiError(_("The game there has begun; call-off ends it."))
        async with self._noted(entry._replace(whom=table.id)):
            await lobby.tables.store.close(table.id, table.host)
            if await lobby.matches.lists.some([table.id]):
                raise NaishiError(_("The game there has begun; call-off ends it."))
        lobby.match_changed(table)
        self._tell_players(table, AccountEvent.TABLE_CLOSED)
        return orders.done(order, table.id)

    async def _call_off(self, order: Order, entry: Entry) -> Reply:
        game = await self._match(order.whom)
        if game.state is MatchStage.OPEN:
            raise NaishiError(_("The game there has not begun; close removes the table."))
        async with self._noted(entry._replace(whom=game.id)):
            await self._lobby.sessions.call_off(game.id)
        self._tell_players(game, AccountEvent.CALLED_OFF)
        return orders.done(order, game.id)

    def _tell_players(self, match: Match, event: AccountEvent) -> None:
        for player in {match.host, *match.seats}:
            if player is not None:
                self._lobby.identities.account_changed(player, AccountNews(event))

    async def _rename(self, order: Order, entry: Entry) -> Reply:
        lobby, account = self._lobby, await self._player(order.whom)
        if skeleton(order.text) == skeleton(account.name):
            words = _("{name} is too much like the name that the player has.")
            raise NaishiError(words.format(name=quoted(order.text)))
        note = entry._replace(whom=account.name, detail=order.text)

        def also(db: Connection) -> None:
            keep_name(db, account.name, account.id, entry.at + NAME_KEPT)
            add_entry(db, note)

        renamed = await lobby.players.rename(account.id, order.text, also)
        for each in lobby.identities.of_player(account.id):
            each.become(renamed, each.settings)
        lobby.identities.settle_elsewhere(account.id)
        await lobby.players_changed(account.id)
        await self._look_at_sanctions()
        return orders.done(order._replace(text=renamed.name), account.name)

    async def _mute(self, order: Order, entry: Entry) -> Reply:
        account = await self._player(order.whom)
        until = entry.at + order.seconds if order.verb == "mute" else None
        note = entry._replace(whom=account.name, until=until)

        def change(db: Connection) -> None:
            if until is not None:
                silence(db, account.id, entry.at, until, entry.why)
            elif not end_silence(db, account.id):
                raise NaishiError(_("{name} isn't muted.").format(name=account.name))

        await self._lobby.audit.write(note, change)
        await self._look_at_sanctions()
        return orders.done(order, account.name, until)

    async def _ban(self, order: Order, entry: Entry) -> Reply:
        target = order.target or Target(BanKind.PLAYER, order.whom)
        player, whom = None, target.subject
        if target.kind is BanKind.PLAYER:
            account = await (self._player if order.verb == "ban" else self._banned_player)(target.subject)
            player, whom = account.id, account.name
            target = Target(BanKind.PLAYER, str(account.id))
        until = entry.at + order.seconds if order.verb == "ban" else None
        others = "" if until is not None else await self._banned_now()
        note = entry._replace(whom=whom, until=until)

        def change(db: Connection) -> None:
            if until is not None:
                add_ban(db, Ban(target.kind, target.subject, entry.at, until, entry.why, player))
            elif not lift_ban(db, target.kind, target.subject):
                refusal = _("{name} isn't banned.").format(name=whom)
                raise NaishiError(f"{refusal} {others}")

        await self._lobby.audit.write(note, change)
        if until is not None:
            await self._close_tables(player, target, entry)
        await self._look_at_sanctions()
        return orders.done(order, whom, until)

    async def _banned_player(self, name: str) -> Account:
        """Return the player of a name; where there is none any more, say who is banned."""
        try:
            return await self._player(name)
        except NaishiError as error:
            raise NaishiError(f"{error} {await self._banned_now()}") from None

    async def _banned_now(self) -> str:
        banned = [ban.whom for ban in (await self._lobby.sanctions.refresh()).bans]
        return _("Banned now: {names}.").format(names=listed(banned)) if banned else _("Nobody is banned now.")

    async def _close_tables(self, player: int | None, target: Target, entry: Entry) -> None:
        """Close the open tables of those whom a ban keeps out: nobody would come there."""
        hosts = set[int]() if player is None else {player}
        if target.kind is BanKind.KEY and (owner := await self._lobby.players.of_key(target.subject)) is not None:
            hosts.add(owner.id)
        await self._lobby.sanctions.refresh()
        for visitor in self._lobby.visitors:
            if self._lobby.sanctions.ban_of(visitor.account.id, visitor.fingerprint, visitor.address) is not None:
                hosts.add(visitor.account.id)
        for host in hosts:
            for table in await self._lobby.tables.store.of(host):
                async with self._noted(entry._replace(what="close", whom=table.id)):
                    await self._lobby.tables.store.close(table.id, host)
                self._lobby.match_changed(table)
                self._tell_players(table, AccountEvent.TABLE_CLOSED)

    async def _delete(self, order: Order, entry: Entry) -> Reply:
        account = await self._player(order.whom)
        async with self._noted(entry._replace(whom=account.name)):
            await self._lobby.accounts.delete_player(account)
        await self._look_at_sanctions()
        return orders.done(order, account.name)

    async def _say(self, order: Order, entry: Entry) -> Reply:
        await self._lobby.audit.add(entry._replace(detail=order.text))
        self._lobby.closing.say(order.text)
        return orders.done(order, "")

    async def _stop(self, order: Order, entry: Entry) -> Reply:
        closing = self._lobby.closing
        until = entry.at + order.seconds if order.verb == "stop" else None
        if until is None and closing.at is None and self._lobby.live is None:  # else another process may know
            raise NaishiError(_("No stop was announced."))
        await self._lobby.audit.add(entry._replace(until=until))
        closing.announce_stop(until)
        return orders.done(order, "", until)

    async def _player(self, name: str) -> Account:
        """Return the player of a name. Raises NaishiError: there is none; the text names who is meant perhaps."""
        account = await self._lobby.company.find(name)
        if skeleton(account.name) != skeleton(name):
            raise NaishiError(_("There is no player called {name}.").format(name=quoted(name)))
        return account

    async def _match(self, word: str) -> Match:
        """Return a match by its id, or by the word of its invitation. Raises NaishiError: there is none."""
        lists = self._lobby.matches.lists
        found = next(iter(await lists.some([word.strip().casefold()])), None) or await lists.find(word)
        if found is None:
            raise NaishiError(_("There is no game or table {word}.").format(word=quoted(word)))
        return found

    async def _look_at_sanctions(self) -> None:
        """Have this process act on what has just been stored; what can't be read now is read within seconds."""
        with suppress(StorageError):
            await self._lobby.look_at_sanctions()

    @asynccontextmanager
    async def _noted(self, entry: Entry) -> AsyncIterator[None]:
        """Note what is done in the block before it is; where that is refused, it is noted nowhere."""
        number = await self._lobby.audit.add(entry)
        try:
            yield
        except NaishiError:
            with suppress(StorageError):
                await self._lobby.audit.remove(number)
            raise
