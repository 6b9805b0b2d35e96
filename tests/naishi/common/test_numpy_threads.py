"""One thread of NumPy, unless its user says otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import naishi
from naishi.common.numpy_threads import ONE_THREAD

pytestmark = pytest.mark.ci


def test_numpy_is_kept_to_one_thread_unless_the_user_said_otherwise() -> None:
    code = "import atexit, os, naishi.cli\nfrom naishi.common.numpy_threads import ONE_THREAD\n"
    code += "atexit.register(lambda: print(*(os.environ[name] for name in ONE_THREAD)))\nnaishi.cli.main(['--version'])"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={name: value for name, value in os.environ.items() if name not in ONE_THREAD} | {"OMP_NUM_THREADS": "3"},
        capture_output=True, text=True, check=True, cwd=Path(naishi.__file__).parent.parent,
    )  # fmt: skip
    assert result.stdout.splitlines()[-1] == "1 3 1"
