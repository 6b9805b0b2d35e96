"""What can't deal with the expansion yet refuses its games here, before it is asked about one."""

from __future__ import annotations

from typing import Protocol

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.rules.expansion import Module


class Played(Protocol):
    """A game, a position, or a view of one."""

    @property
    def module(self) -> Module | None:
        """The module that it is played with."""


def check_analysed(of: Played) -> None:
    """Refuse a game that can't be analysed: one with the expansion.

    Raises:
        NaishiError: It is one.
    """
    if of.module is not None:
        raise NaishiError(_("Games with the expansion Legends & Travellers can't be analysed yet."))
