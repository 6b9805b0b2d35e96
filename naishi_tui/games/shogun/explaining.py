"""Provinces, actions, battles and the season of Shogun explained at length."""

from collections.abc import Iterator

from naishi.common.i18n import N_, _, ngettext, sentence_case
from naishi.games.shogun import words as say
from naishi.games.shogun.data import ACTIONS, FIGHT_A, RAISE1, RAISE5, RICE, SIX, SPECIALS, TAX, THEATRE, board, indexes
from naishi.games.shogun.engine import armies_raised, effect, targets
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.lines import lines, season_lines
from naishi.games.shogun.odds import attack_odds
from naishi.games.shogun.rules_help import explained, rule
from naishi.games.shogun.view import ShogunView
from naishi.tabletop.kinds import Section
from naishi_tui.games.shogun import plan as plans
from naishi_tui.games.shogun.map import LOOK
from naishi_tui.games.shogun.plan import Half

PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"))
"""Places in the order of turns."""


def explain(view: ShogunView, option: str, *, aids: bool = True) -> list[Section]:
    """Explain what an option is about, then how the season goes, or how the game ended."""
    title, *said = SHOGUN.outcome(view, None) or (sentence_case(say.time_text(view.year, view.time)),)
    return [*_about(view, option, aids=aids), Section(title, (*(said or season_lines(view)),))]


def _about(view: ShogunView, option: str, *, aids: bool) -> Iterator[Section]:
    verb, *words = option.split() or [""]
    at = indexes().get(words[0] if words else "", -1)
    if view.ask == "choose" and verb != LOOK:
        yield _specials(view)
    elif verb == "plan":
        yield from _plan(view, option, aids=aids)
    elif verb == "move" and words:
        yield from _move(view, words, aids=aids)
    elif verb in {"move", "stay"}:
        yield from _action(view, RAISE1, indexes()[view.at])
    elif verb in {"take", "draw", "renew", "place"}:
        if verb == "place":
            at = indexes()[view.at]
        if at >= 0:
            yield from _province(view, at, aids=aids)
        yield rule("The draft")
    elif at >= 0:
        yield from _province(view, at, aids=aids)
        if verb == "revolt":
            yield rule("Revolts")


def _specials(view: ShogunView) -> Section:
    texts = tuple(text for _card, text in special_cards(view))
    return Section(_("Special cards, with the place in the order of turns that each brings"), texts)


def special_cards(view: ShogunView) -> Iterator[tuple[str, str]]:
    """Yield the special cards that nobody has taken yet, each with its place in the order of turns and its meaning."""
    for code, taker in view.places:
        if taker < 0:
            text = say.special_text(SPECIALS.index(code))
            yield code, _("{card} ({place}): {text}").format(card=code, place=place_of(view, code), text=text)


def place_of(view: ShogunView, card: str) -> str:
    """Return the place in the order of turns that a special card brings."""
    return _(PLACES[[special for special, _taker in view.places].index(card)])


# --- Provinces ---


def about_province(view: ShogunView, at: int) -> str:
    """Say what is known of a province, and what lies around it."""
    near = _("Neighbours: {provinces}.").format(provinces=say.neighbours_text(at, [land.code for land in view.land]))
    return f"{say.province_text(view.table, at, view.names)}. {near}"


def _province(view: ShogunView, at: int, *, aids: bool) -> Iterator[Section]:
    """Explain a province: what stands there and around it, and what the viewer could do with it or against it."""
    printed, owner = board().provinces[at], view.table.owner[at]
    found = [about_province(view, at), *lines(view, say.region_name(printed.region))]
    plan = view.plans[view.seat] if not view.public else None
    if plan and printed.code in plan:
        space = plans.SPACES[plan.index(printed.code)]
        found.append(_("In your plan its card lies on {space}.").format(space=plans.space_name(space)))
    yield Section(printed.name, tuple(found))
    if owner == view.seat and plans.is_planning(view):
        would = (explained(code, _brings(view, action, at)) for action, code in enumerate(ACTIONS))
        yield Section(_("What its card would bring as things stand"), (*would,))
    elif owner != view.seat and not view.public and view.time:
        yield Section(_("An attack"), (*_attacks(view, at, aids=aids),))
        if owner < 0:
            yield rule("Neutral provinces")


def _attacks(view: ShogunView, at: int, *, aids: bool) -> Iterator[str]:
    """Say from where the viewer could attack a province, with all armies that may go, and how that would end."""
    table, none = view.table, True
    for start in board().provinces[at].near:
        armies = table.armies[start] - 1
        if table.owner[start] == view.seat and armies > 0 and at in targets(table, view.seat, FIGHT_A, start):
            none, count = False, ngettext("{count} army", "{count} armies", armies)
            odds = say.odds_text(attack_odds(table, view.seat, at, armies), neutral=table.owner[at] < 0)
            words = _("From {start}, {armies}: {odds}.") if aids else _("From {start}, {armies}.")
            yield words.format(start=board().provinces[start].name, armies=count, odds=odds)
    if none:
        yield _("You have no province beside it from which armies could go there.")


# --- Actions ---


def _plan(view: ShogunView, option: str, *, aids: bool) -> Iterator[Section]:
    """Explain the space under the cursor and what lies there, a card for it, or what the whole plan will bring."""
    half, last = plans.read(option), option.rsplit(maxsplit=1)[-1]
    if half.ready:
        seen = plans.expected(view, half)
        wrong = *map(say.revolt_text, seen.revolts), *map(say.skip_text, seen.skips)
        yield Section(_("A last look at your plan"), (*wrong, say.forecast_text(seen)))
        yield rule("A plan")
        return
    space, _colon, card = last.partition(":")
    card = card or half.laid.get(space, "")
    if space == "bid":
        whole = _(
            "The highest bid is the first to pick a special card, and so a turn: 4–1 chests (paid), "
            "provinces (free), 0."
        )
        yield Section(sentence_case(_("bid")), (whole,))
        yield _specials(view)
        yield rule("Event and turn order")
    elif space in ACTIONS:
        yield from _action(view, ACTIONS.index(space), indexes().get(card, -1))
    if card in indexes():
        yield from _province(view, indexes()[card], aids=aids)


def _action(view: ShogunView, action: int, at: int = -1) -> Iterator[Section]:
    """Explain an action: what it does, when it is done, and what it would bring in a province."""
    code = ACTIONS[action]
    found = [say.action_text(action)]
    if code in view.order:
        found.append(_("It is action {number} of the season.").format(number=view.order.index(code) + 1))
    elif view.order:
        found.append(_("It lies face down: nobody knows yet when it is done."))
    if action <= THEATRE:
        found += [*lines(view, code)][1:]
    if at >= 0:
        found.append(f"{board().provinces[at].name}: {_brings(view, action, at)}.")
    yield Section(sentence_case(say.action_name(action)), tuple(found))
    yield rule("Fight" if action >= FIGHT_A else "Build, gain, raise")


def _brings(view: ShogunView, action: int, at: int) -> str:
    """Say what an action would bring the viewer in a province as things stand, or why it would be skipped."""
    table, seat, cost = view.table, view.seat, board().costs[action]
    seen = plans.expected(view, Half({ACTIONS[action]: board().provinces[at].name}))
    if seen.skips:
        return _("skipped, {reason}").format(reason=say.reason_text(seen.skips[0]))
    if action == RICE:
        what = _("{number} rice").format(number=seen.rice - table.rice[seat])
    elif action == TAX:
        taxes = seen.chests - table.chests[seat]
        what = ngettext("{count} chest", "{count} chests", taxes)
    elif action >= FIGHT_A:
        what = ngettext("{count} army may go", "{count} armies may go", table.armies[at] - 1)
    elif action >= RAISE5:
        six = action == RAISE5 and table.has_card(seat, SIX)
        raised = armies_raised(action, effect(table), six, table.reserve[seat])
        what = ngettext("{count} army", "{count} armies", raised)
    else:
        what = say.action_name(action)
    if cost:
        what = ngettext("{what}, for {count} chest", "{what}, for {count} chests", cost, what=what)
    return ". ".join((what, *(say.revolt_text(revolt).rstrip(".") for revolt in seen.revolts)))


# --- Battles ---


def _move(view: ShogunView, words: list[str], *, aids: bool) -> Iterator[Section]:
    """Explain where armies could go: the province, and how an attack with each number of armies would end."""
    start, target = indexes()[words[0]], indexes()[words[min(len(words), 2) - 1]]
    table, neutral = view.table, view.table.owner[target] < 0
    attacked = target != start and table.owner[target] != view.seat
    if attacked and aids:
        each = (
            ngettext(
                "{count} army: {odds}.", "{count} armies: {odds}.", armies, odds=say.odds_text(odds, neutral=neutral)
            )
            for armies in range(1, table.armies[start])
            for odds in [attack_odds(table, view.seat, target, armies)]
        )
        yield Section(_("{start} to {target}").format(start=words[0], target=words[1]), (*each,))
    yield from _province(view, target, aids=aids)
    yield rule("Build, gain, raise" if view.ask == "raise1" else "Fight")
    if attacked:
        yield rule("The tower")
