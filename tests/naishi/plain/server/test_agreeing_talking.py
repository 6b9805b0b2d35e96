"""Phrases in lines, as objects and by verbs."""

from __future__ import annotations

import pytest

from naishi.common import i18n
from naishi.common.i18n import NaishiError
from naishi.plain.server.agreeing import phrase_of
from naishi.server import Phrase
from naishi.server.match.words import phrase_words
from tests.naishi.plain.server.people import Program, Reader
from tests.naishi.plain.server.shared import Seats, ask
from tests.naishi.server.conftest import Table


@pytest.mark.ci
async def test_a_phrase_is_told_to_both_each_in_their_own_language(table: Table) -> None:
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    table.people[1].language = "fr"
    one, two = [Reader(person, first=f"join {table.match.id}") for person in table.people]
    name = table.people[0].account.name
    await one.hears("\n> ")
    await two.hears("\n> ")
    await one.says("say hello", "You say: Hello!\n")
    await two.hears(f"{name} dit\u00a0: Bonjour\u00a0!")
    await two.says("dire bonne", "Vous dites\u00a0: Bonne chance, et bon jeu\u00a0!")
    await one.hears("says: Good luck, and have fun!")
    for reader in (one, two):
        await reader.leave()


@pytest.mark.ci
async def test_all_phrases_are_listed_with_the_number_that_says_them(seats: Seats) -> None:
    one, two = seats
    heard = await one.says("say", "1: Hello!", "12: Thanks for the game!")
    assert all(phrase_words(phrase) in heard for phrase in Phrase)
    await one.says("say 12", "You say: Thanks for the game!")
    await two.hears("says: Thanks for the game!")


@pytest.mark.ci
async def test_the_other_player_is_muted_and_heard_again(seats: Seats) -> None:
    one, two = seats
    name = one.visitor.account.name
    await two.says("mute", f"You hear nothing more from {name}")
    await one.says("say oops", "You say: Oops!")
    await two.says("match", "here")
    assert "Oops" not in two.written
    await two.says("mute of", "Write it like this: mute off")
    await two.says("mute off", f"You hear {name} again.")
    await one.says("say sorry", "You say: Sorry!")
    await two.hears(f"{name} says: Sorry!")
    await two.says("report", "Say why: name (An offensive name), behaviour")
    await two.says("report behaviour", "Kept for whoever runs this server.")
    await two.says("report name", "You have reported this game already.")


async def test_a_program_is_sent_what_is_said(table: Table) -> None:
    person = table.people[0]
    await person.detach(table.seats[0])
    program = Program(person, first=f"join {table.match.id}")
    await program.hears('"type": "match"')
    await table.lobby.talk.say(table.seats[1], Phrase.MOMENT)
    await program.hears('"moment"')
    assert program.of_type("match")[-1]["said"] == [{"number": 1, "seat": 1, "phrase": "moment"}]
    assert (await program.ask("say thanks"))["type"] == "reply"
    await program.hears('"thanks"')
    assert [each["seat"] for each in program.of_type("match")[-1]["said"]] == [1, 0]
    await program.leave()


@pytest.mark.ci
async def test_one_line_says_something_to_whoever_is_there(table: Table) -> None:
    one, _two = table.people
    assert "You say: Hello!" in await ask(one, f"play {table.match.id} say hello")
    assert table.seats[1].news.latest.endswith("says: Hello!")
    assert "Kept for whoever runs this server." in await ask(one, f"play {table.match.id} report cheating")
    await table.people[1].detach(table.seats[1])
    said = await ask(one, f"play {table.match.id} say sorry")
    assert "You say: Sorry!" in said
    assert "will see it on their next visit." in said
    assert "says: Sorry!" in await ask(table.people[1], f"show {table.match.id}")
    assert "Sorry!" not in await ask(table.people[1], f"show {table.match.id}"), "it is told once"


@pytest.mark.parametrize("language", ["en", "fr", "pl", "de"])
def test_a_phrase_is_found_by_its_number_its_id_and_its_words(language: str) -> None:
    i18n.switch(i18n.load(language))
    try:
        for number, phrase in enumerate(Phrase, 1):
            assert phrase_of(str(number)) is phrase_of(phrase.value) is phrase_of(phrase_words(phrase)) is phrase
        for typed in ("13", "0", "what a fool"):
            with pytest.raises(NaishiError):
                phrase_of(typed)
    finally:
        i18n.switch(i18n.load("en"))


def test_the_nearest_phrase_is_named() -> None:
    with pytest.raises(NaishiError, match=r"There is no such phrase.* Did you mean Hello\?"):
        phrase_of("helo")
    with pytest.raises(NaishiError, match=r"them all\.$"):
        phrase_of("xyzzy")


def test_of_two_phrases_that_begin_so_both_are_named() -> None:
    with pytest.raises(NaishiError, match=r"Say which: Thank you!, Thanks for the game!\."):
        phrase_of("than")


@pytest.mark.parametrize("typed", ["0", "9" * 5_000, "13"])
def test_what_is_no_number_of_a_phrase_is_refused(typed: str) -> None:
    with pytest.raises(NaishiError):
        phrase_of(typed)
