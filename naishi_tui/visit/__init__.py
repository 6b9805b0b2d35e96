"""Visits to a server, over any transport."""
