"""Errors of a database connection: in a line, without values."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy.exc import OperationalError

from naishi.server import Database
from naishi.server.database.connection import Outage, StorageError, cause


async def test_an_error_names_no_value(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    """Values are cards."""
    with pytest.raises(StorageError) as caught:
        await database.write(lambda db: db.exec_driver_sql("INSERT INTO nowhere VALUES (?)", ("ronin",)))
    said = f"{caught.value} {caught.value.__cause__} {caught.value.__context__} {caplog.text}"
    assert "no such table" in said
    assert "ronin" not in said


def test_a_full_disk_of_postgresql_is_said_to_be_full() -> None:
    class DiskFull(Exception):  # noqa: N818 - psycopg's name
        sqlstate = "53100"

    assert cause(OperationalError("UPDATE matches", {}, DiskFull())) == "No space left on device"


def test_an_outage_is_one_line_and_its_end_another_however_many_connections_meet_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "naishi.server.database.connection")
    outage, met = Outage(), [0, 0, 0, 0]
    for why in ("connection refused", "starting up"):
        for each in (0, 1):
            met[each] = outage.failed(why, met[each])
    outage.over()
    met[2] = outage.failed("terminated", met[2])  # it slept during the outage, and finds itself cut
    assert [record.getMessage() for record in caplog.records] == [
        "the database can't be reached: connection refused",
        "the database can be reached again",
    ]
    met[2] = outage.failed("connection refused", met[2])
    assert len(caplog.records) == 3, "another outage"
