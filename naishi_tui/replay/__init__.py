"""Replays of recorded games."""
