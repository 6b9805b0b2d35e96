"""Recorded games and samples, looked at step by step."""

from itertools import pairwise
from typing import Any

from naishi.common.i18n import IllegalActionError, _
from naishi.sessions.participant import Ask, Participant
from naishi.tabletop.game import Game, describe
from naishi.tabletop.players import HUMAN, Player
from naishi.tabletop.recorded import Comment, Sample


class Replay(Participant):
    """A viewer of a recorded game who goes back and forth in it.

    The public's view may always be seen. A finished game may be seen from every seat, with everything open. In an
    unfinished one a person's seat may be looked from once that person is at the keyboard, and a bot's never: otherwise
    a replay would show what the game still hides.
    """

    def __init__(self, game: Game, *, public_only: bool = False, ended: str = "", names: tuple[str, ...] = ()) -> None:
        """Begin with the first action, as the public sees it; if the game is over, from the seat of the only person.

        Where none or several played, it begins at the first seat.

        Args:
            game: The game; it is copied.
            public_only: Whether an unfinished game is being played elsewhere, so that no seat may be looked from.
            ended: How the players ended the game before its end, as a sentence; it is over then.
        """
        self.key = game.key
        self.length = game.ply()
        """The number of actions."""
        self.players: tuple[Player, ...] = tuple(
            player.model_copy(update={"name": name}) if name else player
            for player, name in zip(game.players, names or ("",) * len(game.players), strict=True)
        )
        self._renames = bool(names)
        people = [seat for seat, player in enumerate(game.players) if player.kind == HUMAN]
        self.ended = ended or describe(game.early_end, [player.name for player in game.players])
        self.revealed = game.is_open or not game.awaited or not people or bool(self.ended)
        """Whether all secrets may be seen all the time: the game is over, or only bots play it."""
        seats = [*range(len(game.players))] if self.revealed else [] if public_only else people
        self.viewpoints: tuple[int | None, ...] = (*seats, None)
        only = people[0] if len(people) == 1 else 0
        self.seat = only if self.revealed else None
        """The viewer; None for the public."""
        self.ply = 0
        """How many actions have been done."""
        self._game: Any = game.at(self.length)
        self._views: dict[tuple[int, int | None], Any] = {}
        self._turns, self._rounds = _beginnings(self._game)

    @property
    def view(self) -> Any:
        return self.view_of(self.seat)

    def view_of(self, seat: int | None) -> Any:
        """Return the game at this moment as a viewer may know it.

        Raises IllegalActionError: the viewer's seat can't be looked from.
        """
        self._check_viewpoint(seat)
        key = self.ply, seat
        if key not in self._views:
            view = self._moved().view(seat).unable()
            names = tuple(player.name for player in self.players)
            self._views[key] = view.shown_as(names, 0) if self._renames else view
        return self._views[key]

    @property
    def reader(self) -> int | None:
        """The seat that is looked from, if a person sat there, who is addressed as "you"."""
        return None if self.seat is None or self.players[self.seat].kind != HUMAN else self.seat

    def look_from(self, seat: int | None) -> None:
        """Look from a seat, or as the public. Raises IllegalActionError: the seat can't be looked from."""
        self._check_viewpoint(seat)
        self.seat = seat

    def go(self, ply: int) -> None:
        self.ply = min(max(ply, 0), self.length)

    def go_by_turns(self, step: int) -> None:
        if step > 0:
            self.go(min((ply for ply in self._turns if ply > self.ply), default=self.length))
        else:
            self.go(max((ply for ply in self._turns if ply < self.ply), default=0))

    @property
    def rounds(self) -> int:
        return max(self._rounds)

    def go_to_round(self, number: int) -> None:
        self.go(self._rounds.get(number, 0 if number < 1 else self.length))

    def _moved(self) -> Any:
        while self._game.ply() > self.ply:
            self._game.undo()
        while self._game.ply() < self.ply:
            self._game.redo()
        return self._game

    def _check_viewpoint(self, seat: int | None) -> None:
        if seat not in self.viewpoints:
            raise IllegalActionError(_("The game isn't over, so what that seat knows stays hidden."))

    def _why_not(self, ask: Ask) -> str:
        return _("This is a recorded game.")


def _beginnings(game: Game) -> tuple[tuple[int, ...], dict[int, int]]:
    """Return after how many actions each turn begins, and each round."""
    turns, rounds = [0], {1: 0}
    events = game.events()
    for ply, (before, event) in enumerate(pairwise(events), 1):
        if event.seat != before.seat:
            turns.append(ply)
        rounds.setdefault(event.round, ply)
    return tuple(turns), rounds


class SampleRun(Replay):
    """A viewer of a sample, from its seat alone. Behind the last comment comes one more step: a game of one's own."""

    def __init__(self, sample: Sample) -> None:
        super().__init__(sample.game)
        self.viewpoints, self.seat = (sample.seat,), sample.seat
        self.comments = tuple(sample.comments)
        self.place = 0
        """The place of the comment; one more than the last one has, at the end."""
        self.go_to(0)

    @property
    def at_end(self) -> bool:
        return self.place == len(self.comments)

    @property
    def comment(self) -> Comment:
        """The comment; at the end, none on the moment of the last one."""
        return Comment(self.ply, "") if self.at_end else self.comments[self.place]

    def go_to(self, step: int) -> None:
        self.place = min(max(step, 0), len(self.comments))
        if self.comments:
            self.go(self.comments[min(self.place, len(self.comments) - 1)].ply)

    def since_last(self) -> tuple[Any, ...]:
        before = self.comments[self.place - 1].ply if self.place else 0
        events: tuple[Any, ...] = tuple(self.view.events)
        return events[before:]
