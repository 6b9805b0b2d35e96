"""Table questions: replacement bots, typed actions."""

from typing import Any

from typing_extensions import override

from naishi.common.i18n import IllegalActionError, _
from naishi.tabletop.chance import OutcomeNeededError
from naishi_tui.dialogs.screens import BoxQuestion, Choice, ChooseOne
from naishi_tui.drawing.theme import stylesheet


class ChooseLevel(ChooseOne[str]):
    """The bots of a kind of game; its result is the kind of one, or None."""

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")

    def __init__(self, kind: Any, asked: str = "") -> None:
        """Ask; by default which bot takes the place of one that failed."""
        super().__init__()
        self.kind, self.asked = kind, asked

    @override
    def question(self) -> str:
        return self.asked or _("Which bot takes over? Esc: none.")

    def choices(self) -> list[Choice[str]]:
        return [Choice(f"{level.player_name} ({level.words})", level.kind) for level in self.kind.levels()]


class TypeOutcome(BoxQuestion[Any]):
    """What a draw has given on a real table; its result is the outcome, or None."""

    asked = ""
    max_length = 40

    def __init__(self, needed: OutcomeNeededError, asked: str = "") -> None:
        """Ask for the outcome that is needed; by default in its own words."""
        super().__init__()
        self.needed, self.asked = needed, asked or str(needed)

    @property
    @override
    def taken(self) -> str:
        return _("That is the outcome (Enter)")

    async def accept(self, answer: str) -> Any:
        """Return the outcome. Raises ChanceError: it is impossible."""
        return self.needed.read(answer)


class TypeAction(BoxQuestion[str]):
    """An action, typed where there are too many to choose from; its result is its text, or None."""

    asked = ""

    def __init__(self, kind: Any, view: Any, asked: str) -> None:
        super().__init__()
        self.kind, self.view, self.asked = kind, view, asked

    @property
    @override
    def taken(self) -> str:
        return _("Do it (Enter)")

    async def accept(self, answer: str) -> str:
        """Return the action's text.

        Raises InvalidActionError: it is no action; IllegalActionError: it isn't possible now.
        """
        action = self.kind.action(answer.strip())
        if refusal := self.view.refusal(action):
            raise IllegalActionError(refusal)
        return str(action.text)
