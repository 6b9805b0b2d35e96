"""The board of Shogun, and refusals of damaged data."""

from __future__ import annotations

import pytest

from naishi.common.i18n import NaishiError
from naishi.games.shogun.data import _read, board, indexes, make_board


def test_damaged_data_are_refused_in_one_line() -> None:
    data = _read("shogun.json")
    data["provinces"][0]["name"] = "Atlantis"
    with pytest.raises(NaishiError, match="a border leads to an unknown province"):
        make_board(data)
    del data["provinces"]
    with pytest.raises(NaishiError, match="KeyError"):
        make_board(data)


def test_borders_lead_both_ways() -> None:
    provinces = board().provinces
    assert all(at in provinces[other].near for at, each in enumerate(provinces) for other in each.near)
    assert indexes()["Kii"] in provinces[indexes()["Awa-Shikoku"]].sea
