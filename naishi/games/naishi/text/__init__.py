"""What people read: the rules in words, sentences, the names of cards."""
