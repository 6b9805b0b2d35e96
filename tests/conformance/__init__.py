"""Conformance cases for any implementation of the rules.

docs/conformance.md has their format.
"""
