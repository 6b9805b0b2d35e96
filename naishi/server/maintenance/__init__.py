"""Cleaning up, exports and the operator's log."""
