"""The account flow: what it asks, does and says."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Lobby, Visitor
from naishi.server.lobby import account_flow
from naishi.server.lobby.account_flow import AccountFlow
from tests.naishi.server.accounts.shared import ask, fingerprints, link, with_key
from tests.naishi.server.conftest import player


class Person:
    """Answers every question alike, and remembers them."""

    def __init__(self, visitor: Visitor, *, agrees: bool) -> None:
        self.agrees = agrees
        self.questions: list[str] = []
        self.flow = AccountFlow(visitor, self.confirm)

    async def confirm(self, question: str) -> bool:
        self.questions.append(question)
        return self.agrees


@pytest.mark.parametrize("agrees", [True, False])
async def test_a_key_is_added_only_after_a_second_question(lobby: Lobby, *, agrees: bool) -> None:
    aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:new")
    person = Person(aiko, agrees=agrees)
    await ask(aiko, new)
    assert account_flow.waiting(new) == "Waiting until Aiko allows it at the other terminal."
    request = aiko.credentials.link_request
    assert request is not None
    said = await person.flow.answer(request, allow=True)
    assert said == ("The key is added." if agrees else "Nothing was changed.")
    assert "Add SHA256:new" in person.questions[0]
    assert ("SHA256:new" in await fingerprints(aiko)) == agrees
    assert bool(account_flow.waiting(new)) != agrees


async def test_a_key_is_refused_without_a_question(lobby: Lobby) -> None:
    aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:new")
    person = Person(aiko, agrees=False)
    await ask(aiko, new)
    request = aiko.credentials.link_request
    assert request is not None
    assert (await person.flow.answer(request, allow=False)).startswith("Refused.")
    assert not person.questions


@pytest.mark.parametrize("agrees", [True, False])
async def test_a_key_is_removed_once_that_is_confirmed(lobby: Lobby, *, agrees: bool) -> None:
    aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:new")
    await link(aiko, new)
    person = Person(aiko, agrees=agrees)
    (key,) = [key for key in await aiko.credentials.keys() if key.fingerprint == "SHA256:new"]
    said = await person.flow.remove_key(key)
    assert said == ("The key is removed." if agrees else "Nothing was changed.")
    assert ("SHA256:new" in await fingerprints(aiko)) != agrees


async def test_only_a_second_recovery_code_is_asked_about(lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    person = Person(aiko, agrees=False)
    said, first = await person.flow.make_recovery_code()
    assert (said, person.questions) == ("", [])
    assert await person.flow.make_recovery_code() == ("Nothing was changed.", "")
    assert len(person.questions) == 1
    assert await aiko.credentials.is_recovery_code(first)
    person.agrees = True
    said, second = await person.flow.make_recovery_code()
    assert not said
    assert await aiko.credentials.is_recovery_code(second)
    assert not await aiko.credentials.is_recovery_code(first)


async def test_a_code_is_used_once_its_consequences_are_agreed_to(lobby: Lobby) -> None:
    aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:new")
    person = Person(new, agrees=False)
    use = await new.credentials.read_code(await aiko.credentials.link_code())
    assert (await person.flow.use_code(use)).said == "Nothing was changed."
    assert person.questions == [use.consequences]
    assert new.asked is None
    person.agrees = True
    await person.flow.use_code(use)
    assert new.asked is not None


async def test_a_code_is_withdrawn_once(lobby: Lobby) -> None:
    aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:new")
    flow, code = Person(aiko, agrees=True).flow, await aiko.credentials.link_code()
    assert await flow.withdraw_code() == "The code to add a key doesn't work any more."
    assert not await flow.withdraw_code()
    with pytest.raises(NaishiError):
        await new.credentials.read_code(code)


async def test_an_account_is_deleted_by_its_name(lobby: Lobby) -> None:
    aiko = await player(lobby, "Aiko")
    flow, account = Person(aiko, agrees=True).flow, aiko.account
    assert account_flow.is_name(account, " aiko\n")
    assert not account_flow.is_name(account, "Aik")
    assert len(await flow.deleting(account)) == 1
    assert await flow.delete(account) == "Your account is deleted."
    assert not aiko.account.stored


async def test_whoever_has_become_another_player_meanwhile_renames_nobody(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    with pytest.raises(NaishiError, match="Your account has changed meanwhile"):
        await account_flow.rename(aiko, "Chika", bruno.account)
    assert aiko.account.name == "Aiko"
    assert await account_flow.rename(aiko, "Chika", aiko.account) == "You are Chika now."
    assert aiko.account.name == "Chika"
