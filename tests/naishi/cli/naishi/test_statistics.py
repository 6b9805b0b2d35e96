"""The command `naishi stats`."""

from __future__ import annotations

import json

import pytest

from tests.naishi.cli.conftest import Run


def test_statistics_are_printed_and_are_json(run: Run, finished_id: str) -> None:
    text, found = run("stats").stdout, json.loads(run("stats", "--name", "Bruno", "--json").stdout)
    assert text.startswith("Aiko: ")
    assert "against Bruno" in text
    assert (found["name"], found["all"]["games"]) == ("Bruno", 1)


@pytest.mark.parametrize("arguments", [[], ["--name", "Nobody"]])
def test_without_finished_games_there_are_no_statistics(run: Run, arguments: list[str]) -> None:
    result = run("stats", *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "finished" in result.stderr
