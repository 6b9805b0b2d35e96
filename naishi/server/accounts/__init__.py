"""Accounts: names, keys, codes, and who is at a terminal."""
