"""Replays in the app, without hidden cards: replay, naishi.replay, choices."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from textual.events import Key

from naishi.games.naishi.analysis.choices import CHOICES, Depth
from naishi.games.naishi.editor.replay import branch
from naishi.games.naishi.rules.actions import Skip, Use
from naishi.games.naishi.text.sentences import advised
from naishi.saves import Saves
from naishi_tui import local
from naishi_tui.app import NaishiApp
from naishi_tui.games.naishi import prompt_text
from naishi_tui.games.naishi.replay import PlayOn, ReplayScreen
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.study.choices import BetterLineScreen, Choices
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.replay.replay import ReplayCover
from naishi_tui.saved.saved_games import SavedGames
from naishi_tui.table.reading import Rules
from tests.naishi.games.naishi.analysis.analysed import keep_made_up
from tests.naishi.playing import EXPANSION, random_game
from tests.naishi_tui.desk import COMPACT, Desk, desk, finished, still
from tests.naishi_tui.games import against_a_bot, midgame, over, with_pins
from tests.naishi_tui.waiting import settle, until

pytestmark = pytest.mark.ci


async def from_list(at: Desk) -> ReplayScreen:
    await at.press("l", "r")
    return at.screen(ReplayScreen)


async def test_a_finished_game_is_replayed_from_the_score_pad(folder: Path) -> None:
    game = over()
    async with desk(folder, game) as at:
        await at.press("r")
        replay = at.screen(ReplayScreen)
        assert "Action 0 of 46." in at.prompt
        await at.press("right", "right", "right")
        assert replay.participant.ply == 3
        assert replay.view.events == game.at(3).view(0).events
        await at.press("left", "down")
        assert replay.participant.turn == 1
        await at.press("1", "2", "enter")
        assert replay.view.round == 12
        await at.press("end")
        assert re.search(r"win", at.prompt)
        await at.press("home", "escape")
        at.screen(Score)


async def test_it_is_seen_from_both_seats_and_with_both_hands(folder: Path) -> None:
    async with desk(folder, over()) as at:
        await at.press("r", "2", "enter")
        assert "what Aiko knows" in at.lines[0]
        assert "▒" in at.text_of("#their-hand")
        await at.press("m")
        assert "both Hands" in at.lines[0]
        assert "▒" not in at.text_of("#their-hand")
        await at.press("v")
        assert "what Bruno knows" in at.lines[0]
        await at.press("v")
        assert "what everyone sees" in at.lines[0]


async def test_it_plays_by_itself_at_any_speed_and_stops(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.replay.replay.SPEEDS", (60.0, 0.01, 0.005))
    async with desk(folder, over()) as at:
        await at.press("r", "enter")
        replay = at.screen(ReplayScreen)
        await until(lambda: replay.participant.ply == replay.participant.length, "the end")
        assert not replay.time.playing
        await at.press("enter", "minus")
        assert replay.time.playing
        assert "60.0 s per action" in at.prompt
        await at.press("space")
        assert not replay.time.playing


async def test_the_replay_of_an_unfinished_game_begins_with_what_everybody_sees(folder: Path) -> None:
    Saves(folder).create(midgame()).close()
    async with desk(folder) as at:
        replay = await from_list(at)
        await at.press("end")
        assert replay.view == midgame().view()
        await at.press("m")
        assert "stays hidden" in at.prompt
        replay.board_view.board.point_at(row=3)
        await at.press("question_mark")
        assert "Nothing to explain here" in at.prompt, "the cards of both Hands are face down"
        await at.press("p")
        assert "Choose a side first" in at.prompt
        await at.press("v")
        at.screen(ReplayCover)
        assert "only you may see" in at.text
        assert "the game is saved" not in at.text, "nothing is played here"
        await at.press("escape")
        assert at.screen(ReplayScreen).view.public
        await at.press("v", "enter")
        assert at.screen(ReplayScreen).view.seat == 1, "a cover that stayed closed is not in the other's way"
        assert not replay.view.public
        await at.press("escape")
        at.screen(SavedGames)


@pytest.mark.parametrize("keys", ["iv", "vi", "vp", "pv"])
async def test_keys_in_one_piece_open_nothing_of_one_side_beside_the_cover_of_the_other(
    folder: Path, keys: str
) -> None:
    Saves(folder).create(midgame()).close()
    async with desk(folder) as at:
        replay = await from_list(at)
        await at.press("end")
        while replay.participant.seat != replay.participant.turn:
            await at.press("v", "enter")
        before = len(at.app.screen_stack)
        for key in keys:
            at.app.post_message(Key(key, key))
        await at.pilot.pause()
        await until(lambda: len(at.app.screen_stack) > before, "one of them is up")
        await at.pilot.pause()
        assert len(at.app.screen_stack) == before + 1


async def test_a_pin_covers_the_replay_too(folder: Path) -> None:
    game = with_pins()
    for action in ("give 1", "give 1"):
        game.play(action)
    Saves(folder).create(game).close()
    async with desk(folder) as at:
        await from_list(at)
        await at.press("v", "enter")
        assert isinstance(at.app.screen, ReplayCover)
        await at.type("99")
        await at.press("enter")
        assert "not Aiko's PIN" in at.text
        await at.press("escape")
        assert at.screen(ReplayScreen).view.public


async def test_against_a_bot_nobody_else_can_look_on_but_the_bots_hand_stays_hidden(folder: Path) -> None:
    Saves(folder).create(against_a_bot()).close()
    async with desk(folder) as at:
        replay = await from_list(at)
        await at.press("v")
        assert at.screen(ReplayScreen).view.seat == 0
        assert replay.participant.viewpoints == (0, None)


async def test_a_game_that_is_open_elsewhere_shows_no_hand(folder: Path) -> None:
    elsewhere = Saves(folder).create(midgame())
    async with desk(folder) as at:
        replay = await from_list(at)
        await at.press("v")
        assert replay.view.public
        assert replay.participant.viewpoints == (None,)
    elsewhere.close()


async def test_one_plays_on_against_a_bot_with_the_cards_as_they_were(folder: Path) -> None:
    game = over()
    async with desk(folder, game) as at:
        await at.press("r", "5", "enter", "p")
        at.screen(PlayOn)
        assert "in Aiko's place" in at.text
        await at.press("right", "right", "enter")
        at.screen(Table)
        assert [player.kind for player in at.game.players] == ["human", "apprentice"]
        assert at.game.deal == game.deal
        assert at.game.round == 5
        assert len(Saves(folder).list()) == 2


async def test_from_an_unfinished_game_one_plays_on_with_cards_dealt_anew_only(folder: Path) -> None:
    Saves(folder).create(against_a_bot()).close()
    async with desk(folder) as at:
        await from_list(at)
        await at.press("v", "end", "p")
        assert "dealt again" in at.text
        assert "as they were" not in at.text
        await at.press("enter")
        at.screen(Table)
        assert at.game.deal != against_a_bot().deal
        assert at.game.view(0).mine == against_a_bot().view(0).mine


async def test_nothing_is_played_on_where_the_hands_are_open(folder: Path) -> None:
    async with desk(folder, finished()) as at:
        await at.press("r", "end", "p")
        assert "nothing left to play" in at.prompt


async def test_what_is_said_and_marked_of_a_moment_stays_as_long_as_it_is_looked_at(folder: Path) -> None:
    keep_made_up(folder, over())
    async with desk(folder, over()) as at:
        await at.press("w")
        before, said = at.lines, "End the turn: blunder (85% to 63%). Better: discard Torii R1, Naishi R2. It puts 2"
        assert said in " ".join(at.prompt.split())
        assert any("•" in line for line in before)
        await at.press("o", "n")
        assert at.lines == before, "these keys have no use here"
        await at.press("s")
        assert "recorded game" in at.prompt
        await at.press("n")
        assert at.lines == before


async def test_every_key_of_the_table_is_answered(folder: Path) -> None:
    async with desk(folder, over(), size=COMPACT) as at:
        await at.press("r", "4", "enter")
        for key in ("s", "d", "r", "f", "e", "u", "ctrl+r", "b"):
            at.screen(ReplayScreen).show_prompt()
            await at.press(key)
            assert "recorded game" in at.prompt, key
        await at.press("tab", "question_mark", "escape", "g", "escape", "f2", "escape", "ctrl+p", "escape")
        at.screen(ReplayScreen)
        assert "both Hands" in at.text_of("#keys")


@pytest.fixture
def weighed_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))


@pytest.mark.usefixtures("weighed_briefly")
async def test_the_best_actions_of_a_moment_lead_to_the_better_line_and_back(folder: Path) -> None:
    async with desk(folder, over()) as at:
        await at.press("r", "4", "enter")
        replay = at.screen(ReplayScreen)
        ply, acting = replay.participant.ply, replay.participant.turn
        await at.press("i")
        choices = at.screen(Choices)
        assert choices.view == over().at(ply).view(acting)
        assert f"as far as {choices.view.names[choices.view.seat]} could know in round 4." in at.text
        await until(lambda: choices.choices and not choices.weighing, "the choices are weighed")
        await at.press("enter")
        await until(lambda: isinstance(at.app.screen, BetterLineScreen), "the line is shown")
        await settle(at.pilot)
        line = at.screen(BetterLineScreen).participant
        assert "better line, not the game" in at.text
        assert line.view.events[-1].action == choices.choices[0].turn[0]
        await at.press("right")
        assert "★ Better line, action 2 of " in at.prompt
        await at.press("home")
        assert "★ Better line: from here." in at.prompt
        await at.press("left", "end", "right", "up", "down")
        assert line.start <= line.ply <= line.length
        await at.press("p", "s")
        assert "This wasn't played." in at.prompt
        await at.press("escape")
        assert at.screen(ReplayScreen).participant.ply == ply


@pytest.mark.usefixtures("weighed_briefly")
async def test_a_pending_effect_is_a_moment_too(folder: Path) -> None:
    game = random_game(11, options=EXPANSION)
    ply = next(ply for ply in range(len(game.actions)) if game.at(ply).view().pending)
    async with desk(folder, game) as at:
        await at.press("r")
        at.screen(ReplayScreen).time.go(ply)
        await at.press("i")
        choices = at.screen(Choices)
        await until(lambda: choices.choices and not choices.weighing, "the choices are weighed")
        assert all(isinstance(each.turn[0], Use | Skip) for each in choices.choices)
        await at.press("enter")
        await until(lambda: isinstance(at.app.screen, BetterLineScreen), "the line is shown")
        assert at.screen(BetterLineScreen).participant.view.events[-1].action == choices.choices[0].turn[0]


@pytest.mark.usefixtures("weighed_briefly")
async def test_advice_at_the_table_and_the_list_show_the_deepest_look_at_a_moment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table went on with the quick look, and no screen said which of both was deeper."""
    monkeypatch.setitem(CHOICES, "deep", Depth(worlds=9, rounds=1, candidates=3, trials=0))
    Saves(folder).create(against_a_bot()).close()
    async with desk(folder) as at:
        replay = await from_list(at)
        replay.participant.look_from(0)
        await at.press("end", "i")
        choices = at.screen(Choices)
        await until(lambda: choices.choices and not choices.weighing, "the choices are weighed")
        quick = choices.choices
        assert "Quick look, the same as advice." in at.text
        await at.press("d")
        await until(lambda: choices.depth == "deep" and not choices.weighing, "they are weighed more thoroughly")
        deep = choices.choices
        assert [each.chance for each in quick] != [each.chance for each in deep]
        assert "Deeper look, the same as advice." in at.text
        await at.press("escape", "i")
        again = at.screen(Choices)
        await until(lambda: again.choices and not again.weighing, "the list is there")
        assert (again.depth, again.choices) == ("deep", deep)
    async with desk(folder, against_a_bot()) as at:
        best = deep[0]
        view = at.table.view
        assert prompt_text.first_look(view) == "", "nothing is said at first sight that is known better"
        assert prompt_text.advise(view).sentence == advised(view, best.turn[0], best.chance, best.error)


async def test_at_the_end_of_a_game_nothing_is_left_to_weigh(folder: Path) -> None:
    async with desk(folder, over()) as at:
        await at.press("r", "end", "i")
        at.screen(ReplayScreen)
        assert "The game is over." in at.prompt


async def test_what_an_unfinished_game_hides_is_not_weighed(folder: Path) -> None:
    Saves(folder).create(against_a_bot()).close()
    async with desk(folder) as at:
        replay = await from_list(at)
        replay.time.go(0)
        await at.press("i")
        at.screen(ReplayScreen)
        assert "only" in at.prompt


async def test_who_wants_no_advice_has_no_moment_of_an_unfinished_game_weighed(folder: Path) -> None:
    Saves(folder).create(against_a_bot()).close()
    async with desk(folder, settings=still(advice=False)) as at:
        replay = await from_list(at)
        replay.participant.look_from(0)
        replay.time.go(next(ply for ply in range(20) if against_a_bot().at(ply).turn == 0))
        await at.press("i")
        assert "Advice is off" in at.prompt


async def test_the_command_opens_a_replay_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Saves(folder).create(over()) as opened:
        path = opened.path
    apps: list[NaishiApp] = []

    def run_later(app: NaishiApp, *_how: object) -> int:
        apps.append(app)
        return 0

    monkeypatch.setattr(local, "run_in_terminal", run_later)
    assert local.run(folder, {}, replay=str(path)) == 0
    (app,) = apps
    async with app.run_test() as pilot:
        at = Desk(app, pilot)
        await at.press("right")
        assert at.screen(ReplayScreen).participant.ply == 1
        await at.press("escape")
        at.screen(Home)


async def test_hands_that_a_viewer_cannot_know_draw_the_same_replay(folder: Path) -> None:
    game = against_a_bot()
    other = branch(game, game.players, unknown_to=0, chance=random.Random(1))
    drawn = []
    for number, each in enumerate((game, other)):
        Saves(folder / str(number)).create(each).close()
        async with desk(folder / str(number)) as at:
            replay = await from_list(at)
            texts = []
            for ply in range(1, replay.participant.length, 8):
                replay.time.go(ply)
                for _viewpoint in replay.participant.viewpoints:
                    await at.press("v", "m")
                    texts.append(at.text)
            drawn.append(texts)
    assert drawn[0] == drawn[1]


async def test_f1_begins_with_the_keys_of_the_replay(folder: Path) -> None:
    async with desk(folder, finished()) as at:
        await at.press("r", "f1")
        assert "a\u00a0Keys on this screen" in at.text_of("#contents")
        title, (keys,) = at.screen(Rules).chapters[0]
        assert title == "Keys on this screen"
        assert "play the game, or stop" in keys.plain
        assert "one step back" in keys.plain
        assert "swap two cards" not in keys.plain
