"""Studies of finished games in a folder of saves."""

from __future__ import annotations

from pathlib import Path

from naishi.games.naishi.analysis.study import FolderStudies
from tests.naishi.games.naishi.analysis.analysed import game, made_up


async def test_what_was_kept_is_found_by_the_next_study_of_that_game_and_its_mistakes_are_in_the_book(
    tmp_path: Path,
) -> None:
    study = await FolderStudies(tmp_path).open(game())
    assert study.found is None
    assert await study.due() == ()
    await study.keep(made_up(game()))
    again = await FolderStudies(tmp_path).open(game())
    assert again.found == made_up(game())
    due = await again.due()
    assert len(due) == again.to_learn > 0
    assert tuple(await FolderStudies(tmp_path).book.due()) == tuple(due)


async def test_a_study_is_addressed_to_the_only_person_of_a_game(tmp_path: Path) -> None:
    assert game().players[1].kind == "strong"
    assert (await FolderStudies(tmp_path).open(game())).reader == 0
