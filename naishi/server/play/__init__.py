"""Visitors, the lobby, and the sessions of matches."""
