"""Terminal recordings of saved games, drawn without a terminal."""
