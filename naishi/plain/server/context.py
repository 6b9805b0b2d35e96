"""What all rooms of a visitor to a server share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from naishi.common import i18n
from naishi.common.i18n import find_language
from naishi.plain.context import Context
from naishi.plain.server.happenings import Happenings
from naishi.server import Visitor
from naishi.settings.layers import Layers


@dataclass(kw_only=True)
class ServerContext(Context):
    """Who is here, and what reaches them."""

    visitor: Visitor
    read_layers: Callable[[Visitor], Layers]
    """Returns the settings of the account that a visitor has now."""
    ssh_line: Callable[..., str]
    """Returns the line that brings a friend here, by the words of a command."""
    web_link: Callable[[str], str] | None = None
    """Returns the link for browsers, by its word; None where they can't come."""
    call: Callable[[str, str], None] | None = None
    """Has a terminal call a player who looks elsewhere, as the setting `notice` says; None where none can."""
    happenings: Happenings = field(default_factory=Happenings)
    typed_ahead: str | None = None
    """What was typed just as a room was left."""
    gone: bool = False
    """Whether nothing more can be typed: every room is left."""

    def follow_settings(self) -> None:
        """Speak and write as the settings say now."""
        i18n.switch(i18n.load(find_language(self.settings.language) or self.visitor.language))
        self.console.ascii_only = self.settings.ascii
