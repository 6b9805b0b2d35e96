"""Line mode: the whole game as plain lines, for screen readers, braille displays, slow links and scripts."""
