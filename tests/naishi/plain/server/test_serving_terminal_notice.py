"""Terminal notices without control characters."""

from __future__ import annotations

import pytest

from naishi.plain.server.serving import notice, taken_back


def test_each_way_has_its_sequence() -> None:
    assert notice("off", "Hello.", "xterm") == ""
    assert notice("bell", "Hello.", "xterm") == "\a"
    assert notice("notification", "Hello.", "xterm-256color") == "\x1b]9;Naishi: Hello.\a"
    assert notice("notification", "Hello.", "rxvt-unicode-256color") == "\x1b]777;notify;Naishi;Hello.\a"
    assert notice("title", "Hello.", "xterm") == "\x1b[22;2t\x1b]2;Naishi: Hello.\a"
    assert taken_back("title") == "\x1b]2;\a\x1b[23;2t"
    assert taken_back("bell") == taken_back("notification") == ""


@pytest.mark.parametrize("how", ["notification", "title"])
@pytest.mark.parametrize("term", ["xterm", "foot"])
def test_nothing_of_a_name_means_anything_to_a_terminal(how: str, term: str) -> None:
    sent = notice(how, "A\x1b]52;c;\x07\x9c\x90\u202eB", term)
    assert sent.endswith("A]52,c,B\a")
    assert sent.count("\a") == 1
