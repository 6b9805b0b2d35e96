"""Module names of version 1, still importable."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # the module that has it takes as long to import as all of this

HOME = "naishi.games.naishi"
MOVED = {f"naishi.{room}": f"{HOME}.{room}" for room in ("analysis", "envs", "game", "lessons", "rules", "text")}
MOVED |= {f"naishi.bots.{room}": f"{HOME}.bots.{room}" for room in ("engine", "players", "training")}
MOVED["naishi.sessions.editor"] = f"{HOME}.editor"
"""The new name of each package that has moved."""
JOINED = {
    "analysis.reasons": "reason_words",
    "game.turns": "forecast",
    "game.record": "deal_proof",
    "rules.effects": "state",
    "rules.cards": "phase piles territory court expansion deal",
    "rules.scoring": "base_cards outcome sheet",
    "rules.actions": "legal legal_sets",
    "rules.notation": "fields diagram position_checks",
    "rules.position": "perft",
    "game.view": "events",
    "game.hiding": "memory",
    "text.sentences": "action_words advised turning_points",
    "text.card_words": "places card_scores",
    "text.rules_help": "expansion_help",
    "lessons.task": "goals task_participant",
    "envs.encoded_game": "rows",
    "envs.unfolding": "seen redeal",
    "envs.batch.state": "tables deals",
    "envs.batch.steps": "ending scores",
    "envs.batch.games": "expansion",
    "envs.batch.batch": "moments observations",
    "analysis.follow": "moments",
    "analysis.choices": "model_error advice sampling",
    "analysis.results": "digests ranges",
    "analysis.report": "ledger accuracy",
    "analysis.truth": "turned_up",
    "analysis.exercises": "folder_study running store",
    "analysis.statistics": "overview",
    "analysis.words": "plot",
    "bots.engine.observation": "expansion_columns",
    "bots.engine.legal_moves": "agreement",
    "bots.engine.afterstates": "transitions",
    "bots.engine.ninjas": "groups copying",
    "bots.engine.features": "input_layout",
    "bots.engine.network": "evaluation",
    "bots.engine.belief": "tracks past_choices worlds",
    "bots.engine.turns": "endgame",
    "bots.engine.rollouts": "lookahead",
    "bots.players.learned": "greedy simple",
    "bots.training.training": "executors targets self_play_targets search_targets",
    "lessons.puzzles": "puzzle_reasons",
}
"""By the module that holds them now: the modules of version 1 that it was joined from."""
ALIASES = {
    f"naishi.{joined.rpartition('.')[0]}.{old}": f"{HOME}.{joined}"
    for joined, olds in JOINED.items()
    for old in olds.split()
}
ALIASES |= {
    "naishi.sessions.editor.participant": f"{HOME}.editor.draft",
    "naishi.bots.arena.sprt": "naishi.bots.arena.ratings",
    "naishi.common.errors": "naishi.common.i18n",
    "naishi.common.formats": "naishi.common.i18n",
}
"""The module that each module of version 1 is a part of now."""


class MovedModules:
    """A finder that gives the module at the new place for its old name: one module, with two names.

    It has to be asked first: an old package has its modules' folder as its path, where they would be found once more.
    """

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return how to load a module by its old name; None for any other name."""
        if not name.startswith("naishi."):
            return None
        if (joined := ALIASES.get(name)) is not None:
            return ModuleSpec(name, _Alias(joined))
        for old, new in MOVED.items():
            if name == old or name.startswith(f"{old}."):
                return ModuleSpec(name, _Alias(new + name.removeprefix(old)))
        return None


class _Alias(Loader):
    """A loader whose module exists already, or is imported by its new name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self._name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # the import system has put the old name's there


sys.meta_path.insert(0, MovedModules())
