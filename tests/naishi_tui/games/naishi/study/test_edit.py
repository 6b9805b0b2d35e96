"""Position editor by keys and mouse: edit, naishi.routes."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from textual.widgets import Input

from naishi import Action, Game
from naishi.games.naishi.analysis.choices import CHOICES, Depth
from naishi.games.naishi.editor.draft import Draft
from naishi.games.naishi.rules.cards import Cell
from naishi.saves import Saves
from naishi_tui.games.naishi.replay import PlayFrom, ReplayScreen
from naishi_tui.games.naishi.study.choices import Choices
from naishi_tui.games.naishi.study.edit import OWN, EditHelp, EditLetters, EditScreen
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.local import run
from naishi_tui.messages import ShowEditor
from tests.naishi_tui.desk import COMPACT, NAMES, ROOMY, STANDARD, Desk, desk
from tests.naishi_tui.games import midgame, over
from tests.naishi_tui.scenes import SET_UP
from tests.naishi_tui.waiting import settle, until

pytestmark = pytest.mark.ci

START = "FTRAKB/SSNMTF/X/-/OO FSABM/RMNRA MMMMM/SMMTM 000:001 0 - - F"


async def edit(at: Desk, text: str = START) -> Draft:
    at.app.post_message(ShowEditor(text, ("Aiko", "Bruno")))
    await settle(at.pilot)
    return at.screen(EditScreen).draft


async def test_a_letter_sets_the_card_under_the_cursor_in_every_row(folder: Path) -> None:
    async with desk(folder) as at:
        draft = await edit(at)
        await at.press("up", "up", "up", "up", "1", "f", "down", "2", "T", "down", "3", "r", "down", "4", "a")
        await at.press("down", "5", "k")
        assert draft.text == "FTRAKB/SSNMTF/R/-/OO FSAAM/RMNRK MTMMM/FMMTM 000:001 0 - - F"
        assert draft.text in at.text
        assert "Aiko, H5: Monk." in at.prompt
        await at.press("u", "u")
        assert draft.letters(0, Cell.H1) == "RMNRA"
        await at.press("ctrl+r", "v")
        assert draft.letters(0, Cell.L1) == "FSAAM"
        assert "Bruno, H5" in at.prompt, "from the other side"


async def test_piles_emissaries_and_the_turn_are_set_by_keys(folder: Path) -> None:
    async with desk(folder) as at:
        draft = await edit(at)
        await at.press("up", "2", "backspace", "minus", "3", "plus", "w", "d", "e", "l")
        assert [len(pile) for pile in draft.fields.river] == [6, 4, 2, 0, 2]
        assert draft.text.split()[3:7] == ["110:001", "1", "-", "1"]
        await at.press("z", "e", "g", "g")
        assert draft.text.split()[3:7] == ["110:001", "0", "b", "0"]
        await at.press("d")
        assert draft.fields.court.to_text() == "100:001", "recalled, since there is no third emissary"
        await at.press("d", "w", "c")
        assert "1 decree spot" in at.prompt
        await at.press("j")
        at.screen(EditLetters)
        await at.press("end", "t", "enter")
        assert draft.discards == "FT"


async def test_what_makes_no_sense_is_refused_in_words_and_changes_nothing(folder: Path) -> None:
    async with desk(folder) as at:
        draft = await edit(at)
        for keys, why in (
            (("up", "4", "backspace"), "This pile is empty."),
            (("1", "plus"), "no more than six cards"),
            (("down", "plus"), "Only the piles of the River"),
            (("c",), "1 decree spot"),
            (("u",), "Nothing to undo"),
            (("ctrl+r",), "Nothing to redo"),
        ):
            await at.press(*keys)
            assert why in at.prompt
            assert draft.text == START


async def test_no_last_turn_emissary_or_discard_is_set_up_before_the_first_turn(folder: Path) -> None:
    setup = Game.new(7, NAMES).position.to_text()
    async with desk(folder) as at:
        draft = await edit(at, setup)
        for key, why in (("l", "there is no last turn yet"), ("w", "no emissary is at court yet")):
            await at.press(key)
            assert f"During setup, {why}." in at.prompt
        await at.press("j", "f", "enter")
        assert "During setup, nothing has been discarded yet." in at.text
        assert draft.text == setup


async def test_a_position_with_too_many_cards_is_refused_in_words(folder: Path) -> None:
    async with desk(folder) as at:
        draft = await edit(at)
        await at.press("y")
        at.app.screen.query_one("#answer", Input).value = f"{START[:-1]}{'F' * 2000}"
        await at.press("enter")
        assert "at most 100 cards" in at.text
        await at.press("escape")
        assert at.screen(EditScreen).draft.text == draft.text == START


async def test_all_letters_of_a_row_are_typed_and_wrong_ones_told(folder: Path) -> None:
    async with desk(folder) as at:
        draft = await edit(at)
        await at.press("enter")
        assert "Aiko, Line:" in at.text
        await at.press("z", "enter")
        assert "'Z' is not the letter of a card" in at.text
        await at.press("backspace", *"fsab", "enter")
        assert "five cards" in at.text
        await at.press("t", "enter")
        assert draft.letters(0, Cell.L1) == "FSABT"
        await at.press("up", "enter", "escape")
        assert draft.letters(0, Cell.R1) == "FTRAKB"
        at.screen(EditScreen)


async def test_a_whole_position_is_pasted_and_copied(folder: Path) -> None:
    async with desk(folder, size=COMPACT) as at:
        draft = await edit(at)
        await at.press("y")
        assert START[:40] in at.text
        await at.click("#copy", (1, 0))
        assert at.app.clipboard == START
        field = at.screen(EditLetters).query_one("#answer")
        field.value = "nonsense"  # type: ignore[attr-defined]
        await at.click("#take", (1, 0))
        assert "A position has 8 fields" in at.text
        field.value = SET_UP  # type: ignore[attr-defined]
        field.focus()
        await at.press("enter")
        assert draft.text == SET_UP


async def test_the_mouse_does_it_too(folder: Path) -> None:
    async with desk(folder) as at:
        for size, letters, naishi, panel in (
            (STANDARD, "#letters", (12, 1), (3, 1)),
            (COMPACT, "#letters-line", (4, 0), (2, 0)),
            (ROOMY, "#letters", (1, 2), (3, 1)),
        ):
            await at.resize(*size)
            draft = await edit(at)
            await at.click(at.app.screen.query_one("#their-hand").query("CardSlot")[1], (3, 0))
            await at.click(letters, naishi)
            assert draft.letters(1, Cell.H1) == "SNMTM"
            await at.click("#court", panel)
            assert draft.fields.court.to_text() == "100:001"
            await at.click("#turn", panel)
            assert draft.fields.turn == 1
            await at.press("escape")


async def test_from_a_replay_of_a_finished_game_the_same_position_is_edited(folder: Path) -> None:
    game = over()
    async with desk(folder, game) as at:
        await at.press("r", "5", "enter", "x")
        draft = at.screen(EditScreen).draft
        ply = at.app.screen_stack[-2].participant.ply  # type: ignore[attr-defined]
        assert draft.text == game.at(ply).position.to_text()
        assert "Aiko" in at.text_of("#my-label")
        await at.press("escape")
        at.screen(ReplayScreen)


async def test_from_a_replay_of_an_unfinished_game_no_hand_is_opened(folder: Path) -> None:
    Saves(folder).create(midgame()).close()
    async with desk(folder) as at:
        await at.press("l", "r")
        for keys in ((), ("end",), ("v", "enter")):
            await at.press(*keys, "x")
            assert isinstance(at.app.screen, ReplayScreen)
            assert "isn't over" in at.prompt
            assert at.app.draft is None


async def test_one_plays_from_there_against_a_bot_and_it_is_saved(folder: Path) -> None:
    async with desk(folder) as at:
        await edit(at)
        await at.press("p")
        at.screen(PlayFrom)
        await at.press("right", "down", "right", "down", "left", "enter")
        assert [player.kind for player in at.game.players] == ["beginner", "human"]
        assert at.game.record.position == START
        (saved,) = Saves(folder).list()
        assert Saves(folder).load(saved.id).record.position == START


async def test_two_people_play_from_there_and_undo_to_its_beginning(folder: Path) -> None:
    async with desk(folder) as at:
        draft = await edit(at)
        await at.press("p", "down", "down", "left", "enter")
        await at.uncover()
        at.screen(Table)
        assert [player.name for player in at.game.players] == ["Aiko", "Bruno"]
        await at.act("develop L2")
        await at.press("u")
        assert at.game.position.to_text() == START
        await at.leave_game()
        assert isinstance(at.app.screen, Home)
        await at.press("e")
        assert at.screen(EditScreen).draft is draft, "what was edited last is still there"


async def test_by_default_the_face_down_cards_are_dealt_anew(folder: Path) -> None:
    async with desk(folder) as at:
        draft = await edit(at, Draft.dealt(7).text)
        await at.press("p", "enter")
        played, set_up = at.game.position, draft.position
        assert played.river != set_up.river
        assert [pile[-1] for pile in played.river] == [pile[-1] for pile in set_up.river]
        assert played.territories == set_up.territories
        assert sorted(chain(*played.river)) == sorted(chain(*set_up.river))


async def test_where_the_hands_are_open_nothing_is_played(folder: Path) -> None:
    async with desk(folder) as at:
        await edit(at, over().position.to_text())
        await at.press("p")
        assert "nothing left to play" in at.prompt
        await at.press("i")
        assert "The game is over." in at.prompt


async def test_the_best_actions_are_weighed_and_one_is_done(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    monkeypatch.setitem(CHOICES, "deep", Depth(worlds=6, rounds=1, candidates=4, trials=0))
    async with desk(folder) as at:
        draft = await edit(at)
        await at.press("i")
        screen = at.screen(Choices)
        await until(lambda: screen.depth == "quick" and not screen.weighing, "the choices are weighed")
        await settle(at.pilot)
        assert "±" in at.text_of("#choices")
        assert "to win." in at.text_of("#said")
        await at.press("d")
        await until(lambda: screen.depth == "deep", "they are weighed more thoroughly")
        await settle(at.pilot)
        chosen = screen.choices[1].turn[0]
        await at.press("down", "enter")
        after = Draft(START)
        after.play(chosen)
        assert draft.text == after.text
        await at.press("i", "escape", "u")
        assert draft.text == START, "left while it was weighed"


async def test_exchanges_that_differ_in_one_place_are_told_apart_in_the_list(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    exchanges = [Action.from_text(f"use cherry_lady L1 {place}") for place in ("H4", "H5")]
    async with desk(folder) as at:
        await edit(at, "A/RKs/PF/TO/RA CMUMM/XMTMM NMMMM/WMMMM 100:000 0 d:CG:1 - G 04")
        await at.press("i")
        screen = at.screen(Choices)
        await until(lambda: screen.choices and not screen.weighing, "the choices are weighed")
        screen.choices = tuple(screen.choices[0]._replace(turn=(exchange,)) for exchange in exchanges)
        screen.fit(at.app.size)
        await settle(at.pilot)
        assert [f"Cherry: exchange L1, {place} " in at.text_of("#choices") for place in ("H4", "H5")] == [True, True]


async def test_a_turn_that_is_longer_than_the_list_is_wide_is_marked_as_cut_and_told_whole_below(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    async with desk(folder, size=COMPACT) as at:
        await edit(at)
        await at.press("i")
        screen = at.screen(Choices)
        await until(lambda: screen.choices and not screen.weighing, "the choices are weighed")
        turn = Action.from_text("develop H2"), Action.from_text("swap H2 H4"), Action.from_text("end")
        screen.choices = (screen.choices[0]._replace(turn=turn),)
        screen.fit(at.app.size)
        await settle(at.pilot)
        assert "Sentinel to H2 for Mountai…  " in at.text_of("#choices")
        assert "Then: swap Sentinel H2, " in " ".join(at.text_of("#said").split())


async def test_home_and_the_palette_lead_there_and_help_names_all_keys(folder: Path) -> None:
    async with desk(folder) as at:
        assert "Position editor (e)" in {title for title, *_rest in at.screen(Home).commands()}
        await at.press("e")
        draft = at.screen(EditScreen).draft
        assert not any(draft.left().values()), "a whole box of cards"
        assert len([*at.screen(EditScreen).commands()]) == len(OWN)
        await at.press("f1")
        at.screen(EditHelp)
        await at.press("escape", "question_mark", "escape", "escape")
        at.screen(Home)


async def test_a_position_of_the_command_line_is_printed_at_the_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(app: object, *_how: object) -> int:
        app.draft = Draft(SET_UP)  # type: ignore[attr-defined]
        return 0

    monkeypatch.setattr("naishi_tui.local.run_in_terminal", play)
    assert run(folder, {}, show=ShowEditor(START)) == 0
    assert capsys.readouterr().out == f"{SET_UP}\n"


async def test_a_position_with_the_expansion_is_edited_by_the_same_letters(folder: Path) -> None:
    text = "CFTR/nAU/KRR/PTF/HsS GMMkB/MNEAM FMMMM/SMMTM 110:000 0 - - - 14"
    async with desk(folder) as at:
        at.app.post_message(ShowEditor(text, NAMES))
        await settle(at.pilot)
        draft = at.screen(EditScreen).draft
        await at.press("2", "n")
        assert draft.letters(0, Cell.L1) == "GNMkB"
        await at.press("n")
        assert "There is only one legendary naishi, not 2." in at.prompt
        await at.press("q")
        assert draft.text.split()[8] == "17"
        assert "Ryokan 7" in at.text
        await at.press("4")
        assert "L4: Legendary Monk" in at.prompt
        too_many = "More than the box holds: Naishi (2, not 1, with its Legend)."
        assert too_many in at.prompt
        for key in ("p", "i"):
            await at.press(key)
            assert at.app.screen is at.screen(EditScreen)
            assert too_many in at.prompt
        await at.press("2", "f")
        assert "More than" not in at.prompt
        await at.press("p", "enter")
        await at.uncover()
        assert at.game.module == "legends-travellers"
