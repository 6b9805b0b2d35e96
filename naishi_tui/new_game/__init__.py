"""Forms for new games."""
