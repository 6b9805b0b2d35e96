"""Settings: the schema, the layers that values come from, and where files are kept."""
