"""Refused requests at a match: state, rows and counts as they were."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from naishi.common.i18n import NaishiError
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import Options
from naishi.server import Database, Lobby, MatchParticipant, Phrase, Visitor
from naishi.server.match.clock import DAY
from naishi.server.match.state import PAUSES, Offer, OfferKind, Play, Redo, ReplaceBot, SeatRequest, Undo, Withdraw
from naishi.server.moderation.talk import Reason
from naishi.server.presence.limits import CountsInMemory
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player
from tests.fuzzing import examples
from tests.naishi.server.conftest import Now, player
from tests.naishi.server.fresh import fresh
from tests.naishi.server.match.tables import NAMES, abort, answer, claim, end_pause, propose, resign, retract
from tests.naishi.server.refusing import refusing
from tests.naishi.server.running import session_of
from tests.naishi.server.unchanged import kept
from tests.naishi.tabletop import unison

unison.register()

BySeat = SeatRequest | Play | Undo | Redo | Withdraw | ReplaceBot

SEATS = st.integers(0, 4)
OFFERS = st.builds(Offer, SEATS, st.integers(0, 4), st.sampled_from((None, *PAUSES)))
KINDS = st.sampled_from(OfferKind)
LEGAL = "legal"
"""Stands for an action that a seat that is awaited may play."""
REVISIONS = st.sampled_from((None, None, 0, 3))
PLAYED = st.builds(Play, SEATS, st.sampled_from((LEGAL, LEGAL, LEGAL, "1", "give 1", "nonsense")), REVISIONS)
REQUESTS = st.one_of(
    st.builds(propose, SEATS, KINDS, days=st.sampled_from((None, 2, *PAUSES))),
    st.builds(answer, SEATS, KINDS, OFFERS, st.booleans()),
    st.builds(retract, SEATS, KINDS, OFFERS),
    st.builds(claim, SEATS, st.one_of(st.none(), SEATS)),
    st.builds(ReplaceBot, SEATS, st.sampled_from(("highest", "beginner", "human", "nobody"))),
    *(st.builds(each, SEATS) for each in (Undo, Redo, Withdraw)),
    *(st.builds(each, SEATS) for each in (abort, end_pause)),
)
"""Any other request at all."""
DONE_AROUND = st.tuples(st.sampled_from(("say", "report", "withdraw", "rematch")), st.integers(0, 5))
"""What is asked for by a terminal, one of them a watcher's."""
TIMES = st.sampled_from((1.0, 400.0, 0.6 * DAY, 1.1 * DAY))
STEPS = st.one_of(PLAYED, PLAYED, PLAYED, REQUESTS, REQUESTS, REQUESTS, DONE_AROUND, TIMES, st.builds(resign, SEATS))
"""Requests, and time that passes."""


class Table:
    """A match of two to five people, all of them at it, and somebody who watches."""

    def __init__(self, lobby: Lobby, people: Sequence[Visitor], seats: Sequence[MatchParticipant]) -> None:
        self.lobby, self.people, self.seats = lobby, people, seats
        self.session = session_of(lobby, seats[0].match_id)

    @classmethod
    async def begin(cls, lobby: Lobby, count: int, control: str, *, cards: bool) -> Table:
        people = [await player(lobby, name) for name in (*NAMES[:count], "Watcher")]
        ids = [each.account.id for each in people[:count]]
        if cards:
            game = Game.new(7, tuple(map(Player, NAMES[:2])), options=Options(undo="off"))
        else:
            game = kind_of("unison").new([Player(name) for name in NAMES[:count]], {"undo": "off"}, seed="7")
        match = await lobby.matches.start(ids[0], game, tuple(ids), public=True, control=control)
        return cls(lobby, people, [await each.attach(match.id) for each in people])

    def meant(self, request: BySeat) -> BySeat:
        """A request by a seat that there is; an answer is often to what is open."""
        state = self.session.state
        if isinstance(request, Play) and request.action == LEGAL and (awaited := state.game.awaited):
            seat = awaited[request.seat % len(awaited)]
            return replace(request, seat=seat, action=state.game.view(seat).legal_actions[0])
        request = replace(request, seat=request.seat % len(state.seats))
        if isinstance(request, SeatRequest) and (offer := request.request.offer) is not None and offer.number < 3:
            kind = request.request.kind or OfferKind.DRAW
            return replace(request, request=replace(request.request, offer=state.offers.get(kind, offer)))
        return request

    async def ask(self, step: BySeat | tuple[str, int]) -> None:
        """Ask for something.

        Raises:
            NaishiError: It is refused.
        """
        if not isinstance(step, tuple):
            await self.session.actor.ask(self.meant(step))
            return
        what, place = step
        me, talk = self.seats[place % len(self.seats)], self.lobby.talk
        match what:
            case "say":
                await talk.say(me, Phrase.HELLO)
            case "report":
                person = self.people[place % len(self.people)]
                await talk.report(me, Reason.BEHAVIOUR, person.account, "192.0.2.7", (place + 1) % 3)
            case "withdraw":
                await me.withdraw()
            case _:
                await me.rematch()

    def kept(self) -> tuple[object, ...]:
        """All that a refused request leaves as it is."""
        counts = self.session._withdrawals._counts
        assert isinstance(counts, CountsInMemory)
        withdrawn = {who: left for who, (left, _at) in counts._counts.items()}
        state = self.session.state
        return kept(self.lobby), state, state.game.document(), repr(state._replace(game=None)), withdrawn


@pytest.mark.ci
@settings(max_examples=examples(15, 1000), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    count=st.integers(2, 5),
    control=st.sampled_from(("", "10+5", "1d")),
    cards=st.booleans(),
    steps=st.lists(STEPS, min_size=8, max_size=20),
)
async def test_a_refused_request_changes_nothing(
    count: int, control: str, cards: bool, steps: Sequence[BySeat | tuple[str, int] | float]
) -> None:
    now = Now()
    with tempfile.TemporaryDirectory() as folder, closing(Database(fresh(Path(folder) / "naishi.sqlite"))) as database:
        lobby = Lobby(database, clock=now)
        table = await Table.begin(lobby, 2 if cards else count, control, cards=cards)
        for step in steps:
            if isinstance(step, float):
                now.wait(step)
                await table.session.actor.look()
                continue
            await lobby.settled()
            before = table.kept()
            try:
                await table.ask(step)
            except NaishiError:
                await lobby.settled()
                assert table.kept() == before, step
        await lobby.close()


async def test_what_the_disk_refuses_to_keep_was_not_said_or_reported(lobby: Lobby) -> None:
    table = await Table.begin(lobby, 3, "", cards=False)
    await table.people[1].detach(table.seats[1])
    await lobby.settled()
    before = table.kept()
    async with refusing(lobby._database):
        for step in (("say", 0), ("report", 0)):
            with pytest.raises(NaishiError, match="Not saved"):
                await table.ask(step)
    assert table.kept() == before
