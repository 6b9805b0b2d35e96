"""Answers to questions about a game, in lines."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from naishi.common.i18n import NaishiError, UnknownCommandError, _, listed, ngettext
from naishi.games.naishi.game import record
from naishi.games.naishi.game.turns import last_turn, newest_turn, without_turn_ends
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Copy, Give, Use
from naishi.games.naishi.rules.cards import HAND, LINE, TRAVELLERS, Card, Phase, Zone
from naishi.games.naishi.text import card_words, expansion
from naishi.games.naishi.text.sentences import advised, check_advice_is_on, hand_stays_hidden, sentence
from naishi.plain.console import ACTIONS, commands, find, folded
from naishi.plain.naishi import facts
from naishi.plain.naishi.parsing import find_card, find_place, offered, place, places, verb_of
from naishi.plain.table_answers import newest_turns, turns_of

if TYPE_CHECKING:
    from naishi.plain.room import Context
    from naishi.settings.schema import Settings


FEW = 4
"""So many possibilities are listed at once."""


def possible_lines(view: PlayerView, words: Sequence[str]) -> Iterator[str]:
    """What the viewer can do now: in short, or all of one kind (`what swap`), or all with one place (`what line 3`).

    Raises NaishiError: the words name neither an action nor a place.
    """
    if not view.legal_actions:
        yield _("The game is over.") if view.phase is Phase.OVER else _("It is not your turn.")
        return
    if (cell := find_place(words)) is not None:
        found = [typed(action) for action in offered(view) if cell in action.cells]
        yield from found or [_("Nothing is possible at {place} now.").format(place=place(cell))]
        return
    kinds: dict[str, list[Action]] = {}
    for action in offered(view):
        kinds.setdefault(verb_of(action), []).append(action)
    if words:
        verb = _verb(words[0])
        if verb == "use" and view.pending:
            for action in offered(view):
                if isinstance(action, Use):
                    yield f"{commands()[verb].word} {action.traveller.noun} {_what_follows(action)}".rstrip()
            return
        if verb not in kinds:
            raise NaishiError(_("That isn't possible now. Type what."))
        yield from _in_groups(verb, kinds[verb])
        return
    for verb, actions in kinds.items():
        yield _in_short(verb, actions)


def _verb(word: str) -> str:
    try:
        return find(word, {each: commands()[each] for each in sorted(ACTIONS)}).id
    except UnknownCommandError:
        raise NaishiError(_("That is neither an action nor a place: type what, what swap or what line 3.")) from None


def _in_short(verb: str, actions: Sequence[Action]) -> str:
    if len(actions) <= FEW:
        return _listed(verb, actions)
    word = commands()[verb].word
    if verb in {"develop", "decree"}:
        return _("{verb}: {where}").format(verb=word, where=_columns(actions))
    return ngettext(
        "{verb}: {count} possibility; {what} {verb} lists it.",
        "{verb}: {count} possibilities; {what} {verb} lists them.",
        len(actions),
        verb=word,
        what=commands()["what"].word,
    )


def _columns(actions: Sequence[Action]) -> str:
    cells = {cell for action in actions for cell in action.cells}
    in_line = [cell.position for cell in LINE if cell in cells]
    if in_line != [cell.position for cell in HAND if cell in cells]:
        return places(sorted(cells))
    if len(in_line) == len(LINE):
        return _("any card of your Line or Hand")
    return _("Line or Hand, columns {numbers}").format(numbers=listed(str(each + 1) for each in in_line))


def _listed(verb: str, actions: Sequence[Action]) -> str:
    word = commands()[verb].word
    choices = [_what_follows(action) for action in actions]
    return (
        _("{verb}: {choices}").format(verb=word, choices=listed(choices, conjunction=False)) if any(choices) else word
    )


def _in_groups(verb: str, actions: Sequence[Action]) -> Iterator[str]:
    """List actions in a line; many that take two places in a line for each first one."""
    if len(actions) <= FEW or any(len(action.cells) != 2 for action in actions):
        yield _listed(verb, actions)
        return
    for first, group in groupby(actions, lambda action: action.cells[0]):
        others = [place(action.cells[1]) for action in group]
        yield _("{verb}: {first} with {others}").format(
            verb=commands()[verb].word, first=place(first), others=listed(others, conjunction=False)
        )


def typed(action: Action) -> str:
    word = commands()[verb_of(action)].word
    return f"{word} {_what_follows(action)}".rstrip()


def _what_follows(action: Action) -> str:
    if isinstance(action, Give):
        return str(action.which)
    where = " ".join(map(place, action.cells))
    return f"{where} {action.card.noun:bare}" if isinstance(action, Copy) else where


SEEING_A_HAND = {"hand", "score"}
"""What can't be said to someone who sees no Hand."""


def answer(view: PlayerView, command: str, words: Sequence[str], context: "Context", *, you: bool = True) -> None:
    """Answer a question about a game. Raises NaishiError: it can't be answered, or the settings don't want it to be."""
    if command in SEEING_A_HAND and None in view.mine.hand:
        raise NaishiError(hand_stays_hidden())
    if command == "advice":
        _advise(view, context)
        return
    question = _Question(view, words, context.settings, you)
    context.console.write(*_ANSWERS[command](question))
    if (data := _DATA.get(command)) is not None:
        context.console.answer(**data(view))


class _Question(NamedTuple):
    """What is asked, and by whom."""

    view: PlayerView
    words: Sequence[str]
    settings: "Settings"
    you: bool

    @property
    def viewer(self) -> int | None:
        """The seat that is addressed as "you"; None for a watcher."""
        return self.view.seat if self.you else None


def _column(asked: _Question) -> Iterator[str]:
    if len(asked.words) != 1 or asked.words[0] not in set("12345"):
        raise NaishiError(_("Say which column: column 1 to column 5."))
    return facts.column_lines(asked.view, int(asked.words[0]) - 1, hints=asked.settings.hints)


def _pile(asked: _Question) -> Iterator[str]:
    if asked.words:  # a number means one of the River
        raise NaishiError(_("That is the discard pile. For the piles of the River, type river or column 2."))
    return iter((facts.discard_line(asked.view),))


def _where(asked: _Question) -> Iterator[str]:
    if not asked.words:
        raise NaishiError(_("Say which card: where torii."))
    if _means_ryokan(asked):
        return iter((expansion.ryokan(asked.view),))
    return facts.where_lines(asked.view, _card(asked))


def _card(asked: _Question) -> Card:
    view = asked.view
    return find_card(" ".join(asked.words), () if view.ryokan is None else (*view.legends, *TRAVELLERS))


def _means_ryokan(asked: _Question) -> bool:
    typed = folded(" ".join(asked.words))
    return asked.view.ryokan is not None and len(typed) > 1 and folded(_("Ryokan")).startswith(typed)


def _memory(asked: _Question) -> Iterator[str]:
    if not asked.settings.memory_aid:
        raise NaishiError(_("The memory aid is off. To switch it on, type set memory aid on."))
    return facts.memory_lines(asked.view)


def _score(view: PlayerView) -> Iterator[str]:
    yield from facts.score_lines(view)
    if view.deal_check is not None:
        yield record.verdict(view.deal_check)


def _why(asked: _Question) -> Iterator[str]:
    view, words = asked.view, asked.words
    if not words:
        raise NaishiError(_("Say which card or which place: why rice, why line 4."))
    if _means_ryokan(asked):
        return iter((expansion.ryokan(view), card_words.ryokan()))
    if (cell := find_place(words)) is None:
        return facts.why_lines(view, _card(asked))
    if cell.zone is Zone.RIVER:
        if (top := view.river[cell.position].top) is None:
            raise NaishiError(_("River pile {position} is empty.").format(position=cell.position + 1))
        return facts.why_lines(view, top, cell)
    if view.phase is Phase.GIFT and cell.zone is Zone.HAND:
        return facts.hand_lines(view)
    if (card := view.mine.card(cell)) is None:
        raise NaishiError(hand_stays_hidden())
    return facts.why_lines(view, card, cell)


def _advise(view: PlayerView, context: "Context") -> None:
    from naishi.games.naishi.analysis.choices import advise, deepest  # noqa: PLC0415 - numpy only once advice is asked for
    from naishi.games.naishi.analysis.reasons import in_words  # noqa: PLC0415

    check_advice_is_on(context.settings.advice)
    deeper = deepest(view)
    found, data = advise(view, weighed=deeper.choices if deeper is not None else ()), list[object]()
    if not found:
        raise NaishiError(_("You can ask for advice only on your own turn."))
    for each in found:
        why = in_words(each.reasons, view.names[1 - view.seat], view.names[view.seat])
        context.console.write(f"{advised(view, each.action, each.win_chance, each.error)} {why}".rstrip())
        data.append({"action": each.action, "chance": each.win_chance, "why": why})
    context.console.answer(advice=data)


def _last(asked: _Question) -> Iterator[str]:
    view = asked.view
    events = last_turn(view) if asked.you else newest_turn(view)
    if not events:
        yield _("The other player hasn't done anything yet.") if asked.you else _("Nothing has happened yet.")
    for event in events:
        yield sentence(event, view.names, asked.viewer)


def log_lines(view: PlayerView, viewer: int | None, turns: int | None = None) -> Iterator[str]:
    """Everything that has happened, by rounds.

    Args:
        viewer: The seat that is addressed as "you"; None for a watcher.
        turns: How many turns are wanted, the newest; None for all.
    """
    round_ = 0
    if not view.events:
        yield _("Nothing has happened yet.")
    events = without_turn_ends(view.events)
    for event in events if turns is None else newest_turns(events, turns):
        if event.round != round_:
            round_ = event.round
            yield _("Round {n}").format(n=round_)
        yield sentence(event, view.names, viewer)


_DATA: Mapping[str, Callable[[PlayerView], dict[str, object]]] = {
    "what": lambda view: {"actions": view.legal_actions},
    "log": lambda view: {"events": view.events},
    "last": lambda view: {"events": last_turn(view)},
    "score": lambda view: {"sheets": facts.sheets_of(view)},
}
_ANSWERS: Mapping[str, Callable[[_Question], Iterator[str]]] = {
    "table": lambda asked: facts.table_lines(asked.view),
    "hand": lambda asked: facts.hand_lines(asked.view, hints=asked.settings.hints),
    "line": lambda asked: facts.own_row(
        asked.view, LINE, hints=asked.settings.hints and None not in asked.view.mine.hand
    ),
    "river": lambda asked: facts.river_lines(asked.view),
    "column": _column,
    "theirs": lambda asked: facts.their_lines(asked.view),
    "court": lambda asked: facts.court_lines(asked.view),
    "pile": _pile,
    "where": _where,
    "score": lambda asked: _score(asked.view),
    "why": _why,
    "last": _last,
    "log": lambda asked: log_lines(asked.view, asked.viewer, turns_of(asked.words)),
    "memory": _memory,
    "what": lambda asked: possible_lines(asked.view, asked.words),
}
