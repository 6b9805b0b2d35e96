"""Language changes in running line mode."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path

import pytest

from naishi.common import i18n
from naishi.common.i18n import NaishiError
from naishi.games.naishi.rules.cards import Card
from naishi.plain.console import commands, find
from naishi.plain.naishi.parsing import action_of, find_card
from naishi.plain.room import set_setting
from naishi.plain.table_answers import level_of
from naishi.settings.schema import Layers
from naishi.tabletop.kinds import kind_of


def test_another_language_holds_at_once(tmp_path: Path) -> None:
    here = copy_context()
    here.run(i18n.use, i18n.load("en"))  # a speech of its own: that of the test stays as it is
    here.run(asyncio.run, set_setting(Layers(path=tmp_path / "settings.toml"), ["language", "fr"]))
    assert here.run(i18n.language) == "fr"
    assert (tmp_path / "settings.toml").read_text() == 'language = "fr"\n'


async def test_a_language_that_is_not_here_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NaishiError, match="There is no 'eo' translation yet"):
        await set_setting(Layers(path=tmp_path / "settings.toml"), ["language", "eo"])
    assert not (tmp_path / "settings.toml").exists()


@pytest.fixture
def polish() -> Iterator[None]:
    """Line mode in Polish."""
    i18n.use(i18n.load("pl"))
    yield
    i18n.use(i18n.load("en"))


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize(("typed", "meant"), [("zamień", "swap"), ("ZAMIEN", "swap"), ("ręk", "hand"), ("rek", "hand")])
def test_a_command_is_found_without_its_accents(typed: str, meant: str) -> None:
    assert find(typed, commands()).id == meant


@pytest.mark.usefixtures("polish")
def test_places_are_found_without_their_accents() -> None:
    assert action_of("swap", ["rzad", "5", "ręka", "5"]).text == action_of("swap", ["L5", "H5"]).text


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize("typed", ["pole ryżowe", "pole", "ryż", "ryz", "rice"])
def test_a_card_is_found_by_its_name_and_its_short_name(typed: str) -> None:
    assert find_card(typed) is Card.RICE


@pytest.mark.usefixtures("polish")
async def test_a_setting_is_switched_in_words_of_either_language(tmp_path: Path) -> None:
    layers = Layers(path=tmp_path / "settings.toml")
    assert not (await set_setting(layers, ["hints", "nie"])).effective.hints
    assert (await set_setting(layers, ["memory_aid", "on"])).effective.memory_aid


async def test_off_is_a_value_of_the_bell(tmp_path: Path) -> None:
    layers = await set_setting(Layers(path=tmp_path / "settings.toml"), ["bell", "off"])
    assert layers.effective.bell == "off"


@pytest.fixture
def french() -> Iterator[None]:
    """Line mode in French."""
    i18n.use(i18n.load("fr"))
    yield
    i18n.use(i18n.load("en"))


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(("typed", "meant"), [("adv", "theirs"), ("advice", "advice"), ("und", "undo")])
def test_beginnings_in_the_language_of_the_moment_come_first(typed: str, meant: str) -> None:
    assert find(typed, commands()).id == meant


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("typed", "meant"), [("fort", "strong"), (" Maitre ", "master"), ("strong", "strong"), ("Fortunat", None)]
)
def test_a_level_is_found_in_words_of_either_language(typed: str, meant: str | None) -> None:
    assert level_of(kind_of("naishi"), typed) == meant
