"""Cards of Naishi: faces, words, pictures."""
