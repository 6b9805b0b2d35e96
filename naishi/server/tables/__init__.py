"""Open tables, challenges and pairing."""
