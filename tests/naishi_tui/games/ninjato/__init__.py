"""Tests of the board of Ninjato."""
