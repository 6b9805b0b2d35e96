"""One server of two processes: cluster, lobby, database.sharing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection

import pytest

from naishi import Game
from naishi.common.i18n import NaishiError
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.rules.cards import Card
from naishi.plain.server.agreeing import read_rule
from naishi.server import Lobby, MatchParticipant, OfferKind, Phrase, Presence, Verb, Visitor
from naishi.server.accounts.login import LinkAnswer
from naishi.server.database import sharing
from naishi.server.database.connection import StorageError
from naishi.server.database.sharing import Leases, Live
from naishi.server.match import session as match_session
from naishi.server.match.match import MatchStage, Terms
from naishi.server.plans.plans import Key, Plan, PlanEnd, PlanStore
from naishi.server.presence.limits import PATIENCE, Limits
from tests.naishi.server.conftest import Table, answer, guest, offer, player
from tests.naishi.server.lobby.two_processes import CLUSTERS, process, until
from tests.naishi.server.match.obedient_bots import ObedientBots
from tests.naishi.server.postgres import Cluster

pytestmark = pytest.mark.ci

LIMITS = Limits(plan_delay=(0.0, 0.0), games_burst=4.0, games_rate=1e-6, verbs_burst=4.0, verbs_rate=1e-6)
Both = tuple[Lobby, Lobby]


@pytest.fixture
def where(postgres: Cluster) -> str:
    """What the processes share."""
    return postgres.prepared()


@pytest.fixture
async def both(where: str) -> AsyncIterator[Both]:
    async with process(where, "one", LIMITS) as one, process(where, "two", LIMITS) as two:
        yield one, two


@pytest.fixture
async def people(both: Both) -> list[Visitor]:
    """Two players, at different processes."""
    return [await player(both[0], "Aiko"), await player(both[1], "Bruno")]


@pytest.fixture
async def apart(both: Both, people: list[Visitor]) -> Table:
    """The two at a match."""
    first, second = (person.account.id for person in people)
    game = Game.new(5, ("Aiko", "Bruno"), options=Options(undo="off"))
    match = await both[0].matches.start(first, game, (first, second), public=True)
    table = Table(both[0], people, match, [await person.attach(match.id) for person in people])
    one, other = table.seats
    await until(lambda: one.presence(1) is Presence.HERE and other.presence(0) is Presence.HERE)
    return table


async def play(table: Table, count: int) -> None:
    """Play so many actions; each is on the other player's screen before the next."""
    for _action in range(count):
        if table.seats[0].over:
            return
        turn = table.seats[0].view.turn or 0
        seat, other = table.seats[turn], table.seats[1 - turn]
        await seat.play(seat.view.legal_actions[0])
        played = len(seat.view.events)
        await until(lambda played=played, other=other: len(other.view.events) == played)


async def test_each_sees_what_the_other_plays_to_the_end(apart: Table) -> None:
    await play(apart, 1000)
    one, other = apart.seats
    assert one.over
    assert other.over
    assert one.view.sides == other.view.sides
    assert apart.lobby.matches.check() == (1, [])


async def test_offers_and_answers_cross(apart: Table) -> None:
    await play(apart, 4)
    one, other = apart.seats
    await offer(one, OfferKind.DRAW)
    await until(lambda: other.news.offered)
    await answer(other, Verb.DECLINE)
    await until(lambda: one.refused)
    await offer(other, OfferKind.UNDO)
    await until(lambda: one.news.offered)
    await answer(one, Verb.AGREE)
    await until(lambda: other.undone)
    assert len(other.view.events) < 4
    await offer(other, OfferKind.DRAW)
    await until(lambda: one.news.offered)
    await answer(one, Verb.AGREE)
    await until(lambda: other.over)
    await offer(other, OfferKind.REMATCH)
    await until(lambda: one.news.offered)
    await answer(one, Verb.AGREE)
    await until(lambda: other.agreements.next)


async def test_an_action_still_fits_though_something_was_offered_elsewhere(apart: Table) -> None:
    await play(apart, 4)
    turn = apart.seats[0].view.turn or 0
    acting, other = apart.seats[turn], apart.seats[1 - turn]
    await offer(other, OfferKind.DRAW)
    await acting.play(acting.view.legal_actions[0])  # this process has hardly heard of it yet
    await until(lambda: len(other.view.events) == len(acting.view.events) == 5)


async def test_of_two_actions_at_once_one_is_refused_in_words(both: Both, apart: Table) -> None:
    await play(apart, 4)
    turn = apart.seats[0].view.turn or 0
    here, name = apart.seats[turn], ("Aiko", "Bruno")[turn]
    there = await (await player(both[1 - turn], name)).attach(apart.match.id)
    first, last = here.view.legal_actions[0], here.view.legal_actions[-1]
    done = await asyncio.gather(here.play(first), there.play(last), return_exceptions=True)
    (refused,) = [each for each in done if each is not None]
    assert isinstance(refused, NaishiError), "in words"
    await until(lambda: len(here.view.events) == len(there.view.events) == 5)
    assert here.view.events == there.view.events


async def test_who_is_here_is_known_at_both(both: Both, apart: Table) -> None:
    one, two = both
    await until(lambda: len(one.elsewhere.accounts) == 1 and len(two.elsewhere.accounts) == 1)
    for lobby in both:
        assert [person.account.name for person in await lobby.company.here()] == ["Aiko", "Bruno"]
    watcher = await guest(one)
    seen = await watcher.attach(apart.match.id)
    await until(lambda: apart.seats[1].watchers)
    await watcher.detach(seen)
    await until(lambda: not apart.seats[1].watchers)
    await apart.people[1].detach(apart.seats[1])
    await until(lambda: apart.seats[0].presence(1) is Presence.AWAY)
    two.leave(apart.people[1])
    await until(lambda: apart.seats[0].presence(1) is Presence.GONE)


async def test_tables_are_seen_and_filled_from_the_other_process(both: Both, people: list[Visitor]) -> None:
    aiko, bruno = people
    table = await aiko.tables.open(public=True)
    await until(lambda: [match.id for match in bruno.listing.open] == [table.id])
    await bruno.tables.join(bruno.listing.open[0])
    await until(lambda: aiko.lists_outdated)
    (mine,) = (await aiko.refresh()).mine
    assert mine.id == table.id
    assert None not in mine.seats


async def test_a_table_that_was_filled_elsewhere_since_it_was_listed_is_come_to(people: list[Visitor]) -> None:
    aiko, bruno = people
    listed = await aiko.tables.open(public=True)
    with pytest.raises(NaishiError, match=r"Nobody has joined this table yet\."):
        await aiko.come(listed)
    await bruno.tables.join(listed)
    assert listed.state is MatchStage.OPEN
    assert (await aiko.come(listed)).seat is not None


async def test_a_challenge_is_heard_and_declined(people: list[Visitor]) -> None:
    aiko, bruno = people
    await aiko.tables.challenge("Bruno")
    await until(lambda: bruno.news)
    assert "Aiko challenges you" in str(bruno.news)
    await bruno.refresh()
    await bruno.tables.close(bruno.own_lists.challenges[0])
    await until(lambda: aiko.news)
    assert "Bruno has declined" in str(aiko.news)


async def test_a_phrase_is_heard_at_the_other_process(both: Both, apart: Table) -> None:
    one, other = apart.seats
    await both[0].talk.say(one, Phrase.HELLO)
    await until(lambda: "Hello!" in other.conversation.news)
    await both[1].talk.say(other, Phrase.LUCK)
    await until(lambda: "Good luck" in one.conversation.news)


async def test_wrong_words_and_new_games_are_counted_together(both: Both) -> None:
    one, two = await guest(both[0]), await guest(both[1])
    for attempt in range(PATIENCE.free):
        with pytest.raises(NaishiError, match="no game with this word"):
            await (one, two)[attempt % 2].find("k4m2-xq7p-abcd")
    for visitor in (one, two):
        with pytest.raises(NaishiError, match="Too many wrong codes"):
            await visitor.find("k4m2-xq7p-abcd")
    for number in range(4):
        await (one, two)[number % 2].tables.open(public=True)
    for visitor in (one, two):
        with pytest.raises(NaishiError, match="many new games"):
            await visitor.tables.play_bot("beginner")


async def test_pages_are_counted_together(both: Both) -> None:
    for attempt in range(int(LIMITS.verbs_burst)):
        assert await both[attempt % 2].allowances.pages.take("192.0.2.7")
    for lobby in both:
        assert not await lobby.allowances.pages.take("192.0.2.7")
    assert await both[0].allowances.pages.take("192.0.2.8")


async def test_a_link_for_a_browser_is_good_once_at_whichever_process(both: Both, people: list[Visitor]) -> None:
    word = await people[0].credentials.web_link()
    assert await both[1].web_links.take(word) == people[0].account.id
    assert await both[0].web_links.take(word) is None


async def test_two_who_come_the_same_way_are_known_to(both: Both) -> None:
    for number, lobby in enumerate(both, 1):
        await lobby.rated.ways.note(number, "192.0.2.7")
    assert await both[0].rated.ways.shared(1, 2)
    assert not await both[0].rated.ways.shared(1, 3)


async def test_a_key_is_added_by_somebody_at_the_other_process(both: Both, people: list[Visitor]) -> None:
    aiko, newcomer = people[0], await both[1].visit("SHA256:new", "192.0.2.9", "en")
    await until(lambda: aiko.account.id in both[1].everybody)
    code = await aiko.credentials.link_code()
    await newcomer.credentials.use_code(await newcomer.credentials.read_code(code))
    await until(lambda: aiko.credentials.link_request)
    request = aiko.credentials.link_request
    assert request is not None
    await aiko.credentials.answer_link(request, allow=True)
    await until(lambda: newcomer.account.name == "Aiko" and newcomer.news)
    assert newcomer.asked is not None
    assert newcomer.asked.answer is LinkAnswer.ALLOWED
    await aiko.credentials.remove_key("SHA256:new")
    await until(lambda: newcomer.account.name != "Aiko")
    assert "was removed from Aiko's account" in str(newcomer.news)


async def test_who_loses_an_account_is_told_why_at_the_other_process(both: Both, people: list[Visitor]) -> None:
    aiko, elsewhere = people[0], await player(both[1], "Aiko")
    newcomer = await both[0].visit("SHA256:new", "192.0.2.9", "en")
    await until(lambda: aiko.account.id in both[1].elsewhere.accounts)
    code = await aiko.credentials.recovery_code()
    await newcomer.credentials.use_code(await newcomer.credentials.read_code(code))
    await until(lambda: elsewhere.account.name != "Aiko")
    await until(lambda: "Aiko has recovered the account by a code" in str(elsewhere.news))


async def test_who_loses_a_deleted_account_is_told_at_the_other_process(both: Both, people: list[Visitor]) -> None:
    elsewhere = await player(both[1], "Aiko")
    await until(lambda: people[0].account.id in both[1].elsewhere.accounts)
    await people[0].delete_account(people[0].account)
    await until(lambda: elsewhere.account.name != "Aiko")
    await until(lambda: "Aiko's account was deleted" in str(elsewhere.news))


async def test_a_guest_whose_games_are_claimed_elsewhere_finishes_the_one_on_the_screen(
    both: Both, people: list[Visitor]
) -> None:
    visitor = await guest(both[0])
    match = await people[0].tables.join(await visitor.tables.open(public=True))
    seat = await visitor.attach(match.id)
    await until(lambda: visitor.account.id in both[1].elsewhere.accounts)
    await people[1].credentials.use_code(await people[1].credentials.read_code(visitor.code))
    await until(lambda: visitor.news)
    assert "You can finish the one on your screen" in str(visitor.news)
    bruno = await people[1].attach(match.id)
    assert seat.seat == bruno.seat is not None


async def test_a_new_name_is_seen_at_the_other_process(both: Both, apart: Table) -> None:
    other = await player(both[1], "Aiko")
    await apart.people[0].rename("Akiko")
    await until(lambda: other.account.name == "Akiko")
    await until(lambda: apart.seats[1].view.names[0] == "Akiko")


async def planned(apart: Table) -> tuple[MatchParticipant, MatchParticipant, Visitor]:
    """Have whoever waits plan an answer to a develop of Line 4, and leave; return both seats and that player."""
    await play(apart, 2)
    turn = apart.seats[0].view.turn or 0
    acting, waiting, owner = apart.seats[turn], apart.seats[1 - turn], apart.people[1 - turn]
    when, actions = read_rule(["develop", "L4", "play", "develop", "H3,", "end"])
    await owner.lobby.plans.add(waiting, when, actions)
    await owner.detach(waiting)
    return acting, waiting, owner


async def test_a_plan_is_carried_out_once_though_both_hear_that_it_came_true(
    both: Both, apart: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = [0]

    async def pause(_seconds: float) -> None:
        pauses[0] += 1
        await asyncio.sleep(0.2)  # the other one has heard of it by then

    monkeypatch.setattr("naishi.server.plans.plans.pause", pause)
    acting, waiting, owner = await planned(apart)
    await until(lambda: all(lobby.plans.rules(waiting) for lobby in both))
    await acting.play("develop L4")
    await acting.play("end")
    await until(lambda: len(acting.view.events) == 6)
    await until(lambda: all(lobby.plans.ended([apart.match], owner.account.id) for lobby in both))
    ((_match, plan),) = both[0].plans.ended([apart.match], owner.account.id)
    assert plan.end is PlanEnd.PLAYED
    assert pauses == [1]
    assert len((await apart.game()).actions) == 6


async def test_a_plan_that_comes_true_while_a_process_is_done_with_it_is_carried_out(
    both: Both, apart: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process leaves it to that one until it has said so."""
    release = Leases.release

    async def release_slowly(leases: Leases, name: str) -> None:
        await asyncio.sleep(0.1)
        await release(leases, name)

    monkeypatch.setattr(Leases, "release", release_slowly)
    acting, _waiting, _owner = await planned(apart)
    await acting.play("develop L4")
    await acting.play("end")
    await until(lambda: len(acting.view.events) == 6)


async def test_a_plan_that_another_process_has_just_carried_out_is_not_taken_for_an_old_one(
    both: Both, apart: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, write = PlanStore.load, PlanStore.write

    async def read_slowly(stored: PlanStore, matches: Collection[str]) -> dict[Key, Plan]:
        found = await read(stored, matches)
        await asyncio.sleep(0.3)
        return found

    async def write_late(stored: PlanStore, key: Key, plan: Plan | None) -> None:
        await asyncio.sleep(0.1)
        await write(stored, key, plan)

    acting, waiting, owner = await planned(apart)
    await until(lambda: all(lobby.plans.rules(waiting) for lobby in both))
    monkeypatch.setattr(PlanStore, "load", read_slowly)
    monkeypatch.setattr(PlanStore, "write", write_late)
    await acting.play("develop L4")
    await acting.play("end")
    await until(lambda: len(acting.view.events) == 6)
    await asyncio.sleep(1.5)  # both have looked again
    ended = both[0].plans.ended([apart.match], owner.account.id)
    assert [plan.end for _match, plan in ended] == [PlanEnd.PLAYED]


async def test_a_clock_of_minutes_starts_once_both_are_there(both: Both, people: list[Visitor]) -> None:
    aiko, bruno = people
    table = await aiko.tables.open(Terms(control="10+5"), public=True)
    match = await bruno.tables.join(await both[1].matches.get(table.id))
    seats = await asyncio.gather(*(person.attach(match.id) for person in people))
    await until(lambda: all(seat.time is not None and seat.time.running for seat in seats))


async def kill(lobby: Lobby) -> None:
    """Have a process do nothing more, and say nothing of it."""
    follower = CLUSTERS[lobby]
    assert follower is not None
    await follower.stop()


async def test_a_bot_thinks_at_one_process_and_goes_on_at_the_other_when_that_is_killed(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naishi.server.lobby.cluster.BEAT", 0.05)
    monkeypatch.setattr("naishi.server.lobby.cluster.PATIENCE", 0.3)
    monkeypatch.setattr(match_session, "CLAIM_AGAIN", 0.01)
    one, two = ObedientBots(), ObedientBots()
    async with process(where, "one", bots=one) as first, process(where, "two", bots=two) as second:
        at_first, at_second = await player(first, "Aiko"), await player(second, "Aiko")
        match = await at_first.tables.play_bot("beginner")
        seats = [await person.attach(match.id) for person in (at_first, at_second)]
        if not one.waiting:  # the bot gives its card second
            await seats[0].play(seats[0].view.legal_actions[0])
        await until(lambda: len(one.waiting) + len(two.waiting) == 1)
        await until(lambda: len(seats[1].view.events) == len(seats[0].view.events))
        thinking, other = (one, two) if one.waiting else (two, one)
        assert not other.waiting, "one of them is enough"
        await kill(first if thinking is one else second)
        await until(lambda: other.waiting)
        other.answer()
        seat = seats[1] if thinking is one else seats[0]
        await until(lambda: [event.seat for event in seat.view.events if event.seat != seat.seat])


async def test_who_was_at_a_killed_process_is_gone(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi.server.lobby.cluster.BEAT", 0.05)
    monkeypatch.setattr("naishi.server.lobby.cluster.PATIENCE", 0.3)
    async with process(where, "one") as first, process(where, "two") as second:
        aiko = await player(second, "Aiko")
        await until(lambda: aiko.account.id in first.everybody)
        await kill(second)
        await until(lambda: aiko.account.id not in first.everybody)


async def test_a_process_that_begins_later_knows_who_is_here(where: str) -> None:
    async with process(where, "one") as first:
        aiko = await player(first, "Aiko")
        await asyncio.sleep(0.1)
        async with process(where, "two") as second:
            await until(lambda: aiko.account.id in second.everybody)


async def test_while_what_they_share_cannot_be_written_people_come_and_play_on(
    both: Both, people: list[Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await people[0].tables.play_bot("beginner")

    async def refuse(_live: object, _work: object) -> None:
        raise StorageError("No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Live, "write", refuse)
        seat = await (await both[1].visit("SHA256:Aiko", "192.0.2.7", "en")).attach(match.id)
        await until(lambda: seat.view.turn == seat.seat)
        played = len(seat.view.events)
        await seat.play(seat.view.legal_actions[0])
        await until(lambda: len(seat.view.events) > played + 1 or seat.view.turn == seat.seat)
    await until(lambda: people[0].account.id in both[1].elsewhere.players)


async def test_what_they_share_has_no_card_and_no_code(where: str, postgres: Cluster, apart: Table) -> None:
    word = await apart.people[0].credentials.web_link()
    code = await apart.people[0].credentials.link_code()
    await play(apart, 6)
    name = where.split("/")[3].split("?", maxsplit=1)[0]
    stored = str([postgres.run(f'SELECT * FROM "{table}"', name) for table in sharing.metadata.tables])  # noqa: S608
    assert "match " in stored
    assert not any(each in stored for each in (word, code, *(card.name for card in Card)))
