"""Account in lines: keys, codes, deletion."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

from naishi.common.errors import NaishiError
from naishi.common.formats import day, moment
from naishi.common.i18n import _, pgettext
from naishi.plain.commands import Commands, CommandWord
from naishi.plain.room import MORE, find_number
from naishi.plain.server.commands import in_account
from naishi.plain.server.room import OwnNews, ServerContext, ServerRoom
from naishi.server.accounts.login import LinkAnswer, LinkRequest
from naishi.server.accounts.players import Key
from naishi.server.lobby import account_flow
from naishi.server.lobby.account_flow import AccountFlow
from naishi.server.match import match_text


class PlainAccount(ServerRoom):
    """The account of a visitor; it follows what is done about it elsewhere."""

    is_account = True

    def __init__(self, context: ServerContext, news: OwnNews) -> None:
        super().__init__(context, news)
        self._flow = AccountFlow(self.visitor, self.confirmed)
        self._request: LinkRequest | None = None
        """Who asks to be added, as it was told last."""
        self._keys: Sequence[Key] = ()
        """The keys, as they were numbered last."""

    @property
    def prompt(self) -> str:
        return _("account> ")

    def commands(self) -> Commands:
        return in_account()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        return {
            pgettext("of an account", "Keys"): ("keys", "add", "allow", "refuse", "withdraw", "call", "remove"),
            _("Codes"): ("recovery", "code"),
            _("More"): ("delete", *MORE),
        }

    def enter(self) -> None:
        visitor = self.visitor
        self.console.write(_("The account of {name}.").format(name=visitor.account.name))
        if visitor.fingerprint is None:
            self.console.write_exactly(*_about_guest(visitor.code))
        else:
            self.console.write(_("Type keys, add, recovery, code or help."))
        super().enter()

    async def begin(self) -> None:
        visitor = self.visitor
        if visitor.fingerprint is not None:
            aborts = await visitor.lobby.rated.ratings.aborts(visitor.account.id, 30)
            self.console.write(match_text.about(visitor.own_lists.standing, aborts))

    async def tell_here(self) -> None:
        before, self._request = self._request, self.visitor.credentials.link_request
        if self._request is not None and self._request is not before:
            self.console.write_exactly(self._asking(self._request))
        elif before is not None and self._request is None and before.answer is LinkAnswer.WITHDRAWN:
            self.console.write(_("This request is no longer open."))

    def _asking(self, request: LinkRequest) -> str:
        words = _("{who} asks to be added to your account. Type allow or refuse.")
        return words.format(who=account_flow.asking(request))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        visitor = self.visitor
        match command.id:
            case "keys":
                self.console.write_exactly(*[line async for line in self._key_lines()])
            case "add":
                self._show(_add_words(), await visitor.credentials.link_code())
            case "recovery":
                await self._make_recovery_code()
            case "code":
                await self._use_code(" ".join(words), command)
            case "allow" | "refuse":
                await self._answer(allow=command.id == "allow")
            case "withdraw":
                await self._withdraw()
            case "call" | "remove":
                await self._change_key(command, words)
            case "delete":
                await self._delete()

    def _show(self, words: str, code: str) -> None:
        self.console.write_exactly(words, code)

    async def _make_recovery_code(self) -> None:
        said, code = await self._flow.make_recovery_code()
        if not code:
            self.console.write(said)
            return
        words = _(
            "Your recovery code, shown only now. Print it or write it down. If you lose your keys, connect with a new "
            "one and enter the code in the account:"
        )
        self._show(words, code)

    async def _use_code(self, typed: str, command: CommandWord) -> None:
        if not typed:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        use = await self.visitor.credentials.read_code(typed)
        said, code = await self._flow.use_code(use)
        if code:
            following = _("Your next recovery code: {code}").format(code=code)
            said = f"{said} {following}"
        self.console.write_exactly(said or account_flow.waiting(self.visitor))

    async def _answer(self, *, allow: bool) -> None:
        """Answer the request that was told of; ask again before anybody is let in."""
        if (request := self._request) is None:
            raise NaishiError(_("No key asks to be added."))
        self.console.write(await self._flow.answer(request, allow=allow))

    async def _withdraw(self) -> None:
        visitor = self.visitor
        asks = visitor.asked is not None and visitor.asked.is_open
        visitor.credentials.withdraw_link()
        if said := await self._flow.withdraw_code():
            self.console.write(said)
        if asks:
            self.console.write(_("Withdrawn."))
        elif not said:
            raise NaishiError(_("There is nothing to withdraw: no code to add a key, and no request to add yours."))

    async def _key_lines(self) -> AsyncIterator[str]:
        self._keys = await self.visitor.credentials.keys()
        if not self._keys:
            yield _("You have no key.")
        for number, key in enumerate(self._keys, 1):
            used = _("in use here") if key.fingerprint == self.visitor.fingerprint else _used(key)
            yield _("Key {number}: {key}, {used}.").format(number=number, key=account_flow.called(key), used=used)
        if self._request is not None:
            yield self._asking(self._request)

    async def _change_key(self, command: CommandWord, words: Sequence[str]) -> None:
        if not self._keys:
            self._keys = await self.visitor.credentials.keys()
        if not self._keys:
            raise NaishiError(_("You have no key."))
        key = self._keys[find_number(words[:1], len(self._keys), command) - 1]
        if command.id == "call":
            await self.visitor.credentials.name_key(key.fingerprint, " ".join(words[1:]))
            self.console.write(_("Set."))
        else:
            said = await self._flow.remove_key(key)
            self._keys = self._keys if said == account_flow.nothing_changed() else ()
            self.console.write(said)

    async def _delete(self) -> None:
        account = self.visitor.account
        if not account.stored:
            raise NaishiError(_("Nothing is stored of you yet."))
        self.console.write(*await self._flow.deleting(account))
        typed = await self.ask(_("To delete the account, type its name, {name}: ").format(name=account.name))
        named = account_flow.is_name(account, typed or "")
        self.console.write(await self._flow.delete(account) if named else account_flow.nothing_changed())


def _add_words() -> str:
    return _(
        "For the next ten minutes this code adds a key. Connect with the other key, go to the account there and enter "
        "it. Then allow it here:"
    )


def _used(key: Key) -> str:
    if not key.last_used:
        return _("never used")
    return _("last used {day}").format(day=day(moment(key.last_used)))


def _about_guest(code: str) -> Iterator[str]:
    if code:
        yield _("You are a guest. By this code you come back to your games: {code}").format(code=code)
        yield _("For an account that lasts, connect with a key and enter this code there: your games come along.")
    else:
        yield from account_flow.guest_without_code()
