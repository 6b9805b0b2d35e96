"""Lobby of a server, its visitors, and its processes."""
