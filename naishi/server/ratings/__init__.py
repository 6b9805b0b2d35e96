"""Ratings of players, and rated games."""
