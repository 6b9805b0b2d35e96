"""A new PIN in line mode."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from naishi.plain.new_table import new_pin


class Typist:
    """A console at which someone types one secret after another."""

    interactive = True

    def __init__(self, *secrets: str) -> None:
        self.secrets, self.said = [*secrets], list[str]()

    async def ask_secret(self, question: str) -> str:
        self.said.append(question)
        return self.secrets.pop(0)

    def write(self, line: str) -> None:
        self.said.append(line)


def test_a_short_pin_is_refused_before_it_is_typed_again() -> None:
    typist = Typist("1", "1234", "1234")
    assert asyncio.run(new_pin("Aiko", cast("Any", typist))) == "1234"
    assert typist.said[1] == "A PIN has letters, digits or symbols: at least 4."
    assert typist.said.count("Once more: ") == 1
