"""Commands for Naishi alone."""

from naishi.cli.naishi.positions import edit, record, score, verify
from naishi.cli.naishi.study import analyse, stats, train

COMMANDS = analyse, edit, record, score, stats, train, verify
