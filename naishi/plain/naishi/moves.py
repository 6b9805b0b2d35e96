"""Available actions in lines, by kind or by place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Copy, Give, Use
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.territory import HAND, LINE, Cell
from naishi.games.naishi.text.sentences import card as card_name
from naishi.plain.commands import ACTIONS, UnknownCommandError, commands, find
from naishi.plain.naishi.parsing import find_place, offered, place, places, verb_of

PAIR = 2
FEW = 4
"""So many possibilities are listed at once."""


def possible_lines(view: PlayerView, words: Sequence[str]) -> Iterator[str]:
    """What the viewer can do now: in short, or all of one kind (`what swap`), or all with one place (`what line 3`).

    Raises:
        NaishiError: The words name neither an action nor a place.
    """
    if not view.legal_actions:
        yield _("The game is over.") if view.phase is Phase.OVER else _("It is not your turn.")
        return
    if (cell := find_place(words)) is not None:
        yield from _with(view, cell)
        return
    kinds = _by_kind(view)
    if words:
        verb = _verb(words[0])
        if verb == "use" and view.pending:
            yield from (_used(action) for action in offered(view) if isinstance(action, Use))
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


def _by_kind(view: PlayerView) -> dict[str, list[Action]]:
    kinds: dict[str, list[Action]] = {}
    for action in offered(view):
        kinds.setdefault(verb_of(action), []).append(action)
    return kinds


def _with(view: PlayerView, cell: Cell) -> Iterator[str]:
    """All actions that touch a place."""
    found = [action for action in offered(view) if cell in action.cells]
    if not found:
        yield _("Nothing is possible at {place} now.").format(place=place(cell))
    for action in found:
        yield typed(action)


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
    """Sum up single places of Line and Hand."""
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
    if len(actions) <= FEW or any(len(action.cells) != PAIR for action in actions):
        yield _listed(verb, actions)
        return
    for first, group in groupby(actions, lambda action: action.cells[0]):
        others = [place(action.cells[1]) for action in group]
        yield _("{verb}: {first} with {others}").format(
            verb=commands()[verb].word, first=place(first), others=listed(others, conjunction=False)
        )


def typed(action: Action) -> str:
    """Write an action as it can be typed, in the language of the moment."""
    word = commands()[verb_of(action)].word
    return f"{word} {_what_follows(action)}".rstrip()


def _used(action: Use) -> str:
    """Write an effect with the name of its Traveller, as it can be typed too."""
    return f"{commands()['use'].word} {card_name(action.traveller)} {_what_follows(action)}".rstrip()


def _what_follows(action: Action) -> str:
    if isinstance(action, Give):
        return str(action.which)
    where = " ".join(map(place, action.cells))
    return f"{where} {card_name(action.card):bare}" if isinstance(action, Copy) else where
