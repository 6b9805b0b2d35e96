"""Views of Shogun: as documents, and what they hide."""

from __future__ import annotations

import json

from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.rules import from_case
from naishi.tabletop.chance import Source
from tests.naishi.games.shogun.playing import RULES, any_action, cases, random_game

NAMES = ("Aiko", "Bruno", "Chie", "Daichi", "Emi")


def test_a_view_is_a_document_that_another_process_reads() -> None:
    game = from_case(cases()[3]).at(60)
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        again = SHOGUN.view(json.loads(json.dumps(view.model_dump(mode="json"))))
        assert again.position == view.position
        assert again.legal_actions == view.legal_actions
        assert again.model_dump(mode="json") == view.model_dump(mode="json")


def test_a_view_refuses_as_the_rules_do() -> None:
    source = Source("refusals")
    for before, seat, action, _after in random_game(5, 4):
        view = RULES.view(before, seat, names=NAMES[:4])
        assert view.refusal(action) is None
        assert view.refusal(action.text) is None
        assert view.choices == RULES.choices(before, seat)
        other = any_action(before, seat, source)
        assert view.refusal(other) == RULES.refusal(before, seat, other)
        public = RULES.view(before, None, names=NAMES[:4])
        assert public.refusal(action) == "You have nothing to decide now."
        assert view.unable().refusal(action) is not None
