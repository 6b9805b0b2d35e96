"""Lines over a channel: independent, and kind to typing."""

from __future__ import annotations

import asyncio

import pytest

from naishi.plain.server.serving import FULL, LONGEST_LINE, ChannelLines


class Channel:
    """A channel, and the lines on it."""

    def __init__(self, *, edits: bool = False) -> None:
        self.sent = ""
        self.lines = ChannelLines(self._take, edits=edits)

    def _take(self, data: bytes) -> None:
        self.sent += data.decode()

    async def reading(self, prompt: str = "> ") -> asyncio.Task[str | None]:
        """Begin to read a line."""
        task = asyncio.create_task(self.lines.read(prompt))
        await settled()
        return task


async def settled() -> None:
    for _step in range(5):
        await asyncio.sleep(0)


async def test_a_line_is_read_once_it_is_whole() -> None:
    channel = Channel()
    task = await channel.reading()
    for part in (b"riv", b"er\r", b"\nhand"):
        assert not task.done()
        channel.lines.feed(part)
        await settled()
    assert await task == "river"


async def test_what_arrives_at_a_prompt_has_a_line_of_its_own_and_the_prompt_comes_again() -> None:
    channel = Channel()
    task = await channel.reading()
    channel.lines.write("Bruno offers a draw.\n")
    channel.lines.write("Type agree or decline.\n")
    await settled()
    assert channel.sent == "> \nBruno offers a draw.\nType agree or decline.\n> "
    channel.lines.feed(b"agree\n")
    assert await task == "agree"
    channel.lines.write("Agreed.\n")
    await settled()
    assert channel.sent.endswith("\n> Agreed.\n"), "the client's own terminal has ended the line"


async def test_what_was_begun_to_be_typed_is_shown_again_where_the_server_shows_it() -> None:
    channel = Channel(edits=True)
    task = await channel.reading()
    channel.lines.feed("dévx\x7f".encode())
    await settled()
    channel.lines.write("Bruno is here.\n")
    await settled()
    assert channel.sent == "> dévx\b \b\r\nBruno is here.\r\n> dév"
    channel.lines.feed(b"\r")
    assert await task == "dév"
    channel.lines.write("Yes.\n")
    assert channel.sent.endswith("> dév\r\nYes.\r\n")


async def test_where_nobody_is_asked_no_prompt_is_repeated() -> None:
    channel = Channel()
    channel.lines.write("Hello.\n")
    await settled()
    assert channel.sent == "Hello.\n"


async def test_lines_that_were_sent_ahead_are_read_one_by_one_without_a_prompt() -> None:
    channel = Channel()
    channel.lines.feed(b"one\ntwo\nthree")
    channel.lines.end()
    assert [await channel.lines.read("> ") for _line in range(4)] == ["one", "two", "three", None]
    assert channel.sent == "> ", "for the end alone"


async def test_the_end_comes_at_once_where_the_client_is_gone() -> None:
    channel = Channel()
    channel.lines.feed(b"one\n")
    channel.lines.end(at_once=True)
    assert await channel.lines.read("> ") is None


async def test_a_reader_who_is_cancelled_takes_no_line_along() -> None:
    channel = Channel()
    task = await channel.reading()
    task.cancel()
    await settled()
    channel.lines.feed(b"one\n")
    assert await channel.lines.read("> ") == "one"


@pytest.mark.ci
@pytest.mark.parametrize("edits", [False, True])
async def test_a_line_without_an_end_is_cut_and_fills_nothing(edits: bool) -> None:
    channel = Channel(edits=edits)
    task = await channel.reading()
    for _piece in range(20):
        channel.lines.feed(b"x" * FULL)
        await settled()
        assert not channel.lines.full
    channel.lines.feed(b"\nriver\n")
    assert await task == "x" * LONGEST_LINE
    assert await channel.lines.read("> ") == "river"


async def test_who_sends_too_long_a_line_is_answered_before_its_end() -> None:
    channel = Channel()
    task = await channel.reading()
    channel.lines.feed(b"x" * (LONGEST_LINE + 1))
    assert await asyncio.wait_for(task, 60) == "x" * LONGEST_LINE


async def test_the_end_of_too_long_a_line_is_no_line_of_its_own() -> None:
    channel = Channel()
    first = await channel.reading()
    channel.lines.feed(b"x" * 2560)
    await asyncio.wait_for(first, 60)
    second = await channel.reading()
    channel.lines.feed(b"x" * 100 + b"name EvilTail\nriver\n")
    assert await asyncio.wait_for(second, 60) == "river"


async def test_a_client_has_to_wait_while_lines_wait_to_be_read() -> None:
    channel = Channel()
    channel.lines.feed(b"river\n" * FULL)
    assert channel.lines.full
    while channel.lines.full:
        assert await channel.lines.read("> ") == "river"


async def test_broken_letters_harm_nothing() -> None:
    channel = Channel()
    channel.lines.feed(b"\xff\xfe\xc3\n")
    assert "�" in (await channel.lines.read("> ") or "")
