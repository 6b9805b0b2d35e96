"""What the prompt says: what is asked for, and what Enter would do at the card under the cursor."""

from __future__ import annotations

from typing import NamedTuple

from naishi.game import forecast
from naishi.game.view import PlayerView
from naishi.i18n import _, ngettext
from naishi.rules.actions import Action, Declare, Decree, Develop, Discard, End, Pass, Recall, Swap
from naishi.rules.legal import Phase
from naishi.rules.territory import HAND, LINE, RIVER, Cell, Zone
from naishi_tui.drawing import card_text
from naishi_tui.keys import Keymap
from naishi_tui.partial_action import PartialAction


class Said(NamedTuple):
    """A sentence, and whether it says why not."""

    text: str
    refused: bool = False


def what_now(view: PlayerView, choice: PartialAction, keymap: Keymap, *, against_bot: bool = False) -> str:
    """Say what the person is asked for."""
    if view.phase is not Phase.PLAY:
        return _("The game is over. Enter: count the points. {undo} takes back.").format(undo=keymap.shown("undo"))
    if view.turn is not None and view.turn != view.seat:
        name = view.names[view.turn]
        if against_bot:
            return _("It is {name}'s turn.").format(name=name)
        return _("Enter: pass the keyboard to {name}. {undo} takes back.").format(name=name, undo=keymap.shown("undo"))
    if choice != PartialAction():
        return _asked(choice).format(name=view.names[1 - view.seat])
    return _free_choice(view, keymap)


def _free_choice(view: PlayerView, keymap: Keymap) -> str:
    """Say what may be done where nothing has been begun."""
    if view.can(Pass):
        return _("Nothing is left to do: {end} passes.").format(end=keymap.shown("end"))
    if view.bonus:
        return _("Now develop: choose the card to replace.")
    if view.developed:
        return _("Take a bonus ({swap} or {discard}), or end the turn with {end}.").format(
            swap=keymap.shown("swap"), discard=keymap.shown("discard"), end=keymap.shown("end")
        )
    if view.last == view.seat:
        return _("Your last turn! Replace a card, or act at the court.")
    return _("Choose a card to replace, or act at the court.")


def watched(view: PlayerView, keymap: Keymap, *, paused: bool) -> str:
    """Say what somebody can do who watches bots."""
    if view.phase is not Phase.PLAY:
        return _("The game is over. Enter: count the points.")
    if paused:
        return _("Paused. {choose}: go on. {back}: leave.").format(
            choose=keymap.shown("choose"), back=keymap.shown("back")
        )
    return _("{first} plays {second}. {choose}: pause. {faster} and {slower} change the speed.").format(
        first=view.names[0],
        second=view.names[1],
        choose=keymap.shown("choose"),
        faster=keymap.shown("faster"),
        slower=keymap.shown("slower"),
    )


def looked_at(view: PlayerView, *, ended: bool) -> str:
    """Say what somebody sees who looks on at a game that is open elsewhere; `ended` where it isn't any more."""
    if view.phase is Phase.OVER:
        return _("The game is over. Enter: count the points.")
    if ended:
        return _("This game is no longer open elsewhere. Enter: open it and play on. Esc: leave.")
    doing = {
        Phase.GIFT: _("{name} chooses a gift. You are looking on, and see no Hand."),
        Phase.PLAY: _("{name} is to act. You are looking on, and see no Hand."),
    }.get(view.phase, _("{name}'s ninja chooses what it copies. You are looking on."))
    return doing.format(name=view.names[view.turn or 0])


def what_here(view: PlayerView, choice: PartialAction, cell: Cell | None, *, hints: bool) -> Said:
    """Say what Enter does at the cell under the cursor, and with `hints` what that changes in the viewer's points.

    A cell of None can't be chosen at all.
    """
    if cell is None or view.turn != view.seat or view.phase is not Phase.PLAY or choice.kind in {Recall, Declare}:
        return Said("")
    if cell in choice.cells:
        return Said(_("{cell} is chosen. Enter or Esc: choose again.").format(cell=cell))
    if cell not in choice.targets(view.legal_actions):
        waiting = choice == PartialAction() and view.can(End)
        return Said("") if waiting else Said(choice.refusal(cell, view), refused=True)
    action = choice.plus(cell).action(view.legal_actions)
    if action is not None:
        return Said(_would_do(view, action) + (_points(view, action) if hints else ""))
    here = _("Enter: choose {card} at {cell}.").format(card=_name_at(view, cell), cell=cell)
    if hints and choice.kind is Develop:
        here += _what_taking_it_brings(view, cell)
    return Said(here)


def _points(view: PlayerView, action: Action) -> str:
    points = forecast.change(view, action)
    if points is None:
        return ""
    sign = "-" if points < 0 else "+"
    return "  " + ngettext("{sign}{count} point", "{sign}{count} points", abs(points), sign=sign)


def _what_taking_it_brings(view: PlayerView, cell: Cell) -> str:
    line, hand = (forecast.change(view, Develop(row[cell.position])) for row in (LINE, HAND))
    return "  " + _("Line {line:+}, Hand {hand:+}.").format(line=line, hand=hand)


def _asked(choice: PartialAction) -> str:
    if choice.kind is Develop:
        return _("Which of your cards does it replace? Esc: another.")
    if choice.kind is Decree:
        return _("Exchange which card with the one opposite? Esc cancels.")
    if choice.kind is Recall:
        return _("Recall your emissaries? It takes the whole turn. Enter: yes. Esc: no.")
    if choice.kind is Declare:
        return _("Declare the end? {name} plays one last turn. Enter: yes. Esc: no.")
    if choice.kind is Swap:
        return _("Swap it with which card? Esc: another.") if choice.cells else _("Swap which two cards? Esc cancels.")
    return _("And which other? Esc: another.") if choice.cells else _("Discard which two River cards? Esc cancels.")


def _would_do(view: PlayerView, action: Action) -> str:
    match action:
        case Develop(cell=cell):
            return _("Enter: {new} to {cell}, discarding {old}.").format(
                new=_name_at(view, RIVER[cell.position]), cell=cell, old=_name_at(view, cell)
            )
        case Decree(cell=cell):
            theirs = view.theirs.card(cell) if cell.zone is Zone.LINE else None
            return _("Enter: give {mine} for {theirs} at {cell}.").format(
                mine=_name_at(view, cell),
                theirs=_("the hidden card") if theirs is None else card_text.name(theirs),
                cell=cell,
            )
        case Swap(first=first, second=second):
            return _("Enter: swap {one} at {first} and {other} at {second}.").format(
                one=_name_at(view, first), first=first, other=_name_at(view, second), second=second
            )
        case Discard(first=first, second=second):
            return _("Enter: discard {one} and {other}.").format(
                one=_name_at(view, first), other=_name_at(view, second)
            )
        case _:
            return ""


def _name_at(view: PlayerView, cell: Cell) -> str:
    card = view.river[cell.position].top if cell.zone is Zone.RIVER else view.mine.card(cell)
    return card_text.name(card) if card is not None else _("empty")
