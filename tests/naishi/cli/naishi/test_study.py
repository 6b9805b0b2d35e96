"""The commands `naishi analyse` and `naishi stats`."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from naishi.games.naishi.analysis.exercises import AnalysisRun
from naishi.games.naishi.analysis.report import Analysis
from naishi.saves import Saves
from tests.naishi.cli.conftest import Run
from tests.naishi.games.naishi.analysis.analysed import deficit, game, made_up


def test_a_finished_game_is_analysed_once_and_then_found(
    run: Run, saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(_run: AnalysisRun) -> AsyncIterator[float]:
        yield 1.0

    monkeypatch.setattr(AnalysisRun, "steps", steps)
    monkeypatch.setattr(AnalysisRun, "analysis", made_up(game()))
    with saves.create(game()) as opened:
        pass
    first = run("analyse", opened.id, "--json")
    assert Analysis.model_validate_json(first.stdout) == made_up(game())
    monkeypatch.setattr(AnalysisRun, "steps", None)
    plotted, table = run("analyse", opened.id).stdout, run("analyse", opened.id, "--plain").stdout
    for text in (plotted, table):
        assert "Aiko: accuracy" in text
        assert f"Aiko lost by {deficit()}" in text
    assert " 50% |" in plotted
    assert "%  |" not in table
    assert table.splitlines()[-1].startswith("Round ")


def test_an_unfinished_game_is_not_analysed(run: Run, save_id: str) -> None:
    result = run("analyse", save_id)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Only a finished game can be analysed" in result.stderr


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
