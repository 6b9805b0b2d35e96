"""Conditional moves: planned, and what becomes of them."""

import asyncio
import random
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from contextvars import Context
from enum import StrEnum
from itertools import takewhile
from typing import Annotated, Any, Literal

from pydantic import BaseModel, PlainSerializer, PlainValidator
from sqlalchemy import Connection, delete, select

from naishi.common.i18n import IllegalActionError, NaishiError, _
from naishi.server.database.connection import StorageError
from naishi.server.database.database import Database
from naishi.server.database.schema import plans
from naishi.server.database.sharing import replace_row
from naishi.server.match.match import NAISHI, Match
from naishi.server.match.participant import MatchParticipant
from naishi.server.match.state import MatchState, OfferKind
from naishi.server.match.store import Matches
from naishi.server.presence.presence import Elsewhere
from naishi.tabletop.game import Action
from naishi.tabletop.kinds import kind_of


class PlanEnd(StrEnum):
    """What became of a plan."""

    PLAYED = "played"
    UNMET = "unmet"
    """The other player has done something else."""
    REFUSED = "refused"
    """An action wasn't possible; those before it were played."""
    OFFERED = "offered"
    """The other player has offered something, which an action would have declined."""
    UNDONE = "undone"
    """What came before it was undone."""


def _read(action: Any) -> Any:
    return kind_of(NAISHI).action(action) if isinstance(action, str) else action


Planned = Annotated[Action, PlainValidator(_read), PlainSerializer(str)]
"""An action, stored as its text; only Naishi has conditional moves."""


class Rule(BaseModel, frozen=True):
    """What to do if the other player does something in their next turn."""

    when: Planned
    play: tuple[Planned, ...]


class Plan(BaseModel, frozen=True):
    """What the player at a seat wants to do after the other player's next turn, or what became of that."""

    rules: tuple[Rule, ...] = ()
    ply: int
    """How many actions had been played when it was made."""
    mark: int
    """What these actions were: see `naishi.server.plans.plans.mark_of`."""
    end: PlanEnd | None = None
    """Until the player is told; None while it waits."""
    rule: Rule | None = None
    """The rule that applied, once there is an end."""
    refused: Planned | None = None


Key = tuple[str, int]


class PlanStore:
    """The plans in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, matches: Collection[str] | None = None) -> dict[Key, Plan]:
        """Return the plans of some matches, or all; a damaged one is left out."""
        some = select(plans) if matches is None else select(plans).where(plans.c.match.in_(matches))
        found: dict[Key, Plan] = {}
        for row in await self._database.read(lambda db: db.execute(some).all()):
            with suppress(ValueError):
                found[row.match, row.seat] = Plan.model_validate_json(row.plan)
        return found

    async def write(self, key: Key, plan: Plan | None) -> None:
        match, seat = key

        def write(db: Connection) -> None:
            if plan is None:
                db.execute(delete(plans).where(plans.c.match == match, plans.c.seat == seat))
            else:
                replace_row(db, plans, {"match": match, "seat": seat, "plan": plan.model_dump_json()})

        await self._database.write(write)


MOST_RULES = 4
"""Rules of one player for one turn of the other."""
MOST_ACTIONS = 4
OVER: Literal["over"] = "over"
"""The game is over, or has gone past the turn that was planned."""

Verdict = Rule | PlanEnd | Literal["over"] | None
"""A rule to follow, an end, that the game has gone past the plan, or None while it waits."""


def verdict_on(plan: Plan, state: MatchState, seat: int) -> Verdict:
    """Say what has become of a plan.

    A plan is for the first turn of the other player that ends after it was made; to give a card away is no turn.
    """
    game = state.game
    events = game.view(seat).events
    begun = kind_of(NAISHI).has_begun
    since = [event.seat for event in events[plan.ply :] if event.action is not None and begun(event.action)]
    acted_after = 1 - seat in since and seat in since[since.index(1 - seat) :]
    if state.over:
        return OVER
    if mark_of(game.actions[: plan.ply]) != plan.mark:
        return PlanEnd.UNDONE
    if acted_after:
        return OVER
    if game.turn != seat or 1 - seat not in since:
        return None
    if any(offer.seat != seat for kind, offer in state.offers.items() if kind in {OfferKind.DRAW, OfferKind.UNDO}):
        return PlanEnd.OFFERED
    theirs = {event.action for event in takewhile(lambda event: event.seat != seat, reversed(events))}
    return next((rule for rule in plan.rules if rule.when in theirs), PlanEnd.UNMET)


def mark_of(actions: Sequence[Action]) -> int:
    return zlib.crc32("\n".join(action.text for action in actions).encode())


LONGEST = 20.0
"""Seconds that it takes at most to carry a plan out: then another process may."""


class Plans:
    """The plans of all players. They are stored; what is in memory only saves looking.

    Args:
        come_as: Has the owner of a plan come to a match, and leave it again.
        delay: Between which seconds the time is drawn after which a plan is carried out.
    """

    def __init__(
        self,
        stored: PlanStore,
        matches: Matches,
        come_as: Callable[[str, int], AbstractAsyncContextManager[MatchParticipant]],
        tell: Callable[[Sequence[int | None]], None],
        delay: tuple[float, float],
        elsewhere: Elsewhere,
    ) -> None:
        self._stored, self._matches, self._come_as, self._tell = stored, matches, come_as, tell
        self._delay, self._elsewhere = delay, elsewhere
        self._plans: dict[Key, Plan] | None = None
        self._order = asyncio.Lock()
        """Held while what is in memory is made to be what is stored: of two that do so, the later one counts."""
        self._considering: dict[Key, asyncio.Task[None]] = {}
        self._again: set[Key] = set()

    async def ready(self) -> None:
        if self._plans is None:
            async with self._order:
                if self._plans is None:
                    self._plans = await self._stored.load()

    async def resume(self) -> None:
        """Look at all plans: the server may have ended before one was carried out."""
        await self.ready()
        for match, _seat in list(self._known):
            self.changed(match)

    async def changed_elsewhere(self, matches: Collection[str]) -> None:
        await self._read_again(matches)
        for match in {match for match, _seat in self._known if match in matches}:
            self.changed(match)

    def close(self) -> None:
        """Consider nothing any more; what is stored is considered at the next start."""
        for task in self._considering.values():
            task.cancel()

    def rules(self, me: MatchParticipant) -> Sequence[Rule]:
        plan = self._known.get(_key_of(me))
        return () if plan is None or plan.end is not None else plan.rules

    def refusal(self, me: MatchParticipant) -> str:
        """Return why a player can't plan anything in this match; empty if they can."""
        if me.seat is None:
            return _("You are watching; only the players can do that.")
        if me.over:
            return _("The game is over.")
        if me.match.game != NAISHI:
            return _("Conditional moves are for games of Naishi.")
        return _("A bot answers at once; plans are for games against people.") if me.against_bot else ""

    async def add(self, me: MatchParticipant, when: Action, play: Sequence[Action]) -> None:
        """Have something done if the other player does something in their next turn; an older rule for that goes.

        Raises NaishiError: it can't be planned, there are too many rules, or it couldn't be stored.
        """
        if refusal := self.refusal(me):
            raise NaishiError(refusal)
        kind = kind_of(NAISHI)
        if not kind.is_of_turn(when) or kind.passes(when):
            raise NaishiError(_("Say an action of the other player's turn, such as decree H3, recall or declare."))
        if not all(map(kind.is_of_turn, play)) or not 0 < len(play) <= MOST_ACTIONS:
            words = _("Say what to play: the actions of one turn, {most} at most.")
            raise NaishiError(words.format(most=MOST_ACTIONS))
        key = _key_of(me)
        game = (await self._matches.load(key[0])).game
        others = [rule for rule in self.rules(me) if rule.when != when]
        if len(others) >= MOST_RULES:
            raise NaishiError(_("More can't be planned for one turn (at most {most}).").format(most=MOST_RULES))
        rules = (*others, Rule(when=when, play=tuple(play)))
        await self._keep(key, Plan(rules=rules, ply=len(game.actions), mark=mark_of(game.actions)))
        self.changed(key[0])

    async def drop(self, me: MatchParticipant) -> None:
        """Have nothing done any more. Raises StorageError: it couldn't be stored."""
        await self._keep(_key_of(me), None)

    def ended(self, matches: Iterable[Match], player: int) -> list[tuple[Match, Plan]]:
        """Return the plans of a player that have come to an end, of which the player wasn't told."""
        seated = ((match, match.seat_of(player)) for match in matches)
        found = ((match, self._known.get((match.id, seat))) for match, seat in seated if seat is not None)
        return [(match, plan) for match, plan in found if plan is not None and plan.end is not None]

    def considers(self, match: Match, player: int) -> bool:
        return (match.id, match.seat_of(player)) in self._considering

    async def told(self, match: Match, player: int) -> None:
        if (seat := match.seat_of(player)) is None:
            return
        async with self._order:
            if self._known.pop((match.id, seat), None) is not None:
                with suppress(StorageError):  # then it is told once more after the next start
                    await self._stored.write((match.id, seat), None)

    def changed(self, match: str) -> None:
        """Note that something was stored of a match; whether a plan has come true is checked in the background."""
        for key in ((match, 0), (match, 1)):
            plan = self._known.get(key)
            if plan is None or plan.end is not None:
                continue
            if key in self._considering:
                self._again.add(key)
                continue
            # In no visitor's context: the task may outlive the visitor, whose app would stay in memory with it.
            loop = asyncio.get_running_loop()
            self._considering[key] = loop.create_task(self._consider(key), name=f"plan for {match}", context=Context())

    async def settled(self) -> None:
        while self._considering:
            await asyncio.wait(self._considering.values())

    @property
    def _known(self) -> dict[Key, Plan]:
        return {} if self._plans is None else self._plans

    async def _read_again(self, matches: Collection[str]) -> None:
        async with self._order:
            if self._plans is not None:
                newest = await self._stored.load(matches)
                self._plans = {key: plan for key, plan in self._plans.items() if key[0] not in matches} | newest

    async def _keep(self, key: Key, plan: Plan | None) -> None:
        await self.ready()
        async with self._order:
            await self._stored.write(key, plan)
            self._known.pop(key, None)
            if plan is not None:
                self._known[key] = plan

    async def _consider(self, key: Key) -> None:
        try:
            while True:
                self._again.discard(key)
                await self._carry_out_alone(key)
                if key not in self._again:
                    return
        except NaishiError:  # the match can't be read now, or is gone: the next change or start looks again
            return
        finally:
            del self._considering[key]
            self._again.discard(key)

    async def _carry_out_alone(self, key: Key) -> None:
        """Do what a plan says, unless another process is at it, which hears of the same changes."""
        leases, lease = self._elsewhere.leases, f"plan {key[0]} {key[1]}"
        if leases is None:
            await self._carry_out(key)
        elif await leases.claim(lease, self._delay[1] + LONGEST):
            try:
                await self._read_again([key[0]])  # the one before may have carried it out
                await self._carry_out(key)
            finally:
                await leases.release(lease)

    async def _carry_out(self, key: Key) -> None:
        verdict = await self._verdict(key)
        if isinstance(verdict, Rule):
            await pause(random.uniform(*self._delay))  # noqa: S311 - no secret
            verdict = await self._verdict(key)  # the owner may have come meanwhile
        if (plan := self._known.get(key)) is None:
            return
        seats = (await self._matches.get(key[0])).seats
        if verdict == OVER:
            await self._keep(key, None)
        elif isinstance(verdict, Rule):
            refused = await self._play(key, seats[key[1]], verdict)
            end = PlanEnd.PLAYED if refused is None else PlanEnd.REFUSED
            await self._keep(key, plan.model_copy(update={"end": end, "rule": verdict, "refused": refused}))
        elif verdict is not None:
            await self._keep(key, plan.model_copy(update={"end": verdict}))
        self._tell([seats[key[1]]])  # it may be the owner's turn after all

    async def _verdict(self, key: Key) -> Verdict:
        plan = self._known.get(key)
        if plan is None or plan.end is not None:
            return None
        return verdict_on(plan, await self._matches.load(key[0]), key[1])

    async def _play(self, key: Key, player: int | None, rule: Rule) -> Action | None:
        """Have the owner come, play and leave; return the action that wasn't possible, if any."""
        if player is None:
            return rule.play[0]
        async with self._come_as(key[0], player) as me:
            for action in rule.play:
                try:
                    await me.play(action)
                except IllegalActionError:
                    return action
        return None


async def pause(seconds: float) -> None:
    await asyncio.sleep(seconds)


def _key_of(me: MatchParticipant) -> Key:
    return me.match_id, -1 if me.seat is None else me.seat
