"""Ranked choices of a seat at one moment."""

from __future__ import annotations

from itertools import pairwise

import pytest

from naishi import Game, Position
from naishi.games.naishi.analysis.choices import Depth, weigh
from naishi.games.naishi.analysis.reasons import Reason
from naishi.games.naishi.rules.actions import Give, Skip, UseExchange
from naishi.games.naishi.rules.cards import Card
from tests.naishi.playing import random_game

pytestmark = pytest.mark.ci

SMALL = Depth(worlds=12, rounds=1, candidates=4, trials=0)
CHERRY = "CF/SA/KR/OT/HB FNMMM/MMMMM MMMMM/MMMMM 000:001 0 - - - -"
NINJA = "F/T/-/-/- XAMKM/MMNMM MMMMM/MMMMM 000:000 0 c: 1 -"


def test_choices_come_best_first_with_what_the_others_lose() -> None:
    game = random_game(3, 12)
    assert game.turn is not None
    view = game.view(game.turn)
    found = weigh(view, SMALL)
    assert 1 < len(found) <= SMALL.candidates
    assert len({each.turn for each in found}) == len(found)
    assert all(one.chance >= other.chance for one, other in pairwise(found))
    assert (found[0].loss, found[0].loss_error) == (0, 0)
    for each in found:
        assert each.turn[0] in view.legal_actions
        assert each.chance + each.loss == pytest.approx(found[0].chance)
        assert 0 <= each.error < 0.5
    assert weigh(view, SMALL) == found, "the same moment is weighed alike"
    assert weigh(game.view(1 - game.turn), SMALL) == ()


@pytest.mark.ci
def test_gifts_and_copies_are_weighed_too() -> None:
    gifts = weigh(Game.new(7).view(0), SMALL)
    assert {each.turn for each in gifts} == {(Give(1),), (Give(2),)}
    copies = weigh(Game.from_position(Position.from_text(NINJA)).view(0), SMALL)
    assert copies[0].chance == 1.0
    assert copies[0].error == 0.0


@pytest.mark.ci
def test_what_an_effect_can_do_is_weighed_with_what_follows_it() -> None:
    """Nobody can take the naishi by decree, so the Cherry Blossom Lady brings it into the centre of the Line."""
    game = Game.from_position(Position.from_text(CHERRY))
    game.play("develop L1")
    best, *others = weigh(game.view(0), SMALL)
    assert best.turn[0].text == "use cherry_lady L2 L3"
    assert best.reasons[0] == Reason(aspect="gains", points=12, cards={Card.NAISHI: 12})
    assert others
    assert {type(each.turn[0]) for each in others} <= {UseExchange, Skip}


def test_it_can_be_cancelled() -> None:
    game = random_game(3, 12)
    assert game.turn is not None

    def check() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        weigh(game.view(game.turn), SMALL, check=check)
