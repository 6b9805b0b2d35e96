"""Tournaments: who plays whom in which round, and who leads. Nothing here is stored, nor tells the time."""
