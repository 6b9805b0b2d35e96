"""Naishi's contract as a kind of game."""

from __future__ import annotations

import pytest

from naishi import Game
from naishi.common.i18n import IllegalActionError, NaishiError
from naishi.tabletop import kind_of
from naishi.tabletop.game import Game as AnyGame, View


def any_game(game: AnyGame) -> AnyGame:
    """Let the type checker see that a game meets the contract."""
    return game


def any_view(view: View) -> View:
    """Let the type checker see that a view meets the contract."""
    return view


def test_naishi_and_its_views_are_any_game() -> None:
    game = Game.new(7)
    assert any_game(game).awaited == (0,)
    assert any_view(game.view(0)).awaited == (0,)
    assert game.choices(0) == 2
    assert game.choices(1) == 0
    while not game.is_game_over():
        assert game.is_private(0) is not game.is_open
        game.play(game.legal_actions()[0])
    assert game.awaited == ()
    assert game.outcome is not None
    assert game.result is not None
    assert game.result.points == tuple(sheet.total for sheet in game.outcome.sheets)
    assert game.result.winner == game.outcome.winner


def test_naishi_plays_for_the_seat_to_act_only() -> None:
    game = Game.new(7, ("Aiko", "Bruno"))
    with pytest.raises(IllegalActionError, match="It is Aiko's turn"):
        game.play("give 1", 1)
    game.play("give 1", 0)
    assert game.seats() == (0,)
    with pytest.raises(IllegalActionError, match="nothing to withdraw"):
        game.withdraw(0)


def test_a_kind_begins_and_reads_games() -> None:
    naishi = kind_of("naishi")
    game = naishi.new(("Aiko", "Bruno"), {"undo": "off"}, "7")
    game.play(game.view(0).legal_actions[0].text)
    assert naishi.read(game.document()).document() == game.document()
    assert naishi.read(game.document()).position_text() == game.position_text()
    assert naishi.new(("Aiko", "Bruno"), {"undo": "off"}, "7").view(0) == game.at(0).view(0)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: kind_of("go"), "no game called"),
        (lambda: kind_of("naishi").new(("Aiko",)), "for two players"),
        (lambda: kind_of("naishi").new(("Aiko", "Bruno"), {"undo": "twice"}), "undo"),
        (lambda: kind_of("naishi").new(("Aiko", "Bruno"), {"tower": "real"}), "tower"),
        (lambda: kind_of("naishi").read({"game": "naishi"}), "players"),
    ],
)
def test_a_wrong_beginning_is_refused_in_a_line(wrong: object, why: str) -> None:
    assert callable(wrong)
    with pytest.raises(NaishiError, match=why) as refused:
        wrong()
    assert "\n" not in str(refused.value)


def test_the_table_in_words_has_the_own_hand_and_no_other() -> None:
    game, kind = Game.new(7, ("Aiko", "Bruno")), kind_of("naishi")
    assert not any("Hand" in line for line in kind.lines(game.view(0)))
    for action in ("give 1", "give 1"):
        game.play(action)
    assert [line.partition(":")[0] for line in kind.lines(game.view(0))] == [
        "Round 1. Aiko is to play.",
        "River",
        "Aiko's Line",
        "Aiko's Hand",
        "Bruno's Line",
    ]
    assert kind.lines(game.view(0), "hand")[0].startswith("Aiko's Hand")
    assert kind.lines(game.view(), "hand") == []
    while not game.is_game_over():
        game.play(game.legal_actions()[0])
    assert len(kind.lines(game.view(), "hand")) == 2
    assert kind.lines(game.view(), "score") == [*kind.outcome(game.view(), None)]
