"""Analysis of finished games, and the position editor."""
