"""Limits on what people may do."""

import ipaddress
import os
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakValueDictionary

from naishi.common.i18n import NaishiError, _
from naishi.server.database.codes import LETTERS, hashed
from naishi.server.database.sharing import Count, Live, SharedCounts, SharedWays, SharedWords
from naishi.tabletop.pins import MOST_REMEMBERED, Patience


class WordsInMemory:
    """Words that one process keeps, and what each is good for."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._words: dict[str, tuple[str, float]] = {}

    async def keep(self, word: str, value: str, seconds: float, *, alone: bool = False) -> None:
        now, words = self._clock(), self._words.items()
        self._words = {each: kept for each, kept in words if kept[1] > now and not (alone and kept[0] == value)}
        self._words[word] = value, now + seconds

    async def look(self, word: str) -> str | None:
        """Return what a word is good for, by its hash, without using it up; None as for `take`."""
        value, end = self._words.get(word, ("", 0.0))
        return value if end > self._clock() else None

    async def take(self, word: str) -> str | None:
        """Use a word up, by its hash; return what it was good for, None where it is wrong, was used or has expired."""
        value, end = self._words.pop(word, ("", 0.0))
        return value if end > self._clock() else None


OneTimeWords = WordsInMemory | SharedWords

LINK_TIME = 600.0
"""Seconds in which a link is good."""


class WebLinks:
    """The links of all players; they end with the server."""

    def __init__(self, words: OneTimeWords) -> None:
        self._words = words

    async def make(self, player: int) -> str:
        """Return the word of a new link; older ones of the player are void."""
        word = "-".join("".join(secrets.choice(LETTERS) for _letter in range(4)) for _group in range(3))
        await self._words.keep(hashed(word), str(player), LINK_TIME, alone=True)
        return word

    async def look(self, word: str) -> int | None:
        """Return whose link it is, without using it up; None where it is wrong, was used or has expired."""
        player = await self._words.look(_hashed(word))
        return None if player is None else int(player)

    async def take(self, word: str) -> int | None:
        """Use a link up; return whose it was, None where it is wrong, was used or has expired."""
        player = await self._words.take(_hashed(word))
        return None if player is None else int(player)

    async def give_back(self, word: str, player: int) -> None:
        await self._words.keep(_hashed(word), str(player), LINK_TIME)


def _hashed(word: str) -> str:
    return hashed(word.strip().casefold()[:100])


T = TypeVar("T")


class CountsInMemory:
    """Counts of one kind that one process keeps, by who is counted."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: dict[str, Count] = {}

    async def change(self, who: str, change: Callable[[Count | None, float], tuple[Count | None, T]]) -> T:
        """Change a count, and return the second value of `change`; the one changed longest ago is forgotten first.

        Args:
            change: Called with the count, None for none, and the time; it may be called again.
        """
        count, result = change(self._counts.pop(who, None), self._clock())
        if count is not None:
            self._counts[who] = count
            if len(self._counts) > MOST_REMEMBERED:
                del self._counts[next(iter(self._counts))]
        return result


Counts = CountsInMemory | SharedCounts

LARGEST = (500, 200)
"""Columns and rows of the largest terminal that is drawn for."""
PATIENCE = Patience(free=5, first_wait=2.0, longest_wait=900.0, forgiven=600.0)
"""With wrong codes."""
USUAL = (80, 24)
"""For a client that doesn't say how large its terminal is."""


@dataclass(frozen=True)
class Limits:
    """All that is bounded; tests take smaller ones.

    Of whatever has a `rate` and a `burst`, someone may have so many in a second for long, and so many at once.
    """

    connections: int = 320
    per_address: int = 24
    """From an IPv4 address or an IPv6 network, see `address_group`; so are games and wrong codes counted."""
    per_player: int = 8
    login: float = 15.0
    """Seconds to log in."""
    terminal: float = 10.0
    """Seconds from then on to open a terminal."""
    keys_offered: int = 20
    keep_alive: float = 30.0
    """Seconds of silence after which a client is asked whether it is still there; three times, then it is gone."""
    variables: int = 16
    """Environment variables that are kept of a client."""
    variables_refused: int = 500
    """And how many more it may send, as with `SendEnv *`, before the connection is ended."""
    idle_warning: float = 3 * 3600.0
    idle: float = 3 * 3600.0 + 300.0
    """Seconds without a key after which a terminal is warned, and then disconnected; its games wait."""
    output: int = 64 * 1024
    """Bytes that may wait for a client; more frames are dropped until it has read."""
    stalled: float = 30.0
    """Seconds after which a client that reads nothing is gone."""
    input_rate: float = 400.0
    """Bytes that a key may send by all its connections, and a guest by one; who holds an arrow key down sends 150."""
    input_burst: float = 2048.0
    cells_rate: float = 10_000.0
    """Cells of windows of another size that are drawn; a window of 200×50 has ten thousand."""
    cells_burst: float = 50_000.0
    games_rate: float = 1 / 20
    """Games and tables that an address may make: new keys and new guests cost nothing."""
    games_burst: float = 40.0
    verbs_rate: float = 1.0
    """Verbs, each a connection of its own, that a player or an address may ask for."""
    verbs_burst: float = 120.0
    verbs_wait: float = 2.0
    """Seconds after which a verb too many is refused: what it costs is the connection, which would be opened again."""
    plan_delay: tuple[float, float] = (2.0, 8.0)
    """Between which seconds the time is drawn after which a conditional move is played."""
    phrases_rate: float = 1 / 10
    """Phrases that a player may say, in all games together."""
    phrases_burst: float = 3.0
    reports_rate: float = 5 / (24 * 3600.0)
    """Reports that a player, or guests from one address, may make."""
    reports_burst: float = 5.0
    accounts_rate: float = 1 / 60
    """Players with a name or a game that an address may become."""
    accounts_burst: float = 20.0
    names_rate: float = 1 / 3600
    """Other names that a player may take: everybody reads them at once."""
    names_burst: float = 5.0
    analyses: int = max(1, (os.cpu_count() or 2) // 4)
    """Processes that analyse finished games at once."""
    analyses_rate: float = 1 / 10
    """Analyses, and answers to exercises that are judged, that an address may begin."""
    analyses_burst: float = 30.0


class Bucket:
    """Says how long to wait before more input may be taken."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self, amount: int) -> float:
        """Take some, and return the seconds until there is something left; 0 where there is."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - amount
        self._at = now
        return max(0.0, -self._left / self._rate)


class InputBuckets:
    """One bucket for all connections of a key: eight of them may send no more than one.

    Args:
        rate: What may be taken in a second for long.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._of_key = WeakValueDictionary[str, Bucket]()

    def of(self, fingerprint: str | None) -> Bucket:
        """Return the bucket of a key, to be kept for as long as the connection lasts; a guest's is its own."""
        bucket = self._of_key.get(fingerprint or "") or Bucket(self._rate, self._burst)
        if fingerprint:
            self._of_key[fingerprint] = bucket
        return bucket


class Buckets:
    """Limits how often each visitor may do something.

    Args:
        rate: How often in a second for long.
        counts: Where it is counted; by default, in memory.
    """

    def __init__(self, rate: float, burst: float, counts: Counts | None = None) -> None:
        self._rate, self._most, self._counts = rate, burst - 1, counts or CountsInMemory()

    async def take(self, who: str) -> bool:
        """Count one use, if any is left; return whether there was."""

        def take(count: Count | None, now: float) -> tuple[Count, bool]:
            left = self._left(count, now)
            return ((left, now), False) if left < 0 else ((left - 1, now), True)

        return await self._counts.change(who, take)

    async def give_back(self, who: str) -> None:
        await self._counts.change(who, lambda count, now: ((self._left(count, now) + 1, now), None))

    @asynccontextmanager
    async def counted(self, who: str, refusal: str) -> AsyncIterator[None]:
        """Count one use for the block; none where the block is refused.

        Raises NaishiError: nothing is left; `refusal` is its text.
        """
        if not await self.take(who):
            raise NaishiError(refusal)
        try:
            yield
        except NaishiError:
            await self.give_back(who)
            raise

    def _left(self, count: Count | None, now: float) -> float:
        left, at = count or (self._most, now)
        return min(self._most, left + (now - at) * self._rate)


class CodeTries:
    """Counts wrong codes; with time they are forgotten.

    Args:
        counts: Where they are counted; by default, in memory.
    """

    def __init__(self, counts: Counts | None = None) -> None:
        self._counts = counts or CountsInMemory()

    async def check(self, who: str) -> None:
        """Check that a visitor may try now. Raises NaishiError: they have to wait."""
        if await self._counts.change(who, lambda count, now: (count, PATIENCE.wait(count, now))) > 0:
            raise NaishiError(_("Too many wrong codes. Please wait a little."))

    async def record_wrong(self, who: str) -> None:
        await self._counts.change(who, lambda count, now: (PATIENCE.one_more(count, now), None))


def clamped(width: int, height: int) -> tuple[int, int]:
    if not (width and height):
        return USUAL
    return min(max(width, 1), LARGEST[0]), min(max(height, 1), LARGEST[1])


SUBNET = 64
"""Bits of an IPv6 address that say which network it is in; its owner has all addresses there."""

_MAPPED = 96
"""Bits with which an IPv6 address begins that stands for one of IPv4."""


def address_group(address: str) -> str:
    """Return what to count the visitors from an address by.

    That is the address itself for IPv4 (written as IPv6 or not), and the network for IPv6. What is no address, such
    as the empty name of a socket in a file, is a group of its own.
    """
    try:
        found = _address(address.partition("%")[0])  # without the interface of a link-local address
    except ValueError:
        return address
    return str(found if found.version == 4 else ipaddress.ip_network((found, SUBNET), strict=False))


def counted_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Return the network that an address or a network stands for, as visitors from it are counted.

    IPv4 written as IPv6 is IPv4, and the least of IPv6 is the network that an address is counted by: no other network
    would have any visitor in it.

    Raises ValueError: it is neither.
    """
    found = ipaddress.ip_network(address_group(text), strict=False)
    if isinstance(found, ipaddress.IPv4Network):
        return found
    if (mapped := found.network_address.ipv4_mapped) is not None and found.prefixlen >= _MAPPED:
        return ipaddress.ip_network((mapped, found.prefixlen - _MAPPED))
    return found.supernet(new_prefix=SUBNET) if found.prefixlen > SUBNET else found


def plain_address(address: str) -> str:
    """Return an address as people write it: IPv4 as such, even where a socket for both gives it as IPv6."""
    try:
        return str(_address(address))
    except ValueError:
        return address


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Read an address. Raises ValueError: it is none."""
    found = ipaddress.ip_address(text)
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found


LATEST = 1000
"""So many keys are remembered, of all visitors together."""


class ResponseTimes:
    """The seconds between a key and the frame that answers it."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=LATEST)

    def add(self, seconds: float) -> None:
        self._seconds.append(seconds)

    @property
    def p95(self) -> float | None:
        """What 95 % of the latest keys took at most; None where there were none."""
        ranked = sorted(self._seconds)
        return ranked[len(ranked) * 95 // 100] if ranked else None


class Shares:
    """What is counted is None where there is only one process: each counts for itself then."""

    def __init__(self, live: Live | None) -> None:
        self._live = live
        self.ways = None if live is None else SharedWays(live)

    def counts(self, kind: str) -> SharedCounts | None:
        return None if self._live is None else SharedCounts(self._live, kind)

    def words(self, kind: str) -> OneTimeWords:
        return WordsInMemory() if self._live is None else SharedWords(self._live, kind)


class Allowances:
    """What is counted of everybody; where a server has several processes, by all of them together."""

    def __init__(self, limits: Limits, shares: Shares) -> None:
        def buckets(kind: str, rate: float, burst: float) -> Buckets:
            return Buckets(rate, burst, shares.counts(kind))

        self.tries = CodeTries(shares.counts("tries"))
        self.games = buckets("games", limits.games_rate, limits.games_burst)
        self.accounts = buckets("accounts", limits.accounts_rate, limits.accounts_burst)
        self.names = buckets("names", limits.names_rate, limits.names_burst)
        self.analyses = buckets("analyses", limits.analyses_rate, limits.analyses_burst)
        """How many someone may begin; how many run at once, `AnalysisQueue` says."""
        self.verbs = buckets("verbs", limits.verbs_rate, limits.verbs_burst)
        self.pages = buckets("pages", limits.verbs_rate, limits.verbs_burst)
        """In a browser, of which each costs as much as a verb."""
        self.phrases = buckets("phrases", limits.phrases_rate, limits.phrases_burst)
        self.reports = buckets("reports", limits.reports_rate, limits.reports_burst)
        self.inputs = InputBuckets(limits.input_rate, limits.input_burst)
        """What terminals send, each at the process that it came to."""
