"""How documents spell cards, cells and actions: by their names and texts. For the fields of pydantic models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer

from naishi.rules.actions import Action
from naishi.rules.cards import Card
from naishi.rules.territory import Cell


def _spelled(read: Callable[[str], object]) -> BeforeValidator:
    """Read a text; let pass what has been read already."""
    return BeforeValidator(lambda value: read(value) if isinstance(value, str) else value)


_AS_TEXT = PlainSerializer(str, return_type=str)

CardName = Annotated[Card, _spelled(Card.from_text), _AS_TEXT]
CellName = Annotated[Cell, _spelled(Cell.from_text), _AS_TEXT]
ActionText = Annotated[Action, _spelled(Action.from_text), _AS_TEXT]
