"""The language of line mode, changed while it runs."""

from __future__ import annotations

from contextvars import copy_context
from pathlib import Path

import pytest

from naishi import i18n
from naishi.errors import NaishiError
from naishi.plain.settings import set_setting
from naishi.settings.layers import Layers


def test_another_language_holds_at_once(tmp_path: Path) -> None:
    here = copy_context()
    here.run(i18n.use, i18n.load("en"))  # a speech of its own: that of the test stays as it is
    here.run(set_setting, Layers(path=tmp_path / "settings.toml"), ["language", "fr"])
    assert here.run(i18n.language) == "fr"
    assert (tmp_path / "settings.toml").read_text() == 'language = "fr"\n'


def test_a_language_that_is_not_here_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NaishiError, match="There is no 'eo' translation yet"):
        set_setting(Layers(path=tmp_path / "settings.toml"), ["language", "eo"])
    assert not (tmp_path / "settings.toml").exists()
