"""Naishi, the two-player Japanese court card game."""
