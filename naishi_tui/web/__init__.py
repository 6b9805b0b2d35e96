"""The door of a server for browsers."""
