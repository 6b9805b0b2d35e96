"""Board of Ninjato: buildings, dojo, sensei, raid, players."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from typing_extensions import override

from naishi.common.i18n import N_, _, pgettext
from naishi.games.ninjato import names as of, telling
from naishi.games.ninjato.actions import action, play_of
from naishi.games.ninjato.components import components
from naishi.games.ninjato.kind import NINJATO
from naishi.games.ninjato.knowledge import can_win
from naishi.games.ninjato.legal import best_payments, payments, play_cost, played_value, worth
from naishi.games.ninjato.odds import RaidOdds, raid_odds
from naishi.games.ninjato.position import DOJO_CARDS, MODES, Position
from naishi.games.ninjato.scoring import LAST_ROUND, honour_of
from naishi.games.ninjato.view import NinjatoView
from naishi.games.ninjato.words import play as played_words, question, score_lines
from naishi.tabletop.kinds import Section
from naishi_tui.games.ninjato.explaining import explain, explain_score, legend, overview
from naishi_tui.games.ninjato.panels import play_label
from naishi_tui.games.ninjato.parts import Scene, cheapest, lesson, letters
from naishi_tui.games.ninjato.standard import draw_compact, draw_standard
from naishi_tui.games.ninjato.wide import draw_wide, has_room
from naishi_tui.table.boards import Board, ScoreRow
from naishi_tui.table.picker import Tree, tree_of
from naishi_tui.table.widgets import Canvas, Drawing

VERBS = {
    "dojo": N_("dojo"),
    "learn": N_("sensei"),
    "raid": N_("raid"),
    "bribe": N_("palace"),
    "spread": N_("pavilion"),
    "fail": N_("give up"),
    "switch": N_("switch"),
    "banzai": N_("banzai"),
    "leave": N_("leave"),
    "swap": N_("swap treasures"),
    "refresh": N_("refresh a tile"),
    "play": N_("play a card"),
    "draw": N_("take a card"),
    "drop": N_("discard"),
    "keep": N_("keep"),
    "claim": N_("hand over"),
    "disguise": N_("disguise"),
    "take": N_("take"),
}
PLACES = ("dojo", "learn", "raid", "bribe", "spread")
"""The order in which places for a shuriken are offered."""
ABOUT = {
    "dojo": N_("Take dojo cards: the fewer you hold, the more."),
    "learn": N_("Learn a skill: its card, or nothing with a tile of the style."),
    "raid": N_("Raid a house for its treasures."),
    "bribe": N_("Bribe an envoy with treasures."),
    "spread": N_("Spread a rumour for treasures."),
    "switch": N_("Seishin-teki: strength becomes stealth, or the other way round."),
    "banzai": N_("Face the next guard for another treasure."),
    "leave": N_("Leave the house with everything that you have won."),
    "swap": N_("Choho: swap a treasure that you won with one of the house."),
    "refresh": N_("Mind over Body: turn a used tile up again."),
}


class NinjatoBoard(Board):
    """Draws a view of Ninjato and says what its actions mean."""

    whole: ClassVar[Mapping[str, int]] = {"bribe": 2, "spread": 2, "play": 0, "learn": 1}
    is_wide: ClassVar[bool] = True
    shortcuts: ClassVar[Mapping[str, str]] = {
        "raid.banzai": "banzai",
        "raid.retreat": "leave",
        "raid.give_up": "fail",
    }

    _odds: tuple[Position, RaidOdds | None] | None = None
    """The newest odds that were worked out ahead, and of which position."""
    _ahead: Position | None = None
    """The position of which odds were asked for last."""

    @override
    def ahead(self, view: NinjatoView) -> Callable[[], object] | None:
        table = view.table
        if not self.aids or table.stage != "decide" or table is self._ahead:
            return None
        self._ahead = table

        def work() -> None:
            self._odds = table, raid_odds(table)

        return work

    def _find_odds(self, table: Position) -> RaidOdds | None:
        if table is not self._ahead:
            return raid_odds(table)
        return self._odds[1] if self._odds is not None and self._odds[0] is table else None

    @override
    def draw(self, view: NinjatoView, width: int, height: int, pointed: str) -> Drawing:
        return self._drawn(Scene(Canvas(width, height, pointed), view, self.aids, find_odds=self._find_odds))

    @override
    def draw_page(self, view: NinjatoView, width: int, height: int, page: Section) -> Drawing:
        return self._drawn(Scene(Canvas(width, height), view, self.aids, page, find_odds=self._find_odds))

    def _drawn(self, scene: Scene) -> Drawing:
        """Draw the largest design that has room: with pictures, as a table, or in lines."""
        canvas = scene.canvas
        if has_room(scene):
            draw_wide(scene)
        elif canvas.width < 78 or canvas.height < 15 + scene.table.n:
            draw_compact(scene)
        else:
            draw_standard(scene)
        return canvas.drawing()

    @override
    def log_lines(self, view: NinjatoView, event: Any, reader: int | None) -> Sequence[tuple[int | None, str]]:
        return NINJATO.sentences_by_seat(event, view.names, reader)

    def tree(self, view: NinjatoView) -> Tree:
        """Return the choices in the order of `_rank`: what costs much, or is lost from the start, never comes first."""
        texts = [action.text for action in view.legal_actions]
        return tree_of(sorted(texts, key=lambda text: _rank(view.table, text)), self.whole)

    def when(self, view: NinjatoView) -> str:
        """Return the round and, while shuriken are placed, which of the three it is."""
        table = view.table
        words = pgettext("of a game", "round {round} of {rounds}").format(round=view.round, rounds=LAST_ROUND)
        if table.scoring is not None:
            return _("scoring after round {round}").format(round=table.scoring.after)
        if table.result is not None:
            return words
        return _("{round}, shuriken {number} of 3").format(round=words, number=table.turn // table.n + 1)

    def question(self, view: NinjatoView) -> str:
        """Return what is asked in the stage of the game."""
        return question(view.table)

    @override
    def label(self, view: NinjatoView, option: str, path: str) -> str:
        verb, *words = option.split()
        if not words:
            return _(VERBS[verb])
        if verb == "play" and not path:
            return _("play {cards}").format(cards=play_label(option))
        return _LABELS[verb](view.table, words) if verb in _LABELS else option

    @override
    def numbers(self, options: Sequence[str], path: str) -> Mapping[str, str]:
        if path or not any(option.startswith("play ") for option in options):
            return super().numbers(options, path)
        plays = {option: play_of(action(option)) for option in options if option.startswith("play ")}
        return {option: "".join(play.cards) for option, play in plays.items() if not play.tiles and play.part is None}

    @override
    def shortcut_label(self, command: str) -> str:
        return _("leave house") if command == "raid.retreat" else _(VERBS[self.shortcuts[command]])

    @override
    def explained(self, view: NinjatoView, option: str) -> Sequence[Section]:
        if view.result is not None:
            return explain_score(view)
        return explain(view, option, aids=self.aids) if option else ()

    @override
    def overview(self, view: NinjatoView) -> Sequence[Section]:
        return overview(view)

    @override
    def legend(self, view: NinjatoView) -> Sequence[Section]:
        return legend()

    @override
    def warning(self, view: NinjatoView, action: str) -> str:
        raid = view.table.raid
        if action != "fail" or raid is None or len(raid.shuriken) < 2:
            return ""
        return _("The raid would fail: {cost}.").format(cost=telling.failure(raid))

    @override
    def about(self, view: NinjatoView, option: str, path: str = "") -> str:
        verb, *words = option.split() or [""]
        if verb == "fail" and view.table.raid is not None:
            return _("Stop here: {cost}.").format(cost=telling.failure(view.table.raid))
        if not words:
            return _(ABOUT[verb]) if verb in ABOUT else ""
        return _ABOUTS[verb](view.table, words) if verb in _ABOUTS else ""

    def score(self, view: NinjatoView) -> Sequence[ScoreRow]:
        """Return the lines of the score sheet with their reasons."""
        return tuple(ScoreRow(line.label, line.points, line.reasons) for line in score_lines(view.table, view.events))

    def tries(self, view: NinjatoView) -> Sequence[str]:
        """Return a use of each place, or of each card in a raid."""
        table = view.table
        if table.raid is not None:
            cards = dict.fromkeys(table.players[view.seat].hand)
            return ("banzai", "leave", "fail", "switch", *(f"play {card}" for card in cards if card in DOJO_CARDS))
        if table.seat != view.seat or table.stage != "act":
            return ("dojo",)
        return (
            *(f"raid {number} strength" for number in range(1, 6)),
            *(lesson(table, view.seat, tile) for tile in table.sensei),
            *(f"bribe {code} {_payment(table, view.seat, code)}" for code in table.palace),
            *(f"spread {code} {_payment(table, view.seat, code)}" for code in table.pavilion),
        )

    def subject(self, view: NinjatoView, text: str) -> str:
        """Return the place in words: an envoy, a rumour, or what is done there with what."""
        verb, *words = text.split()
        if verb == "bribe":
            return of.envoy(words[0])
        if verb == "spread":
            return of.rumour(words[0])
        if verb == "play":
            return _("play {cards}").format(cards=play_label(text))
        label = _label_raid(view.table, words[:1]) if verb == "raid" else self.label(view, text, "")
        return _("{what}: {which}").format(what=_(VERBS[verb]), which=label) if words else label

    def why_not(self, view: NinjatoView, action: str) -> str | None:
        """Return why not; of a price that can't be met in any way, all of it rather than one treasure."""
        verb, *words = action.split()
        why = super().why_not(view, action)
        if why and verb in ("bribe", "spread") and words[0] in (*view.table.palace, *view.table.pavilion):
            price, loot = components().prices[words[0]], view.table.players[view.seat].loot
            acting = view.table.seat == view.seat and view.table.stage == "act" and not view.public
            if acting and not payments(price, loot):
                return _("Your treasures don't meet the price: {price}.").format(price=of.price(price))
        return why


def _rank(table: Position, text: str) -> tuple[int, ...]:
    """Return what sorts the actions of a stage: the best payment and the cheapest play first, giving up last."""
    verb, *words = text.split()
    if verb == "raid":
        house = int(words[0])
        hopeless = [not can_win(table, house, mode) for mode in MODES]
        return (PLACES.index(verb), all(hopeless), house, hopeless[MODES.index(words[1])])
    if verb in ("bribe", "spread"):
        honour = worth(components().prices[words[0]], tuple(words[1:])) or 0
        return (PLACES.index(verb), -honour, words.count("g"), len(words))
    if verb in PLACES:
        return (PLACES.index(verb),)
    if verb == "take":
        return (words[0] != "honour",)
    if verb == "keep":
        return (0, -components().worth[words[0]], words[0] != "g")
    if table.stage == "fight" and table.raid is not None:
        return (0, *play_cost(action(text), table.raid)) if verb == "play" else (2,) if verb == "fail" else (1,)
    return (0,)


def _label_raid(table: Position, words: Sequence[str]) -> str:
    """Return the mode, or else the house; what can't be won is crossed out."""
    house, *mode = words
    label = of.mode(mode[0]) if mode else of.token(table.houses[int(house) - 1].clan)
    return label if any(can_win(table, int(house), each) for each in mode or MODES) else f"{label} ×"


def _label_lesson(_table: Position, words: Sequence[str]) -> str:
    skill = of.skill(words[0])
    return _("{skill} for a {card}").format(skill=skill, card=words[1]) if len(words) > 1 else skill


def _label_payment(_table: Position, words: Sequence[str]) -> str:
    if len(words) == 1:
        return of.rumour(words[0]) if ":" in words[0] else words[0]
    honour = worth(components().prices[words[0]], tuple(words[1:])) or 0
    gained = pgettext("honour", "+{points}").format(points=honour)
    return f"{letters(tuple(words[1:]))} {gained}"


def _label_reward(_table: Position, words: Sequence[str]) -> str:
    return _("honour") if words[0] == "honour" else of.rumour(words[0])


_LABELS: Mapping[str, Callable[[Position, Sequence[str]], str]] = {
    "raid": _label_raid,
    "learn": _label_lesson,
    "bribe": _label_payment,
    "spread": _label_payment,
    "play": lambda _table, words: play_label(f"play {' '.join(words)}"),
    "draw": lambda _table, words: _("the deck") if words[0] == "deck" else words[0],
    "drop": lambda _table, words: words[0],
    "swap": lambda _table, words: of.treasure(words[-1]),
    "refresh": lambda _table, words: of.skill(words[0]),
    "keep": lambda _table, words: of.treasure(words[0]),
    "claim": lambda _table, words: of.token(words[0]),
    "disguise": lambda _table, words: _("nobody") if words[0] == "none" else words[0],
    "take": _label_reward,
}
"""By verb, what its words are in a menu."""


def _about_raid(table: Position, words: Sequence[str]) -> str:
    house = table.houses[int(words[0]) - 1]
    guard = (house.sentry or "?").rstrip("!")
    said = _("sentry {guard}; {loot}").format(guard=guard, loot=of.treasures(house.loot))
    if any(can_win(table, int(words[0]), mode) for mode in words[1:] or MODES):
        return said
    return _("× No card of your hand beats the sentry. {about}").format(about=said)


def _about_bribe(table: Position, words: Sequence[str]) -> str:
    if len(words) > 1:
        return _about_payment(words)
    mask = _(", masked") if words[0] in components().masked else ""
    price = of.price(components().prices[words[0]])
    return _("{envoy}{mask}: {price}").format(envoy=of.envoy(words[0]), mask=mask, price=price)


def _about_spread(table: Position, words: Sequence[str]) -> str:
    if len(words) > 1:
        return _about_payment(words)
    gaps = {"price": of.price(components().prices[words[0]]), "counts": of.reward(words[0].partition(":")[0])}
    return _("{price}; it counts your {counts}").format(**gaps)


def _about_payment(words: Sequence[str]) -> str:
    honour = worth(components().prices[words[0]], tuple(words[1:])) or 0
    return _("for {paid}: {honour}").format(paid=of.treasures([*words[1:]]), honour=of.honour(honour))


def _about_play(table: Position, words: Sequence[str]) -> str:
    played = action(f"play {' '.join(words)}")
    value = played_value(play_of(played), table.raid.mode if table.raid is not None else "strength")
    return _("It counts {value}: {played}.").format(played=played_words(played), value=value)


def _about_reward(table: Position, words: Sequence[str]) -> str:
    if words[0] != "honour":
        return _("It counts your {counts}.").format(counts=of.reward(words[0].partition(":")[0]))
    queue = table.scoring.queue if table.scoring is not None else ()
    return of.honour(honour_of(table, str(queue[0][1]))) if queue else ""


_ABOUTS: Mapping[str, Callable[[Position, Sequence[str]], str]] = {
    "raid": _about_raid,
    "learn": lambda _table, words: of.effect(words[0]),
    "bribe": _about_bribe,
    "spread": _about_spread,
    "play": _about_play,
    "take": _about_reward,
}
"""By verb, what there is to say of its words."""


def _payment(table: Position, seat: int, code: str) -> str:
    """Return treasures of a player that pay for a card, or else cheap ones that would."""
    price = components().prices[code]
    return " ".join(next(iter(best_payments(price, table.players[seat].loot)), ())) or cheapest(price)
