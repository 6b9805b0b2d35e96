"""What a person can set: the schema, the layers it comes from, and where files are."""
