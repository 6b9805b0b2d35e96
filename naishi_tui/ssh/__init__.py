"""SSH transport: connections, each with its own app."""
