"""Kinds of game by their keys."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.tabletop.kinds import KINDS, kind_of
from tests.naishi.tabletop import unison
from tests.naishi.tabletop.shared import is_a_line


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "unison", f"{unison.__name__}:UNISON")


def test_an_unknown_game_is_refused_in_one_line() -> None:
    with pytest.raises(NaishiError, match=r"no game called 'chess'.*naishi") as refused:
        kind_of("chess")
    assert is_a_line(refused)
