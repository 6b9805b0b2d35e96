"""A saved game as a recording of a terminal: the frames that a player sees, drawn without a terminal."""
