"""Refusals of plans of Shogun, and lists of what is legal."""

from __future__ import annotations

import pytest

from naishi.common.i18n import IllegalActionError
from naishi.games.shogun.kind import SHOGUN

NAMES = ("Aiko", "Bruno", "Chie", "Daichi", "Emi")


def test_plans_are_refused_in_words() -> None:
    game = SHOGUN.new(NAMES[:3], {"setup": "printed"}, "refused")
    for text, sentence in (
        ("plan bid:1", "At least six province cards must be laid; laid so far: 0."),
        ("plan castle:Kii", "Kii isn't yours."),
        ("plan castle:Suruga tax:Suruga", "Suruga lies on two spaces; each card can be laid once."),
        ("choose rice", "Now everybody plans the season: plan, then each space with its card."),
        (
            "plan castle:Suruga temple:Mino rice:Tamba tax:Musashi raise5:Harima raise3:Izu",
            "The bid may be empty only with five provinces or fewer: lay a chest card or a province there.",
        ),
    ):
        before = game.position_text()
        with pytest.raises(IllegalActionError) as refused:
            game.play(text, 0)
        assert str(refused.value) == sentence
        assert game.position_text() == before
