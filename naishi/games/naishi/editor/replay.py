"""A recorded game of Naishi, from whose moments new games, positions and lines begin."""

from __future__ import annotations

from naishi.common.errors import IllegalActionError, NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.finished import check_finished
from naishi.games.naishi.game.game import Game
from naishi.sessions.participant import Ask
from naishi.sessions.replay import Replay
from naishi.tabletop.players import HUMAN, Player


class NaishiReplay(Replay):
    """A viewer of a recorded game of Naishi."""

    players: tuple[Player, Player]
    _game: Game

    def __init__(self, game: Game, *, public_only: bool = False, ended: str = "", at_home: bool = True) -> None:
        """See `Replay`.

        Args:
            game: The game; it is copied.
            public_only: Whether an unfinished game is being played elsewhere, so that no seat may be looked from.
            ended: How the players ended the game before its end, as a sentence; it is over then.
            at_home: Whether new games, positions and lines may begin at a moment of it: on a server they take room and
                computing time that others need.
        """
        super().__init__(game, public_only=public_only, ended=ended)
        self._at_home = at_home

    @property
    def allowed(self) -> frozenset[Ask]:
        """Nothing can be changed in a recorded game; something new can begin with it."""
        return frozenset({Ask.BRANCH}) if self._at_home else frozenset()

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
        from naishi.games.naishi.editor.branching import branch  # noqa: PLC0415 - it brings numpy

        if not self.revealed and (unknown_to is None or unknown_to not in self.viewpoints):
            raise IllegalActionError(self._stays_hidden())
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

    def _moved(self) -> Game:
        super()._moved()
        return self._game

    def _stays_hidden(self) -> str:
        return _("The game isn't over, so that Hand stays hidden.")

    def _why_not(self, ask: Ask) -> str:
        if ask is Ask.BRANCH:
            return _("Not on a server. At home, with this game exported, you can do that.")
        if ask is Ask.ADVISE:
            return _("This is a recorded game; an analysis shows what would have been best.")
        return self.with_keys(_("This is a recorded game. p: play on from here."))
