"""The door to a server: SSH connections, each with an app of its own that draws into its channel."""
