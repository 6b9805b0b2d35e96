"""Who is at a server and what they do there: visitors, the lobby, and the sessions of matches."""
