"""Input during background output."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import cast

from naishi.plain.room import Room, follow


class Place:
    """Stands for a room, where a line is typed whenever the test says so."""

    def __init__(self) -> None:
        self.line: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self.kept: list[str] = []

    async def next_line(self) -> str | None:
        line, self.line = self.line, asyncio.get_running_loop().create_future()
        return await line

    def put_back(self, line: str) -> None:
        self.kept.append(line)


async def once() -> AsyncIterator[None]:
    """One change."""
    yield
    await asyncio.get_running_loop().create_future()


async def test_a_line_that_comes_as_a_room_is_left_is_put_back() -> None:
    place = Place()
    async with aclosing(follow(cast("Room", place), once())) as lines:
        line = place.line
        assert await anext(lines) is None
        line.set_result("quit")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert place.kept == ["quit"]


async def test_a_line_that_was_read_is_not_put_back() -> None:
    place = Place()
    place.line.set_result("quit")
    async with aclosing(follow(cast("Room", place), once())) as lines:
        found = [await anext(lines), await anext(lines)]
    assert sorted(found, key=str) == [None, "quit"]
    assert place.kept == []
