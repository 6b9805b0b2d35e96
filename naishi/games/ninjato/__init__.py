"""Ninjato, for two to four players: rules, words, bots."""

from naishi.common import i18n

i18n.add_game("ninjato")
