"""What only games of Naishi have on a server."""
