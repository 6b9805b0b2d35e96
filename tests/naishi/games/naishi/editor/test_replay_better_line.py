"""Better variations at a moment of a game."""

from __future__ import annotations

import random
from itertools import groupby

import pytest

from naishi import Action, Game, IllegalActionError, NaishiError, Player
from naishi.common.i18n import BotFailedError
from naishi.games.naishi.editor.replay import BetterLine, NaishiReplay, branch, play_better_line
from naishi.sessions import Ask
from tests.naishi.bots import faulty
from tests.naishi.playing import random_game

PLY = 12


def unfinished(*kinds: str, actions: int = PLY) -> Game:
    record = random_game(5, actions).record
    first, second = (Player(name=name, kind=kind) for name, kind in zip(("Aiko", "Bruno"), kinds, strict=True))
    return Game(record.model_copy(update={"players": (first, second)}))


def line_of(game: Game) -> BetterLine:
    legal = game.legal_actions()
    return play_better_line(game, (next(each for each in reversed(legal) if each.text.startswith("develop")),))


def test_a_line_begins_with_its_turn_and_ends_with_the_seats_next_turn() -> None:
    game = random_game(5).at(PLY)
    line = line_of(game)
    assert line.ply == line.start + 1 == PLY + 1
    assert str(line.view.events[-1].action).startswith("develop")
    line.go(line.length)
    seats = [event.seat for event in line.view.events[PLY:]]
    assert [who for who, _turn in groupby(seats)] == [game.turn, 1 - (game.turn or 0), game.turn]


def test_the_game_stays_as_it_was() -> None:
    game = random_game(5)
    before = game.at(PLY)
    actions = before.actions
    line_of(before)
    assert before.actions == actions
    assert game.actions == random_game(5).actions


@pytest.mark.parametrize("same", [True, False])
def test_it_knows_what_of_it_was_played(same: bool) -> None:
    game = random_game(5)
    legal = [each for each in game.at(PLY).legal_actions() if (each == game.actions[PLY]) is same]
    line = play_better_line(game.at(PLY), legal[:1])
    assert (line.as_played > 0) is same


def test_of_a_game_that_goes_on_it_knows_nothing() -> None:
    before = random_game(5).at(PLY)
    game = branch(before, before.players, unknown_to=before.turn)
    assert line_of(game).as_played == 0


def test_it_stays_within_the_line() -> None:
    line = line_of(random_game(5).at(PLY))
    line.go(0)
    assert line.ply == line.start
    line.go(999)
    assert line.ply == line.length
    line.go_by_turns(-1)
    line.go_by_turns(-1)
    line.go_by_turns(-1)
    assert line.ply == line.start


def test_it_shows_what_its_seat_would_know_and_nothing_else() -> None:
    game = random_game(5).at(PLY)
    seat = game.turn
    assert seat is not None
    line = line_of(game)
    assert line.viewpoints == (seat,)
    assert not line.revealed
    for other in (1 - seat, None):
        with pytest.raises(IllegalActionError):
            line.view_of(other)
    assert None in line.view.theirs.hand


def test_nothing_can_be_done_in_it() -> None:
    line = line_of(random_game(5).at(PLY))
    assert line.refusal(Ask.PLAY) == "This wasn't played. Go back to the game first."


def test_a_bot_that_fails_is_said_to_have_failed_without_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi.games.naishi.bots.players.learned.QuickBot.choose", faulty.Raises.choose)
    with pytest.raises(BotFailedError, match=r"^It failed \(RuntimeError\)\.$"):
        line_of(random_game(5).at(PLY))


def test_at_every_moment_of_a_finished_game_its_seat_chooses_again_with_what_it_knew() -> None:
    game = random_game(5)
    replay = NaishiReplay(game)
    for ply in range(replay.length):
        replay.go(ply)
        again, seat = replay.to_weigh(), replay.turn
        assert again.turn == seat
        assert again.view(seat) == game.at(ply).view(seat)
    replay.go(replay.length)
    with pytest.raises(NaishiError, match="The game is over"):
        replay.to_weigh()


def test_in_an_unfinished_game_only_the_seat_that_looks_chooses_again() -> None:
    game = unfinished("human", "human")
    seat = game.turn
    assert seat is not None
    replay = NaishiReplay(game)
    replay.go(PLY)
    for other in (None, 1 - seat):
        replay.look_from(other)
        with pytest.raises(IllegalActionError):
            replay.to_weigh()
    replay.look_from(seat)
    assert replay.to_weigh().view(seat) == game.view(seat)


def test_a_bots_seat_in_an_unfinished_game_keeps_its_secrets() -> None:
    game = unfinished("human", "strong")
    replay = NaishiReplay(game)
    replay.look_from(0)
    plies = [ply for ply in range(PLY) if game.at(ply).turn == 1]
    for ply in plies:
        replay.go(ply)
        with pytest.raises(IllegalActionError):
            replay.to_weigh()


def test_hidden_cards_of_an_unfinished_game_are_dealt_anew() -> None:
    """What lies face down, in a game that goes on, is in no line of a replay."""
    game = unfinished("human", "human")
    seat = game.turn
    assert seat is not None
    real = game.position.river
    replay = NaishiReplay(game)
    replay.go(PLY)
    replay.look_from(seat)
    drawn = [replay.to_weigh().position.river for _ in range(8)]
    assert any(each != real for each in drawn)
    assert all([pile[-1:] for pile in each] == [pile[-1:] for pile in real] for each in drawn)


def test_two_games_that_a_seat_cannot_tell_apart_are_weighed_alike() -> None:
    game = unfinished("human", "human")
    seat = game.turn
    other = branch(game, game.players, unknown_to=seat, chance=random.Random(1))
    views = []
    for each in (game, other):
        replay = NaishiReplay(each)
        replay.go(PLY)
        replay.look_from(seat)
        views.append(replay.to_weigh().view(seat))
    assert views[0] == views[1]


def test_what_comes_after_new_cards_is_decided_once_they_are_seen() -> None:
    """Only the develop is taken from the plan."""
    game = random_game(5).at(PLY)
    develop = next(each for each in game.legal_actions() if each.text.startswith("develop"))
    line = play_better_line(game, (develop, Action.from_text("declare")))
    assert line.view.events[-1].action == develop
