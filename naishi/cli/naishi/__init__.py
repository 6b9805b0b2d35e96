"""Commands for Naishi alone."""

from __future__ import annotations

from naishi.cli.naishi.positions import edit, score
from naishi.cli.naishi.recording import record
from naishi.cli.naishi.study import analyse, stats
from naishi.cli.naishi.train import train
from naishi.cli.naishi.verifying import verify

COMMANDS = analyse, edit, record, score, stats, train, verify
