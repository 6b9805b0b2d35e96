"""Thousands of games at once, as arrays of NumPy.

>>> from naishi.games.naishi.envs.batch import Batch
>>> games = Batch(4096, seed=7)
>>> while True:
...     actions = games.random_actions()  # or yours: one number for each game
...     rewards, over, points = games.step(actions)

docs/environments.md explains it. `Batch` plays the base game, `ExpansionBatch` with Legends & Travellers.
"""

from naishi.games.naishi.envs.batch.batch import Batch
from naishi.games.naishi.envs.batch.games import ExpansionBatch, Step

__all__ = ["Batch", "ExpansionBatch", "Step"]
