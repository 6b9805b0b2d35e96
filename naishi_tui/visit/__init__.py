"""What a visitor to a server sees and types, by whatever door they came."""
