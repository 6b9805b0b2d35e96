"""Texts about a game of Shogun."""

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from naishi.common.i18n import N_, _, listed, ngettext, pgettext
from naishi.games.shogun.actions import CHESTS, EMPTY, Action
from naishi.games.shogun.data import ACTIONS, BUILDINGS, SEASONS, SPECIALS, board, indexes, map_layout
from naishi.games.shogun.engine import ScoreLine, score, supply
from naishi.games.shogun.odds import AttackOdds, Forecast, Revolt, Skip, throw_odds
from naishi.games.shogun.position import OUT, Happening, Position
from naishi.tabletop.game import Result
from naishi.tabletop.recorded import RecordedEvent

LETTERS = "ABCDE"
"""Seats as the map writes them."""

TITLE = N_("Shogun")

_ACTION_NAMES = (
    N_("build a castle"),
    N_("build a temple"),
    N_("build a Noh theatre"),
    N_("collect rice"),
    N_("collect taxes"),
    N_("raise 5 armies"),
    N_("raise 3 armies"),
    N_("raise 1 army and move"),
    N_("battle or move A"),
    N_("battle or move B"),
)

_ACTION_TEXTS = (
    N_("Build a castle for 3 chests; it needs a free slot and no castle there yet."),
    N_("Build a temple for 2 chests; it needs a free slot and no temple there yet."),
    N_("Build a Noh theatre for 1 chest; it needs a free slot and no theatre there yet."),
    N_("Collect the rice of the card; then a revolt marker is put there."),
    N_("Collect the taxes of the card in chests; then a revolt marker is put there."),
    N_("Raise 5 armies for 3 chests."),
    N_("Raise 3 armies for 2 chests."),
    N_("Raise 1 army for 1 chest; then armies may go on to one neighbour of your own."),
    N_("Armies go to one neighbour, once a season; it is your own, or they attack it."),
    N_("Armies go to one neighbour, a second time in the season."),
)

_BUILDING_NAMES = (N_("a castle"), N_("a temple"), N_("a Noh theatre"))

_BUILDINGS = (N_("castle"), N_("temple"), N_("Noh theatre"))

_SPECIAL_TEXTS = (
    N_("1 more chest from a tax action"),
    N_("1 more rice from a rice action"),
    N_("raise5 raises 6 armies"),
    N_("1 more army from the reserve when attacking"),
    N_("1 more army from the reserve when attacked by a player"),
)

_EFFECTS: Mapping[str, str] = {
    "theatre": N_("building a Noh theatre takes 1 revolt marker off its province"),
    "neutral": N_("2 farmers defend each neutral province"),
    "castle": N_("1 more army from the reserve defends a province with a castle"),
    "temple": N_("provinces with a temple can't be attacked"),
    "taxmax": N_("a tax action brings at most 5"),
    "taxmin": N_("a tax action brings at least 6"),
    "ricemin": N_("a rice action brings at least 4"),
    "ricemax": N_("a rice action brings at most 3"),
    "raise": N_("raise5 raises 3 armies, raise3 raises 2"),
}

REASONS: Mapping[str, str] = {
    "chests": N_("not enough chests"),
    "built": N_("it has that building already"),
    "slots": N_("no free slot"),
    "tokens": N_("none are left in the box"),
    "reserve": N_("not enough armies in the reserve"),
    "alone": N_("its only army must stay"),
    "targets": N_("nowhere to go"),
}
"""Why an action is skipped, by what `engine.cannot` returns."""

_SEASONS = ("", N_("spring"), N_("summer"), N_("autumn"), N_("winter"))
_REGIONS = (N_("green"), N_("red"), N_("purple"), N_("brown"), N_("yellow"))
REGIONS = len(_REGIONS)


def space_name(code: str) -> str:
    """Return a space of a plan as it is read aloud, and may be typed too: "fight A" for "fightA"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", code)


def action_name(action: int) -> str:
    return _(_ACTION_NAMES[action])


def action_text(action: int) -> str:
    return _(_ACTION_TEXTS[action])


def special_text(special: int) -> str:
    return _(_SPECIAL_TEXTS[special])


def event_text(event: int) -> str:
    """Return what an event does in a season, and what it does in winter instead."""
    card = board().events[event]
    return _("{effect} (winter: {loss} rice lost)").format(effect=_(_EFFECTS[card.effect]), loss=card.loss)


def region_name(region: int) -> str:
    return _(_REGIONS[region])


def time_text(year: int, time: int) -> str:
    """Return a time of the game: "year 1, summer"."""
    if time == 0:
        return _("draft")
    if time == len(_SEASONS):
        return pgettext("time", "end")
    return _("year {year}, {season}").format(year=year, season=_(_SEASONS[time]))


def bid_text(entry: int) -> str:
    """Return what lies on a bid space."""
    if entry >= CHESTS:
        number = entry - CHESTS
        return ngettext("{count} chest", "{count} chests", number)
    return _("nothing") if entry < 0 else board().provinces[entry].name


# --- The log ---


def decided(seat: int, action: Action, names: Sequence[str]) -> str:
    """Return the sentence of a decision in the log."""
    who, province, target = names[seat], _name(action.province), _name(action.target)
    match action.verb:
        case "take":
            text = _("{who} takes {province}.")
        case "draw":
            text = _("{who} draws an unseen card.")
        case "renew":
            text = _("{who} puts both open cards under the deck and opens two new ones.")
        case "place":
            text = _("{who} places a group of {number}.")
        case "plan":
            return _("{who} plans: {cards}.").format(who=who, cards=_plan_words(action) or _("nothing"))
        case "choose":
            return _("{who} takes the special card {card}. It brings: {text}.").format(
                who=who, card=SPECIALS[action.number], text=special_text(action.number)
            )
        case "move":
            return ngettext(
                "{who} moves {count} army from {province} to {target}.",
                "{who} moves {count} armies from {province} to {target}.",
                action.number,
                who=who,
                province=province,
                target=target,
            )
        case "stay":
            text = _("{who} moves no army.")
        case _:
            text = _("{who} settles the revolt in {province} first.")
    return text.format(who=who, number=action.number, province=province, target=target)


def _plan_words(action: Action) -> str:
    spaces = (*ACTIONS, _("bid"))
    return ", ".join(
        f"{space_name(space)} {bid_text(entry)}"
        for space, entry in zip(spaces, action.plan, strict=True)
        if entry != EMPTY
    )


def sentence(event: Happening, names: Sequence[str]) -> str:
    """Return the sentence of something that happened in the log."""
    return _SENTENCES[event.kind](event, names[event.seat] if event.seat >= 0 else "", names)


def _name(at: int) -> str:
    return board().provinces[at].name if at >= 0 else ""


def cubes_words(cubes: Sequence[int], names: Sequence[str]) -> str:
    """Return cubes in words: "3 of Aiko, 1 farmer"; the number first, for names may end with one."""
    *armies, farmers = cubes
    found = [
        _("{number} of {who}").format(number=each, who=who) for who, each in zip(names, armies, strict=True) if each
    ]
    if farmers:
        found.append(ngettext("{count} farmer", "{count} farmers", farmers))
    return ", ".join(found) or _("nothing")


def _opening(event: Happening, _who: str, names: Sequence[str]) -> str:
    return _("The tower is filled. Cubes that fell out at once went back: {cubes}.").format(
        cubes=cubes_words(event.fell, names)
    )


def _season(event: Happening, _who: str, _names: Sequence[str]) -> str:
    year, time = divmod(event.number - 1, SEASONS)
    text = _("A new season: {time}.")
    if time == SEASONS - 1:
        text = _("A new season: {time}. Winter comes after it: then each province needs 1 rice.")
    return text.format(time=time_text(year + 1, time + 1))


def _skipped(event: Happening, who: str, _names: Sequence[str]) -> str:
    return _("{who} can't {action} in {province}: {reason}.").format(
        who=who, action=action_name(event.item), province=_name(event.province), reason=_(REASONS[event.word])
    )


def _gained(event: Happening, who: str, _names: Sequence[str]) -> str:
    if ACTIONS[event.item] == "rice":
        text = _("{who} collects {number} rice in {province}.")
        return text.format(who=who, number=event.number, province=_name(event.province))
    return ngettext(
        "{who} collects {count} chest in {province}.",
        "{who} collects {count} chests in {province}.",
        event.number,
        who=who,
        province=_name(event.province),
    )


def _holds(who: str, armies: int) -> str:
    return ngettext("{who} holds it with {count} army.", "{who} holds it with {count} armies.", armies, who=who)


def throw_texts(event: Happening, names: Sequence[str]) -> tuple[str, str]:
    """Return what a throw is about, a battle or a revolt, and what came of it."""
    who, start, target = names[event.seat], _name(event.province), _name(event.target)
    if event.kind == "revolt":
        begin = _("Farmers revolt in {province}.").format(province=start)
        if event.number:
            return begin, _holds(who, event.number)
        return begin, _("{who} loses {province}; it is neutral now.").format(who=who, province=start)
    begin = (
        _("{who} attacks {target}, held by {other}, from {start}.")
        if event.other >= 0
        else _("{who} attacks {target}, which is neutral, from {start}.")
    ).format(who=who, target=target, start=start, other=names[event.other] if event.other >= 0 else "")
    if event.word == "attacker":
        end = ngettext("{who} takes it with {count} army.", "{who} takes it with {count} armies.", event.item, who=who)
        if event.item > event.number:
            more = _("That is more than attacked: cubes from the tray and the tower count too.")
            end = f"{end} {more}"
    elif event.word == "defender":
        end = _holds(names[event.other], event.item)
    elif event.other >= 0:
        end = _("Nobody wins; {target} is neutral now.").format(target=target)
    else:
        end = _("{target} stays neutral.").format(target=target)
    return begin, end


def throw_purpose(position: Position, event: Happening, names: Sequence[str], aids: bool) -> str:
    """Return what a throw into a real tower decides; of a battle, with how many armies and how likely."""
    begin, _end = throw_texts(event, names)
    if event.kind == "revolt":
        return begin
    armies = ngettext("{count} army", "{count} armies", event.number)
    if not aids:
        return f"{begin} {armies}."
    odds = odds_text(throw_odds(position, event.seat, event.target, event.cubes), neutral=event.other < 0)
    return f"{begin} {armies}: {odds}."


def _thrown(event: Happening, _who: str, names: Sequence[str]) -> str:
    begin, end = throw_texts(event, names)
    thrown = _("Thrown in: {cubes}. Fell out: {fell}.").format(
        cubes=cubes_words(event.cubes, names), fell=cubes_words(event.fell, names)
    )
    return f"{begin} {thrown} {end}"


def _card(event: Happening, who: str, _names: Sequence[str]) -> str:
    space = (*ACTIONS, _("bid"))[event.item]
    return _("The card of {province} leaves {who}'s plan, where it lay on {space}.").format(
        province=_name(event.province), who=who, space=space_name(space)
    )


def _missing(event: Happening, who: str, _names: Sequence[str]) -> str:
    drawn = ", ".join(_name(at) for at in event.cubes)
    return ngettext(
        "{who} is {number} rice short. Farmers revolt in {provinces}, {count} more than there are markers.",
        "{who} is {number} rice short. Farmers revolt in {provinces}, {count} more in each than there are markers.",
        supply(event.number)[1],
        who=who,
        number=event.number,
        provinces=drawn,
    )


def _fed(event: Happening, who: str, _names: Sequence[str]) -> str:
    return ngettext(
        "{who} feeds {count} province with {rice} rice: no revolt.",
        "{who} feeds {count} provinces with {rice} rice: no revolt.",
        event.item,
        who=who,
        rice=event.number,
    )


def _choosers(event: Happening, _who: str, names: Sequence[str]) -> str:
    order = ", ".join(names[seat] for seat in event.cubes)
    text = _("Order of choosing: {names}. Equal bids are ordered by chance.")
    if not event.number:
        text = _("Order of choosing: {names}.")
    return text.format(names=order)


def _points(event: Happening, who: str, _names: Sequence[str]) -> str:
    """Say what a winter is worth to a seat, and why."""
    return ngettext(
        "{who} scores {count} point: {reasons}.",
        "{who} scores {count} points: {reasons}.",
        event.number,
        who=who,
        reasons="; ".join(_why_points(event)),
    )


def _why_points(event: Happening) -> list[str]:
    """Return the reasons for the points of a winter."""
    provinces, buildings, *_most = event.cubes
    why = [_("{points} for provinces").format(points=provinces), _("{points} for buildings").format(points=buildings)]
    return [*why, *most_text(event)]


def most_text(event: Happening) -> list[str]:
    """Return what most buildings of a kind brought in a winter, by region: "red: 3 for castles, 2 for temples"."""
    kinds, texts = event.cubes[2:], []
    for region in range(REGIONS):
        won = [
            _(text).format(points=points)
            for text, points in zip(_MOST, kinds[3 * region : 3 * region + 3], strict=True)
            if points
        ]
        if won:
            texts.append(_("{region}: {most}").format(region=region_name(region), most=", ".join(won)))
    return texts


def _scored(event: Happening, _who: str, names: Sequence[str]) -> str:
    points = [_("{name}: {points}").format(name=who, points=each) for who, each in zip(names, event.cubes, strict=True)]
    return _("Points for year {year}: {points}.").format(year=event.number, points=listed(points, conjunction=False))


SCORED = ("castle", "temple", "theatre")
_MOST = (N_("{points} for castles"), N_("{points} for temples"), N_("{points} for Noh theatres"))

_SENTENCES: Mapping[str, Callable[[Happening, str, Sequence[str]], str]] = {
    "opening": _opening,
    "drew": lambda event, who, _names: _("{who} drew {province}.").format(who=who, province=_name(event.province)),
    "placed": lambda event, who, _names: ngettext(
        "{who} places {count} army in {province}.",
        "{who} places {count} armies in {province}.",
        event.number,
        who=who,
        province=_name(event.province),
    ),
    "season": _season,
    "event": lambda event, _who, _names: _("Event: {text}.").format(text=event_text(event.item)),
    "bid": lambda event, who, _names: _("{who} bids {bid}.").format(who=who, bid=bid_text(event.number)),
    "chose": lambda event, who, _names: _("{who} gets the last special card, {card}.").format(
        who=who, card=SPECIALS[event.item]
    ),
    "built": lambda event, who, _names: _("{who} builds {building} in {province}.").format(
        who=who, building=_(_BUILDING_NAMES[event.item]), province=_name(event.province)
    ),
    "skipped": _skipped,
    "gained": _gained,
    "raised": lambda event, who, _names: ngettext(
        "{who} raises {count} army in {province}.",
        "{who} raises {count} armies in {province}.",
        event.number,
        who=who,
        province=_name(event.province),
    ),
    "moved": lambda event, who, _names: ngettext(
        "{count} army of {who} goes from {start} to {target}.",
        "{count} armies of {who} go from {start} to {target}.",
        event.number,
        who=who,
        start=_name(event.province),
        target=_name(event.target),
    ),
    "battle": _thrown,
    "revolt": _thrown,
    "card": _card,
    "winter": lambda event, _who, _names: _(
        "Winter: everyone loses {loss} rice, as the last event says; then each province needs 1 rice."
    ).format(loss=board().events[event.item].loss),
    "missing": _missing,
    "fed": _fed,
    "choosers": _choosers,
    "turns": lambda event, _who, names: _("Order of turns: {names}.").format(
        names=", ".join(names[seat] for seat in event.cubes)
    ),
    "action": lambda event, _who, _names: _("Action {number}: {action}.").format(
        number=event.number, action=action_name(event.item)
    ),
    "points": _points,
    "scored": _scored,
}


# --- Where the game stands ---


def when(round_number: int) -> str:
    """Return in which season of which year a game in a round is; winters are counted with the rest."""
    year, season = divmod(round_number - 1, 4)
    return time_text(year + 1, season + 1)


def standing(table: Position, names: Sequence[str]) -> str:
    """Return where a running game stands: "year 1, summer: Bruno plans"."""
    awaited = table.awaited()
    text = {
        "take": _("{when}: {who} takes a card"),
        "place": _("{when}: {who} places a group in {province}"),
        "plan": _("{when}: {who} plans") if len(awaited) == 1 else _("{when}: {who} plan"),
        "choose": _("{when}: {who} chooses a special card"),
        "raise1": _("{when}: {who} may move armies from {province}"),
        "revolt": _("{when}: {who} chooses which province revolts first"),
    }.get(table.ask, _("{when}: {who} moves armies from {province}"))
    return text.format(
        when=time_text(table.year, table.time_of_year),
        who=listed([names[seat] for seat in awaited]),
        province=_name(table.at),
    )


def won(result: Result, names: Sequence[str]) -> str:
    """Return who won a finished game, and by what."""
    points = result.points[result.winners[0]]
    if result.winner is None:
        return _("{names} share the victory with {points} points and equally many chests.").format(
            names=listed([names[seat] for seat in result.winners]), points=points
        )
    text = _("{name} wins with {points} points.")
    if result.points.count(points) > 1:
        text = _("{name} wins with {points} points and the most chests.")
    return text.format(name=names[result.winner], points=points)


def outcome(table: Position, result: Result, names: Sequence[str], events: Sequence[RecordedEvent] = ()) -> list[str]:
    """Return how a game ended: who won, then the points of each seat with those of both winters by reason."""
    lines, first = [won(result, names)], first_winter(events)
    for seat, score_lines in enumerate(score(table)):
        gaps = {"name": names[seat], "points": result.points[seat], "chests": table.chests[seat]}
        lines.append(_("{name}: {points} points, {chests} chests.").format(**gaps))
        if seat in first:
            reasons = "; ".join(_why_points(first[seat]))
            lines.append(_("First winter, {points}: {reasons}.").format(points=first[seat].number, reasons=reasons))
        points, reasons = sum(line.points for line in score_lines), "; ".join(score_texts(score_lines)) or _("nothing")
        lines.append(_("Last winter, {points}: {reasons}.").format(points=points, reasons=reasons))
    return lines


def first_winter(events: Sequence[RecordedEvent]) -> Mapping[int, Happening]:
    """Return by seat what the first winter was worth; nothing where the game began after it."""
    found: dict[int, Happening] = {}
    for event in events:
        for happening in itertools.starmap(Happening, event.facts.get("happened", ())):
            if happening.kind == "points":
                found[happening.seat] = happening
            elif happening.kind == "scored" and happening.number == 1:
                return found
    return {}


def province_text(table: Position, at: int, names: Sequence[str]) -> str:
    """Return what is printed on a province and what stands there, in a line."""
    printed, owner = board().provinces[at], table.owner[at]
    if owner == OUT:
        return _("{province} isn't in the game with three players.").format(province=printed.name)
    built = [_(_BUILDINGS[kind]) for kind, bit in enumerate(BUILDINGS) if table.buildings[at] & bit]
    markers = table.markers[at]
    text = _("{province} ({region}): rice {rice}, taxes {tax}, slots {slots}").format(
        province=printed.name,
        region=region_name(printed.region),
        rice=printed.rice,
        tax=printed.tax,
        slots=printed.slots,
    )
    armies = ngettext("{count} army", "{count} armies", table.armies[at])
    holds = f"{names[owner]}, {armies}" if owner >= 0 else _("neutral")
    marked = [ngettext("{count} revolt marker", "{count} revolt markers", markers)] if markers else []
    return "; ".join((text, holds, *([", ".join(built)] if built else []), *marked))


def neighbours_text(at: int, in_game: Collection[str] = (), between: str = ", ") -> str:
    """Return a province's neighbours in the order of the map's digits: "1 Izu (by sea), 2 Suruga".

    Args:
        in_game: The codes of those that are played with; by default of all.
    """
    printed, provinces = board().provinces[at], board().provinces
    near = [indexes()[code] for code in map_layout()["keys"][printed.code] if not in_game or code in in_game]
    texts = []
    for number, to in enumerate(near, 1):
        route = _("{number} {province} (by sea)") if to in printed.sea else "{number} {province}"
        texts.append(route.format(number=number, province=provinces[to].name))
    return between.join(texts)


def odds_text(odds: AttackOdds, *, neutral: bool = False) -> str:
    """Return how an attack may end; these are figures of a model."""
    text = _("{win}% taken (model); {hold}% held, {nobody}% left neutral")
    if neutral:
        text = _("{win}% taken (model); {hold}% still neutral")
    return text.format(win=percent(odds.win), hold=percent(odds.hold), nobody=percent(odds.nobody))


def percent(chance: float) -> int:
    """Return a probability as it is written."""
    return round(100 * chance)


def skip_text(skip: Skip, action: str = "") -> str:
    """Return why an action of a plan will be skipped as things stand.

    Args:
        action: What it is called; by default as action texts spell it.
    """
    text = _("{action} in {province} will be skipped as things stand: {reason}.")
    if skip.unless_taxed:
        text = _("{action} in {province} will be skipped, unless taxes come first: {reason}.")
    return text.format(
        action=action or ACTIONS[skip.action], province=_name(skip.province), reason=_(REASONS[skip.reason])
    )


def revolt_text(revolt: Revolt) -> str:
    """Return against how many armies farmers will revolt where a plan collects once more."""
    return ngettext(
        "Farmers will revolt in {province}: {farmers} against {count} army.",
        "Farmers will revolt in {province}: {farmers} against {count} armies.",
        revolt.armies,
        province=_name(revolt.province),
        farmers=revolt.farmers,
    )


def reason_text(skip: Skip) -> str:
    """Return why an action will be skipped, without saying which: "no free slot"."""
    return _(REASONS[skip.reason])


def revolts(missing: int) -> int:
    """Return how many provinces revolt where so much rice is missing."""
    return supply(missing)[0]


def forecast_text(forecast: Forecast) -> str:
    """Return what a plan leaves if all goes well: chests, and rice against provinces in winter."""
    best, worst = forecast.missing()
    left = ngettext(
        "If all goes well, you will have {count} chest and {rice} rice.",
        "If all goes well, you will have {count} chests and {rice} rice.",
        forecast.chests,
        rice=forecast.rice,
    )
    lost = _("Winter takes {rice} rice; then {provinces} provinces need 1 each:").format(
        rice=span(*forecast.winter), provinces=forecast.provinces
    )
    short = _("{rice} short, unless more comes in.").format(rice=span(best, worst)) if worst else _("that is enough.")
    return f"{left} {lost} {short}"


def span(low: int, high: int) -> str:
    return f"{low}" if low == high else _("{low} to {high}").format(low=low, high=high)


def score_texts(lines: Iterable[ScoreLine]) -> list[str]:
    """Return what brings points, with the reasons; a shared lead may bring none."""
    return [score_text(line) for line in lines if line.points]


def score_text(line: ScoreLine) -> str:
    """Return a line of a score with its reason: "3 for most castles in the red region (2 castles)"."""
    if line.region < 0:
        kind = _("{points} for provinces") if line.reason == "provinces" else _("{points} for buildings")
        return kind.format(points=line.points)
    most = {
        "castle": N_("{points} for most castles in the {region} region ({castles})"),
        "temple": N_("{points} for most temples in the {region} region ({temples})"),
        "theatre": N_("{points} for most Noh theatres in the {region} region ({theatres})"),
    }[line.reason]
    text = _(most).format(region=region_name(line.region), points=line.points, **_counts(line.number))
    return _("{line}, shared").format(line=text) if line.shared else text


def region_score_text(line: ScoreLine) -> str:
    """Return a line of a region's score where the region is named already: "3 for 2 castles"."""
    won = {
        "castle": N_("{points} for {castles}"),
        "temple": N_("{points} for {temples}"),
        "theatre": N_("{points} for {theatres}"),
    }[line.reason]
    text = _(won).format(points=line.points, **_counts(line.number))
    return _("{line}, shared").format(line=text) if line.shared else text


def _counts(number: int) -> Mapping[str, str]:
    """Return so many buildings of each kind in words."""
    return {
        "castles": ngettext("{count} castle", "{count} castles", number),
        "temples": ngettext("{count} temple", "{count} temples", number),
        "theatres": ngettext("{count} Noh theatre", "{count} Noh theatres", number),
    }
