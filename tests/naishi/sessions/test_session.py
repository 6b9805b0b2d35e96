"""Session: ordered, stored and published changes; stuck bots."""

from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import given, settings, strategies as st

from naishi import IllegalActionError
from naishi.common.i18n import NaishiError
from naishi.sessions import Ask, BotStatus, Session, ThreadExecutor
from naishi.sessions.participant import Change, Participant
from tests.naishi.sessions.conftest import MemoryStore, ObedientBots, session_of, settle

pytestmark = pytest.mark.ci

GIVEN = ("give 1", "give 1")


def stored(session: Session) -> list[str]:
    assert isinstance(session.store, MemoryStore)
    return [action.text for action in session.store.stored]


async def test_an_action_is_stored_when_play_returns(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots)
    await session.join(0).play("give 2")
    assert stored(session) == ["give 2"]


async def test_trouble_says_why_an_action_is_not_stored_and_the_game_goes_on(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots)
    assert isinstance(session.store, MemoryStore)
    session.store.refuses = True
    me = session.join(0)
    await me.play("give 2")
    assert me.trouble == "Not saved."
    session.store.refuses = False
    await session.join(1).play("give 1")
    assert me.trouble == ""
    assert stored(session) == ["give 2", "give 1"]


async def test_nobody_acts_for_the_other_seat(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots)
    with pytest.raises(IllegalActionError, match="It is Aiko's turn"):
        await session.join(1).play("give 1")


async def test_a_refused_action_changes_nothing(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots, *GIVEN)
    revision = session.revisions.newest
    with pytest.raises(IllegalActionError):
        await session.join(0).play("recall")
    assert session.revisions.newest == revision


async def test_nothing_can_be_undone_in_a_game_without_undo(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots, *GIVEN, undo="off")
    me = session.join(0)
    assert not {Ask.UNDO, Ask.REDO} & me.allowed
    for refused in (me.undo, me.redo):
        with pytest.raises(IllegalActionError, match="Undo is off"):
            await refused()
    assert len(session.game.actions) == 2


async def test_each_sees_its_own_hand_and_the_public_none(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots, *GIVEN)
    first, second, public = (session.join(seat).view for seat in (0, 1, None))
    assert None not in first.mine.hand
    assert None not in second.mine.hand
    assert first.theirs.hand != second.mine.hand
    assert [side.hand for side in public.sides] == [(None,) * 5] * 2


async def test_a_change_brings_what_happened_and_the_view_after_it(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots, *GIVEN)
    changes = session.join(1).changes()
    waiting = asyncio.ensure_future(anext(changes))
    await settle()
    await session.join(0).play("develop L4")
    change = await waiting
    assert [str(event.action) for event in change.events] == ["develop L4"]
    assert change.view.sides[0].line[3] is not None


async def test_a_slow_reader_gets_the_newest_change_only(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots, *GIVEN)
    changes = session.join(1).changes()
    waiting = asyncio.ensure_future(anext(changes))
    await settle()
    for action in ("swap L1 L2", "develop L4"):
        await session.join(0).play(action)
    change = await waiting
    assert [str(event.action) for event in change.events] == ["swap L1 L2", "develop L4"]
    await session.join(1).play("develop L1")
    await session.join(1).play("end")
    assert len((await anext(changes)).events) == 2


async def test_closing_ends_all_changes_and_closes_the_store(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots)

    async def read(participant: Participant) -> list[Change]:
        return [change async for change in participant.changes()]

    readers = [asyncio.ensure_future(read(session.join(seat))) for seat in (0, 1, None)]
    await settle()
    session.close()
    assert await asyncio.gather(*readers) == [[], [], []]
    assert isinstance(session.store, MemoryStore)
    assert session.store.closed


async def test_two_people_undo_one_action_whoever_did_it(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots, *GIVEN, "develop L4", "end")
    await session.join(1).undo()
    assert stored(session) == [*GIVEN, "develop L4"]
    await session.join(0).redo()
    assert stored(session) == [*GIVEN, "develop L4", "end"]


async def test_against_a_bot_undo_goes_back_to_the_own_last_decision(bots: ObedientBots) -> None:
    session = session_of(("human", "beginner"), bots, *GIVEN)
    session.start()
    me = session.join(0)
    await me.play("develop L4")
    await me.play("end")
    await settle()
    assert session.bots == BotStatus(thinking=1)
    await me.undo()
    assert stored(session) == [*GIVEN, "develop L4"]
    assert session.bots == BotStatus()
    bots.answer()
    await settle()
    assert stored(session) == [*GIVEN, "develop L4"]


async def test_undo_and_redo_take_the_turn_of_the_bot_along(bots: ObedientBots) -> None:
    bots.at_once = True
    session = session_of(("human", "beginner"), bots, *GIVEN)
    session.start()
    me = session.join(0)
    await me.play("develop L4")
    await me.play("end")
    while session.game.turn != 0:
        await asyncio.sleep(0)
    done = stored(session)
    await me.undo()
    assert stored(session) == [*GIVEN, "develop L4"]
    await me.redo()
    assert stored(session) == done


@pytest.mark.parametrize("ask", ["undo", "redo"])
@pytest.mark.parametrize("undo", ["free", "off"])
async def test_what_is_refused_disturbs_no_bot(bots: ObedientBots, ask: str, undo: str) -> None:
    session = session_of(("beginner", "human"), bots, *GIVEN, undo=undo)
    session.start()
    await settle()
    me = session.join(1)
    if undo == "free" and ask == "undo":
        await me.undo()
        await me.play("give 1")
        await settle()
        ask = "redo"
    with pytest.raises(IllegalActionError):
        await getattr(me, ask)()
    bots.answer()
    await settle()
    assert len(stored(session)) == 3


async def test_a_bot_that_fails_says_so_and_can_be_asked_again(bots: ObedientBots) -> None:
    session = session_of(("beginner", "human"), bots)
    session.start()
    await settle()
    bots.fail()
    await settle()
    me = session.join(1)
    assert session.bots.failure == "Aiko can't continue: It failed."
    assert me.allowed >= {Ask.RETRY, Ask.REPLACE_BOT}
    me.retry()
    await settle()
    bots.answer()
    await settle()
    assert stored(session) == ["give 1"]
    assert not me.allowed & {Ask.RETRY, Ask.REPLACE_BOT}


async def test_another_bot_takes_the_seat_of_one_that_fails(bots: ObedientBots) -> None:
    session = session_of(("beginner", "human"), bots)
    session.start()
    await settle()
    bots.cheat()
    await settle()
    assert session.bots.failure == "Aiko chose an action that the rules don't allow."
    await session.join(1).replace_bot("greedy")
    await settle()
    bots.answer()
    await settle()
    assert bots.kinds == ["beginner", "greedy"]
    assert session.game.record.players[0].kind == "greedy"
    assert stored(session) == ["give 1"]


async def test_an_unknown_bot_is_a_failure_that_says_what_to_do() -> None:
    session = session_of(("nobody", "human"), ObedientBots())
    session = Session(session.game, session.store, bots=ThreadExecutor())
    session.start()
    async for _revision in session.revisions.since(session.revisions.newest):
        if session.bots.failure:
            break
    assert session.bots.failure.startswith("Aiko can't continue: There is no bot called 'nobody'.")


async def test_whatever_a_bot_raises_is_a_failure_and_the_game_goes_on(bots: ObedientBots) -> None:
    session = session_of(("beginner", "human"), bots)
    session.start()
    await settle()
    bots.waiting[-1][1].set_exception(RuntimeError("Mountain, Fort, Naishi"))
    await settle()
    assert session.bots == BotStatus(failure="Aiko failed (RuntimeError).")
    session.join(1).retry()
    await settle()
    bots.answer()
    await settle()
    assert stored(session) == ["give 1"]


async def test_a_change_between_asking_for_changes_and_reading_them_is_not_missed(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots, *GIVEN)
    changes = session.join(1).changes()
    await session.join(0).play("develop L4")
    assert [str(event.action) for event in (await anext(changes)).events] == ["develop L4"]


async def test_a_refusal_says_why_something_is_not_allowed_and_nothing_of_what_is(bots: ObedientBots) -> None:
    session = session_of(("human", "human"), bots, *GIVEN)
    me, other = session.join(0), session.join(1)
    assert (me.refusal(Ask.PLAY), me.refusal(Ask.UNDO), me.refusal(Ask.REDO)) == ("", "", "Nothing to redo.")
    assert other.refusal(Ask.PLAY) == "It is Aiko's turn."
    assert other.refusal(Ask.ADVISE) == "You can ask for advice only on your own turn."
    assert session.join(None).refusal(Ask.UNDO) == "You are watching; only the players can undo."


async def test_watched_bots_pause_and_go_on(bots: ObedientBots) -> None:
    session = session_of(("beginner", "greedy"), bots)
    watcher = session.join(0)
    assert watcher.view.legal_actions == ()
    session.start()
    await settle()
    watcher.pause()
    assert Ask.CONTINUE in watcher.allowed
    bots.answer()
    await settle()
    assert stored(session) == []
    watcher.resume()
    await settle()
    bots.answer()
    await settle()
    assert stored(session) == ["give 1"]


async def test_the_public_can_ask_for_nothing(bots: ObedientBots) -> None:
    for kinds in (("human", "human"), ("beginner", "human"), ("beginner", "greedy")):
        public = session_of(kinds, bots, *GIVEN).join(None)
        assert public.allowed == frozenset()
        with pytest.raises(IllegalActionError):
            public.pause()
        for refused in (public.play("develop L1"), public.undo(), public.redo()):
            with pytest.raises(IllegalActionError):
                await refused


@pytest.mark.parametrize("kinds", [("human", "human"), ("human", "beginner"), ("beginner", "greedy")])
async def test_what_is_allowed_works_and_what_is_not_is_refused(bots: ObedientBots, kinds: tuple[str, str]) -> None:
    session = session_of(kinds, bots, *GIVEN)
    session.start()
    await settle()
    me = session.join(0)
    for ask, do in ((Ask.PAUSE, me.pause), (Ask.CONTINUE, me.resume), (Ask.RETRY, me.retry)):
        if ask in me.allowed:
            do()
        else:
            with pytest.raises(IllegalActionError):
                do()


OPERATIONS = ("act", "act", "undo", "redo", "pause", "resume", "retry", "replace", "answer", "fail", "cheat", "wait")


@settings(max_examples=60)
@given(
    operations=st.lists(st.sampled_from(OPERATIONS), max_size=40),
    kinds=st.sampled_from([("human", "beginner"), ("beginner", "human"), ("beginner", "greedy")]),
    undo=st.sampled_from(["free", "off"]),
    chance=st.randoms(use_true_random=False),
)
def test_whatever_is_asked_in_whatever_order_the_game_can_go_on(
    operations: list[str], kinds: tuple[str, str], undo: str, chance: random.Random
) -> None:
    async def play() -> None:
        bots = ObedientBots()
        session = session_of(kinds, bots, undo=undo)
        session.start()
        me = session.join((*session.people, 0)[0])
        for operation in operations:
            await do(operation, me, bots, chance)
        bots.at_once = True
        bots.answer()
        await finish(session, me, chance)
        assert session.game.turn is None

    asyncio.run(play())


async def do(operation: str, me: Participant, bots: ObedientBots, chance: random.Random) -> None:
    """Ask for something; to be refused is fine."""
    try:
        match operation:
            case "act":
                if me.view.legal_actions:
                    await me.play(chance.choice(me.view.legal_actions))
            case "undo":
                await me.undo()
            case "redo":
                await me.redo()
            case "replace":
                await me.replace_bot("greedy")
            case "pause" | "resume" | "retry":
                getattr(me, operation)()
            case "answer" | "fail" | "cheat":
                getattr(bots, operation)()
            case _:
                await settle()
    except NaishiError:
        pass


async def finish(session: Session, me: Participant, chance: random.Random) -> None:
    """Play on to the end, by what is allowed alone."""
    for _step in range(2000):
        await settle()
        if session.game.turn is None:
            return
        if Ask.RETRY in me.allowed:
            me.retry()
        elif Ask.CONTINUE in me.allowed:
            me.resume()
        elif Ask.PLAY in me.allowed:
            await me.play(chance.choice(me.view.legal_actions))
        else:
            assert session.bots.thinking is not None


async def test_paused_bots_do_one_action_at_a_time(bots: ObedientBots) -> None:
    session = session_of(("beginner", "greedy"), bots, *GIVEN)
    watcher = session.join(0)
    session.start()
    watcher.pause()
    bots.at_once = True
    for number in (1, 2):
        watcher.step()
        await settle()
        assert len(session.game.actions) == len(GIVEN) + number
        assert session.bots.paused
    watcher.resume()
    with pytest.raises(IllegalActionError):
        watcher.step()


async def test_only_a_player_of_a_game_with_undo_can_undo_at_all(bots: ObedientBots) -> None:
    assert session_of(("human", "human"), bots).join(0).can_undo_at_all
    assert not session_of(("human", "human"), bots, undo="off").join(0).can_undo_at_all
    assert not session_of(("human", "human"), bots).join().can_undo_at_all
