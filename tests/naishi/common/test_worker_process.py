"""Worker processes of the program."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from naishi.common.worker_process import WorkerProcess

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[3]
MODULES = [path for package in ("naishi", "naishi_tui") for path in sorted((ROOT / package).rglob("*.py"))]


async def test_the_current_folder_has_no_say_in_what_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be anybody's, as /tmp is; there, Python would look for modules first."""
    for package in ("naishi", "naishi_tui"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("raise SystemExit\n")
    monkeypatch.chdir(tmp_path)
    worker = await WorkerProcess.start("naishi.bots.worker")
    try:
        assert await worker.receive() == {"ready": True}
    finally:
        await worker.end()


@pytest.mark.parametrize(
    "path", [path for path in MODULES if '"-m"' in path.read_text("utf-8")], ids=lambda path: path.stem
)
def test_every_module_that_is_run_is_run_so(path: Path) -> None:
    texts = [node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)]
    assert texts[texts.index("-m") - 1] == "-P"
