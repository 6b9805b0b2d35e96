"""Game that is open in an app: routes, context, navigator."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Game
from naishi.common.i18n import SaveInUseError
from naishi.saves import Saves, Summary
from naishi_tui.context import AppContext
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.routes import CurrentGame
from naishi_tui.table.cover import Handover
from tests.naishi_tui.desk import NAMES, finished, still


def current_game(folder: Path, **settings: object) -> tuple[CurrentGame, list[tuple[str, str]]]:
    """Nothing open yet, and what home is given to say."""
    said: list[tuple[str, str]] = []
    return CurrentGame(AppContext(folder, still(**settings)), lambda *words: said.append(words)), said


async def test_nothing_is_imported_or_shown_before_a_game_is_opened(folder: Path) -> None:
    game, _said = current_game(folder)
    game.settings_changed()
    assert (game.close(), game.unsaved, game.played, game.next_screen()) == ("", (), False, None)


async def test_a_game_begins_covered_and_goes_on_once_somebody_is_there(folder: Path) -> None:
    game, _said = current_game(folder)
    cover = game.begin(Game.new(7, NAMES))
    assert isinstance(cover, Handover)
    assert isinstance(game.next_screen(cover.seat), Gift)
    assert game.played
    game.close()


async def test_who_leaves_a_game_is_told_how_to_go_on_and_can(folder: Path) -> None:
    game, said = current_game(folder)
    game.begin(Game.new(7, NAMES))
    game.leave()
    assert said == [("", ""), ("", "The game is saved. c: continue. l: all saved games.")]
    (entry,) = Saves(folder).list()
    assert isinstance(game.resume(entry.id), Handover)
    game.close()


async def test_a_game_that_is_over_is_not_said_to_go_on(folder: Path) -> None:
    game, said = current_game(folder, handover="never")
    game.begin(finished())
    game.leave()
    assert said == [("", ""), ("", "The game is saved. l: all saved games.")]


async def test_a_game_that_is_open_elsewhere_can_only_be_watched(folder: Path) -> None:
    game, _said = current_game(folder)
    with Saves(folder).create(Game.new(7, NAMES)) as opened:
        with pytest.raises(SaveInUseError):
            game.resume(opened.id)
        assert game.spectate(opened.id) is not None
    game.close()


async def test_who_leaves_a_rematch_goes_on_with_the_series_and_every_other_game_begins_one(folder: Path) -> None:
    game, _said = current_game(folder, handover="never")
    game.begin(finished())
    session = game.navigator.session
    assert session is not None
    assert session.game.outcome is not None
    winner = session.game.outcome.winner
    assert winner is not None
    (first,) = (entry.id for entry in Saves(folder).list())
    game.rematch()
    won = {session.game.players[winner].name: 1}
    assert game.navigator.series == won
    game.leave()
    rematch = next(entry.id for entry in Saves(folder).list() if isinstance(entry, Summary) and not entry.finished)
    game.begin(Game.new(7, NAMES))
    assert game.navigator.series == {}
    game.leave()
    game.resume(Saves(folder).rename(rematch, "another name"))
    assert game.navigator.series == won
    game.leave()
    game.resume(first)
    assert game.navigator.series == {}
    game.close()


async def test_a_rematch_needs_a_game_that_is_over(folder: Path) -> None:
    game, _said = current_game(folder, handover="never")
    game.begin(Game.new(7, NAMES))
    assert game.rematch() is None
    game.begin(finished())
    assert game.rematch() is not None
    assert game.navigator.session is not None
    assert [player.name for player in game.navigator.session.game.players] == [*reversed(NAMES)]
    game.close()
