"""Player strength from rated games, without database or lobby."""
