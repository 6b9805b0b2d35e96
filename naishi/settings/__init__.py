"""Settings: schema, layers, file locations."""
