"""Analyses in processes: equal, left off, failed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from naishi import NaishiError
from naishi.games.naishi.analysis.decisions import DEPTHS
from naishi.games.naishi.analysis.exercises import AnalysisRun
from tests.naishi.games.naishi.analysis.analysed import TINY, analysis, game

pytestmark = pytest.mark.ci


async def test_processes_find_what_one_finds_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    run = AnalysisRun(game(), "quick", workers=2)
    shares = [share async for share in run.steps()]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert run.analysis is not None
    there, here = run.analysis.model_dump(), analysis().model_dump()
    assert without_floats(there) == without_floats(here)
    assert list(floats(there)) == pytest.approx(list(floats(here)), abs=1e-5)  # single precision, by some processors


def floats(document: object) -> Iterator[float]:
    """Yield the floating-point numbers of a document."""
    if isinstance(document, float):
        yield document
    elif isinstance(document, dict | list | tuple):
        for each in document.values() if isinstance(document, dict) else document:
            yield from floats(each)


def without_floats(document: object) -> object:
    """Return a document with nothing where a floating-point number was."""
    if isinstance(document, dict):
        return {key: without_floats(each) for key, each in document.items()}
    if isinstance(document, list | tuple):
        return [without_floats(each) for each in document]
    return None if isinstance(document, float) else document


async def test_leaving_off_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    start = asyncio.create_subprocess_exec

    async def remember(*arguments: object, **options: object) -> asyncio.subprocess.Process:
        started.append(await start(*arguments, **options))  # type: ignore[arg-type]
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", remember)
    steps = AnalysisRun(game(), "deep").steps()
    await anext(steps)
    await steps.aclose()
    assert [process.returncode for process in started] == [-9]


async def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/true")
    with pytest.raises(NaishiError, match="its process ended"):
        async for _share in AnalysisRun(game(), "quick").steps():
            pass
