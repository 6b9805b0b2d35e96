"""Texts for people: rules, sentences, names of cards."""
