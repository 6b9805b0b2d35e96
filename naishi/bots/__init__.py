"""Players that see a `PlayerView` and answer with an action."""
