"""Sessions of two to five with secret choices."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from naishi.bots import Clock, make, names, register
from naishi.bots.registry import ask
from naishi.common.i18n import BotFailedError, IllegalActionError, NaishiError, UnknownBotError
from naishi.sessions import Ask, BotStatus, Replay, Session
from naishi.sessions.one_keyboard import next_viewer
from naishi.sessions.session import SessionParticipant
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player
from tests.fuzzing import examples
from tests.naishi.sessions.conftest import MemoryStore, ObedientBots, settle
from tests.naishi.sessions.shared import NAMES, SEEDS, Careless, Toy, session_of, toy
from tests.naishi.tabletop import unison
from tests.naishi.tabletop.unison import UNISON, Number

KINDS = st.lists(st.sampled_from(["human", "human", "highest", "careless"]), min_size=2, max_size=5)


@pytest.fixture(autouse=True)
def _toy() -> None:
    unison.register()
    register("careless", Careless, "unison")


async def quiet(session: Session) -> None:
    """Let the bots act until a person has to, or all is over."""
    await settle()
    while session.bots.thinking is not None:
        await settle()


def in_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def everything(session: Session) -> list[Any]:
    """The views of all seats and of the public."""
    game = session.game
    return [session.join(seat).view for seat in (None, *range(len(game.players)))]


def shown(game: Toy, viewer: int | None) -> list[object]:
    """All that a seat, or the public, can find out: views, what can be asked for, refusals, words, replays."""
    session = session_of(game)
    me: SessionParticipant = session.join(viewer, one_keyboard=True)
    facts: list[object] = [me.view.model_dump(mode="json"), sorted(me.allowed), [me.refusal(each) for each in Ask]]
    facts.append(UNISON.progress(game))
    facts.append([UNISON.sentence(event, NAMES, viewer) for event in me.view.events])
    facts.append(next_viewer(session, viewer))
    for text in "123":
        for seat in range(len(game.players)):
            if seat != viewer and viewer is not None:
                continue
            with suppress(NaishiError):
                facts.append(me.view.refusal(UNISON.action(text)))
    replay = Replay(game)
    if viewer in replay.viewpoints:
        facts.append([replay.seat, replay.viewpoints, replay.length])
        for ply in range(replay.length + 1):
            replay.go(ply)
            facts.append(replay.view_of(viewer).model_dump(mode="json"))
    return facts


def hidden_steps(game: Toy) -> Iterator[int]:
    """The actions that not everybody has seen yet."""
    for seat, number in enumerate(game.position.chosen):
        if number is not None:
            yield max(ply for ply, by in enumerate(game.seats()[: game.ply()]) if by == seat)


def with_other_choices(game: Toy, ply: int) -> Iterator[Toy]:
    """The same game, had the seat chosen otherwise in secret."""
    document = {**game.document()}
    seat, _blank, chosen = document["actions"][ply].partition(" ")
    for number in game.at(ply).position.left[int(seat)]:
        if str(number) != chosen:
            actions = [*document["actions"]]
            actions[ply] = f"{seat} {number}"
            with suppress(NaishiError):  # what was undone since may not be possible then
                yield UNISON.read({**document, "actions": actions})


def check_secrets(game: Toy) -> None:
    for ply in hidden_steps(game):
        owner = game.seats()[ply]
        for twin in with_other_choices(game, ply):
            for viewer in {None, *range(len(game.players))} - {owner}:
                assert shown(twin, viewer) == shown(game, viewer)


async def do_something(session: Session, draw: random.Random, refusals: list[str]) -> None:
    me: Any = session.join(draw.randrange(len(session.game.players)), one_keyboard=True)
    try:
        match draw.random():
            case luck if luck < 0.1:
                await me.undo()
            case luck if luck < 0.2:
                await me.redo()
            case luck if luck < 0.3:
                await me.withdraw()
            case luck if luck < 0.35:
                await me.play("4")
            case _:
                awaited = [seat for seat in session.game.awaited if seat in session.people]
                actor = session.join(draw.choice(awaited)) if awaited else me
                await actor.play(draw.choice("123"))
    except NaishiError as error:
        refusals.append(str(error))


@pytest.mark.ci
@settings(max_examples=examples(15, 40), deadline=None)
@given(KINDS, SEEDS)
def test_in_random_sessions_no_secret_choice_is_shown_and_all_is_stored(kinds: list[str], seed: int) -> None:
    async def play() -> None:
        draw, refusals = random.Random(seed), list[str]()
        game = toy(*kinds, seed=str(seed))
        session = session_of(game)
        session.start()
        for _step in range(25):
            await quiet(session)
            people, awaited = session.people, game.awaited
            assert session.over or not awaited or game.can_redo or set(awaited) <= {*people}
            assert session.bots == BotStatus()
            assert isinstance(session.store, MemoryStore)
            if session.game_revision:
                assert session.store.stored == game.actions
            for seat in people:
                allowed = session.join(seat).allowed
                assert (Ask.PLAY in allowed) is (seat in awaited)
                assert (Ask.WITHDRAW in allowed) is game.can_withdraw(seat)
            check_secrets(game)
            if not people:
                break
            await do_something(session, draw, refusals)
        assert all(each and "\n" not in each for each in refusals)
        session.close()

    in_a_loop(play)


@settings(max_examples=examples(12, 30), deadline=None)
@given(KINDS, SEEDS)
def test_undo_goes_back_to_each_action_of_a_person_and_redo_forward_again(kinds: list[str], seed: int) -> None:
    kinds = ["human", *kinds[1:]]

    async def play() -> None:
        draw = random.Random(seed)
        game = toy(*kinds, seed=str(seed))
        session = session_of(game)
        session.start()
        await quiet(session)
        for _step in range(draw.randrange(1, 12)):
            if awaited := [seat for seat in game.awaited if seat in session.people]:
                seat = draw.choice(awaited)
                await session.join(seat).play(draw.choice(session.join(seat).view.legal_actions))
                await quiet(session)
        end, plies = everything(session), [game.ply()]
        acted = [ply for ply, seat in enumerate(game.seats()) if seat in session.people]
        for ply in reversed(acted):
            await session.join(session.people[0]).undo()
            await quiet(session)
            assert game.ply() == ply
            assert [session.join(seat).view for seat in session.people] == [
                game.at(ply).view(s) for s in session.people
            ]
            plies.append(ply)
        with pytest.raises(IllegalActionError, match=r"[nN]othing to undo"):
            await session.join(session.people[0]).undo()
        for _ply in acted:
            await session.join(session.people[0]).redo()
            await quiet(session)
        assert everything(session) == end
        session.close()

    in_a_loop(play)


async def test_whoever_has_chosen_can_withdraw_and_the_choices_of_the_others_stand() -> None:
    session = session_of(toy("human", "human", "human"))
    aiko, bruno, chika = (session.join(seat) for seat in range(3))
    await aiko.play("1")
    await bruno.play("2")
    assert Ask.WITHDRAW in aiko.allowed
    assert Ask.WITHDRAW not in chika.allowed
    await aiko.withdraw()
    assert session.game.awaited == (0, 2)
    assert (aiko.view.mine, bruno.view.mine) == (None, 2)
    alone = toy("human", "human", "human")
    alone.play("2", 1)
    assert everything(session) == everything(session_of(alone))
    await aiko.play("3")
    await chika.play("1")
    assert not any(Ask.WITHDRAW in each.allowed for each in (aiko, bruno, chika))
    with pytest.raises(IllegalActionError, match="nothing to withdraw"):
        await aiko.withdraw()
    with pytest.raises(IllegalActionError, match="You are watching"):
        await session.join().withdraw()


async def test_whoever_has_chosen_waits_for_the_others_in_words() -> None:
    session = session_of(toy("human", "human", "human"))
    aiko = session.join(0)
    await aiko.play("1")
    assert aiko.refusal(Ask.PLAY) == "You have decided; the others are still choosing."
    with pytest.raises(IllegalActionError, match="You have decided"):
        await aiko.play("2")
    await session.join(1).play("2")
    await session.join(2).play("2")
    with pytest.raises(IllegalActionError, match="You have played that number"):
        await aiko.play("1")


async def test_people_choose_while_the_bots_think_one_after_the_other(bots: ObedientBots) -> None:
    game = toy("highest", "human", "careless", "human")
    session = session_of(game, bots)
    session.start()
    await settle()
    assert session.bots == BotStatus(thinking=0)
    await session.join(3).play("2")
    assert session.bots == BotStatus(thinking=0)
    assert len(bots.waiting) == 1
    bots.answer()
    await settle()
    assert session.bots == BotStatus(thinking=2)
    await session.join(1).play("3")
    assert game.awaited == (2,)
    bots.answer()
    await settle()
    assert game.round == 2
    assert bots.kinds == ["highest", "careless", "highest"]
    session.close()


@pytest.mark.ci
@pytest.mark.parametrize(
    ("key", "seats"), [("naishi", 2), ("ninjato", 2), ("ninjato", 4), ("shogun", 3), ("shogun", 5)]
)
async def test_a_person_and_bots_play_a_whole_game_of_every_kind(key: str, seats: int) -> None:
    kind = kind_of(key)
    players = [Player(name=name, kind="human" if seat == 1 else "random") for seat, name in enumerate(NAMES[:seats])]
    game = kind.new(players, {}, "7")
    session = session_of(game)
    session.start()
    me, substitute = session.join(1), kind.bot("random", 7)
    await quiet(session)
    while not session.over:
        assert Ask.PLAY in me.allowed, session.bots
        ply = game.ply()
        await me.play(substitute.choose(me.view, Clock()).text)
        await quiet(session)
        if ply % 10 == 0:
            await me.undo()
            assert game.ply() == ply
            await me.redo()
            await quiet(session)
    assert game.ply() > 10 * seats
    assert me.view.result is not None
    assert Ask.REMATCH in me.allowed
    replay = Replay(game)
    for seat in replay.viewpoints:
        replay.look_from(seat)
        replay.go(replay.length)
        assert replay.view == game.view(seat).unable()
    session.close()


async def test_a_failed_bot_is_replaced_by_another_of_the_same_game(bots: ObedientBots) -> None:
    session = session_of(toy("human", "highest", "careless"), bots)
    session.start()
    await settle()
    bots.answer()
    await settle()
    bots.fail()
    await settle()
    assert session.bots == BotStatus(failure="Chika can't continue: It failed.")
    aiko = session.join(0)
    with pytest.raises(UnknownBotError):
        await aiko.replace_bot("strong")
    await aiko.replace_bot("highest")
    assert [player.kind for player in session.game.players] == ["human", "highest", "highest"]
    await settle()
    bots.answer()
    await settle()
    assert session.game.awaited == (0,)
    session.close()


async def test_bots_wait_after_an_undo_until_a_person_has_chosen(bots: ObedientBots) -> None:
    session = session_of(toy("human", "highest", "careless"))
    session.start()
    aiko = session.join(0)
    await aiko.play("1")
    await quiet(session)
    assert session.game.round == 2
    await aiko.undo()
    await quiet(session)
    assert (session.game.ply(), session.game.can_redo) == (0, True)
    await aiko.play("2")
    await quiet(session)
    assert session.game.round == 2


async def test_the_seat_of_a_person_who_left_does_what_is_done_for_the_absent() -> None:
    game = toy("human", "human", "human")
    session = session_of(game)
    session.start()
    await session.vacate(1)
    await quiet(session)
    assert session.people == (0, 2)
    for _round in range(3):
        for seat in session.people:
            me = session.join(seat)
            await me.play(me.view.legal_actions[-1])
            await quiet(session)
    assert session.over
    assert [action.value for action, seat in zip(game.actions, game.seats(), strict=True) if seat == 1] == [1, 2, 3]
    with pytest.raises(IllegalActionError, match="over"):
        await session.vacate(0)
    with pytest.raises(IllegalActionError, match="for two"):
        await session_of(toy("human", "human")).vacate(0)


@pytest.mark.ci
@pytest.mark.parametrize("key", ["ninjato", "shogun"])
async def test_a_game_goes_on_to_its_end_without_a_person_who_left_in_the_middle(key: str) -> None:
    kind = kind_of(key)
    game = kind.new(NAMES[:3], {}, "7")
    session, bot = session_of(game), kind.bot("random", 7)
    session.start()
    while not session.over:
        if game.ply() > 25 and len(session.people) == 3:
            await session.vacate(2)
            await quiet(session)
        if awaited := [seat for seat in game.awaited if seat in session.people]:
            me = session.join(awaited[0])
            await me.play(bot.choose(me.view, Clock()))
        await quiet(session)
    assert session.people == (0, 1)
    assert 2 in game.seats()[30:]
    session.close()


def test_bots_are_found_by_game_and_name() -> None:
    assert names("unison")[0] == "highest"
    assert "careless" in names("unison")
    assert "careless" not in names()
    assert isinstance(make("careless", 1, "unison"), Careless)
    assert isinstance(make(f"{__name__}:Careless", 1, "unison"), Careless)
    with pytest.raises(UnknownBotError, match="careless"):
        make("strong", 1, "unison")


class LongView:
    """The view of a seat that has too many actions to list."""

    legal_actions, round, seat = (), 1, 0

    def __init__(self, allowed: str) -> None:
        self._allowed = allowed

    def refusal(self, action: Number) -> str | None:
        return None if action.text in self._allowed else "You have played that number."


@pytest.mark.parametrize("answer", [Number(2), None, "1", 1, Number(9)])
def test_an_answer_is_checked_by_refusal_where_actions_are_not_listed(answer: object) -> None:
    class Answers:
        def __init__(self, seed: int) -> None:
            pass

        def choose(self, view: Any, clock: Clock) -> Any:
            return answer

    register("answers", Answers, "unison")
    view: Any = LongView("13")
    with pytest.raises(BotFailedError, match="rules don't allow"):
        ask("unison", "answers", 0, view, Clock())
    if answer == Number(2):
        assert ask("unison", "answers", 0, LongView("2"), Clock()) == answer  # type: ignore[arg-type]


NOTICE = "The same luck comes again."


async def test_undo_says_so_where_something_hidden_was_seen_since() -> None:
    session = session_of(toy("human", "human"))
    aiko, bruno = session.join(0), session.join(1)
    assert aiko.undo_notice == ""
    await aiko.play("3")
    assert bruno.undo_notice == ""
    await bruno.play("2")
    assert aiko.undo_notice == bruno.undo_notice == NOTICE
    await bruno.undo()
    assert bruno.undo_notice == ""


async def test_undo_over_the_bots_counts_what_they_revealed() -> None:
    session = session_of(toy("human", "highest"))
    session.start()
    aiko = session.join(0)
    await aiko.play("1")
    await quiet(session)
    assert session.game.round == 2
    assert aiko.undo_notice == NOTICE


async def test_the_same_luck_comes_again_whatever_is_done_instead() -> None:
    session = session_of(kind_of("ninjato").new(("Aiko", "Bruno"), {}, "5"))
    (seat,) = session.game.awaited
    me = session.join(seat)
    await me.play("dojo")
    await me.play("draw deck")
    drawn = session.game.position.players[seat].hand
    assert me.undo_notice == NOTICE
    await me.undo()
    await me.play("draw deck")
    assert session.game.position.players[seat].hand == drawn


async def test_a_throw_and_a_plan_that_was_turned_up_stay_known() -> None:
    game = kind_of("shogun").new(("Aiko", "Bruno", "Chika"), {"setup": "printed"}, "5")
    bot = make("beginner", 1, "shogun")
    for seat in range(3):
        assert not game.revealed_since(0)
        game.play(bot.choose(game.view(seat), Clock()), seat)
    assert game.revealed_since(0)
    assert game.revealed_since(2)
    assert not game.at(2).revealed_since(0)
