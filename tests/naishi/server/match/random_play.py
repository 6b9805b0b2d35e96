"""Random actions of players, watchers, guests and bots."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any
from unittest.mock import patch

from naishi import Action, Phase, PlayerView
from naishi.common.i18n import IllegalActionError, InvalidActionError, NaishiError
from naishi.games.naishi.game.view import Event
from naishi.server import Lobby, Match, MatchParticipant, OfferKind, Phrase, Request, Verb, Visitor
from naishi.server.match.match import agreements_of
from naishi.server.match.session import MatchSession
from naishi.server.match.state import MatchState
from naishi.server.moderation.talk import Reason
from naishi.sessions import Ask
from tests.naishi.server.match.random_people import RandomBots, Terminal
from tests.naishi.server.match.truth import all_requests, check_participant, is_over, results_of, without_turns
from tests.naishi.server.presence.fake_time import RandomDatabase
from tests.naishi.server.running import session_of, sessions_of

PATIENCE = 1000.0
"""Seconds, by the clock of the loop, after which something is taken never to end."""


class RandomPlay:
    """One match, with its rematches, from its beginning to when everybody has gone."""

    def __init__(self, databases: tuple[RandomDatabase, RandomDatabase], seed: int) -> None:
        """Let random people play on two processes.

        Args:
            databases: Two on one file, of two processes.
            seed: Draws everything.
        """
        self.seed, self.chance = seed, random.Random(seed)
        self.database, self.rivals_database = databases
        for each in databases:
            each.chance, each.refusals = self.chance, 0
        self.bots = RandomBots(self.chance)
        self.lobby = Lobby(self.database, self.bots)
        self.rival = Lobby(self.rivals_database, RandomBots(self.chance))
        """Another process on the same database."""
        self.terminals: list[Terminal] = []
        self.matches: list[str] = []
        self.stored: dict[str, MatchState] = {}
        """What was stored of each when it was looked at last."""
        self.changed_elsewhere: set[str] = set()
        """The matches that a rival has changed."""
        self.done: list[str] = []
        """What was done, to be read where something has failed."""
        self.calm = False
        """Whether nothing else happens while something is asked for."""
        self.guest: Visitor | None = None

    async def play(self, steps: int) -> None:
        """Do random things, and look after each whether all is well."""
        drawn = random.Random(self.chance.random())
        with patch.multiple(
            secrets,
            randbelow=drawn.randrange,
            choice=drawn.choice,
            token_hex=lambda size: drawn.randbytes(size).hex(),
        ):
            await self._play(steps)

    async def _play(self, steps: int) -> None:
        await self._begin()
        for _step in range(steps):
            batch = [self._draw() for _step in range(1 if self.chance.random() < 0.6 else self.chance.randrange(2, 5))]
            self.done.append(" + ".join(name for name, _do in batch))
            self.calm = len(batch) == 1
            tasks = [asyncio.create_task(do()) for _name, do in batch]
            if not self.calm and self.chance.random() < 0.3:
                for _turn in range(self.chance.randrange(1, 12)):
                    await asyncio.sleep(0)
                tasks[0].cancel()
            await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), PATIENCE)
            for task in tasks:
                if not task.cancelled() and (error := task.exception()) is not None:
                    raise error
            await self.check()
        await self._end()

    async def _begin(self) -> None:
        visit, chance, seed = self.lobby.visit, self.chance, self.seed
        people = [await visit(f"aiko {seed}", "192.0.2.1", "en") for _terminal in range(2)]
        host, kind = people[0], chance.choice(("person", "guest", "bot"))
        if kind == "bot":
            match = await host.tables.play_bot("beginner")
        else:
            fingerprint = None if kind == "guest" else f"bruno {seed}"
            others = [await visit(fingerprint, "192.0.2.2", "en") for _terminal in range(1 if kind == "guest" else 2)]
            self.guest = others[0] if kind == "guest" else None
            match = await others[0].tables.join(await host.tables.open(public=chance.random() < 0.5))
            people += others
        people.append(await visit(None, "192.0.2.3", "en"))
        self.chiyo = await visit(f"chiyo {seed}", "192.0.2.4", "en")
        self.terminals = [Terminal(visitor) for visitor in people]
        self.matches.append(match.id)
        await self._play_on(match.id, chance.choice((0, 0, 10, 60, 200)))
        for terminal in self.terminals:
            await terminal.go(match.id)

    async def _play_on(self, match: str, steps: int) -> None:
        """Have the game stand at some moment of it."""
        stored = await self.lobby.matches.load(match)
        for _step in range(steps):
            if actions := stored.game.legal_actions():
                stored.game.play(self.chance.choice(actions))
        await self.lobby.matches.write(match, stored, stored.revision)

    def _draw(self) -> tuple[str, Callable[[], Coroutine[Any, Any, None]]]:
        """Draw something to do, and who does it."""
        who = self.chance.choice(self.terminals)
        number = self.terminals.index(who)
        things: dict[str, tuple[int, Callable[[], Coroutine[Any, Any, None]]]] = {
            "acts": (10, lambda: self._acts(who)),
            "asks": (10, lambda: self._asks(who)),
            "asks what was shown before": (5, lambda: self._asks_what_was_shown(who)),
            "opens a menu": (3, lambda: self._opens_a_menu(who)),
            "rematches": (3, lambda: self._rematches(who)),
            "undoes": (3, lambda: self._undoes(who)),
            "mends the bot": (2, lambda: self._mends_the_bot(who)),
            "talks": (2, lambda: self._talks(who)),
            "comes or goes": (4, lambda: self._comes_or_goes(who)),
            "follows the rematch": (2, lambda: self._follows(who)),
            "time passes": (4, lambda: asyncio.sleep(self.chance.choice((0.1, 1.0, 10.0)))),
            "a rival": (1, self._rival_acts),
            "the disk is full": (1, self._fill_the_disk),
            "the guest is claimed": (1, self._claim),
        }
        name = self.chance.choices([*things], [weight for weight, _do in things.values()])[0]
        return f"{number} {name}", things[name][1]

    async def _try(self, me: MatchParticipant, possible: bool, act: Awaitable[None]) -> bool:
        """Do something that is shown as possible, or isn't; return whether it was done."""
        calm = self.calm and not self.database.refusals and await self._is_up_to_date(me)
        refusal = None
        try:
            await act
        except NaishiError as error:
            refusal = error
        if refusal is None:
            assert possible or not calm, "what wasn't shown was done"
            return True
        assert str(refusal)
        if calm:
            assert not possible, f"what was shown is refused: {refusal}"
            assert isinstance(refusal, IllegalActionError | InvalidActionError)
        return False

    async def _is_up_to_date(self, me: MatchParticipant) -> bool:
        session = session_of(self.lobby, me.match_id)
        return session.actor.stored == (await self._look(me.match_id)).revision

    async def _acts(self, who: Terminal) -> None:
        if (me := who.at) is None:
            return
        text = self.chance.choice(("nonsense", "recall", "give 1", "end"))
        action = Action.from_text(text) if text != "nonsense" else None
        legal = session_of(self.lobby, me.match_id).game.legal_actions()
        if legal and self.chance.random() < 0.9:
            action = self.chance.choice(legal)
        possible = Ask.PLAY in me.allowed and action in me.view.legal_actions
        before, fresh = (me.view.events, me.agreements), self.calm and await self._is_up_to_date(me)
        done = await self._try(me, possible, me.play(action or text))
        if fresh and not done:
            assert (me.view.events, me.agreements) == before, "what is refused changes nothing"
        elif fresh and done:  # else a rival may have offered a draw in one's name
            mine = before[1].draw if before[1].draw is not None and before[1].draw.seat == me.seat else None
            assert (me.agreements.undo, me.agreements.draw) == (None, None if me.over else mine)

    async def _talks(self, who: Terminal) -> None:
        """Say something, mute the other player or report them: none of it changes the match."""
        if (me := who.at) is None:
            return
        before, talk = (me.view, me.agreements, me.requests), self.lobby.talk
        with suppress(NaishiError):
            match self.chance.choice(("say", "say", "mute", "report")):
                case "say":
                    await talk.say(me, self.chance.choice([*Phrase]))
                    assert not self.calm or me.conversation.spoken[-1].seat == me.seat
                case "mute":
                    await (talk.unmute(me) if await talk.mutes(me) else talk.mute(me))
                case _:
                    await talk.report(me, Reason.BEHAVIOUR, who.visitor.account, who.visitor.address)
                    assert Ask.TALK in me.allowed
        if self.calm:
            assert (me.view, me.agreements, me.requests) == before

    async def _asks(self, who: Terminal) -> None:
        if (me := who.at) is not None:
            anything = [*all_requests(me.agreements)]
            shown = me.requests[: self.chance.choice((2, 9))]  # answers come first
            await self._ask(me, self.chance.choice(shown if shown and self.chance.random() < 0.7 else anything))

    async def _asks_what_was_shown(self, who: Terminal) -> None:
        if who.at is not None and who.held:
            await self._ask(who.at, self.chance.choice(who.held))

    async def _ask(self, me: MatchParticipant, request: Request) -> None:
        if request.verb is Verb.RESIGN and self.chance.random() < 0.6:
            return  # or everything would end at once
        before, kind = me.agreements, request.kind
        both = kind is OfferKind.REMATCH and request.verb is Verb.OFFER and before.rematch is not None
        whichever = request.turn is None and request in without_turns(me.requests)
        possible = request in me.requests or whichever or (both and Ask.REMATCH in me.allowed)
        events, fresh = me.view.events, self.calm and await self._is_up_to_date(me)
        if not await self._try(me, possible, me.request(request)) or not fresh:
            return  # or a rival has done something, too
        now = me.agreements
        if request.verb is Verb.RESIGN:
            assert now.resigned == me.seat
        elif request.verb is Verb.AGREE or both:
            if kind is OfferKind.UNDO and request.offer is not None:
                self._check_undone(me.view, request.offer.seat, events)
                assert request.turn is None or request.turn.ply == len(me.view.events)
            assert now.drawn == (before.drawn or kind is OfferKind.DRAW)
            assert (now.next is not None) == (kind is OfferKind.REMATCH)
        elif kind is not None and not (kind is OfferKind.REMATCH and me.against_bot):
            assert (getattr(now, kind.value) is not None) == (request.verb is Verb.OFFER)
            without = {kind.value: None, "offers": 0}
            assert now.model_copy(update=without) == before.model_copy(update=without), "nothing else has changed"

    def _check_undone(self, view: PlayerView, seat: int, before: Sequence[Event]) -> None:
        """Make sure that the last turn of a seat was undone, and what came after."""
        undone = before[len(view.events) :]
        assert seat == undone[0].seat
        both_choose = view.phase is Phase.GIFT and not view.events  # each sees that it is for oneself to give
        assert view.turn == (view.seat if both_choose else seat)
        assert (view.developed, view.bonus) == (False, False)
        turns = [each for each, _events in groupby(undone, key=lambda event: event.seat)]
        assert turns in ([seat], [seat, 1 - seat])

    async def _opens_a_menu(self, who: Terminal) -> None:
        who.held = [*who.at.requests] if who.at is not None else who.held

    async def _rematches(self, who: Terminal) -> None:
        if (me := who.at) is not None and me.seat is None:
            await self._follows(who)  # who watches has nothing to ask for, and goes along
        elif me is not None:
            await self._try(me, Ask.REMATCH in me.allowed, me.rematch())

    async def _undoes(self, who: Terminal) -> None:
        if (me := who.at) is not None:
            ask, act = self.chance.choice(((Ask.UNDO, me.undo), (Ask.REDO, me.redo)))
            await self._try(me, ask in me.allowed, act())

    async def _mends_the_bot(self, who: Terminal) -> None:
        if (me := who.at) is not None:
            await self._try(me, Ask.REPLACE_BOT in me.allowed, me.replace_bot("beginner"))

    async def _comes_or_goes(self, who: Terminal) -> None:
        await who.go(self.chance.choice(self.matches) if who.at is None else None)

    async def _follows(self, who: Terminal) -> None:
        if who.at is not None and (following := who.at.agreements.next) is not None:
            await who.go(following)

    async def _rival_acts(self) -> None:
        """Another process changes the match: someone plays there, or offers something, or resigns."""
        match = await self.rival.matches.get(self.chance.choice(self.matches))
        account = await self.rival.players.get(self.chance.choice([each for each in match.seats if each is not None]))
        me = await self.rival.attach(match.id, account)
        self.changed_elsewhere.add(match.id)
        with suppress(NaishiError):
            if me.requests and self.chance.random() < 0.5:
                await me.request(self.chance.choice(me.requests))
            elif me.view.legal_actions:
                await me.play(self.chance.choice(me.view.legal_actions))
        await self.rival.detach(me)

    async def _fill_the_disk(self) -> None:
        self.database.refusals = self.chance.randrange(1, 4)

    async def _claim(self) -> None:
        if self.guest is None:
            return
        with suppress(NaishiError):
            claimant = self.chance.choice((self.chiyo, self.terminals[0].visitor))
            await claimant.credentials.use_code(await claimant.credentials.read_code(self.guest.code))

    async def check(self) -> None:
        """Make sure that all is well while nobody does anything."""
        for match in [*self.matches]:
            session, before = sessions_of(self.lobby).get(match), self.stored.get(match)
            if session is not None:
                await session.actor.look()
            stored, row = await self._look(match), await self.lobby.matches.get(match)
            assert before is None or stored.revision >= before.revision, "revisions only grow"
            assert await self._results(match) == results_of(row, stored.game, agreements_of(stored))
            if (following := agreements_of(stored).next) is not None and following not in self.matches:
                assert is_over(stored.game, agreements_of(stored))
                self.matches.append(following)
            if session is not None:
                self._check_session(session, stored, row)
        thinking = sum(each.bots.thinking is not None for each in sessions_of(self.lobby).values())
        assert self.bots.thinking <= thinking, "bots stop as soon as a game is over"

    async def _look(self, match: str) -> MatchState:
        """Load a match, if it has changed since it was loaded last."""
        statement = "SELECT revision FROM matches WHERE id = ?"
        revision = await self.database.read(lambda db: db.exec_driver_sql(statement, (match,)).scalar_one())
        if match not in self.stored or self.stored[match].revision != revision:
            self.stored[match] = await self.lobby.matches.load(match)
        return self.stored[match]

    def _check_session(self, session: MatchSession, stored: MatchState, row: Match) -> None:
        if session.store.unsaved is None and row.id not in self.changed_elsewhere:
            assert session.actor.stored == stored.revision
        if session.store.unsaved is None and session.actor.stored == stored.revision:
            players = session.game.players  # a name that has changed is stored with the next action
            for player, name, gone in zip(players, row.names, row.gone, strict=True):
                assert player.name == name or gone
            assert session.game.record == stored.game.record.model_copy(update={"players": players})
            assert session.agreements == agreements_of(stored)
        assert session.game is session.state.game
        tasks = {task.get_name() for task in asyncio.all_tasks()}
        assert session.store.unsaved is None or f"retry {row.id}" in tasks, "what isn't stored is retried"
        bot = None if session.over or session.game.turn in session.people else session.game.turn
        assert session.bots.failure or session.bots.thinking == bot, "bots act whenever it is their turn, and only then"
        assert "rules" not in session.bots.failure
        for terminal in self.terminals:
            if (me := terminal.at) is not None and me.match_id == row.id:
                check_participant(me, session, row)
                before = terminal.seen
                terminal.look(me)
                assert terminal.seen == before, "whoever is here was told of every change"

    async def _results(self, match: str) -> list[tuple[int, int | None, str]]:
        statement = "SELECT seat, player, result FROM results WHERE match = ? ORDER BY seat"
        rows = await self.database.read(lambda db: db.exec_driver_sql(statement, (match,)).all())
        return [(row.seat, row.player, row.result) for row in rows]

    async def _end(self) -> None:
        """Have everybody leave: all of it is stored, and no session is left."""
        self.database.refusals = self.rivals_database.refusals = 0
        for terminal in self.terminals:
            await terminal.go(None)
        await asyncio.sleep(60.0)
        assert not self.lobby.sessions
        for lobby in (self.lobby, self.rival):
            assert await lobby.close()
