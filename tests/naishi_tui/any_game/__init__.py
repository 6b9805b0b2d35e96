"""Tests of the screens of any game."""
