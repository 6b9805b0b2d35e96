"""A match: one value, what can happen to it, and its one queue."""
