"""Board of Ninjato in text, around 80×24."""

from rich.cells import cell_len

from naishi.common.i18n import _, pgettext
from naishi.games.ninjato import names as of
from naishi.games.ninjato.components import components
from naishi.games.ninjato.legal import guard_value
from naishi.games.ninjato.position import House, Tableau
from naishi_tui.games.ninjato import parts
from naishi_tui.games.ninjato.panels import draw_panel, page_height
from naishi_tui.games.ninjato.rows import NARROW, draw_open_cards, put_gain, put_modes, put_orders, put_player
from naishi_tui.table.boards import write_page
from naishi_tui.table.widgets import LETTERS, seat_role

COMPACT_LOOT = 22
"""The columns of the treasures of a house in a list."""
HOUSE, COURT = 5, 7
"""The lines of the houses, and of what lies between them and the players, at least."""


def draw_standard(scene: parts.Scene) -> None:
    """Draw all places, from the houses at the top to one's own hand at the bottom."""
    canvas, table = scene.canvas, scene.table
    width, players = canvas.width, table.n
    spare = canvas.height - (HOUSE + COURT + 3 + players)
    own = 1 + (spare > 0)
    court = COURT + min(max(spare - 1, 0), 3)
    tall = HOUSE + min(max(spare - 4, 0), 2)
    edges = tuple(round(width * place / 5) for place in range(6))
    for at, house in enumerate(table.houses):
        _draw_house(scene, at, house, edges[at], edges[at + 1] - edges[at] - 1, tall)
    for x in edges[1:5]:
        for y in range(tall):
            canvas.put(x - 1, y, "│", "quieter")
    canvas.line(tall, joints=tuple(x - 1 for x in edges[1:5]), sign="┴")
    y = tall + 1
    if page_height(scene, width) > court:
        draw_panel(scene, 0, y, width, canvas.height - y)
        return
    if not draw_panel(scene, 0, y, width, court):
        _draw_court(scene, y, court)
    bottom = y + court
    canvas.line(bottom)
    if scene.page is None and table.raid is None and table.scoring is None:
        canvas.put(width // 2 - 1, bottom, "┴", "quieter")
    parts.put_outlook(scene, bottom)
    for place, seat in enumerate(scene.seats):
        _draw_player(scene, seat, bottom + 1 + place)
    _draw_own(scene, bottom + 1 + players, own)


def _draw_house(scene: parts.Scene, at: int, house: House, x: int, width: int, height: int) -> None:
    """Draw a house, which is raided by strength or by stealth."""
    canvas, raid = scene.canvas, scene.table.raid
    number = at + 1
    words = f"raid {number}"
    canvas.put(x, 0, f"{number}", "key")
    scene.mark(x + 1, 0, f"house {number}")
    clan, honour = of.clan(house.clan), house.clan[1:]
    if cell_len(clan) > width - 5:
        clan = f"{clan[: width - 6]}."
    canvas.put(x + 2, 0, clan, parts.TONES[house.clan[0]], width - 5)
    canvas.put(x + width - 2, 0, honour, "strong")
    if house.sentry is None:
        canvas.put(x + 1, 1, closed_text(width - 1), "off", width - 1)
    else:
        end = canvas.put(x + 1, 1, _("sentry {guard}").format(guard=house.sentry.rstrip("!")), "", width - 2)
        if house.sentry.endswith("!"):
            canvas.put(end, 1, "!", "bad")
    came = [*dict.fromkeys(scene.raiders.get(number, []))]
    for place, seat in enumerate(came):
        canvas.put(x + width - len(came) + place, 1, LETTERS[seat], seat_role(seat))
    neutral = [each for each in house.loot if not each.endswith("*")]
    red = [each for each in house.loot if each.endswith("*")]
    canvas.put(x + 1, 2, parts.loot_text(neutral, width - 1), "", width - 1)
    if red:
        end = canvas.put(x + 1, 3, _("red "), "bad")
        canvas.put(end, 3, parts.loot_text(red, width - (end - x)), "bad", width - (end - x))
    for y in range(4):
        canvas.place(x, y, width, words, f"{words} strength")
    if raid is not None:
        if raid.house == at:
            canvas.put(x + 1, height - 1, _("raided now"), "mark", width - 1)
    elif house.sentry is not None:
        put_modes(scene, number, x + 1, height - 1, width - 1)


def _draw_court(scene: parts.Scene, y: int, height: int) -> None:
    """Draw palace and pavilion, and below them the dojo and the sensei."""
    canvas, half = scene.canvas, scene.canvas.width // 2
    for line in range(height):
        canvas.put(half - 1, y + line, "│", "quieter")
    canvas.put(half - 1, y - 1, "┬", "quieter")
    draw_open_cards(scene, "palace", 0, y, half - 2, indent=0)
    draw_open_cards(scene, "pavilion", half, y, canvas.width - half)
    if height > COURT:
        canvas.put(0, y + 5, "─" * (half - 1) + "┼" + "─" * (canvas.width - half), "quieter")
    lower = y + 5 + (height > COURT)
    _draw_dojo(scene, lower, half - 2)
    _draw_sensei(scene, lower, half + 1, canvas.width - half - 1)


def _draw_dojo(scene: parts.Scene, y: int, width: int) -> None:
    """Draw the cards that lie open, and the order in which seats come now and in the next round."""
    table, canvas = scene.table, scene.canvas
    x = canvas.put(0, y, _("DOJO"), "section")
    canvas.place(0, y, x, "dojo")
    scene.mark(x, y, "dojo")
    x = canvas.put(x + 2, y, pgettext("cards", "open"), "quiet")
    for card in sorted(table.open):
        canvas.put(x + 1, y, card, "strong")
        canvas.place(x + 1, y, 1, f"draw {card}")
        x += 2
    start = x + 3
    x = canvas.put(start, y, _("deck {count}").format(count=len(table.decks["dojo"])), "quiet", width - start)
    canvas.place(start, y, x - start, "draw deck")
    put_orders(scene, 1, y + 1, width - 1)


def _draw_sensei(scene: parts.Scene, y: int, x: int, width: int) -> None:
    """Draw the tiles that can be learned, each with the card that it costs."""
    table, canvas = scene.table, scene.canvas
    end = canvas.put(x, y, _("SENSEI"), "section")
    scene.mark(end, y, "sensei")
    for place, tile in enumerate(table.sensei):
        text, start = f"{of.skill(tile)} {components().lessons[tile]}", end + 2
        if start + len(text) > x + width:
            y, start = y + 1, x + 2
        room = x + width - start
        more = len(table.sensei) - place - 1
        end = canvas.put(start, y, text, "", room - (3 if more and y > scene.canvas.height else 0))
        scene.mark(start - 1, y, f"card {tile}")
        canvas.place(start, y, end - start, f"learn {tile}", parts.lesson(table, scene.view.seat, tile))


def _draw_player(scene: parts.Scene, seat: int, y: int) -> None:
    """Draw what everybody knows of a player, in a line."""
    canvas, player = scene.canvas, scene.table.players[seat]
    x = put_player(scene, seat, y, NARROW, canvas.width)
    x = max(x + 2, 50)
    room = canvas.width - x
    scene.mark(x - 1, y, f"tiles {seat}")
    if player.tiles:
        canvas.put(x, y, parts.tiles_text(player, room), "", room)


def _draw_own(scene: parts.Scene, y: int, lines: int) -> None:
    """Draw the hand of the viewer, and what else is theirs."""
    canvas, player = scene.canvas, scene.me
    if player is None:
        return
    x = canvas.put(1, y, _("hand"), "quiet")
    if not player.hand:
        x = canvas.put(x + 1, y, "-", "off")
    x += 1
    verb = "drop" if scene.table.stage == "drop" else "play"
    for card in sorted(player.hand):
        end = canvas.put(x, y, f"[{card}]", "strong")
        canvas.place(x, y, end - x, f"{verb} {card}")
        x = end + 1
    if lines > 1:
        canvas.put(1, y + 1, _own_text(player, canvas.width - 2), "quiet", canvas.width - 2)
    legend = _("{mark} changed since your last turn").format(mark=parts.CHANGED) if scene.marked else ""
    if lines == 1 and (player.envoys or player.rumours):
        canvas.put(x + 2, y, _own_text(player, canvas.width - x - 2), "quiet", canvas.width - x - 2)
    elif legend and canvas.width - x - 3 > cell_len(legend):
        canvas.put(canvas.width - cell_len(legend) - 1, y, legend, "quieter")


def _own_text(player: Tableau, width: int) -> str:
    """Return which envoys and rumours a player has, or else how many; `i` lists them all."""
    envoys = _("envoys {envoys}").format(envoys=parts.envoys_in_short(player)) if player.envoys else ""
    count = _("rumours {count}").format(count=len(player.rumours))
    if not player.rumours:
        return parts.fitting(width, envoys, "")
    named = [
        _("rumours: {rumours}").format(rumours=text(player))
        for text in (parts.rumours_in_words, parts.rumours_in_short)
    ]
    both = [f"{envoys}   {text}" for text in (*named, count)] if envoys else []
    return parts.fitting(width, *both, *named, count)


def closed_text(width: int) -> str:
    """Say in so many columns that a house is closed."""
    return parts.fitting(width, _("- closed -"), _("closed"))


def draw_compact(scene: parts.Scene) -> None:
    """Draw the same in lines: a house a line, then the places, then the players."""
    canvas, table = scene.canvas, scene.table
    width = canvas.width
    for at, house in enumerate(table.houses):
        words = f"raid {at + 1}"
        canvas.put(0, at, str(at + 1), "key")
        scene.mark(1, at, f"house {at + 1}")
        canvas.put(2, at, house.clan, parts.TONES[house.clan[0]])
        x = canvas.put(5, at, house.sentry or _("closed"), "strong" if house.sentry else "off")
        loot = " ".join(house.loot)
        if cell_len(loot) > COMPACT_LOOT:
            red = [each for each in house.loot if each.endswith("*")]
            neutral = parts.letters(tuple(each for each in house.loot if each not in red))
            loot = f"{neutral} * {parts.letters(tuple(red))}" if red else neutral
        if cell_len(loot) > COMPACT_LOOT:
            loot = loot.replace(" ", "")
        canvas.put(max(x + 1, 8), at, loot, "", COMPACT_LOOT)
        canvas.place(0, at, 30, words, f"{words} strength")
    if scene.page is not None:
        write_page(canvas, scene.page, 1, 6, width - 2, canvas.height - 6)
        return
    if table.raid is not None:
        _put_raid(scene, 31, width - 31)
    else:
        for line, code in enumerate(table.palace):
            _compact_envoy(scene, code, 30, line, width - 30)
        put_orders(scene, 31, 4, width - 31)
    y = 5
    if table.scoring is not None or (table.raid is not None and scene.options):
        draw_panel(scene, 0, y, width, 4)
    else:
        _compact_court(scene, y)
    y += 4
    for place, seat in enumerate(scene.seats):
        _draw_player(scene, seat, y + place)
    _draw_own(scene, y + table.n, 1)


def _compact_envoy(scene: parts.Scene, code: str, x: int, y: int, width: int) -> None:
    canvas, price, words = scene.canvas, components().prices[code], f"bribe {code}"
    scene.mark(x, y, f"card {code}")
    end = canvas.put(x + 1, y, code, parts.TONES[code[0]])
    end = canvas.put(end, y, "m " if code in components().masked else "  ", "mark")
    canvas.put(
        end, y, parts.fitting(width - 10, parts.short_price(price), parts.price_text(price, width - 10)), "", width - 10
    )
    put_gain(scene, code, x + width - 3, y)
    canvas.place(x, y, width, words, f"{words} {parts.cheapest(price)}")


def _compact_court(scene: parts.Scene, y: int) -> None:
    canvas, table, width = scene.canvas, scene.table, scene.canvas.width
    for line, code in enumerate(table.pavilion):
        x, row = (0 if line % 2 == 0 else width // 2), y + line // 2
        price, words = components().prices[code], f"spread {code}"
        scene.mark(x, row, f"card {code}")
        tail = f" {_in_letters(price)}"
        room = width // 2 - 6 - len(tail)
        end = canvas.put(x + 1, row, parts.rumour_text(code, room), "", room)
        canvas.put(end, row, tail, "quiet")
        put_gain(scene, code, x + width // 2 - 4, row)
        canvas.place(x, row, width // 2 - 1, words, f"{words} {parts.cheapest(price)}")
    y += 2
    x = canvas.put(0, y, _("DOJO"), "section")
    canvas.place(0, y, x, "dojo")
    scene.mark(x, y, "dojo")
    for card in sorted(table.open):
        canvas.put(x + 1, y, card, "strong")
        canvas.place(x + 1, y, 1, f"draw {card}")
        x += 2
    _draw_sensei(scene, y, x + 3, width - x - 3)


def _put_raid(scene: parts.Scene, x: int, width: int) -> None:
    """Write what a raid has come to next to the houses."""
    table, canvas = scene.table, scene.canvas
    raid = table.current_raid
    left = ", ".join(str(guard_value(part, raid.mode)) for part in raid.left) or "-"
    gaps = {"house": raid.house + 1, "mode": of.mode(raid.mode), "left": left, "won": parts.letters(raid.shuriken)}
    canvas.put(x, 0, _("raid {house}, {mode}").format(**gaps), "mark", width)
    canvas.put(x, 1, _("to beat: {left}").format(**gaps), "strong", width)
    canvas.put(x, 2, _("won: {won}").format(**gaps), "good", width)


def _in_letters(price: str) -> str:
    return price.replace("same1-4", "=1-4").replace("any+same3", "1+3=")
