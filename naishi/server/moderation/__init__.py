"""Phrases, reports and sanctions."""
