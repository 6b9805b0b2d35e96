"""Conditional moves: played, dropped, and private."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from pathlib import Path

import pytest

from naishi import Action
from naishi.common.i18n import NaishiError
from naishi.plain.server.agreeing import read_rule, take_news
from naishi.server import Database, Lobby, OfferKind, Verb, Visitor
from naishi.server.lobby.notices import TurnNotice
from naishi.server.match.state import MatchState
from naishi.server.plans.plans import MOST_RULES, Key, Plan, PlanStore
from naishi.server.presence.limits import Limits
from tests.naishi.server.conftest import Table, answer, offer, player, resign
from tests.naishi.server.plans.shared import plan

AT_ONCE = Limits(plan_delay=(0.0, 0.0))


@pytest.fixture
async def lobby(database: Database) -> AsyncIterator[Lobby]:
    lobby = Lobby(database, limits=AT_ONCE)
    yield lobby
    await lobby.close()


@pytest.fixture
async def table(lobby: Lobby) -> Table:
    """Two players after the gifts: the first is to act."""
    table = await Table.sit_down(lobby)
    await table.play("give 1", "give 1")
    return table


async def news(visitor: Visitor) -> str:
    await visitor.refresh()
    return " ".join(await take_news(visitor))


async def texts(table: Table) -> list[str]:
    return [action.text for action in (await table.game()).actions][2:]


def rules(table: Table, seat: int = 1) -> Sequence[str]:
    return [rule.when.text for rule in table.lobby.plans.rules(table.seats[seat])]


async def test_what_comes_true_is_played_while_its_owner_is_away(table: Table) -> None:
    one, two = table.people
    await plan(table.seats[1], two, "develop L4 play develop H3, end")
    await two.detach(table.seats[1])
    await table.play("develop L4")
    await table.lobby.plans.settled()
    assert await texts(table) == ["develop L4"], "the turn isn't over"
    await table.seats[0].play("end")
    await one.detach(table.seats[0])
    await table.lobby.plans.settled()
    assert await texts(table) == ["develop L4", "end", "develop H3", "end"]
    assert not table.lobby.sessions, "nobody is there any more"
    name = one.account.name
    said = f"{name} did what you had expected (develop Line 4), and you have played as planned: develop Hand 3, end."
    assert await news(two) == said
    assert await news(two) == "", "it is told once"
    assert await news(one) == ""


async def test_what_does_not_come_true_is_dropped_with_a_word_to_its_owner(table: Table) -> None:
    one, two = table.people
    await plan(table.seats[1], two, "decree H3 play develop H3")
    await table.play("develop L4", "end")
    await table.lobby.plans.settled()
    assert await texts(table) == ["develop L4", "end"]
    assert rules(table) == []
    assert f"{one.account.name} did something else" in await news(two)
    assert await news(one) == ""


@pytest.mark.ci
async def test_of_several_plans_the_one_that_fits_is_played(table: Table) -> None:
    two = table.people[1]
    for line in ("recall play develop L1", "develop L2 play develop L5, end", "declare play develop L2"):
        await plan(table.seats[1], two, line)
    await table.play("develop L2", "end")
    await table.lobby.plans.settled()
    assert (await texts(table))[2:] == ["develop L5", "end"]


@pytest.mark.ci
async def test_what_is_not_possible_ends_the_plan_and_the_turn_stays(table: Table) -> None:
    one, two = table.people
    await plan(table.seats[1], two, "develop L2 play develop L5, recall")
    await table.play("develop L2", "end")
    await table.lobby.plans.settled()
    assert (await texts(table))[2:] == ["develop L5"]
    assert "this wasn't possible: recall. It is your turn." in await news(two)
    assert table.seats[1].view.turn == 1
    assert one.account.name


@pytest.mark.ci
async def test_it_is_for_the_next_turn_alone(table: Table) -> None:
    two = table.people[1]
    await plan(table.seats[1], two, "develop L2 play develop L5, end")
    await table.play("develop L1", "end")
    await table.lobby.plans.settled()
    await table.play("develop L1", "end", "develop L2", "end")
    await table.lobby.plans.settled()
    assert (await texts(table))[-1] == "end"
    assert table.seats[1].view.turn == 1


@pytest.mark.ci
@pytest.mark.parametrize("given", [0, 1])
async def test_what_is_planned_during_the_gifts_is_for_the_first_turn(lobby: Lobby, given: int) -> None:
    table = await Table.sit_down(lobby)
    await table.play(*["give 1"] * given)
    for seat, me in enumerate(table.seats):
        await plan(me, table.people[seat], "develop L4 play develop H3")
    await table.play(*["give 1"] * (2 - given))
    await table.lobby.plans.settled()
    assert [rules(table, seat) for seat in (0, 1)] == [["develop L4"], ["develop L4"]]
    await table.play("develop L4", "end")
    await table.lobby.plans.settled()
    assert await texts(table) == ["develop L4", "end", "develop H3"]
    await table.play("end")
    await table.lobby.plans.settled()
    assert "did something else" in await news(table.people[0])


@pytest.mark.ci
async def test_it_can_be_planned_during_one_s_own_turn(table: Table) -> None:
    one = table.people[0]
    await table.play("develop L1")
    await plan(table.seats[0], one, "develop L2 play develop L5")
    await table.play("end")
    await table.lobby.plans.settled()
    assert await texts(table) == ["develop L1", "end"]
    await table.play("develop L2", "end")
    await table.lobby.plans.settled()
    assert (await texts(table))[-1] == "develop L5"


@pytest.mark.ci
async def test_an_undo_that_was_agreed_on_drops_it(table: Table) -> None:
    one, two = table.people
    await table.play("develop L1", "end")
    await plan(table.seats[0], one, "develop L2 play develop L5")
    await offer(table.seats[0], OfferKind.UNDO)
    await answer(table.seats[1], Verb.AGREE)
    await table.lobby.plans.settled()
    assert rules(table, 0) == []
    assert f"A turn against {two.account.name} was undone" in await news(one)


@pytest.mark.ci
async def test_an_offer_is_left_to_its_owner(table: Table) -> None:
    one, two = table.people
    await plan(table.seats[1], two, "develop L2 play develop L5")
    await table.play("develop L2")
    await offer(table.seats[0], OfferKind.DRAW)
    await table.play("end")
    await table.lobby.plans.settled()
    assert (await texts(table))[-1] == "end"
    assert f"{one.account.name} asks you something" in await news(two)


@pytest.mark.ci
async def test_a_game_that_is_over_has_none(table: Table) -> None:
    two = table.people[1]
    await plan(table.seats[1], two, "develop L2 play develop L5")
    await resign(table.seats[0])
    await table.lobby.plans.settled()
    assert rules(table) == []
    assert await news(two) == ""
    with pytest.raises(NaishiError, match="The game is over"):
        await plan(table.seats[1], two, "develop L2 play develop L5")


@pytest.mark.ci
async def test_what_cannot_be_planned_is_refused(table: Table) -> None:
    two, lobby = table.people[1], table.lobby
    for line, why in (
        ("end play develop L5", "Say an action of the other player's turn"),
        ("develop L2 play give 1", "the actions of one turn"),
        ("develop L2 play develop L1, end, end, end, end", "the actions of one turn"),
        ("develop L2 develop L1", "Write it like this: when"),
        ("play develop L1", "Write it like this: when"),
        ("hand play develop L1", "is not a command"),
    ):
        with pytest.raises(NaishiError, match=why):
            await plan(table.seats[1], two, line)
    for column in range(1, MOST_RULES + 1):
        await plan(table.seats[1], two, f"develop L{column} play recall")
    await plan(table.seats[1], two, "develop L1 play develop L1")
    with pytest.raises(NaishiError, match="More can't be planned"):
        await plan(table.seats[1], two, "declare play recall")
    carol = await player(lobby, "Carol")
    with pytest.raises(NaishiError, match="You are watching"):
        await plan(await carol.attach(table.match.id), carol, "declare play recall")
    await lobby.plans.drop(table.seats[1])
    assert rules(table) == []


@pytest.mark.ci
async def test_it_outlives_the_server(tmp_path: Path) -> None:
    database = Database(tmp_path / "one.sqlite")
    lobby = Lobby(database, limits=Limits(plan_delay=(3600.0, 3600.0)))
    table = await Table.sit_down(lobby)
    await table.play("give 1", "give 1")
    await plan(table.seats[1], table.people[1], "develop L2 play develop L5, end")
    await table.play("develop L2", "end")
    await lobby.close()
    after = Lobby(database, limits=AT_ONCE)
    await after.plans.resume()
    await after.plans.settled()
    game = (await after.matches.load(table.match.id)).game
    assert [action.text for action in game.actions][-2:] == ["develop L5", "end"]
    await after.close()
    database.close()


async def test_a_plan_that_is_made_while_what_is_stored_is_read_again_is_known(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process of the server has just changed something about the match."""
    read, two = PlanStore.load, table.people[1]

    async def read_slowly(stored: PlanStore, matches: Collection[str]) -> dict[Key, Plan]:
        found = await read(stored, matches)
        await asyncio.sleep(0.05)
        return found

    monkeypatch.setattr(PlanStore, "load", read_slowly)
    reading = asyncio.create_task(table.lobby.plans.changed_elsewhere([table.match.id]))
    await asyncio.sleep(0)
    await plan(table.seats[1], two, "develop L2 play develop L5, end")
    await reading
    assert rules(table) == ["develop L2"]


@pytest.mark.ci
async def test_a_plan_that_was_carried_out_is_not_carried_out_again(database: Database) -> None:
    lobby = Lobby(database, limits=AT_ONCE)
    table = await Table.sit_down(lobby)
    await table.play("give 1", "give 1")
    await plan(table.seats[1], table.people[1], "develop L2 play develop L5, end")
    stored = PlanStore(database)
    before = await stored.load()
    await table.play("develop L2", "end")
    await lobby.plans.settled()
    await lobby.close()
    for key, each in before.items():  # as if the server had ended just before it stored that
        await stored.write(key, each)
    after = Lobby(database, limits=AT_ONCE)
    await after.plans.resume()
    await after.plans.settled()
    assert await stored.load() == {}
    await after.close()


@pytest.mark.ci
async def test_the_owner_s_own_action_comes_first(database: Database) -> None:
    lobby = Lobby(database, limits=Limits(plan_delay=(0.05, 0.05)))
    table = await Table.sit_down(lobby)
    await table.play("give 1", "give 1")
    await plan(table.seats[1], table.people[1], "develop L2 play develop L5")
    await table.play("develop L2", "end", "develop L1", "end")
    await lobby.plans.settled()
    assert (await texts(table))[2:] == ["develop L1", "end"]
    await lobby.close()


@pytest.mark.ci
async def test_two_plans_answer_each_other(table: Table) -> None:
    one, two = table.people
    await table.play("develop L1")
    await plan(table.seats[1], two, "develop L1 play develop L2, end")
    await plan(table.seats[0], one, "develop L2 play develop L3, end")
    await table.play("end")
    async with asyncio.timeout(60):
        while len(await texts(table)) < 6:
            await table.lobby.plans.settled()
            await asyncio.sleep(0.001)
    assert await texts(table) == ["develop L1", "end", "develop L2", "end", "develop L3", "end"]


@pytest.mark.ci
async def test_a_turn_that_is_played_as_planned_calls_nobody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, two = asyncio.Event(), table.people[1]

    async def pause(_seconds: float) -> None:
        await gate.wait()

    monkeypatch.setattr("naishi.server.plans.plans.pause", pause)
    await two.refresh()
    notice = TurnNotice(two)
    await plan(table.seats[1], two, "develop L2 play develop L5, end")
    await table.play("develop L2", "end")
    await two.refresh()
    assert notice.look() == ""
    gate.set()
    await table.lobby.plans.settled()
    await two.refresh()
    assert notice.look() == ""


async def test_nothing_is_played_before_its_pause(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other's turn may end while its first action is still being looked at."""
    matches, two = table.lobby.matches, table.people[1]
    load, has_ended, pauses = matches.load, asyncio.Event(), [0]

    async def load_before_the_end(match: str) -> MatchState:
        stored = await load(match)
        await has_ended.wait()
        return stored

    async def pause(_seconds: float) -> None:
        pauses[0] += 1

    monkeypatch.setattr("naishi.server.plans.plans.pause", pause)
    await plan(table.seats[1], two, "develop L2 play develop L5, end")
    await table.lobby.plans.settled()
    monkeypatch.setattr(matches, "load", load_before_the_end)
    await table.play("develop L2", "end")
    has_ended.set()
    await table.lobby.plans.settled()
    assert pauses == [1]
    assert table.seats[1].view.turn == 0, "it was played"


async def test_a_turn_that_was_planned_for_something_else_calls_its_owner(table: Table) -> None:
    two = table.people[1]
    await two.refresh()
    notice = TurnNotice(two)
    await plan(table.seats[1], two, "recall play develop L5, end")
    await table.play("develop L2", "end")
    await table.lobby.plans.settled()
    await two.refresh()
    assert "It is your turn" in notice.look()


def test_words_are_read_in_short_and_in_full() -> None:
    full = Action.from_text("decree H3"), [Action.from_text("develop H3"), Action.from_text("end")]
    assert read_rule(["decree", "H3", "play", "develop", "H3,", "end"]) == full
    assert read_rule(["decree hand 3", "play", "develop hand 3", "end"]) == full
    assert read_rule(["decree", "H3", "play", "develop", "H3", "end"]) == full


async def test_a_plan_that_was_told_while_plans_are_read_again_is_told_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans, two = table.lobby.plans, table.people[1]
    await plan(table.seats[1], two, "decree H3 play develop H3")
    await table.play("develop L4", "end")
    await plans.settled()
    read, go_on, load = asyncio.Event(), asyncio.Event(), PlanStore.load

    async def slowly(stored: PlanStore, matches: Collection[str]) -> dict[Key, Plan]:
        found = await load(stored, matches)
        read.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(PlanStore, "load", slowly)
    reading = asyncio.create_task(plans.changed_elsewhere([table.seats[1].match_id]))
    await read.wait()
    telling = asyncio.create_task(news(two))
    await asyncio.wait([telling], timeout=0.1)
    go_on.set()
    await reading
    assert await telling
    assert await news(two) == "", "it is told once"


def test_a_rule_is_read_with_the_word_that_its_example_begins_with_and_without() -> None:
    words = ["decree", "H3", "play", "develop", "H3,", "end"]
    assert read_rule(["when", *words]) == read_rule(words)
