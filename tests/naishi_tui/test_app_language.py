"""Language of an app, initial, and switched live: app, context, i18n."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from naishi import Game
from naishi.common import i18n
from naishi.settings.schema import Layers
from naishi_tui.app import NaishiApp
from naishi_tui.dialogs.screens import Confirm
from naishi_tui.messages import StartGame
from tests.naishi_tui.desk import NAMES, Desk
from tests.naishi_tui.waiting import until


@pytest.fixture(autouse=True)
def _in_an_english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


async def test_the_language_that_is_set_is_spoken_from_the_first_frame(tmp_path: Path) -> None:
    app = NaishiApp(tmp_path, Layers(flags={"language": "fr"}))
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.see()
        assert "Rizière" in at.text


async def test_a_language_that_is_not_here_is_told_at_home(tmp_path: Path) -> None:
    app = NaishiApp(tmp_path, Layers(flags={"language": "eo"}))
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.see()
        assert "There is no 'eo' translation yet; this is English." in at.text
        assert "Rice" in at.text


@pytest.mark.ci
async def test_another_language_holds_at_once_on_all_screens(tmp_path: Path) -> None:
    """After a switch and back, every screen says what it says in an app that began in the language."""
    path = tmp_path / "settings.toml"
    app = NaishiApp(tmp_path / "switched", still_at(path))
    async with app.run_test(size=(120, 40)) as pilot:
        at = Desk(app, pilot)
        await switch(at, "right", "right")
        assert path.read_text() == 'language = "fr"\n'
        switched = await tour(at)
        await switch(at, "left", "left")
        assert path.read_text() == 'language = ""\n'
        home = at.text
    assert "Rizière" in switched[0]
    assert "Rice" in home
    assert i18n.language() == "en"
    french = NaishiApp(tmp_path / "french", still_at(path, language="fr"))
    async with french.run_test(size=(120, 40)) as pilot:
        assert await tour(Desk(french, pilot)) == switched


def still_at(path: Path, **flags: object) -> Layers:
    return Layers(flags=flags, file={"animations": False, "handover": "never"}, path=path)


async def switch(at: Desk, *keys: str) -> None:
    """Choose another language in the settings, where the focus stays, and go back home."""
    await at.press("s")
    assert "Français" in at.text
    at.app.screen.query_one("#language").focus()
    await at.press(*keys)
    assert at.app.screen.focused is at.app.screen.query_one("#language")
    await at.press("escape")


async def tour(at: Desk) -> list[str]:
    """What home, the form, the saved games, the rules, the gift, the table and what opens above it say."""
    said = []
    for keys in ([], ["n"], ["l"], ["r"]):
        await at.press(*keys)
        said.append(at.text)
        await at.press(*["escape"] * len(keys))
    await at.app.show(StartGame(Game.new(7, NAMES)))
    for keys in ([], ["1", "enter", "1", "enter"], ["ctrl+p"], ["f2"], ["question_mark"], ["g"], ["s"]):
        await at.press(*keys)
        said.append(at.text)
        if keys and keys[-1] != "enter":
            await at.press("escape")
    await at.leave_game()
    return said


@pytest.mark.ci
async def test_two_apps_speak_two_languages_at_the_same_time(tmp_path: Path) -> None:
    both = asyncio.Barrier(2)

    async def home_and_form(language: str) -> str:
        app = NaishiApp(tmp_path / language, still_at(tmp_path / f"{language}.toml", language=language))
        async with app.run_test(size=(80, 24)) as pilot:
            at = Desk(app, pilot)
            await at.see()
            await both.wait()
            home = at.text
            await at.press("n")
            await both.wait()
            return home + at.text

    french, polish = await asyncio.gather(home_and_form("fr"), home_and_form("pl"))
    assert ("Rizière" in french, "Nouvelle partie" in french, "Ryż" in french) == (True, True, False)
    assert ("Ryż" in polish, "Nowa partia" in polish, "Rizière" in polish) == (True, True, False)


async def test_the_language_is_no_choice_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "OWN_NAMES", {"en": "English"})
    app = NaishiApp(tmp_path, Layers())
    async with app.run_test(size=(80, 36)) as pilot:
        at = Desk(app, pilot)
        await at.press("s")
        assert not app.screen.query("#language")


@pytest.mark.ci
async def test_an_incomplete_language_is_offered_with_its_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "SHARES", {"pl": i18n.OFFERED_FROM - 1, "de": 82})
    app = NaishiApp(tmp_path, still_at(tmp_path / "settings.toml"))
    async with app.run_test(size=(80, 36)) as pilot:
        at = Desk(app, pilot)
        await at.press("s")
        assert "○ Français  ○ Deutsch (82\N{NO-BREAK SPACE}%)" in at.text
        app.screen.query_one("#language").focus()
        await at.press("left")
        await until(lambda: "● Deutsch (82" in at.text, "it is chosen")
        assert "Einstellungen" in at.text


@pytest.mark.parametrize(
    ("language", "yes"), [("en", "y"), ("fr", "o"), ("fr", "y"), ("pl", "t"), ("pl", "T"), ("de", "j")]
)
async def test_yes_has_the_key_of_its_word(tmp_path: Path, language: str, yes: str) -> None:
    answers: list[bool | None] = []
    app = NaishiApp(tmp_path, still_at(tmp_path / "settings.toml", language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.see()
        app.call_later(
            app.push_screen, Confirm("?"), answers.append
        )  # in the context of the app, which has the language
        await until(lambda: isinstance(app.screen, Confirm), "the question is asked")
        await at.press(yes)
        assert answers == [True]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("language", "words"), [("fr", "Aucun résultat"), ("pl", "Brak wyników"), ("de", "Nichts gefunden")]
)
async def test_the_palette_says_in_the_language_that_it_found_nothing(
    tmp_path: Path, language: str, words: str
) -> None:
    app = NaishiApp(tmp_path, still_at(tmp_path / "settings.toml", language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        at = Desk(app, pilot)
        await at.see()
        await at.press("ctrl+p", *"qqqq")
        await until(lambda: words in at.text, "it is said that nothing was found")
