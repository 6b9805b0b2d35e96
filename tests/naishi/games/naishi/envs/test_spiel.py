"""OpenSpiel game, by OpenSpiel's tests and the game: spiel, unfolding."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from naishi import LEGENDS_TRAVELLERS, Action, Card, Deal, Game, NaishiError, Position, decode_action, encode_view

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra rl)")

from absl import flags  # noqa: E402
from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import exploitability, ismcts, mcts  # noqa: E402

from naishi.games.naishi.envs import spiel  # noqa: E402

PLAYTHROUGH = Path(__file__).with_name("playthrough.txt")
"""Written by `python -m open_spiel.python.examples.playthrough --game=naishi`, with the game imported."""
OVERRIDDEN = "legal_actions", "legal_actions_mask", "observation_tensor"
KINDS = pytest.mark.parametrize("name", ["naishi", "naishi(expansion=True)"])


@pytest.fixture
def game(name: str) -> Any:
    return pyspiel.load_game(name)


def draw(state: Any, chance: random.Random) -> None:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    assert sum(weights) == pytest.approx(1)
    state.apply_action(chance.choices(outcomes, weights)[0])


def decisions(game: Any, seed: int) -> Iterator[Any]:
    """A random game: its state wherever a player is to act, and at the end."""
    chance, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            draw(state, chance)
        else:
            yield state
            state.apply_action(chance.choice(state.legal_actions()))
    yield state


def resampled(state: Any, player: int, seed: int) -> Any:
    return state.resample_from_infostate(player, random.Random(seed).random)


def deal_of(state: Any) -> Deal:
    """The deal that a finished or unfinished game has had, with the cards that never came up in any order."""
    position = state.unfolding.game.position.copy(history=True)
    while position.ply():
        position.pop()
    river = tuple(tuple(pile[::-1]) for pile in position.river)
    a, b = (tuple(cards[8:]) for cards in position.territories)
    return Deal(river=river, gifts=(a, b), shuffles=position.shuffles)


@KINDS
def test_what_was_seen_is_the_same_however_often_it_is_asked_for(game: Any) -> None:
    """It is written down only then."""
    *_states, played = decisions(game, 3)
    often, once = game.new_initial_state(), game.new_initial_state()
    for number in played.history():
        for state in (often, once):
            state.apply_action(number)
        assert len(often.unfolding.seen[0].numbers) == len(often.clone().unfolding.seen[0].numbers)
    for player in (0, 1):
        assert often.information_state_string(player) == once.information_state_string(player)
        assert often.information_state_tensor(player) == once.clone().information_state_tensor(player)


@pytest.mark.ci
@KINDS
def test_it_passes_the_random_games_of_open_spiel(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.ci
def test_the_playthrough_is_still_the_same() -> None:
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415 - it brings SciPy, for a second

    flags.FLAGS.mark_as_parsed()
    expected, actual = generate_playthrough.replay(str(PLAYTHROUGH))
    assert actual == expected


@KINDS
def test_a_game_is_that_of_the_library(game: Any) -> None:
    for seed in range(2):
        rows, returns = [], [0.0, 0.0]
        for state in decisions(game, seed):
            rows.append([state.observation_tensor(player) for player in (0, 1)])
            returns = state.returns()
        same = Game.new(deal=deal_of(state))
        codes = [action.code for _seat, action in state.unfolding.game.played]
        for row, code in zip(rows, [*codes, None], strict=True):
            for player in (0, 1):
                assert row[player] == list(encode_view(same.view(player))[: len(row[player])])
            if code is not None:
                same.play(decode_action(code))
        assert same.outcome is not None
        winner = same.outcome.winner
        assert returns == [0, 0] if winner is None else returns[winner] == 1 == -returns[1 - winner]


def views_so_far(game: Any, state: Any, player: int) -> object:
    """All views that a player had, and all events as it knows them; nothing of what an information state is made of."""
    again, views = game.new_initial_state(), []
    for number in state.history():
        if again.current_player() >= 0:
            views.append(tuple(again.observation_tensor(player)))
        again.apply_action(number)
    same = Game.new(deal=deal_of(again))
    for _seat, action in again.unfolding.game.played:
        same.play(action)
    return tuple(views), same.events(player)


@pytest.mark.ci
@pytest.mark.parametrize("name", ["naishi", "naishi(expansion=True)", f"naishi(position={spiel.SMALL})"])
def test_what_is_answered_without_open_spiel_is_what_it_would_answer(game: Any) -> None:
    """What programs in Python call doesn't go by way of C++."""
    asked = [(name, player) for name in OVERRIDDEN for player in ((), (0,), (1,), (-1,), (-4,))]
    chance, state = random.Random(4), game.new_initial_state()
    while True:
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        for name, player in asked:
            try:
                theirs = getattr(pyspiel.State, name)(state, *player)
            except pyspiel.SpielError:
                with pytest.raises(pyspiel.SpielError):
                    getattr(state, name)(*player)
                continue
            ours = getattr(state, name)(*player)
            assert (ours, {*map(type, ours)}) == (theirs, {*map(type, theirs)}), (name, player)
        if state.is_terminal():
            return
        if state.is_chance_node():
            draw(state, chance)
        else:
            state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.ci
@KINDS
def test_information_states_are_equal_exactly_if_all_views_were(game: Any) -> None:
    both = set()
    for number, state in enumerate(decisions(game, 3)):
        if number % 4 == 1 or number == 1:
            for seed in range(3):
                other = resampled(state, player := seed % 2, seed)
                for each in (0, 1):
                    same = views_so_far(game, state, each) == views_so_far(game, other, each)
                    assert (state.information_state_string(each) == other.information_state_string(each)) == same
                    assert (state.information_state_tensor(each) == other.information_state_tensor(each)) == same
                    assert same or each != player
                    both.add(same)
    assert both == {True, False}


@KINDS
def test_what_is_dealt_anew_looks_the_same_and_can_be_played_on(game: Any) -> None:
    for number, state in enumerate(decisions(game, 5)):
        for player in (0, 1) if number % 3 == 0 else ():
            other = resampled(state, player, number)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()


@pytest.mark.ci
def test_every_first_hand_is_dealt_anew_as_often_as_the_rules_say() -> None:
    """What the other seat kept is any unseen card, by their numbers, and lies anywhere but where its gift lies."""
    state = first_turn(pyspiel.load_game("naishi"))
    kept = [resampled(state, 0, seed).unfolding.game.position for seed in range(400)]
    gift = state.unfolding.game.table.memories[0].certain[3]
    where = [[at for at, card in enumerate(position.territories[1][5:]) if card > 0] for position in kept]
    assert {len(places) for places in where} == {2}
    for place in range(5):
        assert sum(place in places for places in where) == pytest.approx(400 * 2 / 5, abs=50)
    unseen = state.unfolding.game.view(0).unseen
    types = [max(position.territories[1][5:], key=lambda card: (card > 0) + (card is not gift)) for position in kept]
    for card, count in unseen.items():
        if card is not gift:
            assert types.count(card) == pytest.approx(400 * count / sum(unseen.values()), abs=35)


def first_turn(game: Any) -> Any:
    return next(state for number, state in enumerate(decisions(game, 1)) if number == 2)


def test_a_search_for_imperfect_information_plays_it() -> None:
    game = pyspiel.load_game("naishi")
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=3, random_state=chance)
    state = first_turn(game)
    for _turn in range(3):
        policy = bot.get_policy(state)
        assert {action for action, _weight in policy} == set(state.legal_actions())
        state.apply_action(bot.step(state))
        while state.is_chance_node():
            draw(state, random.Random(1))


def test_a_card_is_drawn_as_often_as_it_is_there() -> None:
    state = pyspiel.load_game("naishi").new_initial_state()
    assert dict(state.chance_outcomes())[10] == pytest.approx(5 / 34)  # five of rice
    for card in (10, 10, 10, 10):
        state.apply_action(card)
    assert dict(state.chance_outcomes())[10] == pytest.approx(1 / 30)


def test_with_the_expansion_only_cards_of_the_deck_are_dealt_to_seats() -> None:
    state = pyspiel.load_game("naishi(expansion=True)").new_initial_state()
    for number in (13, 14, 15, 20):  # three Legends; the Umbrella Lady stays in the box
        state.apply_action(number)
    dealt = dict(state.chance_outcomes())
    assert max(dealt) == 11
    assert dealt[1] == pytest.approx(1 / 31)  # a Legend has taken the place of the other naishi
    for number in (1, 2, 3, 4):
        state.apply_action(number)
    assert {13, 14, 15, 21, 25} < dict(state.chance_outcomes()).keys()
    assert not {16, 20} & dict(state.chance_outcomes()).keys()


@KINDS
def test_wrong_actions_are_refused_and_the_game_goes_on(game: Any) -> None:
    state = game.new_initial_state()
    with pytest.raises(NaishiError, match="can't be drawn"):
        state.apply_action(0)
    with pytest.raises(TypeError):
        state.apply_action("develop L1")
    for state in decisions(game, 2):
        history = state.history()
        wrong = next(code for code in (91, 92, 60, 95) if code not in state.legal_actions())
        for number in (wrong, 999):
            with pytest.raises((NaishiError, RuntimeError)):
                state.apply_action(number)
        with pytest.raises(pyspiel.SpielError):
            state.apply_action_with_legality_check(wrong)
        assert state.history() == history
    assert state.is_terminal()


def test_a_wrong_parameter_is_refused() -> None:
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("naishi(expansions=True)")
    with pytest.raises(ValueError, match="no parameters"):
        spiel.NaishiGame().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True), {"colour": 1})


def test_copies_are_independent() -> None:
    state = first_turn(pyspiel.load_game("naishi"))
    before = str(state)
    for twin in (state.clone(), copy.deepcopy(state)):
        assert str(twin) == before
        twin.apply_action(twin.legal_actions()[0])
        assert (str(state), str(twin) == before) == (before, False)


@pytest.mark.parametrize("seed", range(3))
@KINDS
def test_no_game_is_longer_than_it_says(game: Any, seed: int) -> None:
    states = list(decisions(game, seed))
    assert len(states) <= game.max_game_length()
    assert len(states[-1].unfolding.seen[0].numbers) <= spiel.most_seen(expansion=game.expansion)


def midway(expansion: bool, seed: int, plies: int) -> Position:
    """A position of a random game."""
    chance = random.Random(seed)
    position = Position(Deal.random(seed, LEGENDS_TRAVELLERS if expansion else None))
    for _action in range(plies):
        position.push(chance.choice(position.legal_actions()))
    return position


def at(position: Position) -> Any:
    return pyspiel.load_game("naishi", {"position": position.to_text(), "expansion": position.expansion is not None})


@pytest.mark.ci
@pytest.mark.parametrize("plies", [0, 1, 2, 3, 9])
@pytest.mark.parametrize("expansion", [False, True])
def test_a_game_begins_at_a_position(expansion: bool, plies: int) -> None:
    for seed in range(3):
        position = midway(expansion, seed, plies)
        game = pyspiel.load_game(str(at(position)))  # a game is its text, too
        assert str(game.new_initial_state()) == str(position)
        rows = []
        for state in decisions(game, seed):
            assert state.current_player() == state.unfolding.game.position.turn or state.is_terminal()
            rows.append([state.observation_tensor(player) for player in (0, 1)])
            for player in (0, 1):
                other = resampled(state, player, seed)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.legal_actions() == state.legal_actions()
        truth = state.unfolding.game.position.copy(history=True)
        while truth.ply():
            truth.pop()
        same = Game.from_position(truth)
        codes = [action.code for _seat, action in state.unfolding.game.played]
        for row, code in zip(rows, [*codes, None], strict=True):
            for player in (0, 1):
                assert row[player] == list(encode_view(same.view(player))[: len(row[player])])
            if code is not None:
                same.play(decode_action(code))
        assert same.outcome is not None


@pytest.mark.ci
def test_a_game_at_a_position_passes_the_random_games_of_open_spiel() -> None:
    for expansion in (False, True):  # raises what it finds wrong
        pyspiel.random_sim_test(at(midway(expansion, 4, 8)), num_sims=2, serialize=True, verbose=False)


def test_a_gift_that_is_secret_is_dealt_anew_at_a_position_too() -> None:
    state = at(midway(False, 1, 0)).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    gifts = {tuple(resampled(state, 1, seed).history()) for seed in range(20)}
    assert len(gifts) == 2
    assert {tuple(resampled(state, 0, seed).history()) for seed in range(20)} == {tuple(state.history())}


def test_cards_of_a_position_are_drawn_as_often_as_they_are_there() -> None:
    position = Position.from_text("TRRS/B/S/F/K MMMMM/MMNMA MMMMM/SMMTM 000:000 0 - - -")
    state = at(position).new_initial_state()
    state.apply_action(Action.from_text("develop L1").code)
    assert state.chance_outcomes() == [(Card.SENTINEL, pytest.approx(1 / 3)), (Card.RICE, pytest.approx(2 / 3))]


@pytest.mark.parametrize(
    "parameters",
    [
        {"position": "nonsense"},
        {"position": midway(True, 1, 3).to_text()},
        {"position": midway(False, 1, 3).to_text(), "expansion": True},
        {"position": "-/-/R/R/R MMMMM/MMNMA MMMMM/SMMTM 000:000 1 o - -"},
    ],
)
def test_a_position_that_cannot_be_played_is_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(NaishiError):
        pyspiel.load_game("naishi", parameters)


def best(state: Any, found: dict[Any, float], policy: dict[str, int]) -> float:
    """The value of a state for seat 0 where both play their best; every state is visited."""
    if state.is_terminal():
        return float(state.returns()[0])
    key = str(state.unfolding.game.position.to_text()), state.is_chance_node()
    values = {action: best(state.child(action), found, policy) for action in state.legal_actions()}
    if state.is_chance_node():
        found[key] = sum(share * values[card] for card, share in state.chance_outcomes())
    else:
        choose = max if state.current_player() == 0 else min
        chosen = policy[state.information_state_string()] = choose(values, key=values.__getitem__)
        found[key] = values[chosen]
    return found[key]


@pytest.mark.ci
def test_exact_methods_solve_the_small_game() -> None:
    """What each seat plays at its best leaves the other nothing to gain, by OpenSpiel's own best responses."""
    game = pyspiel.load_game("naishi", {"position": spiel.SMALL})
    chosen: dict[str, int] = {}
    value = best(game.new_initial_state(), {}, chosen)
    assert value == pytest.approx(1 / 3)

    class Best(policy.Policy):  # type: ignore[misc]
        def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
            return {chosen[state.information_state_string()]: 1.0}

    assert exploitability.nash_conv(game, Best(game, [0, 1])) == pytest.approx(0)
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) > 1
