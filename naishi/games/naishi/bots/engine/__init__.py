"""Bot engine: observations, moves and the value network."""
