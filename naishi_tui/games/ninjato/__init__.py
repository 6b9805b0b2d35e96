"""Board of Ninjato."""
