"""Pairs of an open screen and an outside event: visit.routes, visit.app, naishi.match, match_menu, lobby."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from naishi import Phase
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS
from naishi.server import MatchParticipant
from naishi.server.match.clock import HOUR
from naishi.server.presence.limits import Limits
from naishi_tui.dialogs.palette import Palette
from naishi_tui.lobby.match_menu import BACK
from tests.naishi.server.conftest import Now, resign
from tests.naishi_tui.ssh.conftest import serving
from tests.naishi_tui.ssh.scene import Scene, dullest, new_game
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci

ENOUGH = 12
"""Actions after which both players have played a turn."""
STRIDE = 73
"""One pair of so many is tried in the normal run; no divisor of how many things happen, so that each of them does."""


@cache
def actions_to(phase: str, turn: str) -> tuple[Action, ...]:
    """The actions of a game that come to a phase and a player's turn of which nothing is done."""
    game = new_game("Aiko", "Bruno", expansion=LEGENDS_TRAVELLERS if phase == "effect" else None)
    seat, played = ("aiko", "bruno").index(turn), list[Action]()

    def come_to() -> bool:
        if phase == "over":
            return game.phase is Phase.OVER
        if phase == "effect":
            return game.turn == seat and bool(game.view(seat).pending)
        if game.turn != seat or (game.phase is Phase.GIFT) is not (phase == "gift"):
            return False
        return phase == "gift" or (len(played) >= ENOUGH and not game.view(seat).developed)

    while not come_to():
        action = dullest(game.legal_actions())
        game.play(action)
        played.append(action)
    return tuple(played)


@dataclass(frozen=True)
class Stage:
    """Where the match is before Aiko looks."""

    phase: str
    """`gift`, `play`, `resigned` or `over`; `effect`: a Traveller's is pending, in a game with the expansion."""
    turn: str = "aiko"
    asked: tuple[str, ...] = ()
    """Who has asked for what."""
    rated: bool = False

    async def set(self, scene: Scene) -> None:
        expansion = LEGENDS_TRAVELLERS if self.phase == "effect" else None
        await scene.new_match(actions_to(self.phase, self.turn), expansion, rated=self.rated)
        if self.phase == "resigned":
            await resign(scene.second)
        for each in self.asked:
            name, _space, request = each.partition(" ")
            await scene.ask(scene.second if name == "aiko" else scene.bruno, request)


MINE, THEIRS = Stage("play"), Stage("play", "bruno")
MY_EFFECT, THEIR_EFFECT = Stage("effect"), Stage("effect", "bruno")
ENDED, FINISHED = Stage("resigned"), Stage("over")
DRAW, UNDO = (Stage("play", asked=(f"bruno offer {kind}",)) for kind in ("draw", "undo"))
PAUSE = Stage("play", asked=("bruno offer pause",))
BOTH = Stage("play", "bruno", ("bruno offer draw", "bruno offer undo"))
REMATCH = Stage("resigned", asked=("bruno offer rematch",))
MY_REMATCH = Stage("resigned", asked=("aiko offer rematch",))
PAD_REMATCH = Stage("over", asked=("bruno offer rematch",))


@dataclass(frozen=True)
class Opened:
    """What is open at Aiko's terminal."""

    stage: Stage
    keys: tuple[str, ...] = ()
    option: str = ""
    """Where the cursor of the menu is."""
    then: tuple[str, ...] = ()
    """What is pressed there."""

    async def open(self, scene: Scene) -> None:
        """Have Aiko come to the match, and open it."""
        await scene.come()
        for key in self.keys:
            await scene.press(key)
        if self.option:
            await scene.point_at(self.option)
        for key in self.then:
            await scene.press(key)


OPEN = {
    "gift": Opened(Stage("gift")),
    "the other's gift": Opened(Stage("gift", "bruno")),
    "menu at the gift: draw": Opened(Stage("gift"), ("x",), "offer draw"),
    "menu at the gift: resign": Opened(Stage("gift"), ("x",), "resign"),
    "menu at the other's gift: resign": Opened(Stage("gift", "bruno"), ("x",), "resign"),
    "rated gift, menu: call it off": Opened(Stage("gift", rated=True), ("x",), "abort"),
    "my turn": Opened(MINE),
    "half a swap": Opened(MINE, ("s",)),
    "their turn": Opened(THEIRS),
    "menu: back": Opened(MINE, ("x",), "back"),
    "menu: undo": Opened(MINE, ("x",), "offer undo"),
    "menu: draw": Opened(MINE, ("x",), "offer draw"),
    "menu: pause": Opened(MINE, ("x",), "offer pause for 14"),
    "menu: resign": Opened(MINE, ("x",), "resign"),
    "their turn, menu: back": Opened(THEIRS, ("x",), "back"),
    "their turn, menu: undo": Opened(THEIRS, ("x",), "offer undo"),
    "their turn, menu: draw": Opened(THEIRS, ("x",), "offer draw"),
    "their turn, menu: resign": Opened(THEIRS, ("x",), "resign"),
    "resigning": Opened(MINE, ("x",), "resign", ("enter",)),
    "their turn, resigning": Opened(THEIRS, ("x",), "resign", ("enter",)),
    "draw offered": Opened(DRAW),
    "draw offered, menu: back": Opened(DRAW, ("x",), "back"),
    "draw offered, menu: agree": Opened(DRAW, ("x",), "agree draw"),
    "draw offered, menu: decline": Opened(DRAW, ("x",), "decline draw"),
    "pause offered, menu: agree": Opened(PAUSE, ("x",), "agree pause"),
    "paused, menu: end the pause": Opened(PAUSE, ("x",), "agree pause", ("enter", "x", "down", "down", "down")),
    "undo asked, menu: agree": Opened(UNDO, ("x",), "agree undo"),
    "undo asked, menu: decline": Opened(UNDO, ("x",), "decline undo"),
    "both offered, menu: agree to draw": Opened(BOTH, ("x",), "agree draw"),
    "both offered, menu: agree to undo": Opened(BOTH, ("x",), "agree undo"),
    "I have offered a draw": Opened(Stage("play", "bruno", ("aiko offer draw",))),
    "I have offered a draw, menu: resign": Opened(Stage("play", asked=("aiko offer draw",)), ("x",), "resign"),
    "I have asked to undo": Opened(Stage("play", "bruno", ("aiko offer undo",))),
    "I have asked to undo, half a swap": Opened(Stage("play", asked=("aiko offer undo",)), ("s",)),
    "log": Opened(THEIRS, ("g",)),
    "rules": Opened(THEIRS, ("f1",)),
    "legend": Opened(MINE, ("\x1bOQ",)),
    "a card explained": Opened(THEIRS, ("?",)),
    "a dealt card explained": Opened(Stage("gift"), ("?",)),
    "palette": Opened(MINE, ("\x10",)),
    "palette at their turn": Opened(THEIRS, ("\x10",)),
    "score pad": Opened(FINISHED),
    "log of a finished game": Opened(FINISHED, ("g",)),
    "score pad, rematch asked": Opened(PAD_REMATCH),
    "score pad, menu: rematch": Opened(FINISHED, ("x",), "offer rematch"),
    "score pad, menu: agree": Opened(PAD_REMATCH, ("x",), "agree rematch"),
    "score pad, I have asked": Opened(Stage("over", asked=("aiko offer rematch",))),
    "board of a resigned game": Opened(ENDED),
    "board of a resigned game, log": Opened(ENDED, ("g",)),
    "resigned, menu: rematch": Opened(ENDED, ("x",), "offer rematch"),
    "resigned, rematch asked": Opened(REMATCH),
    "resigned, menu: agree": Opened(REMATCH, ("x",), "agree rematch"),
    "resigned, menu: decline": Opened(REMATCH, ("x",), "decline rematch"),
    "resigned, I have asked": Opened(MY_REMATCH),
    "my effect": Opened(MY_EFFECT),
    "half an exchange": Opened(MY_EFFECT, ("enter",)),
    "my effect, menu: undo": Opened(MY_EFFECT, ("x",), "offer undo"),
    "their effect": Opened(THEIR_EFFECT),
    "their effect, menu: draw": Opened(THEIR_EFFECT, ("x",), "offer draw"),
}


@dataclass(frozen=True)
class Happening:
    """What happens elsewhere."""

    fits: Callable[[Scene], object]
    happen: Callable[[Scene], Awaitable[object]]


def acts(who: Callable[[Scene], MatchParticipant]) -> Happening:
    async def act(scene: Scene) -> None:
        await scene.play_on()

    return Happening(lambda scene: who(scene).view.legal_actions, act)


def asks(who: Callable[[Scene], MatchParticipant], what: str) -> Happening:
    """Someone asks for what can be asked for."""

    def fits(scene: Scene) -> bool:
        return any(request.id.startswith(what) for request in who(scene).requests)

    async def ask(scene: Scene) -> None:
        request = next(request for request in who(scene).requests if request.id.startswith(what))
        await who(scene).request(request)

    return Happening(fits, ask)


async def come_to_the_end(scene: Scene) -> None:
    while not scene.bruno.over:
        await scene.play_on()


async def leave(scene: Scene) -> None:
    await scene.people[1].detach(scene.bruno)


async def leave_and_come_back(scene: Scene) -> None:
    gone = scene.bruno
    await scene.people[1].detach(gone)
    await scene.rest()
    scene.table.seats[gone.seat or 0] = await scene.people[1].attach(scene.table.match.id)


async def come_to_the_lobby(scene: Scene) -> None:
    await leave(scene)
    scene.server.lobby.everybody.arrive(scene.people[1].account.id)
    await scene.check()
    scene.server.lobby.everybody.depart(scene.people[1].account.id)


async def watch(scene: Scene) -> None:
    await scene.people[2].attach(scene.table.match.id)


async def watch_and_leave(scene: Scene) -> None:
    watcher = await scene.people[2].attach(scene.table.match.id)
    await scene.check()
    await scene.people[2].detach(watcher)


async def run_out_of_time(scene: Scene) -> None:
    scene.now.wait(HOUR)
    await scene.server.lobby.settle_clocks()


ASKED = ("offer draw", "offer undo", "offer pause", "offer rematch", "agree", "decline", "resign", "abort")
HAPPENINGS = {
    "Bruno acts": acts(lambda scene: scene.bruno),
    "my other terminal acts": acts(lambda scene: scene.second),
    **{f"Bruno: {what}": asks(lambda scene: scene.bruno, what) for what in ASKED},
    **{f"my other terminal: {what}": asks(lambda scene: scene.second, what) for what in ASKED},
    "the time is up": Happening(lambda scene: not scene.bruno.over, run_out_of_time),
    "the game comes to its end": Happening(lambda scene: not scene.bruno.over, come_to_the_end),
    "Bruno leaves": Happening(lambda scene: True, leave),
    "Bruno leaves and comes back": Happening(lambda scene: True, leave_and_come_back),
    "Bruno is in the lobby": Happening(lambda scene: True, come_to_the_lobby),
    "Carol watches": Happening(lambda scene: True, watch),
    "Carol watches and leaves": Happening(lambda scene: True, watch_and_leave),
}


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    many = Limits(games_burst=10_000.0, accounts_burst=100.0)
    now = Now()
    async with serving(tmp_path, many, clock=now) as server:
        yield await Scene.open(server, now)


async def try_pair(scene: Scene, name: str, other: str) -> None:
    """Try a pair, if there is such a pair: what can't be asked for then doesn't happen."""
    opened, happening = OPEN[name], HAPPENINGS[other]
    await opened.stage.set(scene)
    if happening.fits(scene):
        await opened.open(scene)
        chosen = scene.highlighted
        if happening.fits(scene):  # still, after what was pressed
            await happening.happen(scene)
        if (following := scene.second.agreements.next) is not None:
            await until(lambda: scene.app.match.participant and scene.me.match_id == following, "at the rematch")
        await scene.check()
        assert scene.highlighted in {chosen, "", BACK}, "the cursor moves to nothing that wasn't chosen"
        if isinstance(scene.screen, Palette):
            await scene.press("escape")  # Enter would run whatever command is listed first
        else:
            await scene.check_enter()
        await scene.check()
        while len(scene.app.screen_stack) > 2:
            await scene.press("escape")
            await scene.check()
    await scene.finish()


async def try_pairs(scene: Scene, pairs: Iterable[tuple[str, str]]) -> None:
    for name, other in pairs:
        try:
            await try_pair(scene, name, other)
        except Exception as error:
            raise AssertionError(f"{name} × {other}: {error}\n{scene.client.text}") from error


ALWAYS = [
    ("menu: draw", "Bruno: offer draw"),
    ("menu: undo", "Bruno: offer undo"),
    ("their turn, menu: resign", "Bruno acts"),
    ("draw offered, menu: agree", "Bruno: resign"),
    ("gift", "Bruno: resign"),
    ("the other's gift", "my other terminal: resign"),
    ("resigned, I have asked", "Bruno: agree"),
    ("resigned, menu: rematch", "Bruno: offer rematch"),
    ("resigned, menu: agree", "my other terminal: agree"),
    ("half an exchange", "my other terminal acts"),
    ("the other's gift", "the time is up"),
    ("resigning", "the time is up"),
    ("draw offered, menu: agree", "the time is up"),
    ("half an exchange", "the time is up"),
    ("palette", "the time is up"),
    ("rated gift, menu: call it off", "Bruno: abort"),
    ("rated gift, menu: call it off", "my other terminal: abort"),
    ("rated gift, menu: call it off", "my other terminal acts"),
    ("rated gift, menu: call it off", "the time is up"),
    ("menu: pause", "Bruno: offer pause"),
    ("paused, menu: end the pause", "my other terminal acts"),
]
"""Pairs that once drew a game, ended a terminal, or were seen by nobody; one with the expansion; and those of time."""
PAIRS = list(product(OPEN, HAPPENINGS))
NORMAL = [*ALWAYS, *(pair for pair in PAIRS[::STRIDE] if pair not in ALWAYS)]
PARTS = 4
"""In how many tests the pairs of the normal run are tried: a server for each pair would take longer than the pairs."""


@pytest.mark.parametrize("part", range(PARTS))
async def test_some_of_what_is_open_stays_true(scene: Scene, part: int, caplog: pytest.LogCaptureFixture) -> None:
    await try_pairs(scene, NORMAL[part::PARTS])
    assert "a terminal failed" not in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
async def test_what_is_open_stays_true_whatever_happens(
    scene: Scene, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    await try_pairs(scene, [pair for pair in PAIRS if pair[0] == name and pair not in NORMAL])
    assert "a terminal failed" not in caplog.text


async def test_a_menu_is_closed_while_something_changes(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    opened = OPEN["menu: back"]
    await opened.stage.set(scene)
    await opened.open(scene)
    scene.screen.dismiss()
    for _step in range(300):  # more than it takes to remove its widgets, one after the other
        scene.session_of(scene.me).notify()
        await asyncio.sleep(0)
    await scene.check()
    assert "a terminal failed" not in caplog.text
