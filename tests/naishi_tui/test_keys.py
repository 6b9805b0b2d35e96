"""Configured keys, bound and displayed: keymap, messages, naishi_tui.app."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.keys import Keys

from naishi import Game
from naishi.settings.key_table import COMMANDS, SCREENS
from naishi.settings.keymap import KEY, KEYS, Keymap, check_keys, use
from naishi.settings.schema import Layers
from naishi_tui.app import NaishiApp
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.replay import ReplayScreen
from naishi_tui.games.naishi.study.analysis import AnalysisScreen
from naishi_tui.games.naishi.study.edit import EditScreen
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.messages import StartGame, action_of, table_bindings
from naishi_tui.saved.saved_games import SavedGames
from naishi_tui.table.cover import Handover
from naishi_tui.table.reading import Rules
from naishi_tui.widgets.text_rows import ChoiceRow
from scripts.translations import extract, gaps
from tests.naishi_tui.desk import ROOMY, Desk, desk, finished, game_after, still
from tests.naishi_tui.games import midgame, over
from tests.naishi_tui.waiting import until


def test_every_command_has_an_action_and_a_description() -> None:
    described = {command: words for command, _key, words in Keymap().described()}
    assert described["column_3"] == "go to column 3"
    assert {command for _title, commands in Keymap().grouped() for command, _key, _words in commands} == KEYS.keys()
    for binding in table_bindings():
        assert binding.id is not None
        assert binding.action == action_of(binding.id) == f"command({binding.id!r})"


def test_keys_by_default_are_those_of_textual_each_bound_once() -> None:
    assert check_keys(KEYS) == (KEYS, {})


@pytest.mark.parametrize("character", sorted({*string.punctuation, "z", "Z", "é", "§"} - {*",?+->/"}))
def test_a_key_that_prints_is_named_as_textual_names_it(character: str) -> None:
    (binding,) = Binding.make_bindings([Binding(character, "undo")])
    assert check_keys({"undo": character}) == ({"undo": binding.key}, {})


def test_a_key_that_prints_nothing_is_one_of_textual_s() -> None:
    for key in Keys:
        for name in check_keys({"undo": key.value})[0].values():
            assert name == key.value


def test_chosen_keys_are_shown() -> None:
    keymap = Keymap({"undo": "z", "swap": "ctrl+w", "end": "full_stop", "choose": "space,enter"})
    assert [keymap.shown(command) for command in ("undo", "swap", "end", "choose", "discard")] == [
        "z",
        "^W",
        ".",
        "Space",
        "d",
    ]


@pytest.mark.ci
async def test_a_remapped_key_does_what_it_was_given_and_the_old_one_nothing(tmp_path: Path) -> None:
    program = NaishiApp(tmp_path, Layers(file={"keys": {"undo": "z", "end": "full_stop"}}))
    async with program.run_test(size=(80, 24)) as pilot:
        await program.show(StartGame(game_after()))
        await Desk(program, pilot).press("enter")
        await Desk(program, pilot).press("3", "enter")
        session = program.game.navigator.session
        assert session is not None
        table = program.screen
        assert isinstance(table, Table)
        assert "end your turn (.)" in table.prompt.rows[0][0].text
        await Desk(program, pilot).press("u")
        assert session.game.actions[-1].text == "develop L3"
        await Desk(program, pilot).press("z")
        assert session.game.actions[-1].text == "give 1"


@pytest.mark.ci
async def test_a_key_chosen_for_any_screen_is_bound_and_shown_there(folder: Path) -> None:
    keys = {"home.new": "f7", "home.saves": "f8", "saves.trash": "f9", "edit.deal": "f6"}
    async with desk(folder, settings=still(keys=keys)) as at:
        assert "F7  New game" in at.text
        await at.press("n")
        at.screen(Home)
        await at.press("f8")
        assert "F9 trash" in at.text
        await at.press("t")
        assert not at.screen(SavedGames).in_trash
        await at.press("f9")
        assert at.screen(SavedGames).in_trash
        await at.press("escape", "escape", "f1")
        elsewhere = dict(at.screen(Rules).chapters)["Keys elsewhere"]
        text = "\n".join(each.plain for each in elsewhere)
        assert "F7  new game" in text
        assert "F6  deal the face-down cards again" in text


async def test_the_words_of_the_menu_stand_below_each_other_whatever_its_keys_are(folder: Path) -> None:
    async with desk(folder, settings=still(keys={"home.saves": "f7"})) as at:
        words = "New game", "Play a bot", "Saved games", "Quit"
        columns = {line.index(each) for line in at.lines for each in words if each in line}
        assert len(columns) == 1
        await at.press("ctrl+p")
        assert "New game (n)" in at.text


async def test_no_sentence_names_enter_or_esc_where_other_keys_choose_and_go_back(folder: Path) -> None:
    keys = {"choose": "ctrl+o", "back": "ctrl+b", "watch.pause": "ctrl+o"}
    async with desk(folder, Game.new(4), settings=still(keys=keys), size=ROOMY) as at:
        await at.press("left", "right")
        assert "^O: give" in at.prompt
        assert "^O give" in at.text_of("#keys")
        await at.press("a")
        assert "^O: give" in at.prompt
        await at.press("enter")
        at.screen(Gift)
        await at.press("ctrl+o")
        at.screen(Handover)
    async with desk(folder, midgame(), settings=still(keys=keys), size=ROOMY) as at:
        for verbs in (("3",), ("ctrl+o",), ("ctrl+b",), ("i",), ("ctrl+b",), ("f",), ("ctrl+b",)):
            await at.press(*verbs)
            assert "Enter" not in at.prompt
            assert "Esc" not in at.prompt
    async with desk(folder, over(), settings=still(keys=keys)) as at:
        assert "Enter" not in at.prompt
        await at.press("enter")
        assert "rematch" not in at.prompt
        await at.press("ctrl+o")
        assert "n: rematch. ^B: home." in at.prompt


async def test_no_name_is_taken_for_a_key(folder: Path) -> None:
    names = "Aiko (Esc)", "Enter: Bo"
    keys = {"choose": "ctrl+o", "back": "ctrl+b", "match.menu": "f8"}
    async with desk(folder, Game.new(4, names), settings=still(keys=keys), size=ROOMY) as at:
        await at.press("right")
        assert "^O: give" in at.prompt
        assert "to Enter: Bo, keep" in at.prompt
    async with desk(folder, finished(players=("Aiko (x)", "Bo")), settings=still(keys=keys), size=ROOMY) as at:
        assert "F8" not in at.text


async def test_lists_marks_and_refusals_name_the_keys_that_were_chosen(folder: Path) -> None:
    keys = {"home.new": "f7", "choose": "ctrl+o", "replay.play_on": "f6", "edit.higher": "f8"}
    async with desk(folder, settings=still(keys=keys), size=ROOMY) as at:
        await at.press("l")
        assert "No saved games yet. Press Esc, then F7 to start one." in at.text
        await at.press("escape", "e")
        await at.press("up")
        assert "F8 -: height." in at.prompt
    async with desk(folder, midgame(), settings=still(keys=keys), size=ROOMY) as at:
        await at.press("f2", "end")
        assert "comes to you if you press ^O" in at.text
        await at.press("escape")
    async with desk(folder, over(), settings=still(keys=keys), size=ROOMY) as at:
        await at.press("r", "s")
        assert "recorded game; it can be played on from here." in " ".join(at.prompt.split())
        assert "F6 play on" in at.text


async def test_a_replay_has_keys_of_its_own_and_the_rules_say_what_they_do(folder: Path) -> None:
    """Those of the table that are alike by default do other things there."""
    keys = {"advice": "f5", "memory": "f6", "choose": "ctrl+o", "replay.hands": "f7", "replay.play": "f8"}
    async with desk(folder, over(), settings=still(keys=keys), size=ROOMY) as at:
        await at.press("r", "f7")
        replay = at.screen(ReplayScreen)
        assert replay.hands_open
        assert "F7 one Hand" in at.text_of("#keys")
        await at.press("f8")
        assert replay.time.playing
        await at.press("f8", "f6", "ctrl+o")
        assert not replay.time.playing
        assert replay.hands_open
        await at.press("f1")
        elsewhere = [each.plain for each in dict(at.screen(Rules).chapters)["Keys elsewhere"]]
        replays = next(each for each in elsewhere if each.startswith("In a replay"))
        assert "F5  analyse the game" in replays
        assert "F7  open both Hands, or one only" in replays
        assert "F8  play the game, or stop" in replays
        await at.press("escape", "f5")
        at.screen(AnalysisScreen)


@pytest.mark.ci
async def test_the_editor_has_keys_of_its_own(folder: Path) -> None:
    """It has an undo, a swap and others like the table's, each with another key."""
    async with desk(
        folder, settings=still(keys={"undo": "z", "edit.undo": "f6", "edit.row": "f5", "choose": "X"})
    ) as at:
        await at.press("e")
        assert "F5: the row." in at.prompt
        draft = at.screen(EditScreen).draft
        before = draft.text
        await at.press("z")
        assert draft.text != before, "dealt again"
        await at.press("f6")
        assert draft.text == before
        assert "F6" in at.text_of("#keys")


async def test_a_key_of_two_commands_of_one_screen_is_refused_at_the_start_with_both_names(
    folder: Path, settings_path: Path
) -> None:
    settings_path.parent.mkdir()
    settings_path.write_text('[keys]\n"home.new" = "b"\nundo = "v"\n')
    app = NaishiApp(folder, flags={})
    async with app.run_test(size=(120, 36)) as pilot:
        at = Desk(app, pilot)
        await until(lambda: "line 2: " in at.text, "the settings are checked")
        assert "b can't be the key for home.new: it is already the key for home.bot." in at.text
        assert "v can't be the key for undo: it is already the key for replay.view_from." in at.text


@pytest.mark.ci
@pytest.mark.parametrize(("key", "on"), [("s", "settings"), ("n", "form")])
async def test_what_widgets_bind_stands_in_the_table_too(folder: Path, key: str, on: str) -> None:
    async with desk(folder) as at:
        await at.press(key)
        for field in at.app.screen.query(ChoiceRow):
            field.focus()
            ids = {active.binding.id for active in at.app.screen.active_bindings.values()} - {None}
            assert {each for each in ids if each in KEYS} <= SCREENS[on].commands


async def test_the_keys_that_move_are_named_where_others_than_the_arrows_were_chosen(folder: Path) -> None:
    keys = {"left": "H", "down": "J", "up": "K", "right": "L"}
    async with desk(folder, midgame(), settings=still(keys=keys), size=ROOMY) as at:
        assert "HKJL move" in at.text_of("#keys")
    async with desk(folder, over(), settings=still(keys=keys), size=ROOMY) as at:
        await at.press("r", "4", "enter")
        assert "HL: an action. KJ: a turn." in at.prompt
        assert "HL action" in at.text_of("#keys")


def test_a_brace_can_be_a_key_also_where_other_gaps_are_filled_in() -> None:
    use(Keymap({"home.continue": "left_curly_bracket"}))
    words = "{key:home.continue}  {first}"
    assert words.format(key=KEY, first="Aiko") == "{  Aiko"
    use(Keymap())


def test_a_text_names_the_keys_of_now_by_their_commands() -> None:
    words = "{key:home.continue}: continue. {key:home.saves}: all games."
    assert words.format(key=KEY) == "c: continue. l: all games."
    use(Keymap({"home.continue": "f7", "home.saves": "c"}))
    assert words.format(key=KEY) == "F7: continue. c: all games."
    use(Keymap())


@pytest.mark.ci
def test_the_keys_that_texts_name_are_those_of_commands_that_there_are() -> None:
    texts = [message.id if isinstance(message.id, str) else message.id[0] for message in extract() if message.id]
    named = {gap.removeprefix("key:") for text in texts for gap in gaps(text) if gap.startswith("key:")}
    assert {"choose", "back", "home.new"} <= named
    assert named <= COMMANDS.keys()
