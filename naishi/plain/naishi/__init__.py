"""Naishi in lines: its table, lessons, analysis and editor."""
