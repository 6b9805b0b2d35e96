"""The piles of the River at the start. (Rulebook: setup.)"""

PILES = 5
PILE_HEIGHT = 6
EXPANSION_PILE_HEIGHT = 7
"""With the expansion, 27 of the development cards, 3 Legends and 5 Travellers make piles of seven."""
