"""PINs in line mode: asked for without being shown, and refused in words that say how long to wait."""

from __future__ import annotations

from math import ceil

from naishi.common.i18n import _, ngettext
from naishi.plain.context import Context
from naishi.tabletop.players import Player


async def ask_pin(context: Context, player: Player) -> str | None:
    """Ask for a player's PIN; return what was typed, None at the end of the input."""
    return await context.console.ask_secret(_("{name}'s PIN: ").format(name=player.name))


def pin_refusal(context: Context, player: Player, typed: str) -> str:
    """Say why what was typed uncovers nothing; empty where it is the player's PIN. A wrong one is counted.

    Args:
        context: Where the wrong ones are counted.
        player: A player who has a PIN.
        typed: What was typed, not nothing.
    """
    attempts, pin = context.pin_attempts, player.pin or ""
    if (wait := ceil(attempts.wait(pin))) > 0:
        return ngettext(
            "Not yet: wait {count} second before you type the PIN.",
            "Not yet: wait {count} seconds before you type the PIN.",
            wait,
        )
    if attempts.admits(typed, pin):
        return ""
    return ngettext(
        "That is not {name}'s PIN. Try again in {count} second.",
        "That is not {name}'s PIN. Try again in {count} seconds.",
        max(1, ceil(attempts.wait(pin))),
        name=player.name,
    )
