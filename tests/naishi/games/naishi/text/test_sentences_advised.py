"""Advice in sentences, for every kind of action."""

from __future__ import annotations

from contextvars import copy_context

import pytest

from naishi import Action, Game, Player, Position
from naishi.common import i18n
from naishi.games.naishi.game.hiding import view
from naishi.games.naishi.text.sentences import advised, estimated

PLAYERS = (Player(name="Aiko"), Player(name="Bruno"))
TABLE = "F/A/K/H/- MMMRM/MMNMM MMMMM/MMMMM"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("develop H1", "Place Fort at H1, discarding Mountain: 71% to win."),
        ("swap L4 L5", "Swap Rice at L4 with Mountain at L5: 71% to win."),
        ("swap R1 R2", "Swap Fort at R1 with Advisor at R2: 71% to win."),
        ("discard R1 R3", "Discard Fort and Monk: 71% to win."),
        ("decree H3", "Decree at H3, giving Naishi: 71% to win."),
        ("recall", "Recall your emissaries: 71% to win."),
        ("declare", "Declare the end: 71% to win."),
        ("end", "End your turn: 71% to win."),
        ("pass", "Pass: 71% to win."),
        ("copy H3 monk", "Copy a monk at H3: 71% to win."),
        ("use cherry_lady L4 H3", "Swap Rice at L4 with Naishi at H3: 71% to win."),
        ("use little_girl H1", "Place Fort at H1, discarding Mountain: 71% to win."),
        ("use old_man", "Recall your emissaries: 71% to win."),
        ("skip", "Use no effect: 71% to win."),
    ],
)
def test_each_action_is_advised_in_a_sentence(action: str, said: str) -> None:
    position = Position.from_text(f"{TABLE} 100:000 0 - - -")
    seen = view(position, 0, players=PLAYERS, memories=None, round_=1, events=(), outcome=None)
    assert advised(seen, Action.from_text(action), 0.71, 0.05) == said


def test_the_gift_that_is_advised_is_named() -> None:
    seen = Game.new(7).view(0)
    assert seen.dealt is not None
    assert advised(seen, Action.from_text("give 2"), 0.5, 0.05) == f"Give {seen.dealt[1].noun:a} away: 50% to win."


def test_percent_are_written_as_the_language_does() -> None:
    french = copy_context()
    french.run(i18n.use, i18n.load("fr"))
    assert "71\N{NO-BREAK SPACE}%" in french.run(advised, Game.new(7).view(0), Action.from_text("pass"), 0.71, 0.05)


@pytest.mark.parametrize(
    ("chance", "error", "decimals", "said"),
    [
        (1.0, 0.0, 1, "100.0%"),
        (1.0, 0.005, 1, "> 99%"),
        (0.997, 0.005, 0, "> 99%"),
        (0.997, 0.005, 1, "99.7%"),
        (0.0, 0.005, 0, "< 1%"),
        (0.0, 0.0, 0, "0%"),
        (0.5, 0.005, 0, "50%"),
    ],
)
def test_what_is_sampled_is_never_certain(chance: float, error: float, decimals: int, said: str) -> None:
    assert estimated(chance, error, decimals) == said
