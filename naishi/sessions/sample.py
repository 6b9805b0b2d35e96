"""A sample, stepped through comment by comment."""

from __future__ import annotations

from typing import Any

from naishi.sessions.replay import Replay
from naishi.tabletop.sample import Comment, Sample


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
        if not self.at_end:
            self.go(self.comments[self.place].ply)
        elif self.comments:
            self.go(self.comments[-1].ply)

    def since_last(self) -> tuple[Any, ...]:
        before = self.comments[self.place - 1].ply if self.place else 0
        events: tuple[Any, ...] = tuple(self.view.events)
        return events[before:]
