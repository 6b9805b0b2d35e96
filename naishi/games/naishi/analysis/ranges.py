"""Bounds of the numbers in a stored analysis.

A file could hold any number, and most could be neither drawn nor written.

The ends are a little wide: means of what lies at the end of a range may lie beyond it by a rounding error.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Chance = Annotated[float, Field(ge=-0.001, le=1.001)]
"""A chance to win, or a part of one."""
Difference = Annotated[float, Field(ge=-1.001, le=1.001)]
"""Between two chances."""
Accuracy = Annotated[float, Field(ge=-0.001, le=100.001)]
Points = Annotated[float, Field(ge=-1000, le=1000)]
Seat = Annotated[int, Field(ge=0, le=1)]
