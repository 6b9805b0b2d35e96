"""What several of the test modules here use."""

from __future__ import annotations

HOLD = """
import sys
from pathlib import Path
from naishi.saves import Saves
opened = Saves(Path(sys.argv[1])).open(sys.argv[2])
print("open", flush=True)
sys.stdin.readline()
"""
