"""What a player does about an account, each with the questions that it takes."""

from __future__ import annotations

from textual.app import App

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.server.play import account_text
from naishi.server.play.code_use import CodeUse, Used
from naishi.server.play.link_requests import LinkRequest
from naishi.server.storage.match import MatchState
from naishi.server.storage.players import Key
from naishi_tui.screens.confirm import Confirm
from naishi_tui.screens.key_menu import KeyMenu
from naishi_tui.screens.lobby_ask import AskLine


def nothing_changed() -> str:
    """Say that what was asked for is not done."""
    return _("Nothing was changed.")


class AccountActions:
    """Asks in an app, for a visitor; what each action returns is what to say about it."""

    def __init__(self, app: App[None], visitor: Visitor) -> None:
        self._app, self._visitor = app, visitor

    async def answer(self, request: LinkRequest, *, allow: bool) -> str:
        """Answer a key's wish to be added; ask again before it is, for a list may move under the mouse.

        Raises:
            NaishiError: The request is over, or the two play each other.
        """
        if allow and not await self._confirmed(account_text.allowing(request)):
            return nothing_changed()
        await self._visitor.credentials.answer_link(request, allow=allow)
        return _("The key is added.") if allow else _("Refused. The code can't be used again.")

    async def change_key(self, key: Key, *, removable: bool) -> str:
        """Name a key, or remove it.

        Raises:
            NaishiError: It is gone, or can't be removed.
        """
        visitor = self._visitor
        choice = await self._app.push_screen_wait(KeyMenu(key, removable=removable))
        if choice == "name":
            question = _("What do you call this key? For example: laptop. Esc: back.")
            await self._app.push_screen_wait(
                AskLine(question, lambda name: visitor.credentials.name_key(key.fingerprint, name))
            )
        elif choice == "remove":
            question = _("Remove {key}? Any terminal that uses it leaves your account at once.")
            if not await self._confirmed(question.format(key=account_text.called(key))):
                return nothing_changed()
            await visitor.credentials.remove_key(key.fingerprint)
            return _("The key is removed.")
        return ""

    async def use_code(self) -> Used:
        """Ask for a code, say what it does, and do that.

        Raises:
            NaishiError: It has expired meanwhile.
        """
        read: list[CodeUse] = []

        async def accept(code: str) -> None:
            read.append(await self._visitor.credentials.read_code(code))

        if not await self._app.push_screen_wait(AskLine(_("Enter a code that you were given. Esc: back."), accept)):
            return Used("")
        if not await self._confirmed(read[-1].consequences):
            return Used(nothing_changed())
        return await self._visitor.credentials.use_code(read[-1])

    async def delete(self) -> str:
        """Delete the account, after asking twice.

        Raises:
            NaishiError: It is another one by now.
        """
        visitor, account = self._visitor, self._visitor.account
        unfinished = await visitor.lobby.matches.lists.count_unfinished(account.id, MatchState.PLAYING)
        if not await self._confirmed(" ".join(account_text.deleting(unfinished))):
            return nothing_changed()

        async def accept(name: str) -> None:
            if name.strip().casefold() != account.name.casefold():
                raise NaishiError(_("That isn't the name."))

        question = _("To delete the account, type its name: {name}. Esc: keep it.").format(name=account.name)
        if not await self._app.push_screen_wait(AskLine(question, accept)):
            return nothing_changed()
        await visitor.delete_account(account)
        return _("Your account is deleted.")

    async def may_replace_recovery_code(self) -> bool:
        """Ask whether the recovery code from before may be void."""
        return await self._confirmed(_("Make a new recovery code? The one that you have stops working."))

    async def _confirmed(self, question: str) -> bool:
        confirmed: bool | None = await self._app.push_screen_wait(Confirm(question))
        return bool(confirmed)
