"""Doors of a server, without a screen: bytes in, bytes out."""
