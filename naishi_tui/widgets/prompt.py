"""The prompt: what is asked for, and what the key under the finger would do, or why it can't."""

from __future__ import annotations

from rich.cells import cell_len

from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class Prompt(TextRows):
    """Two lines: what now, and what here. A long sentence takes both, rather than being cut."""

    said: tuple[str, str, str] = ("", "", "quiet")

    def show(self, now: str, here: str, *, refused: bool = False) -> None:
        """Draw both lines; `refused` where the second one says why not."""
        self.said = now, here, "bad" if refused else "quiet"
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """Both lines; or one sentence over both, where it is too long for a line."""
        now, here, role = self.said
        for text, its_role in ((here, role), (now, "strong")):
            if 0 < self.size.width <= cell_len(text) and (text == here or not here):
                return _row(*_broken(text, self.size.width - 1), role=its_role)
        return _row(now, role="strong") + _row(here, role=role)


def _row(*lines: str, role: str) -> tuple[TextRow, ...]:
    return tuple((Span(f" {line}", role),) for line in lines)


def _broken(text: str, width: int) -> tuple[str, str]:
    """Break a sentence at the last space that leaves its first part room."""
    fits = [at for at, sign in enumerate(text) if sign == " " and cell_len(text[:at]) <= width]
    return (text[: fits[-1]], text[fits[-1] + 1 :]) if fits else (text, "")
