"""True pictures of cards, for terminals with graphics.

Cells stand in for them everywhere else.
"""
