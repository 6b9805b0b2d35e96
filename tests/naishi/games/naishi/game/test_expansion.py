"""Whole games with the expansion, invariants and knowledge: game, hiding, view, encoding."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings, strategies as st

from naishi import (
    Action,
    Card,
    Game,
    GameRecord,
    IllegalActionError,
    NaishiError,
    Options,
    Phase,
    Position,
    decode_action,
    encode_view,
    legal_mask,
)
from naishi.games.naishi.game.encoding import NO_CARD, VIEW_COLUMNS, VIEW_WIDTH
from naishi.games.naishi.rules.actions import ACTIONS
from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, REPLACED, TRAVELLERS
from tests.fuzzing import examples
from tests.naishi.games.naishi.game.worlds import hand_in_all_worlds, resampled
from tests.naishi.playing import EXPANSION, SEEDS, chance

SEATS = st.sampled_from([0, 1])


def travelling_game(seed: int, steps: int = 1000) -> Game:
    """A random game in which Travellers come and go, and effects are used, more often than by chance."""
    draw, game = chance(seed), Game.new(seed=seed, options=EXPANSION)
    for _step in range(steps):
        actions = game.legal_actions()
        if not actions:
            break
        wanted = [action for action in actions if moves_a_traveller(game, action)]
        game.play(draw.choice(wanted if wanted and draw.random() < 0.7 else actions))
    return game


def moves_a_traveller(game: Game, action: Action) -> bool:
    if action.text.startswith("use"):
        return True
    if not action.text.startswith("develop"):
        return False
    view, cell = game.view(game.turn), Action.from_text(action.text).cell  # type: ignore[attr-defined]
    return view.river[cell % 5].top in TRAVELLERS or view.mine.card(cell) in TRAVELLERS


def everything(game: Game) -> tuple[object, ...]:
    views = [game.view(seat).model_dump_json() for seat in (0, 1, None)]
    return game.record, game.position.to_text(), views, game.can_redo


@given(SEEDS)
@settings(max_examples=examples(15, 60))
def test_there_are_always_the_same_55_cards(seed: int) -> None:
    game = travelling_game(seed)
    legends = game.view().legends
    expected = Counter({card: card.copies for card in BASE_CARDS}) - Counter(REPLACED[card] for card in legends)
    while True:
        position = game.position
        cards = Counter(chain(position.discards, *position.territories, *position.river))
        assert (cards.total(), len([card for card in TRAVELLERS if card in cards])) == (55, 5)
        assert {card: count for card, count in cards.items() if card in BASE_CARDS} == expected
        if not game.can_undo:
            break
        game.undo()


@given(SEEDS)
@settings(max_examples=examples(5, 20))
def test_of_all_actions_exactly_the_legal_ones_are_accepted_and_the_others_refused_alike(seed: int) -> None:
    game = travelling_game(seed, chance(seed).randrange(60))
    legal, position, before = game.legal_actions(), game.position, everything(game)
    views = [game.view(seat) for seat in (0, 1)]
    for action in ACTIONS:
        if action in legal:
            assert position.is_legal(action)
            position.push(action)
            assert position.pop() is action
            continue
        with pytest.raises(IllegalActionError) as by_game:
            game.play(action)
        with pytest.raises(IllegalActionError) as by_position:
            position.push(action)
        assert str(by_game.value) == str(by_position.value) == position.refusal(action)
        assert str(by_game.value).endswith(".")
        if game.turn is not None:
            assert views[game.turn].refusal(action) == str(by_game.value)
    assert everything(game) == before
    assert position == game.position
    assert legal == tuple(sorted(legal))


@given(SEEDS)
@settings(max_examples=examples(6, 30))
def test_copies_texts_and_documents_lead_on_to_the_same_game_at_every_step(seed: int) -> None:
    game = travelling_game(seed)
    played = Game.new(seed=seed, options=EXPANSION)
    for action in game.actions:
        position = played.position
        again = Position.from_text(position.to_text())
        twin = position.copy()
        twin.push(action)
        again.push(action)
        assert twin == again
        assert twin.legal_actions() == again.legal_actions()
        assert position == played.position
        played.play(action.text.upper())
        assert played.position == twin
        loaded = Game(GameRecord.model_validate_json(played.record.model_dump_json()))
        assert (loaded.record, loaded.position) == (played.record, played.position)
        assert loaded.view(0) == played.view(0)
        assert played.at(len(played.actions) - 1).position == position
        viewed = played.view(0).position()
        assert (viewed.legal_actions() if played.turn is not None else ()) == played.legal_actions()
    assert played.outcome == game.outcome
    assert game.position.totals() == tuple((sheet.total, sheet.colours) for sheet in game.position.sheets())


@given(SEEDS, st.lists(st.integers(-3, 3), max_size=20))
@settings(max_examples=examples(20, 60))
def test_any_walk_of_undo_and_redo_is_the_same_game(seed: int, walk: list[int]) -> None:
    game = travelling_game(seed, 30)
    texts = [game.at(ply).position.to_text() for ply in range(len(game.actions) + 1)]
    views = [game.at(ply).view(1) for ply in range(len(game.actions) + 1)]
    for steps in walk:
        for _step in range(abs(steps)):
            if steps < 0 and game.can_undo:
                game.undo()
            elif steps > 0 and game.can_redo:
                game.redo()
        ply = len(game.actions)
        assert (game.position.to_text(), game.view(1)) == (texts[ply], views[ply])


@given(SEEDS, SEATS, st.integers(0, 2**16))
@settings(max_examples=examples(40, 200))
def test_two_deals_that_a_seat_cannot_tell_apart_give_equal_views(seed: int, seat: int, draw: int) -> None:
    """They differ in what is face down, piles not turned up included, and in the Traveller that stayed in the box."""
    game = travelling_game(seed, draw % 60)
    record = resampled(game, seat, chance(draw))
    one, other = (Game.new(deal=deal, players=game.players) for deal in (game.deal, record.deal))
    assert one.view(seat) == other.view(seat)
    for action, likewise in zip(game.actions, record.actions, strict=True):
        one.play(action)
        other.play(likewise)
        assert one.view(seat).model_dump_json() == other.view(seat).model_dump_json()
        assert encode_view(one.view(seat)) == encode_view(other.view(seat))


@given(SEEDS, st.integers(0, 2**16))
@settings(max_examples=examples(30, 100))
def test_deals_that_differ_in_nothing_that_lies_open_give_one_public_view(seed: int, draw: int) -> None:
    game = travelling_game(seed, draw % 60)
    record = resampled(game, 0, chance(draw))
    record = resampled(Game(record.model_copy(update={"cursor": len(record.actions)})), 1, chance(draw + 1))
    one, other = (Game.new(deal=deal, players=game.players) for deal in (game.deal, record.deal))
    assert one.view() == other.view()
    for action, likewise in zip(game.actions, record.actions, strict=True):
        one.play(action)
        other.play(likewise)
        assert one.view() == other.view()


@settings(max_examples=examples(8, 20))
@given(SEEDS)
def test_known_is_what_is_so_in_all_worlds(seed: int) -> None:
    game = travelling_game(seed)
    played = Game.new(seed=seed, options=EXPANSION)
    for action in game.actions:
        played.play(action)
        if played.phase is Phase.PLAY:
            for seat in (0, 1):
                assert list(played.view(seat).theirs.hand) == hand_in_all_worlds(played, seat)


PENDING = "CA/RK/SF/TO/RA MMMMM/MUTMM MMMMM/MMMMM 100:000 0 - - - 14"


class TestViews:
    def test_the_next_card_of_a_pile_is_face_down_for_everybody_until_all_effects_are_settled(self) -> None:
        game = Game.from_position(Position.from_text(PENDING))
        game.play("develop L1")
        for seat in (0, 1, None):
            view = game.view(seat)
            assert (view.river[0].top, view.river[0].height, view.unseen[Card.ADVISOR]) == (None, 1, 2)
            assert (view.pending, view.ryokan) == ((Card.CHERRY_LADY,), (0, 4))
        game.play("skip")
        assert game.view(1).river[0].top is Card.ADVISOR

    def test_the_unseen_cards_do_not_say_which_traveller_stayed_in_the_box(self) -> None:
        view = Game.new(seed=7, options=EXPANSION).view(0)
        faces = {pile.top for pile in view.river}
        assert {card for card in TRAVELLERS if card not in faces} == {c for c in view.unseen if c in TRAVELLERS}
        assert sum(view.unseen.values()) == 34 - 3 - 2 + 8 - 5 + 1

    def test_the_legends_that_take_part_are_public(self) -> None:
        game = Game.new(seed=7, options=EXPANSION)
        dealt = {card for pile in game.deal.river for card in pile}
        assert game.view().legends == tuple(card for card in LEGENDS if card in dealt)

    def test_what_an_exchange_moves_is_shown_unless_it_moves_within_a_hand(self) -> None:
        game = Game.from_position(Position.from_text(PENDING))
        game.play("develop L1")
        for action, cards in (
            ("use cherry_lady H2 H3", ()),
            ("use cherry_lady L2 H2", (Card.MOUNTAIN, Card.UMBRELLA_LADY)),
            ("use cherry_lady L1 L5", (Card.CHERRY_LADY, Card.MOUNTAIN)),
        ):
            game.play(action)
            assert game.events(1)[-1].cards == cards
            game.undo()

    def test_a_base_game_has_nothing_of_it(self) -> None:
        view = Game.new(seed=7).view(0)
        assert (view.legends, view.ryokan, view.pending, view.module) == ((), None, (), None)


class TestEncoding:
    def test_the_columns_of_the_expansion(self) -> None:
        game = Game.from_position(Position.from_text(PENDING))
        game.play("develop L1")
        row = encode_view(game.view(1))
        told = {name: list(row[at]) for name, at in VIEW_COLUMNS.items()}
        assert (told["expansion"], told["ryokan"], told["ryokan_side"]) == ([1], [2], [4])
        assert (told["pending"], told["unturned"]) == ([0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0])
        assert told["tops"] == [NO_CARD, Card.RICE, Card.SENTINEL, Card.TORII, Card.RICE]
        assert told["their_line"][0] == Card.CHERRY_LADY.value == 22

    @given(SEEDS, st.integers(0, 60), st.sampled_from([0, 1, None]))
    @settings(max_examples=examples(40, 100))
    def test_a_row_is_of_plain_small_ints(self, seed: int, steps: int, seat: int | None) -> None:
        view = travelling_game(seed, steps).view(seat)
        row = encode_view(view)
        assert (len(row), {type(value) for value in row}) == (VIEW_WIDTH, {int})
        assert 0 <= min(row) <= max(row) <= max(Card)
        mask = legal_mask(view)
        assert sorted(decode_action(number) for number, legal in enumerate(mask) if legal) == [*view.legal_actions]

    def test_all_that_is_appended_is_zero_in_a_base_game(self) -> None:
        assert set(encode_view(Game.new(seed=7).view(0))[100:]) == {0}

    @pytest.mark.parametrize("number", [131, 175, 220, 233])
    def test_an_action_is_decoded_from_its_number(self, number: int) -> None:
        assert decode_action(number).code == number


class TestOptions:
    def test_a_record_says_that_it_is_played_with_the_expansion(self) -> None:
        game = Game.new(seed=7, options=EXPANSION)
        assert game.record.model_dump(mode="json")["options"] == {"undo": "free", "expansion": "legends-travellers"}
        assert (game.module, game.options.expansion) == ("legends-travellers", "legends-travellers")

    def test_the_record_of_a_base_game_does_not_mention_it(self) -> None:
        assert Game.new(seed=7).record.model_dump(mode="json")["options"] == {"undo": "free"}
        assert Game.new(seed=7).deal == Game.new(seed=7, options=Options(undo="off")).deal

    def test_a_game_that_begins_at_a_position_has_the_options_of_that(self) -> None:
        game = Game.from_position(Position.from_text(PENDING))
        assert game.options.expansion == "legends-travellers"
        assert Game(game.record).position == game.position

    @pytest.mark.parametrize(("options", "dealt"), [(EXPANSION, None), (Options(), EXPANSION)])
    def test_options_and_cards_must_agree(self, options: Options, dealt: Options | None) -> None:
        deal = Game.new(seed=7, options=dealt).deal
        with pytest.raises(NaishiError, match="disagree on whether the game is played with the expansion"):
            Game.new(deal=deal, options=options)

    def test_another_module_is_refused(self) -> None:
        with pytest.raises(ValueError, match="expansion"):
            Options.model_validate({"expansion": "dragons"})
