"""What a screen is made of. A widget draws what it is given and says what was picked; it knows no game."""
