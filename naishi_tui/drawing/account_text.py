"""What the screen of an account says: its keys, and how a guest comes back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from rich.cells import cell_len

from naishi.common.formats import day
from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.server.play.account_text import short
from naishi.server.storage.cleanup import DAY, GUEST_AGE
from naishi.server.storage.players import Key
from naishi_tui.drawing.cells import cut


def key_rows(keys: Sequence[Key], in_use: str | None) -> list[str]:
    """Describe keys in columns; the first row names these.

    Args:
        keys: The keys.
        in_use: The fingerprint of the one that the terminal came with.
    """
    rows = [[_("key"), _("added"), _("last used"), _("name")]]
    for key in keys:
        used = _("in use here") if key.fingerprint == in_use else _date(key.last_used)
        rows.append([short(key.fingerprint), _date(key.added), used, key.name])
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([*map(cut, cells[:-1], widths), cells[-1]]) for cells in rows]


def guest(visitor: Visitor) -> str:
    """Say how a guest comes back, and how to have an account."""
    if not visitor.code:
        paragraphs = [
            _("You are a guest. Once you have a game, you get a code by which you come back to it."),
            _("For an account that lasts, connect with a key; ssh-keygen makes one."),
        ]
    else:
        account = _(
            "For an account that lasts, connect with a key (ssh-keygen makes one), press c there and enter this code: "
            "your games come along."
        )
        paragraphs = [
            _("You are a guest. By this code you come back to your games:"),
            f"  {visitor.code}",
            _("It is good for {days} days after each visit.").format(days=int(GUEST_AGE / DAY)),
            account,
        ]
    return "\n\n".join(paragraphs)


def _date(seconds: float) -> str:
    return day(datetime.fromtimestamp(seconds, UTC)) if seconds else "–"
