"""Bots against bots: paired deals, seats swapped, every game counted once, and what it says of their strength."""
