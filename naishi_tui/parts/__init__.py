"""What apps are composed of: each part does one thing, and gets what it needs in its constructor."""
