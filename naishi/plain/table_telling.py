"""News of a game of any kind, each reported once."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from typing_extensions import override

from naishi.common.i18n import _
from naishi.plain.room import Context
from naishi.plain.table_answers import TableAnswers
from naishi.sessions import Participant
from naishi.tabletop.game import View

Look = Callable[[Participant], Any]
"""Returns the view of a participant that may be shown at the moment."""


class Narrator(ABC):
    """Reports to one person, or several who listen together, what happens in a game and what they have to decide."""

    def __init__(self, context: Context, look: Look = lambda me: me.view) -> None:
        self.context, self._look = context, look
        self._asked: object = None
        """What the listener was asked for last."""
        self._addressed: object = None
        """Whom the last question was for, and since when."""

    def ask_again(self) -> None:
        """Ask the next question in full, even where it was asked: the listener sits down by then."""
        self._asked = self._addressed = None

    @abstractmethod
    def news(self, me: Participant, *, turned_up: bool = True) -> None:
        """Tell what has happened since the last time.

        Args:
            turned_up: Whether to say what lies face up now; not to who hands the keyboard over.
        """

    async def take_back(self, me: Participant, how: str) -> None:
        """Undo, redo or withdraw something for the listener, and tell it. Raises NaishiError: it isn't possible."""
        before = self._look(me)
        match how:
            case "undo":
                await me.undo()
                self._undone(before, me)
            case "redo":
                await me.redo()
                self.news(me)
            case "withdraw":
                await me.withdraw()
                self.withdrawn(before, me)

    def _undone(self, before: Any, me: Participant) -> None:
        view = self._look(me)
        self.context.console.write(*self.undone_lines(before, view))
        self.forget(view)
        if me.trouble:
            self.context.console.write_exactly(me.trouble)
        self.show(view, me)

    @abstractmethod
    def undone_lines(self, before: Any, after: Any) -> Iterator[str]:
        """Say what was undone, the newest first."""

    @abstractmethod
    def withdrawn(self, before: Any, me: Participant) -> None:
        """Tell that the listener has withdrawn a secret choice."""

    def show(self, view: Any, me: Participant) -> None:
        self.context.console.show(view, me)

    @abstractmethod
    def forget(self, view: Any) -> None:
        """Take a state for what the listener knows, whatever was heard of what was undone."""

    @abstractmethod
    def skip(self, view: Any) -> None:
        """Skip all that has happened so far."""

    def heard(self) -> Any:  # noqa: B027 - as below
        """Return how far the report has come, for another narrator of the same listener; None before it begins."""

    def go_on_from(self, heard: Any) -> None:  # noqa: B027 - some begin with the newest turn, whatever was told
        """Skip what another narrator of the same listener has reported."""

    def heard_beside(self, me: Participant) -> None:
        """Skip all that has happened: the listener has read it with someone else."""
        view = self._look(me)
        self.skip(view)
        self.show(view, me)

    @abstractmethod
    def ask(self, me: Participant, when_over: str) -> None:
        """Say once what the listener has to decide; after the game, what can still be done."""


class TableTelling(Narrator):
    """Reports what happens in a game of any kind, in the words of its kind."""

    def __init__(
        self, context: Context, answers: TableAnswers, look: Look = lambda me: me.view, *, several: bool = False
    ) -> None:
        super().__init__(context, look)
        self._several = several
        self._answers = answers
        self._known: Sequence[Any] | None = None
        self._over = False
        self._public: bool | None = None
        """Whether what was shown to a program last was what everybody at the table may know."""
        self._chosen: tuple[object, set[int]] = (None, set())
        """What had been played openly, and who has been reported to have chosen in secret since."""

    @override
    def news(self, me: Participant, *, turned_up: bool = True, alone: bool = False) -> None:
        """Say what has happened since the last time.

        Args:
            alone: Whether nobody else can hear it, so that what the listener has chosen in secret is read back.
        """
        view, console = self._look(me), self.context.console
        first, known = self._known is None, _before_own_last(view) if self._known is None else self._known
        same = in_common(known, view.events)
        opened = [*completed(known, view.events[:same])]
        new, undone = view.events[same:], same < len(known)
        again = bool(undone and chosen_again(known[same:], new))
        if again:  # that the others have chosen was reported; that someone chooses again, nobody has to know
            new, undone = (), False
        self._known = view.events
        if alone:
            own = me.view.events[same:]
            new = tuple(each if each.seat == me.view.seat else event for event, each in zip(new, own, strict=True))
        new = self._not_told(view, new)
        if not (first or new or opened or undone or again):
            if self._public != view.public:
                self.show(view, me)
            return
        if first and me.trouble:
            console.write_exactly(me.trouble)
        if undone:
            self._asked = None
            console.write(_("Something was undone meanwhile."))
        console.write(*(line for event in (*opened, *new) for line in self._answers.sentences(view, event)))
        over = view.result is not None
        if over and not self._over:
            console.write(*self._answers.kind.outcome(view, self._answers.reader(view)))
        self._over = over
        if not first and me.trouble:
            console.write_exactly(me.trouble)
        self.show(view, me)

    @override
    def show(self, view: View, me: Participant) -> None:
        self._public = view.public
        super().show(view, me)

    def _not_told(self, view: View, new: Sequence[Any]) -> Sequence[Any]:
        """Return events without secret choices that have already been reported."""
        now = sum(event.action is not None for event in view.events), view.round
        if now != self._chosen[0]:
            self._chosen = now, set()
        told = self._chosen[1]
        found = [event for event in new if event.action is not None or event.seat not in told]
        told.update(event.seat for event in view.events if event.action is None)
        return found

    @override
    def undone_lines(self, before: View, after: View) -> Iterator[str]:
        """Say what was undone; what others had chosen in secret only where it is nothing else."""
        gone = before.events[in_common(before.events, after.events) :]
        known = [event for event in gone if event.action is not None]
        for event in reversed(known or gone):
            yield _("Undone: {what}").format(what=self._answers.decision(before, event))

    @override
    def withdrawn(self, before: View, me: Participant) -> None:
        own = next(event for event in reversed(before.events) if event.seat == before.seat)
        view = self._look(me)
        self.context.console.write(_("Withdrawn: {what}").format(what=self._answers.decision(before, own)))
        self.skip(view)
        self._asked = None
        self.show(view, me)

    @override
    def forget(self, view: View) -> None:
        self._asked = None
        if self._known is not None:
            self._known = self._known[: in_common(self._known, view.events)]
        self._over = self._over and view.result is not None

    @override
    def skip(self, view: View) -> None:
        self._known, self._over, self._public = view.events, view.result is not None, view.public

    @override
    def heard(self) -> Any:
        return self._known

    @override
    def go_on_from(self, heard: Any) -> None:
        self._known = heard

    @override
    def ask(self, me: Participant, when_over: str) -> None:
        view, seat = self._look(me), me.view.seat
        seen = sum(event.seat == seat or event.action is not None for event in view.events)
        now = (seat, seat in view.awaited, bool(view.awaited), view.round, seen)
        if now == self._asked:  # what others have chosen in secret changes no question
            return
        self._asked = now
        if not view.awaited:
            self.context.console.write(when_over)
        elif seat in view.awaited:
            turn = seat, view.round, sum(event.seat != seat and event.action is not None for event in view.events)
            again, self._addressed = turn == self._addressed, turn
            reader = None if self._several else self._answers.reader(me.view)
            self.context.console.write(self._answers.kind.asked(me.view, reader, again=again))


def _before_own_last(view: View) -> Sequence[Any]:
    """Return what the viewer of a view knew when they last acted; of the public, all but the newest."""
    if view.public:
        return view.events[:-1]
    own = [number for number, event in enumerate(view.events, 1) if event.seat == view.seat]
    return view.events[: own[-1] if own else 0]


def in_common(known: Sequence[Any], now: Sequence[Any]) -> int:
    """Count the events that are still what they were, though more may be known of them now."""
    for number, (before, after) in enumerate(zip(known, now, strict=False)):
        both = before.action is not None and after.action is not None
        if (before.seat, before.round) != (after.seat, after.round) or (both and before.action != after.action):
            return number
    return min(len(known), len(now))


def chosen_again(known: Sequence[Any], now: Sequence[Any]) -> tuple[int, ...]:
    """Return whose secret choices are withdrawn, where nothing else has happened; an empty tuple where more has.

    Args:
        known: The reported events, from the first one that has changed since.
    """
    kept, gone = list(now), []
    for event in known:
        if event in kept:
            kept.remove(event)
        else:
            gone.append(event)
    secret = not kept and all(event.action is None for event in gone)
    return tuple(event.seat for event in gone) if secret else ()


def completed(known: Sequence[Any], now: Sequence[Any]) -> Iterator[Any]:
    """Yield the choices that are no longer secret, without their results, which were reported.

    Those on which an open action has followed are left out: they were heard as they were carried out.
    """
    since = max((number for number, event in enumerate(known, 1) if event.action is not None), default=0)
    for number, (before, after) in enumerate(zip(known, now, strict=False)):
        if number >= since and before.action is None and after.action is not None:
            yield after._replace(facts={})
