"""Changes of an account: asked about, done, reported."""

from collections.abc import Awaitable, Callable, Iterator

from naishi.common.i18n import NaishiError, _, listed, ngettext
from naishi.server.accounts.accounts import CodeUse, Used
from naishi.server.accounts.login import LinkRequest
from naishi.server.accounts.players import Key
from naishi.server.lobby.lobby import Visitor
from naishi.server.match.match import MatchStage
from naishi.server.presence.presence import Account

FINGERPRINT = len("SHA256:12345678…")
"""How much of a fingerprint is shown."""


class AccountFlow:
    """Changes the account of a visitor, and asks before what can't be undone; each change returns what to say of it.

    All of them raise a NaishiError with the reason where they can't be done.
    """

    def __init__(self, visitor: Visitor, confirm: Callable[[str], Awaitable[bool]]) -> None:
        self._visitor, self._credentials, self._confirm = visitor, visitor.credentials, confirm

    async def answer(self, request: LinkRequest, *, allow: bool) -> str:
        """Answer a key's wish to be added; ask again before it is, for a list may move under the mouse."""
        if allow and not await self._confirm(" ".join(_allowing(request))):
            return nothing_changed()
        await self._credentials.answer_link(request, allow=allow)
        return _("The key is added.") if allow else _("Refused. The code can't be used again.")

    async def remove_key(self, key: Key) -> str:
        question = _("Remove {key}? Any terminal that uses it leaves your account at once.")
        if not await self._confirm(question.format(key=called(key))):
            return nothing_changed()
        await self._credentials.remove_key(key.fingerprint)
        return _("The key is removed.")

    async def make_recovery_code(self) -> Used:
        question = _("Make a new recovery code? The one that you have stops working.")
        if await self._credentials.has_recovery_code() and not await self._confirm(question):
            return Used(nothing_changed())
        return Used("", await self._credentials.recovery_code())

    async def use_code(self, use: CodeUse) -> Used:
        if not await self._confirm(use.consequences):
            return Used(nothing_changed())
        return await self._credentials.use_code(use)

    async def withdraw_code(self) -> str:
        """Make the code void by which a key can be added; say nothing where there was none."""
        had_code = await self._credentials.withdraw_link_code()
        return _("The code to add a key doesn't work any more.") if had_code else ""

    async def deleting(self, account: Account) -> tuple[str, ...]:
        lists = self._visitor.lobby.matches.lists
        unfinished = await lists.count_unfinished(account.id, MatchStage.PLAYING)
        question = _(
            "Delete your account? Its name, keys, codes and settings are gone then, and nobody can bring them back."
        )
        given_up = ngettext(
            "Your {count} unfinished game is given up.",
            "Your {count} unfinished games are given up.",
            unfinished,
        )
        return (question, given_up) if unfinished else (question,)

    async def delete(self, account: Account) -> str:
        """Delete an account whose name was typed: see `is_name`."""
        await self._visitor.delete_account(account)
        return _("Your account is deleted.")


async def rename(visitor: Visitor, name: str, account: Account | None = None) -> str:
    """Give a visitor another name, and say so.

    Raises NaishiError: the name can't be used, or the visitor has become another player meanwhile.
    """
    if account is not None and visitor.account.id != account.id:
        raise NaishiError(_("Your account has changed meanwhile."))
    await visitor.rename(name)
    return _("You are {name} now.").format(name=visitor.account.name)


def other_key(line: str) -> str:
    """Say how to come with another key to somebody whose key is new here; nothing where nobody comes with keys."""
    if not line.startswith("ssh "):
        return ""
    words = _("Played here before? Then your client has offered another of your keys. To choose one: {line}")
    return words.format(line=line.replace("ssh", "ssh -o IdentitiesOnly=yes -i KEY", 1))


def is_name(account: Account, typed: str) -> bool:
    return typed.strip().casefold() == account.name.casefold()


def nothing_changed() -> str:
    return _("Nothing was changed.")


def waiting(visitor: Visitor) -> str:
    """Say whose answer a visitor waits for who asked to have their key added; nothing where they don't."""
    asked = visitor.asked
    if asked is None or not asked.is_open:
        return ""
    return _("Waiting until {name} allows it at the other terminal.").format(name=asked.owner.name)


def guest_code(visitor: Visitor) -> str:
    """Say by which code a guest comes back; nothing where there is none."""
    if not visitor.code:
        return ""
    words = _("You are {name}. To come back to your games, keep this code: {code}")
    return words.format(name=visitor.account.name, code=visitor.code)


def guest_without_code() -> tuple[str, str]:
    return (
        _("You are a guest. Once you have a game, you get a code by which you come back to it."),
        _("For an account that lasts, connect with a key; ssh-keygen makes one."),
    )


def _allowing(request: LinkRequest) -> Iterator[str]:
    question = _("Add {keys} to your account? Whoever has that key plays as you and can change this account.")
    yield question.format(keys=asking(request))
    if request.games:
        yield ngettext(
            "{count} game of that player comes along.",
            "{count} games of that player come along.",
            request.games,
        )


def short(fingerprint: str) -> str:
    """Return the beginning of a fingerprint, enough to compare it with what `ssh-keygen -l` says."""
    return fingerprint if len(fingerprint) <= FINGERPRINT else f"{fingerprint[: FINGERPRINT - 1]}…"


def called(key: Key) -> str:
    return f"{short(key.fingerprint)} ({key.name})" if key.name else short(key.fingerprint)


def asking(request: LinkRequest) -> str:
    keys = listed(map(short, sorted(request.keys, key=lambda key: (key != request.fingerprint, key))))
    return f"{keys} ({request.visitor.account.name})"
