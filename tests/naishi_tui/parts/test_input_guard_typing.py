"""Command keys on every keyboard layout: input_guard, input_decoder, keymap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from textual import events
from textual.widgets import Input

from naishi.settings.key_table import SCREENS
from naishi.settings.keymap import KEYS, PUNCTUATION, name_of
from naishi_tui.dialogs.screens import Confirm
from naishi_tui.games.naishi.new_game import NewGameScreen
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.home.home import Home
from naishi_tui.parts.input_guard import Typing
from naishi_tui.settings.settings import KeysScreen, PressKey
from naishi_tui.table.reading import Rules
from naishi_tui.terminal.input_decoder import LAYOUTS, InputDecoder
from tests.naishi_tui.desk import desk, game_after
from tests.naishi_tui.framework_insides import driver_of
from tests.naishi_tui.parts.fakes import FakeApp
from tests.naishi_tui.waiting import until


class Bound:
    """A screen that has bound some keys."""

    def __init__(self, *keys: str) -> None:
        self.active_bindings = dict.fromkeys(keys)


def typing_on(*keys: str, focused: object = None) -> Typing:
    return Typing(cast("Any", FakeApp(Bound(*keys), focused=focused)))


def read(typing: Typing, data: bytes) -> list[str]:
    """Return the keys that bytes of a terminal are taken for."""
    found = InputDecoder().feed(data)
    return [
        each.key for each in map(typing.understood, cast("list[events.Event]", found)) if isinstance(each, events.Key)
    ]


def wide(character: str) -> str:
    return chr(ord(character) + 0xFEE0)


def kitty_of(letter: str) -> Callable[[str], bytes]:
    """A terminal that says what a key prints, here something that no table knows, and where the key is."""
    return lambda key: f"\x1b[{ord(letter)}::{ord(key)};;{ord(letter)}u".encode()


def first_with(letter: str) -> str:
    return next(name for name, keys in LAYOUTS.items() if letter in keys)


def in_layout(name: str) -> Callable[[str], bytes]:
    keys = {key: letter for letter, key in reversed([*LAYOUTS[name].items()])}
    first = next(each for each in LAYOUTS[name] if not each.isascii() and first_with(each) == name)
    return lambda key: (first + keys.get(key, key)).encode()


KEYBOARDS: dict[str, Callable[[str], bytes]] = {
    "Caps Lock": lambda key: key.upper().encode(),
    "Caps Lock, by Kitty": lambda key: f"\x1b[{ord(key)};65;{ord(key.upper())}u".encode(),
    "plain, by Kitty": lambda key: f"\x1b[{ord(key)};;{ord(key)}u".encode(),
    "wide": lambda key: wide(key).encode(),
    "wide capitals": lambda key: wide(key.upper()).encode(),
    "where the key is": kitty_of("ჲ"),
    **{name: in_layout(name) for name in LAYOUTS},
}


def printed_keys(screen: str) -> Iterator[str]:
    """Yield the characters that are keys of a screen's commands."""
    for command in SCREENS[screen].commands:
        for key in KEYS[command].split(","):
            if len(character := PUNCTUATION.get(key, key)) == 1:
                yield character


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("keyboard", KEYBOARDS)
def test_each_command_s_key_works_on_each_keyboard(keyboard: str, screen: str) -> None:
    bound = {key for command in SCREENS[screen].commands for key in KEYS[command].split(",")} | {*SCREENS[screen].fixed}
    for character in printed_keys(screen):
        typing = typing_on(*bound)
        data = KEYBOARDS[keyboard](character)
        typed = InputDecoder().feed(data)[-1]
        assert isinstance(typed, events.Key)
        itself = typed.key in bound  # then it means itself, as Hebrew `q` does where `/` is bound
        assert read(typing, data)[-1:] == [typed.key if itself else name_of(character)], character


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"\x1b[1089;5u", "ctrl+c"),
        (b"\x1b[1089::99;5u", "ctrl+c"),
        (b"\x1b[1081:1049:113;5u", "ctrl+q"),
        (b"\x1b[59::113;5u", "ctrl+q"),
        (b"\x1b[969;5u", "ctrl+v"),
        (b"\x1b[1511;69u", "ctrl+e"),
        (b"\x1b[119::122;5u", "ctrl+w"),
        (b"\x1b[99;69u", "ctrl+c"),
        (b"\x1b[13:;1:1u", "enter"),
        (b"\x1b[1;1:2A", "up"),
        (b"\x1b[47:63;2u", "question_mark"),
        (b"\x1b[57400;129;49u", "1"),
    ],
)
def test_a_key_of_kitty_s_protocol_is_the_one_that_was_pressed(data: bytes, key: str) -> None:
    assert read(typing_on("ctrl+c", "ctrl+q", "1", "question_mark"), data) == [key]


@pytest.mark.parametrize(
    "data", [b"\x1b[110;1:3u", b"\x1b[1;1:3A", b"\x1b[57441;2u", b"\x1b[57358;65u", b"\x1b[1:2:3:4u"]
)
def test_keys_that_are_released_or_only_hold_others_do_nothing(data: bytes) -> None:
    assert read(typing_on("n"), data) == []


def test_a_mark_is_a_letter_only_behind_others_of_its_layout() -> None:
    typing = typing_on("q", "n")
    assert read(typing, b";") == ["semicolon"]
    assert read(typing, "ν;n;".encode()) == ["n", "q", "n", "semicolon"]


def test_what_several_layouts_print_is_meant_in_the_last_one() -> None:
    typing = typing_on(*"0123456789")
    assert read(typing, "ééčéé".encode()) == ["2", "2", "4", "0", "0"]


def test_a_bound_letter_keeps_its_meaning_and_a_field_what_is_typed() -> None:
    assert read(typing_on("N", "n"), b"N") == ["N"]
    assert read(typing_on("n", focused=Input()), "Nт".encode()) == ["N", "т"]
    assert read(typing_on("x"), b"N") == ["N"]


async def test_the_app_understands_them_on_all_kinds_of_screens(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("Т")  # n
        at.screen(NewGameScreen)
        await at.press("escape", "ｒ")
        rules = at.screen(Rules)
        await at.press("С")  # c
        assert rules.scrolled.scroll_y > 0
        await at.press("Й")  # q
        at.screen(Home)
        await at.press("ｓ", "τ")
        at.screen(KeysScreen)
        await at.press("enter")
        at.screen(PressKey)
        await at.press("Ｆ")
        assert at.app.context.layers.effective.keys == {"choose": "Ｆ"}


async def test_cards_are_explained_and_questions_answered(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        await at.press("enter", "é")
        assert at.cursor[1] == 1
        await at.press("question_mark")
        card = at.screen(Explain).card
        driver_of(at.app).send_message(events.Key("fullwidth_question_mark", "？"))
        await until(lambda: at.screen(Explain).card is not card, "the next card is explained")
        await at.press("escape")
        answers: list[bool | None] = []
        await at.app.push_screen(Confirm("Sure?"), answers.append)
        await at.press("Н")  # y
        assert answers == [True]
