"""Naishi's own on a server: studies and statistics."""
