"""Evidence from past choices, without hidden knowledge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from naishi import Deal, Game
from naishi.bots import Clock, make
from naishi.games.naishi.bots.engine import belief, weights
from naishi.games.naishi.bots.engine.belief import (
    Logs,
    Tracks,
    began_with_a_deal,
    choices_of_opponent,
    likelihoods,
    likelihoods_of_choices,
    possible_territories,
    world_at_the_start,
)
from naishi.games.naishi.bots.engine.observation import finish, observe
from naishi.games.naishi.bots.engine.turns import exact_at_end
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import ACTIONS
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Phase
from tests.naishi.games.naishi.game.worlds import resampled
from tests.naishi.playing import chance

EXACT = exact_at_end(weights.shipped_evaluation())


def moments(game: Game, bots: tuple[str, str] | None = None, seed: int = 0) -> Iterator[PlayerView]:
    """Play a game, at random if no bots are named, and see it before each turn by the one who is to act."""
    draw, players = chance(seed), [make(name, seed) for name in bots or ()]
    while game.turn is not None:
        view = game.view(game.turn)
        if view.phase is Phase.PLAY and not view.developed and not view.bonus:
            yield view
        action = players[game.turn].choose(view, Clock()) if players else draw.choice(game.legal_actions())
        game.play(action)


def said(view: PlayerView) -> Logs:
    """How likely the choices are, of a game that began with a deal."""
    found = likelihoods_of_choices(view, possible_territories(observe(view)[0]).cards, EXACT)
    assert found is not None
    return found


def truly(game: Game, view: PlayerView) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
    """The territory that the other side really has."""
    theirs = game.view(1 - view.seat).mine
    return np.array([[*theirs.line, *theirs.hand]], dtype=np.intp)


@pytest.mark.parametrize("seed", range(4))
def test_a_choice_is_looked_at_as_it_was(seed: int) -> None:
    """Followed back with the true Hand, the other seat saw what it did see, and could do what it could."""
    game, seen = Game.new(deal=Deal.random(f"tracks {seed}")), dict[int, PlayerView]()
    compared = 0
    for view in moments(game, seed=seed):
        seen[len(view.events)] = view
        assert began_with_a_deal(view)
        tracks, cards = Tracks.of(view), truly(game, view)
        (first,) = tracks.first_hands(1 - view.seat, cards)
        ply = 2
        for choice in choices_of_opponent(view, world_at_the_start(view, tracks, cards[0])):
            while (event := view.events[ply]).seat == view.seat or event.action != ACTIONS[choice.code]:
                ply += 1
            if (then := seen.get(ply)) is not None and then.seat != view.seat:
                raw = choice.raw[None].copy()
                cells = [cell for cell, place in enumerate(choice.first) if place >= 0]
                raw[0, cells] = [first[choice.first[cell]] for cell in cells]
                assert finish(raw).tolist() == observe(then).tolist()
                assert sorted(choice.moves.codes) == sorted(action.code for action in then.legal_actions)
                compared += 1
            ply += 1
    assert compared > 30


class Believed(NamedTuple):
    """How likely the true territories are found, as mean logarithms."""

    by_points: float
    by_choices: float


def believed(opponent: str, games: int) -> Believed:
    """Watch a bot from the other side of the table."""
    found = []
    for seed in range(games):
        game = Game.new(deal=Deal.random(f"choices {seed}"))
        for view in moments(game, ("intermediate", opponent), seed):
            possible = possible_territories(observe(view)[0])
            if view.seat == 0 and len(possible.cards) > 1:
                true = (possible.cards == truly(game, view)).all(axis=1)
                for likely in (likelihoods(view, possible), likelihoods(view, possible, EXACT)):
                    found.append(np.log(likely[true].sum() / likely.sum()))
    return Believed(float(np.mean(found[::2])), float(np.mean(found[1::2])))


@pytest.mark.ci
def test_the_true_hand_of_a_good_player_is_found_likelier_by_what_it_chose() -> None:
    by_points, by_choices = believed("intermediate", 4)
    assert by_choices > by_points + 0.6


@pytest.mark.ci
@pytest.mark.parametrize("opponent", ["greedy", "random"])
def test_a_worse_player_is_not_taken_for_a_good_one(opponent: str) -> None:
    by_points, by_choices = believed(opponent, 4)
    assert by_choices > by_points - 0.1


@pytest.mark.ci
def test_what_is_known_already_changes_nothing() -> None:
    found = []
    for fresh in (False, True):
        belief.remembered.clear()
        game = Game.new(deal=Deal.random("known"))
        for view in moments(game, ("intermediate", "intermediate")):
            if fresh:
                belief.remembered.clear()
            found.append(said(view))
    half = len(found) // 2
    assert half > 10
    assert all(np.array_equal(one, other) for one, other in zip(found[:half], found[half:], strict=True))


@pytest.mark.ci
def test_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "MOST", 5)
    belief.remembered.clear()
    for view in moments(Game.new(seed=1)):
        said(view)
        assert len(belief.remembered) <= 5


def test_it_is_the_same_in_deals_that_look_the_same() -> None:
    draw, game = chance(4), Game.new(seed=4)
    for view in moments(game, seed=4):
        other = Game(resampled(game, view.seat, draw))
        while len(other.actions) < len(game.actions):
            other.redo()
        assert np.array_equal(said(view), said(other.view(view.seat)))


def test_of_a_game_with_other_cards_nothing_is_said() -> None:
    with_more = Game.new(deal=Deal.random(1, LEGENDS_TRAVELLERS))
    view = next(moments(with_more))
    assert likelihoods_of_choices(view, possible_territories(observe(view)[0]).cards, EXACT) is None
    game = Game.new(seed=3)
    *_some, middle = (view for view, _ply in zip(moments(game), range(8), strict=False))
    assert began_with_a_deal(middle)
    assert not began_with_a_deal(middle.model_copy(update={"events": middle.events[2:]}))
    set_up = Game.from_position(game.position)
    view = next(moments(set_up))
    assert likelihoods_of_choices(view, possible_territories(observe(view)[0]).cards, EXACT) is None
