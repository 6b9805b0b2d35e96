"""Database of a server: connections, schema, names and codes."""
