"""Shared foundation: translation, errors, files, version.

Everything may import it; it imports nothing else of Naishi.
"""
