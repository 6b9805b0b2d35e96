"""Round ends, scorings, influence and odds in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from naishi.common.formats import listed, number, percent
from naishi.common.i18n import _, ngettext, pgettext
from naishi.games.ninjato import names as of
from naishi.games.ninjato.components import SCORINGS, components
from naishi.games.ninjato.odds import RaidOdds, raid_odds
from naishi.games.ninjato.position import Position, Raid
from naishi.games.ninjato.scoring import LAST_ROUND, Contender, honour_of, next_scoring, ranking
from naishi.tabletop.kinds import Section


def story(facts: Mapping[str, Any], names: Sequence[str], reader: int | None = None) -> list[Section]:
    """Return what an action brought that takes explaining: the end of a round, and each award of a scoring.

    Args:
        facts: What the action brought.
        names: The names of all seats.
        reader: The seat that is addressed as "you".
    """
    found = []
    called = [pgettext("a player", "you") if seat == reader else name for seat, name in enumerate(names)]
    if "ended" in facts:
        over, ended = facts["round"], facts["ended"]
        found.append(Section(_("Round {round} is over").format(round=over), (*_settled(over, ended, called),)))
        if news := [*_opened(over, ended)]:
            found.append(Section(_("What is new after round {round}").format(round=over), (*news,)))
    for award in facts.get("awards", ()):
        words = _("{clan}: the first") if award["place"] == 1 else _("{clan}: the second")
        title = words.format(clan=of.clan(award["clan"]))
        found.append(Section(title, (*_award(award, called),)))
    return found


def _settled(over: int, ended: Mapping[str, Any], called: Sequence[str]) -> Iterator[str]:
    """Say who goes first from now on, and what becomes of skills."""
    order, pile = [called[seat] for seat in ended["order"]], [called[seat] for seat in ended["pile"]]
    if len(pile) == 1:
        yield _("Order of turns: {names}. Alone at the dojo: {first}.").format(names=", ".join(order), first=pile[0])
    elif pile:
        yield _("Order of turns: {names}. Who was at the dojo last goes first: {pile}.").format(
            names=", ".join(order), pile=", ".join(pile)
        )
    else:
        yield _("Order of turns: {names}, as before: nobody was at the dojo.").format(names=", ".join(order))
    if ended["used"]:
        yield _("All used skills turn up again.")
    if over < LAST_ROUND:
        yield from _new_skills(ended)


def _opened(over: int, ended: Mapping[str, Any]) -> Iterator[str]:
    """Say which houses and cards are opened for the next round, and whether a scoring comes first."""
    if over < LAST_ROUND:
        for house, clan, sentry, loot in ended["houses"]:
            yield _("House {number}, {clan}, opens again: sentry {guard}; {treasures}.").format(
                number=house, clan=of.token(clan), guard=of.guard(sentry), treasures=of.treasures(loot)
            )
    if ended["palace"] and over < LAST_ROUND:
        yield _("New in the palace: {envoys}.").format(envoys=listed(map(of.envoy, ended["palace"])))
    if ended["pavilion"]:
        yield _("New in the pavilion: {rumours}.").format(rumours=listed(map(of.rumour, ended["pavilion"])))
    if over in SCORINGS:
        clans = ", ".join(map(of.clan, components().scoring[over]))
        yield _(
            "Now the scoring: {clans}. In this order those who are first choose, then those who are second."
        ).format(clans=clans)


def _new_skills(ended: Mapping[str, Any]) -> Iterator[str]:
    if ended["gone"]:
        yield _("Nobody learned {skills}: out of the game.").format(skills=_counted(ended["gone"]))
    if ended["rest"]:
        yield ngettext(
            "The rest of the skills is out of the game, {count} tile.",
            "The rest of the skills is out of the game, {count} tiles.",
            ended["rest"],
        )
    if ended["sensei"]:
        yield _("New at the sensei: {skills}.").format(skills=_counted(ended["sensei"]))


def _counted(tiles: Sequence[str]) -> str:
    """List skill tiles, equal ones together."""
    found = Counter(map(of.skill, tiles))
    return listed(name if count == 1 else f"{name} ×{count}" for name, count in found.items())


def _award(award: Mapping[str, Any], called: Sequence[str]) -> Iterator[str]:
    """Say who is first or second in a clan, why, and what that brings."""
    clan, place, honour = of.clan(award["clan"]), award["place"], of.honour(award["honour"])
    contenders = [Contender(*each) for each in award["influence"]]
    yield _("The houses of {clan} bring {honour}.").format(clan=clan, honour=honour)
    if contenders:
        yield _("Influence: {seats}.").format(
            seats=", ".join(f"{called[each.seat]} {each.influence}" for each in contenders)
        )
    yield from _tie(contenders, place, called)
    if award["seat"] is None:
        if not contenders:
            yield _("Nobody has an envoy of {clan}: nobody is first.").format(clan=clan)
        else:
            yield _("Nobody else has an envoy of {clan}: nobody is second.").format(clan=clan)
        return
    who, prize = _capital(called[award["seat"]]), award["prize"]
    if prize == "honour":
        words = _("{who}, first: {honour}.") if place == 1 else _("{who}, second: {honour}, which the first left.")
    elif not prize:
        words = _("{who}, second: nothing; the honour went to the first, and no rumour is left.")
    elif place == 1:
        words = _("{who}, first: the rumour {rumour} instead; the honour is left for the second.")
    else:
        words = _("{who}, second: the rumour {rumour}; the honour went to the first.")
    yield words.format(who=who, honour=honour, rumour=of.rumour(prize) if prize not in ("", "honour") else "")


def _tie(contenders: Sequence[Contender], place: int, called: Sequence[str]) -> Iterator[str]:
    """Say how a tie for a place is decided."""
    if len(contenders) < place:
        return
    winner = contenders[place - 1]
    level = [each for each in contenders[place:] if each.influence == winner.influence]
    if level:
        yield _("The oldest envoy breaks the tie: {who}, aged {age}.").format(
            who=called[winner.seat], age=winner.oldest
        )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def influence(position: Position, names: Sequence[str], reader: int | None = None) -> list[str]:
    """Return who would be first and second in each clan if the next scoring took place now, and what that brings."""
    after = next_scoring(position)
    if after is None:
        return []
    called = [pgettext("a player", "you") if seat == reader else name for seat, name in enumerate(names)]
    disguises = position.scoring.disguises if position.scoring is not None else ()
    lines = [_("If the scoring after round {round} were now:").format(round=after)]
    for clan in components().scoring[after]:
        ranked = ranking(position, clan, disguises)
        gaps = {"clan": of.clan(clan), "honour": of.honour(honour_of(position, clan))}
        if not ranked:
            lines.append(_("{clan}, {honour}: nobody has an envoy of it.").format(**gaps))
            continue
        gaps |= {"first": f"{called[ranked[0].seat]} ({ranked[0].influence})"}
        gaps |= {"second": f"{called[ranked[1].seat]} ({ranked[1].influence})"} if len(ranked) > 1 else {}
        words = (
            _("{clan}, {honour}: {first} would choose the honour or a rumour; {second} would get what is left.")
            if len(ranked) > 1
            else _("{clan}, {honour}: {first} would choose the honour or a rumour; nobody else has an envoy.")
        )
        lines.append(" ".join([words.format(**gaps), *_tie(ranked, 1, called)]))
    return lines


def odds(position: Position) -> list[str]:
    """Return what a raider may reckon before the next guard is drawn, in sentences; nothing at any other time."""
    found = raid_odds(position)
    if found is None or position.raid is None:
        return []
    red = position.houses[position.raid.house].loot[0].endswith("*")
    beaten = sum(count for count, wins in found.guards.values() if wins)
    total = sum(count for count, _wins in found.guards.values())
    words = (
        _("The next guard is an elite one. You beat {beaten} of the {total} that it may be: {chance}.")
        if red
        else _("You beat {beaten} of the {total} guards that may come next: {chance}.")
    )
    return [
        words.format(beaten=beaten, total=total, chance=percent(float(found.chance))),
        _worth(found),
    ]


def _worth(found: RaidOdds) -> str:
    """Say what leaving and going on are worth."""
    gaps = {"leave": found.leave, "go_on": number(found.go_on, 1)}
    if found.guards_ahead is None:
        return _("Leave now: {leave} in treasures. Go on as long as it pays: {go_on} on average.").format(**gaps)
    return ngettext(
        "Leave now: {leave} in treasures. Go on for one more guard: {go_on} on average.",
        "Leave now: {leave} in treasures. Go on as long as it pays, {count} guards at most: {go_on} on average.",
        found.guards_ahead,
        **gaps,
    )


def failure(raid: Raid) -> str:
    """Say what giving up, or losing to the guard that is faced, costs."""
    if not raid.shuriken:
        return _("nothing is lost but what was played")
    if len(raid.shuriken) == 1:
        return _("you keep what you have won")
    return _("you keep one of {count} treasures").format(count=len(raid.shuriken))
