"""Remaining allowances of keys, accounts and addresses."""

from __future__ import annotations

from naishi.server.play.limits import Buckets, CodeTries, InputBuckets, Limits
from naishi.server.play.shares import Shares


class Allowances:
    """What is counted of everybody; where a server has several processes, by all of them together."""

    def __init__(self, limits: Limits, shares: Shares) -> None:
        """Begin with all that limits allow.

        Args:
            limits: How much that is.
            shares: Where it is counted.
        """

        def buckets(kind: str, rate: float, burst: float) -> Buckets:
            return Buckets(rate, burst, shares.counts(kind))

        self.tries = CodeTries(shares.counts("tries"))
        """Of words and codes that are wrong."""
        self.games = buckets("games", limits.games_rate, limits.games_burst)
        self.accounts = buckets("accounts", limits.accounts_rate, limits.accounts_burst)
        self.names = buckets("names", limits.names_rate, limits.names_burst)
        self.analyses = buckets("analyses", limits.analyses_rate, limits.analyses_burst)
        """How many somebody may begin; how many run at once, `AnalysisQueue` says."""
        self.verbs = buckets("verbs", limits.verbs_rate, limits.verbs_burst)
        self.pages = buckets("pages", limits.verbs_rate, limits.verbs_burst)
        """In a browser, of which each costs as much as a verb."""
        self.phrases = buckets("phrases", limits.phrases_rate, limits.phrases_burst)
        self.reports = buckets("reports", limits.reports_rate, limits.reports_burst)
        self.inputs = InputBuckets(limits.input_rate, limits.input_burst)
        """What terminals send, each at the process that it came to."""
