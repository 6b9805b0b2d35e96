"""Log of the process that serves."""

from __future__ import annotations

import logging

from naishi_tui.serving import is_of_interest


def test_the_log_has_no_line_for_each_write_to_a_client_that_has_gone() -> None:
    def record(text: str) -> logging.LogRecord:
        return logging.LogRecord("asyncio", logging.WARNING, "", 0, text, None, None)

    assert not is_of_interest(record("socket.send() raised exception."))
    assert is_of_interest(record("Task was destroyed but it is pending!"))
