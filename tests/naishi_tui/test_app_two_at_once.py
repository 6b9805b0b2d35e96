"""Two apps in one process, each with its own state: app, context, i18n."""

from __future__ import annotations

import asyncio
import gettext
from pathlib import Path

import pytest

from naishi import Game
from naishi.common import i18n
from naishi.settings.keymap import Keymap, use
from naishi.settings.schema import Layers
from naishi_tui.app import NaishiApp
from naishi_tui.messages import StartGame
from naishi_tui.table.cover import Handover
from tests.naishi_tui.desk import Desk, app_with, game_after
from tests.naishi_tui.games import with_pins

pytestmark = pytest.mark.ci


class _Angular(gettext.NullTranslations):
    """A language of its own."""

    def gettext(self, message: str) -> str:
        return f"<{message}>"


async def _visit(
    app: NaishiApp, layers: Layers, catalogue: gettext.NullTranslations, both: asyncio.Barrier, keyboard: asyncio.Lock
) -> dict[str, str]:
    """Open an app in a language, and return what it draws on its screens, with another app open all the time.

    Both apps are up together; keys are given to one at a time, since each waits until nothing is going on.
    """
    i18n.use(catalogue)
    use(Keymap(layers.effective.keys))  # what is painted while a test waits is painted in its task
    drawn: dict[str, str] = {}
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.see()
        await both.wait()
        drawn["home"] = at.text
        async with keyboard:
            await at.press("s")
            app.screen.query_one("#animations").focus()
            await at.press("right")
        await both.wait()
        drawn["settings"] = at.text
        async with keyboard:
            await at.press("escape")
            await app.show(StartGame(game_after()))
            await at.see()
        await both.wait()
        drawn["table"] = at.text
        async with keyboard:
            await at.press("s")
        await both.wait()
        drawn["swap"] = at.prompt
        drawn["undo"] = next(words for command, _key, words in Keymap().described() if command == "undo")
        drawn["theme"] = app.theme
        drawn["thread"] = await asyncio.to_thread(i18n._, "hello")
    app.close_game()
    return drawn


async def test_each_speaks_its_language_and_keeps_to_its_settings(tmp_path: Path) -> None:
    ours = Layers(flags={"handover": "never"}, path=tmp_path / "ours.toml")
    others = {"handover": "never", "theme": "light", "ascii": True, "keys": {"swap": "z", "undo": "s"}}
    theirs = Layers(flags=others, path=tmp_path / "theirs.toml")
    both, keyboard = asyncio.Barrier(2), asyncio.Lock()
    plain, angular = await asyncio.gather(
        _visit(NaishiApp(tmp_path / "a", ours), ours, gettext.NullTranslations(), both, keyboard),
        _visit(NaishiApp(tmp_path / "b", theirs), theirs, _Angular(), both, keyboard),
    )
    assert " a game for two at the imperial court " in plain["home"]
    assert "<a game for two at the imperial court>" in angular["home"]
    assert "Animations" in plain["settings"]
    assert "<Animations>" in angular["settings"]
    assert "s swap" in plain["table"]
    assert "z <swap>" in angular["table"]
    assert "Swap which two cards?" in plain["swap"]
    assert "Swap" not in angular["swap"]
    assert (plain["table"].isascii(), angular["table"].isascii()) == (False, True)
    assert (plain["theme"], angular["theme"]) == ("dark", "light")
    assert (plain["undo"], angular["undo"]) == ("undo the last action", "<undo the last action>")
    assert (plain["thread"], angular["thread"]) == ("hello", "<hello>")
    assert (tmp_path / "ours.toml").read_text() == (tmp_path / "theirs.toml").read_text() == "animations = false\n"


async def _give_pin(app: NaishiApp, typed: str, both: asyncio.Barrier) -> tuple[list[str], float]:
    """Type a PIN at the cover and try to give a card away; return the actions and the wait for the next PIN."""
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.see()
        pin = at.screen(Handover).player.pin or ""
        if typed != "1234":
            for _try in range(4):  # so that the wait outlasts this test
                app.context.pin_attempts.record_wrong(pin)
        await both.wait()
        await at.type(typed)
        await at.press("enter")
        await both.wait()
        await at.press("2", "enter")
        await both.wait()
        found = at.actions, app.context.pin_attempts.wait(pin)
    app.close_game()
    return found


async def test_each_plays_its_own_game_and_waits_for_its_own_wrong_pins(tmp_path: Path) -> None:
    record = with_pins().record
    one, other = (app_with(tmp_path / name, Game(record)) for name in "ab")
    both = asyncio.Barrier(2)
    (covered, wait), (given, none) = await asyncio.gather(_give_pin(one, "99", both), _give_pin(other, "1234", both))
    assert (covered, given) == ([], ["give 2"])
    assert wait > 0 >= none
