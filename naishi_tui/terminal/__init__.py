"""The terminal under a local app: signals, restoring it, decoding input, crash reports."""
