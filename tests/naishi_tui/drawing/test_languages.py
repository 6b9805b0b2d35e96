"""Every screen in every language, without cuts, overlaps or English: cells, text_rows, panels."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from naishi.common import i18n
from naishi.games.naishi.game.bot_names import NAMES as BOTS
from naishi_tui.home.home import Home
from naishi_tui.messages import LeaveGame
from tests.naishi_tui.desk import COMPACT, NAMES, ROOMY, STANDARD, Desk, SilentBots, app_with, still
from tests.naishi_tui.games import some_saves
from tests.naishi_tui.scenes import SCENES, Scene
from tests.naishi_tui.waiting import settle
from tests.naishi_tui.widgets.shared import UNMEASURED, faults
from tests.pseudo import pseudo

pytestmark = pytest.mark.ci

SIZES = (COMPACT, STANDARD, ROOMY)
TIGHTEST = (COMPACT, STANDARD)
"""Where words want room first."""
TRANSLATED = sorted(i18n.OWN_NAMES.keys() - {i18n.ENGLISH})

SEEN = [
    "home-continue", "lessons", "lesson-hint", "choices", "new-game-bot", "gift", "handover-pin", "table-swap",
    "table-decree", "table-redo", "table-end-declared", "table-advice-swap", "table-watched", "log", "legend", "memory",
    "ninja", "score", "replay", "saves-delete", "settings",
    "effects", "effects-marks", "effects-explain", "effects-score",
]  # fmt: skip
"""The scenes with most words: one app shows them all."""


@asynccontextmanager
async def one_app(folder: Path, language: str = "") -> AsyncIterator[Desk]:
    """An app for all scenes, in a folder with saved games. The test speaks its language too: it draws some of them."""
    if language:
        i18n.use(i18n.load(language))
    folder.mkdir(parents=True, exist_ok=True)
    some_saves(folder)
    app = app_with(folder, settings=still(language=language), bots=SilentBots())
    async with app.run_test(size=STANDARD) as pilot:
        yield Desk(app, pilot)
    app.close_game()


async def visit(at: Desk, scene: Scene) -> None:
    """Go from another scene to this one; by way of home, where it begins there."""
    language = at.app.context.layers.effective.language
    at.app.context.change(still(**scene.settings | {"language": language}))
    if scene.game is not None:
        await at.play(scene.game(), uncovered=scene.uncovered)
    elif not isinstance(at.app.screen, Home):
        at.app.post_message(LeaveGame())
        await settle(at.pilot)
    await scene.go(at)
    await settle(at.pilot)


@pytest.mark.parametrize("language", TRANSLATED)
async def test_screens_have_room_for_the_words_of_each_language(language: str, folder: Path) -> None:
    """Each a part of the scenes, all languages all of them; the slow test of every screen shows each all of them."""
    found: list[str] = []
    async with one_app(folder, language) as at:
        for name in SEEN[TRANSLATED.index(language) :: len(TRANSLATED)]:
            await visit(at, SCENES[name])
            found += await unfitting(at, name, TIGHTEST)
    assert found == [], "\n" + "\n".join(found)


@pytest.mark.parametrize("language", [each for each in TRANSLATED if each not in i18n.SHARES])
async def test_the_table_the_score_pad_and_the_rules_say_what_they_said(
    language: str, folder: Path, snapshot: SnapshotAssertion
) -> None:
    said: list[str] = []
    async with one_app(folder, language) as at:
        for name in ("table", "score", "rules"):
            await visit(at, SCENES[name])
            for size in SIZES:
                if size != at.app.size:
                    await at.resize(*size)
                said.append("\n".join(line.rstrip() for line in at.lines))
    assert "\n\n".join(said) == snapshot


@pytest.mark.parametrize("name", ["choices", "analysis", "score"])
@pytest.mark.parametrize(("language", "wrong"), [("en", r"\d\s%"), ("fr", r"\d%"), ("de", r"\d%")])
async def test_a_percentage_is_written_as_the_language_writes_it(
    name: str, language: str, wrong: str, folder: Path
) -> None:
    i18n.use(i18n.load(language))
    app = SCENES[name].app(folder, language=language)
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES[name].reach(app, pilot)
        assert "%" in at.text or name == "score"
        assert re.findall(wrong, at.text) == []
    app.close_game()


@pytest.mark.slow
@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", sorted(SCENES.keys() - UNMEASURED))
async def test_every_screen_has_room_for_the_words_of_each_language(name: str, language: str, folder: Path) -> None:
    i18n.use(i18n.load(language))
    app = SCENES[name].app(folder, language=language)
    async with app.run_test(size=STANDARD) as pilot:
        at = await SCENES[name].reach(app, pilot)
        found = await unfitting(at, name)
    app.close_game()
    assert found == [], "\n" + "\n".join(found)


async def unfitting(at: Desk, name: str, sizes: Iterable[tuple[int, int]] = SIZES) -> list[str]:
    """What is cut or overlaps at some sizes, beginning with that of the window."""
    found: list[str] = []
    for size in sorted(sizes, key=lambda size: size != at.app.size):
        if size != at.app.size:
            await at.resize(*size)
        found += [f"{name} {size[0]}×{size[1]}: {fault}" for fault in faults(at, cards=True)]
    return found


async def test_longer_words_have_room_and_no_text_escapes_translation(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a language of longer, accented English, what has no accent isn't translated."""
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_names, **_options: Path())
    found: list[str] = []
    with pseudo():
        async with one_app(folder) as at:
            for name in SEEN:
                await visit(at, SCENES[name])
                data = words_of_games(at) | {*i18n.OWN_NAMES.values()}
                shown = at.text if at.app.size == ROOMY else ""
                cut = [each for each in await unfitting(at, name) if not any(tight in each for tight in TIGHT)]
                shown = shown or at.text
                found += [*cut, *(f"{name}: {word}" for word in escaped(shown) if word not in data)]
    assert found == [], "\n" + "\n".join(found)


GIVEN_TEXTS = {"home-trouble", "table-advice"}
"""Scenes that bring an English sentence of their own."""
NO_TEXTS = {"develop", "swap", "discard", "decree", "recall", "declare", "end", "and", "elsewhere", "Home"}
"""Action texts, Babel's word in a list, the name of a computer, and that of a key."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SCENES.keys() - UNMEASURED - GIVEN_TEXTS))
async def test_no_text_of_any_screen_escapes_translation(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_names, **_options: Path())
    with pseudo():
        app = SCENES[name].app(folder)
        async with app.run_test(size=ROOMY) as pilot:
            at = await SCENES[name].reach(app, pilot)
            data = words_of_games(at) | {*i18n.OWN_NAMES.values()} | NO_TEXTS
            found = [word for word in escaped(at.text) if word not in data]
        app.close_game()
    assert found == []


def escaped(text: str) -> list[str]:
    """Words without an accent, though they have letters that would have got one."""
    words = re.findall(r"[^\W\d_]{2,}", SAME_EVERYWHERE.sub("", text))
    return [word for word in words if set(word) & ACCENTED]


def words_of_games(at: Desk) -> set[str]:
    """What ids, files and players are called, and what a position text says."""
    entries = (*at.app.context.saves.list(), *at.app.context.saves.examples())
    names = [name for entry in entries for name in getattr(entry, "names", ())]
    ids = [entry.id for entry in entries]
    position = at.app.draft.text if at.app.draft is not None else ""
    return {
        word for each in (*NAMES, *BOTS.values(), *names, *ids, position) for word in re.findall(r"[^\W\d_]{2,}", each)
    }


ACCENTED = {*"aceinosuyzACEINOSUYZ"}
SAME_EVERYWHERE = re.compile(r"NAISHI|Naishi|Ninjato|Shogun|N A I S H I|settings.toml|\d+ \w{3,} \d{4}, \d\d:\d\d")
"""The names of the games, that of the file of settings, and dates, which Babel writes."""
TIGHT = ("TurnPanel", "ScorePanel", "ChoiceRow", "Label(", "KeyLine", "Menu(", "id='columns'")
"""Widgets of a few words each that have no room for longer ones: each language chooses words that fit."""
