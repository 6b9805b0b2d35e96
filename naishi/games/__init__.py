"""The games, each in a package that the others and everything shared can do without."""
