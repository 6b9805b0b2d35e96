"""Synchronous play and storage of an open save."""

from __future__ import annotations

from naishi import Action
from naishi.saves import OpenGame


def play(opened: OpenGame, action: Action | str) -> None:
    opened.game.play(action)
    opened.save()


def undo(opened: OpenGame) -> Action:
    action: Action = opened.game.undo()
    opened.save()
    return action


def redo(opened: OpenGame) -> Action:
    action: Action = opened.game.redo()
    opened.save()
    return action
