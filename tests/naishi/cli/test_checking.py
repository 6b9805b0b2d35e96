"""The command `naishi check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.saves import Saves
from tests.naishi.cli.conftest import Run


def test_check_says_what_is_wrong_and_repairs_into_a_new_game(run: Run, saves: Saves, save_id: str) -> None:
    assert run("check").stdout == f"{save_id}: intact, 5 actions\n"
    path = saves.folder / f"{save_id}.naishi.json"
    path.write_bytes(content := path.read_bytes().replace(b"swap H2 H3", b"swap H2 H9"))
    result = run("check", save_id)
    assert result.exit_code == 1
    assert result.stdout == f"{save_id}: 'bad'\n".replace("'bad'", str(saves.list()[0].error))  # type: ignore[union-attr]
    repaired = run("check", "--repair")
    assert repaired.exit_code == 1
    assert "4 actions kept. 1 action lost." in repaired.stdout
    assert path.read_bytes() == content
    latest = saves.latest()
    assert latest is not None
    assert len(saves.load(latest.id).actions) == 4


def cut_off(saves: Saves, save_id: str, after: bytes) -> None:
    path = saves.folder / f"{save_id}.naishi.json"
    content = path.read_bytes()
    path.write_bytes(content[: content.index(after) + len(after)])


@pytest.mark.parametrize("after", [b'"develop H1", ', b'"develop H1", "swap H2', b'"develop H1"'])
def test_repair_of_a_file_that_is_cut_off_does_not_claim_that_nothing_is_lost(
    run: Run, saves: Saves, save_id: str, after: bytes
) -> None:
    cut_off(saves, save_id, after)
    repaired = run("check", "--repair").stdout.splitlines()[1]
    latest = saves.latest()
    assert latest is not None
    assert repaired == (
        f"{save_id}: Repaired as {latest.id}. 4 actions kept. The rest is lost; the file doesn't say how much "
        "there was. The file no longer says which actions had been undone, so all of them count as played."
    )


def test_repair_tells_what_else_is_lost(run: Run, saves: Saves, save_id: str) -> None:
    path = saves.folder / f"{save_id}.naishi.json"
    path.write_bytes(path.read_bytes().replace(b'"players"', b'"playerz"').replace(b'"options"', b'"optionz"'))
    repaired = run("check", "--repair").stdout.splitlines()[1]
    assert repaired.endswith(
        "5 actions kept. 0 actions lost. The players' names are lost. The options are lost, so undo is allowed."
    )


def test_a_file_elsewhere_is_named_once(run: Run, tmp_path: Path) -> None:
    (file := tmp_path / "o2.json").write_text("")
    assert run("check", file).stdout == "'o2.json': The file is empty.\n"


def test_check_of_what_cannot_be_repaired_says_so(run: Run, saves: Saves) -> None:
    saves.folder.mkdir()
    (saves.folder / "bad.naishi.json").write_text("")
    result = run("check", "--repair")
    assert result.stdout == "bad: The file is empty.\nbad: Not repaired. This is not a saved Naishi game.\n"
    assert result.exit_code == 1
