"""Matches through database rows, unchanged."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from naishi.common.i18n import IllegalActionError
from naishi.server import Agreements, Database, Lobby, MatchStage
from naishi.server.maintenance.export_format import read
from naishi.server.maintenance.transfer import export, import_
from naishi.server.match.actor import MatchActor
from naishi.server.match.clock import DAY
from naishi.server.match.state import Anything, DeleteAccount, Held, Look, MatchState, OfferKind, Play, Verb, Withdraw
from naishi.server.match.store import MatchRows
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import ABSENT, HUMAN, Player
from tests.naishi.server.conftest import Now, player
from tests.naishi.server.fresh import fresh
from tests.naishi.server.match.tables import HIGHEST, NAMES, claim, propose, requests_of, resign
from tests.naishi.tabletop import unison

unison.register()


pytestmark = pytest.mark.usefixtures("now")


async def begun(lobby: Lobby, kinds: Sequence[str], control: str = "") -> str:
    """Have people and bots begin a game, and return its id."""
    players = [Player(name, kind) for name, kind in zip(NAMES, kinds, strict=False)]
    ids = [(await player(lobby, each.name)).account.id if each.kind == HUMAN else None for each in players]
    game = kind_of("unison").new(players, {"undo": "off"}, seed="7")
    host = next(each for each in ids if each is not None)
    return (await lobby.matches.start(host, game, tuple(ids), public=True, control=control)).id


async def load(lobby: Lobby, match: str) -> tuple[MatchState, MatchRows]:
    stored = await lobby.matches.load_listed(match)
    return stored.state, MatchRows(stored, lobby.matches)


async def actor(lobby: Lobby, match: str, here: frozenset[int] = frozenset()) -> MatchActor:
    """Open a match as a process does that has just begun."""
    state, rows = await load(lobby, match)
    return MatchActor(match, state, rows, lobby.matches.now, here=lambda: here)


def kept(state: MatchState) -> tuple[object, ...]:
    """What a restart keeps of a match."""
    ending = None if state.ending is None else state.ending._replace(by=None)
    return (
        state.game.document(), state.seats, state.terms, state.clock, dict(state.offers), state.offered, ending,
        state.next, state.revision, state.vacated, state.result(), state.results(),
    )  # fmt: skip


def some_request(state: MatchState, now: float, chance: random.Random) -> Anything:
    """Something that a person may ask for at a random moment; mostly that is an action."""
    seat = chance.randrange(len(state.seats))
    others: list[Anything] = [
        Withdraw(seat), resign(seat), claim(seat), Look(frozenset(range(len(state.seats)))),
        propose(seat, OfferKind.UNDO), propose(seat, OfferKind.CALL_OFF), propose(seat, OfferKind.PAUSE, days=3),
    ]  # fmt: skip
    offered = [each for each in requests_of(state, seat, now) if each.request.verb not in {Verb.RESIGN, Verb.ABORT}]
    if offered and chance.random() < 0.5:
        return chance.choice(offered)
    if state.game.awaited and chance.random() < 0.7:
        acting = chance.choice(state.game.awaited)
        return Play(acting, chance.choice(state.game.view(acting).legal_actions))
    return chance.choice(others)


TABLES = (
    (HUMAN, HUMAN),
    (HUMAN, HUMAN, HUMAN),
    (HUMAN, HIGHEST, HUMAN, HUMAN),
    (HUMAN, HUMAN, HUMAN, HUMAN, HUMAN),
)


@pytest.mark.parametrize("kinds", TABLES)
@pytest.mark.parametrize("control", ["", "1d", "10+5"])
async def test_whatever_happens_is_found_after_a_restart(
    lobby: Lobby, now: Now, kinds: Sequence[str], control: str
) -> None:
    happened = 0
    for seed in range(3):
        chance = random.Random(f"{kinds} {control} {seed}")
        match = await begun(lobby, kinds, control)
        running = await actor(lobby, match)
        for _step in range(30):
            now.at += chance.choice((0.0, 1.0, 60.0, 0.3 * DAY, 0.0, 14 * DAY if chance.random() < 0.1 else 5.0))
            before = running.state.revision
            try:
                await running.ask(some_request(running.state, now.at, chance))
            except IllegalActionError:
                continue
            finally:
                happened += running.state.revision > before
                state, _rows = await load(lobby, match)
                assert kept(state) == kept(running.state)
            if chance.random() < 0.3:
                running = await actor(lobby, match)
        listed = await lobby.matches.get(match)
        assert (listed.state is MatchStage.OVER) == running.state.over
        assert listed.awaited == (() if running.state.over else running.state.game.awaited)
    assert happened > 20
    assert not lobby.matches.check()[1]


async def leave(lobby: Lobby, now: Now, match: str, seat: int, how: Callable[..., Anything]) -> None:
    """Have a player leave in some way, at a process that has just begun."""
    running = await actor(lobby, match)
    others = [each for each in running.state.awaited if each != seat]
    if how is claim:
        for wait in (13 * DAY, DAY):
            now.at += wait
            await running.ask(claim(others[0], seat))
    elif how is Look:  # all others have played
        assert running.state.awaited == (seat,)
        now.at += DAY
        await running.look()
    else:
        await running.ask(how(seat))
    assert running.state.seats[seat].held is Held.VACATED
    seats = tuple(each._replace(gone=False) for each in running.state.seats)  # the account still has to be deleted
    state, _rows = await load(lobby, match)
    there = tuple(each._replace(gone=False) for each in state.seats)
    assert kept(state._replace(seats=there)) == kept(running.state._replace(seats=seats))


async def play_round(lobby: Lobby, match: str, but: int | None = None) -> None:
    """Have everybody who is awaited play, at a process that has just begun."""
    running = await actor(lobby, match)
    for seat in running.state.awaited:
        if seat != but:
            await running.ask(Play(seat, running.state.game.view(seat).legal_actions[0]))


@pytest.mark.parametrize(
    ("control", "ways"),
    [
        ("", (resign, DeleteAccount, claim)),
        ("", (claim, resign, DeleteAccount)),
        ("1d", (Look, resign, DeleteAccount)),
        ("1d", (DeleteAccount, resign, Look)),
    ],
)
async def test_a_table_of_five_of_whom_three_leave_is_saved_and_goes_on(
    lobby: Lobby, now: Now, tmp_path: Path, control: str, ways: Sequence[Callable[..., Anything]]
) -> None:
    match = await begun(lobby, (HUMAN,) * 5, control)
    ids = (await lobby.matches.get(match)).seats
    leaving = (3, 1, 4)
    for seat, how in zip(leaving, ways, strict=True):
        if how is Look:
            await play_round(lobby, match, but=seat)
        await leave(lobby, now, match, seat, how)
        if how is DeleteAccount:
            assert await lobby.players.delete(ids[seat] or 0), "the game goes on without them"
        assert lobby.matches.check() == (1, [])
    state, _rows = await load(lobby, match)
    assert (state.over, state.people, state.vacated) == (False, (0, 2), leaving)
    assert [each.kind for each in state.game.players] == [HUMAN, ABSENT, HUMAN, ABSENT, ABSENT]
    deleted = leaving[ways.index(DeleteAccount)]
    assert [each.gone for each in state.seats] == [seat == deleted for seat in range(5)]
    lines = [line.encode() for line in export(lobby.matches._database, [], now)]
    while not (await load(lobby, match))[0].over:
        await play_round(lobby, match)
    over = await lobby.matches.get(match)
    assert over.result is not None
    assert over.result.how == "finished"
    assert over.result.ranks is not None
    assert [over.result.ranks[seat] for seat in leaving] == [3, 3, 3]
    assert over.seats == ids
    other = Database(fresh(tmp_path / "other.sqlite"))
    import_(other, read(lines), now)
    there = Lobby(other, clock=now)
    moved, _rows = await load(there, match)
    assert moved.game.document() == state.game.document()
    assert (moved.vacated, [each.left for each in moved.seats]) == (leaving, [each.left for each in state.seats])
    await there.close()
    other.close()


async def test_the_rematch_seats_those_who_stayed_by_their_accounts(lobby: Lobby, now: Now) -> None:
    match = await begun(lobby, (HUMAN,) * 4)
    running = await actor(lobby, match)
    await running.ask(DeleteAccount(1))
    ids = (await lobby.matches.get(match)).seats
    assert await lobby.players.delete(ids[1] or 0)
    await running.reload()
    while not running.state.over:
        await play_round(lobby, match)
        await running.reload()
    for seat in (0, 2, 3):
        await running.ask(propose(seat, OfferKind.REMATCH))
    following = await lobby.matches.get(running.state.next or "")
    assert following.seats == (ids[2], ids[3], ids[0])
    assert following.names == ("Chiyo", "Daiki", "Aiko")
    assert lobby.matches.check() == (2, [])


async def test_an_account_waits_only_for_games_that_its_player_has_not_left(lobby: Lobby) -> None:
    match = await begun(lobby, (HUMAN,) * 3)
    aiko, bruno = [each or 0 for each in (await lobby.matches.get(match)).seats[:2]]
    await (await actor(lobby, match)).ask(resign(0))
    assert await lobby.players.delete(aiko)
    assert not await lobby.players.delete(bruno)


async def test_plans_of_one_match_from_two_processes_are_all_kept(lobby: Lobby) -> None:
    """Each round all five choose at once, some here and some there, and no choice is lost or counted twice."""
    for seed in range(6):
        chance = random.Random(seed)
        match = await begun(lobby, (HUMAN,) * 5)
        processes = [await actor(lobby, match) for _process in range(2)]
        for round_ in range(1, 4):
            chosen = {seat: chance.choice(processes[0].state.game.view(seat).legal_actions).text for seat in range(5)}
            tasks = [chance.choice(processes).ask(Play(seat, chosen[seat])) for seat in chance.sample(range(5), 5)]
            await asyncio.gather(*tasks)
            for process in processes:
                await process.reload()
            events = processes[0].state.game.events()
            assert [len([e for e in events if e.seat == seat]) for seat in range(5)] == [round_] * 5
            last = {seat: [e for e in events if e.seat == seat][-1].action for seat in range(5)}
            assert last == chosen
        states = [kept(process.state) for process in processes]
        assert states[0] == states[1] == kept((await load(lobby, match))[0])
        assert processes[0].state.revision == 15
        assert processes[0].state.over


def test_what_only_larger_tables_have_is_not_written_for_two() -> None:
    assert {"call_off", "called_off", "vacated"}.isdisjoint(Agreements(drawn=True).model_dump())
