"""Game in progress, and each seat's knowledge of it."""
