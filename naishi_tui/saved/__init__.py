"""Saved games, and games open elsewhere."""
