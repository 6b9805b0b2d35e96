"""Lessons, puzzles and mistakes of Naishi."""
