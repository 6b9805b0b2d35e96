"""The driver of a local terminal, where what happens depends on the order of two signals."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from naishi_tui.terminal import local_driver
from naishi_tui.terminal.local_driver import LocalDriver
from tests.naishi_tui.waiting import until


@pytest.mark.parametrize("ended", [True, False])
async def test_a_job_that_is_continued_to_be_ended_does_not_take_the_terminal(
    ended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To take it in the background stops the process, which would then never hear that it is to end."""
    monkeypatch.setattr(local_driver, "in_background", lambda: True)
    monkeypatch.setattr(local_driver, "A_MOMENT", 0.0)
    loop, looked, taken = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    def resume() -> None:
        LocalDriver._resume(driver)  # type: ignore[arg-type]
        looked.set()

    driver = SimpleNamespace(
        suspended=True,
        _ending=False,
        loop=loop,
        _resume=resume,
        resume_application_mode=taken.set,
        _draw_anew=lambda: None,
    )
    LocalDriver._continue(driver)  # type: ignore[arg-type]
    assert not taken.is_set()
    driver._ending = ended
    await until(looked.is_set, "another look")
    assert taken.is_set() == (not ended)
