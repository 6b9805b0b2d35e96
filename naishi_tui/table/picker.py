"""Word-by-word picker of legal actions."""

from collections.abc import Callable, Mapping, Sequence

Tree = Callable[[str], Sequence[str]]
"""By the words chosen so far, what they can become with the next; nothing where they are an action.

Words that are an action and the beginning of longer ones are among what they can become.
"""


def tree_of(texts: Sequence[str], whole: Mapping[str, int] | None = None) -> Tree:
    """Return the choices that lead to some actions.

    Args:
        whole: By verb, after how many words all that follows is one choice; by default each word is one.
    """
    whole = whole or {}

    def following(path: str) -> Sequence[str]:
        start = f"{path} " if path else ""
        within = [text for text in texts if text == path or text.startswith(start)]
        if within == [path] or (path in within and len(path.split()) > whole.get(path.partition(" ")[0], len(path))):
            return ()  # it is all that there is, or was one choice, beside longer ones that begin with the same words
        return tuple(dict.fromkeys(_to_next_word(text, len(start), whole) for text in within))

    return following


def _to_next_word(text: str, start: int, whole: Mapping[str, int]) -> str:
    """Cut a text off behind the word that begins at a place; not at all where the rest is one choice."""
    verb = text.partition(" ")[0]
    if len(text) < start or len(text[:start].split()) >= whole.get(verb, len(text)):
        return text
    end = text.find(" ", start)
    return text if end < 0 else text[:end]


class Picker:
    """A half-made choice: the words so far, and the cursor on one of the next."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.path = ""
        self.cursor = 0
        self.options: tuple[str, ...] = ()
        self._past: list[tuple[str, int]] = []
        self._descend("")

    @property
    def option(self) -> str:
        """The one under the cursor; empty where there is nothing to choose."""
        return self.options[self.cursor] if self.options else ""

    @property
    def begun(self) -> bool:
        return bool(self._past)

    def move(self, step: int) -> None:
        if self.options:
            self.cursor = (self.cursor + step) % len(self.options)

    def point_at(self, words: str) -> bool:
        """Move the cursor to the option that leads to some words; return whether there is one."""
        for place, option in enumerate(self.options):
            if words == option or words.startswith(f"{option} "):
                self.cursor = place
                return True
        return False

    def choose(self) -> str | None:
        """Choose the option under the cursor; return the action that is complete now, if one is."""
        if not (option := self.option):
            return None
        if option == self.path or not self.tree(option):
            return option
        self._past.append((self.path, self.cursor))
        self._descend(option)
        return None

    def reach(self, words: str) -> str | None:
        """Go to where some words are chosen, from wherever the choice is; return the action that is complete then.

        Raises LookupError: nothing leads there; the choice is where it was.
        """
        before = self.path, self.cursor, [*self._past], self.options
        while not self._leads_on(words):
            if not self.back():
                self.path, self.cursor, self._past, self.options = before
                raise LookupError(words)
        while self.path != words and self.point_at(words):
            if (action := self.choose()) is not None:
                return action
        return None

    def show(self, words: str) -> None:
        """Go to some words at once; a step back leads to where the choice was."""
        self._past.append((self.path, self.cursor))
        self._descend(words)

    @property
    def last_path(self) -> str:
        """The words before the last step; empty where there was none."""
        return self._past[-1][0] if self._past else ""

    def _leads_on(self, words: str) -> bool:
        ahead = words == self.path or not self.path or words.startswith(f"{self.path} ")
        return ahead and any(
            words == option or words.startswith(f"{option} ") or option.startswith(f"{words} ")
            for option in self.options
        )

    def recall(self, words: str) -> bool:
        """Choose again, step by step, what led to some words; return whether all was chosen.

        Of an action, the last step isn't: the cursor is on what would play it.
        """
        while self.path != words:
            leading = (place for place, option in enumerate(self.options) if _leads(self.path, option, words))
            if (place := next(leading, None)) is None:
                return False
            self.cursor = place
            if self.choose() is not None:
                return False
        return True

    def back(self) -> bool:
        """Go one choice back; return whether there was one."""
        if not self._past:
            return False
        path, cursor = self._past.pop()
        self.path, self.options, self.cursor = path, tuple(self.tree(path)), cursor
        return True

    def _descend(self, path: str) -> None:
        """Go to some words, and on from there while nothing is to choose but what leads on."""
        options = tuple(self.tree(path))
        while len(options) == 1 and options[0] != path and self.tree(options[0]):
            path = options[0]
            options = tuple(self.tree(path))
        self.path, self.options, self.cursor = path, options, 0


def _leads(path: str, option: str, words: str) -> bool:
    """Return whether an option goes on from a path to some words, cut between words or behind the name of a space."""
    return (
        len(option) > len(path) and words.startswith(option) and words[len(option) : len(option) + 1] in {"", " ", ":"}
    )
