"""People who are on a server, and what they may take."""
