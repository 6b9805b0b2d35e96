"""What several of the test modules here use."""

from __future__ import annotations

import re
from base64 import b64decode

UNASKED = (0, 0, 0, 0)


KITTY = "\x1b_Gi=1;OK", "\x1bP>|kitty(0.32.2)", "\x1b[6;20;10t", "\x1b[?62;c"


ITERM = "\x1bP>|iTerm2 3.5.2", "\x1b[?62;4c"


def images(sent: str) -> dict[str, bytes]:
    """The pictures that a terminal with Kitty's graphics was sent, by their ids."""
    found: dict[str, bytes] = {}
    number, data = "", ""
    for keys, piece in re.findall(r"\x1b_G([^;\x1b]*);([^\x1b]*)\x1b\\", sent):
        assert len(piece) <= 4096
        if begun := re.search(r"\bi=(\d+)", keys):
            number, data = begun[1], ""
        data += piece
        if "m=0" in keys:
            found[number] = b64decode(data)
    return found
