"""Tournaments: pairings, standings, rounds."""
