"""Work out what speaks for the answer of each puzzle: naishi/lessons/puzzle_reasons.json. It takes two minutes.

.venv/bin/python scripts/puzzle_reasons.py
"""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter

from naishi.analysis.reasons import Reason
from naishi.lessons.course import every_puzzle
from naishi.lessons.puzzle_reasons import FILE, work_out

if __name__ == "__main__":
    reasons = {puzzle.id: work_out(puzzle) for puzzle in every_puzzle()}
    written = TypeAdapter(dict[str, tuple[Reason, ...]]).dump_json(reasons, indent=1, exclude_defaults=True)
    Path(FILE).write_bytes(written + b"\n")
