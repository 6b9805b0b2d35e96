"""SSH door of a server."""
