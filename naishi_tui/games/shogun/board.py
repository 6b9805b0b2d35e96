"""Board of Shogun: the map in cells, the order of actions, the seats, the tower and one's plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from naishi.common.i18n import N_, _
from naishi.games.shogun import words as say
from naishi.games.shogun.actions import CHEST_CARDS, parse
from naishi.games.shogun.data import ACTIONS, board, indexes, map_layout
from naishi.games.shogun.engine import score
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.legal import MUST_LAY
from naishi.games.shogun.odds import attack_odds, forecast
from naishi.games.shogun.view import Land, ShogunView
from naishi_tui.drawing.cells import right
from naishi_tui.table.boards import Board, ScoreRow
from naishi_tui.table.canvas import LETTERS, Canvas, Drawing, seat_role
from naishi_tui.table.picker import Tree

if TYPE_CHECKING:
    from naishi_tui.table.cover import CoverWords

SPACES = (*ACTIONS, "bid")
TONES = {region: f"tone-{region}" for region in ("green", "red", "purple", "brown", "yellow")}
"""The colour that repeats what the letter of a region says."""

READY = "ready"
"""What ends a plan in the picker; no part of its text."""

QUESTIONS = {
    "take": N_("Take a province: one of the open cards, or an unseen one."),
    "place": N_("Place a group of armies in {province}."),
    "plan": N_("Plan the season: choose a space, then the card for it."),
    "choose": N_("Choose a special card, and with it your turn."),
    "fightA": N_("Battle or move A: from {province} to where?"),
    "fightB": N_("Battle or move B: from {province} to where?"),
    "raise1": N_("Raise and move: from {province} to where?"),
    "revolt": N_("Provinces revolt: choose the one to settle first."),
    "end": N_("The game is over."),
}
VERBS = {
    "take": N_("take"),
    "draw": N_("an unseen card"),
    "renew": N_("two new cards"),
    "place": N_("place"),
    "plan": N_("plan"),
    "choose": N_("choose"),
    "move": N_("move armies"),
    "stay": N_("stay"),
    "revolt": N_("revolt"),
}


class ShogunBoard(Board):
    """Draws a view of Shogun and says what its actions mean."""

    whole: ClassVar[Mapping[str, int]] = {"take": 0}

    def draw(self, view: ShogunView, width: int, height: int, pointed: str) -> Drawing:
        """Return the map with what belongs to it; where it has no room, the provinces in columns."""
        canvas = Canvas(width, height, pointed)
        size = _size_of_map(width, height)
        if size:
            y = _draw_map(canvas, view, map_layout()["sizes"][size], self._digits(view, pointed))
        else:
            y = _draw_list(canvas, view)
        if view.ask == "plan" and not view.public and size and height - y >= 9:
            _draw_table(canvas, view, y)
        else:
            _draw_lines(canvas, view, y)
        return canvas.drawing()

    def _digits(self, view: ShogunView, pointed: str) -> Mapping[str, str]:
        """Return the digit of each province that is one of the options, by its name."""
        verb, *words = pointed.split() or [""]
        if verb != "move" or len(words) != 2:
            return {}
        targets = self.tree(view)(f"move {words[0]}")
        return {option.split()[-1]: str(number) for number, option in enumerate(targets, 1) if number < 10}

    def tree(self, view: ShogunView) -> Tree:
        """Return the choices; those of a plan are a space, then the card for it, until it is ready."""
        if view.ask == "plan" and not view.public and view.seat in view.awaited:
            return lambda path: _plan_choices(view, path)
        return super().tree(view)

    def types(self, view: ShogunView) -> bool:
        """Return False: a plan is laid card by card."""
        return False

    def cover_words(self) -> CoverWords:
        """Return what a cover says of a plan."""
        return self.covered(_("Show my plan"), _("show my plan"))

    def when(self, view: ShogunView) -> str:
        """Return the season."""
        return say.time_text(view.year, view.time)

    def question(self, view: ShogunView) -> str:
        """Return what is asked."""
        return _(QUESTIONS[view.ask]).format(province=_name(view.at))

    def label(self, view: ShogunView, option: str, path: str) -> str:
        """Return what an option is, in short."""
        verb, *words = option.split()
        if verb == "plan":
            return _plan_label(words)
        if not words:
            return _(VERBS[verb])
        if verb == "choose":
            return words[0]
        return words[-1]

    def trail(self, view: ShogunView, path: str) -> str:
        """Return what is chosen already; of a plan, how far it is."""
        verb, *words = path.split()
        if verb != "plan":
            return super().trail(view, path)
        laid = [word for word in words if ":" in word]
        space = f" ▸ {words[-1]}" if words and ":" not in words[-1] else ""
        so_far = _("plan, {laid} of {spaces} laid").format(laid=len(laid), spaces=len(SPACES))
        return f"{so_far}{space}"

    def action(self, option: str) -> str:
        """Return the text of an action, without what only says that a plan is ready."""
        return option.removesuffix(f" {READY}")

    def about(self, view: ShogunView, option: str) -> str:
        """Say what an option would do, or what is known of its province."""
        verb, *words = option.split() or [""]
        if verb == "plan":
            return _about_plan(view, words)
        if verb == "choose" and words:
            return say.special_text(parse(option).number)
        if verb == "move" and len(words) > 1:
            return _about_move(view, words)
        if words and words[-1] in indexes():
            return say.province_text(view.table, indexes()[words[-1]], view.names)
        return ""

    def sentences(self, view: ShogunView, event: Any, reader: int | None) -> Sequence[str]:
        """Say the decision and each thing that followed from it."""
        return SHOGUN.sentences(event, view.names)

    def score(self, view: ShogunView) -> Sequence[ScoreRow]:
        """Return the points, and what the last winter was worth."""
        if view.result is None:
            return ()
        lines = score(view.table)
        winter = [sum(line.points for line in each) for each in lines]
        before = [points - last for points, last in zip(view.result.points, winter, strict=True)]
        reasons = ["; ".join(map(say.score_text, each)) for each in lines]
        return (
            ScoreRow(_("First winter"), before),
            ScoreRow(_("Last winter"), winter, reasons),
            ScoreRow(_("Total"), view.result.points),
        )

    def tries(self, view: ShogunView) -> Sequence[str]:
        """Return a move to each neighbour, where one moves."""
        if view.ask not in {"fightA", "fightB", "raise1"} or not view.at:
            return ()
        near = (board().provinces[at].name for at in board().provinces[indexes()[view.at]].near)
        return [f"move {_name(view.at)} {name} 1" for name in near]


def _name(code: str) -> str:
    return board().provinces[indexes()[code]].name if code else ""


def _plan_choices(view: ShogunView, path: str) -> Sequence[str]:
    """Return what a plan can become: a space filled, or ready; and what can be laid on a space."""
    words = path.split()
    if not words:
        return ("plan",)
    if words[-1] == READY:
        return ()
    laid = dict(word.split(":") for word in words[1:] if ":" in word)
    mine = [land.code for land in view.land if land.owner == view.seat]
    left = [name for name in map(_name, mine) if name not in laid.values()]
    if len(words) > 1 and ":" not in words[-1]:
        bids = [str(number) for number in CHEST_CARDS if number <= view.seats[view.seat].chests]
        return [f"{path}:{card}" for card in ([*bids, *left] if words[-1] == "bid" else left)]
    spaces = [f"{path} {space}" for space in (SPACES if left else SPACES[-1:]) if space not in laid]
    ready = [f"{path} {READY}"]
    enough = view.refusal(parse(path)) is None
    return [*spaces, *(ready if enough else [])]


def _plan_label(words: Sequence[str]) -> str:
    if not words:
        return _("plan")
    space, colon, card = words[-1].partition(":")
    if words[-1] == READY:
        return _("READY")
    return card if colon else _("bid") if space == "bid" else space


def _about_plan(view: ShogunView, words: Sequence[str]) -> str:
    """Say what a space does, what a card is worth, or what the whole plan brings."""
    if not words:
        return ""
    space, colon, card = words[-1].partition(":")
    if words[-1] == READY or (colon and card in {str(number) for number in CHEST_CARDS}):
        plan = parse(" ".join(["plan", *(word for word in words if ":" in word)])).plan
        seen = forecast(view.table, view.seat, plan)
        return " ".join([*map(say.skip_text, seen.skips), say.forecast_text(seen)])
    if colon:
        return say.province_text(view.table, indexes()[card], view.names)
    if space == "bid":
        return _("Chests for the order of turns; a province card bids nothing, but keeps the card.")
    at = ACTIONS.index(space)
    cost = board().costs[at]
    return f"{say.action_name(at)} ({-cost:+})" if cost else say.action_name(at)


def _about_move(view: ShogunView, words: Sequence[str]) -> str:
    """Say what is known of the target, and how an attack with so many armies would end."""
    target = indexes()[words[1]]
    known = say.province_text(view.table, target, view.names)
    if len(words) < 3 or view.table.owner[target] == view.seat:
        return known
    odds = attack_odds(view.table, view.seat, target, int(words[2]))
    return say.odds_text(odds)


def _size_of_map(width: int, height: int) -> str:
    """Return the largest map that fits with the lines below it; empty where none does."""
    sizes: Mapping[str, Any] = map_layout()["sizes"]
    for size in sorted(sizes, key=int, reverse=True):
        layout = sizes[size]
        if layout["width"] <= width and 8 * layout["lines"] + 3 <= height:
            return size
    return ""


def _draw_map(canvas: Canvas, view: ShogunView, layout: Mapping[str, Any], digits: Mapping[str, str]) -> int:
    """Draw the provinces where they lie; return the line below them."""
    lines, cell = layout["lines"], layout["cell"]
    left = max((canvas.width - layout["width"]) // 2, 0)
    for land in view.land:
        row, x = layout["at"][land.code]
        _draw_cell(canvas, view, land, left + x, row * lines, cell, lines)
        if digit := digits.get(_name(land.code)):
            canvas.put(left + x - 1, row * lines, digit, "key")
    return 8 * int(lines)


def _draw_cell(canvas: Canvas, view: ShogunView, land: Land, x: int, y: int, width: int, lines: int) -> None:
    """Draw a province: its name, whose it is and with how many armies; below, what stands there."""
    printed = board().provinces[indexes()[land.code]]
    region = board().regions[printed.region]
    role = seat_role(land.owner) if land.owner >= 0 else "quiet"
    owner = LETTERS[land.owner] if land.owner >= 0 else "-"
    acting = "mark" if land.code == view.at or (view.ask == "take" and land.code in view.open_cards) else ""
    armies = right(str(land.armies), 2) if land.armies else "  "
    built = f"{land.buildings}{'.' * (printed.slots - len(land.buildings))}"
    if lines == 2:
        canvas.put(x, y, land.code, acting or ("strong" if land.owner >= 0 else "quiet"))
        canvas.put(x + 3, y, f"{owner}{armies}", role)
        canvas.put(x, y + 1, built, "quiet")
        canvas.put(x + 3, y + 1, region[0], TONES[region])
        if land.markers:
            canvas.put(x + 4, y + 1, f"!{land.markers}", "bad")
    else:
        canvas.put(x, y, printed.name, acting or ("strong" if land.owner >= 0 else "quiet"), width)
        end = canvas.put(x, y + 1, f"{owner}{armies}", role)
        canvas.put(end + 2, y + 1, region[: max(width - 6, 1)] if width > 10 else region[0], TONES[region])
        canvas.put(x, y + 2, built, "quiet")
        if land.markers:
            canvas.put(x + 4, y + 2, f"!{land.markers}", "bad")
    for line in range(lines):
        words = _words_of(view, canvas.pointed, printed.name)
        canvas.place(x, y + line, min(width, 6) if lines == 2 else width, words, _example(words))


def _words_of(view: ShogunView, pointed: str, name: str) -> str:
    """Return the beginning of the action that chooses a province."""
    match view.ask:
        case "fightA" | "fightB" | "raise1":
            return f"move {_name(view.at)} {name}"
        case "revolt":
            return f"revolt {name}"
        case "plan":
            words = pointed.split()
            if words and ":" in words[-1]:
                words[-1] = words[-1].partition(":")[0]
            return f"{' '.join(words)}:{name}" if len(words) > 1 and words[-1] in SPACES else f"plan castle:{name}"
    return f"take {name}"


def _example(words: str) -> str:
    """Return an action that begins with some words."""
    return f"{words} 1" if words.startswith("move ") else words


def _draw_list(canvas: Canvas, view: ShogunView) -> int:
    """Draw the provinces in columns, one's own first; return the line below them."""
    rows = max(canvas.height - 5, 1)
    width = 14
    mine = sorted(view.land, key=lambda land: (land.owner != view.seat, land.owner < 0, land.owner, land.code))
    for number, land in enumerate(mine):
        x, y = number // rows * width, number % rows
        printed = board().provinces[indexes()[land.code]]
        region = board().regions[printed.region]
        words = _words_of(view, canvas.pointed, printed.name)
        canvas.put(x, y, land.code, "mark" if land.code == view.at else "")
        owner = LETTERS[land.owner] if land.owner >= 0 else "-"
        role = seat_role(land.owner) if land.owner >= 0 else "quiet"
        canvas.put(x + 3, y, f"{owner}{land.armies or '':>2}", role)
        canvas.put(x + 7, y, f"{land.buildings:<3}", "quiet")
        canvas.put(x + 10, y, region[0], TONES[region])
        if land.markers:
            canvas.put(x + 11, y, f"!{land.markers}", "bad")
        canvas.place(x, y, width - 1, words, _example(words))
    return canvas.height - 4


def _draw_lines(canvas: Canvas, view: ShogunView, y: int) -> None:
    """Draw the order of actions, the seats and the tower in a line each; more where there is room."""
    if canvas.height - y >= 5:
        canvas.line(y)
        y += 1
    _draw_order(canvas, view, y)
    if canvas.height - y >= 4 + len(view.seats):
        y = _draw_seats(canvas, view, y + 1)
    else:
        x = 0
        for seat, each in enumerate(view.seats):
            end = canvas.put(x, y + 1, LETTERS[seat], seat_role(seat))
            text = _("{chests}c{rice}r {points}p{reserve}a").format(**_gaps(each))
            canvas.put(end + 1, y + 1, text, "", max(canvas.width // len(view.seats) - 3, 8))
            x += canvas.width // len(view.seats)
        y += 2
    if canvas.height - y < 3 and canvas.pointed.startswith("plan"):
        _draw_half_plan(canvas, y)
        return
    _draw_tower(canvas, view, y)
    _draw_plan(canvas, view, y + 2)


def _gaps(each: Any) -> Mapping[str, int]:
    return {"chests": each.chests, "rice": each.rice, "points": each.points, "reserve": each.reserve}


def _draw_order(canvas: Canvas, view: ShogunView, y: int) -> None:
    """Draw the season, the actions in their order, those done in brackets, and the event."""
    x = canvas.put(0, y, say.time_text(view.year, view.time), "section") + 2
    for place, card in enumerate(view.order):
        done = place < view.done
        now = view.ask in ACTIONS and place == view.done
        text = f"({card})" if done else card or "?"
        if x + len(text) > canvas.width:
            break
        x = canvas.put(x, y, text, "off" if done else "mark" if now else "" if card else "quiet") + 1
    if view.ask in {"take", "place"}:
        cards = " ".join(_name(code) for code in view.open_cards)
        x = canvas.put(x, y, _("open cards: {cards}").format(cards=cards), "", canvas.width - x)
        x += 2
        groups = " ".join(map(str, view.seats[view.seat].groups))
        canvas.put(x, y, _("your groups: {groups}").format(groups=groups), "quiet", max(canvas.width - x, 0))


def _draw_seats(canvas: Canvas, view: ShogunView, y: int) -> int:
    """Draw a line for each seat, in the order of turns; return the line below them."""
    canvas.put(22, y, _("chests  rice  points  reserve  provinces"), "quiet")
    for seat in view.turns or range(len(view.seats)):
        y += 1
        each = view.seats[seat]
        canvas.put(0, y, "▸" if seat in view.awaited else " ", "mark")
        canvas.put(1, y, f"{LETTERS[seat]} {view.names[seat]}", seat_role(seat), 18)
        figures = (each.chests, each.rice, each.points, each.reserve, each.provinces)
        for x, figure in zip((22, 30, 36, 44, 53), figures, strict=True):
            canvas.put(x, y, f"{figure:>4}", "strong" if x == 36 else "")
        if each.is_planned:
            canvas.put(66, y, _("planned"), "good")
    return y + 1


def _draw_tower(canvas: Canvas, view: ShogunView, y: int) -> None:
    """Draw the cubes inside the tower and on its tray, and the event that holds or those that may."""
    x = canvas.put(0, y, _("tower"), "quiet")
    x = _put_cubes(canvas, x + 1, y, view.inside)
    if any(view.tray):
        x = canvas.put(x + 1, y, _("tray"), "quiet")
        x = _put_cubes(canvas, x + 1, y, view.tray)
    events = [view.event] if view.event else [*view.open_events]
    if events:
        text = _("event {event}") if view.event else _("one of {event}")
        canvas.put(x + 1, y, text.format(event=", ".join(events)), "quiet", canvas.width - x - 2)


def _put_cubes(canvas: Canvas, x: int, y: int, cubes: Sequence[int]) -> int:
    for seat, count in enumerate(cubes):
        farmers = seat == len(cubes) - 1
        role = "quiet" if farmers else seat_role(seat)
        x = canvas.put(x, y, f"{'f' if farmers else LETTERS[seat]}{count}", role if count else "off") + 1
    return x


SHORT = ("cas", "tem", "the", "ric", "tax", "r5", "r3", "r1", "fA", "fB", "bid")
"""The spaces of a plan where there is little room."""


def _draw_half_plan(canvas: Canvas, y: int) -> None:
    """Draw a plan that is being laid, in a line or two: the space in question marked, the cards by their codes."""
    laid, asked = _half_plan(canvas.pointed)
    x = 0
    for space, short in zip(SPACES, SHORT, strict=True):
        card = laid.get(space, "")
        code = board().provinces[indexes()[card]].code if card in indexes() else card or "."
        if x + len(short) + 1 + len(code) > canvas.width:
            x, y = 0, y + 1
        x = canvas.put(x, y, short, "mark" if space == asked else "quiet")
        x = canvas.put(x + 1, y, code, "good" if card else "off") + 1


def _half_plan(pointed: str) -> tuple[Mapping[str, str], str]:
    """Return the cards of a plan that is being laid, by space, and the space in question."""
    words = pointed.split()[1:]
    asked = words[-1].partition(":")[0] if words and words[-1] != READY else ""
    return dict(word.split(":") for word in words if ":" in word), asked


def _draw_plan(canvas: Canvas, view: ShogunView, y: int) -> None:
    """Draw one's own plan, as it lies or as it is being laid."""
    if view.public or canvas.height - y < 2:
        return
    plan = view.plans[view.seat]
    laid = {space: card for space, card in zip(SPACES, plan, strict=True) if card.strip("?")} if plan else {}
    if not laid:
        return
    named = {space: _("bid") if space == "bid" else space for space in laid}
    words = [f"{named[space]} {_name(card) if card in indexes() else card}" for space, card in laid.items()]
    end = canvas.put(0, y, _("your plan"), "section")
    x = start = end + 1
    for word in words:
        if x + len(word) > canvas.width:
            x, y = start, y + 1
        x = canvas.put(x, y, word, "") + 2


def _draw_table(canvas: Canvas, view: ShogunView, y: int) -> None:
    """Draw the plan as it is being laid, with the seats beside it where there is room."""
    canvas.line(y)
    _draw_order(canvas, view, y + 1)
    laid, asked = _half_plan(canvas.pointed)
    column = max(canvas.width // 4, 18)
    for number, space in enumerate(SPACES):
        x, line = number // 3 * column, y + 2 + number % 3
        name = _("bid") if space == "bid" else space
        canvas.put(x, line, "▸" if space == asked else " ", "mark")
        canvas.put(x + 1, line, name, "quiet" if space in laid else "strong")
        canvas.put(x + 9, line, laid.get(space, "."), "good" if space in laid else "off", column - 10)
    x = 3 * column
    least = min(MUST_LAY, view.seats[view.seat].provinces)
    cards = sum(not card.isdecimal() for card in laid.values())
    canvas.put(x + 1, y + 4, _("cards {laid} of {least}").format(laid=cards, least=least), "quiet", column - 1)
    bottom = _draw_seats(canvas, view, y + 5) if canvas.height - y >= 8 + len(view.seats) else y + 5
    _draw_tower(canvas, view, bottom)
