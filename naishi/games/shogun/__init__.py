"""Shogun, the sun side of its board, for three to five players."""
