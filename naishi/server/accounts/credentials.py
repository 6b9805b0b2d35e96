"""Credentials of a visitor: keys, codes, link requests."""

from collections.abc import Sequence

from naishi.common.i18n import NaishiError, _, letters
from naishi.server.accounts import accounts
from naishi.server.accounts.accounts import Accounts, CodeUse, Used, to_the_end
from naishi.server.accounts.login import LinkRequest, Login
from naishi.server.accounts.players import Key
from naishi.server.database.codes import CodeKind
from naishi.server.presence.presence import Account

LONGEST_KEY_NAME = 30


def clean_key_name(name: str) -> str:
    """Return what a key is called as it may be shown; empty where nothing is left."""
    return " ".join(letters(name[:200]).split())[:LONGEST_KEY_NAME].rstrip()


class Credentials:
    """The keys and codes of the account that a visitor has.

    Whatever changes something raises NaishiError where the visitor is a guest, who has a code and no keys, and
    SaveNotWrittenError where it can't be stored.
    """

    def __init__(self, accounts: Accounts, login: Login) -> None:
        self._accounts, self._login = accounts, login

    async def link_code(self) -> str:
        """Return a code by which a terminal with another key asks to be added to the account."""
        return await self._accounts.codes.link_code((await self._with_key()).id)

    async def web_link(self) -> str:
        """Return the word of a link by which the visitor comes in with a browser, once and within ten minutes."""
        return await self._accounts.web_links.make((await self._with_key()).id)

    async def has_link_code(self) -> bool:
        account = self._login.account
        return account.stored and await self._accounts.codes.has_link_code(account.id)

    async def recovery_code(self) -> str:
        """Return a code by which the visitor gets the account back without a key; the one before is void."""
        account = await self._with_key()
        code = await self._accounts.codes.recovery_code(account.id)
        self._accounts.identities.account_changed(account.id)
        return code

    async def has_recovery_code(self) -> bool:
        account = self._login.account
        return account.stored and await self._accounts.codes.has_recovery_code(account.id)

    async def is_recovery_code(self, code: str) -> bool:
        owner = await self._accounts.codes.of_code(CodeKind.RECOVERY, code)
        return owner is not None and owner.id == self._login.account.id

    async def keys(self) -> Sequence[Key]:
        account, fingerprint = self._login.account, self._login.fingerprint
        if not account.stored:
            return [Key(fingerprint, "", 0.0, 0.0)] if fingerprint is not None else []
        return await self._accounts.players.keys(account.id)

    async def name_key(self, fingerprint: str, name: str) -> None:
        account = await self._with_key()
        await self._accounts.players.name_key(account.id, fingerprint, clean_key_name(name))
        self._accounts.identities.account_changed(account.id)

    async def remove_key(self, fingerprint: str) -> None:
        """Take a key away from the account; whoever is here with it is a newcomer then.

        Raises NaishiError: it is the only one, the one in use, or gone.
        """
        self._check_key()
        await to_the_end(self._accounts.remove_key(self._login, self._login.account, fingerprint))

    async def read_code(self, typed: str) -> CodeUse:
        """Return what a code would do; nothing is done yet.

        Raises NaishiError: it is wrong or of no use to the visitor, or too many wrong ones were tried.
        """
        return await accounts.read(self._accounts, self._login, typed)

    async def use_code(self, use: CodeUse) -> Used:
        """Do what a code does; return what has come of it. One that adds a key only asks for that: see `Login.asked`.

        Raises NaishiError: it has expired, or would give both seats of a game to one player.
        """
        return await to_the_end(accounts.use(self._accounts, self._login, use))

    @property
    def link_request(self) -> LinkRequest | None:
        return self._accounts.link_requests.to(self._login.account.id)

    async def answer_link(self, request: LinkRequest, *, allow: bool) -> None:
        """Add the key that was asked for to the account, or refuse it.

        Raises NaishiError: the request is over, or it would give both seats of a game to one player.
        """
        await to_the_end(self._accounts.answer_link(self._login, request, allow=allow))

    async def withdraw_link_code(self) -> bool:
        """Make the code void by which a key can be added to the account; return whether there was one."""
        account = self._login.account
        return account.stored and await self._accounts.codes.withdraw_link_code(account.id)

    def withdraw_link(self) -> None:
        self._accounts.link_requests.withdraw(self._login)

    async def _with_key(self) -> Account:
        self._check_key()
        return await self._accounts.stored(self._login)

    def _check_key(self) -> None:
        if self._login.fingerprint is None:
            raise NaishiError(_("A guest has a code, and no keys. Connect with a key to have an account."))
