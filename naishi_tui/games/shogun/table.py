"""Table of Shogun: map cursor, planning by keys, animated throws."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.binding import BindingType
from textual.timer import Timer
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.shogun import words as say
from naishi.games.shogun.actions import CHEST_CARDS
from naishi.games.shogun.data import board, indexes
from naishi.games.shogun.legal import too_high
from naishi.sessions.participant import Ask
from naishi.settings.keymap import arrows
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.shogun import map as maps, plan as plans
from naishi_tui.games.shogun.battle import SECONDS, Frame, frames_of
from naishi_tui.games.shogun.map import LOOK
from naishi_tui.games.shogun.plan import name_of
from naishi_tui.messages import bindings_of
from naishi_tui.table.table import Drafts, GameTable
from naishi_tui.table.widgets import BoardRows, Drawing, MenuOption
from naishi_tui.widgets.text_rows import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.games.shogun.view import ShogunView
    from naishi.sessions.participant import Participant
    from naishi.settings.schema import Settings
    from naishi_tui.games.shogun.board import ShogunBoard

MOVES = {"fightA", "fightB", "raise1"}


class ShogunTable(GameTable):
    """Where Shogun is played, or watched."""

    CSS_PATH = stylesheet("table/table.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of("map.look", "map.find", "plan.again", "plan.clear", "plan.bid", "plan.ready"),
    ]
    board: "ShogunBoard"
    view: "ShogunView"

    def __init__(
        self,
        participant: "Participant",
        settings: "Settings",
        kind: Any,
        board: "ShogunBoard",
        is_covered: Callable[[], bool] = lambda: True,
        must_cover: Callable[[], bool] = lambda: False,
        drafts: Drafts | None = None,
    ) -> None:
        """Show a game; see `GameTable`."""
        self.looking = ""
        """The code of the province in view; empty where the cursor is on what can be chosen."""
        self.frames: list[Frame] = []
        """What is still to be shown of the last throws, the frame of now first."""
        self._laid = ""
        """What the last key laid in a plan, and where the cursor went; empty for nothing."""
        self._timer: Timer | None = None
        super().__init__(participant, settings, kind, board, is_covered, must_cover, drafts)
        self._drawn = len(self.view.events)
        """How many of the events have been drawn."""
        self.offer(
            {
                "look": self.look,
                "find": self.find,
                "again": self._after_reading(self.lay_last),
                "clear": self._after_reading(self.clear),
                "bid": self._after_reading(self.choose_bid),
                "ready": self._after_reading(self.get_ready),
            }
        )

    # --- What the cursor is on ---

    @property
    @override
    def pointed(self) -> str:
        if self.looking:
            return f"{LOOK} {name_of(self.looking)}"
        return super().pointed

    @override
    def painted(self, width: int, height: int) -> Drawing:
        if self.story.page is not None or self._must_cover():
            return super().painted(width, height)
        frame = self.frames[0] if self.frames else None
        path = self.picker.path if self.acting else ""
        return self.board.draw(self.view, width, height, self.pointed, path=path, frame=frame)

    @property
    def _here(self) -> str:
        """The code of the province under the cursor, else of the one in question, else one of the viewer's."""
        if self.looking:
            return self.looking
        last = self.pointed.split()[-1].rpartition(":")[2] if self.pointed else ""
        words = self.pointed.split()
        name = words[2] if len(words) > 3 else last
        if name in indexes():
            return board().provinces[indexes()[name]].code
        own = [land.code for land in self.view.land if land.owner == self.view.seat]
        return self.view.at or next(iter(own or [land.code for land in self.view.land]))

    @property
    def _in_game(self) -> list[str]:
        return [land.code for land in self.view.land]

    def look(self) -> None:
        """Walk on the map freely, or go back to what can be chosen."""
        if self.story.page is not None:
            self.read_on(1)
        else:
            self.look_at("" if self.looking else self._here)

    def look_at(self, code: str) -> None:
        """Put the cursor on a province; with none, back on what can be chosen."""
        self.looking = code
        self._typed = ""
        self.cursor_moved()

    def find(self) -> None:
        """Ask for the name of a province, and put the cursor there."""
        from naishi_tui.games.shogun.questions import FindProvince

        self.app.push_screen(FindProvince(self._in_game), self._found)

    def _found(self, code: str | None) -> None:
        if code is not None and not self._choose_province(code, only_point=True):
            self.look_at(code)

    def _choose_province(self, code: str, *, only_point: bool = False) -> bool:
        """Put the cursor on the option of a province where one has it; return whether one does."""
        name = name_of(code)
        for place, option in enumerate(self.picker.options if self.acting else ()):
            if option.split()[-1].rpartition(":")[2] == name:
                self.looking, self.picker.cursor = "", place
                if only_point:
                    self.cursor_moved()
                return True
        return False

    # --- Keys ---

    @override
    def moves(self) -> dict[str, Any]:
        arrows = {direction: partial(self.go, direction) for direction in ("left", "right", "up", "down")}
        return {**super().moves(), **arrows}

    def go(self, direction: str) -> None:
        """Move the cursor in a direction: on the map to a neighbour, in a plan between spaces and hand."""
        if self.story.page is not None:
            self.read_on(-1 if direction in {"left", "up"} else 1)
        elif self.looking or not (self.acting and self.picker.options):
            self._walk(direction)
        elif plans.is_planning(self.view):
            self._go_in_plan(direction)
        elif self.view.ask in MOVES and len(self.picker.path.split()) == 2:
            self._go_to_target(direction)
        elif self.view.ask in MOVES and direction in {"up", "down"}:
            self.move(1 if direction == "up" else -1)
        else:
            self.move(-1 if direction in {"left", "up"} else 1)

    def _walk(self, direction: str) -> None:
        near = [code for code in maps.neighbours(self._here) if code in self._in_game]
        self.look_at(maps.toward(self._here, direction, near) or self._here)

    def _go_in_plan(self, direction: str) -> None:
        asked = plans.read(self.picker.path).asked
        if direction in {"up", "down"}:
            self.move(-1 if direction == "up" else 1)
        elif direction == "left" and asked:
            self.back()
        elif direction == "right" and not asked and self.picker.option.split()[-1] in plans.SPACES:
            self._choose_card()

    def _go_to_target(self, direction: str) -> None:
        codes = {
            board().provinces[indexes()[option.split()[-1]]].code: place
            for place, option in enumerate(self.picker.options)
            if option.split()[-1] in indexes()
        }
        here = self._here
        target = maps.toward(here, direction, [code for code in codes if code != here])
        if target:
            self.picker.cursor = codes[target]
            self.cursor_moved()

    @override
    def next_or_step(self, step: int) -> None:
        if self.looking and Ask.CONTINUE not in self.participant.allowed:
            own = [land.code for land in self.view.land if land.owner == self.view.seat] or self._in_game
            at = own.index(self.looking) if self.looking in own else -1 if step > 0 else 0
            self.look_at(own[(at + step) % len(own)])
        else:
            super().next_or_step(step)

    def _choose_card(self) -> None:
        """Choose the space under the cursor, and go to a card for it."""
        self.picker.choose()
        self.point_first()
        self.cursor_moved()

    @override
    async def type_digit(self, digit: str) -> None:
        if not self.looking:
            if self.acting and plans.read(self.picker.path).asked == "bid":
                await self._bid(digit)
            else:
                await super().type_digit(digit)
            return
        near = [code for code in maps.neighbours(self.looking) if code in self._in_game]
        if 0 < int(digit) <= len(near):
            self.look_at(near[int(digit) - 1])
        else:
            self.refuse(_("{province} has {count} neighbours.").format(
                province=name_of(self.looking), count=len(near)))  # fmt: skip

    @override
    async def choose(self) -> None:
        if self.looking and self.acting:
            if not self._choose_province(self.looking):
                self.refuse(self._why_not_here())
                return
        elif self.looking:
            self.looking = ""
        await super().choose()

    def _why_not_here(self) -> str:
        """Return why the province in view can't be chosen."""
        name = name_of(self.looking)
        if plans.is_planning(self.view):
            return _("Choose a space first; then lay the card of {province} there.").format(province=name)
        if self.view.ask in MOVES:
            action = f"move {name_of(self.view.at)} {name} 1"
            return self.board.why_not(self.view, action) or _("That can't be chosen now.")
        return _("That can't be chosen now.")

    @override
    def back(self) -> None:
        """As elsewhere; but no card leaves a plan so: it leads from the hand to the spaces, and from there away."""
        half = plans.read(self.picker.path)
        if self.looking:
            self.look_at("")
        elif self.story.page is not None or not (self.acting and plans.is_planning(self.view)):
            super().back()
        elif half.asked or half.ready:
            self._show(half.text, half.asked)
        else:
            self.ask_to_leave()

    @property
    @override
    def kept(self) -> str:
        laid = self.acting and plans.is_planning(self.view) and plans.read(self.picker.path).laid
        return _("Your plan so far is kept.") if laid and self.keeps_drafts else ""

    @override
    async def undo(self) -> None:
        """As elsewhere; in a plan, go back to before the card that was laid, moved or taken off last."""
        if self.story.page is None and self.acting and plans.is_planning(self.view) and self.picker.begun:
            laid = plans.read(self.picker.path).laid
            while self.picker.back() and plans.read(self.picker.path).laid == laid:
                pass
            self.looking = self._laid = ""
            self.cursor_moved()
        else:
            await super().undo()

    @override
    def on_key(self, event: events.Key) -> None:
        self._end_frames()
        self._laid = ""
        super().on_key(event)

    # --- A plan ---

    def _after_reading(self, command: Callable[[], None]) -> Callable[[], None]:
        """Return a command that changes nothing below a page: there it goes on to the next one."""
        return lambda: self.read_on(1) if self.story.page is not None else command()

    @override
    async def play_chosen(self, action: str | None) -> None:
        self.looking = ""
        if action is None and plans.is_planning(self.view):
            self.point_first()
            self._laid = plans.after(self.picker.path, self.picker.option, self.picker.last_path)
        await super().play_chosen(action)

    def lay_last(self) -> None:
        """Lay what last season's plan had on the spaces that are empty, as far as it fits; no card moves."""
        half = plans.read(self.picker.path)
        why_not = _("There is no earlier plan that fits.")
        if half.laid and plans.last_plan(self.view):
            why_not = _("Nothing of last season's plan fits on an empty space.")
        self._lay(plans.with_last(self.view, half) if plans.is_planning(self.view) else "", why_not)

    def clear(self) -> None:
        """Take the card off the space under the cursor."""
        half = plans.read(self.picker.path)
        space = half.asked or (self.picker.option.split() or [""])[-1]
        if plans.is_planning(self.view) and space in half.laid:
            self._show(half.without(space).text, space)
        else:
            self.refuse(_("There is no card to take off."))

    def _show(self, path: str, space: str) -> None:
        """Go to a plan as far as it is laid, with the cursor on a space."""
        self.picker.show(path)
        self.picker.point_at(plans.option_of(plans.read(path), space))
        self.cursor_moved()

    def choose_bid(self) -> None:
        """Go to what can be bid, from wherever the plan stands."""
        if not plans.is_planning(self.view):
            self.refuse(_("You aren't planning now."))
            return
        self.looking = ""
        self._show(plans.read(self.picker.path).text, "bid")
        self._choose_card()

    async def _bid(self, digit: str) -> None:
        """Bid as many chests as a digit says; a card is laid there by the cursor only."""
        option = plans.card_option(plans.read(self.picker.path), digit)
        if option in self.picker.options:
            await self._choose_at(self.picker.options.index(option))
        elif int(digit) in CHEST_CARDS:
            self.refuse(too_high(int(digit), self.view.seats[self.view.seat].chests))
        else:
            self.refuse(_("There is no {number} to choose.").format(number=digit))

    def get_ready(self) -> None:
        """Go to the last look at a plan, or say why it isn't complete."""
        if not plans.is_planning(self.view):
            self.refuse(_("You aren't planning now."))
            return
        text = plans.read(self.picker.path).text
        if why := self.view.refusal(text):
            self.refuse(why)
        else:
            self._lay(f"{text} {plans.READY}", "")

    def _lay(self, path: str, why_not: str) -> None:
        if not plans.is_planning(self.view) or not path:
            self.refuse(why_not or _("You aren't planning now."))
            return
        self.looking = ""
        self.picker.show(path)
        self.point_first()
        self.cursor_moved()

    # --- Prompt ---

    @override
    def instruction(self) -> str:
        if self.looking:
            return say.province_text(self.view.table, indexes()[self.looking], self.view.names)
        return self._laid or super().instruction()

    @override
    def cursor_help(self) -> PromptLine:
        if self.looking:
            return PromptLine(say.neighbours_text(indexes()[self.looking], self._in_game, between=" "))
        return super().cursor_help()

    @override
    def menu_options(self) -> Iterator[MenuOption]:
        in_plan = self.acting and plans.is_planning(self.view) and not plans.read(self.picker.path).ready
        if not (self.looking or in_plan):  # the board shows both
            yield from super().menu_options()

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        if self.story.page is None and plans.is_planning(self.view) and self.acting and not self.looking:
            yield KeyHint("", arrows("←↑↓→"), _("move"))
            yield hint("choose", _("lay"))
            half = plans.read(self.picker.path)
            if half.laid and not half.ready:
                yield hint("plan.clear")
            yield hint("plan.bid")
            yield hint("plan.ready")
            if not half.laid and plans.last_plan(self.view):
                yield hint("plan.again")
            yield hint("map.look")
            yield hint("back", _("back") if half.asked or half.ready else _("leave"))
            yield from (hint for hint in self.requests.hints() if hint.id not in {"undo", "redo"})
            yield from self.reading.hints()
            return
        if self.looking:
            yield KeyHint("", arrows("←↑↓→"), _("walk"))
            yield hint("map.find")
            if self.acting:
                yield hint("choose")
            yield hint("back")
            return
        yield from super().key_hints()
        if self.story.page is None:
            yield hint("map.look", minor=True)

    # --- Mouse ---

    @on(BoardRows.Chosen)
    async def _province_clicked(self, event: BoardRows.Chosen) -> None:
        words = event.place.words
        self._end_frames()
        if self.story.page is not None:
            return  # the page is turned
        if words.startswith(f"{LOOK} ") or not self.acting:
            event.prevent_default()
            name = words.split()[-1].rpartition(":")[2]
            if name in indexes():
                self.look_at(board().provinces[indexes()[name]].code)
        elif plans.is_planning(self.view):
            event.prevent_default()
            await self._lay_clicked(words)

    async def _lay_clicked(self, words: str) -> None:
        """Choose a space or lay a card that was clicked, from wherever the plan stands."""
        if words not in self.picker.options:
            half = plans.read(self.picker.path)
            self.picker.show(half.text)
        if words in self.picker.options:
            await self._choose_at(self.picker.options.index(words))
        elif plans.read(words).laid and self.view.table.owner[indexes()[words.rpartition(":")[2]]] == self.view.seat:
            self.picker.show(words)
            self.point_first()
            self._laid = plans.after(words, self.picker.option, self.picker.last_path)
            self.cursor_moved()
        else:
            self.refuse(_("{province} isn't yours.").format(province=words.rpartition(":")[2]))

    # --- Throws ---

    @override
    def outdated(self) -> bool:
        """Return whether another person acts next; not before they have seen what fell out of the tower.

        What is secret doesn't wait for that.
        """
        if self.participant.ended_early or self._must_cover():
            return True
        return super().outdated() and not self.frames and not self._unseen_throws()

    def _unseen_throws(self) -> list[Frame]:
        """Return what there is to show of the throws since the table was drawn last."""
        return frames_of(self.view, self.view.events[self._drawn :]) if self.settings.animations else []

    @override
    def draw_news(self, before: Any) -> None:
        if self.view is not before:
            self._show_throws(self._unseen_throws())
            self._drawn = len(self.view.events)
        super().draw_news(before)

    def _show_throws(self, frames: list[Frame]) -> None:
        self.frames = frames
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_interval(SECONDS, self._next_frame) if len(frames) > 1 else None

    def _next_frame(self) -> None:
        if len(self.frames) > 1:
            del self.frames[0]
            self.draw_board()
        elif self._timer is not None:
            self._timer.stop()

    def _end_frames(self) -> None:
        """Show the table as it is: the game has gone on long before the frames end."""
        if self.frames:
            self._show_throws([])
            self.draw_board()

    @override
    def view_changed(self, before: Any) -> None:
        super().view_changed(before)
        if plans.is_planning(self.view) and before.ask == self.view.ask and not plans.is_planning(before):
            self.point_first()  # withdrawn, the plan lies there again
        if self.looking not in self._in_game or before.ask != self.view.ask:
            self.looking = ""
