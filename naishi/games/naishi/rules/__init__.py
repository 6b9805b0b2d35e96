"""The rules: pure, fast, no input or output."""
