"""Textual app: draws views, sends actions, knows no rule."""
