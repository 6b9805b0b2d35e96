"""Learning environments, as in docs/environments.md.

`naishi_v0` is for PettingZoo, `against_bot` for Gymnasium, `spiel` for OpenSpiel, and `batch` plays thousands of games
at once in arrays. Nothing is imported here: each needs packages of its own.
"""
