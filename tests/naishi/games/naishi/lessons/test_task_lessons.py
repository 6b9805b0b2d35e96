"""Lessons: solvable, with helpful hints and refusals."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from string import Formatter

import pytest

from naishi import Action, IllegalActionError
from naishi.games.naishi.lessons import Task, TaskParticipant
from naishi.games.naishi.lessons.course import every_lesson
from naishi.games.naishi.lessons.task import shortest_way, split
from naishi.games.naishi.rules.actions import Copy, Develop, Give
from naishi.games.naishi.rules.cards import REPLACED, Card
from naishi.games.naishi.rules.position import Position
from naishi.settings.keymap import KEYS
from tests.naishi.games.naishi.lessons.shared import sentences

TASKS = {f"{lesson.id} {number}": task for lesson in every_lesson() for number, task in enumerate(lesson.tasks, 1)}


every_task = pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)


@cache
def leads_there(task: Task) -> set[str]:
    """The first actions after which the goal is still in reach, found by trying them on positions alone."""
    learner = TaskParticipant(task)
    start = learner.attempt
    found = set()
    for action in start.position.legal_actions():
        after = start.position.copy()
        after.push(action)
        if shortest_way(start._replace(position=after, actions=(action,)), task.goal, task.longest - 1) is not None:
            found.add(action.text)
    return found


class TestEachTask:
    @every_task
    async def test_is_solved_by_its_answer_and_not_before(self, task: Task) -> None:
        learner = TaskParticipant(task)
        for action in split(task.answer):
            assert not learner.solved
            await learner.play(action)
        assert learner.solved
        assert learner.allowed == frozenset()

    @every_task
    async def test_is_solved_by_following_the_hints_alone(self, task: Task) -> None:
        learner = TaskParticipant(task)
        rungs = [learner.hint()]
        assert rungs[0].action is None
        assert rungs[0].text == task.nudge
        while not learner.solved:
            rungs.append(learner.hint())
            if (action := rungs[-1].action) is not None:
                await learner.play(action)
        assert len(rungs) <= 1 + 2 * len(learner.attempt.actions)

    @every_task
    async def test_shows_the_action_with_the_third_hint(self, task: Task) -> None:
        learner = TaskParticipant(task)
        assert [learner.hint().action is not None for _press in range(4)] == [False, False, True, True]

    @every_task
    async def test_names_a_card_only_where_no_other_will_do(self, task: Task) -> None:
        learner = TaskParticipant(task)
        named = [hint.cell for hint in (learner.hint(), learner.hint()) if hint.cell is not None and not hint.action]
        for way in leads_there(task) if named else ():
            assert (named[0].name[1] if "develop" in way else named[0].name) in way

    @every_task
    async def test_is_solved_by_every_way_that_it_allows(self, task: Task) -> None:
        for action in sorted(leads_there(task)):
            learner = TaskParticipant(task)
            await learner.play(action)
            while not learner.solved and len(learner.attempt.actions) < task.longest:
                await learner.play(next(each for each in learner.view.legal_actions if learner.leads_there(each)))
            assert learner.solved, action

    @every_task
    async def test_refuses_what_leads_nowhere_in_words_and_changes_nothing(self, task: Task) -> None:
        learner, leading = TaskParticipant(task), leads_there(task)
        view = learner.view
        for action in view.legal_actions:
            if action.text not in leading:
                with pytest.raises(IllegalActionError, match=f"^{re.escape(task.wrong)}$"):
                    await learner.play(action)
        assert learner.view == view
        assert 0 < len(leading) < len(view.legal_actions)

    @every_task
    async def test_refuses_what_the_rules_forbid_in_their_words(self, task: Task) -> None:
        learner = TaskParticipant(task)
        forbidden: tuple[Action, ...] = (Give(1), Copy.from_text("copy L1 monk"), Develop.from_text("develop L1"))
        for action in forbidden:
            if action not in learner.view.legal_actions:
                with pytest.raises(IllegalActionError) as refused:
                    await learner.play(action)
                assert str(refused.value) == learner.view.refusal(action) != task.wrong

    @every_task
    async def test_has_nothing_to_undo_at_its_start(self, task: Task) -> None:
        with pytest.raises(IllegalActionError):
            await TaskParticipant(task).undo()


class TestTheData:
    @every_task
    def test_no_card_is_there_more_often_than_there_are_copies(self, task: Task) -> None:
        position = Position.from_text(task.position)
        legends = TaskParticipant(task).view.legends
        copies = {card: card.copies - (card in {REPLACED[legend] for legend in legends}) for card in Card}
        cards = Counter([
            *(card for pile in position.river for card in pile),
            *(card for cards in position.territories for card in cards),
            *position.discards,
        ])  # fmt: skip
        cards[Card.MOUNTAIN] = min(cards[Card.MOUNTAIN], Card.MOUNTAIN.copies)  # what isn't asked about is mountains
        assert {card: count for card, count in cards.items() if count > copies[card]} == {}

    @every_task
    def test_gaps_name_keys(self, task: Task) -> None:
        gaps = {gap[1:3] for text in sentences(task) for gap in Formatter().parse(text) if gap[1] is not None}
        assert gaps <= {("key", command) for command in KEYS}
