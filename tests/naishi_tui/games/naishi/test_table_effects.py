"""Travellers' effects at the table, and their secrecy: table, partial_action, panels, naishi.replay."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from naishi import Game, Phase, Player, Position
from naishi.games.naishi.rules.actions import Use, UseDevelop, UseExchange, UseRecall
from naishi.games.naishi.rules.cards import LEGENDS, TRAVELLERS, Card, Cell
from naishi.games.naishi.text.card_words import explanation
from naishi_tui.games.naishi.gift import Ninja
from naishi_tui.games.naishi.partial_action import PartialAction, offered
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.games.naishi.replay import ReplayScreen
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.table import Table
from naishi_tui.table.reading import Rules
from tests.naishi.playing import EXPANSION, random_game
from tests.naishi_tui.desk import COMPACT, NAMES, STANDARD, Desk, desk, still
from tests.naishi_tui.games import over_with_legends
from tests.naishi_tui.games.naishi.shared import begun
from tests.naishi_tui.waiting import settle, until

CHERRY = "CFTR/SAB/KRR/OTF/HAS FMMMB/MNMAM MMMMM/SMMTM 000:000 0 - - - -"
"""A develop of L1 or H1 brings the Cherry Blossom Lady."""
GIRL_AND_PORTER = "PFTR/SAB/KRR/OTF/HAS GMMMB/MNMAM MMMMM/SMMTM 200:000 0 - - - 14"
"""A develop of L1 lets the Little Girl leave for the Porter, with two emissaries at court."""
TWO_LADIES = "CFTR/PAB/KRR/OTF/HAS UMMMB/MNEAM MMMMM/SMMTM 200:000 0 - - - 14"
"""A develop of L1 lets the Umbrella Lady leave for the Cherry Blossom Lady."""


def cards(at: Desk, *cells: str) -> str:
    """The letters of cards of the first seat."""
    return "".join(at.game.position.territories[0][Cell.from_text(cell)].letter for cell in cells)


class TestExchange:
    @pytest.mark.ci
    async def test_any_two_of_the_ten_cards_are_exchanged(self, folder: Path) -> None:
        async with desk(folder, begun(CHERRY)) as at:
            await at.act("develop L1")
            assert at.table.turn.partial == PartialAction.using(Card.CHERRY_LADY)
            assert "Cherry Blossom Lady: exchange which two cards?" in at.prompt
            await at.go(Cell.L5)
            await at.press("enter")
            assert at.table.turn.partial.cells == (Cell.L5,)
            assert at.text.count("◆") == 1
            await at.go(Cell.H2)
            assert "swap Banner at L5 with Naishi at H2" in at.prompt
            await at.press("enter")
            assert at.actions[-1] == "use cherry_lady L5 H2"
            assert cards(at, "L5", "H2") == "NB"
            assert not at.table.view.pending

    async def test_the_lady_herself_may_be_moved(self, folder: Path) -> None:
        async with desk(folder, begun(CHERRY, "develop L1")) as at:
            await at.act("use cherry_lady L1 H5")
            assert cards(at, "L1", "H5") == "MC"

    async def test_by_mouse(self, folder: Path) -> None:
        async with desk(folder, begun(CHERRY, "develop L1")) as at:
            await at.click_card("#my-line", 4)
            await at.click_card("#my-hand", 1)
            assert at.actions[-1] == "use cherry_lady L5 H2"

    async def test_what_a_choice_would_bring_is_said(self, folder: Path) -> None:
        async with desk(folder, begun(CHERRY, "develop L1")) as at:
            await at.go(Cell.H2)
            await at.press("enter")
            await at.go(Cell.H3)
            assert "+12 points" in at.prompt

    async def test_a_river_card_is_refused(self, folder: Path) -> None:
        async with desk(folder, begun(CHERRY, "develop L1")) as at:
            before = at.actions
            await at.go(Cell.R2)
            await at.press("enter")
            assert "two of your own ten cards" in at.prompt
            assert at.actions == before

    async def test_a_refusal_and_what_enter_does_are_said_on_a_small_screen_too(self, folder: Path) -> None:
        both = "CFTR/SAB/KRR/OTF/HAS GMMMB/MNMAM MMMMM/SMMTM 000:000 0 - - - 14"
        async with desk(folder, begun(both, "develop L1"), size=COMPACT) as at:
            await at.go(Cell.H2)
            assert "Cherry Blossom Lady: exchange which two cards?" in at.prompt
            assert "Enter: choose Naishi at H2." in at.prompt
            await at.press("i")
            assert "First use the pending effects, or skip them." in at.prompt

    async def test_escape_lets_the_first_card_go_and_then_leaves_the_table_as_it_is(self, folder: Path) -> None:
        async with desk(folder, begun(CHERRY, "develop L1")) as at:
            await at.press("enter", "escape")
            assert at.table.turn.partial == PartialAction.using(Card.CHERRY_LADY)
            assert not at.table.turn.begun
            await at.press("escape")
            assert "again: leave the game" in at.prompt
            assert at.table.view.pending == (Card.CHERRY_LADY,)

    async def test_undone_it_is_pending_again(self, folder: Path) -> None:
        async with desk(folder, begun(CHERRY, "develop L1")) as at:
            await at.act("use cherry_lady L5 H2")
            await at.press("u")
            assert cards(at, "L5", "H2") == "BN"
            assert at.table.view.pending == (Card.CHERRY_LADY,)
            assert at.table.turn.partial == PartialAction.using(Card.CHERRY_LADY)
            await at.press("u")
            assert (cards(at, "L1"), at.table.turn.partial) == ("F", PartialAction())

    async def test_two_ladies_let_two_exchanges_be_made(self, folder: Path) -> None:
        async with desk(folder, begun(TWO_LADIES, "develop L1")) as at:
            assert [*offered(at.table.view)] == [UseExchange]
            await at.act("use umbrella_lady L1 L2")
            assert at.table.view.pending == (Card.CHERRY_LADY,)
            await at.act("use cherry_lady L5 H2")
            assert not at.table.view.pending

    @pytest.mark.parametrize("mouse", [False, True])
    async def test_it_may_be_left_unused(self, folder: Path, mouse: bool) -> None:
        async with desk(folder, begun(CHERRY, "develop L1")) as at:
            await (at.act_by_mouse("skip") if mouse else at.act("skip"))
            assert at.actions[-1] == "skip"
            assert not at.table.view.pending
            assert at.table.turn.acting, "the bonus may still be taken"


class TestSeveral:
    async def test_the_panel_lists_them_and_a_key_goes_to_the_next(self, folder: Path) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1")) as at:
            assert [*offered(at.table.view).values()] == [Card.LITTLE_GIRL, Card.PORTER]
            for words in ("Effects", "develop again", "r recall", "e use none"):
                assert words in at.text
            assert at.table.turn.partial.kind is UseDevelop
            await at.press("b")
            assert at.table.turn.partial == PartialAction.using(Card.PORTER)
            await at.press("b")
            assert at.table.turn.partial == PartialAction.using(Card.LITTLE_GIRL)

    @pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 36)])
    async def test_the_key_line_names_the_keys_for_the_other_and_for_none(
        self, folder: Path, size: tuple[int, int]
    ) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1"), size=size) as at:
            last = at.text.splitlines()[-1]
            assert "b other" in last
            assert "e use none" in last

    @pytest.mark.ci
    async def test_each_effect_has_a_key_of_its_own(self, folder: Path) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1")) as at:
            for key, traveller in (("r", Card.PORTER), ("d", Card.LITTLE_GIRL)):
                await at.press(key)
                assert at.table.turn.partial == PartialAction.using(traveller)
            assert "d develop again" in at.text

    async def test_the_line_of_the_other_says_which_effect_was_not_used(self, folder: Path) -> None:
        game = begun(GIRL_AND_PORTER, "develop L1", "skip", "swap R2 R3")
        async with desk(folder, game) as at:
            await at.uncover()
            assert "unused: Little Girl, Porter" in " ".join(at.text.split())

    @pytest.mark.parametrize("mouse", [False, True])
    async def test_the_porter_calls_the_emissaries_back(self, folder: Path, mouse: bool) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1")) as at:
            await (at.act_by_mouse("use porter") if mouse else at.press("r", "r"))
            assert at.actions[-1] == "use porter"
            assert at.table.view.mine.sent.free == 2
            assert at.table.view.pending == (Card.LITTLE_GIRL,)

    async def test_enter_does_what_is_asked(self, folder: Path) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1")) as at:
            await at.press("r")
            assert at.table.turn.asked_about == UseRecall(Card.PORTER)
            assert "Porter: recall your emissaries? Enter: yes." in at.prompt
            await at.press("enter")
            assert at.actions[-1] == "use porter"

    @pytest.mark.parametrize("mouse", [False, True])
    async def test_the_girl_develops_once_more(self, folder: Path, mouse: bool) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1")) as at:
            action = "use little_girl H3"
            await (at.act_by_mouse(action) if mouse else at.act(action))
            assert at.actions[-1] == action
            assert cards(at, "H3") == "K"

    async def test_she_may_begin_with_the_river_card(self, folder: Path) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1")) as at:
            await at.go(Cell.R3)
            assert "Line +0, Hand +" in at.prompt
            await at.press("enter", "down", "down", "enter")
            assert at.actions[-1] == "use little_girl H3"

    async def test_her_pile_is_another_one(self, folder: Path) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1")) as at:
            before = at.actions
            await at.go(Cell.H1)
            await at.press("enter")
            assert "The next card of River pile 1 is not turned up yet." in at.prompt
            assert at.actions == before

    @pytest.mark.parametrize("key", ["s", "i", "f"])
    async def test_nothing_else_is_possible_meanwhile(self, folder: Path, key: str) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1")) as at:
            before = at.actions
            await at.press(key)
            assert "First use the pending effects, or skip them." in at.prompt
            assert at.actions == before

    async def test_after_all_effects_the_turn_goes_on(self, folder: Path) -> None:
        async with desk(folder, begun(GIRL_AND_PORTER, "develop L1", "use porter", "use little_girl H3")) as at:
            assert "Take a bonus" in at.prompt
            assert "end the turn" in at.text


async def test_the_other_player_sees_what_is_pending_but_is_not_asked(folder: Path) -> None:
    """On a server, or at a replay: the view of the seat that isn't to act."""
    view = begun(CHERRY, "develop L1").view(1)
    assert view.pending == (Card.CHERRY_LADY,)
    assert offered(view) == {}
    assert PartialAction.beginning(view) == PartialAction()


@pytest.mark.ci
async def test_what_lies_on_a_pile_that_is_not_turned_up_changes_nothing_on_the_screen(folder: Path) -> None:
    """Neither at the table nor in a list, not even with the memory aid."""
    other = CHERRY.replace("CFTR", "CTFR")
    screens = []
    for number, text in enumerate((CHERRY, other)):
        async with desk(folder / str(number), begun(text, "develop L1"), settings=still(memory_aid=True)) as at:
            drawn = [at.text]
            for keys in (["1"], ["up", "up"], ["question_mark"], ["f2"], ["escape", "m"], ["escape", "g"], ["escape"]):
                await at.press(*keys)
                drawn.append(at.text)
            screens.append(drawn)
    assert screens[0] == screens[1]
    assert any("▪▪▪" in line and "▒" in line for line in screens[0][0].splitlines())


@pytest.mark.ci
async def test_which_traveller_stayed_in_the_box_changes_nothing_on_the_screen(folder: Path) -> None:
    dealt = "UFTREKA/SABCKRA/KRRTFTH/OTFGBSS/HSWRAO MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - - -"
    screens = []
    for number, text in enumerate((dealt, dealt.replace("C", "P"))):
        async with desk(folder / str(number), begun(text), settings=still(memory_aid=True)) as at:
            drawn = [at.text]
            for keys in (["f2"], ["escape", "m"], ["escape"]):
                await at.press(*keys)
                drawn.append(at.text)
            screens.append(drawn)
    assert screens[0] == screens[1]


@pytest.mark.ci
async def test_what_is_in_play_is_listed_with_the_marks(folder: Path) -> None:
    game = Game.new(3, NAMES, options=EXPANSION)
    async with desk(folder, game) as at:
        await at.press("f2")
        for legend in game.view(0).legends:
            assert f"♛ {legend.noun}: {explanation(legend)}" in " ".join(at.text.split())
        assert "Ryokan: nobody has it yet." in at.text
        assert "nobody knows which" in " ".join(at.text.split())
        await at.press("escape", "f1")
        rules = at.screen(Rules)
        assert any("a Legend: it scores" in part.plain for _title, parts in rules.chapters for part in parts)


async def test_the_ryokan_lies_beside_its_owner(folder: Path) -> None:
    async with desk(folder, begun(CHERRY)) as at:
        assert "Ryokan 4, nobody's" in at.text
        await at.act("develop L1")
        assert "Ryokan 4" in at.text_of("#my-label")
        assert "nobody's" not in at.text
        assert at.table.view.ryokan_of(0) == 4


async def test_the_ryokan_is_previewed_beside_its_owners(folder: Path) -> None:
    taken_from_the_other = CHERRY.removesuffix("-") + "17"
    async with desk(folder, begun(taken_from_the_other)) as at:
        await at.go(Cell.L1)
        assert "Ryokan ↑4" in at.text_of("#my-label")
        assert "Ryokan ↓0" in at.text_of("#their-label")
        assert "↓0" in at.text_of("#my-line"), "the fort that the Traveller would replace"
        await at.go(Cell.L2)
        assert "Ryokan" not in at.text_of("#my-label")
        assert "Ryokan 7" in at.text_of("#their-label")


@pytest.mark.ci
@pytest.mark.parametrize(("name", "free"), [("Joueur 1", True), ("Joueur numéro 1", False)])
async def test_no_dash_is_left_hanging_behind_the_ryokan(folder: Path, name: str, free: bool) -> None:
    game = Game.from_position(Position.from_text(CHERRY), (name, "Bo"))
    async with desk(folder, game, settings=still(language="fr")) as at:
        await at.go(Cell.L1)
        label = at.text_of("#my-label")
        assert f"{name} Ryokan ↑4 " in label
        assert ("2 émissaires libres" in label) is free
        assert "─ ─" not in label


@pytest.mark.ci
async def test_the_ryokan_is_previewed_where_it_would_be_turned_over(folder: Path) -> None:
    async with desk(folder, begun(CHERRY.removesuffix("-") + "04")) as at:
        await at.go(Cell.L1)
        assert "Ryokan ↑7" in at.text_of("#my-label")
    async with desk(folder, begun(CHERRY.removesuffix("-") + "04"), settings=still(hints=False)) as at:
        await at.go(Cell.L1)
        assert "Ryokan 4" in at.text_of("#my-label")


@pytest.mark.ci
async def test_a_ronin_is_explained_with_the_ryokan(folder: Path) -> None:
    for position, said in ((CHERRY, True), (CHERRY.removesuffix(" -").replace("C", "O"), False)):
        async with desk(folder, begun(position.replace("FMMMB", "OMMMB"))) as at:
            await at.go(Cell.L1)
            await at.press("?")
            at.screen(Explain)
            words = " ".join(at.text_of("#words").split())
            assert words.startswith("Counts your different characters and provinces")
            assert ("and the Ryokan if you have it" in words) is said


async def test_a_legendary_ninja_copies_a_card_of_the_other_side(folder: Path) -> None:
    game = begun("-/-/F/T/R xMMMM/MMMAM NMMMM/SMMTM 000:000 0 d 0 - 04")
    game.play("end")
    assert game.phase is Phase.COPY
    async with desk(folder, game) as at:
        await at.pass_on()
        if not isinstance(at.app.screen, Ninja):
            await at.press("enter")
        assert at.screen(Ninja).ninja.seat == 1
        assert at.screen(Ninja).cursor.card() is Card.SENTINEL, "a naishi in the corner of the Line brings nothing"
        assert "Which character does your legendary ninja at L1 copy?" in at.prompt
        await at.act("copy L1 sentinel")
        assert at.actions[-1] == "copy L1 sentinel"


@pytest.mark.ci
async def test_copies_are_told_once_the_hands_are_open_and_stand_with_what_is_copied(folder: Path) -> None:
    players = Player(name="Izumi", kind="greedy"), Player(name="Anna")
    position = Position.from_text("-/-/F/T/R NMMMX/SMMTM xMMMM/MMMAM 000:000 1 d 1 - 04")
    async with desk(folder, Game.from_position(position, players)) as at:
        at.screen(Table)
        await at.act("end")
        await until(lambda: at.game.phase is Phase.COPY and at.game.turn == 1, "Izumi has copied")
        await settle(at.pilot)
        at.screen(Table)
        assert "Enter: reveal the Hands" in at.prompt
        assert "cop" not in at.text_of("#log")
        await at.press("enter")
        at.screen(Ninja)
        await at.act("copy L1 sentinel")
        await until(lambda: isinstance(at.app.screen, Score), "the points are counted")
        await settle(at.pilot)
        rows = {line.split()[0]: line.split()[1:] for line in at.text_of("#pad").splitlines() if line.split()}
        copied, outcome = at.game.position.copies[0][Cell.L5], at.game.outcome
        assert outcome is not None
        assert rows["Sentinel"][1] == "3"
        assert rows[copied.noun.title()][0] == str(outcome.sheets[0].pad()[copied])
        assert rows["Ninja"] == ["·", "·"]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("size", "mouse", "draws", "played"),
    [
        (STANDARD, False, 6, 20),
        pytest.param(STANDARD, False, 6, 0, marks=pytest.mark.slow),
        pytest.param(COMPACT, True, 8, 0, marks=pytest.mark.slow),
        pytest.param((120, 36), True, 9, 0, marks=pytest.mark.slow),
        pytest.param((160, 48), False, 10, 0, marks=pytest.mark.slow),
    ],
)  # fmt: skip
async def test_a_game_with_the_expansion_is_played_to_the_end(
    folder: Path, size: tuple[int, int], mouse: bool, draws: int, played: int
) -> None:
    chance, game = random.Random(draws), Game.new(draws, NAMES, options=EXPANSION)
    for _action in range(played):
        game.play(chance.choice(game.legal_actions()))
    async with desk(folder, game, size=size) as at:
        done = at.actions
        while at.game.phase is not Phase.OVER:
            usable = {*offered(at.game.view(at.game.turn)).values()}
            legal = [a for a in at.game.legal_actions() if not isinstance(a, Use) or a.traveller in usable]
            action = chance.choice(legal)
            await (at.act_by_mouse(action) if mouse else at.act(action))
            done.append(action.text)
            assert at.actions == done, at.text
            await at.pass_on(mouse=mouse)
        if not isinstance(at.app.screen, Score):
            await (at.click("#prompt") if mouse else at.press("enter"))
        assert any(action.startswith("use") for action in done[played:])
        assert at.game.outcome is not None
        assert all(str(sheet.total) in at.text_of("#pad") for sheet in at.game.outcome.sheets)
        assert "Ryokan" in at.text_of("#pad")


@pytest.mark.ci
async def test_a_rematch_keeps_the_expansion_and_lists_say_it(folder: Path) -> None:
    async with desk(folder, over_with_legends()) as at:
        await at.press("n")
        assert at.game.module == "legends-travellers"
        await at.leave_game()
        await until(lambda: "(L&T)" in at.text, "home says what kind of game can be continued")
        await at.press("l")
        assert at.text.count("(L&T)") == 2


@pytest.mark.ci
async def test_the_form_of_a_new_game_asks_for_the_expansion(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("n")
        at.app.screen.query_one("#expansion").focus()
        await at.press("right")
        assert "Three Legends and five Travellers" in at.text
        await at.press("enter")
        assert at.game.options.expansion == "legends-travellers"


@pytest.mark.ci
async def test_every_moment_of_a_game_is_shown_from_all_sides_in_a_replay(folder: Path) -> None:
    """A pile that isn't turned up is face down there, too."""
    game = random_game(11, options=EXPANSION)
    pending = [ply for ply in range(len(game.actions)) if game.at(ply).view().pending]
    async with desk(folder, game) as at:
        await at.press("r", "home")
        replay = at.screen(ReplayScreen)
        for ply in range(1, len(game.actions) + 1):
            await at.press("right")
            assert replay.participant.ply == ply
            if ply in pending:
                for _viewpoint in range(3):
                    await at.press("v")
                    unturned = [pile.height for pile in replay.view.river if pile.top is None and pile.height]
                    assert all(f"▒ {'▪' * height} ▒" in at.text_of("#river") for height in unturned)
    assert pending


@pytest.mark.ci
async def test_what_a_card_of_the_expansion_scores_is_explained_with_a_diagram(folder: Path) -> None:
    async with desk(folder, begun(CHERRY), size=(120, 36)) as at:
        for card in (*LEGENDS, *TRAVELLERS):
            screen = Explain(card, lambda _columns, _rows: None)
            at.app.push_screen(screen)
            await settle(at.pilot)
            assert card.noun in at.text
            assert screen.query_one("#diagram").display == (card in LEGENDS)
            assert at.text_of("#picture").split(), f"the picture of {card}"
            await at.press("escape")
