"""Shogun, sun side of its board, for three to five."""

from naishi.common import i18n

i18n.add_game("shogun")
