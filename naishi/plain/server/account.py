"""The account in lines: keys, the codes that add and replace them, and its end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime

from naishi.common.errors import NaishiError
from naishi.common.formats import day
from naishi.common.i18n import _, pgettext
from naishi.plain.commands import Commands, CommandWord
from naishi.plain.room import MORE, find_number
from naishi.plain.server.context import ServerContext
from naishi.plain.server.lobby_commands import in_account
from naishi.plain.server.own_news import OwnNews
from naishi.plain.server.room import ServerRoom
from naishi.server.play import account_text, rating_text
from naishi.server.play.link_requests import LinkAnswer, LinkRequest
from naishi.server.storage.match import MatchStage
from naishi.server.storage.players import Key


class PlainAccount(ServerRoom):
    """The account of a visitor; it follows what is done about it elsewhere."""

    is_account = True

    def __init__(self, context: ServerContext, news: OwnNews) -> None:
        super().__init__(context, news)
        self._request: LinkRequest | None = None
        """Who asks to be added, as it was told last."""
        self._keys: Sequence[Key] = ()
        """The keys, as they were numbered last."""

    @property
    def prompt(self) -> str:
        """What stands before the line that is typed."""
        return _("account> ")

    def commands(self) -> Commands:
        """Return what can be typed here."""
        return in_account()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return {
            pgettext("of an account", "Keys"): ("keys", "add", "allow", "refuse", "withdraw", "call", "remove"),
            _("Codes"): ("recovery", "code"),
            _("More"): ("delete", *MORE),
        }

    def enter(self) -> None:
        """Say whose account it is."""
        visitor = self.visitor
        self.console.write(_("The account of {name}.").format(name=visitor.account.name))
        if visitor.fingerprint is None:
            self.console.write_exactly(*_about_guest(visitor.code))
        else:
            self.console.write(_("Type keys, add, recovery, code or help."))
        super().enter()

    async def begin(self) -> None:
        """Say what the rating of somebody with a key is."""
        visitor = self.visitor
        if visitor.fingerprint is not None:
            aborts = await visitor.lobby.rated.ratings.aborts(visitor.account.id, 30)
            self.console.write(rating_text.about(visitor.own_lists.standing, aborts))

    async def tell_here(self) -> None:
        """Tell who asks to be added, and what has become of one's own wish."""
        before, self._request = self._request, self.visitor.credentials.link_request
        if self._request is not None and self._request is not before:
            self.console.write_exactly(self._asking(self._request))
        elif before is not None and self._request is None and before.answer is LinkAnswer.WITHDRAWN:
            self.console.write(_("This request is no longer open."))

    def _asking(self, request: LinkRequest) -> str:
        words = _("{who} asks to be added to your account. Type allow or refuse.")
        return words.format(who=account_text.asking(request))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says."""
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
        if await self.visitor.credentials.has_recovery_code() and not await self.confirmed(
            _("Make a new recovery code? The one that you have stops working.")
        ):
            self._nothing_changed()
            return
        words = _(
            "Your recovery code, shown only now. Print it or write it down. If you lose your keys, connect with a new "
            "one and enter the code in the account:"
        )
        self._show(words, await self.visitor.credentials.recovery_code())

    async def _use_code(self, typed: str, command: CommandWord) -> None:
        """Say what a code does, and do that."""
        if not typed:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        use = await self.visitor.credentials.read_code(typed)
        if not await self.confirmed(use.consequences):
            self._nothing_changed()
            return
        said, code = await self.visitor.credentials.use_code(use)
        if code:
            following = _("Your next recovery code: {code}").format(code=code)
            said = f"{said} {following}"
        asked = self.visitor.asked
        if asked is not None and asked.is_open:
            said = _("Waiting until {name} allows it at the other terminal.").format(name=asked.owner.name)
        self.console.write_exactly(said)

    async def _answer(self, *, allow: bool) -> None:
        """Answer the request that was told of; ask again before anybody is let in."""
        if (request := self._request) is None:
            raise NaishiError(_("No key asks to be added."))
        if allow and not await self.confirmed(account_text.allowing(request)):
            self._nothing_changed()
            return
        await self.visitor.credentials.answer_link(request, allow=allow)
        self.console.write(_("The key is added.") if allow else _("Refused. The code can't be used again."))

    async def _withdraw(self) -> None:
        """Take back the request to add one's own key, and the code that adds keys to one's account."""
        visitor = self.visitor
        asks = visitor.asked is not None and visitor.asked.is_open
        visitor.credentials.withdraw_link()
        if had_code := await visitor.credentials.withdraw_link_code():
            self.console.write(_("The code to add a key doesn't work any more."))
        if asks:
            self.console.write(_("Withdrawn."))
        elif not had_code:
            raise NaishiError(_("There is nothing to withdraw: no code to add a key, and no request to add yours."))

    async def _key_lines(self) -> AsyncIterator[str]:
        self._keys = await self.visitor.credentials.keys()
        if not self._keys:
            yield _("You have no key.")
        for number, key in enumerate(self._keys, 1):
            used = _("in use here") if key.fingerprint == self.visitor.fingerprint else _used(key)
            yield _("Key {number}: {key}, {used}.").format(number=number, key=account_text.called(key), used=used)
        if self._request is not None:
            yield self._asking(self._request)

    async def _change_key(self, command: CommandWord, words: Sequence[str]) -> None:
        """Name a key by its number in the list, or remove it."""
        if not self._keys:
            self._keys = await self.visitor.credentials.keys()
        if not self._keys:
            raise NaishiError(_("You have no key."))
        key = self._keys[find_number(words[:1], len(self._keys), command) - 1]
        if command.id == "call":
            await self.visitor.credentials.name_key(key.fingerprint, " ".join(words[1:]))
            self.console.write(_("Set."))
        elif await self.confirmed(
            _("Remove {key}? Any terminal that uses it leaves your account at once.").format(
                key=account_text.called(key)
            )
        ):
            await self.visitor.credentials.remove_key(key.fingerprint)
            self._keys = ()
            self.console.write(_("The key is removed."))
        else:
            self._nothing_changed()

    async def _delete(self) -> None:
        """Delete the account, after asking twice."""
        visitor, account = self.visitor, self.visitor.account
        if not account.stored:
            raise NaishiError(_("Nothing is stored of you yet."))
        unfinished = await visitor.lobby.matches.lists.count_unfinished(account.id, MatchStage.PLAYING)
        self.console.write(*account_text.deleting(unfinished))
        typed = await self.ask(_("To delete the account, type its name, {name}: ").format(name=account.name))
        if (typed or "").strip().casefold() != account.name.casefold():
            self._nothing_changed()
            return
        await visitor.delete_account(account)
        self.console.write(_("Your account is deleted."))

    def _nothing_changed(self) -> None:
        self.console.write(_("Nothing was changed."))


def _add_words() -> str:
    return _(
        "For the next ten minutes this code adds a key. Connect with the other key, go to the account there and enter "
        "it. Then allow it here:"
    )


def _used(key: Key) -> str:
    if not key.last_used:
        return _("never used")
    return _("last used {day}").format(day=day(datetime.fromtimestamp(key.last_used, UTC)))


def _about_guest(code: str) -> Iterator[str]:
    """Say how a guest comes back, and how to have an account."""
    if code:
        yield _("You are a guest. By this code you come back to your games: {code}").format(code=code)
        yield _("For an account that lasts, connect with a key and enter this code there: your games come along.")
    else:
        yield _("You are a guest. Once you have a game, you get a code by which you come back to it.")
        yield _("For an account that lasts, connect with a key; ssh-keygen makes one.")
