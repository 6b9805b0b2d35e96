"""Local terminal: signals, restoring, input decoding, crash reports."""
