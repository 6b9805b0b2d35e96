"""Match: one value, its transitions, and its queue."""
