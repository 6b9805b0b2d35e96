"""Settings changed in the rooms of line mode."""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from pathlib import Path

import pytest

from naishi.common import i18n
from naishi.common.i18n import NaishiError
from naishi.plain.room import set_setting
from naishi.settings.schema import Layers
from tests.naishi.plain.hearing import hear
from tests.naishi.plain.shared import run, saved


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


@pytest.mark.usefixtures("polish")
async def test_a_setting_is_switched_in_words_of_either_language(tmp_path: Path) -> None:
    layers = Layers(path=tmp_path / "settings.toml")
    assert not (await set_setting(layers, ["hints", "nie"])).effective.hints
    assert (await set_setting(layers, ["memory_aid", "on"])).effective.memory_aid


async def test_off_is_a_value_of_the_bell(tmp_path: Path) -> None:
    layers = await set_setting(Layers(path=tmp_path / "settings.toml"), ["bell", "off"])
    assert layers.effective.bell == "off"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("set theme", "theme must be one of: dark, light, colour-blind, terminal."),
        ("set memory aid", "memory aid must be one of: on, off."),
        ("set language", "language must be a language code, such as en or pt_BR."),
    ],
)
def test_a_setting_without_a_value_is_answered_with_its_values(tmp_path: Path, typed: str, told: str) -> None:
    assert hear(tmp_path, typed, "quit")[-1] == told


@pytest.mark.parametrize(("language", "told"), [("en", "dark, light"), ("fr", "sombre, clair"), ("de", "dunkel, hell")])
def test_a_wrong_value_is_answered_with_the_values_in_the_language(tmp_path: Path, language: str, told: str) -> None:
    assert told in hear(tmp_path, "set theme zzz", "quit", language=language)[-1]


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("fr", "régler indications non", "C'est regle."),
        ("pl", "ustaw wskazówki nie", "Ustawione."),
        ("de", "ändern kartenwerte aus", "Eingestellt."),
    ],
)
def test_settings_have_names_in_each_language(tmp_path: Path, language: str, typed: str, said: str) -> None:
    assert said in hear(tmp_path, typed, "quit", language=language)
    assert (tmp_path / "settings.toml").read_text() == "hints = false\n"


def test_settings_change_in_the_middle_of_a_game(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    with pytest.raises(NaishiError, match="memory aid is off"):
        run(tmp_path, f"resume {id_}\nmemory\n")
    text = run(tmp_path, f"resume {id_}\nset memory_aid on\nmemory\nsettings\n")
    assert "Their Hand 1: unknown." in text
    assert "memory aid: on." in text
