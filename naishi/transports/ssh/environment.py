"""Limits on clients' `env` requests.

asyncssh keeps every variable that a client sends, at any time and of any length, and has no hook to refuse one: it
looks for the handler of a request by name, `_process_env_request`, and so finds ours. Checked with asyncssh 2.24.1; a
version without that name fails at the first connection.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import asyncssh
from asyncssh.packet import SSHPacket

NAME = re.compile(rb"LANG|LANGUAGE|LC_[A-Z_]{1,32}|COLORTERM|NO_COLOR")
"""The language, and what says which colours to draw in."""
LONGEST_VALUE = 64
"""Bytes."""


class EnvironmentGuard:
    """Decides which variables of one client are kept."""

    def __init__(self, most: int, most_refused: int, give_up: Callable[[], None]) -> None:
        """Begin with none.

        Args:
            most: How many are kept.
            most_refused: How many may be refused.
            give_up: Called once, when more are refused.
        """
        self._left, self._refusals_left, self._give_up = most, most_refused, give_up

    def admits(self, name: bytes, value: bytes) -> bool:
        """Return whether to keep a variable, and count it."""
        if self._left > 0 and len(value) <= LONGEST_VALUE and NAME.fullmatch(name):
            self._left -= 1
            return True
        self._refusals_left -= 1
        if self._refusals_left == -1:
            self._give_up()
        return False


def guard_environment(channel: asyncssh.SSHServerChannel[bytes], guard: EnvironmentGuard) -> None:
    """Have the variables of a channel checked before asyncssh keeps them; a refused request fails."""
    keep: Callable[[SSHPacket], bool] = channel._process_env_request

    def check_and_keep(packet: SSHPacket) -> bool:
        request = SSHPacket(packet.get_remaining_payload())
        return guard.admits(request.get_string(), request.get_string()) and keep(packet)

    channel._process_env_request = check_and_keep  # type: ignore[method-assign]
