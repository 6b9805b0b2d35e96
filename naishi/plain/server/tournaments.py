"""Tournaments in lines and as objects."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from naishi.common.i18n import N_, NaishiError, _, pgettext
from naishi.plain import protocol
from naishi.plain.console import CommandWord, folded
from naishi.plain.new_table import game_named
from naishi.plain.server.objects import rating_object
from naishi.plain.server.room import ServerRoom
from naishi.plain.server.tables import terms_among
from naishi.server import MatchStage
from naishi.server.tournaments import tournament_text
from naishi.server.tournaments.service import check_game
from naishi.server.tournaments.tournament import Kind, Setup, Tournament, TournamentPage
from naishi.tabletop.chance import committed_to_round, mixed_into_round


def tournament_object(page: TournamentPage, player: int) -> protocol.TournamentObject:
    own = page.tournament.host == player or page.entry_of(player) is not None
    games = [
        protocol.TournamentGameObject(
            round=game.round,
            first=game.played.pairing.first,
            second=game.played.pairing.second,
            match=game.match,
            scores=game.played.scores,
        )
        for game in page.games
    ]
    places = []
    for row in page.standings:
        entry = page.entry(row.number)
        known = {"name": entry.name, "rating": rating_object(entry.standing), "withdrawn": entry.withdrawn}
        places.append(protocol.TournamentPlace.model_validate(row._asdict() | known))
    return protocol.TournamentObject(
        tournament=_line(page.tournament, own=own),
        standings=tuple(places),
        games=tuple(games),
        commitment=page.commitment,
    )


def _line(tournament: Tournament, *, own: bool = False) -> protocol.TournamentLine:
    setup = tournament.setup
    return protocol.TournamentLine(
        id=tournament.id,
        name=setup.name,
        kind=setup.kind.value,
        state=tournament.state.value,
        host=tournament.host_name,
        count=tournament.count,
        places=setup.places,
        round=tournament.round,
        rounds=setup.rounds,
        clock=setup.terms.control,
        rated=setup.terms.rated,
        expansion=setup.terms.expansion,
        public=setup.public,
        word=tournament.invite if own and not setup.public else "",
    )


SAID = {
    "join": N_("You are in {name}."),
    "leave": N_("You have left {name}."),
    "start": N_("{name} has begun."),
    "close": N_("{name} is closed."),
}

KINDS = {"swiss": Kind.SWISS, "robin": Kind.ROUND_ROBIN}


class PlainTournaments:
    """Answers one visitor."""

    def __init__(self, room: ServerRoom) -> None:
        self._room, self._console = room, room.console
        self._own = room.visitor.tournaments

    async def obey(self, words: Sequence[str], command: CommandWord) -> None:
        """List tournaments, show one, or do something about one.

        Raises NaishiError: that isn't possible; the text says why.
        """
        verb, rest = _meant(words)
        if verb == "new":
            await self._make(rest, command)
        elif verb == "rules":
            self._console.write(*tournament_text.rules())
        elif verb == "mix" and rest:
            await self._mix(*rest)
        elif verb in {"mix", *SAID}:
            if not rest:
                raise NaishiError(_("Say which tournament: the beginning of its name will do."))
            await self._do(verb, await self._own.find(" ".join(rest)))
        elif words:
            await self._show(await self._own.find(" ".join(words)))
        else:
            await self._list()

    async def _list(self) -> None:
        mine, others = await self._own.mine(), await self._own.others()
        for title, listed in ((_("Your tournaments:"), mine), (_("Tournaments:"), others)):
            if listed:
                self._console.write(title, *(_("{line}. Its ID: {id}.").format(
                    line=tournament_text.line(each), id=each.id) for each in listed))  # fmt: skip
        if not (mine or others):
            self._console.write(_("There is no tournament yet. help tournament says how to make one."))
        own = tuple(_line(each, own=True) for each in mine)
        self._console.send(lambda: protocol.TournamentsObject(mine=own, others=tuple(map(_line, others))))

    async def _show(self, tournament: Tournament) -> None:
        page = await self._own.page(tournament.id)
        self._console.write(*self._told(page))
        self._console.send(lambda: tournament_object(page, self._room.visitor.account.id))

    def _told(self, page: TournamentPage) -> Iterator[str]:
        tournament = page.tournament
        yield from tournament_text.heading(page)
        if tournament.state is MatchStage.OPEN:
            yield from (tournament_text.named(each) for each in page.entries)
            return
        yield _("Standings:")
        yield from (tournament_text.standing(page, row) for row in page.standings)
        yield _("{title}:").format(title=tournament_text.round_title(page, tournament.round))
        for game in page.of_round(tournament.round):
            told = _("{line}.").format(line=tournament_text.game(page, game))
            if game.match is not None and game.played.scores is None and tournament.setup.public:
                told = _("{line} To watch: watch {word}").format(line=told, word=game.match)
            yield told

    async def _do(self, verb: str, tournament: Tournament) -> None:
        name = tournament.setup.name
        match verb:
            case "join":
                await self._own.join(tournament)
            case "leave":
                question = _("You lose the games of {name} that are left.").format(name=name)
                still = _("You are still in {name}.").format(name=name)
                if tournament.state is MatchStage.PLAYING and not await self._room.confirmed(question, still):
                    return
                await self._own.leave(tournament)
            case "start":
                await self._own.begin(tournament)
            case _:
                await self._own.close(tournament)
        self._console.write(_(SAID[verb]).format(name=name))

    async def _mix(self, name: str, *word: str) -> None:
        page = await self._own.page((await self._own.find(name)).id)
        following = page.tournament.round + 1
        if word:
            await self._own.mix(page.tournament, " ".join(word))
            self._console.write(mixed_into_round(following))
        elif page.commitment:
            self._console.write(committed_to_round(following, page.commitment))
        else:
            raise NaishiError(_("There is no round after this one."))

    async def _make(self, words: Sequence[str], command: CommandWord) -> None:
        setup = setup_of(words)
        if not setup.name or not setup.terms.control:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        made = await self._own.make(setup)
        self._console.write(_("{line}.").format(line=tournament_text.line(made)))
        word = await self._own.word_for(made)
        self._console.write(_("Others join it with: tournament join {word}").format(word=word))


def setup_of(words: Sequence[str]) -> Setup:
    """Read what stands behind `tournament new`: options anywhere, the clock at the end; the rest is the name.

    Raises NaishiError: there is no such clock, a number is missing, or another game than Naishi is named.
    """
    terms, others = terms_among(words)
    if other := next(filter(None, map(game_named, others)), None):
        check_game(other)
    setup, name, before = Setup("", terms), list[str](), ""
    for word in others:
        option = _option(word)
        if before == "players":
            setup = replace(setup, places=_number(word))
        elif before == "swiss" and word.isdecimal():
            setup = replace(setup, rounds=_number(word))
        elif option == "private":
            setup = replace(setup, public=False)
        elif option in KINDS:
            setup = replace(setup, kind=KINDS[option])
        elif not option:
            name.append(word)
        before = option
    if before == "players":
        _number("")
    return replace(setup, name=" ".join(name))


def _meant(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return what is to be done, in English, and the words behind that; the name of a tournament does nothing."""
    known = {
        "new": pgettext("of a tournament", "new"),
        "join": pgettext("of a tournament", "join"),
        "leave": pgettext("of a tournament", "leave"),
        "start": pgettext("of a tournament", "start"),
        "close": pgettext("of a tournament", "close"),
        "rules": pgettext("of a tournament", "rules"),
        "mix": pgettext("a deal", "mix"),
    }
    verb = _word_of(words[0], known) if words else ""
    return (verb, words[1:]) if verb else ("", words)


def _option(word: str) -> str:
    known = {
        "swiss": pgettext("of a tournament", "swiss"),
        "robin": pgettext("of a tournament", "robin"),
        "private": pgettext("of a tournament", "private"),
        "players": pgettext("of a tournament", "players"),
    }
    return _word_of(word, known)


def _word_of(typed: str, known: dict[str, str]) -> str:
    return next((each for each, word in known.items() if folded(typed) in {each, folded(word)}), "")


def _number(typed: str) -> int:
    """Read a number. Raises NaishiError: it is none."""
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 4):
        raise NaishiError(_("Say how many: players 8, or swiss 5 for five rounds."))
    return int(typed)
