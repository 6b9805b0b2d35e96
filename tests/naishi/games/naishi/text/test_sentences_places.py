"""Places and actions as people read and type them."""

from __future__ import annotations

from naishi.common.i18n import noun
from naishi.games.naishi.game.view import Event
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.text.sentences import in_short
from tests.naishi.games.naishi.text.shared import spoken


def test_two_cards_alike_are_said_once() -> None:
    event = Event(seat=0, round=1, action=Action.from_text("discard R1 R2"), cards=(Card.TORII, Card.TORII))
    assert spoken("fr", lambda: in_short(event)) == "défausse (deux torii)"
    assert spoken("pl", lambda: in_short(event)) == "odrzucenie (dwie torii)"
    assert spoken("de", lambda: in_short(event)) == "Abwurf (zwei Torii)"
    assert spoken("pl", lambda: f"{noun('cards', 'banner'):with}") == "ze sztandarem"
