"""Widgets: drawing and picking, independent of any game."""
