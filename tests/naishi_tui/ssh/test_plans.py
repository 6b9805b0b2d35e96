"""Conditional moves at a screen, private to their player: match_menu, visit.routes, plans."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from asyncssh import SSHKey

from naishi import Game
from naishi.games.naishi.game.record import Options
from naishi.plain.server.verbs import Streams, VerbVisit
from naishi.server import Database, Lobby, MatchParticipant, Visitor
from naishi.server.database.connection import StorageError, Worker
from naishi.server.plans.plans import PlanStore
from naishi.server.presence.limits import Limits
from naishi.tabletop.players import Player
from naishi_tui.dialogs.screens import AskLine
from naishi_tui.lobby.match_menu import DROP, PLAN, MatchMenu
from naishi_tui.visit.routes import ShowMatchMenu
from tests.naishi.plain.server.people import Program, Reader, layers_of
from tests.naishi.server.conftest import Now, player
from tests.naishi.server.fresh import fresh
from tests.naishi.server.plans.shared import plan
from tests.naishi_tui.ssh.conftest import Server, named, new_keys, serving
from tests.naishi_tui.ssh.scene import Scene
from tests.naishi_tui.ssh.shared import settled
from tests.naishi_tui.waiting import idle, until

pytestmark = pytest.mark.ci


async def test_a_plan_is_made_and_dropped_in_the_menu(tmp_path: Path) -> None:
    now = Now()
    async with serving(tmp_path, Limits(plan_delay=(0.0, 0.0)), clock=now) as server:
        await _make_and_drop(server, await Scene.open(server, now))


async def test_a_plan_that_cannot_be_dropped_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_words: object) -> None:
        raise StorageError("the disk is full")

    now = Now()
    async with serving(tmp_path, clock=now) as server:
        scene = await Scene.open(server, now)
        await scene.new_match([])
        await scene.come()
        await scene.table.play("give 1", "give 1", "develop L1")
        await plan(scene.me, scene.people[0], "develop L2 play develop L5")
        monkeypatch.setattr(PlanStore, "write", fail)
        await _choose(scene, DROP)
        await scene.client.see("the disk is full")
        assert server.lobby.plans.rules(scene.me)


async def _make_and_drop(server: Server, scene: Scene) -> None:
    await scene.new_match([])
    await scene.come()
    await scene.table.play("give 1", "give 1", "develop L1")
    await scene.rest()
    plans = server.lobby.plans
    await _choose(scene, PLAN)
    await until(lambda: isinstance(scene.screen, AskLine), "the question")
    await _type(scene, "")
    await scene.client.see("Nothing is planned.")
    assert "Planned:" not in scene.client.text
    await _choose(scene, PLAN)
    await until(lambda: isinstance(scene.screen, AskLine), "the question")
    await _type(scene, "decree")
    await scene.client.see("Write it like this: when")
    for _letter in "decree":
        await scene.press("\x7f")
    await _type(scene, "develop L2 play develop L5")
    await until(lambda: plans.rules(scene.me), "planned")
    assert [rule.play[0].text for rule in plans.rules(scene.me)] == ["develop L5"]
    await until(lambda: not isinstance(scene.screen, AskLine | MatchMenu), "back in the game")
    await scene.client.see("Planned: when develop Line 2 play develop Line 5")
    await _choose(scene, DROP)
    await until(lambda: not plans.rules(scene.me), "dropped")
    await scene.client.see("Nothing is planned.")
    await plan(scene.me, scene.people[0], "develop L2 play develop L5, end")
    await scene.table.play("end", "develop L2", "end")
    await scene.client.see("Bruno did what you had expected")
    assert [action.text for action in (await scene.table.game()).actions][-2:] == ["develop L5", "end"]


async def _type(scene: Scene, line: str) -> None:
    """Answer a question."""
    scene.client.press(line)
    await scene.press("enter")


async def _choose(scene: Scene, option: str) -> None:
    """Choose an option of the menu."""
    scene.app.post_message(ShowMatchMenu())
    await until(lambda: isinstance(scene.screen, MatchMenu), "the menu")
    await scene.rest()
    while scene.highlighted != option:
        await scene.press("down")
    await scene.press("enter")


WORLDS = {
    "nothing": ("", ("develop L2", "end")),
    "another": ("recall play develop L3, end", ("develop L2", "end")),
    "this": ("develop L1 play develop L2, end", ()),
}
"""What the second player plans, and what they come to play later: the others can't tell these worlds apart."""


@pytest.fixture
def _database_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read and write at once: what is told while a thread works depends on how busy the machine is."""

    async def run(_worker: Worker, work: Callable[[], object]) -> object:
        return work()

    monkeypatch.setattr(Worker, "run", run)


@pytest.mark.parametrize("kind", [Reader, Program])
@pytest.mark.usefixtures("_database_without_threads", "no_pauses")
async def test_nobody_else_can_tell_by_a_byte_whether_something_was_planned(
    tmp_path: Path, kind: type[Reader], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def pause(_seconds: float) -> None:
        await _Owner.comes.wait()

    monkeypatch.setattr("naishi.server.plans.plans.pause", pause)
    nothing, another, this = [await _heard(tmp_path / world, kind, *WORLDS[world]) for world in WORLDS]
    assert all("Bruno" in each for each in nothing)
    assert nothing == another == this


@pytest.mark.usefixtures("_database_without_threads")
async def test_nobody_else_can_tell_by_a_byte_of_their_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def pause(_seconds: float) -> None:
        await _Owner.comes.wait()

    monkeypatch.setattr("naishi.server.plans.plans.pause", pause)
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 3600.0)  # frames come when `settled` asks for them
    keys = new_keys(2)
    nothing, another, this = [await _painted(tmp_path / world, keys, *WORLDS[world]) for world in WORLDS]
    for step, (one, other, third) in enumerate(zip(nothing, another, this, strict=True)):
        assert one == other == third, f"step {step}"


async def _painted(folder: Path, keys: Sequence[SSHKey], planned: str, played: Sequence[str]) -> list[list[bytes]]:
    """Play two turns; return what the screens of the first player and of someone who watches were sent in each."""
    async with serving(folder, Limits(plan_delay=(0.0, 0.0), input_burst=1e9), clock=Now()) as server:
        aiko, _carol = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Carol"), strict=True)]
        bruno, lobby = await player(server.lobby, "Bruno"), server.lobby
        match, scripted = await _begin(lobby, aiko, bruno)
        clients = []
        for key, verb in zip(keys, ("join", "watch"), strict=True):
            clients.append(await server.visit(key, command=f"{verb} {match}"))
            while "River" not in clients[-1].text:
                await settled(server, *clients)
        if planned:
            await plan(scripted[1], bruno, planned)
        await bruno.detach(scripted[1])
        lobby.leave(bruno)
        _Owner.comes = asyncio.Event()
        pieces = []
        for action in ("develop L1", "end", ""):
            if action:
                await scripted[0].play(action)
            else:
                _Owner.comes.set()
                await lobby.plans.settled()
                if played:
                    await _come_and_play(lobby, match, played)
            await settled(server, *clients)
            pieces.append([bytes(each.received).replace(match.encode(), b"the id") for each in clients])
        assert all("Bruno placed" in each.text for each in clients), "it is seen once it is played"
        return pieces


class _Owner:
    """The second player, who comes when the time has passed in which they would."""

    comes: asyncio.Event


async def _heard(folder: Path, kind: type[Reader], planned: str, played: Sequence[str]) -> list[str]:
    """Play two turns; return what the first player and someone who watches were sent."""
    database = Database(fresh(folder / "naishi.sqlite"))
    lobby = Lobby(database, limits=Limits(plan_delay=(0.0, 0.0)), clock=Now())
    aiko, bruno, carol = [await player(lobby, name) for name in ("Aiko", "Bruno", "Carol")]
    match, scripted = await _begin(lobby, aiko, bruno)
    others = [kind(aiko, first=f"join {match}"), kind(carol, first=f"watch {match}")]
    for each in others:
        await each.hears('"type": "match"' if kind is Program else "\n> ")
    if planned:
        await plan(scripted[1], bruno, planned)
    await bruno.detach(scripted[1])
    lobby.leave(bruno)
    await idle()
    _Owner.comes = asyncio.Event()
    for action in ("develop L1", "end"):
        await scripted[0].play(action)
        await idle()
    _Owner.comes.set()
    await lobby.plans.settled()
    if played:
        await _come_and_play(lobby, match, played)
    await idle()
    for each in others:
        await each.leave()
    await lobby.close()
    database.close()
    return [each.written.replace(match, "the id") for each in others]


async def _begin(lobby: Lobby, aiko: Visitor, bruno: Visitor) -> tuple[str, list[MatchParticipant]]:
    """Begin a match, and choose the gifts; return its id and both seats."""
    players = [Player(name=each.account.name) for each in (aiko, bruno)]
    game = Game.new("plans", (players[0], players[1]), options=Options(undo="off"))
    match = await lobby.matches.start(aiko.account.id, game, (aiko.account.id, bruno.account.id), public=True)
    scripted = [await each.attach(match.id) for each in (aiko, bruno)]
    for seat in scripted:
        await seat.play("give 1")
    return match.id, scripted


async def _come_and_play(lobby: Lobby, match: str, actions: Sequence[str]) -> None:
    """Have the second player come by a verb, and leave."""
    bruno = await player(lobby, "Bruno")
    streams = Streams(lambda _data: None, lambda _data: None)
    words = ["play", match, *", ".join(actions).split()]
    assert await VerbVisit(bruno, words, streams, layers_of, str, offered=()).run() == 0
    lobby.leave(bruno)
