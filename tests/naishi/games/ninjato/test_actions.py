"""Texts of the actions of Ninjato."""

from __future__ import annotations

import pytest

from naishi.common.i18n import InvalidActionError
from naishi.games.ninjato.actions import EXAMPLES, action


class TestActions:
    @pytest.mark.parametrize("text", EXAMPLES.values())
    def test_a_text_is_its_own_action(self, text: str) -> None:
        assert action(text).text == text
        assert action(f"  {text.replace(' ', '  ')} ") == action(text)

    def test_the_order_of_payments_and_skills_does_not_matter(self) -> None:
        assert action("bribe G47 j f").text == "bribe G47 f j"
        assert action("play 2 open_hand kenjutsu").text == "play 2 kenjutsu open_hand"

    @pytest.mark.parametrize(
        "text",
        ["", "jump", "raid", "raid 6 stealth", "raid 1 luck", "play 3 1", "play 6", "draw 0", "keep v*", "bribe G47",
         "learn flying", "dojo now", "take hono\x00ur", "play 2 hensojutsu_crane", "swap f", "claim X2"],
    )  # fmt: skip
    def test_what_is_no_action_is_refused_in_one_line(self, text: str) -> None:
        with pytest.raises(InvalidActionError) as refused:
            action(text)
        assert "\n" not in str(refused.value)
        assert "\x00" not in str(refused.value)
