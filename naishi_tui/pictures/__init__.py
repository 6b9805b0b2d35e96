"""True pictures of the cards, for terminals that say that they show some; cells stand in for them everywhere else."""
