"""Preferences of a visitor, kept with the account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.settings.check import Fault, check_all
from naishi.settings.key_table import ON_A_SERVER as KEYS_ON_A_SERVER
from naishi.settings.keymap import quoted_description
from naishi.settings.schema import NAMES, Layers

ON_A_SERVER = {"animations": False, "advice": False}
"""Advice would be thought up for nobody to see, and animations are bytes; who has enough can choose them."""

OFFERED = (
    *("theme", "ascii", "pictures", "animations", "hints", "memory_aid", "nudges"),
    *("bell", "plain", "language", "notice"),
)
"""What can be chosen on the screen of the settings; keys have a screen of their own."""


@dataclass(frozen=True, kw_only=True)
class AccountLayers(Layers):
    """The settings of a player of a server."""

    visitor: Visitor
    """Whose settings they are."""

    @property
    @override
    def kept(self) -> str:
        return _("Settings are kept on this server, for you.")

    async def write(self, name: str) -> None:
        """Keep the chosen value of one setting. Raises SaveNotWrittenError: it couldn't be stored."""
        await self.visitor.choose(name, self.chosen[name])

    async def write_key(self, command: str) -> None:
        """Keep the chosen key of one command, with all others. Raises SaveNotWrittenError: it couldn't be stored."""
        await self.write("keys")


def layers_of(visitor: Visitor) -> AccountLayers:
    """Return the settings of a visitor; what is stored but can't be used any more is left out."""
    chosen, _faults = _checked(visitor)
    return AccountLayers(file=ON_A_SERVER, chosen=chosen, visitor=visitor)


def refused_keys(visitor: Visitor) -> tuple[str, ...]:
    _chosen, faults = _checked(visitor)
    return tuple(fault.problem for fault in faults if fault.command)


def _checked(visitor: Visitor) -> tuple[dict[str, Any], list[Fault]]:
    stored = {name: value for name, value in visitor.settings.items() if name in NAMES}
    return check_all(stored, {}, KEYS_ON_A_SERVER, quoted_description)
