"""Naishi's bots: engine, players, training and weights."""
