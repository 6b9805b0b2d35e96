"""Ways to reach positions in tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from naishi import Action, Game, Options, Position
from naishi.games.naishi.rules.cards import BASE_CARDS, Sent

SEEDS = st.integers(0, 2**32 - 1)


def chance(seed: int) -> random.Random:
    return random.Random(seed)


def after(text: str, *actions: str) -> Position:
    """The position of a text after some actions."""
    position = Position.from_text(text)
    for action in actions:
        position.push(Action.from_text(action))
    return position


def legal(text: str, *actions: str) -> list[str]:
    return [action.text for action in after(text, *actions).legal_actions()]


def refusal(text: str, action: str) -> str | None:
    return Position.from_text(text).refusal(Action.from_text(action))


def kinds(actions: list[str]) -> set[str]:
    """The first words of action texts."""
    return {action.split()[0] for action in actions}


EXPANSION = Options(expansion="legends-travellers")


def random_game(seed: int, steps: int = 1000, options: Options | None = None) -> Game:
    """A game after so many random actions, or at its end."""
    draw, game = chance(seed), Game.new(seed=seed, options=options)
    for _step in range(steps):
        actions = game.legal_actions()
        if not actions:
            break
        game.play(draw.choice(actions))
    return game


def positions_of_a_random_game(seed: int) -> Iterator[Position]:
    """One position, changed by random actions until the game is over; don't push to it."""
    draw, position = chance(seed), Game.new(seed=seed).position
    yield position
    while actions := position.legal_actions():
        position.push(draw.choice(actions))
        yield position


def _cards(draw: st.DrawFn, least: int, most: int) -> str:
    letters = "".join(card.letter for card in BASE_CARDS)
    return draw(st.text(letters, min_size=least, max_size=most))


@st.composite
def texts_in_play(draw: st.DrawFn) -> str:
    """Texts of positions in the middle of a turn, mostly near the end of a game; few could arise in one."""
    piles = [_cards(draw, 0, draw(st.sampled_from([0, 1, 1, 2, 6]))) for _ in range(5)]
    rows = [f"{_cards(draw, 5, 5)}/{_cards(draw, 5, 5)}" for _ in range(2)]
    sents = [Sent(swap, discard, decree) for swap in range(3) for discard in range(3) for decree in range(2)]
    sents = [sent for sent in sents if sum(sent) <= 2]
    first = draw(st.sampled_from(sents))
    second = draw(st.sampled_from([s for s in sents if s.swap + first.swap <= 3 and s.discard + first.discard <= 2
                                   and s.decree + first.decree <= 1]))  # fmt: skip
    turn = draw(st.integers(0, 1))
    sent = (first, second)[turn]
    done = ["-", "d"] + ["b"] * (any(piles) and sent.swap + sent.discard > 0)
    court = ":".join("".join(map(str, each)) for each in (first, second))
    return " ".join([
        "/".join(pile or "-" for pile in piles), *rows, court, str(turn), draw(st.sampled_from(done)),
        draw(st.sampled_from(["-", str(turn)])), _cards(draw, 0, 3) or "-",
    ])  # fmt: skip
