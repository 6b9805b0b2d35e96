"""The table flow: what it asks, does and says."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Lobby, MatchStage, Visitor
from naishi.server.lobby.table_flow import TableFlow, agreed
from naishi.server.match.match import Terms
from naishi.tabletop.kinds import kind_of
from tests.naishi.server.conftest import player


class Person:
    """Answers every question alike, and remembers them."""

    def __init__(self, visitor: Visitor, *, agrees: bool = True) -> None:
        self.visitor, self.agrees = visitor, agrees
        self.questions: list[str] = []
        self.flow = TableFlow(visitor, self.confirm)

    async def confirm(self, question: str) -> bool:
        self.questions.append(question)
        return self.agrees


@pytest.mark.parametrize("agrees", [True, False])
async def test_who_comes_by_a_word_is_asked_about_terms_they_have_not_seen(lobby: Lobby, *, agrees: bool) -> None:
    host = await player(lobby, "Aiko")
    guest = Person(await player(lobby, "Bruno"), agrees=agrees)
    usual, timed = [await host.tables.open(Terms(control=control), public=False) for control in ("", "3d")]
    assert await guest.flow.agrees(usual)
    assert guest.questions == []
    assert await guest.flow.agrees(timed) == agrees
    assert guest.questions == ["Aiko is waiting to play Naishi (3 days a turn). Sit down?"]


async def test_who_has_followed_a_link_is_always_asked_and_the_host_never(lobby: Lobby) -> None:
    host, guest = Person(await player(lobby, "Aiko")), Person(await player(lobby, "Bruno"))
    table = await host.visitor.tables.open(public=False)
    assert await guest.flow.agrees(table, always=True)
    assert await host.flow.agrees(table, always=True)
    assert (guest.questions, host.questions) == (["Aiko is waiting to play Naishi. Sit down?"], [])


async def test_at_a_larger_table_one_waits_until_it_is_full(lobby: Lobby) -> None:
    host, one, two = [Person(await player(lobby, name)) for name in ("Aiko", "Bruno", "Chika")]
    table = await host.visitor.tables.open(Terms(game="shogun", places=3), public=True)
    assert not host.flow.can_begin(table)
    at = await one.flow.join(table)
    assert not at.has_begun
    assert at.said.startswith("You sit at this table: Shogun, 2 of 3 seats taken: Aiko, Bruno")
    assert not one.flow.joins(at.match)
    assert one.flow.waits_at(at.match)
    assert not host.flow.can_begin(at.match)  # Shogun is for three at least
    at = await two.flow.join(at.match)
    assert at.has_begun
    assert at.said == ""
    with pytest.raises(NaishiError):
        await two.flow.commitment(at.match)


async def test_leaving_says_what_it_was(lobby: Lobby) -> None:
    host, guest = Person(await player(lobby, "Aiko")), Person(await player(lobby, "Bruno"))
    table = await host.visitor.tables.open(Terms(game="ninjato", places=3), public=True)
    joined = await guest.flow.join(table)
    assert host.flow.can_begin(joined.match)
    assert not guest.flow.can_begin(joined.match)
    assert await guest.flow.leave(joined.match) == "You have left the table."
    assert await host.flow.leave(table) == "The table is closed."
    challenge = await host.visitor.tables.challenge("Bruno")
    assert await guest.flow.leave(challenge) == "Declined."


async def test_a_word_is_added_by_the_host_and_brought_by_the_other(lobby: Lobby) -> None:
    host, guest = Person(await player(lobby, "Aiko")), Person(await player(lobby, "Bruno"))
    table = await host.visitor.tables.open(public=True)
    commitment = await guest.flow.commitment(table)
    assert commitment == await host.flow.commitment(table)
    added = await host.flow.mix(table, "rain")
    assert not added.has_begun
    assert added.said
    assert (await guest.flow.mix(table, "snow")).match.state is MatchStage.PLAYING


async def test_who_finds_nobody_near_waits(lobby: Lobby) -> None:
    one, two = [Person(await player(lobby, name)) for name in ("Aiko", "Bruno")]
    terms = Terms(control="10+5")
    at = await one.flow.pair(terms)
    assert at.said == "You wait for a player near your rating (10 min + 5 s), and after a while for anyone."
    assert (await two.flow.pair(terms)).has_begun


def test_what_is_agreed_on_names_no_usual_options_and_seats_few_where_none_says_how_many() -> None:
    usual = {row.name: row.values[0][0] for row in kind_of("shogun").option_rows()}
    assert agreed("shogun", options=usual) == Terms(game="shogun", places=3)
    assert agreed("shogun", 0).places == 0, "who says none is refused"
    name, (_usual, (other, _words)) = (
        "setup",
        next(row.values[:2] for row in kind_of("shogun").option_rows() if row.name == "setup"),
    )
    assert agreed("shogun", 4, {**usual, name: other}, control="3d").options == {name: other}


async def test_a_table_is_joined_by_its_number_or_by_a_word_that_only_friends_know(lobby: Lobby) -> None:
    host = Person(await player(lobby, "Aiko"))
    public, private = [await host.flow.open(Terms(), public=public) for public in (True, False)]
    assert public.word == public.match.id
    assert private.word == private.match.invite != private.match.id


async def test_a_challenge_is_to_one_player_and_begins_where_they_have_challenged_back(lobby: Lobby) -> None:
    one, other = [Person(await player(lobby, name)) for name in ("Aiko", "Bruno")]
    at = await one.flow.challenge("Bruno", agreed("ninjato"))
    assert (at.has_begun, at.said) == (False, "Bruno sees your challenge in the lobby, now or on coming back.")
    assert (await other.flow.challenge("Aiko", agreed("ninjato"))).has_begun


async def test_bots_may_take_the_other_seats_of_a_larger_table_to_which_one_player_is_challenged(lobby: Lobby) -> None:
    one, other, third = [Person(await player(lobby, name)) for name in ("Aiko", "Bruno", "Chika")]
    at = await one.flow.challenge("Bruno", agreed("shogun"))
    with pytest.raises(NaishiError):
        await third.flow.join(at.match)
    at = await other.flow.join(at.match)
    assert not at.has_begun
    begun = await one.visitor.tables.begin(at.match, "beginner")
    assert (begun.state, len(begun.seats)) == (MatchStage.PLAYING, 3)


@pytest.mark.parametrize(
    ("terms", "why"), [(Terms(rated=True), "aren't rated"), (Terms(control="3d"), "have no clock")]
)
async def test_a_game_against_bots_is_neither_rated_nor_timed(lobby: Lobby, terms: Terms, why: str) -> None:
    alone = Person(await player(lobby, "Aiko"))
    with pytest.raises(NaishiError, match=why):
        await alone.flow.against_bots(terms, "beginner")
    assert (await alone.flow.against_bots(Terms(), "beginner")).state is MatchStage.PLAYING
