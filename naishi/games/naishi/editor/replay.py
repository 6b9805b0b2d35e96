"""Recorded game of Naishi, and games branching from it."""

import random
from collections.abc import Sequence
from itertools import takewhile

from naishi.bots.protocol import Clock
from naishi.bots.registry import ask
from naishi.common.i18n import IllegalActionError, NaishiError, _
from naishi.games.naishi.game.game import Game, check_finished
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.cards import Card, Deal, Phase
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.text.sentences import check_advice_is_on, hand_stays_hidden
from naishi.sessions.participant import Ask
from naishi.sessions.replay import Replay
from naishi.tabletop.players import HUMAN, Player


class NaishiReplay(Replay):
    """A viewer of a recorded game of Naishi.

    Args:
        at_home: Whether new games, positions and lines may begin at a moment of it: on a server they take room and
            computing time that others need.
    """

    players: tuple[Player, Player]
    _game: Game

    def __init__(self, game: Game, *, public_only: bool = False, ended: str = "", at_home: bool = True) -> None:
        super().__init__(game, public_only=public_only, ended=ended)
        self._at_home = at_home

    @property
    def allowed(self) -> frozenset[Ask]:
        """Nothing can be changed in a recorded game; something new can begin with it."""
        return frozenset({Ask.BRANCH}) if self._at_home else frozenset()

    def branch(self, players: tuple[Player, Player], *, unknown_to: int | None = None) -> Game:
        """Return a new game that begins at this moment, as `branch` does.

        What the game still hides stays behind the PINs of its players. Raises IllegalActionError: it would be shown.
        """
        if not self.revealed and (unknown_to is None or unknown_to not in self.viewpoints):
            raise IllegalActionError(hand_stays_hidden())
        game = branch(self._moved(), players, unknown_to=unknown_to)
        if not self.revealed:  # both: who has no PIN could let the other go on without theirs
            for seat in (0, 1):
                if players[seat].kind == HUMAN:
                    game.change_player(seat, pin=self.players[seat].pin)
        return game

    def to_weigh(self, *, advice: bool = True) -> Game:
        """Return a game at this moment in which the seat to act is to choose again, knowing what it knew.

        While the hidden cards of the game are still hidden, they are dealt again.

        Raises IllegalActionError: the viewer doesn't look from that seat, so it would show what the game still hides;
        NaishiError: there is nothing left to choose, or no advice is wanted.
        """
        if self.turn is None:
            raise NaishiError(_("The game is over."))
        if self.revealed:
            return self._moved().at(self.ply)
        if self.seat != self.turn:
            name = self.players[self.turn].name
            raise IllegalActionError(_("It is {name}'s turn here, and only {name} may know more.").format(name=name))
        check_advice_is_on(advice)
        return self.branch(self.players, unknown_to=self.turn)

    def position_text(self) -> str:
        """Return the position, with all cards open. Raises IllegalActionError: the game still hides some of them."""
        if not self.revealed:
            raise IllegalActionError(_("The game isn't over; setting up its position would show both Hands."))
        return self._moved().position.to_text()

    def finished_game(self) -> Game:
        """Return a copy of the game as it ended, to be analysed. Raises NaishiError: it isn't over, or ended early."""
        game = self._game.at(self.length)
        check_finished(game, ended_early=bool(self.ended))
        return game

    def check_playing_on(self) -> None:
        """Make sure that a new game can begin here. Raises NaishiError: not on a server, or nothing is left to play."""
        self.check(Ask.BRANCH)
        check_not_played_out(self.view)

    @property
    def must_choose_side(self) -> bool:
        """Whether a side has to be looked from first: one plays on with what that player knows."""
        return self.view.public and not self.revealed

    @property
    def turn(self) -> int | None:
        """The seat to act at this moment; None once the game is over."""
        return self._moved().turn

    def _moved(self) -> Game:
        super()._moved()
        return self._game

    def _why_not(self, ask: Ask) -> str:
        if ask is Ask.BRANCH:
            return _("Not on a server. At home, with this game exported, you can do that.")
        if ask is Ask.ADVISE:
            return _("This is a recorded game; an analysis shows what would have been best.")
        return _("This is a recorded game; it can be played on from here.")


def check_not_played_out(game: Game | PlayerView) -> None:
    """Make sure that actions are left to play. Raises NaishiError: all that is left is to score."""
    if game.phase not in {Phase.GIFT, Phase.PLAY}:
        raise NaishiError(_("Both Hands are open here, so there is nothing left to play."))


def branch(
    game: Game, players: tuple[Player, Player], *, unknown_to: int | None = None, chance: random.Random | None = None
) -> Game:
    """Return a new game that begins where another one stands. Raises NaishiError: there is nothing left to play.

    Args:
        unknown_to: The seat from whose knowledge the hidden cards are dealt again; None leaves them as they were.
    """
    check_not_played_out(game)
    record, actions = game.record, game.actions
    changes: dict[str, object] = {"players": players, "options": Options(expansion=game.module), "actions": actions}
    changes |= {"cursor": len(actions), "proof": None, "early_end": None}
    if unknown_to is not None:
        start = dealt_anew(game, unknown_to, chance or random.SystemRandom())
        if record.deal is None:
            changes["position"] = start.to_text()
        else:
            gifts = [cards[8:] for cards in start.territories]
            changes["deal"] = Deal([pile[::-1] for pile in start.river], gifts, start.shuffles or ())
    return Game(record.model_copy(update=changes))


def dealt_anew(game: Game, seat: int, chance: random.Random) -> Position:
    """Draw a beginning with which the same actions lead to a game that the seat can't tell from this one."""
    from naishi.games.naishi.bots.engine.belief import determinizations  # noqa: PLC0415 - it needs numpy

    other = 1 - seat
    drawn = next(determinizations(game.view(seat), chance)).position
    position = game.record.start()
    for action in game.actions:
        position.push(action)
    position.territories[other][5:] = drawn.territories[other][5:]
    position.river = [pile.copy() for pile in drawn.river]
    if position.phase is Phase.GIFT:
        position.shuffles = tuple(chance.sample(range(5), 5)), tuple(chance.sample(range(5), 5))
    start = game.record.start()
    for action in reversed(game.actions):
        if isinstance(action, Give) and position.phase is Phase.PLAY:  # the first Hands lie there: how were they laid?
            received = start.territories[1 - other][8 + position.given[1 - other]]
            shuffles = list(position.shuffles or ())
            shuffles[other] = tuple(_shuffle_for(position.territories[other][5:], received, chance))
            position.shuffles = shuffles[0], shuffles[1]
        position.pop()
    return position


def _shuffle_for(hand: Sequence[Card], received: Card, chance: random.Random) -> list[int]:
    """Return a shuffle that lays out a first Hand: 0 to 2 are mountains, 3 the kept card, 4 the received one."""
    kept: list[Card] = [card for card in hand if card is not Card.MOUNTAIN]
    kept.remove(received)
    numbers = list(zip([Card.MOUNTAIN] * 3 + kept + [received], range(5), strict=True))
    chance.shuffle(numbers)
    of_card = {card: [number for each, number in numbers if each is card] for card in hand}
    return [of_card[card].pop(0) for card in hand]


def play_better_line(game: Game, turn: Sequence[Action]) -> "BetterLine":
    """Play a turn, and go on by a quick search, until its seat has had its next turn; takes a moment.

    The search is named, and not a level, which may be given more time to think: lines stay as quick as they are.

    The game is copied. What follows new cards in the turn is decided once they are seen. Raises BotFailedError: the bot
    can't play, such as when its weights are missing or damaged.
    """
    from naishi.games.naishi.bots.engine.turns import up_to_new_cards  # noqa: PLC0415 - it needs numpy

    line, seat, start = game.at(game.ply()), game.turn, game.ply()
    assert seat is not None  # noqa: S101 - there is a turn
    for action in up_to_new_cards(tuple(turn)):
        line.play(action)
    for mover in (seat, 1 - seat, seat):
        while line.turn == mover:
            line.play(ask(line.key, "quick", 0, line.view(mover), Clock()))
    return BetterLine(line, seat, start, game.record.actions[start:])


class BetterLine(NaishiReplay):
    """A viewer of such a line, who sees what the seat would have known that it begins with.

    Args:
        played: What was played from there on, where that may be known.
    """

    def __init__(self, game: Game, seat: int, start: int, played: Sequence[Action] = ()) -> None:
        super().__init__(game)
        self.start = start
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(game.actions[start:], played, strict=False))
        self.as_played = len([*alike])
        """How many of its actions were played in the game, too."""
        self.revealed, self.viewpoints, self.seat = False, (seat,), seat
        self.go(start + 1)

    @property
    def at_start(self) -> bool:
        return self.ply == self.start

    def where(self) -> str:
        number, count = self.ply - self.start, self.length - self.start
        if self.at_start:
            return _("Better line: from here.")
        if number <= self.as_played:
            return _("Better line, action {number} of {count}: as in the game.").format(number=number, count=count)
        return _("Better line, action {number} of {count}.").format(number=number, count=count)

    def go(self, ply: int) -> None:
        super().go(max(ply, self.start))

    def _why_not(self, ask: Ask) -> str:
        return _("This wasn't played. Go back to the game first.")
