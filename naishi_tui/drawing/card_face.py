"""What a card on the table shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardFace:
    """What to draw of one card, worked out from the `PlayerView`."""

    look: str
    """The card's type; `back` for a face-down card, `empty` for an empty place."""
    name: str = ""
    kind: str = ""
    rule: tuple[str, str] = ("", "")
    rule_line: str = ""
    """The same in one line, for below a picture."""
    scoring: str = ""
    """The same in a sentence, for cards with enough lines."""
    worth: str = ""
    foot: str = ""
    target: bool = False
    """It can be chosen now."""
    chosen: bool = False
    """It is part of the half-made choice."""
    dim: bool = False
    """It plays no part in the choice being made."""
    changed: bool = False
    """It changed since the viewer last looked."""
    aimed: bool = False
    """The action under the cursor would bring it."""
    advised: bool = False
    """It belongs to the action that is advised."""
