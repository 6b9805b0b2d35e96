"""What the screen of an account says: its keys, who asks to be added, how a guest comes back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from rich.cells import cell_len

from naishi.common.formats import day, listed
from naishi.common.i18n import _, ngettext
from naishi.server import Visitor
from naishi.server.play.link_requests import LinkRequest
from naishi.server.storage.cleanup import DAY, GUEST_AGE
from naishi.server.storage.players import Key
from naishi_tui.drawing.cells import cut

FINGERPRINT = len("SHA256:12345678…")
"""How much of a fingerprint is shown."""


def short(fingerprint: str) -> str:
    """Return the beginning of a fingerprint, enough to compare it with what `ssh-keygen -l` says."""
    return fingerprint if len(fingerprint) <= FINGERPRINT else f"{fingerprint[: FINGERPRINT - 1]}…"


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


def called(key: Key) -> str:
    """Return what to call a key in a sentence."""
    return f"{short(key.fingerprint)} ({key.name})" if key.name else short(key.fingerprint)


def asking(request: LinkRequest) -> str:
    """Say who asks to have which keys added."""
    keys = listed(map(short, sorted(request.keys, key=lambda key: (key != request.fingerprint, key))))
    return f"{keys} ({request.visitor.account.name})"


def allowing(request: LinkRequest) -> str:
    """Ask whether keys should be added, and say what that means."""
    said = _("Add {keys} to your account? Whoever has that key plays as you and can change this account.")
    sentences = [said.format(keys=asking(request))]
    if request.games:
        sentences.append(
            ngettext(
                "{count} game of that player comes along.",
                "{count} games of that player come along.",
                request.games,
            )
        )
    return " ".join(sentences)


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
