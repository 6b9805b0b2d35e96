"""Screens and widgets of Naishi."""
