"""Browser door of a server."""
