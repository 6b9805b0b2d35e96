"""Statements about moves, recomputed by the rules: choices, decisions, follow, lines, reasons."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise, permutations, product
from math import exp, hypot
from pathlib import Path

import pytest

from naishi import Action, Card, Game, Options, Position
from naishi.bots import Clock, make
from naishi.games.naishi.analysis import follow as follow_module
from naishi.games.naishi.analysis.choices import (
    BAR,
    CHOICES,
    Depth,
    WeighedTurn,
    advise,
    first_look,
    is_last_turn,
    ranked,
    weigh,
    worlds_to_follow,
)
from naishi.games.naishi.analysis.decisions import DEPTHS, Assessor, Verdict
from naishi.games.naishi.analysis.follow import Moment, follow, turn_of
from naishi.games.naishi.analysis.lines import Line, Turn, earned
from naishi.games.naishi.analysis.reasons import Reason, sentences
from naishi.games.naishi.bots.engine.belief import REASON
from naishi.games.naishi.bots.engine.ninjas import OpenSide, best_sheet
from naishi.games.naishi.bots.engine.turns import exact_at_end
from naishi.games.naishi.bots.engine.weights import shipped_evaluation
from naishi.games.naishi.bots.players.learned import turns_of
from naishi.games.naishi.game.record import GameRecord
from naishi.games.naishi.game.turns import if_it_ended
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Decree, Discard
from naishi.games.naishi.rules.cards import Phase, Territory
from naishi.games.naishi.rules.scoring import ScoreSheet
from tests.fuzzing import examples, long_seeds
from tests.naishi.playing import EXPANSION, chance

FILE = Path(__file__).parent / "judged_games.json"
NAMES = "Aiko", "Bruno"
NINJAS = {Card.NINJA, Card.LEGENDARY_NINJA}
TO_COME = {"then", "prepares", "denies", "reply"}
SMALL = Depth(worlds=12, rounds=1, candidates=4, trials=0)


@cache
def judged(name: str) -> Game:
    """A game that a new player asked about."""
    return Game(GameRecord.model_validate(json.loads(FILE.read_text(encoding="utf-8"))[name]))


def at(name: str, ply: int) -> PlayerView:
    game = judged(name).at(ply)
    assert game.turn is not None
    return game.view(game.turn)


def said(view: PlayerView, choice: WeighedTurn) -> str:
    return " ".join(sentences(choice.reasons, view.names[1 - view.seat], view.names[view.seat]))


# The last turn: everything but the other Hand is known.


def test_a_decree_that_wins_on_the_last_turn_is_advised() -> None:
    """It takes one of three torii that are known; the network and what is held after it say 8 %."""
    view = at("last-turn", 25)
    best, other = advise(view)
    assert best.action == Action.from_text("decree L3")
    assert best.win_chance == pytest.approx(counted(view, best.turn))
    assert best.win_chance > 2 * other.win_chance
    assert [each.turn for each in weigh(view, CHOICES["quick"])][:2] == [best.turn, other.turn]


def test_a_free_gain_at_the_end_that_was_left_is_surely_a_blunder() -> None:
    assessed = Assessor(judged("last-turn"), DEPTHS["quick"]).assess(26)
    assert (assessed.verdict, assessed.sure) == (Verdict.BLUNDER, True)
    assert (assessed.error, assessed.loss_error) == (0, 0)
    assert assessed.best_chance == pytest.approx(weigh(at("last-turn", 26), CHOICES["quick"])[0].chance)


def test_advice_before_the_last_turns_is_what_the_analysis_finds() -> None:
    """It was 11 % where there was hardly any chance left."""
    best, *_others = advise(at("copy-at-the-end", 40))
    assert best.win_chance < 0.03
    assert Assessor(judged("copy-at-the-end"), DEPTHS["quick"]).assess(40).best_chance < 0.03


def counted(view: PlayerView, turn: tuple[Action, ...]) -> float:
    """The chance to win by a last turn: every Hand that the other seat may have, played by the rules."""
    won = total = 0.0
    for hand, dealt in hands(view):
        position = view.position()
        position.territories[1 - view.seat][5:] = hand
        likely = dealt * exp(REASON * points(position, 1 - view.seat))
        ended = finished(position, turn)
        mine, theirs = worth(ended, view.seat), worth(ended, 1 - view.seat)
        won += likely * (0.5 if mine == theirs else mine > theirs)
        total += likely
    return won / total


def hands(view: PlayerView) -> Iterator[tuple[tuple[Card, ...], float]]:
    """All Hands that the other seat may have, with how often each is dealt."""
    hidden = [place for place, card in enumerate(view.theirs.hand) if card is None]
    certain = view.certain[: len(hidden)]
    rest = [card for card, count in view.unseen.items() for _ in range(count) if card <= Card.BANNER]
    found: Counter[tuple[Card, ...]] = Counter()
    for kept in rest if len(certain) < len(hidden) else [None]:
        for order in permutations((*certain, kept) if kept is not None else certain):
            hand = list(view.theirs.hand)
            for place, card in zip(hidden, order, strict=True):
                hand[place] = card
            found[tuple(card for card in hand if card is not None)] += 1
    yield from found.items()


def finished(position: Position, turn: tuple[Action, ...]) -> Position:
    ended = position.copy()
    for action in turn:
        ended.push(action)
    while ended.phase is Phase.PLAY:
        pending = ended.expansion is not None and ended.expansion.pending
        ended.push(Action.from_text("skip" if pending else "end"))
    return ended


def ends(view: PlayerView, action: Action) -> bool:
    """Whether an action can be all of a last turn: a bonus before a develop can't."""
    position = view.position()
    position.push(action)
    return position.phase is not Phase.PLAY or Action.from_text("end") in position.legal_actions()


def sheet_of(position: Position, seat: int) -> ScoreSheet:
    mine, theirs = position.territory(seat), position.territory(1 - seat)
    return scored(mine, theirs if Card.LEGENDARY_NINJA in mine.cards else mine)


@lru_cache(20_000)
def scored(mine: Territory, theirs: Territory) -> ScoreSheet:
    """A sheet with the best copies; lines of play come again and again to the same cards."""
    return best_sheet(OpenSide(mine, {}), theirs)


def worth(position: Position, seat: int) -> tuple[int, int]:
    sheet = sheet_of(position, seat)
    return sheet.total, sheet.colours


def points(position: Position, seat: int) -> int:
    return worth(position, seat)[0]


@cache
def positions(seed: int, expansion: bool) -> tuple[PlayerView, ...]:
    """Moments of a game: bots or chance choose, so that many kinds of positions come up."""
    draw, game = chance(seed), Game.new(seed, NAMES, options=EXPANSION if expansion else Options())
    bots = make("greedy", seed), make("novice", seed)
    found = []
    while game.turn is not None:
        view = game.view(game.turn)
        if len(view.legal_actions) > 1 and view.phase is Phase.PLAY and (is_last_turn(view) or draw.random() < 0.12):
            found.append(view)
        wild = draw.random() < 0.3
        game.play(draw.choice(view.legal_actions) if wild else bots[game.turn].choose(view, Clock()))
    return tuple(found)


def games(few: int) -> pytest.MarkDecorator:
    """A few games, with and without the expansion. With `--hypothesis-seed`, some 3,700 positions, others each time."""
    always = [case for place, case in enumerate(product([False, True], range(few))) if place % 3 == 0]
    seeds = {*range(few), *long_seeds(few, examples(150, 400))}
    others = [
        pytest.param(*case, marks=pytest.mark.slow) for case in product([False, True], seeds) if case not in always
    ]
    return pytest.mark.parametrize(("expansion", "seed"), [*always, *others])


@games(4)
def test_last_turns_are_worth_what_counting_all_hands_gives(expansion: bool, seed: int) -> None:
    for view in positions(seed, expansion):
        if is_last_turn(view) and not view.pending:
            for choice in weigh(view, SMALL):
                if not isinstance(choice.turn[0], Discard) and (not expansion or isinstance(choice.turn[0], Decree)):
                    assert choice.error == 0
                    assert choice.chance == pytest.approx(counted(view, choice.turn), abs=1e-4), choice.turn


@games(4)
def test_no_single_action_of_a_last_turn_is_better_than_the_best_turn(expansion: bool, seed: int) -> None:
    for view in positions(seed, expansion):
        if is_last_turn(view) and not view.pending and not expansion:
            best = weigh(view, SMALL)[0]
            plain = [each for each in view.legal_actions if ends(view, each)]
            assert best.chance >= max(counted(view, (each,)) for each in plain) - 3 * best.error - 1e-4


@games(4)
def test_bots_know_what_a_decree_on_the_last_turn_is_worth(expansion: bool, seed: int) -> None:
    for view in positions(seed, expansion):
        if is_last_turn(view) and not view.pending:
            turns = turns_of(view, exact_at_end(shipped_evaluation()))
            for turn in range(len(turns.first)):
                if isinstance(turns.actions(turn)[0], Decree):
                    assert turns.values[turn, 0] == pytest.approx(counted(view, turns.actions(turn)), abs=1e-4)


@pytest.mark.ci
@games(2)
def test_advice_is_the_best_choice_and_agrees_with_the_analysis(
    expansion: bool, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHOICES, "quick", SMALL)
    for view in positions(seed, expansion)[-3:]:
        choices, advice = weigh(view, SMALL), advise(view)
        assert (advice[0].turn, advice[0].win_chance) == (choices[0].turn, choices[0].chance)
        assert advice[0].reasons == choices[0].reasons


@pytest.mark.ci
@games(2)
def test_a_first_look_agrees_with_the_advice_within_their_bars(expansion: bool, seed: int) -> None:
    """Of the same turn: the one that it names, if all is weighed, too."""
    for view in positions(seed, expansion)[::4]:
        first = first_look(view)
        assert (first is None) == is_last_turn(view)
        if first is not None:
            weighed = {each.turn: each for each in ranked(view, CHOICES["quick"], shipped_evaluation())}
            if (same := weighed.get(first.turn)) is not None:
                assert abs(first.win_chance - same.chance) <= 2 * BAR * hypot(first.error, same.error), first.turn
            best = max(each.chance for each in weighed.values())
            assert best >= first.win_chance - 2 * BAR * hypot(first.error, max(each.error for each in weighed.values()))


# What is said: each number again by the rules.


class Followed:
    """What lines of play went through: each moment with its position, and each turn with its moments."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.positions: dict[int, tuple[Moment, Position, int]] = {}
        self.turns: list[tuple[Sequence[Moment], bool, Turn]] = []
        make = Moment.of

        def of(position: Position, seat: int) -> Moment:
            moment = make(position, seat)
            self.positions[id(moment)] = moment, position.copy(), seat
            return moment

        def summed_up(moments: Sequence[Moment], *, mine: bool) -> Turn:
            turn = turn_of(moments, mine=mine)
            self.turns.append((moments, mine, turn))
            return turn

        monkeypatch.setattr(Moment, "of", of)
        monkeypatch.setattr(follow_module, "turn_of", summed_up)

    def weigh(self, view: PlayerView) -> tuple[WeighedTurn, ...]:
        self.positions, self.turns = {}, []
        return weigh(view, SMALL)

    def check(self) -> None:
        """Recompute all by the rules."""
        for moment, position, seat in self.positions.values():
            for found, of in ((moment.mine, seat), (moment.theirs, 1 - seat)):
                sheet = sheet_of(position, of)
                assert sum(found.values()) == sheet.total, position.to_text()
                if not NINJAS & {*position.territories[of]}:  # of copies, one may be as good as another
                    assert found == earned(sheet)
        for moments, mine, turn in self.turns:
            past = [self.positions[id(moment)] for moment in moments]
            seat = past[0][2]
            mover = seat if mine else 1 - seat
            change = [points(past[-1][1], each) - points(past[0][1], each) for each in (seat, 1 - seat)]
            assert [sum(turn.mine.values()), sum(turn.theirs.values())] == change
            steps = [(before, now) for (_, before, _), (_, now, _) in pairwise(past)]
            if steps:
                assert any(is_step(turn, *step, mover) for step in steps), (turn, past[0][1].to_text())

    def made(self, reason: Reason) -> bool:
        """Whether some turn of a line, whose points are right by the rules, is what a reason says."""
        mine = reason.aspect in {"then", "prepares"}
        made = [
            turn
            for _moments, whose, turn in self.turns
            if whose is mine and (turn.move.kind, turn.move.card) == (reason.move, reason.card)
        ]
        prices = {max(0, -round(sum(turn.mine.values()))) for turn in made if max(0, turn.brings) == reason.points}
        if mine:
            return bool(prices)
        differ = len({max(0, -round(sum(turn.mine.values()))) for turn in made}) > 1
        return reason.price in prices or (bool(prices) and reason.price == 0 and differ)  # then none is said


def is_step(turn: Turn, before: Position, now: Position, mover: int) -> bool:
    """Whether an action of a turn is the move that names it, and brings what is said."""
    came = Counter(now.territories[mover]) - Counter(before.territories[mover])
    named = turn.move.card is None or came == {turn.move.card: 1}
    return named and points(now, mover) - points(before, mover) == turn.brings


@pytest.mark.ci
@games(2)
def test_every_number_in_a_reason_is_right_by_the_rules(
    expansion: bool, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also that of moves to come: each moment of each line that is followed is scored again."""
    followed = Followed(monkeypatch)
    for view in positions(seed, expansion):
        best, *others = followed.weigh(view)
        followed.check()
        line = follow(view, best.turn, worlds_to_follow(view), shipped_evaluation())
        for reason in (*best.reasons, *[reason for other in others for reason in other.reasons]):
            check(view, best.turn, line, reason)
            if reason.points and reason.move not in {"other", "end"} and reason.aspect in TO_COME:
                assert followed.made(reason), (reason, view.position().to_text())


def check(view: PlayerView, turn: tuple[Action, ...], line: Line, reason: Reason) -> None:
    for sentence in sentences((reason,), *NAMES):
        numbers = {abs(int(each)) for each in re.findall(r"\d+", sentence.replace("Ryokan to 7", ""))}
        stated = {reason.points, *(reason.between or ()), reason.price, reason.count, sum(reason.own.values())}
        assert numbers <= {abs(each) for each in (*stated, *reason.cards.values(), *reason.own.values())}, sentence
        assert ("probably" in sentence) <= (reason.aspect in {"takes", "denies", "reply", "stops", "ends"}), sentence
    match reason.aspect:
        case "gains" | "takes":
            check_at_once(view, turn[0], reason)
        case "prepares" if reason.points and reason.move == "other":
            assert reason.card is None or line.mine.get(reason.card, 0) >= reason.points - 0.5


def check_at_once(view: PlayerView, action: Action, reason: Reason) -> None:
    """What an action changes for both sides, in each deal."""
    found: Counter[tuple[int, int]] = Counter()
    for hand, dealt in hands(view):
        before = view.position()
        before.territories[1 - view.seat][5:] = hand
        likely = dealt * exp(REASON * points(before, 1 - view.seat))
        after = before.copy()
        after.push(action)
        mine, theirs = (points(after, seat) - points(before, seat) for seat in (view.seat, 1 - view.seat))
        found[mine, theirs] += likely  # type: ignore[assignment]
    own = sum(reason.own.values()) if reason.aspect == "takes" else reason.points
    theirs = reason.points if reason.aspect == "takes" else 0
    if reason.average:
        total = sum(found.values())
        assert own == pytest.approx(sum(mine * likely for (mine, _), likely in found.items()) / total, abs=2)
        assert theirs == pytest.approx(sum(lost * likely for (_, lost), likely in found.items()) / total, abs=2)
    elif reason.aspect == "takes":
        assert found[own, theirs] >= 0.49 * sum(found.values())
        assert reason.probable or len(found) == 1
    else:
        assert own in {mine for mine, _ in found}


def test_what_is_thrown_away_is_not_a_gain_to_come() -> None:
    """A develop that costs 7 points of advisors was said to prepare more points with advisors, about +7."""
    view = at("expansion", 19)
    best = weigh(view, SMALL)[0]
    assert best.turn == (Action.from_text("develop H3"),)
    assert "advisors" not in said(view, best)


def test_what_takes_from_a_side_with_a_hidden_card_is_certain_only_if_it_is_the_same_whatever_that_is() -> None:
    """Taking the Ryokan lessens ronin and copies of it. Few deals were looked at, and all of them came out alike."""
    view = at("ryokan-and-a-hidden-card", 35)
    best = weigh(view, SMALL)[0]
    (taken,) = best.reasons
    assert (taken.aspect, taken.probable) == ("takes", True)
    check_at_once(view, best.turn[0], taken)


def test_a_replay_ends_with_the_copy_that_was_chosen_and_not_with_the_best() -> None:
    """Its last frame said 65 where the game was lost with 64."""
    game = judged("copy-at-the-end")
    assert game.outcome is not None
    for seat in (0, 1):
        assert if_it_ended(game.view(seat)) == game.outcome.sheets[seat]


def test_territories_of_this_test_are_scored_like_the_pad() -> None:
    game = judged("last-turn")
    assert game.outcome is not None
    assert [points(game.position, seat) for seat in (0, 1)] == [sheet.total for sheet in game.outcome.sheets]
    assert isinstance(game.position.territory(0), Territory)
