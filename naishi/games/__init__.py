"""Games, each a package that nothing shared depends on."""
