"""Backup of a live database."""

from __future__ import annotations

import stat
from contextlib import closing
from pathlib import Path

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Database, Lobby
from naishi.server.database.database import DATABASE, back_up
from tests.naishi.server.conftest import Table, player


@pytest.mark.ci
async def test_a_running_place_is_backed_up_and_a_restored_one_plays_on(tmp_path: Path) -> None:
    database = Database(tmp_path / DATABASE)
    lobby = Lobby(database)
    table = await Table.sit_down(lobby)
    await table.play_on(7)
    private = await table.people[0].tables.open(public=False)
    views = [seat.view for seat in table.seats]
    restored = tmp_path / "restored"
    restored.mkdir()
    with database.writing() as connection:  # one who writes waits for no backup, and a backup for none
        connection.exec_driver_sql("UPDATE players SET last_seen = 1")
        back_up(tmp_path / DATABASE, restored / DATABASE)
    await table.play_on(3)
    await lobby.close()
    database.close()

    assert stat.S_IMODE((restored / DATABASE).stat().st_mode) == 0o600
    assert [path.name for path in restored.iterdir()] == [DATABASE]
    with closing(Database(restored / DATABASE)) as database:
        lobby = Lobby(database)
        people = [await player(lobby, person.account.name) for person in table.people]
        seats = [await person.attach(table.match.id) for person in people]
        assert [seat.view for seat in seats] == views, "as it was when the copy was made"
        assert (await people[1].find(private.invite)).id == private.id, "by the same word"
        await Table(lobby, people, table.match, seats).play_to_the_end()
        await lobby.close()


def test_no_file_is_written_over(tmp_path: Path) -> None:
    Database(tmp_path / DATABASE).close()
    copy = tmp_path / "copy"
    copy.write_text("something else")
    with pytest.raises(NaishiError, match="is there already; choose a new name"):
        back_up(tmp_path / DATABASE, copy)
    assert copy.read_text() == "something else"


@pytest.mark.parametrize("where", ["nowhere/copy", "/dev/full/copy"])
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, where: str) -> None:
    Database(tmp_path / DATABASE).close()
    with pytest.raises(NaishiError, match="can't be written"):
        back_up(tmp_path / DATABASE, tmp_path / where)
    assert not list(tmp_path.glob("*.part"))


def test_nothing_is_left_of_a_copy_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database(tmp_path / DATABASE).close()

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(NaishiError, match=r"No space left on device"):
        back_up(tmp_path / DATABASE, tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))


def test_another_program_s_file_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"something else " * 100)
    with pytest.raises(NaishiError):
        back_up(tmp_path / DATABASE, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
