"""Table of any game, and what all tables share."""
