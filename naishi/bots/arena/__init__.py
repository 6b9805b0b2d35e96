"""Bot arena: paired deals, swapped seats, strength from results."""
