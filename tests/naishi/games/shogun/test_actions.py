"""Texts of the actions of Shogun."""

from __future__ import annotations

import pytest

from naishi.common.i18n import InvalidActionError
from naishi.games.shogun.actions import parse


def test_a_number_that_is_no_bid_is_refused_by_naming_the_bids() -> None:
    for text, sentence in (
        ("plan bid:5", "“bid:5” isn't a bid: bid 0 to 4 chests, or a province, such as bid:Kii."),
        ("plan bid:99", "“bid:99” isn't a bid: bid 0 to 4 chests, or a province, such as bid:Kii."),
        ("plan bid:04", "“bid:04” isn't a bid: bid 0 to 4 chests, or a province, such as bid:Kii."),
        (
            "plan castle:3",
            "“castle:3”: a number is a bid of chests; write castle and a province, such as castle:Kii.",
        ),
    ):
        with pytest.raises(InvalidActionError) as refused:
            parse(text)
        assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plan  bid:1",
        "plan bid:5",
        "plan castle:3",
        "plan castle:Kii castle:Ise",
        "plan castle",
        "Plan bid:1",
        "move Kii Ise 03",
        "move Kii Ise",
        "move Kii  Ise 1",
        "move kii Ise 1",
        "stay ",
        " stay",
        "take",
        "choose tea",
        "place x",
        "place ²",
        "revolt Kii Ise",
        "take Kii\n",
    ],
)
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(InvalidActionError):
        parse(text)


def test_codes_are_read_and_names_are_written() -> None:
    assert parse("plan bid:Izm fightA:Awb castle:Kii").text == "plan castle:Kii fightA:Awa-Boso bid:Izumo"
    assert parse("move Aws Kii 2").text == "move Awa-Shikoku Kii 2"
    assert parse("plan").text == "plan"
