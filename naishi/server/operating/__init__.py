"""Operator's commands for a running server."""
