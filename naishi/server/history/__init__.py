"""Past games, and what players learn from them."""
