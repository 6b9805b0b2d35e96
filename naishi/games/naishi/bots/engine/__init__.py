"""What the bots think with: observations, moves, the value network."""
