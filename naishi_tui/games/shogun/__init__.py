"""Board of Shogun."""
