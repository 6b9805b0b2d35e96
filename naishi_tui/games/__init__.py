"""Screens and boards of each kind of game."""
