"""Set phrases at a screen, muting undetectable: match_menu, talk."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from naishi import Game
from naishi.games.naishi.game.record import Options
from naishi.server import Database, Lobby, Phrase
from naishi.server.moderation.talk import every_report
from naishi.tabletop.players import Player
from naishi_tui.games.naishi.table import Spectating
from naishi_tui.lobby.lobby_lists import GoToMatch
from naishi_tui.lobby.match_menu import MENU_BACK, MUTE, REPORT, TalkMenu
from naishi_tui.table.reading import Rules
from naishi_tui.visit import routes
from tests.naishi.plain.server.people import Program, Reader
from tests.naishi.server.conftest import Now, Table, player, resign
from tests.naishi.server.fresh import fresh
from tests.naishi_tui.ssh.conftest import serving
from tests.naishi_tui.ssh.scene import Scene
from tests.naishi_tui.waiting import idle, until

pytestmark = pytest.mark.ci


async def _choose(scene: Scene, option: str) -> None:
    """Choose an option of the menu of phrases."""
    if not isinstance(scene.screen, TalkMenu):
        await scene.press("c")
    menu = scene.screen.query_one("#phrases", OptionList)
    while menu.highlighted_option is not None and not (menu.highlighted_option.id or "").startswith(option):
        await scene.press("down")
    await scene.press("enter")


async def test_a_player_at_a_screen_speaks_listens_mutes_and_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "READ", 0.0)
    now = Now()
    async with serving(tmp_path, clock=now) as server:
        scene, talk = await Scene.open(server, now), server.lobby.talk
        await scene.new_match([])
        await scene.come()
        await scene.table.play("give 1", "give 1")
        await scene.rest()
        await scene.press("c")
        assert isinstance(scene.screen, TalkMenu)
        highlighted = scene.screen.query_one("#phrases", OptionList).highlighted_option
        assert highlighted is not None
        assert highlighted.id == MENU_BACK, "Enter does no harm"
        await _choose(scene, "luck")
        await scene.client.see("You say: Good luck, and have fun!")
        assert scene.bruno.news.latest == "Aiko says: Good luck, and have fun!"

        await talk.say(scene.bruno, Phrase.THANKS)
        await scene.client.see("Bruno says: Thank you!")
        await scene.press("f1")  # by this key it has been read
        await talk.say(scene.bruno, Phrase.MOMENT)
        await scene.rest()
        assert isinstance(scene.screen, Rules)
        await scene.press("escape")
        await scene.client.see("Bruno says: One moment, please.")
        await scene.press("right")
        await scene.client.until(lambda: "says" not in scene.client.text, "it has been read")

        await _choose(scene, MUTE)
        await scene.client.see("You hear nothing more from Bruno")
        await talk.say(scene.bruno, Phrase.OOPS)
        await scene.rest()
        assert "says" not in scene.client.text
        await scene.press("c")
        await scene.client.see("Show what Bruno says again")
        await _choose(scene, REPORT)
        await scene.client.see("Why do you report Bruno?")
        await _choose(scene, "cheating")
        await scene.client.see("Kept for whoever runs this server.")
        with server.lobby.database.reading() as db:
            assert [(each.reporter, each.reported) for each in every_report(db)] == [("Aiko", "Bruno")]
        await _choose(scene, REPORT)
        await _choose(scene, "name")
        await scene.client.see("You have reported this game already.")


async def test_the_menu_stays_true_whatever_the_other_player_does(tmp_path: Path) -> None:
    now = Now()
    async with serving(tmp_path, clock=now) as server:
        scene = await Scene.open(server, now)
        await scene.new_match([])
        await scene.come()
        await scene.press("c")
        await server.lobby.talk.say(scene.bruno, Phrase.HELLO)
        await scene.client.see("Bruno says: Hello!")
        await scene.play_on()
        assert isinstance(scene.screen, TalkMenu)
        await resign(scene.bruno)
        await scene.rest()
        assert isinstance(scene.screen, TalkMenu), "what was opened stays open"
        await _choose(scene, "game")
        await scene.client.see("You say: Thanks for the game!")
        await scene.press("escape")
        assert isinstance(scene.screen, Spectating), "the end is on the screen"
        for terminal in scene.people[1].participants.copy():
            await scene.people[1].detach(terminal)
        await _choose(scene, "played")
        await scene.client.see("Bruno will see it on their next visit.")
        assert isinstance(scene.screen, Spectating)


async def test_watchers_and_who_plays_a_bot_are_told_why_not(tmp_path: Path) -> None:
    now = Now()
    async with serving(tmp_path, clock=now) as server:
        scene = await Scene.open(server, now)
        match = await scene.people[0].tables.play_bot("beginner")
        scene.app.post_message(GoToMatch(match))
        await until(lambda: scene.app.match.here == match.id, "at the match")
        await scene.client.press_and_see("c", "A bot has no ear for that.")
        table = await Table.of(server.lobby, scene.people[1], scene.people[2])
        scene.app.post_message(GoToMatch(table.match))
        await until(lambda: scene.app.match.here == table.match.id, "watching")
        await scene.client.press_and_see("c", "You are watching")


MUTED = (False, True)


@pytest.mark.parametrize("kind", [Reader, Program])
@pytest.mark.usefixtures("no_pauses")
async def test_no_byte_tells_whether_one_is_muted(tmp_path: Path, kind: type[Reader]) -> None:
    heard, unheard = [await _sent(tmp_path / str(muted), kind, muted=muted) for muted in MUTED]
    assert all("Bruno" in each for each in heard)
    assert ["luck" in each for each in heard] == [True, False], "watchers are told nothing"
    assert heard == unheard


async def _sent(folder: Path, kind: type[Reader], *, muted: bool) -> list[str]:
    """Have someone speak who is muted or not; return what they were sent, and someone who watches."""
    database = Database(fresh(folder / "naishi.sqlite"))
    lobby = Lobby(database, clock=Now())
    people = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    carol = await player(lobby, "Carol")
    one, two = (each.account.id for each in people)
    game = Game.new("talk", (Player(name="Aiko"), Player(name="Bruno")), options=Options(undo="off"))
    match = await lobby.matches.start(one, game, (one, two), public=True)
    table = Table(lobby, people, match, [await each.attach(match.id) for each in people])
    if muted:
        await lobby.talk.mute(table.seats[1])
    await table.people[0].detach(table.seats[0])
    await lobby.matches.look(table.match.id, 0)  # else that may be stored after the lobby lists the match
    others: list[Reader] = []
    for person, first in ((table.people[0], f"join {table.match.id}"), (carol, f"watch {table.match.id}")):
        others.append(kind(person, first=first))
        await others[-1].hears('"type": "match"' if kind is Program else "\n> ")
        await idle()
    await others[0].hears("Carol")
    for line in ("say hello", "say 2"):
        if isinstance(others[0], Program):
            await others[0].ask(line)
        else:
            await others[0].says(line, "You say: ")
        await idle()
    spoken = [each.phrase for each in table.seats[1].conversation.spoken]
    assert spoken == ([] if muted else [Phrase.HELLO, Phrase.LUCK])
    for each in others:
        await each.leave()
    await lobby.close()
    database.close()
    return [each.written.replace(table.match.id, "the id") for each in others]


async def test_nothing_is_said_that_is_no_phrase(tmp_path: Path) -> None:
    database = Database(fresh(tmp_path / "naishi.sqlite"))
    lobby = Lobby(database)
    table = await Table.sit_down(lobby)
    program = Program(table.people[0], first=f"join {table.match.id}")
    await program.hears('"type": "match"')
    for words in ("you are a fool", "hello you fool", "0", "13", "-1", "\u0661\u0663", "t"):
        reply = await program.ask(f"say {words}")
        assert reply["type"] == "error", words
    assert table.seats[1].conversation.spoken == ()
    await program.leave()
    await lobby.close()
    database.close()
