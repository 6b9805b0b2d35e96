"""Reading what is typed while something goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from typing import Any

from naishi.common.i18n import _
from naishi.plain.room import Room
from naishi.sessions import Participant


async def follow(room: Room, changes: AsyncIterator[object]) -> AsyncGenerator[str | None, None]:
    """Yield what is typed in a room, and None whenever something has changed; end where nobody watches any more.

    A script is read up to its end, and then watches on.
    """
    change = asyncio.ensure_future(anext(changes, None))
    line: asyncio.Future[str | None] = asyncio.ensure_future(room.next_line())
    try:
        while True:
            futures: set[asyncio.Future[Any]] = {change, line}
            done, _pending = await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
            if line in done:
                if (typed := line.result()) is not None:
                    line = none_yet()
                    yield typed
                    line = asyncio.ensure_future(room.next_line())
                    continue
                if room.console.interactive:
                    return
                line = none_yet()  # nothing more will be typed
                yield None
            if change in done:
                yield None
                change = asyncio.ensure_future(anext(changes, None))
    finally:
        if line.done() and not line.cancelled() and line.exception() is None and (unread := line.result()) is not None:
            room.put_back(unread)
        for each in (change, line):
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each


def none_yet() -> asyncio.Future[str | None]:
    """Return a line that nobody types."""
    return asyncio.get_running_loop().create_future()


def whose_view(participant: Participant) -> str:
    """Say from which side one looks."""
    view = participant.view
    if view.public:
        return _("You see what everyone at the table sees.")
    return _("You see what {name} sees.").format(name=view.names[view.seat])
