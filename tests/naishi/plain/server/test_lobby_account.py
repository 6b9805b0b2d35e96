"""Account in lines."""

from __future__ import annotations

import re

import pytest

from naishi.server import Lobby
from tests.naishi.plain.server.people import Reader
from tests.naishi.server.conftest import guest


@pytest.fixture
async def at_account(aiko: Reader) -> Reader:
    """Aiko, in her account."""
    await aiko.says("account", "The account of Aiko.", "account> ")
    return aiko


async def newcomer(lobby: Lobby) -> Reader:
    """Someone with another key, in the account."""
    reader = Reader(await lobby.visit("SHA256:new", "192.0.2.9", "en"))
    await reader.hears("lobby> ")
    await reader.says("account", "account> ")
    return reader


async def test_keys_are_listed_and_named(at_account: Reader) -> None:
    await at_account.says("keys", "Key 1: SHA256:Aiko, in use here.")
    await at_account.says("call 1 my laptop", "Set.")
    await at_account.says("keys", "Key 1: SHA256:Aiko (my laptop), in use here.")
    await at_account.says("call 3 x", "Say a number from 1 to 1")
    await at_account.says("remove 1", "Remove SHA256:Aiko (my laptop)?", "Type yes to agree: ")
    await at_account.says("yes", "You are using this key")
    await at_account.says("quit", "You are in the lobby.")


async def test_a_key_is_added_once_both_sides_agree_and_is_removed_again(lobby: Lobby, at_account: Reader) -> None:
    heard = await at_account.says("add", "For the next ten minutes", "account> ")
    (code,) = re.findall(r"key-[\d-]+", heard)
    other = await newcomer(lobby)
    await other.says(f"code {code}", "This asks Aiko", "Type yes")
    at_account.told = len(at_account.written)
    await other.says("yes", "Waiting until Aiko allows it at the other terminal.")
    heard = await at_account.hears("SHA256:new", "asks to be added to your account. Type allow or refuse.", "account> ")
    assert "A key asks" not in heard, "said once, with who it is"
    await at_account.says("allow", "Add SHA256:new", "Type yes to agree: ")
    await at_account.says("yes", "The key is added.")
    await other.hears("Your key belongs to Aiko's account now.")
    assert other.visitor.account.id == at_account.visitor.account.id
    await at_account.says("keys", "Key 2: SHA256:new")
    await at_account.says("remove 2", "Type yes")
    await at_account.says("no", "Nothing was changed.")
    await at_account.says("remove 2", "Type yes")
    await at_account.says("yes", "The key is removed.")
    await other.hears("This key was removed from Aiko's account.")
    await other.leave()


@pytest.mark.parametrize("answer", ["refuse", "withdraw"])
async def test_a_request_is_refused_or_withdrawn(lobby: Lobby, at_account: Reader, answer: str) -> None:
    code = await at_account.visitor.credentials.link_code()
    other = await newcomer(lobby)
    await other.says(f"code {code}", "Type yes")
    await other.says("yes", "Waiting until Aiko")
    await at_account.hears("Type allow or refuse.")
    if answer == "refuse":
        await at_account.says("refuse", "Refused. The code can't be used again.")
        await other.hears("Aiko has refused to add your key.")
    else:
        at_account.told = len(at_account.written)
        await other.says("withdraw", "Withdrawn.")
        await at_account.hears("This request is no longer open.")
        await at_account.says("allow", "No key asks to be added.")
    assert other.visitor.account.id != at_account.visitor.account.id
    await other.leave()


async def test_a_code_that_is_withdrawn_adds_no_key(lobby: Lobby, at_account: Reader) -> None:
    await at_account.says("withdraw", "There is nothing to withdraw")
    heard = await at_account.says("add", "For the next ten minutes", "account> ")
    (code,) = re.findall(r"key-[\d-]+", heard)
    await at_account.says("withdraw", "The code to add a key doesn't work any more.")
    other = await newcomer(lobby)
    await other.says(f"code {code}", "This code is wrong or has expired.")
    await at_account.says("withdraw", "There is nothing to withdraw")
    await other.leave()


async def test_whoever_is_elsewhere_is_told_that_a_key_asks(lobby: Lobby, aiko: Reader) -> None:
    code = await aiko.visitor.credentials.link_code()
    other = await newcomer(lobby)
    aiko.told = len(aiko.written)
    await other.says(f"code {code}", "Type yes")
    await other.says("yes", "Waiting until Aiko")
    await aiko.hears("A key asks to be added to your account. Type account to answer.")
    await aiko.says("account", "asks to be added to your account. Type allow or refuse.")
    await other.leave()


async def test_a_recovery_code_gets_the_account_back(lobby: Lobby, at_account: Reader) -> None:
    heard = await at_account.says("recovery", "Your recovery code, shown only now.", "account> ")
    (code,) = re.findall(r"recover-[\w-]+", heard)
    await at_account.says("recovery", "The one that you have stops working.")
    await at_account.says("no", "Nothing was changed.")
    other = await newcomer(lobby)
    await other.says("code", "Write it like this: code ")
    await other.says("code recover-aaaa-aaaa-aaaa-aaaa", "code")
    await other.says(f"code {code}", "You get Aiko's account back.", "Type yes")
    await other.says("yes", "Welcome back, Aiko. Your next recovery code: recover-")
    await at_account.hears("has recovered the account by a code")
    await other.leave()


async def test_a_guest_comes_back_by_the_code(lobby: Lobby) -> None:
    first = await guest(lobby)
    await first.tables.open(public=True)
    reader = Reader(await guest(lobby))
    await reader.hears("lobby> ")
    await reader.says("account", "You are a guest. Once you have a game, you get a code")
    await reader.says("keys", "You have no key.")
    await reader.says("add", "A guest has a code, and no keys.")
    await reader.says(f"code {first.code}", f"You come back as {first.account.name}.")
    await reader.says("yes", f"Welcome back, {first.account.name}.")
    await reader.says("quit", "You are in the lobby.")
    await reader.says("games", "Table 1: yours")
    await reader.leave()


async def test_an_account_is_deleted_after_its_name_was_typed(at_account: Reader) -> None:
    await at_account.says("delete", "Delete your account?", "type its name, Aiko: ")
    await at_account.says("Bruno", "Nothing was changed.")
    await at_account.says("delete", "type its name, Aiko: ")
    await at_account.says("aiko", "Your account is deleted.")
    assert not at_account.visitor.account.stored


async def test_nothing_is_asked_of_who_has_nothing(lobby: Lobby) -> None:
    reader = await newcomer(lobby)
    await reader.says("delete", "Nothing is stored of you yet.")
    await reader.says("allow", "No key asks to be added.")
    await reader.says("help", "Keys: ", "Codes: ", "More: ")
    await reader.leave()
