"""Visitor news: account changes, and joined tables."""

from __future__ import annotations

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.plain.server.context import ServerContext
from naishi.plain.server.plan_words import take_news
from naishi.server import Match, MatchStage
from naishi.server.lobby.account_flow import guest_code
from naishi.server.lobby.notices import TournamentNews, TurnNotice
from naishi.server.match.match_text import TWO
from naishi.tabletop.kinds import kind_of


class OwnNews:
    """Tells one visitor what others, or other terminals of theirs, have done; nothing twice."""

    def __init__(self, context: ServerContext) -> None:
        visitor = context.visitor
        self._context, self._visitor = context, visitor
        self._player, self._news, self._code = visitor.account.id, visitor.news, ""
        self._request: object = None
        self._waiting: dict[str, Match] = {}
        """The tables at which the visitor sat and the game had not begun."""
        self._turns, self._here = TurnNotice(visitor), ""
        self._rounds = TournamentNews(visitor)
        self.joined: Match | None = None
        """The match that has begun last at a table of one's own."""

    async def tell(self, *, in_lobby: bool, in_account: bool = False) -> None:
        """Tell what is new, and what to type: in the lobby, in the account, or to whoever is elsewhere."""
        listing = await self._visitor.refresh()
        self._tell_of_account()
        self._tell_of_request(in_lobby=in_lobby, in_account=in_account)
        waiting, now = self._waiting, {match.id: match for match in listing.mine}
        self._waiting = {id_: match for id_, match in now.items() if match.state is MatchStage.OPEN}
        for id_ in waiting.keys() - self._waiting.keys():
            if (match := now.get(id_)) is not None:
                self._tell_of_beginning(match, in_lobby=in_lobby)
            else:
                self._tell_of_lost_seat(waiting[id_])
        if (paired := now.get(self._visitor.paired)) is not None and paired.id not in waiting:
            self._tell_of_beginning(paired, in_lobby=in_lobby)
        for text in (*self._rounds.look().values(), *await take_news(self._visitor)):
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
            console.notice(guest_code(visitor))

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

    def gave_up(self, match: Match) -> None:
        """Take note that the visitor has closed or left a table: that is no news to them."""
        self._waiting.pop(match.id, None)

    def _tell_of_beginning(self, match: Match, *, in_lobby: bool) -> None:
        """Tell that a game has begun at a table, unless the visitor did that by seating bots."""
        me = match.seat_of(self._visitor.account.id)
        others = [name for seat, name in enumerate(match.names) if seat != me and match.seats[seat] is not None]
        if me is None or not others or match.id == self._here:
            return
        self.joined = match
        console = self._context.console
        console.ring()
        if len(match.seats) == TWO:
            here = _("{name} has joined your table. Type go to go there.")
            away = _("{name} has joined your table. To go there, type quit and then go.")
            if match.id == self._visitor.paired:
                self._visitor.paired = ""
                here = _("You are paired with {name}. Type go to go there.")
                away = _("You are paired with {name}. To go there, type quit and then go.")
            console.notice((here if in_lobby else away).format(name=others[0]))
            return
        here = _("Your game of {game} with {names} begins. Type go to go there.")
        away = _("Your game of {game} with {names} begins. To go there, type quit and then go.")
        names = listed(name for seat, name in enumerate(match.names) if seat != me)
        console.notice((here if in_lobby else away).format(game=kind_of(match.game).title(), names=names))

    def _tell_of_lost_seat(self, table: Match) -> None:
        """Tell that there is a table no more at which the visitor sat as a guest, or no seat of theirs."""
        me = self._visitor.account.id
        if table.host != me and table.seat_of(me) is not None:
            words = _("You have no seat at {name}'s table any more: it was closed, or you have left it.")
            self._context.console.notice(words.format(name=table.names[table.seats.index(table.host)]))
