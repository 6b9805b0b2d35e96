"""Line mode, for screen readers, braille displays, slow links, scripts."""
