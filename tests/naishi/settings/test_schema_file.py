"""Atomic changes of single settings in the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from naishi.settings import check, schema
from naishi.settings.schema import SettingsFileError, parse, write, write_key


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'theme = "light"\n'),
        ('# mine\ntheme = "dark"  # at night\n', '# mine\ntheme = "light"  # at night\n'),
        ("'theme' = 'dark'\n", "'theme' = \"light\"\n"),
        ("hints = false # theirs\n", 'hints = false # theirs\ntheme = "light"\n'),
        ('[keys]\n# left hand\nundo = "z"\n', 'theme = "light"\n\n[keys]\n# left hand\nundo = "z"\n'),
        ('speed = "kept, though unknown"\n', 'speed = "kept, though unknown"\ntheme = "light"\n'),
    ],
)
def test_everything_else_stays(path: Path, before: str, after: str) -> None:
    path.write_text(before)
    write(path, "theme", "light")
    assert path.read_text() == after


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("", "z", '[keys]\nundo = "z"\n'),
        ("", None, ""),
        (
            'ascii = true\n\n[keys]\n# left hand\nend = "."\n',
            "z",
            'ascii = true\n\n[keys]\n# left hand\nend = "."\nundo = "z"\n',
        ),
        ('[keys]\nundo = "f5" # mine\nend = "."\n', "z", '[keys]\nundo = "z" # mine\nend = "."\n'),
        ('[keys]\nundo = "f5" # mine\nend = "."\n', None, '[keys]\nend = "."\n'),
        ('keys.undo = "f5"\n', "z", 'keys.undo = "z"\n'),
    ],
)
def test_one_key_is_changed_and_no_other(path: Path, before: str, key: str | None, after: str) -> None:
    path.write_text(before)
    write_key(path, "undo", key)
    assert path.read_text() == after


def test_keys_that_are_no_table_are_left_as_they_are(path: Path) -> None:
    path.write_text('keys = "z"\n')
    with pytest.raises(SettingsFileError, match="keys"):
        write_key(path, "undo", "z")
    assert path.read_text() == 'keys = "z"\n'


def test_a_file_is_begun_with_its_folder(tmp_path: Path) -> None:
    write(tmp_path / "a" / "b" / "settings.toml", "ascii", True)
    assert (tmp_path / "a" / "b" / "settings.toml").read_text() == "ascii = true\n"


@pytest.mark.parametrize(
    "content", [b"theme = [", b"a = 1\na = 2", b"\xff\xfe", b"a = " + b"[" * 5000, b"a = " + b"9" * 5000]
)
def test_what_cannot_be_understood_is_never_overwritten(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(SettingsFileError, match=r"settings\.toml"):
        write(path, "theme", "light")
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "hostile",
    [
        os.mkfifo,
        Path.mkdir,
        lambda path: path.symlink_to(path.name),
        lambda path: path.symlink_to("/dev/zero"),
        lambda path: path.write_bytes(b"#" * 200_000),
    ],
    ids=["pipe", "folder", "link to itself", "without end", "large"],
)
def test_what_is_no_small_file_is_neither_waited_for_nor_replaced(
    path: Path, hostile: Callable[[Path], object]
) -> None:
    hostile(path)
    before = path.lstat()
    with pytest.raises(SettingsFileError, match=r"settings\.toml"):
        write(path, "theme", "light")
    assert path.lstat().st_ino == before.st_ino


@pytest.mark.parametrize("function", ["open", "write", "fsync", "replace"])
def test_a_fault_at_any_moment_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    path.write_text('theme = "dark"\n')

    def fail(*_arguments: object, **_options: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, function, fail)
    with pytest.raises(OSError, match="No space left"):
        write(path, "theme", "light")
    monkeypatch.undo()
    assert path.read_text() == 'theme = "dark"\n'
    assert list(path.parent.iterdir()) == [path]


def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    """People keep their settings elsewhere, under version control, and link to them."""
    (elsewhere := tmp_path / "dotfiles").write_text('theme = "dark"\n')
    path.symlink_to(elsewhere)
    write(path, "theme", "light")
    assert path.is_symlink()
    assert elsewhere.read_text() == 'theme = "light"\n'


def test_the_mark_that_windows_editors_begin_a_file_with_is_no_part_of_it(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbftheme = 'light'\n")
    assert parse(path)[0] == {"theme": "light"}


def test_a_number_of_thousands_of_digits_is_refused_in_our_words(path: Path) -> None:
    path.write_text(f"speed = {'9' * 5000}\n")
    with pytest.raises(SettingsFileError, match=r"^settings\.toml has a number that is too long\.$"):
        parse(path)


@pytest.mark.parametrize("value", ["0x" + "f" * 5000, "[0b" + "1" * 20_000 + "]", "{undo = 0o" + "7" * 6000 + "}"])
def test_a_number_of_thousands_of_digits_is_refused_however_it_is_written(path: Path, value: str) -> None:
    path.write_text(f"hints = {value}\n")
    with pytest.raises(SettingsFileError, match=r"^settings\.toml has a number that is too long\.$"):
        parse(path)
    assert schema.read_plain({}, path)[1]
    (fault,) = check.load(path=path).faults
    assert fault == "settings.toml has a number that is too long."


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (os.mkfifo, "it is not a regular file"),
        (Path.mkdir, "Is a directory"),
        (lambda path: path.write_text("# \n" * 40_000), "it is larger than 100 KB"),
    ],
)
def test_what_is_no_settings_file_is_called_what_it_is(path: Path, make: Callable[[Path], object], why: str) -> None:
    make(path)
    with pytest.raises(SettingsFileError) as refused:
        parse(path)
    assert str(refused.value) == f"settings.toml can't be read: {why}."
