"""The ground: translation, errors, files, the version. Everything may import it; it imports nothing else of Naishi."""
