"""Lobby of a server: games, people, accounts, tournaments."""
