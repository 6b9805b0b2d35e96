"""Ninjato, for two to four players: its rules, words and bots."""

from naishi.common import i18n

i18n.add_game("ninjato")
