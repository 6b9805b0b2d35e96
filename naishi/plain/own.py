"""Parts of line mode that one kind of game has of its own, found by its key."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

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
        "words": "naishi.plain.naishi.moves:typed",
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
