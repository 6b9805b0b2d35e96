"""Account news from the owner's other terminals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from naishi.common.i18n import N_, _


class AccountEvent(StrEnum):
    """What has happened; its value is the sentence, in English."""

    KEY_ADDED = N_("A key was added to your account.")
    LINKED = N_("Your key belongs to {name}'s account now.")
    REFUSED = N_("{name} has refused to add your key.")
    OWNER_LEFT = N_("{name} has left and can't add your key now; ask for another code.")
    KEY_REMOVED = N_("This key was removed from {name}'s account.")
    RECOVERED = N_("{name} has recovered the account by a code; your key is no longer one of its keys.")
    CLAIMED = N_("{name} has claimed this guest's games.")
    CLAIMED_IN_A_GAME = N_("{name} has claimed this guest's games. You can finish the one on your screen.")
    CHALLENGED = N_("{name} challenges you: see the open tables in the lobby.")
    DECLINED = N_("{name} has declined your challenge.")
    RENAMED = N_("The operator of this server has given you another name: you are {name} now.")
    TABLE_CLOSED = N_("The operator of this server has closed a table of yours.")
    CALLED_OFF = N_("The operator of this server has called a game of yours off.")
    DELETED = N_("{name}'s account was deleted.")


@dataclass(frozen=True, eq=False, slots=True)
class AccountNews:
    """Something that has happened, for a terminal in any language."""

    event: AccountEvent
    name: str = ""
    """Of the account that it is about."""

    @property
    def calls(self) -> bool:
        """Whether somebody waits for an answer: the bell rings."""
        return self.event is AccountEvent.CHALLENGED

    def __str__(self) -> str:
        """Say it, in the language of whoever asks."""
        return _(self.event.value).format(name=self.name)


def said_of(news: AccountNews | None) -> Mapping[str, str | None]:
    """Return news as what is told to another process: see `news_of`."""
    return {"event": None, "name": ""} if news is None else {"event": news.event.name, "name": news.name}


def news_of(event: str | None, name: str) -> AccountNews | None:
    """Return the news that another process has told."""
    return None if event is None else AccountNews(AccountEvent[event], name)
