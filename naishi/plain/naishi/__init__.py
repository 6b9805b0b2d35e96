"""Naishi in lines: table, lessons, analysis, editor."""
