"""Reproducible games to look at, and folders with some."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from naishi import Game, Phase, Player, Position
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Declare, Decree, Develop, End, Swap
from naishi.saves.document import SUFFIX, write
from naishi.tabletop.game import Game as AnyGame
from naishi.tabletop.pins import hash_pin
from tests.naishi_tui.desk import NAMES, finished, played_once

MADE = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)


@played_once
def sensible(steps: int = 1000) -> Game:
    """A game of two players who do what brings them most points at once; as far as so many actions."""
    game = Game.new(4, NAMES)
    for step in range(steps):
        view = game.view(game.turn or 0)
        if view.phase not in {Phase.GIFT, Phase.PLAY}:
            break
        if view.phase is Phase.GIFT:
            game.play(f"give {step + 1}")
        elif view.can(Develop):
            game.play(_best(view, Develop)[1])
        elif view.can(Swap) and (swap := _best(view, Swap))[0] >= 4:
            game.play(swap[1])
        else:
            game.play(End() if view.can(End) else view.legal_actions[0])
    return game


def _best(view: PlayerView, kind: type[Action]) -> tuple[int, Action]:
    gains = [(turns.change(view, action), action) for action in view.legal_actions if isinstance(action, kind)]
    return max((gain, action) for gain, action in gains if gain is not None)


def midgame() -> Game:
    """The turn of the first player, who can swap, decree and recall."""
    return sensible(26)


@played_once
def before_the_end() -> Game:
    """A pile is empty, so that the end can be declared."""
    for seed in range(1, 500):
        game = Game.new(seed, NAMES)
        for action in ("give 1", "give 2"):
            game.play(action)
        while game.phase is Phase.PLAY:
            view = game.view(game.turn or 0)
            if view.can(Declare) and game.turn == 0:
                return game
            own = [action for action in view.legal_actions if isinstance(action, Develop)]
            low = min(own, key=lambda a: (view.river[a.cell.position].height, a.code), default=None)
            game.play(
                low
                or view.legal_actions[-1 if not view.developed else [a.text for a in view.legal_actions].index("end")]
            )
    raise AssertionError


def end_declared() -> Game:
    """The first player has declared the end; the second has one turn left."""
    game = before_the_end()
    game.play("declare")
    while game.turn == 0:
        game.play(game.legal_actions()[0])
    return game


def decree_taken() -> Game:
    """The only decree has been imposed, and by the opponent."""
    game = midgame()
    game.play(next(action for action in game.legal_actions() if isinstance(action, Decree)))
    while game.turn == 0:
        game.play(End() if game.view(0).can(End) else game.legal_actions()[0])
    return game


def against_a_bot() -> Game:
    """The same as midgame, but the second player is a bot."""
    return _with_kinds("human", "beginner")


def among_bots() -> Game:
    """The same as midgame, but both players are bots."""
    return _with_kinds("beginner", "beginner")


def _with_kinds(*kinds: str) -> Game:
    game = Game.new(4, tuple(Player(name=name, kind=kind) for name, kind in zip(NAMES, kinds, strict=True)))
    for action in midgame().actions:
        game.play(action)
    return game


def won_by_colours() -> Game:
    """A finished game with as many points for both."""
    return _finished(28)


def drawn() -> Game:
    """A finished game that nobody won."""
    return _finished(33)


def _finished(seed: int) -> Game:
    game = finished(seed)
    assert game.outcome is not None
    assert len({sheet.total for sheet in game.outcome.sheets}) == 1
    return game


@played_once
def over() -> Game:
    """A finished game that someone won."""
    game = sensible()
    while game.phase is Phase.COPY:
        game.play(game.legal_actions()[0])
    assert game.outcome is not None
    return game


def effects_pending() -> Game:
    """With the expansion: two effects are pending, a pile is not turned up, and Legends lie on all sides."""
    text = "CFTR/nAU/KRR/PTF/HsS GMMkB/MNEAM FMMMM/SMMTM 110:000 0 - - - 14"
    game = Game.from_position(Position.from_text(text), NAMES)
    game.play("develop L1")
    return game


def over_with_legends() -> Game:
    """With the expansion: both have Legends, and one the Ryokan."""
    text = "-/-/F/T/R nFRSB/MTAHH oRRRM/KkUTA 000:000 0 d 0 - 07"
    game = Game.from_position(Position.from_text(text), NAMES)
    game.play("end")
    assert game.outcome is not None
    return game


def with_pins() -> Game:
    """Both players have the PIN 1234."""
    first, second = (Player(name=name, pin=pin) for name, pin in zip(NAMES, _pins(), strict=True))
    return Game.new(7, (first, second))


@cache
def _pins() -> tuple[str, str]:
    return hash_pin("1234"), hash_pin("1234")


def put(folder: Path, save_id: str, game: AnyGame, when: datetime = MADE) -> None:
    """Write a save of any game as it would have been written then."""
    (folder / f"{save_id}{SUFFIX}").write_bytes(write(game.document(), save_id, when, when))


def some_saves(folder: Path) -> None:
    """Three games and a damaged one."""
    put(folder, "k4mw7q", midgame(), MADE)
    put(folder, "b2cd3f", over(), MADE - timedelta(days=1))
    put(folder, "x9yzt4", Game.new(5, ("Chiyo", "Daan")), MADE - timedelta(days=2))
    (folder / f"broken{SUFFIX}").write_bytes(b'{"format": "naishi-save", "version": 1')
