"""Recordings read by their format, and replayed."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pyte

from tests.terminal import Screen

CODES = {2: {"o", "i", "m", "r"}, 3: {"o", "i", "m", "r", "x"}}


class Cast(NamedTuple):
    """A recording; times count from its beginning."""

    header: dict[str, Any]
    size: tuple[int, int]
    events: list[tuple[float, str, str]]

    @property
    def labels(self) -> list[str]:
        return [data for _at, code, data in self.events if code == "m"]

    def screen(self, until: float = float("inf")) -> list[str]:
        """What a terminal shows at a moment."""
        return list(self.terminal(until).display)

    def terminal(self, until: float = float("inf")) -> Screen:
        screen = Screen(*self.size)
        stream = pyte.Stream(screen)
        for at, code, data in self.events:
            if code == "o" and at <= until:
                stream.feed(data)
        return screen


def parse(text: str) -> Cast:
    """Read a recording, strictly.

    Version 2: a header with `version`, `width` and `height`; then `[time, code, data]`, times never falling.
    Version 3: the size is in `term`, and a time counts from the event before.
    """
    assert text.endswith("\n")
    first, *rest = text.splitlines()
    header = json.loads(first)
    version = header["version"]
    assert version in CODES
    if version == 3:
        assert not header.keys() & {"width", "height"}
        size = header["term"]["cols"], header["term"]["rows"]
    else:
        size = header["width"], header["height"]
    assert all(isinstance(each, int) and each > 0 for each in size)
    assert isinstance(header.get("title", ""), str)
    assert all(isinstance(value, str) for value in header.get("env", {}).values())
    events: list[tuple[float, str, str]] = []
    for line in rest:
        time, code, data = json.loads(line)
        assert isinstance(time, int | float)
        assert time >= 0
        assert code in CODES[version]
        assert isinstance(data, str)
        data.encode()  # no half of a surrogate
        before = events[-1][0] if events else 0.0
        at = time + before if version == 3 else time
        assert at >= before
        events.append((at, code, data))
    return Cast(header, size, events)
