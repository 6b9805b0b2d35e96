"""Clock that dates saved games."""

from __future__ import annotations

from datetime import datetime, tzinfo

import pytest

from naishi.saves import open_save


def set_clock(monkeypatch: pytest.MonkeyPatch, moment: datetime | None) -> None:
    """Let the clock stand still at a time; without one, let it go on as it does."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return moment or datetime.now(tz)

    monkeypatch.setattr(open_save, "datetime", Clock)
