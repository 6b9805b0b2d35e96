"""Legal actions and refusals in random games of Shogun."""

from __future__ import annotations

from naishi.games.shogun import legal
from naishi.games.shogun.actions import Action, parse
from naishi.games.shogun.data import board
from tests.naishi.games.shogun.playing import RULES
from tests.naishi.games.shogun.shared import RandomGame, games


@games
def test_a_question_has_two_answers_or_more(game: RandomGame) -> None:
    for before, seat, action, _now in game.steps():
        assert RULES.choices(before, seat) >= 2
        assert RULES.refusal(before, seat, action) is None
        assert parse(action.text) == action


@games
def test_the_list_of_legal_actions_and_the_refusals_agree(game: RandomGame) -> None:
    provinces = range(len(board().provinces))
    for number, (before, seat, _action, _now) in enumerate(game.steps()):
        if number % 9 or before.ask == "plan":
            continue
        candidates = [
            *(Action(verb) for verb in ("draw", "renew", "stay")),
            *(Action(verb, at) for verb in ("take", "revolt") for at in provinces),
            *(Action("place", number=size) for size in range(8)),
            *(Action("choose", number=card) for card in range(5)),
            *(
                Action("move", at, to, armies)
                for at in (before.at, 3)
                for to in provinces
                for armies in (0, 1, 2, 9, 40)
                if at >= 0
            ),
            *legal.legal_actions(before, seat),
        ]
        allowed = {action for action in candidates if RULES.refusal(before, seat, action) is None}
        assert allowed == set(legal.legal_actions(before, seat)) & set(candidates)
        assert not {*legal.legal_actions(before, seat)} - allowed
