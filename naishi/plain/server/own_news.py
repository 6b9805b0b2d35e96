"""What concerns a visitor wherever they are: their account, and who sits down at their tables."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.plain.server.context import ServerContext
from naishi.plain.server.plan_words import take_news
from naishi.server import Match, MatchStage
from naishi.server.play.tournament_news import TournamentNews
from naishi.server.play.turn_notice import TurnNotice


class OwnNews:
    """Tells one visitor what others, or other terminals of theirs, have done; nothing twice."""

    def __init__(self, context: ServerContext) -> None:
        visitor = context.visitor
        self._context, self._visitor = context, visitor
        self._player, self._news, self._code = visitor.account.id, visitor.news, ""
        self._request: object = None
        self._waiting: frozenset[str] = frozenset()
        """The tables of one's own at which nobody had joined."""
        self._turns, self._here = TurnNotice(visitor), ""
        self._rounds = TournamentNews(visitor)
        self.joined: Match | None = None
        """The match that has begun last at a table of one's own."""

    async def tell(self, *, in_lobby: bool, in_account: bool = False) -> None:
        """Tell what is new, and what to type: in the lobby, in the account, or to whoever is elsewhere."""
        listing = await self._visitor.refresh()
        self._tell_of_account()
        self._tell_of_request(in_lobby=in_lobby, in_account=in_account)
        waiting, self._waiting = self._waiting, frozenset(m.id for m in listing.mine if m.state is MatchStage.OPEN)
        for match in listing.mine:
            if match.id in waiting - self._waiting:
                self._tell_of_join(match, in_lobby=in_lobby)
        for text in (*self._rounds.look(), *await take_news(self._visitor)):
            self._context.console.notice(text)
        self._tell_of_turns(in_lobby=in_lobby)

    def react(self) -> None:
        """Take note that the visitor types: from now on they are told again of turns elsewhere."""
        self._turns.react()

    def _tell_of_turns(self, *, in_lobby: bool) -> None:
        """Tell once that it is the visitor's turn elsewhere, if they want that; the lobby itself says where."""
        context = self._context
        how = context.read_layers(self._visitor).effective.notice  # another terminal may have chosen it
        if not (text := self._turns.look(self._here)) or how == "off":
            return
        if context.call is not None:
            context.call(how, text)
        if not in_lobby:
            context.console.notice(text)

    def came_to(self, match: str) -> None:
        """Take note that the visitor is at a match; empty for none any more."""
        self._here = match
        if self.joined is not None and self.joined.id == match:
            self.joined = None

    def _tell_of_account(self) -> None:
        visitor, console = self._visitor, self._context.console
        if visitor.account.id != self._player:
            self._player = visitor.account.id
            self._context.layers = self._context.read_layers(visitor)
            self._context.follow_settings()
        news, self._news = self._news, visitor.news
        if visitor.news is not None and visitor.news is not news:
            console.notice(str(visitor.news))
            if visitor.news.calls:
                console.ring()
        code, self._code = self._code, visitor.code
        if visitor.code and visitor.code != code:
            words = _("You are {name}. To come back to your games, keep this code: {code}")
            console.notice(words.format(name=visitor.account.name, code=visitor.code))

    def _tell_of_request(self, *, in_lobby: bool, in_account: bool) -> None:
        """Tell that a key asks to be added, and where that is answered; the account itself says who asks."""
        console = self._context.console
        request, self._request = self._request, self._visitor.credentials.link_request
        if self._request is None or self._request is request:
            return
        console.ring()
        if not in_account:
            here = _("A key asks to be added to your account. Type account to answer.")
            away = _("A key asks to be added to your account. In the lobby, type account to answer.")
            console.notice(here if in_lobby else away)

    def _tell_of_join(self, match: Match, *, in_lobby: bool) -> None:
        """Tell that somebody has sat down, unless the visitor did that by seating a bot."""
        seat = match.seat_of(self._visitor.account.id)
        if seat is not None and match.seats[1 - seat] is not None:
            self.joined = match
            self._context.console.ring()
            here = _("{name} has joined your table. Type go to go there.")
            away = _("{name} has joined your table. Type quit, and go in the lobby to go there.")
            self._context.console.notice((here if in_lobby else away).format(name=match.names[1 - seat]))
