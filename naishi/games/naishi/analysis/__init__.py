"""Analysis of finished games: moves, luck, and mistakes."""
