"""How things look: colours, card faces, words on cards, ASCII."""
