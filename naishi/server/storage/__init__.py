"""What a server keeps: the database, its tables, and all questions asked of it."""
