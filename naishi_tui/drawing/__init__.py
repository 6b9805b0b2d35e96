"""Drawing: colours, card faces, words on cards, ASCII."""
