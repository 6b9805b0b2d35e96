"""What is said of the keys of an account, of who asks to be added, and of deleting it."""

from __future__ import annotations

from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.server.play.link_requests import LinkRequest
from naishi.server.storage.players import Key

FINGERPRINT = len("SHA256:12345678…")
"""How much of a fingerprint is shown."""


def short(fingerprint: str) -> str:
    """Return the beginning of a fingerprint, enough to compare it with what `ssh-keygen -l` says."""
    return fingerprint if len(fingerprint) <= FINGERPRINT else f"{fingerprint[: FINGERPRINT - 1]}…"


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


def deleting(unfinished: int) -> tuple[str, ...]:
    """Ask whether an account should be deleted that has so many unfinished games, and say what is lost with it."""
    question = _(
        "Delete your account? Its name, keys, codes and settings are gone then, and nobody can bring them back."
    )
    given_up = ngettext(
        "Your {count} unfinished game is given up.",
        "Your {count} unfinished games are given up.",
        unfinished,
    )
    return (question, given_up) if unfinished else (question,)
