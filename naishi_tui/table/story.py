"""Pages of events since a person's last action."""

from __future__ import annotations

from typing import Any

from naishi.tabletop.kinds import Section


class Story:
    """The end of a round or a scoring, page by page; each page is read once."""

    def __init__(self, kind: Any, view: Any) -> None:
        """Begin behind what the viewer knew before it acted last; the public has read everything."""
        self.kind = kind
        own = [number for number, event in enumerate(view.events) if event.seat == view.seat]
        self._heard = len(view.events) if view.public else own[-1] if own else 0
        """How many events it has taken up."""
        self.pages: tuple[Section, ...] = ()
        self.place = 0

    @property
    def page(self) -> Section | None:
        """What is to be read now, if anything."""
        return self.pages[self.place] if self.place < len(self.pages) else None

    def hear(self, view: Any, reader: int | None) -> bool:
        """Take up what is new in a view, and return whether there is anything; what was undone is dropped."""
        events = view.events
        if len(events) < self._heard:
            self.pages, self.place = (), 0
        new = events[min(self._heard, len(events)) :]
        self._heard = len(events)
        pages = [page for event in new for page in self.kind.story(event, view.names, reader)]
        if pages:
            self.pages, self.place = (*self.pages[self.place :], *pages), 0
        return bool(pages)

    def begin(self) -> None:
        """Read everything from the first page on."""
        self.place = 0

    def step(self, by: int) -> None:
        """Go to the next page, or to the one before."""
        self.place = min(max(self.place + by, 0), len(self.pages))

    def skip(self) -> None:
        """Leave out all that is left."""
        self.place = len(self.pages)
