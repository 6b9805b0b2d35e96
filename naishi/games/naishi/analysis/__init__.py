"""What a finished game can teach: what actions were worth, what luck did, and where to play on differently."""
