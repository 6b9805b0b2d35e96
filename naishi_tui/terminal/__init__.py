"""The terminal under a local app: signals, restoring it, guarding input, crash reports."""
