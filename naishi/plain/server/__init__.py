"""Line mode at a server: the lobby, matches and the account as rooms, for people and programs far away."""
