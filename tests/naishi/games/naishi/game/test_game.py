"""Game in progress: play, undo, rounds, outcome."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import naishi
from naishi import (
    Action,
    Card,
    Deal,
    Game,
    IllegalActionError,
    InvalidActionError,
    NaishiError,
    Phase,
    Player,
    Termination,
)
from naishi.games.naishi.rules.scoring import outcome
from naishi.games.naishi.text.sentences import sentence
from tests.naishi.playing import SEEDS, random_game

NAMES = ("Aiko", "Bruno")

PLAIN = Deal.model_validate(
    {
        "river": [list(pile) for pile in ("FFFFTT", "TTRRRR", "RBBAAA", "ASSSSK", "KKHHOO")],
        "gifts": [["naishi", "naishi"], ["ninja", "ninja"]],
        "shuffles": [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
    }
)
"""Each seat has a naishi and a ninja: H4 and H5, so that a ninja copies a naishi if nothing else is taken."""


def playing(*actions: str) -> Game:
    game = Game.new(deal=PLAIN, players=NAMES)
    for action in ("give 1", "give 1", *actions):
        game.play(action)
    return game


def pile_one_emptied() -> list[str]:
    """Six turns: both seats develop at position 1, and take no bonus."""
    return ["develop L1", "end"] * 6


class TestNew:
    def test_a_new_game_waits_for_the_first_gift(self) -> None:
        game = Game.new(seed=7, players=NAMES)
        assert (game.turn, game.phase, game.round, game.outcome) == (0, Phase.GIFT, 1, None)

    def test_a_seed_gives_a_deal(self) -> None:
        assert Game.new(seed=7).deal == Deal.random(7)

    def test_without_a_seed_deals_differ(self) -> None:
        assert len({Game.new().deal.model_dump_json() for _ in range(5)}) == 5

    def test_players_may_be_names_or_players(self) -> None:
        game = Game.new(seed=7, players=("Aiko", Player(name="Robo", kind="random")))
        assert [(player.name, player.kind) for player in game.players] == [("Aiko", "human"), ("Robo", "random")]

    @pytest.mark.parametrize("names", [(), ("Aiko",), ("Aiko", "Bruno", "Cleo")])
    def test_naishi_is_for_two(self, names: tuple[str, ...]) -> None:
        with pytest.raises(NaishiError, match="Naishi is for two players"):
            Game.new(seed=7, players=names)

    def test_a_player_needs_a_name(self) -> None:
        with pytest.raises(NaishiError, match="A player needs a name"):
            Game.new(seed=7, players=("Aiko", " "))

    @pytest.mark.parametrize("wrong", [{"deal": {}}, {"options": {}}, {"players": ("Aiko", 3)}, {"players": None}])
    def test_what_is_of_the_wrong_type_is_refused_in_words(self, wrong: Any) -> None:
        with pytest.raises(NaishiError, match="is needed here"):
            Game.new(**{"seed": 7, **wrong})

    def test_a_seed_that_cannot_be_encoded_is_refused_in_words(self) -> None:
        with pytest.raises(NaishiError, match="can't be used as a deal code"):
            Game.new(seed="a\udfff")


@pytest.mark.parametrize("seat", [2, -1, "0", 0.5])
def test_there_are_no_other_seats_than_two(seat: Any) -> None:
    game = random_game(7, 5)
    for ask in (game.view, game.events):
        with pytest.raises(NaishiError, match=f"A seat is 0 or 1, not '{seat}'"):
            ask(seat)


@pytest.mark.parametrize("ply", [-1, 99])
def test_there_is_no_moment_before_the_first_or_after_the_last(ply: int) -> None:
    with pytest.raises(NaishiError, match=f"There is no ply {ply} in this game; the last is 5"):
        random_game(7, 5).at(ply)


@pytest.mark.parametrize("ply", [None, "x", 1.5])
def test_a_moment_is_a_whole_number(ply: Any) -> None:
    with pytest.raises(NaishiError, match="int is needed here"):
        random_game(7, 5).at(ply)


class TestPlay:
    @pytest.mark.parametrize("action", [None, 3, b"end", ["end"]])
    def test_what_is_no_text_is_no_action(self, action: Any) -> None:
        with pytest.raises(InvalidActionError):
            playing().play(action)

    def test_takes_texts_and_actions(self) -> None:
        game = Game.new(seed=7)
        game.play("give 1")
        game.play(Action.from_text("give 2"))
        assert [action.text for action in game.actions] == ["give 1", "give 2"]

    def test_refuses_a_text_that_is_no_action(self) -> None:
        with pytest.raises(InvalidActionError, match="'fly' is not an action"):
            Game.new(seed=7).play("fly")

    @pytest.mark.parametrize(
        "action", ["declare", "recall", "decree L1", "copy L1 monk", "give 1", "pass", "develop L2"]
    )
    def test_a_refused_action_changes_nothing(self, action: str) -> None:
        game = playing("swap L1 L2", "develop L1", "develop L2", "swap L1 L2", "recall", "develop L1")
        before = (game.record, game.position.to_text(), game.view(0), game.view(1))
        with pytest.raises(IllegalActionError):
            game.play(action)
        assert (game.record, game.position.to_text(), game.view(0), game.view(1)) == before

    def test_a_develop_on_an_empty_pile_is_refused_in_words(self) -> None:
        game = playing(*pile_one_emptied())
        with pytest.raises(IllegalActionError, match="River pile 1 is empty"):
            game.play("develop H1")

    def test_a_record_with_a_develop_on_an_empty_pile_is_refused_in_words(self) -> None:
        record = playing(*pile_one_emptied()).record
        actions = (*record.actions, Action.from_text("develop H1"))
        with pytest.raises(NaishiError, match=r"Action 15 \(develop H1\) is not allowed: River pile 1 is empty"):
            Game(record.model_copy(update={"actions": actions, "cursor": len(actions)}))

    def test_errors_are_value_errors(self) -> None:
        with pytest.raises(ValueError, match="Gifts are chosen only"):
            playing().play("give 1")

    def test_the_position_is_a_copy(self) -> None:
        game = playing()
        game.position.push(Action.from_text("develop L1"))
        assert len(game.actions) == 2


class TestRounds:
    @pytest.mark.parametrize(
        ("actions", "round_"),
        [
            ([], 1),
            (["develop L1"], 1),
            (["develop L1", "end"], 1),
            (["develop L1", "end", "develop L1"], 1),
            (["develop L1", "end", "develop L1", "end"], 2),
            (["decree L1", "develop L1", "end", "develop L1"], 2),
        ],
    )
    def test_both_seats_turns_make_a_round(self, actions: list[str], round_: int) -> None:
        assert playing(*actions).round == round_

    def test_the_first_round_begins_with_the_gifts(self) -> None:
        assert [event.round for event in playing("develop L1").events()] == [1, 1, 1]

    def test_the_last_turn_is_in_its_round(self) -> None:
        game = playing(*pile_one_emptied(), "declare", "develop L2", "end")
        assert (game.turn, game.round, game.events()[-1].round) == (None, 4, 4)


class TestUndo:
    def test_there_is_nothing_to_undo_at_first(self) -> None:
        with pytest.raises(IllegalActionError, match="Nothing to undo"):
            Game.new(seed=7).undo()

    def test_there_is_nothing_to_redo_at_first(self) -> None:
        with pytest.raises(IllegalActionError, match="Nothing to redo"):
            playing().redo()

    def test_undo_and_redo_return_the_action(self) -> None:
        game = playing("develop L1")
        assert [game.undo().text, game.redo().text] == ["develop L1", "develop L1"]

    def test_a_new_action_drops_what_was_taken_back(self) -> None:
        game = playing("develop L1", "end", "develop L2")
        game.undo()
        game.undo()
        game.play("swap L1 L2")
        assert (game.can_redo, [a.text for a in game.record.actions[2:]]) == (False, ["develop L1", "swap L1 L2"])

    def test_the_same_action_again_drops_what_was_taken_back_too(self) -> None:
        game = playing("develop L1", "end")
        game.undo()
        game.undo()
        game.play("develop L1")
        assert not game.can_redo

    def test_an_illegal_action_keeps_what_was_taken_back(self) -> None:
        game = playing("develop L1", "end")
        game.undo()
        with pytest.raises(IllegalActionError):
            game.play("recall")
        assert game.redo().text == "end"

    def test_undone_actions_leave_no_events(self) -> None:
        game = playing("develop L1")
        told = [sentence(game.events()[-1], NAMES)]
        game.undo()
        game.play("decree L1")
        told.append(sentence(game.events()[-1], NAMES))
        assert told == [
            "Aiko placed Fort at L1, discarding Mountain.",
            "Aiko imposed the decree at L1, exchanging Mountain for Mountain.",
        ]

    def test_the_gifts_can_be_taken_back(self) -> None:
        game = playing()
        game.undo()
        assert (game.turn, game.phase) == (1, Phase.GIFT)

    def test_a_finished_game_can_be_taken_back(self) -> None:
        game = playing(*pile_one_emptied(), "declare", "develop L2", "end")
        game.undo()
        assert (game.turn, game.phase, game.outcome) == (1, Phase.PLAY, None)


class TestOutcome:
    def test_a_declared_end_is_told_as_such(self) -> None:
        result = playing(*pile_one_emptied(), "declare", "develop L2", "end").outcome
        assert result is not None
        assert result.termination is Termination.DECLARED

    def test_the_second_player_may_declare(self) -> None:
        """Ruling: whoever declares; the first player then has the last turn."""
        game = playing(*pile_one_emptied(), "develop L2", "end", "declare")
        assert (game.turn, game.view(0).last) == (0, 0)
        game.play("develop L2")
        game.play("end")
        assert game.outcome is not None

    def test_an_end_by_piles_is_told_as_such(self) -> None:
        game = playing(*pile_one_emptied(), *["develop L2", "end"] * 6)
        assert game.outcome is not None
        assert game.outcome.termination is Termination.PILES

    def test_a_declaration_taken_back_is_forgotten(self) -> None:
        game = playing(*pile_one_emptied(), "declare")
        game.undo()
        for _turn in range(6):
            game.play("develop L2")
            game.play("end")
        assert game.outcome is not None
        assert game.outcome.termination is Termination.PILES

    def test_the_sheets_are_those_of_the_territories(self) -> None:
        game = playing(*pile_one_emptied(), "declare", "develop L2", "end")
        assert game.outcome is not None
        assert game.outcome.sheets == game.position.sheets()

    @pytest.mark.parametrize(
        ("first", "second", "winner", "by_colours"),
        [
            ("FMMMM/MMMMM", "MMMMM/MMMMM", 0, False),
            ("MMMMM/MMMMM", "FMMMM/MMMMM", 1, False),
            ("MRMMM/MMMMM", "MMMMM/MMMMM", 0, True),  # the same points, one colour more
            ("MMMMM/MMMMM", "MRMMM/MMMMM", 1, True),
            ("MXMMM/MMRMM", "MRMMM/MMRMM", None, False),  # a ninja with nothing to copy has no colour
            ("MMMMM/MMMMM", "MMMMM/MMMMM", None, False),
            ("MRMMM/MMMMM", "MMFMM/MMMMM", None, False),  # other colours, but as many
            ("FMRMM/MMRMM", "MMMMM/MAMAM", 0, False),  # 11 against 3
        ],
    )
    def test_points_then_colours_then_a_draw(
        self, first: str, second: str, winner: int | None, by_colours: bool
    ) -> None:
        result = outcome((naishi.score(first), naishi.score(second)), Termination.PILES)
        assert (result.winner, result.by_colours) == (winner, by_colours)

    @given(SEEDS)
    def test_the_winner_has_more_points_or_more_colours(self, seed: int) -> None:
        result = random_game(seed).outcome
        assert result is not None
        ranks = [(sheet.total, sheet.colours) for sheet in result.sheets]
        assert result.winner == (None if ranks[0] == ranks[1] else ranks.index(max(ranks)))


class TestNinjas:
    def game(self) -> Game:
        """Seat 1 gave a ninja and kept one; both seats took another character."""
        game = playing(*["develop L4", "end"] * 6)
        game.play("declare")
        game.play("develop L1")
        game.play("end")
        return game

    def test_the_game_waits_for_the_first_players_ninja(self) -> None:
        game = self.game()
        assert (game.phase, game.turn, game.outcome) == (Phase.COPY, 0, None)

    def test_the_choice_is_made_after_both_hands_are_open(self) -> None:
        hands = [side.hand for side in self.game().view(1).sides]
        assert None not in hands[0]

    def test_once_all_have_chosen_the_game_is_over(self) -> None:
        game = self.game()
        game.play("copy H5 naishi")
        assert game.turn == 1
        game.play(game.legal_actions()[-1])
        assert game.outcome is not None
        assert game.outcome.sheets[0].points[Card.NINJA] == 0

    def test_a_choice_can_be_taken_back(self) -> None:
        game = self.game()
        game.play("copy H5 naishi")
        game.undo()
        assert (game.phase, game.turn, game.view(0).sides[0].copies) == (Phase.COPY, 0, {})


def test_the_example_of_the_documentation_works() -> None:
    assert naishi.score("fort sentinel advisor banner rice / fort mountain naishi rice rice").total == 62
