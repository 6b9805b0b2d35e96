"""Questions and texts over any screen."""
