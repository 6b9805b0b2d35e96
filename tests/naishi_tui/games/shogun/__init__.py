"""Tests of the board of Shogun."""
