"""Server database: tables and queries."""
