"""The bots, one a module."""
