"""Board of Ninjato with pictures, from 104×27."""

from collections import Counter
from itertools import pairwise

from rich.cells import cell_len

from naishi.common.i18n import _, pgettext
from naishi.games.ninjato import names as of
from naishi.games.ninjato.components import components
from naishi.games.ninjato.legal import guard_value
from naishi.games.ninjato.position import House
from naishi.games.ninjato.scoring import honour_of, next_scoring, ranking
from naishi_tui.drawing.cells import wrap
from naishi_tui.drawing.chart import big
from naishi_tui.games.ninjato import parts, pictures
from naishi_tui.games.ninjato.panels import draw_panel
from naishi_tui.games.ninjato.rows import ROOMY, draw_open_cards, put_modes, put_orders, put_player
from naishi_tui.table.widgets import LETTERS, seat_role

WIDTH, HEIGHT = 104, 25
"""The least room: with two players."""
TALL = 36
"""So many lines, and one a player, have room for larger pictures and cards."""
PICTURE = 34
"""The columns of a picture next to a panel."""
LARGE = 29
"""The columns of a house with larger pictures."""


def has_room(scene: parts.Scene) -> bool:
    """Return whether the board has room for pictures."""
    return scene.canvas.width >= WIDTH and scene.canvas.height >= HEIGHT + scene.table.n


def draw_wide(scene: parts.Scene) -> None:
    """Draw the houses, what lies between them and the players, all players, and one's own hand as cards."""
    canvas, table = scene.canvas, scene.table
    large = canvas.height >= TALL + table.n
    rows, hand = (2, 6) if large else (1, 4)
    edges = tuple(round(canvas.width * place / 5) for place in range(6))
    lines = _House(edges[1] - 1, large=large)
    court = canvas.height - (lines.height + 2 + rows * (table.n - 1) + hand)
    for at, house in enumerate(table.houses):
        _draw_house(scene, at, house, edges[at], edges[at + 1] - edges[at] - 1, lines)
    for x in edges[1:5]:
        for y in range(lines.height):
            canvas.put(x - 1, y, "│", "quieter")
    canvas.line(lines.height, joints=tuple(x - 1 for x in edges[1:5]), sign="┴")
    y = lines.height + 1
    joints: tuple[int, ...] = ()
    if not draw_panel(scene, 1, y, canvas.width - 2 - _draw_picture(scene, y, court), court):
        joints = _draw_court(scene, y, court)
        for x in joints:
            canvas.put(x, y - 1, "┼" if x + 1 in edges else "┬", "quieter")
    bottom = y + court
    canvas.line(bottom, joints=joints, sign="┴")
    y = bottom + 1
    *others, viewer = scene.seats
    for seat in others:
        _draw_player(scene, seat, y, rows)
        y += rows
    _draw_player(scene, viewer, y, 1)
    _draw_hand(scene, y + 1, large=large)
    if scene.marked:
        legend = _("{mark} changed since your last turn").format(mark=parts.CHANGED)
        canvas.put(canvas.width - cell_len(legend) - 4, bottom, f" {legend} ", "quiet")


class _House:
    """The lines of a house."""

    def __init__(self, width: int, *, large: bool) -> None:
        self.large = large and width >= LARGE
        """Whether the pictures are."""
        self.roof = 3 if large else 2
        self.body = 1 + self.roof
        self.treasures = self.body + (6 if self.large else 4)
        self.last = self.treasures + 4
        self.height = self.last + 1


def _draw_house(scene: parts.Scene, at: int, house: House, x: int, width: int, lines: _House) -> None:
    """Draw a house: its clan and crest, the sentry, the treasures, and how it can be raided."""
    canvas, number, large = scene.canvas, at + 1, lines.large
    tone, words = parts.TONES[house.clan[0]], f"raid {number}"
    canvas.put(x + 1, 0, f"{number}", "key")
    scene.mark(x + 2, 0, f"house {number}")
    canvas.put(x + 3, 0, of.clan(house.clan), tone, width - 7)
    canvas.put(x + width - 3, 0, house.clan[1:], "strong")
    pictures.put(canvas, x + 1, 1, pictures.roof(width - 2, lines.roof), tone)
    for y in range(lines.body, lines.treasures):
        canvas.put(x + 1, y, "▌", tone)
        canvas.put(x + width - 2, y, "▐", tone)
    pictures.put(canvas, x + 3, lines.body, pictures.crest(house.clan[0], large=large), tone)
    door = x + (16 if large else 12)
    if house.sentry is None:
        pictures.put(canvas, door, lines.body + large, pictures.shutters(), "quieter")
    else:
        pictures.put(canvas, door, lines.body, pictures.guard(large=large), "guard")
        end = canvas.put(x + width - 4, lines.body + 1, house.sentry.rstrip("!"), "strong")
        if house.sentry.endswith("!"):
            canvas.put(end, lines.body + 1, "!", "bad")
    _draw_treasures(scene, house, x + 1, lines.treasures, width - 1)
    raid, came = scene.table.raid, scene.raiders.get(number, [])
    if raid is not None and raid.house == at:
        canvas.put(x + 1, lines.last, _("raided now"), "mark", width - 1)
    elif house.sentry is None:
        canvas.put(x + 1, lines.last, _("- closed -"), "off", width - 1)
    elif raid is None:
        put_modes(scene, number, x + 1, lines.last, width - 2)
    start = x + width - 1
    for seat, count in reversed(Counter(came).items()):
        text = f"{LETTERS[seat]}{count if count > 1 else ''}"
        start -= len(text)
        canvas.put(start, lines.last, text, seat_role(seat))
    for y in range(lines.last):
        canvas.place(x, y, width, words, f"{words} strength")


def _draw_treasures(scene: parts.Scene, house: House, x: int, y: int, width: int) -> None:
    """Draw the treasures of a house by kind, with their number; red ones in a line of their own."""
    canvas = scene.canvas
    neutral = Counter(each for each in house.loot if not each.endswith("*"))
    red = [each[0] for each in house.loot if each.endswith("*")]
    at = x
    for kind, count in neutral.items():
        if at + 3 > x + width:
            break
        role = "mark" if kind == "g" else ""
        pictures.put(canvas, at, y, pictures.treasure(kind), role)
        canvas.put(at, y + 2, f"{kind}×{count}" if count > 1 else f" {kind}", role or "quiet")
        at += 4
    if red:
        at = canvas.put(x, y + 3, _("red "), "bad")
        names = " ".join(map(of.treasure, red))
        room = width - (at - x)
        canvas.put(at, y + 3, names if cell_len(names) <= room else parts.letters(tuple(red)), "bad", room)


def _draw_picture(scene: parts.Scene, y: int, height: int) -> int:
    """Draw the guard that is faced, or the crest of the clan that is scored; return how many columns that takes."""
    table, canvas = scene.table, scene.canvas
    x = canvas.width - PICTURE + 4
    if scene.page is not None:
        return 0
    if table.raid is not None and table.raid.card is not None:
        elite = table.raid.source == "elite"
        role = "bad" if elite else "guard"
        pictures.put(canvas, x, y + 1, pictures.guard(elite=elite, large=True), role)
        values = [guard_value(part, table.raid.mode) for part in table.raid.left]
        pictures.put(canvas, x + 12, y + 2, big(values[0]), "strong")
        left, room = ", ".join(map(str, values)), PICTURE - 17
        canvas.put(x + 12, y + 5, parts.fitting(room, _("to beat: {left}").format(left=left), left), "quiet", room)
        return PICTURE
    if table.scoring is not None:
        place, clan, *_tile = table.scoring.queue[0]
        if place:
            pictures.put(canvas, x, y + 1, pictures.crest(str(clan), large=True), parts.TONES[str(clan)])
            return PICTURE
    return 0


def _draw_court(scene: parts.Scene, y: int, height: int) -> tuple[int, ...]:
    """Draw palace, pavilion, dojo and sensei next to each other; return the columns of the lines between them."""
    canvas, table = scene.canvas, scene.table
    width, tall = canvas.width, height >= 1 + 2 * 4 + 4
    edges = (0, round(width * 0.27), round(width * 0.53), round(width * 0.74), width)
    for x in edges[1:4]:
        for line in range(height):
            canvas.put(x - 1, y + line, "│", "quieter")
    palace, pavilion, dojo, sensei = ((start, stop - start - 1) for start, stop in pairwise(edges))
    _draw_palace(scene, y, *palace, tall=tall)
    _draw_pavilion(scene, y, *pavilion, tall=tall)
    _draw_dojo(scene, y, *dojo, spare=height - 7)
    x, width = sensei
    end = canvas.put(x + 1, y, _("SENSEI"), "section")
    scene.mark(end + 1, y, "sensei")
    tiles = len(table.sensei)
    lines = 2 if 2 * tiles < height else 1
    step = lines + (tiles * (lines + 1) < height)
    for place, tile in enumerate(table.sensei):
        _draw_tile(scene, tile, x, y + 1 + step * place, width, lines)
    if not table.sensei:
        canvas.put(x + 1, y + 1, _("nothing is left to learn"), "off", width - 1)
    return tuple(x - 1 for x in edges[1:4])


def _draw_palace(scene: parts.Scene, y: int, x: int, width: int, *, tall: bool) -> None:
    """Draw the open envoys, and who has influence in each clan."""
    canvas, table = scene.canvas, scene.table
    line = draw_open_cards(scene, "palace", x, y, width - 1, tall=tall)
    after = next_scoring(table)
    if after is None:
        return
    if tall:
        canvas.put(x + 1, line, _("scoring after round {round}").format(round=after), "quiet", width - 2)
        line += 1
    for place, clan in enumerate(components().scoring[after]):
        start = canvas.put(x + 1, line + place, clan, parts.TONES[clan])
        honour = honour_of(table, clan)
        room = width - 3 - max(cell_len(_("nobody")), 3 * len(ranking(table, clan)))
        start = canvas.put(start + 1, line + place, parts.fitting(room - 2, of.honour(honour), str(honour)), "strong")
        parts.put_influence(scene, start + 2, line + place, clan, width - (start - x) - 2)


def _draw_pavilion(scene: parts.Scene, y: int, x: int, width: int, *, tall: bool) -> None:
    """Draw the open rumours, and those of the viewer."""
    line = draw_open_cards(scene, "pavilion", x, y, width - 1, tall=tall)
    if scene.me is not None and (own := parts.rumours_in_words(scene.me)):
        for place, text in enumerate(wrap(_("yours: {rumours}").format(rumours=own), width - 2)[:3]):
            scene.canvas.put(x + 1, line + place, text, "quiet", width - 2)


def _draw_dojo(scene: parts.Scene, y: int, x: int, width: int, *, spare: int) -> None:
    """Draw the open cards, the deck, and the order of turns."""
    canvas, table = scene.canvas, scene.table
    end = canvas.put(x + 1, y, _("DOJO"), "section")
    canvas.place(x, y, end - x, "dojo")
    scene.mark(end, y, "dojo")
    canvas.put(end + 2, y, _("deck {count}").format(count=len(table.decks["dojo"])), "quiet", width - (end - x) - 3)
    canvas.place(end + 2, y, width - (end - x) - 3, "draw deck")
    at = x + 1
    for value in sorted(table.open):
        pictures.put(canvas, at, y + 1, pictures.card(value), "strong")
        for line in range(3):
            canvas.place(at, y + 1 + line, 5, f"draw {value}")
        at += 6
    line = y + 4
    put_orders(scene, x + 1, line, width - 1, stacked=True)
    if spare > 0 and scene.me is not None:
        draws = {0: 4, 1: 3}.get(len(scene.me.hand), 2)
        canvas.put(x + 1, line + 2, _("you would take {count}").format(count=draws), "quiet", width - 1)
    if spare > 1:
        spent = len(table.discards["dojo"])
        canvas.put(x + 1, line + 3, _("discarded {count}").format(count=spent), "quiet", width - 1)


def _draw_tile(scene: parts.Scene, tile: str, x: int, y: int, width: int, lines: int) -> None:
    """Draw a skill: its name, style and card, and what it does."""
    canvas, box = scene.canvas, components()
    scene.mark(x, y, f"card {tile}")
    cost = f"{of.style(box.styles[tile])} {box.lessons[tile]}"
    canvas.put(x + 1, y, of.skill(tile), "", width - cell_len(cost) - 3)
    canvas.put(x + width - cell_len(cost), y, cost, "strong")
    if lines > 1:
        canvas.put(x + 3, y + 1, of.effect_in_short(tile), "quiet", width - 3)
    for line in range(y, y + lines):
        canvas.place(x, line, width, f"learn {tile}", parts.lesson(scene.table, scene.view.seat, tile))


def _draw_player(scene: parts.Scene, seat: int, y: int, lines: int) -> None:
    """Draw what everybody knows of a player; in a second line, all envoys and tiles."""
    canvas, player = scene.canvas, scene.table.players[seat]
    x = put_player(scene, seat, y, ROOMY, 36 if lines == 1 else canvas.width)
    start = 1 if lines > 1 else x + 2
    scene.mark(start if lines > 1 else start - 1, y + lines - 1, f"tiles {seat}")
    room = canvas.width - (start + 2)
    tiles = parts.tiles_in_full(player)
    if lines > 1:
        known = [tiles, parts.envoys_in_short(player)]
        tiles = "   ".join(filter(None, known))
        canvas.put(3, y + 1, tiles, "quiet", room)
    else:
        canvas.put(start, y, parts.tiles_text(player, room) if tiles else "", "", room)


def _draw_hand(scene: parts.Scene, y: int, *, large: bool) -> None:
    """Draw the viewer's hand as cards, and next to it what else is theirs."""
    canvas, player = scene.canvas, scene.me
    if player is None:
        return
    x, verb = 1, "drop" if scene.table.stage == "drop" else "play"
    wide = 10 if large else 6
    for value in sorted(player.hand):
        pictures.put(canvas, x, y, pictures.card(value, large=large), "strong")
        if large:
            pictures.put(canvas, x + 3, y + 1, big(int(value)), "strong")
        for line in range(5 if large else 3):
            canvas.place(x, y + line, wide - 1, f"{verb} {value}")
        x += wide
    texts = [
        _("envoys: {things}").format(things=parts.envoys_in_short(player)) if player.envoys else "",
        _("beaten elite guards: {things}").format(things=" ".join(player.elite)) if player.elite else "",
    ]
    for line, text in enumerate(filter(None, texts), y):
        canvas.put(x + 2, line, text, "quiet", canvas.width - x - 3)
    if not player.hand:
        canvas.put(1, y + 1, pgettext("cards", "no card in hand"), "off")
