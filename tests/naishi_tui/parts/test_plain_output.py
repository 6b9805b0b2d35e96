from __future__ import annotations

from naishi_tui.drawing.ascii import Ascii
from naishi_tui.parts.appearance import PlainOutput


def test_lines_are_translated_only_while_that_is_wanted() -> None:
    wanted = {"ascii": False}
    output = PlainOutput(lambda: wanted["ascii"])
    assert not output.filters
    wanted["ascii"] = True
    assert [type(each) for each in output.filters] == [Ascii]
