"""Conditional moves in words, and their results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, pgettext
from naishi.plain.commands import ACTIONS, SKIP, commands, find
from naishi.plain.context import own
from naishi.plain.speech import folded
from naishi.server import MatchParticipant, Visitor
from naishi.server.match.rows import NAISHI
from naishi.server.plans.plans import Plan, PlanEnd, Rule


async def plan(visitor: Visitor, me: MatchParticipant, words: Sequence[str]) -> Iterator[str]:
    """Plan something, drop all plans by `none`, or do nothing without words; return the lines that say what is planned.

    Raises NaishiError: it can't be understood, or planned.
    """
    plans = visitor.lobby.plans
    if len(words) == 1 and folded(words[0]) in {"none", folded(_("none"))}:
        await plans.drop(me)
    elif words:
        when, play = read_rule(words)
        await plans.add(me, when, play)
    return rule_lines(plans.rules(me))


def read_rule(words: Sequence[str]) -> tuple[Any, list[Any]]:
    """Read what follows `when`: an action of the other player, the word play, and one's own actions.

    Raises NaishiError: it can't be understood.
    """
    separators = {"play", folded(pgettext("a verb", "play"))}
    words = [part for word in words for part in word.split()]
    if words and folded(words[0]) in {"when", folded(pgettext("a verb", "when"))}:  # the example begins with it
        words = words[1:]
    at = next((place for place, word in enumerate(words) if folded(word) in separators), None)
    if not at or at + 1 == len(words):
        raise NaishiError(_("Write it like this: {usage}").format(usage=_("when decree H3 play develop H3, end")))
    return _action(words[:at]), [_action(line.split()) for line in lines_of(words[at + 1 :])]


def lines_of(words: Sequence[str]) -> list[str]:
    """Return the lines that some words make: parted by commas, by quotes, or where the next action begins.

    A shell takes quotes away before the words are sent, so that `play k4m2 "develop L4" end` comes without them.
    """
    verbs = {folded(word) for each in ACTIONS for word in (each, commands()[each].word)}
    lines: list[list[str]] = [[]]
    for word in words:
        first, *others = word.replace(";", ",").split(",")
        quoted_line = " " in word
        if quoted_line or (lines[-1] and folded(first) in verbs):
            lines.append([])
        lines[-1].append(first)
        lines += [[other] for other in others]
        if quoted_line:
            lines.append([])
    return [line for each in lines if (line := " ".join(each).strip())]


def _action(words: Sequence[str]) -> Any:
    known = commands()
    verb = find(words[0], {each: known[each] for each in known if each in ACTIONS or each == SKIP})
    return own(NAISHI, "action")(verb.id, words[1:])


def rule_lines(rules: Sequence[Rule]) -> Iterator[str]:
    for rule in rules:
        yield _("when {when} play {play}").format(when=_typed(rule.when), play=_actions(rule))
    if not rules:
        yield _("Nothing is planned.")


def _typed(action: Any) -> str:
    return str(own(NAISHI, "words")(action))


def _actions(rule: Rule) -> str:
    return listed(map(_typed, rule.play), conjunction=False)


async def take_news(visitor: Visitor) -> list[str]:
    plans, me = visitor.lobby.plans, visitor.account.id
    said = []
    for match, ended in plans.ended(visitor.listing.mine, me):
        said.append(_what_became(ended, match.names[1 - (match.seat_of(me) or 0)]))
        await plans.told(match, me)
    return said


def _what_became(ended: Plan, name: str) -> str:
    rule = ended.rule
    match ended.end:
        case PlanEnd.PLAYED if rule is not None:
            words = _("{name} did what you had expected ({when}), and you have played as planned: {play}.")
            return words.format(name=name, when=_typed(rule.when), play=_actions(rule))
        case PlanEnd.REFUSED if rule is not None and ended.refused is not None:
            words = _("{name} did what you had expected ({when}), but this wasn't possible: {play}. It is your turn.")
            return words.format(name=name, when=_typed(rule.when), play=_typed(ended.refused))
        case PlanEnd.OFFERED:
            return _("{name} asks you something, so your plans for this turn are dropped.").format(name=name)
        case PlanEnd.UNDONE:
            return _("A turn against {name} was undone, so your plans are dropped.").format(name=name)
    return _("{name} did something else than you had expected; your plans for this turn are dropped.").format(name=name)
