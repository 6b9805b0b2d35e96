"""Board of Shogun: map, actions, seats, tower, plan."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from typing_extensions import override

from naishi.common.i18n import N_, _, ngettext
from naishi.games.shogun import words as say
from naishi.games.shogun.actions import parse
from naishi.games.shogun.data import ACTIONS, board, event_indexes, indexes
from naishi.games.shogun.engine import ScoreLine, score
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.lines import seat_lines, winter_now
from naishi.games.shogun.odds import AttackOdds, attack_odds
from naishi.games.shogun.view import ShogunView
from naishi.settings.keymap import KEY
from naishi.tabletop.kinds import Section
from naishi_tui.drawing.cells import wrap
from naishi_tui.games.shogun import map as maps, plan as plans
from naishi_tui.games.shogun.battle import Frame, draw_frame
from naishi_tui.games.shogun.explaining import about_province, explain, place_of, special_cards
from naishi_tui.games.shogun.legend import legend
from naishi_tui.games.shogun.map import LOOK, Marks
from naishi_tui.games.shogun.plan import Half, name_of
from naishi_tui.table.boards import Board, ScoreRow
from naishi_tui.table.picker import Tree, tree_of
from naishi_tui.table.widgets import LETTERS, Canvas, Drawing, seat_role

if TYPE_CHECKING:
    from naishi_tui.table.cover import CoverWords

SIDE = 38
"""Columns of what stands beside a drawn map."""

QUESTIONS = {
    "take": N_("Take a province: one of the open cards, or an unseen one."),
    "place": N_("Place a group of armies in {province}."),
    "plan": N_("Plan the season: choose a space, then the card for it."),
    "choose": N_("Choose a special card."),
    "fightA": N_("Battle or move A: from {province} to where?"),
    "fightB": N_("Battle or move B: from {province} to where?"),
    "raise1": N_("Raise and move: from {province} to where?"),
    "revolt": N_("Provinces revolt: choose the one to settle first."),
    "end": N_("The game is over."),
}
ENOUGH = 0.8
"""How likely an attack succeeds with the number of armies that is offered first, if so many are there."""

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
    has_log = True

    def draw(
        self,
        view: ShogunView,
        width: int,
        height: int,
        pointed: str,
        *,
        path: str = "",
        frame: Frame | None = None,
    ) -> Drawing:
        """Return the map with what belongs to it; a plan instead of it while one is laid and there is no room for both.

        Args:
            pointed: The beginning of an action's text that the cursor is on, or the province in view.
        """
        canvas = Canvas(width, height, pointed)
        shows_plan = pointed.startswith("plan") or (plans.is_planning(view) and not pointed.startswith(LOOK))
        half = plans.read(path or pointed) if shows_plan and view.ask == "plan" else None
        marks, words = self._marks(view, pointed, half), _words_by_code(view, pointed, half)
        below = room = 0
        if width >= 160 and (drawing := maps.drawing_for(width - SIDE, height)) is not None:
            maps.draw_map(canvas, view, drawing, marks, words)
            below, room = drawing.lines, drawing.width
            _draw_side(canvas, view, half, width - SIDE + 1)
            if half is not None:
                draw = plans.draw_summary if half.ready else plans.draw_hand
                draw(canvas, view, half, 1, drawing.lines, drawing.width, height - drawing.lines)
            else:
                self._draw_log(canvas, view, drawing.lines, drawing.width)
        elif half is not None:
            _draw_planning(canvas, view, half, marks, words)
        elif size := maps.cells_for(width, height):
            below = maps.draw_cells(canvas, view, size, marks, words)
            _draw_lines(canvas, view, below)
        else:
            _draw_lines(canvas, view, _draw_list(canvas, view, marks, words))
        if frame is not None:
            draw_frame(canvas, frame, below, room)
        elif view.ask == "choose" and view.legal_actions and not pointed.startswith(LOOK):
            _draw_special_cards(canvas, view)
        return canvas.drawing()

    def _marks(self, view: ShogunView, pointed: str, half: Half | None) -> Marks:
        """Return what the map points out: the cursor, its neighbours, and the provinces in question."""
        verb, *words = pointed.split() or [""]
        name = words[-1].rpartition(":")[2] if half and words else words[min(len(words), 2) - 1] if words else ""
        cursor = board().provinces[indexes()[name]].code if name in indexes() else view.at
        in_game = [land.code for land in view.land]
        numbered: Sequence[str] = ()
        if verb == LOOK:
            numbered = [near for near in maps.neighbours(cursor) if near in in_game]
        elif verb == "move" and len(words) == 2:
            targets = self.tree(view)(f"move {words[0]}")
            numbered = [board().provinces[indexes()[option.split()[-1]]].code for option in targets]
        acting = {view.at, *view.pending} if view.ask != "take" else set(view.open_cards)
        notes = (
            {
                board().provinces[indexes()[card]].code: f"▸{plans.SHORT[plans.SPACES.index(space)]}"
                for space, card in half.laid.items()
                if card in indexes()
            }
            if half
            else {}
        )
        keys, near = maps.digits(numbered), maps.near_signs(cursor, in_game)
        near = {code: sign for code, sign in near.items() if sign == maps.BY_SEA or code not in keys}
        return Marks(cursor, frozenset(acting - {""}), near, keys, notes)

    def _draw_log(self, canvas: Canvas, view: ShogunView, y: int, width: int) -> None:
        """Draw what happened last below the map."""
        rows = [
            (seat, line)
            for event in view.events[-24:]
            for seat, sentence in self.log_lines(view, event, None)
            for line in wrap(sentence, width - 4)
        ]
        room = canvas.height - y
        for line, (seat, text) in enumerate(rows[-room:] if room > 0 else ()):
            if seat is not None:
                canvas.put(1, y + line, LETTERS[seat], seat_role(seat))
            canvas.put(3, y + line, text, "quiet")

    @override
    def log_lines(self, view: ShogunView, event: Any, reader: int | None) -> Sequence[tuple[int | None, str]]:
        return SHOGUN.sentences_by_seat(event, view.names)

    def tree(self, view: ShogunView) -> Tree:
        """Return the choices; those of a plan are a space, then the card for it, until it is ready."""
        if plans.is_planning(view):
            return lambda path: plans.choices(view, path)
        tree = super().tree(view)
        if view.ask == "choose":
            texts = (f"choose {card}" for card, taker in view.places if taker < 0)  # by the place they bring
            return tree_of([*texts] if view.legal_actions else ())
        if view.ask in {"fightA", "fightB", "raise1"}:
            return lambda path: _clockwise(view, tree(path))
        if view.ask == "take":
            cards = [f"take {name_of(code)}" for code in view.open_cards]  # as they lie, before the unseen one
            legal = {action.text for action in view.legal_actions}
            return tree_of([each for each in (*cards, "draw", "renew") if each in legal], self.whole)
        return tree

    def types(self, view: ShogunView) -> bool:
        """Return False: a plan is laid card by card."""
        return False

    @override
    def cover_words(self) -> "CoverWords":
        from naishi_tui.table.cover import CoverWords

        return CoverWords(_("Show my plan"), _("show my plan"))

    @override
    def when(self, view: ShogunView) -> str:
        return say.time_text(view.year, view.time)

    @override
    def question(self, view: ShogunView) -> str:
        return _(QUESTIONS[view.ask]).format(province=name_of(view.at))

    @override
    def label(self, view: ShogunView, option: str, path: str) -> str:
        verb, *words = option.split()
        if verb == "plan":
            return plans.label(option, path)
        if not words:
            return _(VERBS[verb])
        if verb == "choose":
            return _("{card} ({place})").format(card=words[0], place=place_of(view, words[0]))
        if verb == "move" and len(words) == 3 and self.aids and _is_attack(view, words[1]):
            return f"({say.percent(_odds(view, words).win)}%)"
        return words[-1]

    def first_option(self, view: ShogunView, options: Sequence[str], path: str) -> int:
        """Return the place of the next card or space of a plan; of the armies that are enough, or all, of a move."""
        if plans.is_planning(view):
            return plans.next_option(view, options, plans.read(path))
        if not path.startswith("move") or len(path.split()) < 3:
            return 0
        likely = (
            self.aids and _is_attack(view, words[2]) and _odds(view, words[1:]).win >= ENOUGH
            for words in map(str.split, options)
        )
        return next((place for place, enough in enumerate(likely) if enough), len(options) - 1)

    def subject(self, view: ShogunView, text: str) -> str:
        """Return what the refusal of an action is about: of a move, where it would go."""
        words = text.split()
        return words[2] if words[0] == "move" else super().subject(view, text)

    def trail(self, view: ShogunView, path: str) -> str:
        """Return what is chosen already; of a plan, how far it is."""
        if not path.startswith("plan"):
            return super().trail(view, path)
        half = plans.read(path)
        if half.ready:
            return _("ready?")
        space = f" ▸ {plans.space_name(half.asked)}" if half.asked else ""
        so_far = _("plan, {laid} of {spaces} laid").format(laid=len(half.laid), spaces=len(plans.SPACES))
        return f"{so_far}{space}"

    def action(self, option: str) -> str:
        """Return the text of an action, without what only says that a plan is ready."""
        return plans.action_of(option)

    def about(self, view: ShogunView, option: str, path: str = "") -> str:
        """Say what an option would do, or what is known of its province."""
        verb, *words = option.split() or [""]
        if verb == "plan":
            return plans.about(view, option, path) if words else ""
        if verb == LOOK:
            return about_province(view, indexes()[words[0]])
        if verb == "choose" and words:
            return f"{say.special_text(parse(option).number)}."
        target = indexes().get(words[1], -1) if verb == "move" and len(words) > 1 else -1
        if target >= 0:
            return _about_move(view, words) if self.aids else say.province_text(view.table, target, view.names)
        if words and words[-1] in indexes():
            return say.province_text(view.table, indexes()[words[-1]], view.names)
        return ""

    def explained(self, view: ShogunView, option: str) -> Sequence[Section]:
        """Explain the province, action, card or battle under the cursor, then the season."""
        return explain(view, option, aids=self.aids)

    def legend(self, view: ShogunView) -> Sequence[Section]:
        """Explain the marks of the map and of the lines below it, and the codes of the events."""
        return legend(view)

    def overview(self, view: ShogunView) -> Sequence[Section]:
        """Return all that each seat has, and what a winter would bring it now."""
        found = []
        for seat, name in enumerate(view.names):
            now = [] if view.result is not None else [winter_now(view, seat)]
            found.append(Section(f"{LETTERS[seat]} {name}", (*seat_lines(view, seat), *now)))
        return found

    def score(self, view: ShogunView) -> Sequence[ScoreRow]:
        """Return the points: those of each winter by provinces, buildings, and most buildings of a kind in a region."""
        if view.result is None:
            return ()
        lines = score(view.table)
        winter = [sum(line.points for line in each) for each in lines]
        before = [points - last for points, last in zip(view.result.points, winter, strict=True)]
        rows = [*_first_winter(view, before)]
        rows += _last_winter(lines)
        return (*rows, ScoreRow(_("Total"), view.result.points))

    def tries(self, view: ShogunView) -> Sequence[str]:
        """Return a move to each neighbour, where one moves."""
        if view.ask not in {"fightA", "fightB", "raise1"} or not view.at:
            return ()
        near = (board().provinces[at].name for at in board().provinces[indexes()[view.at]].near)
        return [f"move {name_of(view.at)} {name} 1" for name in near]


def _draw_special_cards(canvas: Canvas, view: ShogunView) -> None:
    """Draw a box with the special cards to choose from above the map: it isn't what the choice is about."""
    width = min(canvas.width, 78)
    lines = [
        (code, f"{'  ' if number else ''}{part}")
        for code, text in special_cards(view)
        for number, part in enumerate(wrap(text, width - 6))
    ]
    inner = max(cell_len(line) for _card, line in lines) + 2
    x, bottom = (canvas.width - inner - 2) // 2, len(lines) + 1
    canvas.put(x, 0, f"┌{'─' * inner}┐", "key")
    canvas.put(x + 2, 0, _(" Special cards and the turns they bring "), "key", inner - 2)
    for y, (code, line) in enumerate(lines, 1):
        canvas.put(x, y, f"│{' ' * inner}│", "key")
        canvas.put(x + 2, y, line)
        canvas.place(x + 1, y, inner, f"choose {code}")
    canvas.put(x, bottom, f"└{'─' * inner}┘", "key")


def _is_attack(view: ShogunView, target: str) -> bool:
    return view.table.owner[indexes()[target]] != view.seat


def _odds(view: ShogunView, words: Sequence[str]) -> AttackOdds:
    """Return how an attack ends, by its start, its target and the armies."""
    return attack_odds(view.table, view.seat, indexes()[words[1]], int(words[2]))


def _about_move(view: ShogunView, words: Sequence[str]) -> str:
    """Say what is known of the target, and how an attack with so many armies would end."""
    target = indexes()[words[1]]
    known = f"{say.province_text(view.table, target, view.names)}."
    owner = view.table.owner[target]
    free = view.table.armies[indexes()[words[0]]] - 1
    if owner == view.seat:
        if len(words) < 3:
            return known
        return ngettext(
            "{count} army goes from {start} to {target}; {left} will be left in {start}.",
            "{count} armies go from {start} to {target}; {left} will be left in {start}.",
            int(words[2]),
            start=words[0],
            target=words[1],
            left=free + 1 - int(words[2]),
        )
    armies = int(words[2]) if len(words) > 2 else free
    odds = say.odds_text(attack_odds(view.table, view.seat, target, armies), neutral=owner < 0)
    if len(words) < 3:
        with_all = ngettext("{count} army: {odds}.", "{count} armies: {odds}.", armies, odds=odds)
        return f"{with_all} {known}"
    attack = ngettext(
        "{start} to {target}, {count} army: {odds}.",
        "{start} to {target}, {count} armies: {odds}.",
        armies,
        start=words[0],
        target=words[1],
        odds=odds,
    )
    return f"{attack} {known}"


def _first_winter(view: ShogunView, points: Sequence[int]) -> Iterator[ScoreRow]:
    """Yield the points of the first winter; a game that began after it has no reasons for them."""
    found = say.first_winter(view.events)
    if len(found) < len(points):
        yield ScoreRow(_("First winter"), points)
        return
    seats = range(len(points))
    yield ScoreRow(_("Provinces, year 1"), [found[seat].cubes[0] for seat in seats])
    yield ScoreRow(_("Buildings, year 1"), [found[seat].cubes[1] for seat in seats])
    most = [points[seat] - sum(found[seat].cubes[:2]) for seat in seats]
    yield ScoreRow(_("Most buildings, year 1"), most, ["; ".join(say.most_text(found[seat])) for seat in seats])


def _last_winter(lines: Sequence[Sequence[ScoreLine]]) -> Iterator[ScoreRow]:
    """Yield the points of the last winter, in the same rows."""
    yield ScoreRow(_("Provinces, year 2"), [each[0].points for each in lines])
    yield ScoreRow(_("Buildings, year 2"), [each[1].points for each in lines])
    reasons = ["; ".join(map(_most_reason, each[2:])) for each in lines]
    yield ScoreRow(_("Most buildings, year 2"), [sum(line.points for line in each[2:]) for each in lines], reasons)


def _most_reason(line: ScoreLine) -> str:
    """Return what most buildings of a kind in a region brought: "red: 3 for 2 castles"."""
    return _("{region}: {most}").format(region=say.region_name(line.region), most=say.region_score_text(line))


def _clockwise(view: ShogunView, options: Sequence[str]) -> Sequence[str]:
    """Return the targets of a move in the order in which they lie around the province, as the map numbers them."""
    if len(options) < 2 or len(options[0].split()) != 3:
        return options
    order = [name_of(code) for code in maps.neighbours(view.at)]
    return sorted(options, key=lambda option: order.index(option.split()[-1]) if option.split()[-1] in order else 99)


def _words_by_code(view: ShogunView, pointed: str, half: Half | None) -> Mapping[str, str]:
    """Return by code the beginning of the action that chooses a province."""
    return {land.code: _words_of(view, pointed, half, name_of(land.code)) for land in view.land}


def _words_of(view: ShogunView, pointed: str, half: Half | None, name: str) -> str:
    if pointed.startswith(LOOK):
        return f"{LOOK} {name}"
    if half is not None:
        space = half.asked or plans.read(pointed).asked or next((s for s in plans.SPACES if s not in half.laid), "bid")
        return plans.card_option(Half(half.laid, space, half.ready), name)
    match view.ask:
        case "fightA" | "fightB" | "raise1":
            return f"move {name_of(view.at)} {name}"
        case "revolt" | "take":
            return f"{view.ask} {name}"
    return f"{LOOK} {name}"


def _draw_list(canvas: Canvas, view: ShogunView, marks: Marks, words: Mapping[str, str]) -> int:
    """Draw the provinces in columns, one's own first; return the line below them."""
    rows = max(canvas.height - 5, 1)
    width = min(canvas.width // -(-len(view.land) // rows), 14)
    mine = sorted(view.land, key=lambda land: (land.owner != view.seat, land.owner < 0, land.owner, land.code))
    for number, land in enumerate(mine):
        x, y = number // rows * width + 1, number % rows
        region, key = maps.region_of(land.code), marks.keys.get(land.code, "")
        under = "cursor-row" if land.code == marks.cursor else ""
        canvas.put(x - 1, y, marks.near.get(land.code, ""), "key")
        canvas.put(x, y, land.code, under or ("mark" if land.code in marks.acting else ""))
        owner = LETTERS[land.owner] if land.owner >= 0 else "-"
        role = seat_role(land.owner) if land.owner >= 0 else "quiet"
        canvas.put(x + 3, y, f"{owner}{land.armies or '':>2}", under or role)
        if key:
            maps.draw_keyed(canvas, land, key, x + 6, y, width - 10, "")
        elif width < 14:
            maps.draw_keyed(canvas, land, "", x + 7, y, width - 8, "")
        else:
            canvas.put(x + 7, y, f"{land.buildings:<3}", "quiet")
            canvas.put(x + 10, y, region[0], maps.TONES[region])
            if land.markers:
                canvas.put(x + 11, y, f"!{land.markers}", "bad")
        canvas.place(x, y, width - 2, words[land.code], maps.example_of(words[land.code]))
    return canvas.height - 4


def _draw_lines(canvas: Canvas, view: ShogunView, y: int) -> None:
    """Draw the order of actions, the seats and the tower in a line each; more where there is room."""
    if canvas.height - y >= 5:
        canvas.line(y)
        y += 1
    _draw_order(canvas, view, y)
    legend = ""
    if canvas.height - y >= 4 + len(view.seats):
        y = _draw_seats(canvas, view, y + 1)
    else:
        x = 0
        for seat, each in enumerate(view.seats):
            end = canvas.put(x, y + 1, LETTERS[seat], seat_role(seat))
            room = max(canvas.width // len(view.seats) - 3, 8)
            text = _("{chests}c {rice}r {points}p {reserve}a").format(**_gaps(each))
            canvas.put(end + 1, y + 1, text if cell_len(text) <= room else text.replace(" ", ""), "", room)
            x += canvas.width // len(view.seats)
        y += 2
        legend = _("c chests, r rice, p points, a armies")
    end = _draw_tower(canvas, view, y)
    if legend and end + 3 + cell_len(legend) <= canvas.width:
        canvas.put(canvas.width - cell_len(legend) - 1, y, legend, "quieter")
    _draw_plan(canvas, view, y + 2)


def _gaps(each: Any) -> Mapping[str, int]:
    return {"chests": each.chests, "rice": each.rice, "points": each.points, "reserve": each.reserve}


def _draw_order(canvas: Canvas, view: ShogunView, y: int) -> None:
    """Draw the season, the actions in their order, those done in brackets, and the event."""
    x = canvas.put(0, y, say.time_text(view.year, view.time), "section") + 2
    texts = [f"({card})" if place < view.done else card or "?" for place, card in enumerate(view.order)]
    first = 0
    while first < view.done and x + len(" ".join(texts[first:])) > canvas.width:
        first += 1  # what is done goes first where there is no room for all
    for place, text in enumerate(texts[first:], first):
        now = view.ask in ACTIONS and place == view.done
        role = "off" if place < view.done else "mark" if now else "" if view.order[place] else "quiet"
        x = canvas.put(x, y, text, role) + 1
    if view.ask in {"take", "place"}:
        cards = " ".join(name_of(code) for code in view.open_cards)
        x = canvas.put(x, y, _("open cards: {cards}").format(cards=cards), "", canvas.width - x)
        x += 2
        groups = " ".join(map(str, view.seats[view.seat].groups))
        canvas.put(x, y, _("your groups: {groups}").format(groups=groups), "quiet", max(canvas.width - x, 0))


def _draw_seats(canvas: Canvas, view: ShogunView, y: int) -> int:
    """Draw a line for each seat, in the order of turns; return the line below them."""
    canvas.put(22, y, _("chests  rice  points  reserve  provinces"), "quiet")
    cards = {taker: card for card, taker in view.places if taker >= 0}
    for seat in view.turns or range(len(view.seats)):
        y += 1
        each = view.seats[seat]
        canvas.put(0, y, "▸" if seat in view.awaited else " ", "mark")
        canvas.put(1, y, f"{LETTERS[seat]} {view.names[seat]}", seat_role(seat), 18)
        figures = (each.chests, each.rice, each.points, each.reserve, each.provinces)
        for x, figure in zip((22, 30, 36, 44, 53), figures, strict=True):
            canvas.put(x, y, f"{figure:>4}", "strong" if x == 36 else "")
        note = cards.get(seat, "") or (_("planned") if each.is_planned and view.ask == "plan" else "")
        canvas.put(66, y, note, "good")
    return y + 1


def _draw_tower(canvas: Canvas, view: ShogunView, y: int) -> int:
    """Draw the cubes inside the tower and on its tray, and the event that holds or those that may; return the end."""
    x = canvas.put(0, y, _("tower"), "quiet")
    x = _put_cubes(canvas, x + 1, y, view.inside)
    if any(view.tray):
        x = canvas.put(x + 1, y, _("tray"), "quiet")
        x = _put_cubes(canvas, x + 1, y, view.tray)
    events = [view.event] if view.event else [*view.open_events]
    if events:
        possible = _("one of {event}") if len(events) > 1 else _("last event {event}")
        words = _("event {event}") if view.event else possible
        named = words.format(event=", ".join(events))
        fits = x + 1 + cell_len(named) < canvas.width
        x = canvas.put(x + 1, y, named if fits else _("{key:legend}: the events").format(key=KEY), "quiet")
    return x


def _put_cubes(canvas: Canvas, x: int, y: int, cubes: Sequence[int]) -> int:
    """Draw cubes by colour; on the narrowest screens without colours of which there are none."""
    for seat, count in enumerate(cubes):
        if not count and canvas.width < 80:
            continue
        farmers = seat == len(cubes) - 1
        role = "quiet" if farmers else seat_role(seat)
        x = canvas.put(x, y, f"{'f' if farmers else LETTERS[seat]}{count}", role if count else "off") + 1
    return x


def _draw_plan(canvas: Canvas, view: ShogunView, y: int, x: int = 0) -> None:
    """Draw one's own plan as it lies."""
    if view.public or canvas.height - y < 2:
        return
    plan = view.plans[view.seat]
    laid = {space: card for space, card in zip(plans.SPACES, plan, strict=True) if card.strip("?")} if plan else {}
    if not laid:
        return
    words = [
        f"{plans.space_name(space)} {name_of(card) if card in indexes() else card}" for space, card in laid.items()
    ]
    end = canvas.put(x, y, _("your plan"), "section")
    at = start = end + 1
    for word in words:
        if at + len(word) > canvas.width:
            at, y = start, y + 1
        at = canvas.put(at, y, word, "") + 2


# --- Planning ---


def _draw_planning(canvas: Canvas, view: ShogunView, half: Half, marks: Marks, words: Mapping[str, str]) -> None:
    """Draw the spaces beside the hand, with the map above them where there is room."""
    y = maps.draw_cells(canvas, view, "80", marks, words) if canvas.width >= 80 and canvas.height >= 29 else 0
    _draw_order(canvas, view, y)
    if canvas.height - y >= 14:
        y = _draw_cards_of_season(canvas, view, y + 1)
    y += 1
    column = max(canvas.width * 9 // 20, 30)
    bottom = plans.draw_spaces(canvas, view, half, 0, y, column - 2)
    room = canvas.height - y
    if half.ready:
        plans.draw_summary(canvas, view, half, column, y, canvas.width - column, room)
    else:
        plans.draw_hand(canvas, view, half, column, y, canvas.width - column, room)
    below = canvas.height - bottom
    if not half.ready or below >= 4:  # with fewer lines it needs the whole width, and the summary says it too
        plans.draw_forecast(canvas, view, half, 0, bottom + (below > 4), column - 2, below)


def _draw_cards_of_season(canvas: Canvas, view: ShogunView, y: int) -> int:
    """Draw the events that may come and the special cards by position; return the last line of them.

    They share a line where it is long enough; else the special cards have one of their own, if there is room.
    """
    width = canvas.width
    x = canvas.put(0, y, _("one of {event}").format(event=", ".join(view.open_events)), "quiet", width)
    places = _places_text(view)
    if x + 3 + cell_len(places) <= width:
        canvas.put(x + 3, y, places, "quiet")
    elif canvas.height - y >= len(plans.SPACES) + 6:
        y += 1
        canvas.put(0, y, places, "quiet", width)
    return y


def _places_text(view: ShogunView) -> str:
    """Return the special cards, each behind the place in the order of turns that it brings."""
    cards = ", ".join(f"{number} {card}" for number, (card, _seat) in enumerate(view.places, 1))
    return _("special cards: {cards}").format(cards=cards)


# --- Beside a drawn map ---


def _draw_side(canvas: Canvas, view: ShogunView, half: Half | None, x: int) -> None:
    """Draw the season, the seats and the tower beside the map; then the plan, or what the events mean."""
    width = canvas.width - x
    canvas.put(x, 0, _("order of actions") if view.order else say.time_text(view.year, view.time), "section", width)
    y = _draw_order_in_columns(canvas, view, x, 1, width)
    y = _draw_events(canvas, view, x, y, width)
    if half is not None and canvas.height - y >= len(view.seats) + len(plans.SPACES) + 13:
        for line in wrap(_places_text(view), width - 1):
            canvas.put(x + 1, y, line, "quiet")
            y += 1
    y = _draw_seats_in_short(canvas, view, x, y + 1, width)
    canvas.put(x, y, _("tower"), "quiet", 7)
    _put_cubes(canvas, x + 8, y, view.inside)
    canvas.put(x, y + 1, _("tray"), "quiet", 7)
    _put_cubes(canvas, x + 8, y + 1, view.tray)
    y += 3
    if half is None:
        _draw_plan(canvas, view, y, x)
        return
    y = plans.draw_spaces(canvas, view, half, x, y, width)
    plans.draw_forecast(canvas, view, half, x, y + 1, width, 4)


def _draw_order_in_columns(canvas: Canvas, view: ShogunView, x: int, y: int, width: int) -> int:
    """Draw the ten actions in two columns; return the line below them."""
    if not view.order:
        cards = ", ".join(map(name_of, view.open_cards))
        if cards:
            canvas.put(x, y, _("open cards: {cards}").format(cards=cards), "", width)
        return y + (2 if cards else 1)
    rows = (len(view.order) + 1) // 2
    for place, card in enumerate(view.order):
        now = view.ask in ACTIONS and place == view.done
        role = "off" if place < view.done else "mark" if now else "" if card else "quiet"
        mark = "▸" if now else " "
        text = f"({card})" if place < view.done else card or "?"
        canvas.put(x + place // rows * (width // 2), y + place % rows, f"{mark}{place + 1:>2} {text}", role)
    return y + rows


def _draw_events(canvas: Canvas, view: ShogunView, x: int, y: int, width: int) -> int:
    """Draw the event that holds and those that may come; return the line below."""
    for code in [*([view.event] if view.event else []), *view.open_events]:
        mark, role = ("▸", "mark") if code == view.event else (" ", "quiet")
        text = say.event_text(event_indexes()[code])
        for line in wrap(text, width - 2)[:3]:
            canvas.put(x, y, f"{mark}{line}", role, width)
            y, mark = y + 1, " "
    return y


SHORT = (11, 14, 18, 22, 25)
"""The columns of the figures of a seat."""


def _put_heads(canvas: Canvas, x: int, y: int) -> None:
    """Write what the figures of seats are, every other one in the line above, where that is longer than they are."""
    heads = (_("chests"), _("rice"), _("points"), _("reserve"), _("provinces"))
    for first in (0, 1):
        end = x
        for column, head in list(zip(SHORT, heads, strict=True))[first::2]:
            start = max(x + column + 3 - cell_len(head), end)
            end = canvas.put(start, y - 1 + first, head, "quiet", canvas.width - start) + 1


def _draw_seats_in_short(canvas: Canvas, view: ShogunView, x: int, y: int, width: int) -> int:
    """Draw a line for each seat in the order of turns, with its special card; return the line behind a gap."""
    _put_heads(canvas, x, y)
    cards = {taker: card for card, taker in view.places if taker >= 0}
    for seat in view.turns or range(len(view.seats)):
        y += 1
        each = view.seats[seat]
        canvas.put(x, y, "▸" if seat in view.awaited else " ", "mark")
        canvas.put(x + 1, y, f"{LETTERS[seat]} {view.names[seat]}", seat_role(seat), 9)
        figures = (each.chests, each.rice, each.points, each.reserve, each.provinces)
        for column, figure in zip(SHORT, figures, strict=True):
            canvas.put(x + column, y, f"{figure:>3}", "strong" if column == SHORT[2] else "")
        note = cards.get(seat, "") or (_("planned") if each.is_planned and view.ask == "plan" else "")
        canvas.put(x + 29, y, note, "good", max(width - 29, 0))
    return y + 2
