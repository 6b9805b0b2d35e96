"""Door for users of one machine."""
