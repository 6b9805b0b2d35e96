"""A game being played, and what each seat may know of it."""
