"""Keys of a raid."""

from __future__ import annotations

from pathlib import Path

from naishi_tui.table.table import GameTable
from tests.naishi_tui.desk import desk, still
from tests.naishi_tui.games.ninjato.playing import in_stage, last_action


async def test_banzai_and_leaving_have_a_key_each(folder: Path) -> None:
    async with desk(folder, in_stage("decide")) as at:
        assert "b banzai" in at.text
        assert "e leave" in at.text
        assert "f give up" not in at.text
        await at.press("f")
        assert "That can't be done now." in at.prompt
        await at.press("b")
        assert last_action(at) == "banzai"
        assert "b banzai" not in at.text
        assert "f give up" in at.text
    async with desk(folder, in_stage("decide")) as at:
        await at.press("e")
        assert last_action(at) == "leave"


async def test_giving_up_what_was_won_takes_the_key_twice(folder: Path) -> None:
    async with desk(folder, in_stage("fight", least=2)) as at:
        before = len(at.any_game.actions)
        await at.press("f")
        assert "you keep one of 2 treasures" in at.prompt
        assert "f again: give up" in at.prompt
        await at.press("right", "f")
        assert "f again: give up" in at.prompt
        assert len(at.any_game.actions) == before
        await at.press("f")
        assert last_action(at) == "fail"


async def test_the_letter_of_a_treasure_leads_to_it_where_its_key_means_nothing(folder: Path) -> None:
    game = in_stage("fight", least=2)
    game.position.raid.shuriken = ("f", "v")
    game.play("fail")
    async with desk(folder, game) as at:
        await at.press("v", "f")
        assert at.screen(GameTable).picker.option == "keep f"
        assert "That can't be done now." not in at.prompt


async def test_other_keys_can_be_chosen_for_a_raid(folder: Path) -> None:
    async with desk(folder, in_stage("decide"), settings=still(keys={"raid.banzai": "z"})) as at:
        assert "z banzai" in at.text
        await at.press("z")
        assert last_action(at) == "banzai"


async def test_a_digit_plays_the_card_of_its_value(folder: Path) -> None:
    game = in_stage("fight")
    seat, raid = game.awaited[0], game.position.raid
    raid.mode, raid.card, raid.left = "strength", "1", ("1",)
    game.position.players[seat].hand, game.position.players[seat].ready = ("2", "4"), ()
    async with desk(folder, game) as at:
        assert "2 play 2" in at.text
        assert "4 play 4" in at.text
        await at.press("4")
        assert last_action(at) == "play 4"


async def test_a_play_of_several_cards_is_typed_though_its_first_card_alone_is_none(folder: Path) -> None:
    game = in_stage("fight")
    seat, raid = game.awaited[0], game.position.raid
    raid.mode, raid.card, raid.left = "stealth", "1", ("1",)
    game.position.players[seat].hand, game.position.players[seat].ready = ("1", "3", "3", "4"), ()
    async with desk(folder, game) as at:
        assert "13 play 1+3" in at.text
        await at.press("1")
        assert "There is no 1" not in at.text
        await at.press("3", "3")
        assert last_action(at) == "play 1 3 3"
