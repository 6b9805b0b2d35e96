"""Start of `naishi host`: lobby process, and first terminal."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, language, ngettext
from naishi.transports.local.local_socket import connect
from naishi.transports.local.local_terminal import visit

PATIENCE = 10.0
"""Seconds that the process has to say goodbye to everybody."""


def host(folder: Path, invited: Sequence[int], command: str, *, screen: bool) -> int:
    """Let users of this machine play, as long as this terminal stays.

    Args:
        folder: Where players and games are kept; made if there is none.
        invited: Who else may come.
        command: See `visit`.
        screen: See `visit`.

    Returns:
        The exit status.

    Raises:
        NaishiError: This user is hosting already, or the folder or the socket can't be used.
    """
    with _door(folder, invited):
        return asyncio.run(visit(connect(os.getuid()), command, screen=screen))


@contextmanager
def _door(folder: Path, invited: Sequence[int]) -> Iterator[None]:
    """Run the process with the lobby; at the end, say who was still there."""
    command = [sys.executable, "-P", "-m", "naishi_tui.visit.local_door", str(folder), language(), str(os.getpid())]
    process = subprocess.Popen(  # noqa: S603 - our own module, in a session of its own: no key interrupts it
        [*command, *map(str, invited)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}, encoding="utf-8",
    )  # fmt: skip
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101
    try:
        answer = process.stdout.readline()
        if answer != "\n":
            raise NaishiError(answer.strip() or _("The host's program could not start."))
        yield
    finally:
        process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        process.kill()
    _say_who_was_there(process.stdout.read().splitlines())


def _say_who_was_there(names: Sequence[str]) -> None:
    if names := [name for name in names if name]:
        words = ngettext(
            "{names} was still here. Everything is saved: `naishi host` opens the games again.",
            "{names} were still here. Everything is saved: `naishi host` opens the games again.",
            len(names),
            names=listed(names),
        )
        print(words)
