"""Expansion sentences: effects, the Ryokan, Legends, card rules."""

from __future__ import annotations

import pytest

from naishi import Action, Card, Game, Phase, Position
from naishi.common import i18n
from naishi.games.naishi.game import turns
from naishi.games.naishi.rules.cards import COPYABLE, TRAVELLERS
from naishi.games.naishi.text.expansion import legends, ryokan, travellers
from naishi.games.naishi.text.sentences import in_short, planned, sentence
from tests.naishi.playing import EXPANSION, random_game

NAMES = ("Aiko", "Bruno")


def game(river: str, mine: str, court: str = "000:000", *, at: str = "-") -> Game:
    """A game with a card on pile 1 and a territory of seat 0, who is to act."""
    at = "14" if at == "-" and {card.letter for card in TRAVELLERS} & {*mine} else at  # someone must have it
    text = f"{river}A/RK/SF/TO/RA {mine} MMMMM/MMMMM {court} 0 - - - {at}"
    return Game.from_position(Position.from_text(text), NAMES)


SENTENCES = [
    (
        ("C", "MMFMM/MMTMM", "develop L1", "use cherry_lady L3 H3"),
        "Cherry Blossom Lady: you exchanged Fort at L3 and Torii at H3.",
        "Cherry Blossom Lady: Aiko exchanged Fort at L3 and Torii at H3.",
    ),
    (
        ("F", "UMMMM/MMTMM", "develop L1", "use umbrella_lady H1 H3"),
        "Umbrella Lady: you exchanged H1 and H3, face down.",
        "Umbrella Lady: Aiko exchanged H1 and H3, face down.",
    ),
    (
        ("F", "EMMMM/MMTMM", "develop L1", "use old_man"),
        "Old Man: you recalled your emissaries.",
        "Old Man: Aiko recalled their emissaries.",
    ),
    (
        ("F", "GMMMM/MMTMM", "develop L1", "use little_girl H3"),
        "Little Girl: you placed Sentinel at H3, discarding Torii.",
        "Little Girl: Aiko placed Sentinel at H3, discarding Torii.",
    ),
    (
        ("P", "MMMMM/MMTMM", "develop L1", "skip"),
        "You left unused: Porter.",
        "Aiko left unused: Porter.",
    ),
    (
        ("C", "UMMMM/MMTMM", "develop L1", "use cherry_lady L2 L3", "skip"),
        "You left unused: Umbrella Lady.",
        "Aiko left unused: Umbrella Lady.",
    ),
    (
        ("C", "UMMMM/MMTMM", "develop L1", "skip"),
        "You left unused: Umbrella Lady, Cherry Blossom Lady.",
        "Aiko left unused: Umbrella Lady, Cherry Blossom Lady.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("told", "of_yours", "of_others"), SENTENCES)
def test_an_effect_in_a_sentence(told: tuple[str, ...], of_yours: str, of_others: str) -> None:
    top, mine, *actions = told
    played = game(top, mine, "100:000")
    for action in actions:
        played.play(action)
    last = played.events(0)[len(actions) - 1]
    assert (sentence(last, NAMES, 0), sentence(last, NAMES)) == (of_yours, of_others)


@pytest.mark.parametrize(
    ("top", "at", "worth"),
    [("C", "-", 4), ("U", "04", 7), ("U", "17", 4), ("W", "14", 7), ("F", "04", 0), ("U", "07", 0)],
)
def test_a_develop_says_where_the_ryokan_goes(top: str, at: str, worth: int) -> None:
    played = game(top, "MMMMM/MMTMM", at=at)
    played.play("develop L1")
    event = played.events(None)[0]
    assert event.ryokan == worth
    assert sentence(event, NAMES).endswith(f"Aiko now has the Ryokan, worth {worth}.") is (worth > 0)
    assert sentence(event, NAMES, 0).endswith(f"You now have the Ryokan, worth {worth}.") is (worth > 0)
    assert in_short(event).endswith(f", Ryokan {worth}") is (worth > 0)


@pytest.mark.parametrize("language", i18n.languages())
def test_all_that_happens_and_all_that_can_be_done_has_words(language: str) -> None:
    i18n.use(i18n.load(language))
    played = random_game(5, options=EXPANSION)
    moved = played.at(0)
    for _action in played.actions:
        assert moved.turn is not None
        view = moved.view(moved.turn)
        said = [planned(view, action) for action in view.legal_actions]
        assert len({*said}) == len(said)
        moved.redo()
    for seat in (0, 1, None):
        for event in played.events(seat):
            assert "{" not in sentence(event, NAMES, seat) + in_short(event)


def test_the_public_facts_of_the_expansion() -> None:
    view = Game.new(3, NAMES, options=EXPANSION).view(0)
    assert len(view.legends) == 3
    assert legends(view) == f"Legends in play: {', '.join(card.noun for card in view.legends)}."
    assert all(card.noun in travellers(view) for card in TRAVELLERS), "nobody knows which one is missing"
    assert ryokan(view) == "Ryokan: nobody has it yet."
    owned = game("F", "MMMMM/MMMMM", at="17")
    assert ryokan(owned.view(0)) == "Ryokan: Bruno has it, worth 7."
    assert ryokan(owned.view(1)) == "Ryokan: yours, worth 7."
    assert ryokan(owned.view()) == "Ryokan: Bruno has it, worth 7."
    base = Game.new(3).view(0)
    assert (legends(base), travellers(base), ryokan(base)) == ("", "", "")


class TestForecast:
    def test_the_ryokan_counts(self) -> None:
        assert turns.if_it_ended(game("F", "NMMMM/MMMMM", at="07").view(0)).ryokan == 7
        assert turns.if_it_ended(game("F", "NMMMM/MMMMM", at="07").view(1)).ryokan == 0

    @pytest.mark.parametrize(("top", "at", "more"), [("C", "-", 4), ("C", "04", 3), ("W", "-", 7), ("U", "14", 4)])
    def test_a_develop_that_brings_it_says_so(self, top: str, at: str, more: int) -> None:
        view = game(top, "NMMMM/MMMMM", at=at).view(0)
        assert turns.change(view, Action.from_text("develop L1")) == more

    def test_a_legendary_ninja_copies_what_the_viewer_sees_opposite(self) -> None:
        text = "F/-/-/-/- xMMMM/MMMMM AMMMM/MMNMM 000:000 0 - - - -"
        game = Game.from_position(Position.from_text(text))
        (line,) = [line for line in turns.if_it_ended(game.view(0)).lines if line.card is Card.LEGENDARY_NINJA]
        assert line.copy_of is Card.ADVISOR, "at L1, a naishi is worth nothing"
        assert turns.change(game.view(0), Action.from_text("decree L1")) is not None

    def test_a_hidden_hand_is_nothing_to_copy(self) -> None:
        played = random_game(2, steps=2, options=EXPANSION)
        assert played.phase is Phase.PLAY
        view = played.view(0)
        mine = view.mine.model_copy(update={"line": (Card.LEGENDARY_NINJA, *view.mine.line[1:])})
        sides = (mine, view.theirs) if view.seat == 0 else (view.theirs, mine)
        forecasted = turns.if_it_ended(view.model_copy(update={"sides": sides}))
        (line,) = [line for line in forecasted.lines if line.card is Card.LEGENDARY_NINJA]
        known = {card for card in (*view.theirs.line, *view.theirs.hand) if card in COPYABLE}
        assert line.copy_of is None or line.copy_of in known

    def test_an_effect_says_what_it_changes(self) -> None:
        played = game("C", "NMMMM/MMMMM")
        played.play("develop L2")
        assert turns.change(played.view(0), Action.from_text("use cherry_lady L1 L3")) == 12


def test_where_there_is_little_room_an_effect_names_as_few_cards_as_tell_one_use_from_another() -> None:
    played = game("C", "MMFMM/MMTMM")
    played.play("develop L1")
    view, action = played.view(0), Action.from_text("use cherry_lady L3 H3")
    assert planned(view, action) == "Cherry Blossom Lady: exchange Fort L3, Torii H3"
    assert planned(view, action, brief=True) == "Cherry: exchange L3, H3"
    played = game("F", "GMFMM/MMTMM")
    played.play("develop L1")
    view, action = played.view(0), Action.from_text("use little_girl L3")
    assert planned(view, action) == "Little Girl: Sentinel to L3 for Fort"
    assert planned(view, action, brief=True) == "Girl: Sentinel to L3"
