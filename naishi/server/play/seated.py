"""Who is at a match, as far as the parts of a participant have to know."""

from __future__ import annotations

from typing import Protocol


class Seated(Protocol):
    """A player or somebody who watches."""

    seat: int | None
    """None where they watch."""
