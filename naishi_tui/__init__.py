"""The Textual app: draws a `PlayerView`, sends actions. Knows no rule."""
