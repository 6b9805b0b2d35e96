"""Independence of sent bytes from hidden cards: visit.terminal, driver, ssh.terminal, web.terminal, view."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from naishi import Game
from naishi.games.naishi.game.record import GameRecord, Options
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, TRAVELLERS, Module
from naishi.plain.server.verbs import Streams, VerbVisit
from naishi.server import Database, Lobby, Visitor
from naishi.server.database.connection import Worker
from naishi.server.presence.limits import Limits
from naishi.tabletop.recorded import RecordedGame
from naishi.transports.client import Mode
from tests.fuzzing import long_seeds
from tests.naishi.games.naishi.game.worlds import resampled
from tests.naishi.games.ninjato.worlds import NINJA, NINJA_SEAT, two_worlds
from tests.naishi.games.shogun.plans import PLANNER, PLANNERS, shogun_of_three, two_plans
from tests.naishi.plain.server.people import layers_of
from tests.naishi.playing import random_game
from tests.naishi.server.conftest import Now, player
from tests.naishi.server.fresh import fresh
from tests.naishi.transports.web.pages import a_site
from tests.naishi_tui.ssh.conftest import Client, Server, named, new_keys, serving
from tests.naishi_tui.ssh.shared import settled
from tests.naishi_tui.waiting import NEVER, idle

NAMES = ("Aiko", "Bruno", "Carol")
"""Who sits at seat 0, at seat 1, and who watches."""
WATCHER = 2
KEYS = new_keys(3)

Sent = list[bytes]
"""The bytes that a viewer was sent: on arrival, and after each action."""


pytestmark = pytest.mark.usefixtures("no_pauses")


@pytest.fixture(autouse=True)
def _frames_when_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint when `settled` asks: whether a clock's frame shows one change or two depends on how busy the machine is."""
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 3600.0)


@pytest.fixture(autouse=True)
def _database_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read and write at once: what is painted while a thread works depends on how busy the machine is, too."""

    async def run(_worker: Worker, work: Callable[[], object]) -> object:
        return work()

    monkeypatch.setattr(Worker, "run", run)


async def come_by_web(server: Server, player: int, verb: str, word: str, mode: Mode) -> Client:
    """Come to a match with a browser."""
    if server.site is None:
        server.site = await a_site(server.lobby)
    cookie = await server.site.cookie_of(player)
    page: Client = await server.site.come(cookie, [verb, word], lines=mode is Mode.PLAIN)
    return page


async def come(server: Server, key: asyncssh.SSHKey, words: str, mode: Mode) -> Client:
    """Come to a match: at a screen, with lines, or as a program."""
    if mode is Mode.SCREEN:
        return await server.visit(key, command=words)
    return await server.talk(key, command=f"{mode} {words}")


QUESTIONS = (
    *("table", "hand", "line", "theirs", "river", "column 2", "court", "pile", "where torii", "score", "why rice"),
    *(
        "why hand 1",
        "last",
        "log",
        "memory",
        "what",
        "what develop",
        "view",
        "match",
        "advice",
        "replay",
        "analyse",
        "side",
    ),
    *("time", "where samurai", "where umbrella lady", "why ryokan", "what use"),
)


async def ask_everything(client: Client, number: int) -> None:
    """Ask all that can be asked in lines, and wait for the last answer."""
    end = f"end{number}"
    client.process.stdin.write("".join(f"{line}\n" for line in (*QUESTIONS, end)).encode())
    await client.until(lambda: f"'{end}' is not a command" in client.text, "the last answer")


SEEN = {Mode.SCREEN: "River", Mode.PLAIN: "\n> ", Mode.JSON: '"type": "match"'}
"""What stands there once someone has come to a match."""
DRAWN = re.compile(rb'("rematch_commitment": )"[0-9a-f]{64}"')
"""What a server draws, beside the ids of matches: to what the deal of a rematch is committed."""
LEAST = {Mode.SCREEN: 5000, Mode.PLAIN: 300, Mode.JSON: 1500}
"""Bytes: with fewer, nothing of the game was sent."""


async def sent(
    folder: Path, record: GameRecord, mode: Mode, viewer: int, *, web: bool = False, watching: str = "watch GAME"
) -> list[Sent]:
    """Play a game on a server, and return what the two players and someone who watches are sent.

    What the player who isn't the viewer is sent may differ: they ask only at the end.
    """
    folder.mkdir()
    game = Game(record.model_copy(update={"actions": (), "cursor": 0}))
    async with serving(folder, Limits(input_burst=1e9), clock=Now()) as server:
        people = [await named(server, key, name) for key, name in zip(KEYS, NAMES, strict=True)]
        one, two, _watcher = (person.account.id for person in people)
        match = await server.lobby.matches.start(one, game, (one, two), public=True, control="15+10")
        clients: list[Client] = []
        for key in KEYS:
            if web:
                verb = "watch" if len(clients) == WATCHER else "join"
                me = people[len(clients)].account.id
                clients.append(await come_by_web(server, me, verb, match.id, mode))
            else:
                words = f"join {match.id}" if len(clients) < WATCHER else watching.replace("GAME", match.id)
                clients.append(await come(server, key, words, mode))
            while SEEN[mode] not in clients[-1].text:
                await settled(server, *clients)
        scripted = [await person.attach(match.id) for person in people[:2]]
        pieces: list[Sent] = [[], [], []]
        for action in (None, *record.actions):
            if action is not None:
                await scripted[scripted[0].view.turn or 0].play(action)
            await settled(server, *clients)
            is_last = len(pieces[0]) == len(record.actions)
            for seat, client in enumerate(clients if mode is not Mode.SCREEN else ()):
                if is_last or seat != 1 - viewer:
                    await ask_everything(client, len(pieces[0]))
            await settled(server, *clients)
            for client, sent_to in zip(clients, pieces, strict=True):
                sent_to.append(DRAWN.sub(rb"\1", bytes(client.received)).replace(match.id.encode(), b"the id"))
                client.received.clear()
        return pieces


def played(record: GameRecord, like: Game) -> Game:
    """A game in which all actions of a record were played."""
    return Game(record.model_copy(update={"options": like.options, "cursor": len(record.actions)}))


def worlds(seed: int, actions: int, viewer: int, expansion: Module | None = None) -> tuple[Game, Game]:
    """Two games of at most so many actions that differ for the other player, but not for a viewer or the public."""
    for length in range(actions, 2, -1):
        told = random_game(seed, length, Options(expansion=expansion)).record
        players = Game.new(players=NAMES[:2]).players
        game = Game(told.model_copy(update={"players": players, "options": Options(undo="off", expansion=expansion)}))
        for draw in range(200):
            other = played(resampled(game, viewer, random.Random(draw)), game)
            assert other.view(viewer) == game.view(viewer)
            hidden = zip(_hidden(game), _hidden(other), strict=True)
            if _shown(other, 1 - viewer) != _shown(game, 1 - viewer) and all(here != there for here, there in hidden):
                return game, other
    raise AssertionError("no other world")


def _shown(game: Game, seat: int) -> object:
    """What a seat is shown of cards: not which of two was given away, by its number."""
    view = game.view(seat)
    return view.sides, view.dealt, [event.cards for event in view.events]


def _hidden(game: Game) -> list[object]:
    """With the expansion, what nobody can know: the Traveller in the box, and each next card that isn't turned up."""
    if game.position.expansion is None:
        return []
    dealt = {card for pile in game.deal.river for card in pile}
    unturned = game.position.expansion.unturned
    tops = [pile[0] for at, pile in enumerate(game.position.river) if unturned >> at & 1]
    return [*(card for card in TRAVELLERS if card not in dealt), *tops]


async def check(
    folder: Path,
    seed: int,
    actions: int,
    *,
    viewer: int,
    mode: Mode = Mode.SCREEN,
    expansion: Module | None = None,
    web: bool = False,
    watching: str = "watch GAME",
) -> None:
    """Play a game in two worlds that look the same to a player and to watchers, and compare what is sent."""
    both = worlds(seed, actions, viewer, expansion)
    here, there = [
        await sent(folder / str(number), game.record, mode, viewer, web=web, watching=watching)
        for number, game in enumerate(both)
    ]
    assert here[1 - viewer] != there[1 - viewer], "the deals differ for the other player"
    for each in (viewer, WATCHER):
        assert len(b"".join(here[each])) >= LEAST[mode]
        for number, (one, two) in enumerate(zip(here[each], there[each], strict=True)):
            assert one == two, f"{NAMES[each]}, after action {number}"


@pytest.mark.parametrize(
    "mode", [pytest.param(mode, marks=() if mode is Mode.SCREEN else pytest.mark.ci) for mode in Mode]
)
async def test_no_byte_sent_depends_on_cards_that_a_viewer_cannot_know(tmp_path: Path, mode: Mode) -> None:
    await check(tmp_path, 3, 5, viewer=0, mode=mode)


@pytest.mark.ci
@pytest.mark.parametrize("viewer", [1, pytest.param(0, marks=pytest.mark.slow)])
@pytest.mark.parametrize("mode", Mode)
async def test_no_byte_sent_to_whoever_watches_tv_does(
    tmp_path: Path, mode: Mode, viewer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a game that goes on, TV shows neither Hand nor the card that lies face down."""
    monkeypatch.setattr("naishi.server.lobby.tv.LOOK", 0.01)
    await check(tmp_path, 3, 5, viewer=viewer, mode=mode, watching="tv")


PAGES = [Mode.SCREEN, Mode.PLAIN]


@pytest.mark.ci
@pytest.mark.parametrize("viewer", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("mode", PAGES)
async def test_no_byte_sent_to_a_page_does(tmp_path: Path, mode: Mode, viewer: int) -> None:
    await check(tmp_path, 3, 5, viewer=viewer, mode=mode, web=True)


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("mode", PAGES)
@pytest.mark.parametrize("expansion", [None, LEGENDS_TRAVELLERS])
async def test_no_byte_sent_to_a_page_in_a_long_game_does(
    tmp_path: Path, expansion: Module | None, mode: Mode, viewer: int
) -> None:
    await check(tmp_path, 1, 40, viewer=viewer, mode=mode, expansion=expansion, web=True)


@pytest.mark.parametrize("viewer", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("mode", [Mode.PLAIN, pytest.param(Mode.JSON, marks=pytest.mark.slow)])
@pytest.mark.slow
async def test_no_byte_of_lines_in_a_longer_game_does(tmp_path: Path, mode: Mode, viewer: int) -> None:
    await check(tmp_path, 5, 12, viewer=viewer, mode=mode)


VERBS = (
    *("games", "games --json", "show GAME", "show GAME --json", "export GAME", "history", "wait GAME"),
    *(f"show GAME {question}" for question in QUESTIONS if question not in {"advice", "replay", "side", "view"}),
    *("show GAME what --json", "show GAME score --json", "show GAME log --json", "play GAME develop L9", "when GAME"),
)


async def answered(folder: Path, game: Game) -> list[list[tuple[bytes, bytes]]]:
    """Return what two players and someone who watches are answered to all verbs that change nothing."""
    database = Database(fresh(folder / "naishi.sqlite"))
    lobby = Lobby(database, clock=Now())
    people = [await player(lobby, name) for name in NAMES]
    one, two, _watcher = (person.account.id for person in people)
    match = await lobby.matches.start(one, game, (one, two), public=True)
    said = []
    for person in people:
        said.append([await answer_to(person, verb.replace("GAME", match.id), match.id) for verb in VERBS])
    await lobby.close()
    database.close()
    return said


def _ssh_line(*command: str) -> str:
    return " ".join(command)


async def answer_to(person: Visitor, verb: str, match: str) -> tuple[bytes, bytes]:
    """Return what comes of a verb on both streams, within a moment: it may wait."""
    streams: tuple[list[bytes], list[bytes]] = [], []
    both_streams = Streams(streams[0].append, streams[1].append)
    visit = VerbVisit(person, verb.split(), both_streams, layers_of, _ssh_line, offered=("hints",))
    task = asyncio.ensure_future(visit.run())
    if verb.startswith("wait"):
        await idle()
        task.cancel()
    else:
        await task
    both = [b"".join(each).replace(match.encode(), b"the id") for each in streams]
    return both[0], both[1]


@pytest.mark.ci
@pytest.mark.parametrize("viewer", [0, 1])
async def test_no_byte_of_a_verb_s_answer_does(tmp_path: Path, viewer: int) -> None:
    here, there = [await answered(tmp_path / str(number), game) for number, game in enumerate(worlds(5, 12, viewer))]
    assert here[1 - viewer] != there[1 - viewer], "the deals differ for the other player"
    for each in (viewer, WATCHER):
        for verb, one, two in zip(VERBS, here[each], there[each], strict=True):
            assert any(one) or verb.startswith("wait"), verb
            assert one == two, f"{NAMES[each]}: {verb}"


async def noticed(folder: Path, record: GameRecord, viewer: int, mode: Mode) -> bytes:
    """Play the last action of a game, and return what a player in the lobby is sent who wants to hear of turns."""
    folder.mkdir()
    *played, last = record.actions
    game = Game(record.model_copy(update={"actions": tuple(played), "cursor": len(played)}))
    async with serving(folder, Limits(input_burst=1e9), clock=Now()) as server:
        people = [await named(server, key, name) for key, name in zip(KEYS, NAMES, strict=True)]
        await people[viewer].choose("notice", "notification")
        one, two, _watcher = (person.account.id for person in people)
        match = await server.lobby.matches.start(one, game, (one, two), public=True, control="1d")
        at_turn = await people[game.turn or 0].attach(match.id)
        client = await (
            server.visit(KEYS[viewer]) if mode is Mode.SCREEN else server.talk(KEYS[viewer], command="plain")
        )
        async with asyncio.timeout(NEVER):
            while "Aiko has moved" not in client.text:
                await settled(server, client)
        notice = b"]9;Naishi: It is your turn against Aiko." if mode is Mode.SCREEN else b"your turn"
        await at_turn.play(last)
        async with asyncio.timeout(NEVER):
            while notice not in client.received:
                await settled(server, client)
        return bytes(client.received).replace(match.id.encode(), b"the id")


@pytest.mark.ci
@pytest.mark.parametrize("mode", [Mode.SCREEN, Mode.PLAIN])
async def test_no_byte_of_a_notice_or_of_the_lobby_does(tmp_path: Path, mode: Mode) -> None:
    both = worlds(3, 4, 1)
    here, there = [await noticed(tmp_path / str(at), game.record, 1, mode) for at, game in enumerate(both)]
    assert here == there


EXCHANGE = 18, 4
"""The seed of a game with the expansion, and after how many actions an effect is pending: a pile isn't turned up."""


@pytest.mark.ci
@pytest.mark.parametrize("viewer", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("mode", Mode)
async def test_no_byte_depends_on_a_card_that_is_not_turned_up_or_the_traveller_in_the_box(
    tmp_path: Path, mode: Mode, viewer: int
) -> None:
    seed, actions = EXCHANGE
    assert worlds(seed, actions, viewer, LEGENDS_TRAVELLERS)[0].view(0).pending
    await check(tmp_path, seed, actions, viewer=viewer, mode=mode, expansion=LEGENDS_TRAVELLERS)


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("expansion", [None, LEGENDS_TRAVELLERS])
@pytest.mark.parametrize("seed", long_seeds(0, 5))
async def test_no_byte_sent_in_long_games_depends_on_cards_that_a_viewer_cannot_know(
    tmp_path: Path, seed: int, expansion: Module | None, mode: Mode, viewer: int
) -> None:
    await check(tmp_path, seed, 40, viewer=viewer, mode=mode, expansion=expansion)


# --- Plans of Shogun ---

DAIMYO = (*PLANNERS, "Daan")
"""Who sits at seats 0, 1 and 2, and who watches."""
ONLOOKER = 3
DAIMYO_KEYS = new_keys(4)
SEEN_OF_SHOGUN = {Mode.SCREEN: "year 1, spring", Mode.PLAIN: "\n> ", Mode.JSON: '"type": "table_match"'}
ASKED = (
    *("table", "look", "hand", "what", "why stay", "last", "log", "score", "score Bruno", "look Bruno", "look plan"),
    *("look bid", "look castle", "odds", "view", "match", "time", "replay"),
)
"""What is asked in lines after each action."""


async def sent_of_plans(
    folder: Path, actions: Sequence[tuple[int, str]], mode: Mode, *, web: bool = False
) -> list[Sent]:
    """Play the beginning of a season on a server, and return what three players and someone who watches are sent."""
    game, seen, compared = shogun_of_three(), SEEN_OF_SHOGUN[mode], {0, 2, ONLOOKER}
    return await sent_of_three(folder, game, actions, mode, seen, ASKED, compared, web=web)


async def sent_of_three(
    folder: Path,
    game: RecordedGame[Any],
    actions: Sequence[tuple[int, str]],
    mode: Mode,
    seen: str,
    asked: Sequence[str],
    compared: Collection[int],
    *,
    web: bool = False,
) -> list[Sent]:
    """Play on a server, and return what three players and someone who watches are sent.

    Args:
        folder: Where the server keeps its games.
        game: The game that is gone on with.
        actions: Who does what, in order.
        mode: How all four come.
        seen: What stands there once someone has come to the match.
        asked: What is asked in lines after each action.
        compared: Those who are to be sent the same in both worlds; the others ask only at the end.
        web: Whether they come with a browser.
    """
    folder.mkdir()
    async with serving(folder, Limits(input_burst=1e9), clock=Now()) as server:
        people = [await named(server, key, name) for key, name in zip(DAIMYO_KEYS, DAIMYO, strict=True)]
        for each in people:
            await each.choose("animations", False)
        seated = tuple(each.account.id for each in people[:3])
        match = await server.lobby.matches.start(seated[0], game, seated, public=True)
        clients: list[Client] = []
        for number, key in enumerate(DAIMYO_KEYS):
            verb = "watch" if number == ONLOOKER else "join"
            if web:
                clients.append(await come_by_web(server, people[number].account.id, verb, match.id, mode))
            else:
                clients.append(await come(server, key, f"{verb} {match.id}", mode))
            async with asyncio.timeout(NEVER):
                while seen not in clients[-1].text:
                    await settled(server, *clients)
        scripted = [await person.attach(match.id) for person in people[:3]]
        pieces: list[Sent] = [[] for _client in clients]
        for number, (seat, action) in enumerate(((-1, ""), *actions)):
            if action:
                await scripted[seat].play(action)
            await settled(server, *clients)
            for place, client in enumerate(clients if mode is not Mode.SCREEN else ()):
                if place not in compared and number < len(actions):
                    continue
                end = f"end{number}"
                client.process.stdin.write("".join(f"{line}\n" for line in (*asked, end)).encode())
                await client.until(partial(_heard, client, end), "the last answer")
            await settled(server, *clients)
            for client, sent_to in zip(clients, pieces, strict=True):
                sent_to.append(DRAWN.sub(rb"\1", bytes(client.received)).replace(match.id.encode(), b"the id"))
                client.received.clear()
        return pieces


def _heard(client: Client, word: str) -> bool:
    return word in client.text


@pytest.mark.parametrize(
    ("mode", "web"),
    [
        pytest.param(Mode.SCREEN, False),
        pytest.param(Mode.PLAIN, False, marks=pytest.mark.slow),
        pytest.param(Mode.JSON, False, marks=pytest.mark.ci),
        pytest.param(Mode.SCREEN, True, marks=pytest.mark.slow),
        pytest.param(Mode.PLAIN, True, marks=pytest.mark.ci),
    ],
)
async def test_no_byte_sent_depends_on_a_plan_of_which_nothing_else_is_shown_yet(
    tmp_path: Path, mode: Mode, web: bool
) -> None:
    here, there = [
        await sent_of_plans(tmp_path / str(number), actions, mode, web=web)
        for number, actions in enumerate(two_plans())
    ]
    assert here[PLANNER] != there[PLANNER], "one has another plan"
    for each in (0, 2, ONLOOKER):
        assert len(b"".join(here[each])) >= LEAST[mode]
        for number, (one, two) in enumerate(zip(here[each], there[each], strict=True)):
            assert one == two, f"{DAIMYO[each]}, after action {number}"


# --- Hands and decks of Ninjato ---

SEEN_OF_NINJATO = {Mode.SCREEN: "round 3", Mode.PLAIN: "\n> ", Mode.JSON: '"type": "table_match"'}
ASKED_OF_NINJATO = (
    *("table", "look", "hand", "now", "shuriken", "mask", "what", "last", "log", "score", "score Bruno", "look Bruno"),
    *("odds", "view", "match", "time", "replay"),
)


@pytest.mark.parametrize(
    "mode", [pytest.param(mode, marks=() if mode is Mode.SCREEN else pytest.mark.ci) for mode in Mode]
)
async def test_no_byte_sent_depends_on_another_hand_or_a_deck_of_ninjato(tmp_path: Path, mode: Mode) -> None:
    *both, actions = two_worlds()
    seen, compared = SEEN_OF_NINJATO[mode], {NINJA_SEAT, ONLOOKER}
    here, there = [
        await sent_of_three(tmp_path / str(number), game, actions, mode, seen, ASKED_OF_NINJATO, compared)
        for number, game in enumerate(both)
    ]
    assert here[1] != there[1], "the hands differ"
    for each in compared:
        assert len(b"".join(here[each])) >= LEAST[mode]
        for number, (one, two) in enumerate(zip(here[each], there[each], strict=True)):
            assert one == two, f"{(*NINJA, DAIMYO[ONLOOKER])[each]}, after action {number}"
