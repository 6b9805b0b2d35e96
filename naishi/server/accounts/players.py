"""Stored players: accounts by key, guests by code."""

import json
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, exists, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or
from sqlalchemy.exc import IntegrityError

from naishi.common.i18n import NaishiError, _
from naishi.server.database.codes import hashed
from naishi.server.database.connection import StorageError
from naishi.server.database.database import Database
from naishi.server.database.names import NAMELESS, checked_name, skeleton
from naishi.server.database.schema import (
    GONE,
    blocked_players,
    exercises,
    keys,
    link_codes,
    linked_players,
    matches,
    muted_players,
    players,
    results,
    seats,
    solved,
    tournament_players,
    tournaments,
)
from naishi.server.match.match import Agreements, MatchStage
from naishi.server.moderation.sanctions import ban_keys, check_not_kept, give_sanctions
from naishi.server.moderation.talk import forget_reports, give_reports
from naishi.server.presence.presence import Account, are_gone, check_here
from naishi.server.ratings.ratings import give_games

NOTHING_CHOSEN = "{}"


def forget(db: Connection, player: int) -> None:
    """Have nobody come back as a player; the name is free again. No other skeleton has a space in it."""
    stand_up(db, player)
    void = {"code": None, "recovery": None, "name_key": f"{GONE}{player}"}
    db.execute(update(players).where(players.c.id == player).values(void))
    for table in (link_codes, exercises, solved):
        db.execute(delete(table).where(table.c.player == player))


def stand_up(db: Connection, player: int, match: str | None = None) -> int:
    """Free the seats that a player has taken at open tables of others, or at one; return how many there were."""
    own = update(seats).where(seats.c.player == player, _at_open_table(matches.c.host != player))
    if match is not None:
        own = own.where(seats.c.match == match)
    return db.execute(own.values(player=None)).rowcount


def _at_open_table(*more: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(matches.c.id == seats.c.match, matches.c.state == MatchStage.OPEN, *more)


def play_each_other(db: Connection, one: int, other: int) -> bool:
    return _share(db, matches, seats, "match", (one, other))


def _share(db: Connection, groups: Table, members: Table, key: str, pair: tuple[int, int]) -> bool:
    """Return whether two players are in one match or one tournament that is being played.

    Args:
        key: The column of `members` that names it.
    """
    one, other = members.alias(), members.alias()
    shared = (
        select(one.c[key])
        .join(other, one.c[key] == other.c[key])
        .join(groups, groups.c.id == one.c[key])
        .where(one.c.player == pair[0], other.c.player == pair[1], groups.c.state == MatchStage.PLAYING)
    )
    return db.execute(shared).first() is not None


def merge(db: Connection, before: int, now: int) -> None:
    """Give all games and keys of a player to another one, and forget the first.

    Raises NaishiError: the two play each other: nobody could go on with that game from both seats.
    """
    if play_each_other(db, before, now):
        raise NaishiError(_("These two are playing each other; finish that game first."))
    if _share(db, tournaments, tournament_players, "tournament", (before, now)):
        raise NaishiError(_("These two are in the same tournament; wait until it is over."))
    db.execute(update(matches).where(matches.c.host == before).values(host=now))
    for table in (seats, results, keys):
        db.execute(update(table).where(table.c.player == before).values(player=now))
    first = seats.alias()  # of the seats at an open table, only the first stays: two accounts may have sat there
    before_it = exists().where(first.c.match == seats.c.match, first.c.player == now, first.c.seat < seats.c.seat)
    db.execute(update(seats).where(seats.c.player == now, _at_open_table(), before_it).values(player=None))
    for table in (exercises, solved):  # what both have learned stays as the second has it
        mine, others = table.alias(), [each for each in table.primary_key.columns if each.name != "player"]
        has = select(mine.c.player).where(mine.c.player == now, *(mine.c[each.name] == each for each in others))
        db.execute(update(table).where(table.c.player == before, ~has.exists()).values(player=now))
    give_games(db, before, now)
    give_reports(db, before, now)
    give_sanctions(db, before, now)
    for table in (blocked_players, muted_players):
        _give_pairs(db, table, before, now)
    _forget_pairs(db, before)
    give_tournaments(db, before, now)
    forget(db, before)


def _give_pairs(db: Connection, table: Table, before: int, now: int) -> None:
    """Have the other player block or mute whom the first did, and be blocked or muted by the same."""
    player, other = table.primary_key.columns
    pairs = db.execute(select(player, other).where(or_(player == before, other == before))).all()
    given = [[now if each == before else each for each in pair] for pair in pairs]
    if rows := [dict(zip((player.name, other.name), pair, strict=True)) for pair in given if pair[0] != pair[1]]:
        db.execute(insert_or(table).on_conflict_do_nothing(), rows)


def _forget_pairs(db: Connection, player: int) -> None:
    """Forget whom a player blocks or mutes, by whom they are, and what they share with others: that is seen again."""
    for table in (blocked_players, muted_players, linked_players):
        one, other = tuple(table.primary_key.columns)[:2]
        db.execute(delete(table).where(or_(one == player, other == player)))


def owner_of(db: Connection, fingerprint: str) -> int | None:
    return db.execute(select(keys.c.player).where(keys.c.fingerprint == fingerprint)).scalar()


def keys_with(db: Connection, fingerprint: str) -> Collection[str]:
    """Return the fingerprints of all keys of the player who has this one; it alone where nobody has it."""
    if (player := owner_of(db, fingerprint)) is None:
        return frozenset({fingerprint})
    mine = db.execute(select(keys.c.fingerprint).where(keys.c.player == player)).scalars()
    return frozenset(mine) | {fingerprint}


def add_key(db: Connection, fingerprint: str, player: int, now: float, name: str = "") -> None:
    db.execute(insert(keys).values(fingerprint=fingerprint, player=player, name=name, added=now, last_used=now))


def give_key(db: Connection, fingerprint: str, player: int, now: float, name: str = "") -> None:
    """Give a key to a player, together with all that the player has who had it so far; only a new one gets a name.

    Raises NaishiError: the two play each other.
    """
    before = owner_of(db, fingerprint)
    if before is None:
        add_key(db, fingerprint, player, now, name)
    elif before != player:
        merge(db, before, player)


def delete_account(db: Connection, player: int) -> bool:
    """Delete an account: name, keys, codes, settings and results. Its finished games stay without its name.

    Returns:
        Whether that was done; not while the player has an unfinished game.
    """
    theirs = select(seats.c.seat, matches.c.agreements).join(matches, matches.c.id == seats.c.match)
    for row in db.execute(theirs.where(seats.c.player == player, matches.c.state == MatchStage.PLAYING)):
        if row.seat not in Agreements.model_validate_json(row.agreements).left:
            return False
    db.execute(delete(matches).where(matches.c.host == player, matches.c.state == MatchStage.OPEN))
    leave_tournaments(db, player)
    _take_name_out_of_records(db, player)
    ban_keys(db, player)
    db.execute(delete(keys).where(keys.c.player == player))
    db.execute(update(results).where(results.c.player == player).values(player=None))
    _forget_pairs(db, player)
    forget_reports(db, player, NAMELESS)
    forget(db, player)
    nothing: dict[str, Any] = {"name": NAMELESS, "named": False, "settings": NOTHING_CHOSEN}
    db.execute(update(players).where(players.c.id == player).values(nothing))
    return True


def _take_name_out_of_records(db: Connection, player: int) -> None:
    """Whoever has one of these matches in memory finds another revision, and so won't write the name again."""
    theirs: dict[str, list[int]] = {}
    for match, seat in db.execute(select(seats.c.match, seats.c.seat).where(seats.c.player == player)):
        theirs.setdefault(match, []).append(seat)
    for match, own in theirs.items():
        record = db.execute(select(matches.c.record).where(matches.c.id == match)).scalar()
        with suppress(ValueError, LookupError, TypeError):  # it is damaged, or there is none yet
            document = json.loads(record or "")
            for seat in own:
                document["players"][seat]["name"] = NAMELESS
            changed = {"record": json.dumps(document), "revision": matches.c.revision + 1}
            db.execute(update(matches).where(matches.c.id == match).values(changed))


def give_tournaments(db: Connection, before: int, now: int) -> None:
    """Give the tournaments of a player to another one, who is in each that hasn't begun once."""
    db.execute(update(tournaments).where(tournaments.c.host == before).values(host=now))
    theirs = select(tournament_players.c.tournament).where(tournament_players.c.player == now)
    _leave_open_tournaments(db, before, tournament_players.c.tournament.in_(theirs))
    db.execute(update(tournament_players).where(tournament_players.c.player == before).values(player=now))


def leave_tournaments(db: Connection, player: int) -> None:
    """Take a player who is deleted out of what hasn't begun; what they have made goes with them.

    Of a tournament that is being played, nobody has to be told: who is gone plays no more in it.
    """
    db.execute(delete(tournaments).where(tournaments.c.host == player, tournaments.c.state == MatchStage.OPEN))
    _leave_open_tournaments(db, player)


def _leave_open_tournaments(db: Connection, player: int, *only: ColumnElement[bool]) -> None:
    unbegun = select(tournaments.c.id).where(tournaments.c.state == MatchStage.OPEN)
    theirs = tournament_players.c.player == player, tournament_players.c.tournament.in_(unbegun)
    db.execute(delete(tournament_players).where(*theirs, *only))


@dataclass(frozen=True, slots=True)
class Key:
    """A public key of a player."""

    fingerprint: str
    name: str
    """Empty where the player hasn't named it."""
    added: float
    last_used: float


class Players:
    """The players in the database. Whatever changes something raises StorageError where it can't be stored."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def of_key(self, fingerprint: str) -> Account | None:
        """Return the player whose public key this is; None on a first visit.

        Args:
            fingerprint: Of a key whose owner has just signed with it, never of one that was merely offered.
        """

        def find(db: Connection) -> Account | None:
            player = owner_of(db, fingerprint)
            return None if player is None else account_of(db, player)

        return await self._database.read(find)

    async def guest(self, player: int) -> Account | None:
        """Return a guest; None where nobody can come back as this one."""

        def find(db: Connection) -> Account | None:
            return None if are_gone(db, player) else account_of(db, player)

        account = await self._database.read(find)
        return account if account is not None and account.guest else None

    async def add(
        self, name: str, *, fingerprint: str | None = None, code: str | None = None, chosen: bool = False
    ) -> Account:
        """Add a player.

        Args:
            fingerprint: The player's public key; None for a guest.
            chosen: Whether the person chose the name; otherwise, another one is drawn if it is taken.

        Raises NaishiError: the name can't be used, or is too much like someone else's.
        """
        clean = checked_name(name) if chosen else name

        def add(db: Connection) -> Account:
            # Another terminal of this person may have been quicker.
            if chosen:
                check_not_kept(db, clean, self._clock())
            if fingerprint is not None and (known := owner_of(db, fingerprint)) is not None:
                return give_name(db, known, clean) if chosen else account_of(db, known)
            free = clean if chosen else _free_name(db, clean)
            now = self._clock()
            times = {"created": now, "last_seen": now}
            values = {"name": free, "name_key": skeleton(free), "named": chosen, "settings": NOTHING_CHOSEN, **times}
            added = db.execute(insert(players).values(values | {"code": code and hashed(code)}))
            player = int(added.inserted_primary_key[0])  # type: ignore[index]
            if fingerprint is not None:
                add_key(db, fingerprint, player, now)
            return account_of(db, player)

        return await self._try_name(add, clean)

    async def came(self, player: int, fingerprint: str | None) -> None:
        """Remember that a player has come, and with which key. A failure is logged, and keeps nobody out."""
        now = self._clock()

        def remember(db: Connection) -> None:
            db.execute(update(players).where(players.c.id == player).values(last_seen=now))
            if fingerprint is not None:
                db.execute(update(keys).where(keys.c.fingerprint == fingerprint).values(last_used=now))

        with suppress(StorageError):
            await self._database.write(remember)

    async def get(self, player: int) -> Account:
        """Return a player. Raises NaishiError: there is none with this number."""
        return await self._database.read(lambda db: account_of(db, player))

    async def settings(self, player: int) -> dict[str, Any]:
        """Return the settings that a player has chosen, unchecked."""
        chosen = select(players.c.settings).where(players.c.id == player)
        return dict(json.loads(await self._database.read(lambda db: db.execute(chosen).scalar() or NOTHING_CHOSEN)))

    async def choose(self, player: int, name: str, value: object) -> None:
        """Keep the value of one setting with a player."""
        mine = players.c.id == player

        def choose(db: Connection) -> None:
            chosen = json.loads(db.execute(select(players.c.settings).where(mine)).scalar_one()) | {name: value}
            db.execute(update(players).where(mine).values(settings=json.dumps(chosen, sort_keys=True)))

        await self._database.write(choose)

    async def rename(self, player: int, name: str, also: Callable[[Connection], None] = lambda _db: None) -> Account:
        """Give a player another name. Raises NaishiError: it can't be used, or is too much like someone else's."""
        clean = checked_name(name)

        def rename(db: Connection) -> Account:
            check_not_kept(db, clean, self._clock())
            account = give_name(db, player, clean)
            also(db)
            return account

        return await self._try_name(rename, clean)

    async def keys(self, player: int) -> Sequence[Key]:
        of_key = keys.c.fingerprint, keys.c.name, keys.c.added, keys.c.last_used
        mine = select(*of_key).where(keys.c.player == player).order_by(keys.c.added, keys.c.fingerprint)
        return await self._database.read(lambda db: [Key(*row) for row in db.execute(mine)])

    async def name_key(self, player: int, fingerprint: str, name: str) -> None:
        mine = and_(keys.c.player == player, keys.c.fingerprint == fingerprint)
        await self._database.write(lambda db: db.execute(update(keys).where(mine).values(name=name)))

    async def remove_key(self, player: int, fingerprint: str) -> None:
        """Take a key away from a player.

        Raises NaishiError: the player doesn't have it, or it is the last one: nobody could come back with this account.
        """

        def remove(db: Connection) -> None:
            mine = set(db.execute(select(keys.c.fingerprint).where(keys.c.player == player)).scalars())
            if fingerprint not in mine:
                raise NaishiError(_("The account doesn't have this key any more."))
            if mine == {fingerprint}:
                raise NaishiError(_("This is your only key. Add another one first, or delete the account."))
            db.execute(delete(keys).where(keys.c.fingerprint == fingerprint))

        await self._database.write(remove)

    async def keys_with(self, fingerprint: str) -> Collection[str]:
        return await self._database.read(lambda db: keys_with(db, fingerprint))

    async def play_each_other(self, one: int, other: int) -> bool:
        """Return whether two players have an unfinished game with each other: they can't become one then."""
        return await self._database.read(lambda db: play_each_other(db, one, other))

    async def delete(self, player: int) -> bool:
        """Delete an account: see `delete_account`."""
        return await self._database.write(lambda db: delete_account(db, player))

    async def _try_name(self, work: Callable[[Connection], Account], name: str) -> Account:
        def named(db: Connection) -> Account:
            try:
                return work(db)
            except IntegrityError:
                taken = _("The name {name}, or one very like it, is already taken.")
                raise NaishiError(taken.format(name=name)) from None

        return await self._database.write(named)


def account_of(db: Connection, player: int) -> Account:
    """Return a player. Raises NaishiError: there is none with this number."""
    row = db.execute(select(players).where(players.c.id == player)).first()
    if row is None:
        raise NaishiError(_("There is no such player."))
    return Account(row.id, row.name, row.named, row.code is not None)


def give_name(db: Connection, player: int, name: str) -> Account:
    """Give a player another name.

    Raises NaishiError: the player is gone; IntegrityError: it is too much like someone else's.
    """
    check_here(db, player)
    values = {"name": name, "name_key": skeleton(name), "named": True}
    db.execute(update(players).where(players.c.id == player).values(values))
    return account_of(db, player)


def _free_name(db: Connection, name: str) -> str:
    while db.execute(select(players.c.id).where(players.c.name_key == skeleton(name))).first() is not None:
        name = guest_name()
    return name


def guest_name() -> str:
    return _("Guest {number}").format(number=secrets.randbelow(10**6))
