"""Ninjato, for two to four players: its rules, words and bots."""
