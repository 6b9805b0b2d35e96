"""Shared context of line-mode rooms, and a kind's own parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from naishi.plain.console import Console
from naishi.tabletop.pins import PinAttempts

if TYPE_CHECKING:
    from naishi.saves import Saves
    from naishi.settings.schema import Layers, Settings


OWN: Mapping[str, Mapping[str, str]] = {
    "naishi": {
        "new": "naishi.plain.naishi.new_game:new_game",
        "against bot": "naishi.plain.naishi.new_game:against_bot",
        "play": "naishi.plain.naishi.game:PlainGame",
        "watch": "naishi.plain.naishi.game:PlainWatching",
        "spectate": "naishi.plain.naishi.game:PlainSpectating",
        "saved replay": "naishi.plain.naishi.home:replay_room",
        "printed": "naishi.plain.naishi.printed:shown",
        "printed for the ear": "naishi.plain.naishi.printed_spoken:shown",
        "reply": "naishi.plain.naishi.objects:Reply",
        "state": "naishi.plain.naishi.objects:state_of",
        "home": "naishi.plain.naishi.home:NaishiHome",
        "lines": "naishi.plain.naishi.match:NaishiLines",
        "replay": "naishi.plain.naishi.lobby:replay_room",
        "lobby": "naishi.plain.naishi.lobby:NaishiLobby",
        "terms": "naishi.plain.naishi.new_game:expansion_among",
        "action": "naishi.plain.naishi.parsing:action_of",
        "words": "naishi.plain.naishi.answers:typed",
    }
}
"""By the key of the kind and by what it is: `module:name`."""


def own(key: str, part: str) -> Any:
    """Return something that a kind of game has of its own, imported when first asked for; None where it has none."""
    place = OWN.get(key, {}).get(part)
    if place is None:
        return None
    module, _colon, name = place.partition(":")
    return getattr(import_module(module), name)


CHOSEN = (
    *("theme", "ascii", "animations", "hints", "memory_aid", "handover"),
    *("pace", "bell", "advice", "nudges", "plain", "language"),
)
"""The settings that can be changed at home."""


@dataclass(kw_only=True)
class Context:
    """Where line mode reads and writes, and the settings as they are now."""

    console: Console
    layers: Layers
    offered: tuple[str, ...] = CHOSEN
    """The settings that can be changed here."""
    pin_attempts: PinAttempts = field(default_factory=PinAttempts)
    """The wrong PINs so far, in whichever game."""

    @property
    def settings(self) -> Settings:
        return self.layers.effective


@dataclass(kw_only=True)
class HomeContext(Context):
    """The same at home, where the games are files."""

    saves: Saves
    unsaved: bool = False
    """Whether a game was played that couldn't be saved in its folder."""
