"""Sample round of Ninjato."""

from __future__ import annotations

from naishi.games.ninjato.kind import NINJATO


def test_it_is_one_whole_round_that_a_record_reads_again() -> None:
    game = NINJATO.sample().game
    assert (game.round, game.result) == (2, None)
    assert NINJATO.read(game.document()).position_text() == game.position_text()


def test_the_hand_that_it_begins_with_is_the_one_it_names() -> None:
    sample = NINJATO.sample()
    hand = sample.game.at(0).view(sample.seat).table.players[sample.seat].hand
    (said,) = (comment.text for comment in sample.comments if "hand of dojo cards" in comment.text)
    assert f"{', '.join(hand[:-1])} and {hand[-1]}." in said


def test_comments_follow_the_order_of_the_game() -> None:
    sample = NINJATO.sample()
    plies = [comment.ply for comment in sample.comments]
    assert plies == sorted(plies)
    assert plies[0] == 0
    assert plies[-1] <= sample.game.ply()
