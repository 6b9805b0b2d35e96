"""Season plan of Shogun: choices, and spaces next to the hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from naishi.common.i18n import _, ngettext
from naishi.games.shogun import words as say
from naishi.games.shogun.actions import CHEST_CARDS, parse
from naishi.games.shogun.data import ACTIONS, board, indexes
from naishi.games.shogun.legal import MUST_LAY
from naishi.games.shogun.odds import Forecast, forecast
from naishi.games.shogun.view import Land, ShogunView
from naishi.settings.keymap import KEY, shown
from naishi_tui.drawing.cells import right, wrap
from naishi_tui.table.widgets import Canvas

SPACES = (*ACTIONS, "bid")

SHORT = ("cas", "tem", "the", "ric", "tax", "r5", "r3", "r1", "fA", "fB", "bid")
"""The spaces where there is little room."""

READY, YES = "ready", "yes"
"""What ends a plan in the picker, and what says so again after a second look; no part of its text."""


class Half(NamedTuple):
    """A plan as far as it is laid."""

    laid: Mapping[str, str]
    """By space, its card."""
    asked: str = ""
    """The space for which a card is chosen."""
    ready: bool = False
    """Whether it is shown once more before it counts."""

    @property
    def text(self) -> str:
        """The text of the plan without what isn't laid yet."""
        return " ".join(["plan", *(f"{space}:{card}" for space, card in self.laid.items())])

    def without(self, *spaces: str, card: str = "") -> "Half":
        """Return the plan without some spaces, and without a card wherever it lies."""
        kept = {space: each for space, each in self.laid.items() if space not in spaces and each != card}
        return Half(kept)


def read(words: str) -> Half:
    """Return the plan that the words of the picker have laid so far."""
    parts = words.split()[1:]
    ready = READY in parts
    asked = parts[-1] if parts and not ready and parts[-1] in SPACES else ""
    return Half(dict(part.split(":", 1) for part in parts if ":" in part), asked, ready)


def is_planning(view: ShogunView) -> bool:
    """Return whether the viewer lays a plan now, and doesn't only look at a moment when it did."""
    return view.ask == "plan" and not view.public and view.seat in view.awaited and view.choices > 0


def hand(view: ShogunView) -> list[Land]:
    """Return the viewer's provinces by name."""
    return sorted((land for land in view.land if land.owner == view.seat), key=lambda land: name_of(land.code))


def name_of(code: str) -> str:
    return board().provinces[indexes()[code]].name if code else ""


def choices(view: ShogunView, path: str) -> Sequence[str]:
    """Return what a plan can become: a space chosen, a card laid or moved there, all laid as last time, or ready."""
    if not path:
        return ("plan",)
    if path.endswith(f" {YES}"):
        return ()
    half = read(path)
    if half.ready:
        return (f"{path} {YES}",)
    if half.asked:
        return tuple(_cards(view, half))
    return tuple(_spaces(view, half))


def _spaces(view: ShogunView, half: Half) -> Iterator[str]:
    cards = bool(hand(view))
    for space in SPACES:
        if cards or space == "bid":
            yield option_of(half, space)
    if not half.laid and (last := last_plan(view)):
        yield last
    if view.refusal(parse(half.text)) is None:
        yield f"{half.text} {READY}"


def _cards(view: ShogunView, half: Half) -> Iterator[str]:
    if half.asked == "bid":
        yield from (card_option(half, str(number)) for number in bids(view))
    for land in hand(view):
        yield card_option(half, name_of(land.code))
    yield half.without(half.asked).text


def bids(view: ShogunView) -> list[int]:
    """Return what the viewer can bid, in chests, in the order of the keys."""
    return [number for number in CHEST_CARDS if number <= view.seats[view.seat].chests]


def option_of(half: Half, space: str) -> str:
    """Return the words that choose a space; a card that lies there stays until another is laid."""
    return f"{half.text} {space}"


def card_option(half: Half, card: str) -> str:
    """Return the words that lay a card on the space in question, wherever it lay before."""
    kept = half.without(half.asked, card="" if card.isdecimal() else card)
    return f"{kept.text} {half.asked}:{card}"


def last_plan(view: ShogunView) -> str:
    """Return the viewer's last plan as far as it fits now; empty where it hasn't made one, or nothing of it fits."""
    made = (event.action for event in reversed(view.events) if event.seat == view.seat and event.action)
    text = next((action for action in made if action.startswith("plan ")), "")
    own = {name_of(land.code) for land in hand(view)}
    chests = view.seats[view.seat].chests
    fitting = {
        space: card
        for space, card in read(text).laid.items()
        if card in own or (card.isdecimal() and int(card) <= chests)
    }
    return Half(fitting).text if fitting else ""


def with_last(view: ShogunView, half: Half) -> str:
    """Return a plan with what last season's lays where nothing lies yet; empty where that adds nothing."""
    free = {
        space: card
        for space, card in read(last_plan(view)).laid.items()
        if space not in half.laid and (card.isdecimal() or card not in half.laid.values())
    }
    return Half({**half.laid, **free}).text if free else ""


def next_option(view: ShogunView, options: Sequence[str], half: Half) -> int:
    """Return the place of the option to go on with: the card that lies there, or what is free, else the last."""
    laid = half.laid.values()
    if there := half.laid.get(half.asked):
        return options.index(card_option(half, there)) if card_option(half, there) in options else 0
    if half.asked:
        return next((at for at, each in enumerate(options) if each.rpartition(":")[2] not in laid), len(options) - 1)
    cards = any(name_of(land.code) not in laid for land in hand(view))
    spaces = [each.split()[-1] for each in options]
    free = (at for at, space in enumerate(spaces) if space in SPACES and space not in half.laid)
    return next((at for at in free if cards or spaces[at] == "bid"), max(len(options) - 1, 0))


def action_of(option: str) -> str:
    """Return the text of the plan that a complete choice stands for."""
    return option.removesuffix(f" {YES}").removesuffix(f" {READY}")


def label(option: str, path: str) -> str:
    """Return what an option is, in short."""
    words, half = option.split(), read(option)
    last = words[-1] if words else ""
    if last == YES:
        return _("Yes, this is my plan")
    if last == READY:
        return _("READY")
    if last == "plan" or (read(path).asked and half == read(path).without(read(path).asked)):
        return _("plan") if not path else _("leave it empty")
    if last in SPACES:
        return space_name(last)
    if not read(path).asked:
        return _("as last season")
    return last.partition(":")[2]


def space_name(space: str) -> str:
    return _("bid") if space == "bid" else space


def expected(view: ShogunView, half: Half) -> Forecast:
    """Return what a plan brings as far as it is laid."""
    return forecast(view.table, view.seat, parse(half.text).plan)


def about(view: ShogunView, option: str, path: str) -> str:
    """Say what a space does, what a card is worth there, or what else an option does to the plan.

    What the plan brings stands on the board.
    """
    half, before, last = read(option), read(path), option.rsplit(maxsplit=1)[-1]
    space, _colon, card = last.partition(":")
    if last == YES:
        return ""
    if half.ready:
        return _("{key:choose}: a last look before your plan counts.").format(key=KEY)
    if half.asked:
        return " ".join((*_skips(view, half, half.asked), _what(half.asked)))
    if before.asked and half == before.without(before.asked):
        return _("{key:choose}: leave {space} empty.").format(key=KEY, space=space_name(before.asked))
    if not before.asked:
        return _("{key:choose}: lay last season's plan again, as far as it fits.").format(key=KEY)
    if space == "bid":
        return bid_rule()
    known = say.province_text(view.table, indexes()[card], view.names)
    return " ".join((*_skips(view, half, space), f"{known}."))


def _what(space: str) -> str:
    return bid_rule() if space == "bid" else say.action_text(SPACES.index(space))


def _skips(view: ShogunView, half: Half, space: str) -> list[str]:
    """Say why the action of a space will be skipped, or where it makes farmers revolt; nothing where neither is so."""
    seen, card = expected(view, half), half.laid.get(space, "")
    skips = [say.skip_text(each) for each in seen.skips if ACTIONS[each.action] == space]
    return skips + [say.revolt_text(each) for each in seen.revolts if board().provinces[each.province].name == card]


def bid_rule() -> str:
    """Say what a bid is good for, in a line of the smallest screen."""
    return _("Who bids most picks a special card first: 4–1, province, 0.")


def after(path: str, option: str, before: str = "") -> str:
    """Say what lies where since the last step, which space it left, and where the cursor went."""
    half, next_space = read(path), option.rsplit(maxsplit=1)[-1] if option else ""
    space, lies = next(reversed([*half.laid.items()]), ("", ""))
    if not space or half.asked:
        return ""
    left = next((each for each, card in read(before).laid.items() if card == lies and each not in half.laid), "")
    if left and not lies.isdecimal():
        lies = _("{card} (leaves {space})").format(card=lies, space=space_name(left))
    what = {"space": space_name(space), "card": lies}
    if next_space in SPACES:
        return _("{space}: {card}. Next: {next} ▸").format(**what, next=space_name(next_space))
    return _("{space}: {card}. The plan is complete ▸").format(**what)


# --- Spaces beside the hand ---


def key_of(space: str) -> str:
    return shown("plan.bid") if space == "bid" else str((SPACES.index(space) + 1) % 10)


def draw_spaces(canvas: Canvas, view: ShogunView, half: Half, x: int, y: int, width: int) -> int:
    """Draw the spaces with their cards, and why an action will be skipped; return the line below them."""
    skips = {ACTIONS[each.action]: say.reason_text(each) for each in expected(view, half).skips}
    chests = view.seats[view.seat].chests
    for line, space in enumerate(SPACES, y):
        canvas.put(x, line, "▸" if space == half.asked else key_of(space), "key", 1)
        card, cost = half.laid.get(space, ""), board().costs[line - y] if space != "bid" else 0
        canvas.put(x + 2, line, space_name(space), "quiet" if card else "strong", 8)
        canvas.put(x + 10, line, f"{-cost:+}" if cost else "", "quiet")
        role = "bad" if space in skips else "good" if card else "off"
        end = canvas.put(x + 13, line, card or "·", role, width - 13)
        room = max(x + width - end - 1, 0)
        if space in skips:
            why = skips[space] if cell_len(skips[space]) <= room else _("skipped")
            canvas.put(end + 1, line, why, "bad", room)
        elif space == "bid" and card.isdecimal():
            canvas.put(end + 1, line, _("of {chests}").format(chests=chests), "quiet", room)
        canvas.place(x, line, width, option_of(half, space))
    return y + len(SPACES)


COLUMN = 46
"""The cells of a card in a hand that lies in several columns."""


def draw_hand(canvas: Canvas, view: ShogunView, half: Half, x: int, y: int, width: int, height: int) -> None:
    """Draw the province cards of the viewer, scrolled to the one under the cursor, with the space each lies on.

    Where the room is wide, they lie in columns.
    """
    if half.asked == "bid":
        _draw_bids(canvas, view, half, x, y, width)
        y, height = y + 1, height - 1
    cards, rows = hand(view), height - 1
    columns = max(width // COLUMN, 1)
    pointed = read(canvas.pointed).laid.get(half.asked, "")
    at = next((place for place, land in enumerate(cards) if name_of(land.code) == pointed), 0)
    room = rows * columns
    first = max(min(at - room // 2, len(cards) - room), 0)
    keys = "" if half.asked == "bid" else CARD_KEYS
    for column in range(columns):
        left, start = x + column * COLUMN, first + column * rows
        if start >= len(cards) and column:
            break
        wide = width if columns == 1 else COLUMN - 2
        _draw_heads(canvas, left, y, wide)
        for line, land in enumerate(cards[start : start + rows]):
            key = keys[start + line : start + line + 1] or "·"
            _draw_card(canvas, half, land, key, left, y + 1 + line, wide)
    if first + room < len(cards):
        canvas.put(x + width - 1, y + height - 1, "↓", "key")
    if first:
        canvas.put(x + width - 1, y + 1, "↑", "key")


CARD_KEYS = "1234567890"
"""The digits that lay the cards of a hand in their order; on the bid, a digit is chests, never a card."""


def _draw_bids(canvas: Canvas, view: ShogunView, half: Half, x: int, y: int, width: int) -> None:
    """Draw the chests that can be bid, each with its digit."""
    end = canvas.put(x, y, _("chests"), "quiet", width)
    for number in bids(view):
        canvas.place(end + 1, y, 3, card_option(half, str(number)))
        end = canvas.put(end + 1, y, f" {number}", "key")
    others = _("or a card")
    if end + 2 + cell_len(others) <= x + width:
        canvas.put(end + 2, y, others, "quiet")


def _columns(x: int, width: int) -> tuple[int, int, list[int]]:
    """Return how wide a name and a figure are, and where the figures and the markers begin."""
    step = 5 if width >= 42 else 4 if width >= 38 else 3
    name = max(min(width - 4 * step - 12, 11), 6)
    return name, step, [x + 2 + name + step * place for place in range(5)]


def _draw_heads(canvas: Canvas, x: int, y: int, width: int) -> None:
    name, step, columns = _columns(x, width)
    canvas.put(x + 2, y, _("card"), "quiet", name)
    for column, head in zip(columns, (_("rice"), _("tax"), _("free"), _("army")), strict=False):
        canvas.put(column, y, right(head[: step - 1], step), "quiet")


def _draw_card(canvas: Canvas, half: Half, land: Land, key: str, x: int, y: int, width: int) -> None:
    """Draw what a card is worth, what stands there, and where it lies."""
    printed = board().provinces[indexes()[land.code]]
    name, step, columns = _columns(x, width)
    space = next((space for space, card in half.laid.items() if card == printed.name), "")
    role = "quiet" if space else ""
    if half.asked:
        canvas.put(x, y, key, "key")
        canvas.place(x, y, width, card_option(half, printed.name))
    canvas.put(x + 2, y, printed.name, role or "strong", name)
    free = printed.slots - len(land.buildings)
    for column, figure in zip(columns, (printed.rice, printed.tax, free, land.armies), strict=False):
        canvas.put(column, y, right(str(figure), step), role)
    if land.markers:
        canvas.put(columns[4] + 1, y, f"!{land.markers}", "bad")
    canvas.put(columns[4] + 4, y, space_name(space) if space else "", "good", max(x + width - columns[4] - 4, 0))


def missing(view: ShogunView, half: Half) -> str:
    """Say what a plan still lacks; empty where it can be given."""
    held = view.seats[view.seat].provinces
    cards = sum(not card.isdecimal() for card in half.laid.values())
    more, bid = max(min(MUST_LAY, held) - cards, 0), "bid" not in half.laid and held >= MUST_LAY
    if more and bid:
        return ngettext(
            "missing: {count} card and the bid", "missing: {count} cards and the bid", more
        )  # fmt: skip
    if more:
        return ngettext("missing: {count} card", "missing: {count} cards", more)
    return _("missing: the bid") if bid else ""


def draw_forecast(canvas: Canvas, view: ShogunView, half: Half, x: int, y: int, width: int, height: int) -> None:
    """Draw what the plan lacks, and what it brings if all goes well: in a line each, or side by side for lack of them.

    What winter takes and needs is left out first.
    """
    seen, me = expected(view, half), view.seats[view.seat]
    best, worst = seen.missing()
    low, high = seen.winter
    lacks = missing(view, half)
    rows = [
        (lacks or _("complete; {key:plan.ready}: last look").format(key=KEY), "mark" if lacks else "good"),
        (_("chests {now}→{then}  rice {rice}→{fed}").format(
            now=me.chests, then=seen.chests, rice=me.rice, fed=seen.rice), ""),
        (_("winter: {low}–{high} rice lost, {provinces} to feed").format(
            provinces=seen.provinces, low=low, high=high), ""),
        (short_of_rice(best, worst), "bad" if worst else "good"),
    ]  # fmt: skip
    if height < len(rows):
        del rows[2]
    if height < len(rows):
        at, bottom = x, y + height
        gap = 2 if sum(cell_len(text) for text, _role in rows) + 4 <= canvas.width - x else 1
        for text, role in rows:
            if at + cell_len(text) > canvas.width and y + 1 < bottom:
                at, y = x, y + 1
            at = canvas.put(at, y, text, role, max(canvas.width - at, 0)) + gap
        return
    for line, (text, role) in enumerate(rows):
        canvas.put(x, y + line, text, role, width)


def short_of_rice(best: int, worst: int) -> str:
    """Say how much rice will be short in winter, and how many revolts that means."""
    fewest, most = say.revolts(best), say.revolts(worst)
    if not worst:
        return _("enough rice for winter")
    rice = f"{best}" if best == worst else f"{best}–{worst}"
    if fewest == most:
        return ngettext("{rice} rice short: {count} revolt", "{rice} rice short: {count} revolts", most, rice=rice)
    return _("{rice} rice short: {fewest}–{most} revolts").format(rice=rice, fewest=fewest, most=most)


def draw_summary(canvas: Canvas, view: ShogunView, half: Half, x: int, y: int, width: int, height: int) -> None:
    """Draw what the plan will bring, in words, for a second look.

    Where there is little room, some of what goes wrong is only counted: the forecast and the keys always stand.
    """
    seen = expected(view, half)
    keys = wrap(_("{key:choose}: it counts. {key:back}: change it.").format(key=KEY), width)
    brings = [*wrap(say.forecast_text(seen), width)]
    room = max(height - len(keys), 0)
    if len(brings) > room:
        brings = [*brings[: room - 1], "…"] if room else []
    room -= len(brings)
    title = [*wrap(_("A last look at your plan"), width)]
    title = title if len(title) < room else []
    wrong = _wrong(seen, width, room - len(title))
    lines = [(part, "section") for part in title] + wrong
    lines += [(part, "") for part in brings] + [(part, "key") for part in keys]
    for line, (text, role) in enumerate(lines[:height], y):
        canvas.put(x, line, text, role, width)


def _wrong(seen: Forecast, width: int, height: int) -> list[tuple[str, str]]:
    """Return lines with what goes wrong in a plan, whole sentences only; the last counts what there is no room for."""
    revolts, skips = [*map(say.revolt_text, seen.revolts)], [*map(say.skip_text, seen.skips)]
    sentences = [wrap(text, width) for text in (*revolts, *skips)]
    role = "bad"
    if not skips:
        sentences.append(wrap(_("Nothing will be skipped as things stand."), width))
        role = "bad" if revolts else "good"
    if sum(map(len, sentences)) <= height:
        return [(part, role) for each in sentences for part in each]
    for shown_whole in range(len(sentences) - 1, -1, -1):
        left = len(sentences) - shown_whole
        rest: Sequence[str] = ("…",)
        if skips and left <= len(skips):
            more = ngettext("and {count} more is skipped", "and {count} more are skipped", left)
            rest = wrap(more, width)
        lines = [*(part for each in sentences[:shown_whole] for part in each), *rest]
        if len(lines) <= height:
            return [(part, role) for part in lines]
    return [("…", role)] if height > 0 else []
