"""Number of threads of NumPy; imported before anything heavy."""

from collections.abc import Mapping

ONE_THREAD: Mapping[str, str] = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The environment that keeps it to one: the bots' matrices are small, and more threads mostly wait for each other."""
