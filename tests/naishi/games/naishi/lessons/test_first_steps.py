"""The lessons of the first steps and of the expansion."""

from __future__ import annotations

from collections import Counter

from naishi import Action
from naishi.games.naishi.lessons import LESSONS
from naishi.games.naishi.lessons.first_steps import EXPANSION_LESSONS
from naishi.games.naishi.lessons.task import split
from naishi.games.naishi.rules.actions import Copy, UseDevelop, UseExchange, UseRecall
from naishi.games.naishi.rules.cards import TRAVELLERS
from tests.naishi.games.naishi.lessons.shared import sentences


def test_there_are_eight_short_lessons() -> None:
    assert len({lesson.id for lesson in LESSONS}) == 8
    assert all(2 <= len(lesson.tasks) <= 3 for lesson in LESSONS)


def test_the_lessons_of_the_expansion_meet_each_kind_of_effect_once_and_name_every_traveller() -> None:
    tasks = [task for lesson in EXPANSION_LESSONS for task in lesson.tasks]
    used = Counter(type(action) for task in tasks for action in map(Action.from_text, split(task.answer)))
    assert {kind: used[kind] for kind in (UseExchange, UseRecall, UseDevelop, Copy)} == {
        UseExchange: 1, UseRecall: 1, UseDevelop: 1, Copy: 1,
    }  # fmt: skip
    said = " ".join(sentence for task in tasks for sentence in sentences(task))
    names = {" ".join(word.capitalize() for word in str(each.noun).split()) for each in TRAVELLERS}
    assert {name for name in names if name not in said} == set()
