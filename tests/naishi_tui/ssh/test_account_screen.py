"""Account screen, lists, questions, outside changes: account, dialogs.screens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial, partialmethod
from pathlib import Path

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion
from textual.widgets import OptionList

from naishi.common import i18n
from naishi.common.i18n import NaishiError
from naishi.server import Lobby, Visitor
from naishi.server.accounts.accounts import AccountCodes
from naishi.server.accounts.login import LinkAnswer
from naishi.server.accounts.players import Players
from naishi.server.database import codes
from naishi_tui.dialogs.screens import AskLine, Confirm
from naishi_tui.lobby.account import AccountScreen, KeyMenu
from naishi_tui.lobby.lobby import LobbyScreen
from tests.fuzzing import some
from tests.naishi_tui.lobby.terminals import Terminal, a_lobby, terminal_of
from tests.naishi_tui.waiting import settle, until

pytestmark = pytest.mark.ci

AIKO = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
OTHER = "SHA256:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg"


AFTERNOON = 1795176000.0
"""Whatever the zone."""


@pytest.fixture
async def lobby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Lobby]:
    monkeypatch.setattr(Players, "__init__", partialmethod(Players.__init__, clock=lambda: AFTERNOON))
    monkeypatch.setattr(AccountCodes, "__init__", partialmethod(AccountCodes.__init__, clock=lambda: AFTERNOON))
    async with a_lobby(tmp_path) as lobby:
        yield lobby


class At(Terminal):
    """A terminal in the lobby, at the account of its player."""

    @property
    def highlighted(self) -> str:
        """The id of the entry under the cursor."""
        option = self.entries.highlighted_option
        return "" if option is None or option.id is None else option.id

    @property
    def entries(self) -> OptionList:
        (screen,) = [each for each in self.pilot.app.screen_stack if isinstance(each, AccountScreen)]
        return screen.query_one("#entries", OptionList)

    async def open_account(self) -> None:
        await self.press("c")
        await self.on_top(AccountScreen)

    async def choose(self, entry: str) -> None:
        """Move the cursor to an entry, and press Enter."""
        for _step in range(20):
            if self.highlighted == entry:
                break
            await self.press("down")
        assert self.highlighted == entry
        await self.press("enter")

    async def type(self, text: str) -> None:
        """Answer a question that is open."""
        await self.on_top(AskLine)
        await self.press(*text, "enter")


terminal = partial(terminal_of, At)


async def somebody(lobby: Lobby, fingerprint: str | None, name: str = "") -> Visitor:
    visitor = await lobby.visit(fingerprint, "192.0.2.7", "en")
    if name:
        await visitor.rename(name)
    return visitor


async def ask(owner: Visitor, visitor: Visitor) -> None:
    await visitor.credentials.use_code(await visitor.credentials.read_code(await owner.credentials.link_code()))


async def with_two_keys(lobby: Lobby) -> tuple[Visitor, Visitor]:
    aiko, other = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, OTHER)
    await ask(aiko, other)
    assert aiko.credentials.link_request is not None
    await aiko.credentials.answer_link(aiko.credentials.link_request, allow=True)
    return aiko, other


async def test_the_code_that_adds_a_key_is_withdrawn(lobby: Lobby) -> None:
    aiko, other = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, OTHER)
    async with terminal(aiko) as at:
        await at.open_account()
        await at.press("a")
        await at.see("For the next ten minutes: key-")
        code = at.text.split("ten minutes: ")[1].split()[0]
        await at.see("Withdraw the code")
        await at.choose("withdraw code")
        await at.see("doesn't work any more")
        assert code not in at.text
        assert "Withdraw the code" not in at.text
    with pytest.raises(NaishiError, match="wrong or has expired"):
        await other.credentials.read_code(code)


async def test_a_request_is_shown_at_once_and_never_under_the_cursor(lobby: Lobby) -> None:
    aiko, other = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, OTHER)
    async with terminal(aiko) as at:
        await at.open_account()
        await at.press("a")
        await at.see("For the next ten minutes: key-")
        code = at.text.split("ten minutes: ")[1].split()[0]
        before = at.highlighted
        await other.credentials.use_code(await other.credentials.read_code(code))
        await at.see("A key asks to be added")
        await at.see(f"SHA256:n4bQgYhM… ({other.account.name})")
        assert at.highlighted == before
        assert code not in at.text, "it was used up"
        await at.press("enter", "y", "space")
        assert aiko.credentials.link_request is not None
        assert not isinstance(at.pilot.app.screen, Confirm)


async def test_allowing_asks_again_and_enter_does_no_harm(lobby: Lobby) -> None:
    aiko, other = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, OTHER, "Anna")
    await other.tables.open(public=True)
    async with terminal(aiko) as at:
        await ask(aiko, other)
        await at.see("A key asks to be added to your account (c).")
        await at.open_account()
        assert at.highlighted == f"key {AIKO}", "and not on an answer"
        request = aiko.credentials.link_request
        assert request is not None
        await at.choose(f"allow {request.number}")
        await at.on_top(Confirm)
        await at.see("Add SHA256:n4bQgYhM… (Anna) to your account?")
        await at.see("1 game of that player comes along.")
        await at.press("enter")
        await at.on_top(AccountScreen)
        assert request.is_open
        await at.choose(f"allow {request.number}")
        await at.on_top(Confirm)
        await at.press("y")
        await at.see("The key is added.")
        assert "asks to be added" not in at.text
        assert other.account == aiko.account
        await at.see("SHA256:n4bQgYhM…")


async def test_refusing_takes_one_key(lobby: Lobby) -> None:
    aiko, other = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, OTHER)
    async with terminal(aiko) as at:
        await at.open_account()
        await ask(aiko, other)
        await at.see("A key asks to be added")
        request = aiko.credentials.link_request
        assert request is not None
        await at.choose(f"refuse {request.number}")
        await at.see("Refused. The code can't be used again.")
        assert request.answer is LinkAnswer.REFUSED


async def test_another_request_is_not_allowed_by_what_was_asked_about_the_first(lobby: Lobby) -> None:
    aiko = await somebody(lobby, AIKO, "Aiko")
    one, two = await somebody(lobby, "SHA256:one"), await somebody(lobby, "SHA256:two")
    async with terminal(aiko) as at:
        await at.open_account()
        await ask(aiko, one)
        await ask(aiko, two)
        await at.see("(Guest")
        first = aiko.credentials.link_request
        assert first is one.asked
        assert first is not None
        await at.choose(f"allow {first.number}")
        await at.on_top(Confirm)
        one.credentials.withdraw_link()
        await at.press("y")
        await at.see("This request is no longer open.")
        assert aiko.credentials.link_request is two.asked
        assert not at.highlighted.startswith("allow")
        assert len(await aiko.credentials.keys()) == 1


async def test_entries_are_chosen_by_mouse(lobby: Lobby) -> None:
    aiko, other = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, OTHER)
    await ask(aiko, other)

    async def click(words: str) -> None:
        await at.see(words)
        y = next(number for number, line in enumerate(at.text.splitlines()) if words in line)
        await at.pilot.click(offset=(at.text.splitlines()[y].index(words) + 1, y))
        await settle(at.pilot)

    async with terminal(aiko) as at:
        await click("? menu")
        await click("Your account: keys")
        await at.on_top(AccountScreen)
        await click("Allow it")
        await at.on_top(Confirm)
        await click("Yes (y)")
        await at.see("The key is added.")
        await click("SHA256:n4bQgYhM")
        await at.on_top(KeyMenu)
        await click("Remove this key")
        await at.on_top(Confirm)
        await click("Yes (y)")
        await at.see("The key is removed.")
        await click("Esc back")
        await at.on_top(LobbyScreen)


async def test_keys_are_named_and_removed(lobby: Lobby) -> None:
    aiko, other = await with_two_keys(lobby)
    async with terminal(aiko) as at, terminal(other) as lost:
        await at.open_account()
        await at.choose(f"key {AIKO}")
        await at.on_top(KeyMenu)
        assert "Remove" not in at.text, "it is the one in use"
        await at.press("down", "enter")
        await at.type("desk")
        await at.see("in use here desk")
        await at.choose(f"key {OTHER}")
        await at.on_top(KeyMenu)
        await at.press("end", "enter")
        await at.on_top(Confirm)
        await at.press("y")
        await at.see("The key is removed.")
        assert OTHER[:15] not in at.text
        await lost.see("This key was removed from Aiko's account.")
        assert "NAISHI Aiko" not in " ".join(lost.text.split())


async def test_a_recovery_code_is_replaced_only_after_a_question(lobby: Lobby) -> None:
    aiko = await somebody(lobby, AIKO, "Aiko")
    async with terminal(aiko) as at:
        await at.open_account()
        await at.press("r")
        await at.see("Your recovery code, shown only now: recover-")
        await at.see("Make a new recovery code; the old one stops working")
        code = at.text.split("only now: ")[1].split()[0]
        await at.press("r")
        await at.on_top(Confirm)
        await at.press("n")
        await at.on_top(AccountScreen)
        assert code in at.text
        assert (await lobby.codes.of_code(codes.CodeKind.RECOVERY, code)) == aiko.account
        await at.press("r")
        await at.on_top(Confirm)
        await at.press("y")
        await until(lambda: "recover-" in at.text and code not in at.text, "another code")
        assert (await lobby.codes.of_code(codes.CodeKind.RECOVERY, code)) is None


async def test_a_code_says_what_it_does_before_it_does_it(lobby: Lobby) -> None:
    aiko, visitor = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, None)
    await visitor.tables.open(public=True)
    async with terminal(aiko) as at:
        await at.open_account()
        await at.press("c")
        await at.type("guest-aaaa-aaaa-aaaa")
        await at.see("This code is wrong or has expired.")
        await at.press("escape", "c")
        await at.type(visitor.code)
        await at.on_top(Confirm)
        await at.see(f"This gives you the 1 game of {visitor.account.name}.")
        await at.press("enter")
        await at.on_top(AccountScreen)
        assert visitor.account.stored
        await at.press("c")
        await at.type(visitor.code)
        await at.on_top(Confirm)
        await at.press("y")
        await at.see("are yours now.")
        await at.press("escape")
        await at.see("Waiting for an opponent")


async def test_whoever_asks_waits_and_sees_the_answer(lobby: Lobby) -> None:
    aiko, other = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, OTHER, "Anna")
    await aiko.choose("language", "fr")
    async with terminal(other) as at:
        await at.open_account()
        for allow in (False, True):
            await at.press("c")
            await at.type(await aiko.credentials.link_code())
            await at.on_top(Confirm)
            await at.press("y")
            await at.see("Waiting until Aiko allows it")
            assert aiko.credentials.link_request is not None
            await aiko.credentials.answer_link(aiko.credentials.link_request, allow=allow)
            if not allow:
                await at.see("Aiko has refused to add your key.")
                assert "Waiting" not in at.text
        await until(lambda: "NAISHI  Aiko" in at.text, "the account")
        await until(lambda: "Échap" in at.text, "the settings of the account")


async def test_a_name_that_was_asked_for_before_is_not_given_to_another_account(lobby: Lobby) -> None:
    aiko, new, anna = [
        await somebody(lobby, AIKO, "Aiko"),
        await somebody(lobby, OTHER),
        await somebody(lobby, "b", "Anna"),
    ]
    async with terminal(new) as welcomed, terminal(anna) as renaming:
        await welcomed.see("What name do you want to play under?")
        await renaming.press("e")
        await renaming.see("What name do you want from now on?")
        for visitor in (new, anna):
            await ask(aiko, visitor)
            assert aiko.credentials.link_request is not None
            await aiko.credentials.answer_link(aiko.credentials.link_request, allow=True)
        await welcomed.type("Bruno")
        await welcomed.on_top(LobbyScreen)
        await renaming.type("Bruno")
        await renaming.see("Your account has changed meanwhile.")
    assert aiko.account.name == "Aiko"


async def test_a_request_is_taken_back(lobby: Lobby) -> None:
    aiko, other = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, OTHER)
    async with terminal(other) as at:
        await ask(aiko, other)
        await at.press("escape")  # the question for a name
        await at.open_account()
        await at.see("Waiting until Aiko allows it")
        await at.choose("withdraw")
        await until(lambda: "Waiting" not in at.text, "nobody waits")
        assert aiko.credentials.link_request is None


async def test_an_account_is_deleted_after_two_questions(lobby: Lobby) -> None:
    aiko, bruno = await somebody(lobby, AIKO, "Aiko"), await somebody(lobby, OTHER, "Bruno")
    match = await bruno.tables.join(await aiko.tables.open(public=True))
    await aiko.tables.open(public=True)
    async with terminal(aiko) as at:
        await at.open_account()
        for answers in (("n",), ("y", "bruno"), ("y", "")):
            await at.choose("delete")
            await at.on_top(Confirm)
            await at.see("Your 1 unfinished game is given up.")
            await at.press(answers[0])
            if len(answers) > 1:
                await at.type(answers[1])
                await at.see("That isn't the name.")
                await at.press("escape")
            await at.on_top(AccountScreen)
        await at.choose("delete")
        await at.on_top(Confirm)
        await at.press("y")
        await at.type("aiko")
        await at.see("Your account is deleted.")
        assert "Delete your account" not in at.text
    assert (await lobby.matches.get(match.id)).agreements.resigned is not None


async def test_a_guest_sees_the_code_and_the_way_to_an_account(lobby: Lobby) -> None:
    visitor = await somebody(lobby, None)
    async with terminal(visitor, (60, 20)) as at:
        await at.open_account()
        await at.see("Once you have a game, you get a code")
        await at.see("ssh-keygen")
        assert "key  " not in at.text
        assert "Delete" not in at.text
        await at.press("a", "r")
        await at.on_top(AccountScreen)
        await at.press("escape", "n", "enter")
        await at.open_account()
        await at.see(visitor.code)
        await at.see("your games come along")
        await at.choose("delete")
        await at.on_top(Confirm)


async def test_a_code_for_a_key_is_hidden_once_it_has_expired(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.lobby.account.LINK_TIME", 0.2)
    async with terminal(await somebody(lobby, AIKO, "Aiko")) as at:
        await at.open_account()
        await at.press("a")
        await until(lambda: "ten minutes" not in at.text, "the code is hidden")


async def test_a_recovery_code_that_another_terminal_has_replaced_is_shown_no_more(lobby: Lobby) -> None:
    aiko, again = await somebody(lobby, AIKO, "Aiko"), await lobby.visit(AIKO, "192.0.2.1", "en")
    async with terminal(aiko) as at:
        await at.open_account()
        await at.press("r")
        await at.see("Your recovery code, shown only now: recover-")
        await again.credentials.recovery_code()
        await until(lambda: "recover-" not in at.text, "the dead code is hidden")


@pytest.mark.parametrize("language", some(i18n.languages(), 2))
async def test_nothing_is_cut_at_the_smallest_size(lobby: Lobby, language: str) -> None:
    aiko, other = await with_two_keys(lobby)
    third = await somebody(lobby, "SHA256:third", "Chiyo")
    await ask(aiko, third)
    await aiko.credentials.recovery_code()
    await aiko.choose("language", language)
    lobby.leave(other)
    async with terminal(aiko, (60, 20)) as at:
        await at.open_account()
        assert "NAISHI  Aiko" in at.text
        prompts = [str(option.prompt) for option in at.entries.options]
        assert len(prompts) >= 11
        assert [prompt for prompt in prompts if cell_len(prompt) > 60] == []
        assert at.text.splitlines()[-1].count("Esc") + at.text.splitlines()[-1].count("Échap") == 1
        await at.press("end")
        await at.press("a")
        await until(lambda: "key-" in at.text, "a code")


@pytest.fixture
def _same_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi.server.database.codes.secrets.choice", lambda letters: letters[2])
    monkeypatch.setattr("naishi.server.accounts.players.secrets.randbelow", lambda _below: 123456)


@pytest.mark.usefixtures("_same_codes")
@pytest.mark.parametrize("ascii_only", [False, True])
async def test_the_screen_at_80x24(lobby: Lobby, snapshot: SnapshotAssertion, ascii_only: bool) -> None:
    aiko, other = await with_two_keys(lobby)
    await aiko.credentials.name_key(OTHER, "the old laptop")
    await aiko.choose("ascii", ascii_only)
    lobby.leave(other)
    third = await somebody(lobby, "SHA256:ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs")
    async with terminal(aiko) as at:
        await at.open_account()
        await at.press("a")
        await at.see("ten minutes")
        with_code = at.text
        await ask(aiko, third)
        await at.see("asks to be added")
        assert f"{with_code}\n\n{at.text}" == snapshot


async def test_what_changes_while_the_app_ends_is_not_drawn(lobby: Lobby) -> None:
    aiko = await somebody(lobby, AIKO, "Aiko")
    async with terminal(aiko) as at:
        await at.open_account()
        screens = [screen for screen in at.pilot.app.screen_stack if isinstance(screen, AccountScreen | LobbyScreen)]
        assert len(screens) == 2
        for screen in screens:
            await screen.remove_children()
            if isinstance(screen, LobbyScreen):
                screen.lists.draw()
                await screen.on_screen_resume()
            else:
                screen.draw()
