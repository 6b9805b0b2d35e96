"""Why a turn is good: only what the numbers show."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from naishi import Action, Game, Player, PlayerView, Position
from naishi.game.view import view
from naishi.text.reasons import reason
from tests.fuzzing import examples
from tests.naishi.playing import SEEDS, random_game

PLAYERS = (Player(name="Aiko"), Player(name="Bruno"))

REASONS = [
    ("A/K/T/H/O TTMMM/MMMMM MMMMM/MMMMM", "develop L3", "That makes three torii: 30 points."),
    ("T/A/K/H/O MTMMM/MMMMM MMMMM/MMMMM", "develop L1", "One more torii will make three: 30 points."),
    ("A/A/N/H/O MMMMM/MMMMM MMMMM/MMMMM", "develop L3", "Naishi in the centre: 12 points."),
    ("A/R/K/H/O MMMMM/RMMMM MMMMM/MMMMM", "develop H2", "Your rice is then worth 10 points."),
    ("A/X/K/F/O FMFFF/FMFFF MMMMM/MMMMM", "develop L2", "A single mountain is worth 5."),
    ("F/A/K/H/O MMMMM/MMMMM MMMMM/MMMMM", "develop L1", "Fort gains you 6 points."),
    ("T/A/K/H/O MMMMM/MMMMM TTMMM/MMMMM", "develop L1", "This keeps Bruno from a third torii."),
    ("T/A/K/H/O MMMMM/MMMMM TTMMM/MMMMM", "discard R1 R2", "This keeps Bruno from a third torii."),
    ("X/A/K/H/T TTMMM/MMMMM MMMMM/MMMMM", "develop H1", "It keeps two torii for the third."),
    ("F/A/K/H/O FMMMM/MMMMM MMMMM/MMMMM", "develop L1", ""),
]


def seen(territory: str, court: str = "000:000", done: str = "-") -> PlayerView:
    position = Position.from_text(f"{territory} {court} 0 {done} - -")
    return view(position, 0, players=PLAYERS, memories=None, round_=1, events=(), outcome=None)


def turn(text: str) -> list[Action]:
    return [Action.from_text(each) for each in text.split(", ")]


@pytest.mark.parametrize(("territory", "text", "said"), REASONS)
def test_the_strongest_reason_is_said(territory: str, text: str, said: str) -> None:
    assert reason(seen(territory), turn(text)) == said


def test_a_recall_and_the_end_of_a_turn_have_reasons_of_their_own() -> None:
    table = "F/A/K/H/O MMMMM/MMMMM MMMMM/MMMMM"
    assert reason(seen(table, "110:000"), turn("recall")) == "Your emissaries are free again for a bonus."
    assert reason(seen(table, "100:000", "d"), turn("end")) == "It keeps an emissary free for a later turn."


def test_what_is_hidden_gives_no_reason() -> None:
    """The card opposite is unknown, so nobody can say what the decree is worth, nor who leads."""
    assert reason(seen("F/A/K/H/O MMMMM/MMMMM MMMMM/MMMMM"), turn("decree H1")) == ""
    assert reason(seen("-/A/K/H/O TTTMM/MMMMM MMMMM/MMMMM"), turn("declare")) == ""


@settings(max_examples=examples(15, 100))
@given(SEEDS)
def test_every_action_has_a_reason_or_none(seed: int) -> None:
    """Whatever is advised in whatever game, what is said is a sentence, and holds no card the seat doesn't know."""
    game: Game = random_game(seed)
    while game.can_undo:
        game.undo()
        if game.phase == "play" and game.turn is not None:
            seat = game.view(game.turn)
            for action in seat.legal_actions[:: max(1, len(seat.legal_actions) // 4)]:
                said = reason(seat, [action])
                assert not said or said.endswith(".")
