"""A recorded game, looked at action by action."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from naishi.common.errors import IllegalActionError, NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.finished import check_finished
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions.participant import Ask
from naishi.sessions.static_participant import StaticParticipant
from naishi.tabletop.early_end import describe
from naishi.tabletop.players import HUMAN, Player


class Replay(StaticParticipant):
    """A viewer of a recorded game who goes back and forth in it.

    The public's view may always be seen. A finished game may be seen from both seats, with both Hands open. In an
    unfinished one a person's seat may be looked from once that person is at the keyboard, and a bot's never: otherwise
    a replay would show what the game still hides.
    """

    def __init__(self, game: Game, *, public_only: bool = False, ended: str = "", at_home: bool = True) -> None:
        """Begin with the first action, as the public sees it; from the first player's seat if the game is over.

        Args:
            game: The game; it is copied.
            public_only: Whether an unfinished game is being played elsewhere, so that no seat may be looked from.
            ended: How the players ended the game before its end, as a sentence; it is over then.
            at_home: Whether new games, positions and lines may begin at a moment of it: on a server they take room and
                computing time that others need.
        """
        self.length = len(game.actions)
        """The number of actions."""
        self.players = game.players
        people = [seat for seat, player in enumerate(game.players) if player.kind == HUMAN]
        self.ended = ended or describe(game.early_end, [player.name for player in game.players])
        self._at_home = at_home
        self.revealed = game.phase in {Phase.COPY, Phase.OVER} or not people or bool(self.ended)
        """Whether both Hands may be seen all the time: the game is over, or only bots play it."""
        seats = [0, 1] if self.revealed else [] if public_only else people
        self.viewpoints: tuple[int | None, ...] = (*seats, None)
        self.with_keys: Callable[[str], str] = str
        """Writes the keys of the viewer into a text that names the usual ones."""
        self.seat = 0 if self.revealed else None
        """The viewer; None for the public."""
        self.ply = 0
        """How many actions have been done."""
        self._game = game.at(self.length)
        self._views: dict[tuple[int, int | None], PlayerView] = {}
        self._turns, self._rounds = _beginnings(self._game)

    @property
    def view(self) -> PlayerView:
        """The game at this moment, as the viewer may know it."""
        return self.view_of(self.seat)

    def view_of(self, seat: int | None) -> PlayerView:
        """Return the game at this moment as a viewer may know it.

        Raises:
            IllegalActionError: The viewer's seat can't be looked from.
        """
        if seat not in self.viewpoints:
            raise IllegalActionError(_("The game isn't over, so that Hand stays hidden."))
        key = self.ply, seat
        if key not in self._views:
            self._views[key] = self._moved().view(seat).model_copy(update={"legal_actions": ()})
        return self._views[key]

    def branch(self, players: tuple[Player, Player], *, unknown_to: int | None = None) -> Game:
        """Return a new game that begins at this moment.

        What the game still hides stays behind the PINs of its players.

        Args:
            players: Who plays it.
            unknown_to: The seat from whose knowledge the hidden cards are dealt anew; None leaves them as they were.

        Raises:
            IllegalActionError: It would show what the game still hides.
            NaishiError: There is nothing left to play.
        """
        from naishi.sessions.branching import branch  # noqa: PLC0415 - it brings numpy

        if not self.revealed and (unknown_to is None or unknown_to not in self.viewpoints):
            raise IllegalActionError(_("The game isn't over, so that Hand stays hidden."))
        game = branch(self._moved(), players, unknown_to=unknown_to)
        if not self.revealed:  # both: who has no PIN could let the other go on without theirs
            for seat in (0, 1):
                if players[seat].kind == HUMAN:
                    game.change_player(seat, pin=self.players[seat].pin)
        return game

    def to_weigh(self) -> Game:
        """Return a game at this moment in which the seat to act is to choose again, knowing what it knew.

        While the hidden cards of the game are still hidden, they are dealt anew.

        Raises:
            IllegalActionError: It would show what the game still hides: the viewer doesn't look from that seat.
            NaishiError: There is nothing left to choose.
        """
        if self.turn is None:
            raise NaishiError(_("The game is over."))
        if self.revealed:
            return self._moved().at(self.ply)
        if self.seat != self.turn:
            name = self.players[self.turn].name
            raise IllegalActionError(_("It is {name}'s turn here, and only {name} may know more.").format(name=name))
        return self.branch(self.players, unknown_to=self.turn)

    def position_text(self) -> str:
        """Return the position at this moment, with all cards open.

        Raises:
            IllegalActionError: It would show what the game still hides.
        """
        if not self.revealed:
            raise IllegalActionError(_("The game isn't over; setting up its position would show both Hands."))
        return self._moved().position.to_text()

    def finished_game(self) -> Game:
        """Return a copy of the game as it ended, to be analysed.

        Raises:
            NaishiError: It isn't over, or was ended early.
        """
        game = self._game.at(self.length)
        check_finished(game, ended_early=bool(self.ended))
        return game

    @property
    def turn(self) -> int | None:
        """The seat to act at this moment; None once the game is over."""
        return self._moved().turn

    @property
    def reader(self) -> int | None:
        """The seat that is looked from, if a person sat there, who is addressed as "you"."""
        return None if self.seat is None or self.players[self.seat].kind != HUMAN else self.seat

    def look_from(self, seat: int | None) -> None:
        """Look from a seat, or as the public.

        Raises:
            IllegalActionError: The seat can't be looked from.
        """
        if seat not in self.viewpoints:
            raise IllegalActionError(_("The game isn't over, so that Hand stays hidden."))
        self.seat = seat

    def go(self, ply: int) -> None:
        """Go to the moment after so many actions, or as near as there is one."""
        self.ply = min(max(ply, 0), self.length)

    def go_by_turns(self, step: int) -> None:
        """Go to the next beginning of a turn, or to the previous one."""
        before = [ply for ply in self._turns if ply < self.ply]
        after = [ply for ply in self._turns if ply > self.ply]
        self.go(next(iter(after), self.length) if step > 0 else (before or [0])[-1])

    def go_to_round(self, number: int) -> None:
        """Go to the beginning of a round, or to the end if there are not so many."""
        self.go(self._rounds.get(number, 0 if number < 1 else self.length))

    @property
    def allowed(self) -> frozenset[Ask]:
        """Nothing can be changed in a recorded game; something new can begin with it."""
        return frozenset({Ask.BRANCH}) if self._at_home else frozenset()

    def _moved(self) -> Game:
        """Return the game, moved to this moment."""
        while len(self._game.actions) > self.ply:
            self._game.undo()
        while len(self._game.actions) < self.ply:
            self._game.redo()
        return self._game

    def _why_not(self, ask: Ask) -> str:
        if ask is Ask.BRANCH:
            return _("Not on a server. At home, with this game exported, you can do that.")
        if ask is Ask.ADVISE:
            return _("This is a recorded game; an analysis shows what would have been best.")
        return self.with_keys(_("This is a recorded game. p: play on from here."))


def _beginnings(game: Game) -> tuple[tuple[int, ...], dict[int, int]]:
    """Return after how many actions each turn begins, and each round."""
    turns, rounds = [0], {1: 0}
    events = game.events()
    for ply, (before, event) in enumerate(pairwise(events), 1):
        if event.seat != before.seat:
            turns.append(ply)
        rounds.setdefault(event.round, ply)
    return tuple(turns), rounds
