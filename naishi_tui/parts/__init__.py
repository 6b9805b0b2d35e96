"""App components, each with its dependencies as arguments."""
