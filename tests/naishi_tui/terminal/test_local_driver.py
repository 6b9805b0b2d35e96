"""Local driver of a continued job: input and size."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.message import Message

from naishi_tui.pictures.terminal_pictures import TerminalPictures
from naishi_tui.terminal import local_driver
from naishi_tui.terminal.local_driver import JOB_CONTROL, LARGEST, LocalDriver, Watchdog
from tests.naishi_tui.waiting import until


class StoppedDriver(LocalDriver):
    """The driver of a job that was stopped, at no terminal."""

    def __init__(self, watchdog: Watchdog) -> None:
        self.looks = 0
        """How often it was asked whether it is stopped."""
        self.sent: list[Message] = []
        self.resumed = False
        super().__init__(App[None](), watchdog=watchdog, pictures=TerminalPictures(lambda: False, lambda: None))

    @property
    def suspended(self) -> bool:
        self.looks += 1
        return True

    def resume_application_mode(self) -> None:
        self.resumed = True

    def send_message(self, message: Message) -> None:
        self.sent.append(message)


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """Put back what the driver does about signals."""
    before = {each: signal.getsignal(each) for each in JOB_CONTROL}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


def watchdog() -> Any:
    return SimpleNamespace(code=None, driver=None)


@pytest.mark.parametrize("ended", [True, False])
async def test_a_job_that_is_continued_to_be_ended_does_not_take_the_terminal(
    ended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To take it in the background stops the process, which would then never hear that it is to end."""
    monkeypatch.setattr(local_driver, "in_background", lambda: True)
    monkeypatch.setattr(local_driver, "A_MOMENT", 0.2)
    dog = watchdog()
    driver = StoppedDriver(dog)
    os.kill(os.getpid(), signal.SIGCONT)
    await until(lambda: driver.looks, "it is continued")
    assert not driver.resumed
    looks, dog.code = driver.looks, 0 if ended else None
    await until(lambda: driver.looks > looks, "another look")
    assert driver.resumed == (not ended)


@pytest.mark.parametrize(
    ("columns", "lines", "drawn"),
    [("80", "24", (80, 24)), ("9" * 20, "9" * 20, LARGEST), ("junk", "99999", (80, LARGEST[1])), ("1", "1", (1, 1))],
)
async def test_a_terminal_may_say_any_size_and_is_drawn_for_up_to_a_largest(
    monkeypatch: pytest.MonkeyPatch, columns: str, lines: str, drawn: tuple[int, int]
) -> None:
    monkeypatch.setattr(local_driver, "in_background", lambda: False)
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", lines)
    monkeypatch.setattr(sys, "__stdout__", None)  # no terminal to ask
    driver = StoppedDriver(watchdog())
    os.kill(os.getpid(), signal.SIGCONT)
    await until(lambda: driver.sent, "it is drawn for a size")
    (resize,) = driver.sent
    assert isinstance(resize, events.Resize)
    assert resize.size == drawn
