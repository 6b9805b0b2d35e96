"""A position being set up by hand: the draft, and how its editor sees it."""
