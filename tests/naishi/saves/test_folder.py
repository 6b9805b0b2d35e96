"""Listing, creating, opening, playing, deleting."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Self

import pytest

import naishi
from naishi.common.i18n import IllegalActionError, SaveError, SaveInUseError, SaveNotFoundError, date
from naishi.saves import OpenGame, Problem, Saves, Summary, document, open_save
from naishi.saves.listing import PlayOrder
from tests.naishi.saves.clock import set_clock
from tests.naishi.saving import play, redo, undo

NewGame = Callable[..., naishi.Game]


def test_an_absent_folder_is_an_empty_list_and_stays_absent(saves: Saves, folder: Path) -> None:
    assert saves.list() == ()
    assert saves.latest() is None
    assert not folder.exists()


def test_every_action_is_on_disk_when_play_returns(saves: Saves, opened: OpenGame) -> None:
    for action in ("develop H1", "swap L1 L2", "develop L5"):
        play(opened, action)
        assert saves.load(opened.id).record == opened.game.record


def test_an_illegal_action_changes_nothing_in_game_or_file(opened: OpenGame) -> None:
    before = opened.path.read_bytes()
    with pytest.raises(IllegalActionError):
        play(opened, "declare")
    assert opened.path.read_bytes() == before
    assert opened.unsaved is None


def test_undo_and_redo_survive_closing_and_opening(saves: Saves, opened: OpenGame) -> None:
    undone = [undo(opened) for _step in range(3)]
    opened.close()
    with saves.open(opened.id) as again:
        assert [redo(again) for _step in range(3)] == undone[::-1]
        assert [undo(again) for _step in range(len(again.game.actions))]
        with pytest.raises(IllegalActionError):
            undo(again)


def test_a_game_is_opened_in_the_middle_of_a_turn(saves: Saves, opened: OpenGame) -> None:
    play(opened, "swap H1 H2")
    opened.close()
    with saves.open(opened.id) as again:
        assert again.game.view(0).bonus
        assert again.game.legal_actions() == opened.game.legal_actions()


def test_a_finished_game_is_not_the_one_to_continue(saves: Saves, new_game: NewGame) -> None:
    unfinished = saves.create(new_game())
    with saves.create(new_game()) as finished:
        while finished.game.turn is not None:
            play(finished, finished.game.legal_actions()[-1])
    latest, summary = saves.latest(), saves.list()[0]
    assert latest is not None
    assert latest.id == unfinished.id
    assert isinstance(summary, Summary)
    assert (summary.id, summary.finished, summary.awaited) == (finished.id, True, ())


def test_the_list_tells_public_facts_newest_first(saves: Saves, opened: OpenGame, new_game: NewGame) -> None:
    newer = saves.create(new_game())
    first, second = saves.list()
    assert isinstance(first, Summary)
    assert isinstance(second, Summary)
    assert (first.id, first.game, first.round, first.awaited) == (newer.id, "naishi", 1, (0,))
    assert first.progress == "Aiko is choosing a gift"
    assert (second.id, second.names, second.round) == (opened.id, ("Aiko", "Bruno"), 2)
    assert second.created <= second.updated <= first.updated <= datetime.now(UTC)


def test_an_id_may_be_shortened_while_it_is_clear(saves: Saves, opened: OpenGame) -> None:
    opened.close()
    with saves.open(f" {opened.id[:3].upper()} ") as again:
        assert again.id == opened.id


def test_a_beginning_of_two_ids_is_refused_with_both(saves: Saves, opened: OpenGame, folder: Path) -> None:
    (folder / f"{opened.id}a.naishi.json").touch()
    with pytest.raises(SaveNotFoundError, match=f"{opened.id}, {opened.id}a"):
        saves.open(opened.id[:-1])
    assert saves.load(opened.id)


@pytest.mark.parametrize(
    "text",
    ["", "zzz", "../saves", "/etc/passwd", "..", ".", "a/b", "a\\b", "a\0b", "-a", "x" * 99, "ｋ", "k*", "\x1b[31m"],
)
def test_what_is_no_id_finds_nothing_and_touches_nothing(saves: Saves, opened: OpenGame, text: str) -> None:
    for use in (saves.open, saves.load, saves.delete):
        with pytest.raises(SaveNotFoundError) as refused:
            use(text)
        assert str(refused.value).isprintable()


def test_a_deleted_game_lies_in_the_trash_and_its_lock_is_gone(saves: Saves, opened: OpenGame, folder: Path) -> None:
    opened.close()
    content = opened.path.read_bytes()
    saves.delete(opened.id)
    assert saves.list() == ()
    assert (folder / "trash" / opened.path.name).read_bytes() == content
    assert not list((folder / ".locks").iterdir())


def test_a_game_deleted_twice_is_in_the_trash_twice(saves: Saves, opened: OpenGame, folder: Path) -> None:
    opened.close()
    content = opened.path.read_bytes()
    saves.delete(opened.id)
    opened.path.write_bytes(content)
    saves.delete(opened.id)
    assert len(list((folder / "trash").iterdir())) == 2


def test_an_open_game_is_not_deleted(saves: Saves, opened: OpenGame) -> None:
    with pytest.raises(SaveInUseError):
        saves.delete(opened.id)
    play(opened, "develop L2")
    assert saves.load(opened.id)


def test_a_renamed_game_keeps_its_actions_its_times_and_its_place(saves: Saves, opened: OpenGame, folder: Path) -> None:
    opened.close()
    with saves.create(naishi.Game.new(seed=3)) as newer:
        before = saves.list()[1]
        assert saves.rename(opened.id[:4], "Sunday  Evening") == "sunday-evening"
        after = saves.list()[1]
    assert [entry.id for entry in saves.list()] == [newer.id, "sunday-evening"]
    assert isinstance(before, Summary)
    assert after == replace(before, id="sunday-evening", path=folder / "sunday-evening.naishi.json")
    assert saves.load("sunday").actions == opened.game.actions
    assert not (folder / ".locks" / f"{opened.id}.lock").exists()


@pytest.mark.parametrize("wanted", ["", "../up", "a/b", "-a", "x" * 33, "naïve", "k*", "\x1b[31m"])
def test_what_can_not_be_an_id_renames_nothing(saves: Saves, opened: OpenGame, wanted: str) -> None:
    opened.close()
    with pytest.raises(SaveError, match="up to 32 letters"):
        saves.rename(opened.id, wanted)
    assert [entry.id for entry in saves.list()] == [opened.id]


def test_a_game_does_not_take_the_id_of_another(saves: Saves, opened: OpenGame) -> None:
    opened.close()
    with saves.create(naishi.Game.new(seed=3)) as other, pytest.raises(SaveError, match="already a game"):
        saves.rename(opened.id, other.id)
    saves.delete(other.id)
    with pytest.raises(SaveError, match="already a game"):
        saves.rename(opened.id, other.id)
    assert saves.rename(opened.id, opened.id) == opened.id
    assert saves.load(opened.id)


def test_an_open_game_is_not_renamed(saves: Saves, opened: OpenGame) -> None:
    with pytest.raises(SaveInUseError):
        saves.rename(opened.id, "other")
    assert saves.load(opened.id)


def test_a_clock_that_was_set_back_does_not_make_a_game_older(
    saves: Saves, opened: OpenGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def updated() -> datetime:
        (summary,) = saves.list()
        assert isinstance(summary, Summary)
        return summary.updated

    before = updated()

    set_clock(monkeypatch, before - timedelta(days=400))
    play(opened, "develop L2")
    assert updated() >= before


@pytest.fixture(params=["UTC", "America/Los_Angeles", "Pacific/Kiritimati"])
def _zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("_zone")
@pytest.mark.parametrize("year", [1, 1969, 9000, 9999])
def test_whatever_the_clock_says_a_game_is_read_again(
    saves: Saves, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    set_clock(monkeypatch, datetime(year, 1 if year == 1 else 12, 1 if year == 1 else 31, 23, 59, tzinfo=UTC))
    with saves.create(new_game()) as opened:
        play(opened, "give 1")
    (summary,) = saves.list()
    assert isinstance(summary, Summary)
    assert summary.updated.year == year
    assert date(summary.updated)
    with saves.open(opened.id) as again:
        assert len(again.game.actions) == 1


def test_a_clock_beyond_all_years_is_no_reason_not_to_save(
    saves: Saves, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            raise OverflowError

    monkeypatch.setattr(open_save, "datetime", Clock)
    saves.create(new_game()).close()
    assert isinstance(saves.list()[0], Summary)


@pytest.mark.parametrize("year", [1, 1969, 2090, 9000])
def test_the_game_played_last_comes_first_whatever_the_clock_said(
    saves: Saves, new_game: NewGame, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    ids = []
    for moment in (datetime(year, 5, 5, tzinfo=UTC), None, datetime(year, 5, 4, tzinfo=UTC), None):
        set_clock(monkeypatch, moment)
        with saves.create(new_game()) as opened:
            ids.append(opened.id)
        assert [entry.id for entry in saves.list()] == ids[::-1]
    with saves.open(ids[0]) as again:
        play(again, "give 1")
    assert [entry.id for entry in saves.list()] == [ids[0], *ids[:0:-1]]


def test_a_clock_that_was_ahead_does_not_stay_ahead(
    saves: Saves, new_game: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_clock(monkeypatch, datetime(9000, 1, 1, tzinfo=UTC))
    with saves.create(new_game()) as opened:
        pass
    set_clock(monkeypatch, None)
    with saves.open(opened.id) as again:
        play(again, "give 1")
    (summary,) = saves.list()
    assert isinstance(summary, Summary)
    assert summary.updated <= datetime.now(UTC)


@pytest.mark.parametrize(
    "played", [b"", b"\xff\n../..\n\0\n", b"x" * 2_000_000, None], ids=["empty", "garbage", "huge", "missing"]
)
def test_without_a_usable_order_of_play_games_are_listed_by_their_times(
    saves: Saves, new_game: NewGame, folder: Path, monkeypatch: pytest.MonkeyPatch, played: bytes | None
) -> None:
    ids = []
    for day in range(1, 4):
        set_clock(monkeypatch, datetime(2026, 1, day, tzinfo=UTC))
        with saves.create(new_game()) as opened:
            ids.append(opened.id)
    set_clock(monkeypatch, None)
    (folder / ".played").unlink()
    if played is not None:
        (folder / ".played").write_bytes(played)
    assert [entry.id for entry in saves.list()] == ids[::-1]
    with saves.open(ids[1]) as again:
        play(again, "give 1")
    assert saves.list()[0].id == ids[1]


def test_the_order_of_play_stays_small(saves: Saves, new_game: NewGame, folder: Path) -> None:
    order = PlayOrder(folder)
    folder.mkdir()
    for number in range(500):
        order.mark(("abc" if number % 2 else "xyz") * 10)
    assert (folder / ".played").stat().st_size < 10_000
    assert order.ranks()["abc" * 10] > order.ranks()["xyz" * 10]


def test_the_file_has_the_fields_of_the_design_in_order(opened: OpenGame) -> None:
    data = json.loads(opened.path.read_text())
    assert list(data) == [
        "format", "version", "id", "created", "updated", "players", "options", "deal", "actions", "cursor", "checksum",
    ]  # fmt: skip
    assert (data["format"], data["version"], data["cursor"]) == ("naishi-save", 1, 6)
    assert data["actions"][2] == "develop L1"
    assert data["checksum"] == document.checksum(data)


def test_files_of_saves_are_for_their_owner_only(opened: OpenGame) -> None:
    assert opened.path.stat().st_mode & 0o777 == 0o600


def test_names_are_kept_as_they_are_spelt(saves: Saves) -> None:
    with saves.create(naishi.Game.new(seed=1, players=("Zoé", "明日香"))) as opened:
        assert "明日香" in opened.path.read_text(encoding="utf-8")
        assert [player.name for player in saves.load(opened.id).players] == ["Zoé", "明日香"]


def test_ids_are_short_and_without_look_alikes(saves: Saves, new_game: NewGame) -> None:
    ids = {saves.create(new_game()).id for _game in range(20)}
    assert len(ids) == 20
    assert all(len(id_) == 6 and not set(id_) & set("01ilo") and document.ID.fullmatch(id_) for id_ in ids)


@pytest.mark.ci
def test_a_hundred_saves_are_listed_in_no_time(saves: Saves, new_game: NewGame, folder: Path) -> None:
    game = new_game()
    while game.turn is not None:
        game.play(game.legal_actions()[-1])
    folder.mkdir()
    now = datetime.now(UTC)
    for number in range(100):
        (folder / f"g{number}.naishi.json").write_bytes(document.write(game.document(), f"g{number}", now, now))
    saves.list()
    began = time.process_time()
    assert len(saves.list()) == 100
    assert time.process_time() - began < 1  # some 50 ms on a machine at rest


def test_other_files_in_the_folder_are_none_of_our_business(saves: Saves, opened: OpenGame, folder: Path) -> None:
    (folder / "README").write_text("hello")
    (folder / ".hidden.naishi.json").write_text("")
    (folder / "notes.json").write_text("{}")
    assert not [entry for entry in saves.list() if isinstance(entry, Problem)]
