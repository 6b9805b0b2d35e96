"""Ninjato as a kind of game: records, views, words."""

from __future__ import annotations

import json

import pytest

from naishi.common.i18n import IllegalActionError, NaishiError, UnknownBotError
from naishi.games.ninjato import names
from naishi.games.ninjato.components import components
from naishi.games.ninjato.kind import NINJATO
from naishi.games.ninjato.words import score_lines

NAMES = ("Aiko", "Bruno", "Chie")


def test_a_game_plays_undoes_and_is_read_again() -> None:
    game = NINJATO.new(NAMES, seed="7")
    begun = game.position_text()
    seat = game.awaited[0]
    game.play("dojo")
    game.play("draw deck")
    again = NINJATO.read(json.loads(json.dumps(game.document())))
    assert again.position_text() == game.position_text()
    again.undo()
    again.undo()
    assert again.position_text() == begun
    with pytest.raises(IllegalActionError):
        game.play("dojo", seat)
    assert NINJATO.progress(game) == f"round 1 of 7, {NAMES[seat]} to play"


def test_the_card_from_the_deck_is_in_no_other_view() -> None:
    game = NINJATO.new(NAMES, seed="7")
    seat = game.awaited[0]
    game.play("dojo")
    game.play("draw deck")
    for viewer in (None, *range(3)):
        view = NINJATO.view(json.loads(json.dumps(game.view(viewer).model_dump(mode="json"))))
        assert view == game.view(viewer)
        said = NINJATO.sentence(view.events[-1], NAMES, viewer)
        assert ("card" in view.events[-1].facts) == (viewer == seat)
        assert said.startswith("You draw a ") == (viewer == seat)


def test_a_spectator_has_nothing_to_choose() -> None:
    game = NINJATO.new(NAMES, seed="7")
    view = game.view(game.awaited[0])
    assert view.legal_actions
    assert view.refusal(view.legal_actions[0]) is None
    for watching in (view.unable(), game.view(None)):
        assert not watching.legal_actions
        assert watching.refusal(view.legal_actions[0])


def test_a_finished_game_explains_its_result() -> None:
    game = NINJATO.new(NAMES, seed="7")
    bot = NINJATO.bot("random", 1)
    while game.awaited:
        game.play(bot.choose(game.view(game.awaited[0])))
    lines = NINJATO.outcome(game.view(None), None)
    assert game.result is not None
    assert game.result.winners
    for name, points in zip(NAMES, game.result.points, strict=True):
        assert f"{name}: {points}" in lines
    assert any(name in lines[0] for name in NAMES)
    assert game.is_open


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownBotError):
        NINJATO.bot("genius", 1)
    with pytest.raises(NaishiError):
        NINJATO.new(("Aiko",))
    with pytest.raises(NaishiError):
        NINJATO.new(NAMES, {"wind": "strong"})
    with pytest.raises(NaishiError):
        NINJATO.read({})


@pytest.mark.parametrize(("count", "words"), [(1, "1 card ×1 for 1 rumour"), (2, "2 cards ×2 for 2 rumours")])
def test_one_rumour_counts_as_one(count: int, words: str) -> None:
    game = NINJATO.new(NAMES, seed="7")
    rumours = [code for code in components().decks["rumours"] if code.startswith("goodwill:")][:count]
    position = game.view(None).table.copy()
    position.players[0].rumours = tuple(rumours)
    (line,) = (line for line in score_lines(position) if line.label == names.rumour("goodwill"))
    assert line.reasons[0] == words
