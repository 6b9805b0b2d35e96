"""Invariants of random games."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Action, Card, Game, IllegalActionError, Phase, Position
from naishi.games.naishi.rules import actions
from naishi.games.naishi.rules.cards import BASE_CARDS
from tests.fuzzing import examples
from tests.naishi.playing import SEEDS, chance, positions_of_a_random_game, random_game, texts_in_play

ACTIONS = tuple(sorted(actions.ACTIONS))


def everything(position: Position) -> Counter[Card]:
    cards = [*position.discards, *(card for pile in position.river for card in pile)]
    return Counter(cards + position.territories[0] + position.territories[1])


def accepted(position: Position) -> list[Action]:
    """Try every action there is; those that `push` took are popped again."""
    taken, sentences = [], []
    for action in ACTIONS:
        before = position.to_text()
        try:
            position.push(action)
        except IllegalActionError as error:
            sentences.append(str(error))
        else:
            taken.append(action)
            assert position.pop() is action
        assert position.to_text() == before
    assert all(sentence.endswith(".") for sentence in sentences)
    return taken


@given(SEEDS)
def test_there_are_always_fifty_cards(seed: int) -> None:
    fifty = {card: card.copies for card in BASE_CARDS}
    assert all(everything(position) == fifty for position in positions_of_a_random_game(seed))


@settings(max_examples=examples(5, 15))
@given(SEEDS)
def test_of_all_actions_exactly_the_legal_ones_are_accepted(seed: int) -> None:
    for position in positions_of_a_random_game(seed):
        legal = position.legal_actions()
        assert accepted(position) == list(legal)
        assert legal == tuple(a for a in ACTIONS if position.refusal(a) is None) == tuple(sorted(legal))
        assert legal == tuple(a for a in ACTIONS if position.is_legal(a))


@settings(max_examples=examples(25, 50))
@given(texts_in_play())
def test_exactly_the_legal_actions_are_accepted_in_positions_near_the_end(text: str) -> None:
    position = Position.from_text(text)
    assert accepted(position) == list(position.legal_actions())


@given(texts_in_play())
def test_while_a_turn_lasts_something_is_possible(text: str) -> None:
    assert Position.from_text(text).legal_actions()


@settings(max_examples=examples(4, 8))
@given(SEEDS)
def test_a_view_refuses_exactly_what_the_position_refuses(seed: int) -> None:
    draw, game = chance(seed), Game.new(seed=seed)
    while game.turn is not None:
        position, mine, theirs = game.position, game.view(game.turn), game.view(1 - game.turn)
        assert [mine.refusal(a) for a in ACTIONS] == [position.refusal(a) for a in ACTIONS]
        assert (mine.legal_actions, theirs.legal_actions) == (position.legal_actions(), ())
        assert all(theirs.refusal(a) for a in ACTIONS)
        game.play(draw.choice(game.legal_actions()))
    assert all(game.view(seat).refusal(a) == "The game is over." for seat in (0, 1) for a in ACTIONS)


def everything_told(game: Game) -> tuple[object, ...]:
    views = [game.view(seat).model_dump_json() for seat in (0, 1, None)]
    return game.record, game.position.to_text(), views, game.can_redo, game.actions


@settings(max_examples=6)
@given(SEEDS)
def test_a_game_refuses_every_illegal_action_and_stays_as_it_is(seed: int) -> None:
    draw, game = chance(seed), Game.new(seed=seed)
    while True:
        legal, before = game.legal_actions(), everything_told(game)
        for action in ACTIONS:
            if action not in legal:
                with pytest.raises(IllegalActionError):
                    game.play(action)
        assert everything_told(game) == before
        if not legal:
            break
        game.play(draw.choice(legal))


@settings(max_examples=6)
@given(SEEDS)
def test_a_refused_action_leaves_what_can_be_redone(seed: int) -> None:
    game = random_game(seed, 12)
    for _step in range(4):
        game.undo()
    legal, before = game.legal_actions(), everything_told(game)
    for action in ACTIONS:
        if action not in legal:
            with pytest.raises(IllegalActionError):
                game.play(action)
    assert everything_told(game) == before
    while game.can_redo:
        game.redo()
    assert game.actions == random_game(seed, 12).actions


@given(SEEDS)
def test_popping_a_game_goes_back_through_every_position(seed: int) -> None:
    texts, last = [], None
    for last in positions_of_a_random_game(seed):
        texts.append(last.to_text())
    assert last is not None
    for text in reversed(texts[:-1]):
        last.pop()
        assert last.to_text() == text


@given(SEEDS)
def test_popping_leaves_the_same_legal_actions(seed: int) -> None:
    for position in positions_of_a_random_game(seed):
        legal = position.legal_actions()
        for action in legal[:3]:
            position.push(action)
            position.legal_actions()
            position.pop()
        assert position.legal_actions() == legal


@given(SEEDS, st.integers(0, 40))
def test_a_copy_and_its_original_do_not_touch_each_other(seed: int, steps: int) -> None:
    position = random_game(seed, steps).position
    twin, before, draw = position.copy(), position.to_text(), chance(seed)
    while actions := twin.legal_actions():
        twin.push(draw.choice(actions))
    assert position.to_text() == before
    end = twin.to_text()
    if actions := position.legal_actions():
        position.push(actions[0])
    assert twin.to_text() == end


@given(SEEDS)
def test_a_game_ends_with_a_pile_empty(seed: int) -> None:
    *_positions, end = positions_of_a_random_game(seed)
    assert end.phase is Phase.OVER
    assert not all(end.river)


@given(SEEDS)
def test_actions_are_read_from_their_texts(seed: int) -> None:
    game = random_game(seed)
    again = Game.new(seed=seed)
    for action in game.actions:
        again.play(action.text.upper())
    assert again.position.to_text() == game.position.to_text()


@given(SEEDS)
def test_undoing_and_redoing_walk_through_the_whole_game(seed: int) -> None:
    game = random_game(seed)
    texts = [game.position.to_text()]
    views = [[game.view(seat) for seat in (0, 1)]]
    while game.can_undo:
        game.undo()
        texts.append(game.position.to_text())
        views.append([game.view(seat) for seat in (0, 1)])
    while game.can_redo:
        assert (game.position.to_text(), [game.view(seat) for seat in (0, 1)]) == (texts.pop(), views.pop())
        game.redo()
    assert (game.position.to_text(), [game.view(seat) for seat in (0, 1)]) == (texts.pop(), views.pop())


@given(SEEDS, st.lists(st.integers(-3, 3), max_size=30))
def test_any_walk_of_undo_and_redo_is_the_same_game(seed: int, walk: list[int]) -> None:
    game = random_game(seed, 25)
    actions, texts = game.actions, [Position(game.deal).to_text()]
    position = Position(game.deal)
    for action in actions:
        position.push(action)
        texts.append(position.to_text())
    for steps in walk:
        for _step in range(abs(steps)):
            if steps < 0 and game.can_undo:
                game.undo()
            elif steps > 0 and game.can_redo:
                game.redo()
        assert (game.position.to_text(), game.record.actions) == (texts[len(game.actions)], actions)


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_every_action_is_refused_in_a_finished_game(action: Action) -> None:
    with pytest.raises(IllegalActionError):
        Position.from_text("F/A/K/H/O MMMMM/MMMMM MMMMM/MMMMM 000:000 0 f: - -").push(action)
