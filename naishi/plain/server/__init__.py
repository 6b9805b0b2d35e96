"""Line mode at a server: lobby, matches, account."""
