"""Unusable files: one clear line, untouched, others playable."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from naishi import Game
from naishi.common.i18n import DamagedSaveError, NaishiError, NewerSaveError, SaveError
from naishi.saves import OpenGame, Problem, Saves, Summary, document, read_file
from naishi.tabletop.kinds import kind_of

BAD = "bad"


def what_it_says(value: object) -> str:
    return value if isinstance(value, str) else ""


def nested(depth: int) -> bytes:
    """JSON that can just be parsed, but not walked down by everything that meets it."""
    return b'{"format":"naishi-save","version":1,"checksum":"x","players":' + b"[" * depth + b"]" * depth + b"}"


def stamp(path: Path) -> tuple[int, ...]:
    status = path.lstat()
    return status.st_mtime_ns, status.st_size, status.st_ino


def assert_a_problem(saves: Saves, path: Path, says: str, kind: type[SaveError] = SaveError) -> None:
    """The file is one line in the list, can't be opened or loaded, stays as it is, and harms no other."""
    untouched = stamp(path)
    *games, problem = saves.list()
    assert isinstance(problem, Problem)
    assert problem.path == path
    assert says in problem.error
    assert problem.error.isprintable()
    assert len(problem.error) < 200
    assert problem.id.isprintable()
    assert len(games) == 1
    assert isinstance(games[0], Summary)
    save_id = path.name.removesuffix(document.SUFFIX)
    for use in (saves.open, saves.load) if document.ID.fullmatch(save_id) else ():
        with pytest.raises(kind, match=r"bad\.naishi\.json"):
            use(save_id)
    with saves.open(games[0].id) as opened:
        assert opened.unsaved is None
    assert stamp(path) == untouched


@pytest.fixture
def good(opened: OpenGame) -> bytes:
    opened.close()
    return opened.path.read_bytes()


@pytest.fixture
def bad(good: bytes, folder: Path) -> Callable[[bytes], Path]:
    def write(content: bytes) -> Path:
        path = folder / f"{BAD}.naishi.json"
        path.write_bytes(content)
        return path

    return write


Bad = Callable[[bytes], Path]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b" \n\0\0", "empty"),
        (b"\xff\xfe{\x00}\x00", "UTF-8"),
        ('{"format": "naishi-save", "näme": 1}'.encode("latin-1"), "UTF-8"),
        (b"hello", "line 1"),
        (b"{} {}", "corrupted at line 1"),
        (b"[" * 100_000, "nested"),
        (b'{"a":' * 100_000, "nested"),
        (b'{"format": "naishi-save", "version": NaN}', "NaN"),
        (b'{"format": "naishi-save", "version": -Infinity}', "Infinity"),
        (b'{"format": "naishi-save", "format": "naishi-save"}', "twice"),
        (b'{"format": "naishi-save", "version": ' + b"9" * 5000 + b"}", "corrupted"),
        (b"{}", "not a saved Naishi game"),
        (b"[]", "not a saved Naishi game"),
        (b"null", "not a saved Naishi game"),
        (b'"naishi-save"', "not a saved Naishi game"),
        (b'{"format": "chess-save", "version": 1}', "not a saved Naishi game"),
        (b'{"format": "naishi-save"}', "no version"),
        (b'{"format": "naishi-save", "version": "1"}', "no version"),
        (b'{"format": "naishi-save", "version": true}', "no version"),
        (b'{"format": "naishi-save", "version": 1.0}', "no version"),
        (b'{"format": "naishi-save", "version": 0}', "unknown version"),
        (b'{"format": "naishi-save", "version": -1}', "unknown version"),
        (b'{"format": "naishi-save", "version": 1}', "checksum"),
        (b'{"format": "naishi-save", "version": 1, "x": 1e999}', "checksum"),
        (b'{"format": "naishi-save", "version": 1, "x": "\\ud800"}', "checksum"),
        (nested(20), "nested"),
        *((nested(depth), "nested") for depth in range(900, 1000, 6)),
        (b'{"format": "naishi-save", "version": 1, "x": [' + b"0," * 20_000 + b"0]}", "more than any"),
        (b" " * document.SIZE_LIMIT + b"{}", "too large"),
    ],
    ids=what_it_says,
)
def test_what_is_no_save_is_told_in_one_line(saves: Saves, bad: Bad, content: bytes, says: str) -> None:
    assert_a_problem(saves, bad(content), says, DamagedSaveError)


def test_a_newer_version_is_refused_politely(saves: Saves, bad: Bad, good: bytes) -> None:
    path = bad(good.replace(b'"version": 1', b'"version": 7'))
    assert_a_problem(saves, path, "newer version", NewerSaveError)


def test_a_save_cut_off_anywhere_is_told_from_a_whole_one(saves: Saves, bad: Bad, good: bytes) -> None:
    for length in range(0, len(good) - 3, 97):
        bad(good[:length])
        assert isinstance(saves.list()[-1], Problem)
    assert_a_problem(saves, bad(good[:-20]), "cut off")


def test_a_save_edited_by_hand_is_told(saves: Saves, bad: Bad, good: bytes) -> None:
    assert_a_problem(saves, bad(good.replace(b"develop L1", b"develop L2")), "checksum")


def test_a_copy_under_another_name_is_told(saves: Saves, bad: Bad, good: bytes) -> None:
    assert_a_problem(saves, bad(good), "copy of")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"actions": ["give 1", "jump L9"]}, "'jump L9' is not an action"),
        ({"actions": ["give 1", "give 2", "declare"], "cursor": 3}, "Action 3 (declare) is not allowed"),
        ({"actions": ["give 1"] * 5000}, "actions"),
        ({"actions": "give 1"}, "actions"),
        ({"cursor": 7}, "cursor is beyond the last action"),
        ({"cursor": -1}, "cursor"),
        ({"players": []}, "players"),
        ({"players": [{"name": ""}, {"name": "B"}]}, "needs a name"),
        ({"players": [{"name": "\x1b[2J"[:1]}, {"name": "B"}]}, "needs a name"),
        ({"players": [{"name": ["A"]}, {"name": "B"}]}, "name"),
        ({"deal": None}, "deal"),
        (
            {"deal": {"river": [["fort"] * 6] * 5, "gifts": [["fort"] * 2] * 2, "shuffles": [[0, 1, 2, 3, 4]] * 2}},
            "together have 2 naishi",
        ),
        ({"deal": {"river": [["dragon"] * 6] * 5, "gifts": [], "shuffles": []}}, "'dragon'"),
        ({"options": {"undo": "sometimes"}}, "options.undo"),
        ({"created": "yesterday"}, "created"),
        ({"updated": 1e300}, "updated"),
        ({"updated": "9999-12-31T23:59:59-23:00"}, "updated"),
        ({"updated": "2026-02-31T23:59:59Z"}, "updated"),
        ({"updated": "0000-01-01T00:00:00Z"}, "updated"),
        ({"id": "../../etc/passwd"}, "id"),
        ({"id": 7}, "id"),
        ({"surprise": 1}, "surprise"),
        ({"\x1b[31m\u202ered": 1}, "x1b"),
        ({"x" * 100_000: 1}, "xxx"),
    ],
    ids=what_it_says,
)
def test_a_save_of_nonsense_with_a_right_checksum_is_told(
    saves: Saves, altered: Callable[..., Path], folder: Path, fields: dict[str, Any], says: str
) -> None:
    whole = saves.create(saves.load(saves.list()[0].id))
    whole.close()
    path = altered(**fields).rename(folder / "bad.naishi.json")
    if "id" not in fields:
        data = json.loads(path.read_text()) | {"id": BAD}
        path.write_text(json.dumps(data | {"checksum": document.checksum(data)}))
    assert_a_problem(saves, path, says, DamagedSaveError)


@pytest.mark.parametrize(
    "fields",
    [
        {"actions": ["jump"] * 100_000},
        {"players": [{"name": 1}] * 100_000},
        {"deal": {"river": [["dragon"] * 100_000] * 5, "gifts": [["fort"] * 2] * 2, "shuffles": [[0, 1, 2, 3, 4]] * 2}},
    ],
)
def test_a_hundred_thousand_bad_values_are_not_checked_one_by_one(fields: dict[str, Any]) -> None:
    data = json.loads((Path(__file__).parent / "golden" / "version-1" / "midgame.naishi.json").read_bytes()) | fields
    with pytest.raises(DamagedSaveError, match="more than any saved game"):
        document.check_bounds(data)


def test_an_illegal_action_over_an_empty_pile_is_told(
    saves: Saves, new_game: Callable[..., Game], folder: Path, good: bytes
) -> None:
    game = new_game()
    while not any(pile.top is None for pile in game.view().river):
        first_pile = [action for action in game.legal_actions() if str(action).endswith("L1")]
        game.play((first_pile or game.legal_actions())[-1])
    empty = next(number for number, pile in enumerate(game.view().river, 1) if pile.top is None)
    now = datetime.now(UTC)
    data = json.loads(document.write(game.document(), BAD, now, now))
    data |= {"actions": [*data["actions"], f"develop H{empty}"], "cursor": data["cursor"] + 1}
    (path := folder / f"{BAD}.naishi.json").write_text(json.dumps(data | {"checksum": document.checksum(data)}))
    assert_a_problem(saves, path, "", DamagedSaveError)


@pytest.mark.parametrize("error", [IndexError("a secret card"), RecursionError(), MemoryError(), KeyError("fort")])
def test_whatever_goes_wrong_with_one_file_is_told_of_that_file_without_what_is_in_it(
    saves: Saves, bad: Bad, good: bytes, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    path = bad(good.replace(b"Aiko", b"Faulty"))
    parsing = document.parse

    def parse(content: bytes) -> dict[str, Any]:
        if b"Faulty" in content:
            raise error
        return parsing(content)

    monkeypatch.setattr(document, "parse", parse)
    assert_a_problem(saves, path, "corrupted", DamagedSaveError)
    assert "fort" not in saves.list()[-1].error  # type: ignore[union-attr]


def test_names_from_a_file_are_cleaned(saves: Saves, altered: Callable[..., Path], opened: OpenGame) -> None:
    long = "W" * 500_000
    altered(players=[{"name": "A\x1b]0;x\x07\u202e\nb"}, {"name": long}])
    (summary,) = saves.list()
    assert isinstance(summary, Summary)
    assert all(name.isprintable() and len(name) <= 16 for name in summary.names)


def test_a_folder_in_the_place_of_a_save_is_told(saves: Saves, good: bytes, folder: Path) -> None:
    (path := folder / "bad.naishi.json").mkdir()
    assert_a_problem(saves, path, "folder", DamagedSaveError)


def test_a_link_in_the_place_of_a_save_is_not_followed(saves: Saves, good: bytes, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(good)
    (path := folder / "bad.naishi.json").symlink_to(tmp_path / "elsewhere")
    assert_a_problem(saves, path, "link", DamagedSaveError)


def test_a_pipe_in_the_place_of_a_save_is_not_waited_for(saves: Saves, good: bytes, folder: Path) -> None:
    os.mkfifo(path := folder / "bad.naishi.json")
    assert_a_problem(saves, path, "not a regular file", DamagedSaveError)


def test_a_file_that_may_not_be_read_is_told(saves: Saves, bad: Bad, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything: the system's refusal is made up."""
    path, opening = bad(b"{}"), os.open

    def refusing(file: Any, *arguments: Any, **options: Any) -> int:
        if file == path:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opening(file, *arguments, **options)

    monkeypatch.setattr(os, "open", refusing)
    assert_a_problem(saves, path, "The file can't be read: Permission denied.")


@pytest.mark.parametrize("name", ["My Game", "ABC", "a\x1b[31mb", "ünï", "-", "x" * 40, "…", "\udcff"])
def test_a_file_whose_name_is_no_id_is_told_safely(saves: Saves, good: bytes, folder: Path, name: str) -> None:
    (path := folder / f"{name}.naishi.json").write_bytes(good)
    assert_a_problem(saves, path, "not a valid game ID")


def test_a_file_in_the_place_of_the_folder_is_one_problem(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("")
    (problem,) = Saves(tmp_path / "saves").list()
    assert isinstance(problem, Problem)
    assert "Not a directory" in problem.error


def test_a_file_anywhere_is_read_under_any_name(opened: OpenGame, tmp_path: Path) -> None:
    elsewhere = opened.path.rename(tmp_path / "My game!")
    assert read_file(elsewhere).game.record == opened.game.record
    with pytest.raises(NaishiError, match=f"There is no file '{tmp_path / 'x'}'"):
        read_file(tmp_path / "x")


def test_the_mark_that_some_editors_begin_a_file_with_is_no_damage(good: bytes, opened: OpenGame, saves: Saves) -> None:
    opened.path.write_bytes(b"\xef\xbb\xbf" + good.replace(b"\n", b"\r\n"))
    assert isinstance(saves.list()[0], Summary)
    assert read_file(opened.path).game.record == opened.game.record
    with saves.open(opened.id) as again:
        assert again.unsaved is None
    assert not again.notice


@pytest.mark.parametrize("digits", [500, 5_000, 100_000])
def test_a_number_of_thousands_of_digits_is_refused_in_our_own_words(
    good: bytes, bad: Callable[[bytes], Path], saves: Saves, digits: int
) -> None:
    path = bad(good.replace(b'"version": 1', b'"version": ' + b"9" * digits))
    assert_a_problem(saves, path, "The file is corrupted: a number has more digits than any that a game has.")


def records(game: Game) -> list[str]:
    return [
        game.record.model_dump_json(),
        json.dumps(game.document()),
        "\ufeff" + game.record.model_dump_json(indent=2),
    ]


@pytest.mark.parametrize("number", range(3))
def test_a_record_is_read_like_a_save(opened: OpenGame, saves: Saves, tmp_path: Path, number: int) -> None:
    file = tmp_path / "record.json"
    file.write_text(records(opened.game)[number], encoding="utf-8")
    saved = read_file(file)
    assert saved.game.record == opened.game.record
    save_id = saves.adopt(saved)
    assert saves.load(save_id).record == opened.game.record
    assert saves.adopt(read_file(file)) == save_id or len(saves.list()) == 3


@pytest.mark.parametrize("key", ["ninjato", "shogun"])
def test_a_document_of_any_game_is_read_like_a_save(key: str, tmp_path: Path) -> None:
    game = kind_of(key).new(("Aiko", "Bruno", "Chika"), seed="7")
    file = tmp_path / "record.json"
    file.write_text(json.dumps(game.document()), encoding="utf-8")
    assert read_file(file).game.document() == game.document()


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": [], "actions": []},
        {"players": [{"name": "Aiko"}, {"name": "Bruno"}], "actions": ["give 3"], "cursor": 1},
        {"players": 7, "actions": 7, "game": "chess"},
        {"players": 0, "actions": 0, "deal": [[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]},
    ],
)
def test_what_only_looks_like_a_record_is_refused_in_a_line(wrong: object, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(wrong), encoding="utf-8")
    with pytest.raises(SaveError, match="record"):
        read_file(file)
